"""HTTP: the administration. Nobody but an admin, or the command line of the server's machine, gets past the door."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from mahjong_club.accounts.endpoints import address_of
from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.schemas import ERRORS
from mahjong_club.administration import schemas, shapes
from mahjong_club.administration.actions import WITHOUT_REASON
from mahjong_club.administration.actors import Actor
from mahjong_club.administration.browsing import keys_of
from mahjong_club.administration.overview import live_tables, system
from mahjong_club.administration.roles import COOKIE, SESSION_S
from mahjong_club.administration.service import Administration
from mahjong_club.storage.administrators import AdminRecord
from mahjong_club.storage.announcements import announcements
from mahjong_club.storage.saves import Filter

PREFIX = "/api/v1/admin"
SIGN_IN = f"{PREFIX}/sign-in"
PAGE = 50
router = APIRouter(prefix=PREFIX, tags=["administration"], responses=ERRORS)
MatchId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
Who = Annotated[str, Path(max_length=200, description="an id, or the name to sign in with")]


def administration_of(request: Request) -> Administration:
    """The administration that ``app`` put into the application's state."""
    found: Administration = request.app.state.administration
    return found


def actor_of(request: Request) -> Actor:
    """Whom the door has let in. Raises ``not_found`` for everybody else."""
    actor = getattr(request.state, "actor", None)
    if not isinstance(actor, Actor):
        raise Problem("not_found", "not found")
    return actor


def admin_of(request: Request) -> AdminRecord:
    """The admin of the web whom the door has let in. Raises ``not_found``."""
    actor_of(request)
    admin = getattr(request.state, "admin", None)
    if not isinstance(admin, AdminRecord):
        raise Problem("not_found", "the command line has no account of its own")
    return admin


def console_of(actor: Annotated[Actor, Depends(actor_of)]) -> Actor:
    """Somebody at the command line. Raises ``console_only``: who is admin is not decided on the web."""
    if not actor.at_console:
        raise Problem("console_only", "this is done with `mahjong-club admin`")
    return actor


Club = Annotated[Administration, Depends(administration_of)]
Somebody = Annotated[Actor, Depends(actor_of)]
Console = Annotated[Actor, Depends(console_of)]
Mine = Annotated[AdminRecord, Depends(admin_of)]


# --- sessions
@router.post("/sign-in")
async def sign_in(body: schemas.AdminSignIn, request: Request, response: Response, club: Club) -> schemas.AdminOut:
    """Sign in with name and password; the cookie is good for eight hours."""
    admin, cookie = await club.roles.sign_in(body.login, body.password, address_of(request))
    _set_cookie(request, response, cookie)
    return shapes.admin_out(admin)


@router.post("/sign-out", status_code=204)
async def sign_out(response: Response, actor: Somebody, club: Club) -> None:
    """End this session. A new password ends all of them."""
    await club.ledger.write(actor, "sign_out", actor.person_id or "")
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


@router.get("/me")
async def me(admin: Mine) -> schemas.AdminOut:
    """Oneself."""
    return shapes.admin_out(admin)


@router.post("/password", status_code=204)
async def change_password(body: schemas.ChangePassword, request: Request, response: Response, admin: Mine, club: Club) -> None:
    """A new password of one's own; every other session ends."""
    _set_cookie(request, response, await club.roles.change_password(admin, body.old, body.new))


# --- who is an admin
@router.get("/administrators")
async def administrators(_: Somebody, club: Club) -> list[schemas.AdminOut]:
    """Everybody who has or had the role."""
    return [shapes.admin_out(admin) for admin in await club.roles.all()]


@router.post("/administrators", status_code=201)
async def grant(body: schemas.Grant, actor: Console, club: Club) -> schemas.AdminOut:
    """Give somebody the role; at the command line only."""
    return shapes.admin_out(await club.roles.grant(actor, body.who, body.login))


@router.delete("/administrators/{who}")
async def revoke(who: Who, actor: Console, club: Club) -> schemas.AdminOut:
    """Take the role away; at the command line only."""
    return shapes.admin_out(await club.roles.revoke(actor, who))


@router.put("/administrators/{who}/password", status_code=204)
async def set_password(who: Who, body: schemas.SetPassword, actor: Console, club: Club) -> None:
    """Give an admin a password, which ends his sessions; at the command line only."""
    await club.roles.set_password(actor, who, body.password)


# --- acting
@router.post("/preview")
async def preview(body: schemas.Wish, actor: Somebody, club: Club) -> schemas.PreviewOut:
    """What an action would change; nothing happens."""
    plan = await club.desk.preview(actor, body.action)
    return schemas.PreviewOut(
        subject=plan.subject,
        changes=shapes.changes_out(plan.changes),
        basis=plan.basis,
        needs_reason=body.action.do not in WITHOUT_REASON,
    )


@router.post("/act")
async def act(body: schemas.Order, actor: Somebody, club: Club) -> schemas.DoneOut:
    """Do what was previewed."""
    done = await club.desk.act(actor, body.action, body.reason, body.basis)
    return schemas.DoneOut(row=done.row, changes=shapes.changes_out(done.changes))


# --- saves
def filter_of(
    state: Annotated[str, Query(max_length=20)] = "",
    ruleset: Annotated[str, Query(max_length=60)] = "",
    person: Annotated[str, Query(max_length=80)] = "",
    code: Annotated[str, Query(max_length=6)] = "",
    since: Annotated[str, Query(max_length=10, description="YYYY-MM-DD, UTC")] = "",
    until: Annotated[str, Query(max_length=10, description="YYYY-MM-DD, UTC, that day included")] = "",
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Filter:
    """The matches that a query asks for; a value that means nothing finds none."""
    return shapes.filter_from(
        state=state, keys=keys_of(ruleset) if ruleset else (), known=not ruleset or bool(keys_of(ruleset)),
        person=person.strip(), code=code.strip(), since=since, until=until, page=page, size=PAGE,
    )  # fmt: skip


Wanted = Annotated[Filter, Depends(filter_of)]


@router.get("/matches")
async def matches(wanted: Wanted, _: Somebody, club: Club) -> list[schemas.SaveOut]:
    """Stored matches, fifty a page, the last played first."""
    return [shapes.save_out(line) for line in (await club.browser.listing(wanted))[:PAGE]]


@router.get("/matches/{match_id}")
async def match(match_id: MatchId, _: Somebody, club: Club) -> schemas.OpenedOut:
    """A match to look through."""
    return shapes.opened_out(await club.browser.match(match_id), len(club.connections.at(match_id)))


@router.get("/matches/{match_id}/view")
async def view(
    match_id: MatchId,
    actor: Somebody,
    club: Club,
    at: Annotated[int | None, Query(ge=1, description="number of an event; the last one without it")] = None,
    seat: Annotated[int | None, Query(ge=0, le=3, description="whose eyes; a spectator's without it")] = None,
) -> schemas.PositionOut:
    """The match after an event as a seat, or a spectator, saw it."""
    return shapes.position_out(await club.browser.look(actor, match_id, at, seat))


@router.post("/matches/{match_id}/full")
async def full(match_id: MatchId, body: schemas.LookFully, actor: Somebody, club: Club) -> schemas.PositionOut:
    """The match after an event with every hand and the wall. The reason is kept."""
    return shapes.position_out(await club.browser.look_fully(actor, match_id, body.at, body.reason))


# --- the club
@router.get("/tables")
async def tables(_: Somebody, club: Club) -> list[schemas.LiveTable]:
    """Tables that are not closed, with who is connected."""
    return await live_tables(club)


@router.get("/people")
async def people(
    _: Somebody,
    club: Club,
    *,
    q: Annotated[str, Query(max_length=80, description="the beginning of an id, or a part of a name")] = "",
    banned: bool = False,
) -> list[schemas.PersonOfClub]:
    """Persons, the newest first."""
    return [shapes.person_out(line, club.connections) for line in await club.people.listing(q.strip(), banned=banned)]


@router.get("/announcements")
async def shown_announcements(_: Somebody, club: Club) -> list[schemas.AnnouncementOfAdmin]:
    """What the lobby shows now."""
    found = await club.database.query(lambda session: announcements(session, shapes.now_ms()))
    return [schemas.AnnouncementOfAdmin(id=a.id, text=a.text, by=a.made_by, until_ms=a.until_ms) for a in found]


@router.get("/audit")
async def audit(
    _: Somebody,
    club: Club,
    before: Annotated[int | None, Query(ge=1)] = None,
    action: Annotated[str, Query(max_length=40)] = "",
    subject: Annotated[str, Query(max_length=120)] = "",
    actor: Annotated[str, Query(max_length=120)] = "",
) -> list[schemas.AuditOut]:
    """Rows of the audit log, the newest first."""
    found = await club.ledger.lines(before=before, limit=PAGE, action=action, subject=subject, actor=actor)
    return [shapes.audit_out(line) for line in found]


@router.get("/system")
async def system_out(request: Request, _: Somebody, club: Club) -> schemas.SystemOut:
    """Version, database, settings and figures."""
    return await system(club, request.app.state.settings.model_dump(mode="json"))


def _set_cookie(request: Request, response: Response, cookie: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, cookie, max_age=SESSION_S, path="/", httponly=True, samesite="strict", secure=secure)
