"""A seat that has declared and has no choice left is played by the table, and asked nothing."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from mahjong_club.play.clock import Pacing
from mahjong_club.play.ports import ClockSetup
from mahjong_club.rules.actions import StartDeal
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import parse_tiles
from mahjong_club.rules.variants.registry import newest
from tests.play.support import Client, World, setup_of

Json = dict[str, Any]
HANDS = {"riichi": "123m456m789m11p99s", "taiwanese": "123m456m789m123p11s99s"}
READY = {"type": "declare_ready", "tile": "7z", "drawn": True}


def dealer(hand: str, size: int) -> Callable[[Any, MatchState], StartDeal]:
    """Seat 0 gets the hand and draws a dragon; what completes it lies at the far end of the wall."""

    def deal(_: Any, state: MatchState) -> StartDeal:
        assert state.rules is not None
        rest = list(state.rules.tiles)
        own = list(parse_tiles(hand))
        for tile in [*own, "7z"]:
            rest.remove(tile)
        late = [tile for tile in rest if tile in ("1p", "1s", "9s") or tile[1] == "f"]
        rest = [tile for tile in rest if tile not in late]
        random.Random(3).shuffle(rest)
        others, rest = rest[: 3 * size], rest[3 * size :]
        return StartDeal((*own, *others, "7z", *rest, *late), "00" * 32, "c" * 64)

    return deal


async def declared(variant: str, window_ms: int, people: tuple[int, ...] = (0,)) -> tuple[World, Client]:
    hand = HANDS[variant]
    setup = replace(
        setup_of(people=people, window_ms=window_ms, clock=ClockSetup(20_000, 60_000)), ruleset_key=newest(variant).key
    )
    world = World(setup, pacing=Pacing(bot_ms=900, forced_ms=600), deal=dealer(hand, len(parse_tiles(hand))))
    client = await world.join(0)
    assert client.prompt is not None
    assert READY in client.prompt["legal"]
    assert (await client.act(READY))["type"] == "accepted"
    return world, client


def own_turns(client: Client) -> list[tuple[Json, Json]]:
    """The seat's draws with what it did after each."""
    own = [each for each in client.connection.events() if each.get("seat") == 0 and each["type"] in ("drawn", "discarded")]
    return [(a, b) for a, b in pairwise(own) if (a["type"], b["type"]) == ("drawn", "discarded")]


def timed(client: Client) -> list[tuple[float, str]]:
    """When the seat's own events came."""
    frames = [(at, json.loads(data)) for at, data in client.connection.raw]
    return [(at, item["type"]) for at, frame in frames for item in frame.get("items", ()) if item.get("seat") == 0]


@pytest.mark.parametrize("variant", list(HANDS))
async def test_the_table_discards_for_a_declared_seat(variant: str) -> None:
    world, client = await declared(variant, 1_000)
    asked = len(client.connection.of("prompt"))
    for _ in range(400):
        await world.pass_time(100)
        # What is asked yet is a choice: a win that may be passed, or a kong.
        assert all(len(prompt["legal"]) > 1 for prompt in client.connection.of("prompt")[asked:])
        if len(own_turns(client)) == 2:
            break
    assert len(own_turns(client)) == 2
    for drawn, discarded in own_turns(client):
        assert discarded["drawn"]
        assert discarded["tile"] == drawn["tile"]
    assert "timed_out" not in [event["type"] for event in client.connection.events()]


async def test_it_takes_a_moment_where_the_match_is_paced() -> None:
    world, client = await declared("taiwanese", 1_000)
    for _ in range(400):
        await world.pass_time(50)
        if own_turns(client):
            break
    times = [(at, kind) for at, kind in timed(client) if kind in ("drawn", "discarded")]
    assert times[-1][0] - times[-2][0] == 600


async def test_it_is_done_at_once_where_nothing_is_paced() -> None:
    world, client = await declared("taiwanese", 0)
    # The bots play at once, too: the whole deal is over, and nothing waits for the declared seat.
    table = await world.table()
    assert table.state.phase == "settled"
    assert own_turns(client)
    assert client.prompt is not None
    assert client.prompt["legal"] == [{"type": "continue_match"}]
