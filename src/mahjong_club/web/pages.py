"""The pages people read. What they show of tables and matches they fetch from the HTTP interface."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final

import segno
from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse

from mahjong_club.accounts.endpoints import Somebody
from mahjong_club.history.endpoints import Before, history_of, played_out
from mahjong_club.history.records import events_of, summary_of
from mahjong_club.lobby.choices import find_ruleset
from mahjong_club.lobby.endpoints import lobby_of
from mahjong_club.lobby.records import public_part
from mahjong_club.lobby.tables import state_of
from mahjong_club.rules.variants import registry
from mahjong_club.storage.database import Database
from mahjong_club.storage.people import PersonRecord
from mahjong_club.web.catalogues import language_of
from mahjong_club.web.installed import VERSION_HEADER, shell_of
from mahjong_club.web.rules_pages import rules_page
from mahjong_club.web.templating import Templates

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
LANGUAGE_COOKIE: Final = "lang"
HISTORY_PAGE: Final = 20
_YEAR_S: Final = 365 * 24 * 3600


def render(request: Request, name: str, person: PersonRecord | None = None, **context: Any) -> HTMLResponse:
    """A page in the reader's language: ``?lang=``, his cookie, his account's, his browser's."""
    templates: Templates = request.app.state.templates
    chosen = request.query_params.get("lang")
    kept = request.cookies.get(LANGUAGE_COOKIE) or (person.language if person is not None else None)
    language = language_of(chosen, kept, request.headers.get("accept-language"))
    page = templates.render(name, language=language, path=request.url.path, me=person, **context)
    told = {"vary": "cookie, accept-language", "content-language": language, VERSION_HEADER: shell_of(request)["version"]}
    response = HTMLResponse(page, headers=told)
    if chosen == language:
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=_YEAR_S, path="/", samesite="lax")
    return response


@router.get("/")
async def lobby(request: Request, person: Somebody) -> HTMLResponse:
    """The list of tables."""
    return render(request, "lobby.html", person, rulesets=registry.listed())


@router.get("/table/{code}")
async def table(code: Annotated[str, Path(pattern="^[A-Za-z]{6}$")], request: Request, person: Somebody) -> HTMLResponse:
    """The waiting room, and the table itself while a match runs."""
    found, match = await lobby_of(request).table_and_match(code)
    if state_of(found) in ("playing", "saved"):
        seating = match.seat_of(person.id) if match is not None and person is not None else None
        left = seating is not None and seating.left
        return render(request, "table.html", person, code=found.code, match=found.match_id, left=left)
    return render(request, "room.html", person, code=found.code)


@router.get("/table/{code}/invite.svg")
async def invite(code: Annotated[str, Path(pattern="^[A-Za-z]{6}$")], request: Request) -> Response:
    """The invite link as a QR code, with the host name that the reader himself used."""
    found = await lobby_of(request).table(code)
    link = str(request.url.replace(path=f"/table/{found.code}", query=""))
    picture = segno.make_qr(link, error="m").svg_inline(border=0, dark="#0d2e20")
    return Response(picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), media_type="image/svg+xml")


@router.get("/rules")
async def rules_index(request: Request, person: Somebody) -> HTMLResponse:
    """The rules of every variant to choose from."""
    return render(request, "rules.html", person, page=None, rulesets=registry.listed())


@router.get("/rules/{ruleset_id}")
async def rules(ruleset_id: str, request: Request, person: Somebody) -> HTMLResponse:
    """The rules of one ruleset."""
    return _rules(request, ruleset_id, person)


@router.get("/rules/{ruleset_id}/{revision}")
async def rules_revision(ruleset_id: str, revision: int, request: Request, person: Somebody) -> HTMLResponse:
    """The rules of one revision, also one that is not offered any more."""
    return _rules(request, f"{ruleset_id}/{revision}", person)


def _rules(request: Request, key: str, person: PersonRecord | None) -> HTMLResponse:
    found = find_ruleset(key)
    templates: Templates = request.app.state.templates
    kept = request.cookies.get(LANGUAGE_COOKIE) or (person.language if person is not None else None)
    language = language_of(request.query_params.get("lang"), kept, request.headers.get("accept-language"))
    lines = templates.catalogues.namespace(language, "rules")
    page = rules_page(found, templates.catalogues.translator(language), lines)
    return render(request, "rules.html", person, page=page, rulesets=registry.listed())


@router.get("/verify")
async def verify(request: Request, person: Somebody) -> HTMLResponse:
    """Check a record in the browser."""
    return render(request, "verify.html", person)


@router.get("/claim/{match_id}")
async def claim(match_id: Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")], request: Request, person: Somebody) -> HTMLResponse:
    """Take a seat with a claim link. Its token is behind the #, which no browser sends: the page's script reads it."""
    return render(request, "claim.html", person, match=match_id)


@router.get("/replay")
async def open_replay(request: Request, person: Somebody) -> HTMLResponse:
    """Open a record from a file and replay it."""
    return render(request, "replay.html", person, match="", seat=None)


@router.get("/replay/{match_id}")
async def replay(match_id: str, request: Request, person: Somebody) -> HTMLResponse:
    """Replay the finished deals of a match, whose record the page fetches; its own people look from their seats."""
    match = await lobby_of(request).match(match_id)
    seating = None if person is None else match.seat_of(person.id)
    return render(request, "replay.html", person, match=match_id, seat=None if seating is None else seating.seat)


@router.get("/history")
async def history(request: Request, person: Somebody, before: Before = None) -> HTMLResponse:
    """One's own finished matches and totals."""
    if person is None:
        return render(request, "history.html", None)
    own = history_of(request)
    page = await own.page(person, before, HISTORY_PAGE)
    matches = [played_out(each, person.id) for each in page.matches]
    times = [_time(each.finished_ms) for each in matches]
    totals = await own.totals(person)
    return render(request, "history.html", person, matches=matches, times=times, later=before, next=page.next, totals=totals)


def _time(ms: int) -> dict[str, str]:
    """A moment for machines, and in words of UTC for browsers that cannot put it into the reader's own."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return {"machine": moment.isoformat(timespec="seconds"), "text": f"{moment:%Y-%m-%d %H:%M} UTC"}


@router.get("/records/{match_id}")
async def record(match_id: str, request: Request, person: Somebody) -> HTMLResponse:
    """The record of a match: its results deal by deal."""
    match = await lobby_of(request).match(match_id)
    database: Database = request.app.state.database
    summary = summary_of(events_of(public_part(await database.read(match_id))))
    variant = registry.ruleset(match.setup.ruleset_key).variant
    return render(request, "record.html", person, match=match, variant=variant, summary=summary)
