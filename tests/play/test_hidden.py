"""What a seat hears, and when, does not depend on what others hold: the same public history and the same own hand give the
same bytes at the same times, whoever could have claimed."""

import json
import re
from collections.abc import Callable, Iterable

import pytest

from mahjong_club.play.clock import Pacing
from mahjong_club.play.deals import fair_deal
from mahjong_club.play.ports import ClockSetup, MatchSetup
from mahjong_club.rules.actions import StartDeal
from mahjong_club.rules.claims import window_options
from mahjong_club.rules.engine import start_match
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import BONUS_SET
from mahjong_club.rules.variants.registry import rules_for
from tests.play.support import Client, World, setup_of

WINDOW = 1_000
Heard = list[tuple[float, bytes]]


def swapped(pairs: Iterable[tuple[int, int]]) -> Callable[[MatchSetup, MatchState], StartDeal]:
    """Deals in which places of the wall are exchanged; the commitment is the same for all of them."""

    def deal(setup: MatchSetup, state: MatchState) -> StartDeal:
        wall = list(fair_deal(setup, state).wall)
        for a, b in pairs:
            wall[a], wall[b] = wall[b], wall[a]
        return StartDeal(tuple(wall), "00" * 32, "c" * 64)

    return deal


def hidden_swaps(setup: MatchSetup) -> list[tuple[int, int]]:
    """Exchange the concealed tiles of seats 1 and 2 with tiles that are not drawn early."""
    state = MatchState(rules_for)
    evolve(state, start_match(setup.ruleset_key, rules_for(setup.ruleset_key, {})))
    wall = fair_deal(setup, state).wall
    own = [i for i in range(13, 39) if wall[i] not in BONUS_SET]
    late = [i for i in range(96, 128) if wall[i] not in BONUS_SET]
    return list(zip(own, late, strict=False))


async def heard(
    setup: MatchSetup, pairs: list[tuple[int, int]], *, answering: tuple[int, ...] = ()
) -> tuple[dict[int | None, Heard], int]:
    """A stretch of the same deal, and how often somebody could have claimed. Seats ``answering`` pass in windows as soon as
    they are asked; the others let time run out."""
    world = World(setup, deal=swapped(pairs), pacing=Pacing(spectator_delay_ms=0))
    world.ticker.time = 1_000_000.0
    clients = [await world.join(seat) for seat in range(4)]
    watcher = await world.join(None)
    table = await world.table()
    able = 0
    asked = 0
    while table.state.discards < 30:
        state = table.state
        if state.window is not None:
            if state.seq != asked:
                asked = state.seq
                able += any(window_options(state))
                await answer_pass([clients[seat] for seat in answering], state)
            assert world.ticker.next_at is not None
            await world.pass_time(world.ticker.next_at - world.ticker.time)
        else:
            # Everybody discards what he drew, after the same time.
            await world.pass_time(1_700)
            client = clients[table.state.turn]
            assert client.prompt is not None
            drawn = next(a for a in client.prompt["legal"] if a.get("drawn"))
            await client.act(drawn)
    everybody: list[Client] = [*clients, watcher]
    return {client.seat: client.connection.raw for client in everybody}, able


async def answer_pass(clients: list[Client], state: MatchState) -> None:
    for client in clients:
        assert client.seat is not None
        if window_options(state)[client.seat]:
            await client.act({"type": "pass"})


@pytest.mark.parametrize("clock", [None, ClockSetup(20_000, 60_000)])
@pytest.mark.parametrize("secret", ["13" * 32, "21" * 32])
async def test_other_hands_change_neither_bytes_nor_times(clock: ClockSetup | None, secret: str) -> None:
    setup = setup_of(window_ms=WINDOW, clock=clock, secret=secret)
    pairs = hidden_swaps(setup)
    one, able_one = await heard(setup, [], answering=(0, 1, 2, 3))
    two, able_two = await heard(setup, pairs, answering=(0, 3))
    assert able_one != able_two
    for viewer in (0, 3, None):
        assert [(at, strip(data)) for at, data in one[viewer]] == [(at, strip(data)) for at, data in two[viewer]]


def strip(data: bytes) -> bytes:
    """A frame with the act ids taken out, which count the acts of all clients of the test."""
    return re.sub(rb'"id":"a\d+"', b"", data)


async def test_every_window_of_a_shared_match_lasts_the_same() -> None:
    setup = setup_of(window_ms=WINDOW, clock=ClockSetup(20_000, 60_000))
    for answering in ((), (1, 2), (0, 1, 2, 3)):
        raws, able = await heard(setup, [], answering=answering)
        assert 0 < able < 30
        opened = 0.0
        lengths = set()
        for at, data in raws[None]:
            for item in json.loads(data).get("items", ()):
                if item["type"] == "discarded":
                    opened = at
                elif item["type"] == "window_closed":
                    lengths.add(at - opened)
        assert lengths == {3.0 * WINDOW}


async def test_nobody_hears_of_a_sealed_answer() -> None:
    setup = setup_of(window_ms=WINDOW)
    raws, able = await heard(setup, [], answering=(0, 1, 2, 3))
    assert able
    for raw in raws.values():
        for _, data in raw:
            assert b"claim_answered" not in data
            assert b'"secret":"00' not in data
            assert b'"wall":"' not in data


async def test_spectators_hear_everything_late_and_in_order() -> None:
    world = World(setup_of(window_ms=WINDOW), pacing=Pacing(spectator_delay_ms=20_000))
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    await play_some(world, clients, 6)
    early = await world.join(None)
    await play_some(world, clients, 40)
    late = await world.join(None)
    snapshot = late.connection.frames[0]
    assert snapshot["seq"] < table.state.seq
    await play_some(world, clients, 50)
    told = {
        number: at
        for at, data in clients[0].connection.raw
        if (frame := json.loads(data))["type"] == "events"
        for number in range(frame["from"], frame["from"] + len(frame["items"]))
    }
    for watcher in (early, late):
        assert not watcher.connection.of("prompt")
        numbers = []
        for at, data in watcher.connection.raw:
            frame = json.loads(data)
            if frame["type"] == "events":
                for number in range(frame["from"], frame["from"] + len(frame["items"])):
                    numbers.append(number)
                    if number in told:
                        assert at >= told[number] + 20_000
        first = watcher.connection.frames[0]["seq"]
        assert numbers == list(range(first + 1, first + 1 + len(numbers)))
        assert len(numbers) > 5


async def play_some(world: World, clients: list[Client], discards: int) -> None:
    table = await world.table()
    while table.state.discards < discards:
        if table.state.phase == "turn":
            client = clients[table.state.turn]
            assert client.prompt is not None
            await client.act(next(a for a in client.prompt["legal"] if a.get("drawn")))
        else:
            assert world.ticker.next_at is not None
            await world.pass_time(world.ticker.next_at - world.ticker.time)
