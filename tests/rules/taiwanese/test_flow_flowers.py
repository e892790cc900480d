"""Flower wins at the deal and in play: who wins, with which tile, who pays."""

from typing import Any

import pytest

from mahjong_club.rules.actions import PASS, WIN
from mahjong_club.rules.events import BonusExposed, DealDrawn, Drawn, WinOffered
from tests.support.rig import Rig

KEY = "taiwanese/1"
E, S, W, N = range(4)
FLOWERS = "1f2f3f4f5f6f7f8f"
NUMBERS = "123456789m"
pytestmark = pytest.mark.proves("taiwanese", "wins.flower_hands")


# --- at the deal -------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "settlement.eight_flowers")
def test_the_dealers_eight_flowers_with_a_complete_hand() -> None:
    rig = Rig(KEY, {E: FLOWERS + "12345678m"}, draws="9m", replacements="12345p11s6p")
    assert (rig.won.seat, rig.won.by, rig.won.tile) == (E, "eight_flowers", "6p")
    assert rig.worths == {"heavenly_win": 24, "eight_flowers": 8}
    assert rig.won.deltas == (3 * 17000, -17000, -17000, -17000)


def test_eight_flowers_of_another_seat_are_eight_and_nothing_else() -> None:
    rig = Rig(KEY, {S: FLOWERS + "12345678m"}, draws="9s", replacements="9m12345p11s")
    assert (rig.won.seat, rig.won.by, rig.won.tile) == (S, "eight_flowers", None)
    assert rig.worths == {"eight_flowers": 8}
    assert rig.won.deltas == (-5000, 14000, -4500, -4500)


@pytest.mark.proves("taiwanese", "settlement.seven_robs_one")
def test_seven_rob_one_at_the_deal_once_everybody_has_replaced() -> None:
    rig = Rig(KEY, {S: FLOWERS[:14] + NUMBERS, E: "8f"}, draws="9s")
    exposed = [event.seat for event in rig.events if isinstance(event, BonusExposed)]
    assert exposed == [E] + [S] * 7
    assert (rig.won.seat, rig.won.by, rig.won.from_seat, rig.won.total) == (S, "seven_robs_one", E, 8)
    assert rig.won.deltas == (-5000, 5000, 0, 0)


@pytest.mark.proves("taiwanese", "options.opening_bonus")
def test_flowers_are_replaced_seat_by_seat_or_in_rounds() -> None:
    for order, expected in (("until_clean", [E, E, S]), ("round_by_round", [E, S, E])):
        rig = Rig(KEY, {E: "1f", S: "2f"}, draws="9s", replacements="3f", reserve=FLOWERS[6:], options={"opening_bonus": order})
        assert [event.seat for event in rig.events if isinstance(event, BonusExposed)] == expected


# --- in play -----------------------------------------------------------------------------------------------------------
def eighth(last: str, **options: Any) -> Rig:
    """West has seven flowers and 3p and 6p to wait for; South deals; West draws the eighth and ``last`` replaces it."""
    counts = [0, 0, 8, 0]
    return flower_deal(counts, W, {W: NUMBERS}, "12345p11s" + last, options)


def flower_deal(counts: list[int], drawer: int, hands: dict[int, str], replacements: str, options: dict[str, Any]) -> Rig:
    flowers = [FLOWERS[i : i + 2] for i in range(0, 16, 2)]
    last = flowers.pop()
    dealt = {}
    for seat, count in enumerate(counts):
        held = count - (seat == drawer)
        dealt[seat] = "".join(flowers[:held]) + hands.get(seat, "")
        del flowers[:held]
    dealer = (drawer - 1) & 3
    rig = Rig(KEY, dealt, draws="9s" + last, replacements=replacements, dealer=dealer, options=options)
    rig.tsumogiri()
    return rig


@pytest.mark.proves("taiwanese", "options.flower_win_adds_hand")
def test_the_own_eighth_takes_its_replacement_and_adds_a_complete_hand() -> None:
    rig = eighth("6p")
    assert (rig.won.seat, rig.won.by, rig.won.tile) == (W, "eight_flowers", "6p")
    assert rig.worths == {"eight_flowers": 8, "earthly_win": 16, "replacement_win": 1}
    assert rig.won.deltas == (-13000, -13500, 39500, -13000)
    alone = eighth("6p", flower_win_adds_hand=False)
    assert alone.worths == {"eight_flowers": 8} and alone.won.deltas == (-4500, -5000, 14000, -4500)


def test_the_own_eighth_with_an_incomplete_hand() -> None:
    rig = eighth("9s")
    assert rig.worths == {"eight_flowers": 8} and rig.won.tile == "9s"
    assert rig.won.deltas == (-4500, -5000, 14000, -4500)


def seventh(last: str, **options: Any) -> Rig:
    """South, who deals, holds the one flower; West draws its seventh."""
    return flower_deal([0, 1, 7, 0], W, {W: NUMBERS + "1p"}, "9s" + "2345p11s" + last, options)


@pytest.mark.proves("taiwanese", "settlement.seven_robs_one")
@pytest.mark.proves("taiwanese", "options.flower7")
def test_the_own_seventh_against_the_one() -> None:
    rig = seventh("6p")
    assert (rig.won.seat, rig.won.by, rig.won.from_seat, rig.won.tile) == (W, "seven_robs_one", S, "6p")
    # The hand is 17; the holder deals and owes it with the eight in one payment.
    assert rig.won.deltas == (-9000, -13500, 31500, -9000)
    assert seventh("9s").won.deltas == (0, -5000, 5000, 0)
    assert seventh("6p", flower7_split=False).won.deltas[E] == 0


def robbed(**options: Any) -> Rig:
    """West has seven flowers and is ready; East draws the eighth. North deals."""
    return flower_deal([1, 0, 7, 0], E, {W: NUMBERS}, "12345p11s" + "6p", options)


@pytest.mark.proves("taiwanese", "settlement.seven_robs_one")
def test_another_seats_eighth_wins_at_once_without_a_tile() -> None:
    rig = robbed()
    assert (rig.won.seat, rig.won.by, rig.won.from_seat, rig.won.tile) == (W, "seven_robs_one", E, None)
    assert rig.worths == {"seven_robs_one": 8} and rig.won.deltas == (-4500, 0, 4500, 0)
    last = max(i for i, event in enumerate(rig.events) if isinstance(event, BonusExposed))
    assert not any(isinstance(event, Drawn) for event in rig.events[last:])


@pytest.mark.proves("taiwanese", "options.flower_robber_replaces")
@pytest.mark.parametrize("bonus_wins", ["automatic", "optional"])
def test_a_robber_may_take_the_replacement_too(bonus_wins: str) -> None:
    rig = robbed(flower_robber_replaces=True, bonus_wins=bonus_wins)
    if bonus_wins == "optional":
        rig.act(W, WIN)
    assert (rig.won.seat, rig.won.tile) == (W, "6p")
    assert rig.worths["seven_robs_one"] == 8 and len(rig.worths) > 1
    assert [seat for seat in range(4) if rig.won.deltas[seat] < 0] == [E]
    assert Drawn(W, "6p", "bonus") in rig.events


def test_flower_wins_are_not_locked() -> None:
    rig = robbed()
    assert rig.won.seat == W
    again = eighth("9s")
    assert again.won.by == "eight_flowers"


@pytest.mark.proves("taiwanese", "options.bonus_wins")
def test_the_club_may_leave_the_choice_to_the_seat() -> None:
    rig = eighth("6p", bonus_wins="optional")
    assert WinOffered(W, "eight_flowers", None) in rig.events
    assert rig.legal(W) == (WIN, PASS) and rig.legal(S) == ()
    rig.act(W, WIN)
    assert rig.won.tile == "6p" and rig.won.total == 25
    declined = eighth("9s", bonus_wins="optional")
    declined.act(W, PASS)
    assert declined.result is None and declined.state.turn == W and declined.state.phase == "turn"
    declined.tsumogiri()
    assert not any(isinstance(event, WinOffered) for event in declined.events[-3:])


def test_an_offer_in_play_is_declined_and_the_drawer_goes_on() -> None:
    rig = robbed(bonus_wins="optional")
    assert rig.legal(W) == (WIN, PASS)
    rig.act(W, PASS)
    assert rig.state.turn == E and rig.state.phase == "turn" and rig.result is None


# --- at the end of the wall --------------------------------------------------------------------------------------------
def last_flower(dealer: int, held: int) -> Rig:
    """The eighth flower, or one of a scattered eight, is the last live tile."""
    hands = {W: FLOWERS[:14][: 2 * held]}
    rig = Rig(KEY, hands, draws="9s", replacements="9s" * min(held, 2) + "1z2z3z4z5z"[: 2 * max(held - 2, 0)] + "8f",
              dealer=dealer, reserve=FLOWERS[2 * held : 14])  # fmt: skip
    while rig.state.phase == "turn":
        rig.tsumogiri()
    return rig


@pytest.mark.proves("taiwanese", "bonus.replacement")
def test_a_flower_as_the_last_tile_ends_the_deal() -> None:
    rig = last_flower(E, 0)
    assert rig.state.live_left == 0 and isinstance(rig.result, DealDrawn)
    assert isinstance(rig.events[-3], BonusExposed)


@pytest.mark.proves("taiwanese", "settlement.eight_flowers")
def test_the_eighth_as_the_last_tile_wins_without_a_replacement() -> None:
    """56 draws after the dealer's extra tile bring the last one to the dealer himself."""
    own = last_flower(W, 7)
    assert (own.won.seat, own.won.by, own.won.tile, own.won.total) == (W, "eight_flowers", None, 8)
    other = last_flower(E, 7)
    assert (other.won.seat, other.won.by, other.won.from_seat) == (W, "seven_robs_one", E)
