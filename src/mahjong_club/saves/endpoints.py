"""HTTP: claim links of seats."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from mahjong_club.accounts.endpoints import Somebody, accounts_of, address_of, limit, set_cookie
from mahjong_club.accounts.schemas import ERRORS, Strict
from mahjong_club.saves.links import look_at, redeem
from mahjong_club.storage.database import Database

router = APIRouter(prefix="/api/v1", tags=["matches"], responses=ERRORS)
MatchId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]


class ClaimSeat(Strict):
    """A link's token. With ``use`` false it is only looked at."""

    token: Annotated[str, Field(max_length=100)]
    use: bool = True


class ClaimOut(BaseModel):
    """The seat a link is for, and the name it is played under; ``you``: one is that person already."""

    match: str
    code: str
    seat: int
    name: str
    you: bool


@router.post("/matches/{match_id}/claim")
async def claim(match_id: MatchId, body: ClaimSeat, request: Request, response: Response, person: Somebody) -> ClaimOut:
    """Become the guest of a seat with a link made for it, in this browser; each link works once."""
    limit(request, "guests", address_of(request))
    database: Database = request.app.state.database
    if body.use:
        found = await database.transact(lambda session: redeem(session, match_id, body.token))
        set_cookie(request, response, accounts_of(request).cookie_of(found.person))
    else:
        found = await database.query(lambda session: look_at(session, match_id, body.token))
    you = person is not None and person.id == found.person.id
    return ClaimOut(match=match_id, code=found.code, seat=found.seat, name=found.person.name, you=you)
