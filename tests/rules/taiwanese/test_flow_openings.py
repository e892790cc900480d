"""Opening wins as real first turns."""

from typing import Any

import pytest

from mahjong_club.rules.actions import WIN, Kong, Pung
from tests.support.rig import Rig

KEY = "taiwanese/1"
E, S, W, N = range(4)
FLOWERS = "1f2f3f4f5f6f7f8f"
#: Waits for 3p and 6p.
READY = "123456789m12345p11s"
KONGING = "1111z123456789m11s4p"
pytestmark = pytest.mark.proves("taiwanese", "wins.opening")


def rig_of(hands: dict[int, str], draws: str, replacements: str = "", **options: Any) -> Rig:
    return Rig(KEY, hands, draws=draws, replacements=replacements, reserve=FLOWERS, options=options)


@pytest.mark.proves("taiwanese", "patterns.heavenly_win")
def test_the_dealers_seventeen_tiles() -> None:
    rig = rig_of({E: READY}, "6p")
    assert rig.legal(E)[0] == WIN
    rig.act(E, WIN)
    assert rig.worths == {"heavenly_win": 24}
    assert rig.won.deltas == (39000, -13000, -13000, -13000)


def test_the_winning_tile_of_a_heavenly_win_is_the_last_taken() -> None:
    """The extra tile is a flower; what replaces it completes a middle wait, the only one."""
    rig = Rig(KEY, {E: "123456789m12346p11s"}, draws="1f", replacements="5p", reserve=FLOWERS.replace("1f", ""))
    assert rig.state.seats[E].drawn == "5p"
    rig.act(E, WIN)
    assert rig.won.tile == "5p" and rig.worths["heavenly_win"] == 24 and "replacement_win" not in rig.worths


@pytest.mark.proves("taiwanese", "options.heavenly_after_kong")
def test_an_own_concealed_kong_leaves_the_heavenly_win() -> None:
    for kept in (True, False):
        rig = rig_of({E: KONGING}, "5p", "6p", heavenly_after_kong=kept)
        rig.act(E, Kong("concealed", "1z"))
        rig.act(E, WIN)
        assert ("heavenly_win" in rig.worths) is kept
        assert ("replacement_win" in rig.worths) is not kept


@pytest.mark.proves("taiwanese", "patterns.earthly_win")
def test_another_seats_first_draw() -> None:
    rig = rig_of({S: READY}, "9s6p")
    rig.tsumogiri()
    rig.act(S, WIN)
    assert rig.worths == {"earthly_win": 16}
    assert rig.won.deltas == (-9000, 26000, -8500, -8500)


@pytest.mark.parametrize("by", ["dealers_kong", "own_kong", "pung"])
def test_any_call_ends_the_earthly_win(by: str) -> None:
    if by == "dealers_kong":
        rig = rig_of({E: "1111z", S: READY}, "9s6p", "9s")
        rig.act(E, Kong("concealed", "1z"))
        rig.tsumogiri()
    elif by == "own_kong":
        rig = rig_of({S: KONGING}, "9s5p", "6p")
        rig.tsumogiri()
        rig.act(S, Kong("concealed", "1z"))
        assert rig.legal(S)[0] == WIN
    else:
        rig = rig_of({N: "22z", S: READY, W: "9s"}, "2z9s6p")
        rig.discard("2z")
        rig.claim(N, Pung(("2z", "2z")))
        rig.turn(rig.state.seats[N].hand.tiles()[0])
        rig.tsumogiri()
        assert rig.state.turn == S
    rig.act(S, WIN)
    assert "earthly_win" not in rig.worths and rig.worths["concealed_self_draw"] == 3
    assert ("replacement_win" in rig.worths) is (by == "own_kong")


def human(options: dict[str, Any], case: str) -> bool:
    """A first discard that is won: the dealer's by South, South's by West or by the dealer, and one after a call."""
    if case == "deals_first":
        rig = rig_of({S: READY}, "6p", **options)
        rig.discard("6p")
        rig.claim(S, WIN)
    elif case == "souths_first":
        rig = rig_of({W: READY}, "9s6p", **options)
        rig.tsumogiri()
        rig.discard("6p")
        rig.claim(W, WIN)
    elif case == "by_the_dealer":
        rig = rig_of({E: READY}, "9s6p", **options)
        rig.tsumogiri()
        rig.discard("6p")
        rig.claim(E, WIN)
    else:
        rig = rig_of({N: "22z6p", S: READY}, "2z", **options)
        rig.discard("2z")
        rig.claim(N, Pung(("2z", "2z")))
        rig.discard("6p")
        rig.claim(S, WIN)
    return "human_win" in rig.worths


@pytest.mark.proves("taiwanese", "patterns.human_win")
@pytest.mark.proves("taiwanese", "options.human_win")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"deals_first", "souths_first", "by_the_dealer"}),
        ({"human_win_seats": "non_dealer"}, {"deals_first", "souths_first"}),
        ({"human_win_discard": "deals_first"}, {"deals_first"}),
        ({"human_win_after_draw": False}, {"deals_first", "souths_first"}),
        ({"human_win_after_calls": True}, {"deals_first", "souths_first", "by_the_dealer", "after_a_call"}),
    ],
)
def test_human_wins(options: dict[str, Any], expected: set[str]) -> None:
    cases = ("deals_first", "souths_first", "by_the_dealer", "after_a_call")
    assert {case for case in cases if human(options, case)} == expected


def test_a_second_discard_is_no_human_win() -> None:
    rig = rig_of({S: READY, E: "6p"}, "9s")
    for _ in range(4):
        rig.tsumogiri()
    rig.lay("6p")
    rig.proceed()
    rig.act(S, WIN)
    assert rig.worths == {"concealed_hand": 1, "all_sequences": 2}
