"""People who go and come back: policy decides who plays on, and the person takes the seat the moment he is there."""

import pytest

from mahjong_club.play.ports import AwayPolicy, AwaySetup, ClockSetup
from tests.play.support import World, play_on, setup_of

CLOCK = ClockSetup(5_000, 10_000)


def world_with(policy: AwayPolicy, **changes: object) -> World:
    return World(setup_of(away=AwaySetup(policy, 8_000), **changes))  # type: ignore[arg-type]


def kinds(world: World) -> list[str]:
    return [row.kind for row in world.log.rows["m1"]]


async def test_the_person_takes_the_seat_back_in_the_middle_of_a_decision() -> None:
    world = world_with("bot", window_ms=100)
    clients = [await world.join(seat) for seat in range(4)]
    await clients[1].leave()
    assert clients[2].connection.last("presence")["seats"][1] == {"seat": 1, "present": False, "left": None}
    await world.pass_time(7_999)
    assert "seat_left" not in kinds(world)
    await world.pass_time(1)
    assert kinds(world)[-1] == "seat_left"
    table = await world.table()
    await play_on(world, [clients[s] for s in (0, 2, 3)], lambda: table.state.phase == "turn" and table.state.turn == 1)
    # The bot takes its time; before it has decided the person is back.
    back = await world.join(1)
    assert kinds(world)[-1] == "seat_returned"
    await world.pass_time(5_000)
    assert kinds(world)[-1] == "seat_returned"
    assert (await back.act())["type"] == "accepted"


async def test_a_bot_plays_for_the_one_who_left() -> None:
    world = world_with("bot", window_ms=100)
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    await clients[0].leave()
    await world.pass_time(9_000)
    await play_on(world, clients[1:], lambda: table.state.discards > 20)
    assert "timed_out" not in kinds(world)
    assert clients[1].connection.events()[-1]["type"] != "match_paused"


async def test_pause_stops_the_match_and_its_clocks_until_the_seat_is_back() -> None:
    world = world_with("pause", window_ms=100, clock=CLOCK)
    clients = [await world.join(seat) for seat in range(4)]
    await clients[2].leave()
    await world.pass_time(8_000)
    assert kinds(world)[-2:] == ["seat_left", "match_paused"]
    assert (await clients[0].act())["code"] == "match_paused"
    await world.pass_time(1_000_000)
    assert kinds(world)[-1] == "match_paused"
    table = await world.table()
    # The pause began 8 s into the decision: its base and its grace were over, and the bank is charged for the rest.
    assert table.banks == (7_600, 10_000, 10_000, 10_000)
    await world.join(2)
    assert kinds(world)[-2:] == ["seat_returned", "match_resumed"]
    assert clients[0].prompt is not None
    assert clients[0].prompt["clock"] == {"base_ms": 5_000, "bank_ms": 7_600, "grace_ms": 600}
    assert (await clients[0].act())["type"] == "accepted"


async def test_wait_leaves_it_to_the_clock() -> None:
    world = world_with("wait", window_ms=100, clock=CLOCK)
    clients = [await world.join(seat) for seat in range(4)]
    await clients[0].leave()
    await world.pass_time(15_600)
    assert kinds(world)[-3:] == ["seat_left", "timed_out", "discarded"]


@pytest.mark.parametrize("policy", ["bot", "pause", "wait"])
async def test_a_match_whose_people_all_left_rests_and_leaves_memory(policy: AwayPolicy) -> None:
    world = world_with(policy, people=(0, 2), window_ms=100, clock=CLOCK)
    clients = [await world.join(seat) for seat in (0, 2)]
    for client in clients:
        await client.leave()
    await world.pass_time(8_000)
    assert kinds(world)[-1] == "match_paused"
    assert len(world.tables) == 0
    assert world.ticker.next_at is None
    rows = len(kinds(world))
    back = await world.join(2)
    # What nobody was waiting for needs no credit; the match goes on where it was, the other seat by its policy.
    assert "server_restart" not in str(world.log.rows["m1"][rows].payload)
    assert kinds(world)[rows] == "seat_returned"
    table = await world.table()
    assert table.state.paused == ("seat_left" if policy == "pause" else "")
    if policy != "pause":
        await play_on(world, [back], lambda: table.state.discards > 4)


async def test_people_who_never_came_are_away_too() -> None:
    world = world_with("bot", window_ms=100)
    client = await world.join(3)
    await world.pass_time(8_000)
    assert kinds(world).count("seat_left") == 3
    table = await world.table()
    await play_on(world, [client], lambda: table.state.discards > 10)


async def test_a_storage_failure_does_not_lose_a_return() -> None:
    world = world_with("bot", window_ms=100)
    clients = [await world.join(seat) for seat in range(4)]
    await clients[1].leave()
    await world.pass_time(8_000)
    world.log.failing = True
    back = await world.join(1)
    assert back.connection.of("snapshot")
    assert kinds(world)[-1] == "seat_left"
    world.log.failing = False
    await world.pass_time(8_000)
    assert kinds(world)[-1] == "seat_returned"
    assert back.connection.events()[-1] == {"type": "seat_returned", "seat": 1}


async def test_a_finished_match_leaves_memory_with_its_last_viewer() -> None:
    world = World(setup_of(people=(0,), options={"rounds": 1}))
    client = await world.join(0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.phase == "over" or table.state.number > 3)
    await client.leave()
    await world.pass_time(60_000)
    assert len(world.tables) == 0
