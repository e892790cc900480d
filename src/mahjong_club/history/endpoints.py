"""HTTP: what one has played."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query, Request

from mahjong_club.accounts.endpoints import Me
from mahjong_club.accounts.schemas import ERRORS
from mahjong_club.history.schemas import HistoryOut, PlayedOut, PlayerOut, TotalsOut
from mahjong_club.history.service import History
from mahjong_club.rules.variants import registry
from mahjong_club.storage.history import Played
from mahjong_club.storage.matches import SeatingRecord

router = APIRouter(prefix="/api/v1", tags=["history"], responses=ERRORS)
Before = Annotated[str | None, Query(pattern="^[0-9]{1,15}-[0-9a-f]{1,32}$", description="the ``next`` of the page before")]
Limit = Annotated[int, Query(ge=1, le=100)]


def history_of(request: Request) -> History:
    """The history that ``app`` put into the application's state."""
    found: History = request.app.state.history
    return found


@router.get("/me/history")
async def my_history(request: Request, person: Me, before: Before = None, limit: Limit = 20) -> HistoryOut:
    """One's finished matches, the newest first."""
    page = await history_of(request).page(person, before, limit)
    return HistoryOut(matches=[played_out(each, person.id) for each in page.matches], next=page.next)


@router.get("/me/history/totals")
async def my_totals(request: Request, person: Me) -> list[TotalsOut]:
    """One's totals, a line for each variant."""
    return [
        TotalsOut(
            variant=line.variant,
            matches=line.matches,
            places=list(line.places),
            rated=line.rated,
            deals=line.tally.deals,
            wins=line.tally.wins,
            self_draws=line.tally.self_draws,
            deal_ins=line.tally.deal_ins,
        )
        for line in await history_of(request).totals(person)
    ]


def played_out(played: Played, person_id: str) -> PlayedOut:
    """A match as one of its people sees it."""
    match, setup = played.match, played.match.setup
    lines = {line["seat"]: line for line in match.standings}
    mine = match.seat_of(person_id)
    assert mine is not None and match.finished_ms is not None
    own = lines.get(mine.seat, {})
    return PlayedOut(
        id=setup.id,
        code=setup.code,
        ruleset=setup.ruleset_key,
        variant=registry.ruleset(setup.ruleset_key).variant,
        options=setup.options,
        started_ms=match.created_ms,
        finished_ms=match.finished_ms,
        seat=mine.seat,
        place=own.get("place"),
        score=own.get("score"),
        points=own.get("points"),
        left=mine.left,
        practice=played.practice,
        players=sorted(
            (_player(each, lines.get(each.seat, {}), person_id) for each in match.seatings),
            key=lambda each: (each.place or 0, each.seat),
        ),
    )


def _player(seating: SeatingRecord, line: Mapping[str, int], person_id: str) -> PlayerOut:
    return PlayerOut(
        seat=seating.seat,
        name=seating.name,
        kind="bot" if seating.person_id is None else "person",
        bot=seating.bot,
        you=seating.person_id == person_id,
        place=line.get("place"),
        score=line.get("score"),
    )
