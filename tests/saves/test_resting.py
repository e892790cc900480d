"""Everybody leaves; the match rests in the database for a year; the same people go on with the same deal."""

from pathlib import Path
from typing import Any

import pytest

from mahjong_club.play.clock import Pacing
from mahjong_club.play.ports import AwaySetup, ClockSetup
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.views import dump
from tests.play.support import World, play_on, setup_of
from tests.support.club import Club, open_club

YEAR_MS = 365 * 24 * 3_600_000.0


def deal(state: MatchState) -> dict[str, Any]:
    """A state but for who is there and how often that changed."""
    out = {name: value for name, value in dump(state).items() if name not in ("seq", "paused")}
    for seat in out["seats"]:
        del seat["left"]
    return out


@pytest.mark.parametrize("policy", ["bot", "pause", "wait"])
@pytest.mark.parametrize("killed", [False, True], ids=["rested", "killed"])
async def test_a_year_of_rest(policy: Any, killed: bool) -> None:
    setup = setup_of(clock=ClockSetup(10_000, 60_000), away=AwaySetup(policy, 5_000))
    world = World(setup)
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    await play_on(world, clients, lambda: table.state.discards >= 6 and table.state.phase == "turn")
    await world.pass_time(4_000)
    for client in clients:
        await client.leave()
    # As each person goes the others may still be waited for; then nobody is there.
    await world.pass_time(5_000)
    assert world.tables.loaded("m1") is None and len(world.tables) == 0
    assert world.ticker.next_at is None
    events = [row.kind for row in world.log.rows["m1"]]
    assert events[-1] == "match_paused"
    # Whoever wakes it reads no event.
    assert world.snapshots.kept["m1"][0] == world.log.rows["m1"][-1].seq
    rested, banks, wall = deal(table.state), table.banks, table.state.wall
    await world.pass_time(YEAR_MS)
    assert [row.kind for row in world.log.rows["m1"]] == events
    if killed:
        world.server()
    # Where bots stand in, they would play on as soon as one person is back: whoever is on turn comes first.
    came = {seat: await world.join(seat) for seat in sorted(range(4), key=lambda seat: (seat - table.state.turn) % 4)}
    back = [came[seat] for seat in range(4)]
    again = await world.table()
    assert again is not table
    assert deal(again.state) == rested and again.banks == banks and again.state.wall == wall
    assert not again.state.paused and all(seat.left is None for seat in again.state.seats)
    turn = again.state.turn
    prompt = back[turn].prompt
    assert prompt is not None and prompt["clock"]["bank_ms"] == banks[turn]
    assert prompt["clock"]["base_ms"] == 10_000
    view = back[turn].connection.of("snapshot")[-1]
    assert [person["name"] for person in view["people"]] == [f"Person {seat}" for seat in range(4)]
    await play_on(world, back, lambda: again.state.number == 2)


async def test_the_first_who_comes_back_waits_for_nobody_who_left_with_a_bot() -> None:
    world = World(setup_of((0, 1), away=AwaySetup("bot", 1_000)))
    clients = [await world.join(seat) for seat in (0, 1)]
    for client in clients:
        await client.leave()
    await world.pass_time(2_000)
    assert world.tables.loaded("m1") is None
    await world.pass_time(YEAR_MS)
    alone = await world.join(1)
    table = await world.table()
    assert not table.state.paused and table.state.seats[0].left == "bot"
    await play_on(world, [alone], lambda: table.state.number == 2)


@pytest.mark.parametrize("policy", ["bot", "pause", "wait"])
async def test_whoever_saves_and_leaves_is_not_waited_for(policy: Any) -> None:
    """The seat counts as left at once, whatever the table's delay; the last who goes lets the match rest."""
    world = World(setup_of((0, 1), away=AwaySetup(policy, 600_000)))
    first, second = [await world.join(seat) for seat in (0, 1)]
    table = await world.table()
    table.stand_up(0)
    await world.settle()
    assert [client.connection.closed for client in (first, second)] == ["saved", None]
    assert table.state.seats[0].left == policy and bool(table.state.paused) == (policy == "pause")
    assert [each["present"] for each in second.connection.last("presence")["seats"]][:2] == [False, True]
    table.stand_up(1)
    await world.settle()
    assert second.connection.closed == "saved"
    assert world.tables.loaded("m1") is None and world.ticker.next_at is None
    rows = world.log.rows["m1"]
    assert world.snapshots.kept["m1"][0] == rows[-1].seq and table.state.paused
    # Another day, both are back, and nobody has lost anything.
    back = [await world.join(seat) for seat in (0, 1)]
    again = await world.table()
    # Where bots stand in, one did as soon as the first was back.
    assert not again.state.paused and (policy == "bot" or deal(again.state) == deal(table.state))
    await play_on(world, back, lambda: again.state.number == 2)


async def test_saving_and_leaving_over_http(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        host, stranger = await club.guest("Mei"), await club.guest("Lin")
        await host.post("/quickstart", {"variant": "hong_kong", "clock": "normal"})
        (mine,) = await host.get("/me/matches")
        await host.post(f"/matches/{mine['id']}/rest")
        tables = club.app.state.tables
        table = tables.loaded(mine["id"])
        if table is not None:
            await table.idle()
        assert tables.loaded(mine["id"]) is None
        assert await host.get("/me/matches") == [mine]
        assert (await host.post(f"/matches/{mine['id']}/ticket"))["seat"] == mine["seat"]
        assert await stranger.refused("POST", f"/matches/{mine['id']}/rest") == (409, "not_seated")
        assert await stranger.refused("POST", "/matches/abc/rest") == (404, "match_not_found")
        assert await (await club.stranger()).refused("POST", f"/matches/{mine['id']}/rest") == (401, "not_signed_in")


async def test_a_rest_shows_spectators_nothing_sooner() -> None:
    world = World(setup_of(away=AwaySetup("wait", 0)), pacing=Pacing(spectator_delay_ms=60_000))
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    await play_on(world, clients, lambda: table.state.discards >= 3)
    await world.pass_time(61_000)
    early = table.state.seq
    await play_on(world, clients, lambda: table.state.discards >= 9)
    for client in clients:
        await client.leave()
    await world.pass_time(1_000)
    assert world.tables.loaded("m1") is None and world.snapshots.kept["m1"][0] > early
    await world.join(0)
    watcher = await world.join(None)
    assert watcher.connection.of("snapshot")[0]["seq"] <= early


async def test_another_day_the_match_is_in_the_list_of_its_people(tmp_path: Path) -> None:
    """Over HTTP, with the server stopped in between: my matches, and the seat, on both days."""
    async with open_club(tmp_path / "data") as club:
        host = await club.guest("Mei")
        table = await host.post("/quickstart", {"variant": "hong_kong", "clock": "normal"})
        cookies = dict(host.client.cookies)
        (mine,) = await host.get("/me/matches")
        assert mine["seat"] is not None and mine["state"] == "running"
    async with open_club(tmp_path / "data") as club:
        host = await returned(club, cookies)
        (again,) = await host.get("/me/matches")
        assert again == mine
        back = await host.post(f"/matches/{mine['id']}/return")
        assert back["seat"] == mine["seat"] and back["code"] == table["code"]
        ticket = await host.post(f"/matches/{mine['id']}/ticket")
        assert ticket["seat"] == mine["seat"]


async def returned(club: Club, cookies: dict[str, str]) -> Any:
    guest = await club.stranger()
    for name, value in cookies.items():
        guest.client.cookies.set(name, value)
    return guest
