"""The deal: thirteen tiles each, the dealer's fourteenth, bonus tiles in turns round the table, draws from both ends."""

from collections import Counter

import pytest

from mahjong_club.rules.events import BonusExposed, DealStarted, Drawn, Event, PlayBegan
from mahjong_club.rules.tiles import BONUS, BONUS_SET
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)


def trail(events: list[Event]) -> list[str]:
    """Bonus tiles laid out (``E-1f``) and tiles taken (``E+5m`` from the front, ``E~5m`` a replacement)."""
    out = []
    for event in events:
        if isinstance(event, BonusExposed):
            out.append(f"{'ESWN'[event.seat]}-{event.tile}")
        elif isinstance(event, Drawn):
            out.append(f"{'ESWN'[event.seat]}{'+' if event.source == 'wall' else '~'}{event.tile}")
    return out


@pytest.mark.proves("hong_kong", "flow.deal")
@pytest.mark.parametrize("dealer", range(4))
def test_thirteen_each_from_the_dealer_on_and_a_fourteenth(dealer: int) -> None:
    rig = Rig(KEY, {dealer: "1357m2468p13579s"}, draws="9m", dealer=dealer)
    started = next(e for e in rig.events if isinstance(e, DealStarted))
    for place in range(4):
        hand = started.hands[(dealer + place) & 3]
        assert hand is not None and Counter(hand) == Counter(rig.wall[13 * place : 13 * place + 13])
    assert len(rig.wall) == 144 and Counter(rig.wall) == Counter(rig.rules.tiles)
    assert rig.state.live_left == 91
    assert [seat.hand.size for seat in rig.state.seats] == [14 if s == dealer else 13 for s in range(4)]
    assert rig.state.turn == dealer and rig.state.seats[dealer].drawn == "9m" == rig.wall[52]


@pytest.mark.proves("hong_kong", "flow.flowers")
@pytest.mark.proves("hong_kong", "flow.deal")
def test_each_seat_lays_out_all_it_holds_before_the_next_pass() -> None:
    hands = {E: "12f14m258p369s1z4z7z", S: "3f25m147p258s136z2z"}
    rig = Rig(KEY, hands, draws="9p", replacements="5f1m6f2m3m")
    assert trail(rig.events) == [
        "E+9p", "E-1f", "E-2f", "E~5f", "E~1m", "S-3f", "S~6f", "E-5f", "E~2m", "S-6f", "S~3m",
    ]  # fmt: skip


@pytest.mark.proves("hong_kong", "options.opening_bonus")
def test_each_seat_may_finish_before_the_next() -> None:
    hands = {E: "12f14m258p369s1z4z7z", S: "3f25m147p258s136z2z"}
    options = {"opening_bonus": "until_clean"}
    rig = Rig(KEY, hands, draws="9p", replacements="5f1m6f2m3m", options=options)
    assert trail(rig.events) == [
        "E+9p", "E-1f", "E-2f", "E~5f", "E~1m", "E-5f", "E~6f", "E-6f", "E~2m", "S-3f", "S~3m",
    ]  # fmt: skip


@pytest.mark.proves("hong_kong", "flow.deal")
def test_passes_begin_with_the_dealer_and_skip_who_holds_none() -> None:
    hands = {W: "1f14m258p369s147z2z", E: "2f25m147p258s136z2z", S: "3f369m369p147s125z"}
    rig = Rig(KEY, hands, draws="9p", replacements="5f1m6f2m7f3m", dealer=W)
    # West deals: West, (North), East, South, and round again.
    assert trail(rig.events) == [
        "W+9p", "W-1f", "W~5f", "E-2f", "E~1m", "S-3f", "S~6f", "W-5f", "W~2m", "S-6f", "S~7f", "S-7f", "S~3m",
    ]  # fmt: skip


@pytest.mark.proves("hong_kong", "flow.deal")
def test_a_bonus_tile_drawn_in_the_deal_itself_is_replaced_and_the_replacement_is_the_drawn_tile() -> None:
    rig = Rig(KEY, {E: "14m258p369s12347z"}, draws="8f", replacements="4f6z")
    assert trail(rig.events) == ["E+8f", "E-8f", "E~4f", "E-4f", "E~6z"]
    assert rig.state.seats[E].drawn == "6z"
    assert rig.events[-1] == PlayBegan(E, "6z")


@pytest.mark.proves("hong_kong", "flow.deal")
def test_the_fourteenth_tile_stays_the_drawn_one_when_dealt_bonus_tiles_are_replaced() -> None:
    rig = Rig(KEY, {E: "3f4m258p369s12347z"}, draws="9p", replacements="1m")
    assert trail(rig.events) == ["E+9p", "E-3f", "E~1m"]
    assert rig.events[-1] == PlayBegan(E, "9p")


@pytest.mark.proves("hong_kong", "flow.flowers")
@pytest.mark.proves("hong_kong", "flow.deal")
def test_a_bonus_tile_drawn_later_is_replaced_from_the_tail_until_none_is_left() -> None:
    rig = Rig(KEY, {E: "14m258p369s12347z", S: "1478m258p2369s15z"}, draws="9m1f", replacements="2f5f9p")
    before = len(rig.events)
    rig.turn("9m")
    assert trail(rig.events[before:]) == ["S+1f", "S-1f", "S~2f", "S-2f", "S~5f", "S-5f", "S~9p"]
    assert rig.state.seats[S].bonus == ["1f", "2f", "5f"]
    assert (rig.state.turn, rig.state.phase, rig.state.seats[S].drawn) == (S, "turn", "9p")
    assert rig.state.live_left == 91 - 4


@pytest.mark.proves("hong_kong", "flow.wall")
@pytest.mark.proves("hong_kong", "flow.deal")
def test_no_tile_is_kept_back() -> None:
    """Left to itself a deal takes every one of the 144 tiles: 52 dealt, 92 drawn or replaced."""
    rig = Rig(KEY)
    while rig.state.phase == "turn":
        rig.tsumogiri()
    drawn = [e for e in rig.events if isinstance(e, Drawn)]
    assert rig.state.live_left == 0 and len(drawn) == 92
    assert {e.tile for e in rig.events if isinstance(e, BonusExposed)} == BONUS_SET == set(BONUS)


@pytest.mark.proves("hong_kong", "flow.turn")
def test_turns_go_round_and_the_wall_is_taken_from_the_front() -> None:
    hands = {E: "14m258p369s12347z", S: "14m258p369s12347z", W: "14m258p369s12347z", N: "14m258p369s12347z"}
    rig = Rig(KEY, hands, draws="9m9p7s5m9m")
    seen = []
    for _ in range(5):
        seen.append((rig.state.turn, rig.state.seats[rig.state.turn].drawn))
        rig.tsumogiri()
    assert seen == [(E, "9m"), (S, "9p"), (W, "7s"), (N, "5m"), (E, "9m")]
