"""Two worlds with the same public history and the same own hand, in which two other seats hold other tiles: a seat that cannot
know is sent the same bytes at the same times. Every listed ruleset; tests/play/test_hidden.py tries clocks and other answers."""

from dataclasses import replace

import pytest

from mahjong_club.play.deals import fair_deal
from mahjong_club.play.ports import MatchSetup
from mahjong_club.rules.engine import start_match
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import BONUS_SET
from mahjong_club.rules.variants.registry import listed, rules_for
from tests.play.support import Client, World, setup_of
from tests.play.test_hidden import strip, swapped

DISCARDS = 20
#: Places of the wall that are not drawn in so many discards, from neither end.
LATE = range(104, 118)


def exchanged(setup: MatchSetup) -> list[tuple[int, int]]:
    """Concealed tiles of seats 1 and 2 against tiles that nobody sees."""
    state = MatchState(rules_for)
    evolve(state, start_match(setup.ruleset_key, rules_for(setup.ruleset_key, {})))
    assert state.rules is not None
    wall, size = fair_deal(setup, state).wall, state.rules.hand_size
    theirs = [place for place in range(size, 3 * size) if wall[place] not in BONUS_SET]
    late = [place for place in LATE if wall[place] not in BONUS_SET]
    return list(zip(theirs[::2], late, strict=False))


async def sent(setup: MatchSetup, pairs: list[tuple[int, int]]) -> tuple[dict[int | None, list[tuple[float, bytes]]], int]:
    """What everybody is sent while each seat throws what it drew and claims nothing, and how often seats 1 and 2 could claim."""
    world = World(setup, deal=swapped(pairs))
    clients = [await world.join(seat) for seat in range(4)]
    watcher = await world.join(None)
    table = await world.table()
    able = 0
    while table.state.discards < DISCARDS and table.state.phase in ("turn", "claim"):
        state = table.state
        if state.phase == "turn":
            legal = (clients[state.turn].prompt or {})["legal"]
            await clients[state.turn].act(next((each for each in legal if each.get("drawn")), legal[0]))
            continue
        # Every seat that is asked passes at once; the window stays open as long as any other.
        for client in clients:
            if state.window is not None and client.prompt is not None and client.prompt["id"] == state.seq:
                able += client.seat in (1, 2)
                await client.act({"type": "pass"})
        assert world.ticker.next_at is not None
        await world.pass_time(world.ticker.next_at - world.ticker.time)
    assert table.state.discards >= DISCARDS
    everybody: list[Client] = [*clients, watcher]
    return {client.seat: [(at, strip(data)) for at, data in client.connection.raw] for client in everybody}, able


@pytest.mark.parametrize("ruleset", [each.key for each in listed()])
async def test_other_hands_give_the_same_bytes(ruleset: str) -> None:
    differing = 0
    for seed in range(6):
        setup = replace(setup_of(window_ms=1_000, secret=f"{seed + 0x20:02x}" * 32), ruleset_key=ruleset)
        one, able_one = await sent(setup, [])
        two, able_two = await sent(setup, exchanged(setup))
        differing += able_one != able_two
        for viewer in (0, 3, None):
            assert one[viewer] == two[viewer], (seed, viewer)
        assert one[1] != two[1]
    assert differing, "the other hands could do the same in both worlds every time: nothing was shown"
