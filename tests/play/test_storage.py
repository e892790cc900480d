"""The store fails and comes back; the server is killed and comes back."""

import json
import random

import pytest

from mahjong_club.play.deals import fair_deal
from mahjong_club.play.memory import MemorySnapshots
from mahjong_club.play.ports import AwaySetup, ClockSetup, MatchSetup, StorageUnavailable
from mahjong_club.protocol.frames import decode_client
from mahjong_club.rules.actions import StartDeal
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.views import dump
from tests.play.support import World, play_on, setup_of


async def test_a_refused_step_is_told_to_nobody_and_changes_nothing() -> None:
    world = World(setup_of())
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    before, heard = dump(table.state), [len(c.connection.raw) for c in clients]
    world.log.failing = True
    frame = clients[0].act_frame()
    await clients[0].send(frame)
    assert clients[0].answer_to(frame["id"])["code"] == "storage_unavailable"
    assert dump(table.state) == before
    assert [len(c.connection.raw) for c in clients] == [heard[0] + 1, *heard[1:]]
    world.log.failing = False
    await clients[0].send(frame)
    assert clients[0].answer_to(frame["id"])["type"] == "accepted"
    await play_on(world, clients, lambda: table.state.number == 2)


async def test_steps_that_are_due_are_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    world = World(setup_of(clock=ClockSetup(5_000, 0), window_ms=1000))
    client = await world.join(0)
    table = await world.table()
    assert table.state.turn == 0
    seq = table.state.seq
    world.log.failing = True
    await world.pass_time(60_000)
    assert table.state.seq == seq
    assert "the log refused a step" in caplog.text
    # Nobody's clock ran out meanwhile: when the store is back the seat has its base time again.
    world.log.failing = False
    assert (await client.act())["type"] == "accepted"
    assert "the log takes steps again" in caplog.text
    assert table.state.seq > seq
    before = len(world.log.rows["m1"])
    world.log.failing = True
    await world.pass_time(20_000)
    world.log.failing = False
    await world.pass_time(20_000)
    assert len(world.log.rows["m1"]) > before


async def test_nothing_secret_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    world = World(setup_of())
    client = await world.join(0)
    world.log.failing = True
    await client.act()
    assert world.setup.secret not in caplog.text
    assert "5m" not in caplog.text


async def test_a_store_that_is_away_at_the_first_load_is_said() -> None:
    world = World(setup_of())
    world.log.failing = True
    with pytest.raises(StorageUnavailable):
        await world.tables.get("m1")
    world.log.failing = False
    assert (await world.table()).state.number == 1


@pytest.mark.parametrize("snapshots", [True, False])
async def test_a_killed_server_comes_back_where_it_was(*, snapshots: bool) -> None:
    rng = random.Random(3)
    world = World(setup_of(secret="0b" * 32))
    clients = [await world.join(seat) for seat in range(4)]
    for kept in range(60, 900, 60):
        await play_on(world, clients, lambda kept=kept: len(world.log.rows["m1"]) >= kept, rng)  # type: ignore[misc]
        old = await world.table()
        if not snapshots:
            world.snapshots = MemorySnapshots()
        world.server()
        clients = [await world.join(seat) for seat in range(4)]
        new = await world.table()
        assert new is not old
        assert dump(new.state) == dump(old.state)
        assert new.state.wall == old.state.wall
    assert (await world.table()).state.number > 2


async def test_a_restart_keeps_prompts_and_gives_time_back() -> None:
    world = World(setup_of(clock=ClockSetup(5_000, 20_000), away=AwaySetup("bot", 60_000), window_ms=500))
    clients = [await world.join(seat) for seat in range(4)]
    await world.pass_time(15_600)
    await clients[0].act()
    table = await world.table()
    assert table.banks == (10_000, 20_000, 20_000, 20_000)
    await play_on(world, clients, lambda: table.state.phase == "turn" and table.state.turn == 1)
    prompt = clients[1].prompt
    await world.pass_time(9_000)
    world.server()
    world.ticker.time += 40_000
    back = await world.join(1)
    assert back.prompt is not None
    assert prompt is not None
    assert back.prompt["id"] == prompt["id"]
    assert back.prompt["clock"] == {"base_ms": 5_000, "bank_ms": 20_000, "grace_ms": 600}
    resumed = json.loads(world.log.rows["m1"][-1].payload)
    assert resumed == {"type": "match_resumed", "reason": "server_restart", "credit_ms": resumed["credit_ms"]}
    assert resumed["credit_ms"] >= 49_000
    assert (await world.table()).banks == (10_000, 20_000, 20_000, 20_000)
    # The act that was on its way when the server died is still good.
    await back.send(clients[1].act_frame())
    assert back.connection.last("accepted")


async def test_a_broken_snapshot_is_not_used() -> None:
    world = World(setup_of())
    clients = [await world.join(seat) for seat in range(4)]
    await play_on(world, clients, lambda: len(world.log.rows["m1"]) > 100)
    old = await world.table()
    world.snapshots.kept["m1"] = (50, b'{"version":1}')
    world.server()
    assert dump((await world.table()).state) == dump(old.state)


async def test_another_writer_makes_the_table_give_up() -> None:
    world = World(setup_of())
    clients = [await world.join(seat) for seat in range(4)]
    row = world.log.rows["m1"][-1]
    world.log.rows["m1"].append(row.__class__(row.seq + 1, "timed_out", b'{"type":"timed_out","seat":0}'))
    frame = clients[0].act_frame()
    table = world.tables.loaded("m1")
    assert table is not None
    table.receive(clients[0].member, decode_client(json.dumps(frame)))
    await table.idle()
    assert [c.connection.closed for c in clients] == ["server_restarting"] * 4
    assert world.tables.loaded("m1") is None
    again = await world.join(0)
    assert (await again.act())["type"] == "accepted"


async def test_a_failure_of_our_own_is_answered_undone_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    def deal(setup: MatchSetup, state: MatchState) -> StartDeal:
        if state.number:
            raise RuntimeError("no second wall")
        return fair_deal(setup, state)

    world = World(setup_of(people=(0,)), deal=deal)
    client = await world.join(0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.phase == "settled")
    before = dump(table.state)
    answer = await client.act()
    assert answer["code"] == "internal_error"
    assert answer["seq"] == before["seq"]
    assert dump(table.state) == before
    assert "no second wall" in caplog.text
    # It is tried again later, not at once and for ever.
    assert world.ticker.next_at is not None
    assert world.ticker.next_at > world.ticker.time
