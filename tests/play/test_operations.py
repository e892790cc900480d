"""Orders at a table: what they change, what people see of them, and that they survive a restart."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from mahjong_club.play.operations import (
    EndMatch,
    FreeSeat,
    MoveSeat,
    Operation,
    OperationRefused,
    Pause,
    ResetDeal,
    Resume,
    Rewind,
    SwapSeats,
)
from mahjong_club.play.ports import AwaySetup, ClockSetup, SeatSetup
from mahjong_club.protocol.statedump import dump_state
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.views import dump
from tests.play.support import Client, World, play_on, setup_of

BY = {"by": "Ada", "reason": "a tile fell on the floor"}


async def operate(world: World, operation: Operation) -> int:
    number = await world.tables.operate(world.setup.id, operation)
    await world.settle()
    return number


async def refused(world: World, operation: Operation) -> str:
    before = len(world.log.rows[world.setup.id])
    with pytest.raises(OperationRefused) as caught:
        await world.tables.operate(world.setup.id, operation)
    with pytest.raises(OperationRefused) as previewed:
        await world.tables.preview(world.setup.id, operation)
    assert len(world.log.rows[world.setup.id]) == before
    assert previewed.value.code == caught.value.code
    return caught.value.code


def game_of(state: MatchState) -> dict[str, Any]:
    """The state without what a rewind leaves as it is."""
    plain = json.loads(dump_state(state))
    plain["state"] = {name: value for name, value in plain["state"].items() if name not in ("seq", "paused")}
    for seat in plain["state"]["seats"]:
        seat["left"] = None
    return plain  # type: ignore[no-any-return]


def restarted(world: World) -> None:
    world.server()


async def played(world: World, events: int, people: tuple[int, ...] = (0,)) -> list[Client]:
    clients = [await world.join(seat) for seat in people]
    table = await world.table()
    await play_on(world, clients, lambda: table.state.seq >= events, random.Random(5))
    return clients


async def test_a_deal_is_reset_to_its_start_with_the_same_wall() -> None:
    world = World(setup_of((0,)))
    clients = await played(world, 60)
    table = await world.table()
    wall, commitment = table.state.wall, table.state.deal_commitment
    preview = await table.preview(ResetDeal(**BY))
    assert (preview.undone, preview.deals, preview.wall_known) == (table.state.seq - 2, (), False)
    number = await operate(world, ResetDeal(**BY))
    rewound = next(e for e in clients[0].connection.events() if e["type"] == "match_rewound")
    assert (rewound["to"], rewound["kind"], rewound["by"], rewound["reason"]) == (2, "reset", "Ada", BY["reason"])
    assert table.state.seq > number and table.state.discards <= 4
    assert (table.state.wall, table.state.deal_commitment, table.state.number) == (wall, commitment, 1)
    await play_on(world, clients, lambda: table.state.phase == "settled")
    assert sum(table.state.scores) == 0


async def test_there_is_nothing_to_reset_before_anything_happened() -> None:
    world = World(setup_of((0, 1, 2, 3), away=AwaySetup("pause", 0)))
    table = await world.table()
    await world.settle()
    assert table.state.paused
    assert await refused(world, Rewind(to=0, **BY)) == "bad_seq"
    assert await refused(world, Rewind(to=table.state.seq, **BY)) == "bad_seq"


async def test_an_order_needs_a_name_a_reason_and_a_seat_that_exists() -> None:
    world = World(setup_of((0,)))
    await world.table()
    assert await refused(world, Pause(by=" ", reason="x")) == "bad_name"
    assert await refused(world, Pause(by="Ada", reason="")) == "bad_reason"
    assert await refused(world, Pause(by="Ada", reason="x" * 201)) == "bad_reason"
    assert await refused(world, FreeSeat(seat=4, **BY)) == "bad_seat"
