"""Whole matches through a table: what each seat hears is what it may see of what was kept."""

import json
import random
from dataclasses import replace

import pytest

from mahjong_club.play.memory import MemoryLog
from mahjong_club.play.ports import SeatSetup
from mahjong_club.protocol.codec import decode_event, encode_view
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump, view_for
from tests.play.support import Client, World, play_on, setup_of

CLUB = SeatSetup("bot", None, "Bot", "club")


def replayed(log: MemoryLog) -> MatchState:
    state = MatchState(rules_for)
    for row in log.rows["m1"]:
        evolve(state, decode_stored(row.kind, row.payload))
        assert row.seq == state.seq
    return state


def built(client: Client) -> MatchState:
    """The view that a client builds from what it was sent alone, from its snapshot on."""
    view = MatchState(rules_for)
    for frame in client.connection.frames:
        if frame["type"] == "events":
            for number, item in enumerate(frame["items"], frame["from"]):
                if number <= view.seq:
                    continue
                evolve(view, decode_event(json.dumps(item)))
                assert number == view.seq
    return view


@pytest.mark.parametrize("seed", range(4))
async def test_four_people_play_a_match_and_every_view_agrees(seed: int) -> None:
    world = World(setup_of(secret=f"{seed:02x}" * 32))
    clients = [await world.join(seat, since=0) for seat in range(4)] + [await world.join(None, since=0)]
    table = await world.table()
    await play_on(world, clients[:4], lambda: table.state.phase == "over" or table.state.number == 4, random.Random(seed))
    state = table.state
    assert dump(replayed(world.log)) == dump(state)
    for client in clients:
        assert dump(built(client)) == dump(view_for(state, client.seat))


async def test_bots_alone_finish_a_match() -> None:
    world = World(replace(setup_of(people=()), seats=(CLUB,) * 4, options={"rounds": 1}))
    table = await world.table()
    assert table.state.phase == "over"
    ended = json.loads(world.log.rows["m1"][-1].payload)
    assert ended["type"] == "match_ended"
    assert ended["secret"] == world.setup.secret
    assert world.log.appends < len(world.log.rows["m1"]) / 4


async def test_nothing_is_sent_before_it_is_kept() -> None:
    world = World(setup_of(people=(0,)))
    client = await world.join(0, since=0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.number == 2)
    kept = [row for row in world.log.rows["m1"] if not row.sealed]
    heard = client.connection.events()
    assert len(heard) == len(kept) == table.state.seq
    assert [item["type"] for item in heard] == [row.kind for row in kept]


async def test_whoever_comes_back_after_any_event_sees_what_he_would_have_seen() -> None:
    world = World(setup_of(secret="33" * 32))
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    await play_on(world, clients, lambda: table.state.number == 3 and table.state.discards > 9, random.Random(2))
    states: dict[int, MatchState] = {}
    state = MatchState(rules_for)
    for row in world.log.rows["m1"]:
        evolve(state, decode_stored(row.kind, row.payload))
        states[state.seq] = state.copy()
    kinds = set()
    for seat in (0, 2, None):
        for number in range(1, table.state.seq + 1, 3):
            client = await world.join(seat, since=number)
            first = client.connection.frames[0]
            kinds.add(first["type"])
            if first["type"] == "snapshot":
                assert first["view"] == json.loads(encode_view(table.state, seat))
                continue
            view = view_for(states[number], seat)
            assert first["from"] == number + 1
            for item in first["items"]:
                evolve(view, decode_event(json.dumps(item)))
            assert dump(view) == dump(view_for(table.state, seat))
    assert kinds == {"snapshot", "events"}
