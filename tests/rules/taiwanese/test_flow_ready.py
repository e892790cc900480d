"""Declaring readiness, and the seat that plays on by itself afterwards."""

from typing import Any

import pytest

from mahjong_club.rules.actions import PASS, WIN, Chow, DeclareReady, Discard, Kong, Pung
from mahjong_club.rules.events import Discarded
from tests.support.rig import Rig

KEY = "taiwanese/1"
E, S, W, N = range(4)
FLOWERS = "1f2f3f4f5f6f7f8f"
#: Waits for 4s and 7s; 1m is a triplet with a fourth in a sequence, 9s a pair.
READY = "1111m23m456p789p99s56s"


def rig_of(hands: dict[int, str], draws: str, replacements: str = "", dealer: int = E, **options: Any) -> Rig:
    return Rig(KEY, hands, draws=draws, replacements=replacements, dealer=dealer, reserve=FLOWERS, options=options)


def declared(hands: dict[int, str] | None = None, draws: str = "8m") -> Rig:
    """South deals and declares with its first discard."""
    rig = rig_of({S: READY, **(hands or {})}, draws, dealer=S)
    rig.act(S, DeclareReady("8m", drawn=True))
    rig.pass_all()
    return rig


def turn_of(rig: Rig, seat: int) -> Rig:
    while rig.state.turn != seat:
        rig.tsumogiri()
    return rig


@pytest.mark.proves("taiwanese", "ready.after")
def test_afterwards_only_the_drawn_tile_is_discarded_and_nothing_is_claimed_or_konged() -> None:
    rig = declared({W: "9s", N: "4z"}, draws="8m" + "1z2z3z5z")
    rig.discard("9s")
    assert rig.state.window is None or rig.legal(S) == ()
    rig.pass_all()
    turn_of(rig, S)
    assert rig.legal(S) == (Discard("5z", drawn=True),)
    assert rig.refused(S, Discard("1m")) == "declared_ready"
    assert rig.refused(S, Kong("concealed", "1m")) == "declared_ready"
    assert rig.refused(S, DeclareReady("5z", drawn=True)) == "already_declared"


@pytest.mark.proves("taiwanese", "ready.after")
def test_a_win_is_the_only_answer() -> None:
    rig = turn_of(declared({E: "4s"}, draws="8m1z2z"), E)
    rig.lay("4s")
    assert rig.legal(S) == (WIN,)
    assert rig.refused(S, PASS) == rig.refused(S, Chow(("5s", "6s"))) == "declared_ready"
    rig.act(S, WIN)
    assert rig.worths["heavenly_ready"] == 16
    drawn = declared(draws="8m" + "1z2z3z7s")
    turn_of(drawn, S)
    assert drawn.legal(S) == (WIN,)
    assert drawn.refused(S, Discard("7s", drawn=True)) == "declared_ready"


@pytest.mark.proves("taiwanese", "flow.discard")
def test_flowers_are_replaced_after_a_declaration() -> None:
    rig = Rig(KEY, {S: READY}, draws="8m1z2z3z1f", replacements="7s", dealer=S, reserve=FLOWERS[2:])
    rig.act(S, DeclareReady("8m", drawn=True))
    rig.pass_all()
    turn_of(rig, S)
    rig.act(S, WIN)
    assert rig.worths["replacement_win"] == 1 and rig.worths["heavenly_ready"] == 16


def rank_of(rig: Rig) -> str | None:
    event = next(event for event in reversed(rig.events) if isinstance(event, Discarded))
    return event.ready


@pytest.mark.proves("taiwanese", "ready.ranks")
def test_ranks_of_first_discards() -> None:
    assert rank_of(declared()) == "heavenly"
    rig = rig_of({S: READY}, "1z8m")
    rig.tsumogiri()
    rig.act(S, DeclareReady("8m", drawn=True))
    assert rig.state.seats[S].ready == "earthly"


@pytest.mark.proves("taiwanese", "ready.ranks")
def test_a_call_before_makes_it_ordinary_and_one_afterwards_changes_nothing() -> None:
    rig = rig_of({S: READY, N: "33z"}, "3z1z8m")
    rig.discard("3z")
    rig.claim(N, Pung(("3z", "3z")))
    rig.turn("1z" if "1z" in rig.state.seats[N].hand.tiles() else rig.state.seats[N].hand.tiles()[-1])
    turn_of(rig, S)
    drawn = rig.state.seats[S].drawn
    assert drawn is not None
    rig.act(S, DeclareReady(drawn, drawn=True))
    assert rig.state.seats[S].ready == "ordinary"
    after = declared({W: "3z", N: "33z"})
    after.discard("3z")
    after.claim(N, Pung(("3z", "3z")))
    assert after.state.calls and after.state.seats[S].ready == "heavenly"


@pytest.mark.proves("taiwanese", "ready.ranks")
def test_the_own_concealed_kong_before_it_makes_it_ordinary() -> None:
    rig = rig_of({S: "1111z456p789p99s56s1m"}, "2m", "3m", dealer=S)
    rig.act(S, Kong("concealed", "1z"))
    action = next(action for action in rig.legal(S) if isinstance(action, DeclareReady))
    rig.act(S, action)
    assert rig.state.seats[S].ready == "ordinary"


@pytest.mark.proves("taiwanese", "ready.declare")
@pytest.mark.proves("taiwanese", "options.open_ready")
def test_open_hands_declare_unless_the_club_says_otherwise() -> None:
    for allowed in (True, False):
        rig = rig_of({S: "111z23m456p789p99s5s5z9m", E: "1m"}, "8m", open_ready=allowed)
        rig.discard("1m")
        rig.claim(S, Chow(("2m", "3m")))
        assert rig.refused(S, DeclareReady("5z")) == ("not_ready" if allowed else "hand_not_concealed")
        rig = rig_of({S: "111z23m456p789p99s56s5z", E: "1m"}, "8m", open_ready=allowed)
        rig.discard("1m")
        rig.claim(S, Chow(("2m", "3m")))
        assert (DeclareReady("5z") in rig.legal(S)) is allowed


@pytest.mark.proves("taiwanese", "ready.declare")
def test_what_does_not_leave_a_wait_is_no_declaration() -> None:
    rig = rig_of({S: READY}, "8m", dealer=S)
    assert {a for a in rig.legal(S) if isinstance(a, DeclareReady)} >= {DeclareReady("8m", drawn=True)}
    assert rig.refused(S, DeclareReady("4p")) == "not_ready"
