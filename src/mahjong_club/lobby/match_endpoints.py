"""HTTP: matches and tickets for their sockets."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from mahjong_club.accounts.endpoints import Me, Somebody
from mahjong_club.accounts.schemas import ERRORS
from mahjong_club.accounts.tickets import Ticket, Tickets
from mahjong_club.lobby.endpoints import lobby_of
from mahjong_club.lobby.schemas import MatchOut, TicketOut
from mahjong_club.lobby.shapes import match_out

router = APIRouter(prefix="/api/v1", tags=["matches"], responses=ERRORS)
MatchId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]


@router.get("/me/matches")
async def my_matches(request: Request, person: Me) -> list[MatchOut]:
    """Matches that are not over and in which one still has a seat."""
    return [match_out(match, person) for match in await lobby_of(request).unfinished(person)]


@router.get("/matches/{match_id}")
async def get_match(match_id: MatchId, request: Request, person: Somebody) -> MatchOut:
    """A match: its people, its rules, its result."""
    return match_out(await lobby_of(request).match(match_id), person)


@router.post("/matches/{match_id}/ticket")
async def ticket(match_id: MatchId, request: Request, person: Somebody) -> TicketOut:
    """A ticket for one socket: of one's seat, or to look on."""
    match = await lobby_of(request).match(match_id)
    seating = None if person is None else match.seat_of(person.id)
    seat = None if seating is None or seating.left else seating.seat
    tickets: Tickets = request.app.state.tickets
    issued = Ticket(match_id, seat, "" if person is None else person.id, "" if person is None else person.name)
    return TicketOut(ticket=tickets.issue(issued), seat=seat)


@router.post("/matches/{match_id}/leave", status_code=204)
async def leave_match(match_id: MatchId, request: Request, person: Me) -> None:
    """Give up one's seat; a bot plays it on. Always possible."""
    await lobby_of(request).leave_match(match_id, person)


@router.post("/matches/{match_id}/rest", status_code=204)
async def save_and_leave(match_id: MatchId, request: Request, person: Me) -> None:
    """Go on another day. The seat stays one's own; once all people have left, the match rests as it is."""
    await lobby_of(request).stand_up(match_id, person)


@router.post("/matches/{match_id}/return")
async def return_to_match(match_id: MatchId, request: Request, person: Me) -> MatchOut:
    """Take back the seat one gave up."""
    lobby = lobby_of(request)
    await lobby.return_to(match_id, person)
    return match_out(await lobby.match(match_id), person)
