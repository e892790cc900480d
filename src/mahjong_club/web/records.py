"""HTTP: the record of a match as a file, in the club's own format or, for riichi, as mjai."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.schemas import ERRORS
from mahjong_club.history.mjai import mjai_text
from mahjong_club.history.records import events_of
from mahjong_club.lobby.endpoints import lobby_of
from mahjong_club.lobby.records import public_part, record_json
from mahjong_club.protocol.entries import Entry
from mahjong_club.rules.variants import registry
from mahjong_club.storage.database import Database
from mahjong_club.storage.matches import MatchRecord

router = APIRouter(prefix="/api/v1", tags=["matches"], responses=ERRORS)
MatchId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
Format = Annotated[Literal["json", "mjai"], Query(description="the club's own format, or mjai lines (riichi only)")]
NDJSON: Final = "application/x-ndjson"
#: The only variant that mjai has words for.
MJAI_VARIANT: Final = "riichi"


@router.get(
    "/matches/{match_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, NDJSON: {}}, "description": "docs/records.md describes both formats"}},
)
async def get_record(match_id: MatchId, request: Request, format: Format = "json") -> Response:
    """The record of the finished deals, for replay, `mahjong-club verify` and other programs."""
    match = await lobby_of(request).match(match_id)
    database: Database = request.app.state.database
    entries = await database.read(match_id)
    if format == "mjai":
        body, kind, name = await asyncio.to_thread(_mjai, match, entries), NDJSON, f"{match_id}.mjson"
    else:
        body, kind, name = await asyncio.to_thread(record_json, match, entries), "application/json", f"{match_id}.json"
    shown = f'attachment; filename="{name}"' if "download" in request.query_params else "inline"
    return Response(body, media_type=kind, headers={"content-disposition": shown})


def _mjai(match: MatchRecord, entries: Sequence[Entry]) -> bytes:
    if registry.ruleset(match.setup.ruleset_key).variant != MJAI_VARIANT:
        raise Problem("not_riichi", "only riichi matches have words in mjai", ruleset=match.setup.ruleset_key)
    return mjai_text(events_of(public_part(entries)), [each.name for each in match.seatings]).encode()
