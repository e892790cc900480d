"""HTTP: the lobby and the waiting rooms."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from mahjong_club.accounts.endpoints import Me, Somebody, address_of, limit
from mahjong_club.accounts.schemas import ERRORS
from mahjong_club.lobby import schemas
from mahjong_club.lobby.choices import CLOCKS, ruleset_json
from mahjong_club.lobby.crowd import LIST
from mahjong_club.lobby.presets import presets
from mahjong_club.lobby.schemas import (
    AnnouncementOut,
    Choices,
    ClockPreset,
    CreateTable,
    Entropy,
    PutBot,
    Quickstart,
    Ready,
    SayInRoom,
    Start,
    TableList,
    TableOut,
    TableUpdate,
    TakeSeat,
)
from mahjong_club.lobby.service import Lobby
from mahjong_club.lobby.shapes import clock_out, preset_out, room_out, row_out, table_out
from mahjong_club.lobby.steps import Wishes
from mahjong_club.protocol.entries import AwaySetup, ClockSetup
from mahjong_club.rules.variants import registry
from mahjong_club.storage.matches import MatchRecord
from mahjong_club.storage.people import PersonRecord
from mahjong_club.storage.tables import TableRecord

router = APIRouter(prefix="/api/v1", tags=["tables"], responses=ERRORS)
Code = Annotated[str, Path(pattern="^[A-Za-z]{6}$", description="the table's six letters")]
PlaceInPath = Annotated[int, Path(ge=0, le=3)]
After = Annotated[int | None, Query(ge=0, description="the revision one has: the answer waits for a newer one")]
Heard = Annotated[int | None, Query(ge=0, description="the number one has of the room's news; with it the answer has ``room``")]
Page = Annotated[
    str | None, Query(pattern="^[0-9a-f]{8,32}$", description="a page's own random number: it counts as being there")
]
#: How long a request for changes is held open.
HOLD_S = 25.0


@dataclass(frozen=True, slots=True)
class Defaults:
    """The club's own values where a request names none."""

    window_ms: int


def lobby_of(request: Request) -> Lobby:
    """The lobby that ``app`` put into the application's state."""
    found: Lobby = request.app.state.lobby
    return found


async def _shown(request: Request, table: TableRecord, person: PersonRecord | None) -> TableOut:
    found, match = await lobby_of(request).table_and_match(table.code)
    return table_out(found, match, person)


@router.get("/choices")
async def choices(request: Request) -> Choices:
    """Rulesets with their options, clocks and bots to choose from."""
    defaults: Defaults = request.app.state.defaults
    return Choices(
        rulesets=[ruleset_json(found) for found in registry.listed()],
        presets=[preset_out(preset) for preset in presets()],
        clocks=[ClockPreset(name=name, clock=clock_out(clock)) for name, clock in CLOCKS.items()],
        window_ms=defaults.window_ms,
        bots=["random", "club"],
    )


@router.get("/tables")
async def list_tables(request: Request, person: Somebody, after: After = None, page: Page = None) -> TableList:
    """Listed tables and one's own. With ``after`` the answer waits up to 25 s for a change."""
    lobby = lobby_of(request)
    if after is not None:
        with _there(lobby, LIST, page, person):
            await lobby.updates.wait_lobby(after, HOLD_S)
    revision = lobby.updates.lobby_revision
    rows = [row_out(table, person, lobby.crowd) for table in await lobby.listing(person)]
    told = [AnnouncementOut(id=each.id, text=each.text) for each in await lobby.announcements()]
    return TableList(revision=revision, tables=rows, here=lobby.crowd.size(LIST), announcements=told)


@router.post("/tables", status_code=201)
async def create_table(body: CreateTable, request: Request, person: Me) -> TableOut:
    """Create a table and take a seat at it."""
    limit(request, "tables", person.id)
    limit(request, "tables_from", address_of(request))
    wishes = Wishes(
        ruleset=body.ruleset,
        options=body.options,
        clock=_clock(body.clock),
        away=AwaySetup(body.away.policy, body.away.after_ms),
        window_ms=_window(request, body.window_ms),
        listed=body.listed,
        seating=body.seating,
        bot=body.bot,
        bots=body.bots,
        place=body.place,
        pinned=body.pinned,
        practice=body.practice,
    )
    lobby = lobby_of(request)
    table = await lobby.create(person, wishes)
    lobby.updates.changed(table.code)
    return await _shown(request, table, person)


@router.post("/quickstart", status_code=201)
async def quickstart(body: Quickstart, request: Request, person: Me) -> TableOut:
    """A private table against three club bots, begun at once."""
    limit(request, "tables", person.id)
    limit(request, "tables_from", address_of(request))
    wishes = Wishes(
        ruleset=body.variant,
        options=body.options,
        clock=_clock(body.clock),
        away=AwaySetup("wait", 0),
        window_ms=_window(request, body.window_ms),
        listed=False,
        seating="chosen",
        bot=body.bot,
        practice=body.practice,
    )
    return await _shown(request, await lobby_of(request).quickstart(person, wishes), person)


@router.get("/tables/{code}")
async def get_table(code: Code, request: Request, person: Somebody) -> TableOut:
    """A table, listed or not, by its code."""
    table, match = await lobby_of(request).table_and_match(code)
    return table_out(table, match, person)


@router.get("/tables/{code}/updates")
async def table_updates(
    code: Code, request: Request, person: Somebody, after: After = 0, heard: Heard = None, page: Page = None
) -> TableUpdate:
    """The table as soon as its revision is above ``after``, and what is newer in its room than ``heard``; it waits up to 25 s."""
    lobby, key, since = lobby_of(request), code.upper(), after or 0

    async def newer() -> tuple[TableRecord, MatchRecord | None] | None:
        table, match = await lobby.table_and_match(key)
        stirred = heard is not None and lobby.talk.number(key) > heard
        return (table, match) if stirred or table.revision > since else None

    await lobby.table(key)
    with _there(lobby, key, page, person):
        found = await lobby.updates.wait_table(key, newer, HOLD_S)
    if found is None:
        return TableUpdate(revision=since, table=None)
    table, match = found
    room = None if heard is None else room_out(table, person, lobby.crowd, lobby.talk, heard)
    return TableUpdate(
        revision=max(table.revision, since), table=table_out(table, match, person) if table.revision > since else None, room=room
    )


@router.post("/tables/{code}/say", status_code=204)
async def say(code: Code, body: SayInRoom, request: Request, person: Me) -> None:
    """Say something in the waiting room; it comes with ``room`` to everybody who asks for updates."""
    await lobby_of(request).say(code, person, text=body.text, phrase=body.phrase)


@router.post("/tables/{code}/join")
async def join(code: Code, request: Request, person: Me) -> TableOut:
    """Take the first free seat."""
    return await _shown(request, await lobby_of(request).sit(code, person, None), person)


@router.post("/tables/{code}/seat")
async def take_seat(code: Code, body: TakeSeat, request: Request, person: Me) -> TableOut:
    """Take a seat, or move to another."""
    return await _shown(request, await lobby_of(request).sit(code, person, body.place), person)


@router.post("/tables/{code}/leave")
async def leave(code: Code, request: Request, person: Me) -> TableOut:
    """Give up one's seat; a bot plays it on if the match runs. Always possible."""
    return await _shown(request, await lobby_of(request).leave(code, person), person)


@router.post("/tables/{code}/ready")
async def ready(code: Code, body: Ready, request: Request, person: Me) -> TableOut:
    """Say that one is ready, with a text of one's own for the walls."""
    table = await lobby_of(request).set_ready(code, person, body.entropy, ready=body.ready)
    return await _shown(request, table, person)


@router.put("/tables/{code}/seats/{place}")
async def put_bot(code: Code, place: PlaceInPath, body: PutBot, request: Request, person: Me) -> TableOut:
    """The host puts a club bot onto a place."""
    return await _shown(request, await lobby_of(request).put_bot(code, person, place, body.bot), person)


@router.delete("/tables/{code}/seats/{place}")
async def clear_seat(code: Code, place: PlaceInPath, request: Request, person: Me) -> TableOut:
    """The host frees a place."""
    return await _shown(request, await lobby_of(request).clear(code, person, place), person)


@router.post("/tables/{code}/start")
async def start(code: Code, body: Start, request: Request, person: Me) -> TableOut:
    """The host starts the match once everybody is ready."""
    return await _shown(request, await lobby_of(request).start(code, person, body.fill), person)


@router.post("/tables/{code}/rematch")
async def rematch(code: Code, body: Entropy, request: Request, person: Me) -> TableOut:
    """Ready for another match with the same people; it begins when the last of them has pressed."""
    return await _shown(request, await lobby_of(request).rematch(code, person, body.entropy), person)


@contextmanager
def _there(lobby: Lobby, place: str, page: str | None, person: PersonRecord | None) -> Iterator[None]:
    """While a page's request is open, whoever reads it is there."""
    if page is None:
        yield
        return
    lobby.crowd.enter(place, page, "" if person is None else person.id)
    try:
        yield
    finally:
        lobby.crowd.leave(place, page)


def _clock(wish: schemas.Clock | str | None) -> ClockSetup | None:
    if isinstance(wish, schemas.Clock):
        return ClockSetup(wish.base_ms, wish.bank_ms)
    return None if wish is None else CLOCKS[wish]


def _window(request: Request, wish: int | None) -> int:
    defaults: Defaults = request.app.state.defaults
    return defaults.window_ms if wish is None else wish
