"""Clocks: base and bank, grace, timeouts, result sheets, and no clock at all."""

from mahjong_club.play.clock import Pacing
from mahjong_club.play.ports import ClockSetup
from tests.play.support import World, play_on, setup_of

CLOCK = ClockSetup(5_000, 20_000)


async def test_a_timeout_takes_the_first_action_and_is_a_fact() -> None:
    world = World(setup_of(clock=CLOCK, window_ms=500))
    clients = [await world.join(seat) for seat in range(4)]
    prompt = clients[0].prompt
    assert prompt is not None
    assert prompt["clock"] == {"base_ms": 5_000, "bank_ms": 20_000, "grace_ms": 600}
    table = await world.table()
    seq = table.state.seq
    await world.pass_time(25_599)
    assert table.state.seq == seq
    await world.pass_time(1)
    kinds = [item["type"] for item in clients[1].connection.events()]
    assert kinds[-2:] == ["timed_out", "discarded"]
    assert clients[0].connection.events()[-1]["tile"] == prompt["legal"][0]["tile"]
    assert table.banks == (0, 20_000, 20_000, 20_000)
    assert world.log.rows["m1"][-1].banks == (0, 20_000, 20_000, 20_000)


async def test_the_base_is_free_and_the_bank_is_not() -> None:
    world = World(setup_of(clock=CLOCK, window_ms=500))
    clients = [await world.join(seat) for seat in range(4)]
    await world.pass_time(5_600)
    await clients[0].act()
    table = await world.table()
    assert table.banks == (20_000,) * 4
    await play_on(world, clients, lambda: table.state.phase == "turn" and table.state.turn == 0)
    await world.pass_time(5_600 + 700)
    await clients[0].act()
    assert list(table.banks) == [19_300, 20_000, 20_000, 20_000]


async def test_a_late_prompt_shows_what_is_left() -> None:
    world = World(setup_of(clock=CLOCK, window_ms=500))
    await world.join(0)
    await world.pass_time(2_600)
    again = await world.join(0)
    assert again.prompt is not None
    assert again.prompt["clock"] == {"base_ms": 3_000, "bank_ms": 20_000, "grace_ms": 0}
    await world.pass_time(5_000)
    again = await world.join(0)
    assert again.prompt is not None
    assert again.prompt["clock"] == {"base_ms": 0, "bank_ms": 18_000, "grace_ms": 0}


async def test_without_a_clock_the_table_waits() -> None:
    world = World(setup_of(window_ms=500))
    clients = [await world.join(seat) for seat in range(4)]
    assert clients[0].prompt is not None
    assert clients[0].prompt["clock"] is None
    table = await world.table()
    seq = table.state.seq
    assert world.ticker.next_at is None
    await world.pass_time(10_000_000)
    assert table.state.seq == seq


async def test_result_sheets_turn_by_themselves_and_bots_do_not_hold_them() -> None:
    world = World(setup_of(people=(0, 2), window_ms=10), pacing=Pacing(result_ms=9_000))
    clients = [await world.join(seat) for seat in (0, 2)]
    table = await world.table()
    await play_on(world, clients, lambda: table.state.phase == "settled")
    assert [seat.continued for seat in table.state.seats] == [False, True, False, True]
    assert clients[0].prompt is not None
    assert clients[0].prompt["legal"] == [{"type": "continue_match"}]
    assert clients[0].prompt["clock"] == {"base_ms": 9_000, "bank_ms": 0, "grace_ms": 0}
    await clients[0].act()
    assert table.state.number == 1
    await world.pass_time(9_000)
    assert table.state.number == 2


async def test_a_lone_person_is_waited_for_in_windows_and_bots_in_none() -> None:
    world = World(setup_of(people=(0,), window_ms=800, clock=ClockSetup(60_000, 0)))
    client = await world.join(0)
    table = await world.table()
    await play_on(
        world,
        [client],
        lambda: (
            table.state.window is not None
            and table.state.window.from_seat != 0
            and (
                client.prompt is not None
                and client.prompt["legal"][0] == {"type": "pass"}
                and client.prompt["id"] == table.state.seq
            )
        ),
    )
    seq = table.state.seq
    await world.pass_time(30_000)
    assert table.state.seq == seq
    await client.act()
    assert table.state.window is None
