"""The lock of a win that was let go: its kind, until the own next draw."""

import pytest

from mahjong_club.rules.actions import PASS, WIN, Chow, Kong, Pung
from mahjong_club.rules.engine import decide
from mahjong_club.rules.events import WinLock
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import refused_win
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)

#: South waits for 5p and 8p with enough for any route; a pung or kong of 2z leaves the wait as it is.
WAITS = "67p123p789p11p222z"
pytestmark = pytest.mark.proves("hong_kong", "locks.passed_win")


def passed(options: dict[str, object] | None = None, *, north: str = "2z", replacements: str = "") -> Rig:
    """West deals and discards 5p, South lets it go, North has drawn 5p and East will draw 8p."""
    hands = {S: WAITS, W: "55p147m258s346z12s", N: f"{north}147m258s34567z1s"}
    rig = Rig(KEY, hands, draws="9m" + "8p" + "8p9s9m", replacements=replacements, dealer=W, options=options)
    rig.discard("5p")
    assert rig.legal(S)[:2] == (WIN, PASS)
    rig.claim(S, PASS)
    assert rig.state.turn == N
    return rig


def locked(rig: Rig) -> tuple[str, ...]:
    lock = rig.state.seats[S].lock
    return () if lock is None else lock.kinds or ()


def test_the_same_kind_is_locked_and_the_other_side_of_the_wait_is_not() -> None:
    rig = passed(north="5p")
    assert rig.state.seats[S].lock == WinLock("passed_win", ("5p",))
    rig.lay("5p")
    assert WIN not in rig.legal(S)
    assert refused_win(rig.state, S) == rig.refused(S, WIN) == "passed_win"
    rig.pass_all()
    rig.discard("8p")
    assert WIN in rig.legal(S) and refused_win(rig.state, S) is None
    rig.claim(S, WIN)
    assert rig.won.tile == "8p" and rig.won.from_seat == E


def test_a_second_kind_let_go_is_locked_too() -> None:
    rig = passed()
    rig.turn("8p")
    assert locked(rig) == ("5p", "8p")
    rig.lay("8p")
    assert rig.refused(S, WIN) == "passed_win"


def test_what_others_draw_does_not_end_it() -> None:
    rig = passed()
    rig.turn("1m")
    assert rig.state.turn == E and rig.state.seats[E].drawn == "8p" and locked(rig) == ("5p",)


def test_the_own_next_draw_ends_it() -> None:
    rig = passed()
    rig.turn("1m")
    rig.tsumogiri()
    assert rig.state.turn == S and locked(rig) == ()
    rig.tsumogiri()
    assert rig.state.turn == W
    rig.discard("5p")
    assert WIN in rig.legal(S)


def test_a_pung_does_not_end_it() -> None:
    rig = passed()
    rig.discard("2z")
    rig.claim(S, Pung(("2z", "2z")))
    assert locked(rig) == ("5p",)
    rig.turn("2z")
    assert rig.state.turn == W
    rig.lay("5p")
    assert rig.refused(S, WIN) == "passed_win"


def test_a_chow_does_not_end_it() -> None:
    hands = {S: "67p123p11p222z789p", E: "4p147m258s34567z1s", W: "55p5z147m258s346z1s"}
    rig = Rig(KEY, hands, draws="9m" + "6m", dealer=W)
    rig.discard("5p")
    rig.claim(S, PASS)
    rig.turn("6m")
    rig.discard("4p")
    rig.claim(S, Chow(("2p", "3p")))
    assert locked(rig) == ("5p",) and rig.state.turn == S


def test_an_exposed_kong_ends_it_through_its_replacement() -> None:
    rig = passed(replacements="9s")
    rig.discard("2z")
    rig.claim(S, Kong("exposed", "2z"))
    assert locked(rig) == () and rig.state.draw_source == "kong"
    rig.turn("9s")
    rig.discard("5p")
    assert WIN in rig.legal(S)


@pytest.mark.proves("hong_kong", "options.passed_win_lock_ends")
def test_only_a_draw_from_the_front_may_end_it() -> None:
    rig = passed({"passed_win_lock_ends": "head_draw"}, replacements="9s")
    rig.discard("2z")
    rig.claim(S, Kong("exposed", "2z"))
    assert locked(rig) == ("5p",)
    rig.turn("9s")
    rig.lay("5p")
    assert rig.refused(S, WIN) == "passed_win"
    rig.proceed()
    while rig.state.turn != S:
        rig.tsumogiri()
    assert rig.state.draw_source == "wall" and locked(rig) == ()


@pytest.mark.proves("hong_kong", "locks.self_draw")
def test_a_self_draw_is_never_blocked() -> None:
    """The lock still holds when the kong's replacement is the locked kind."""
    rig = passed({"passed_win_lock_ends": "head_draw"}, replacements="5p")
    rig.discard("2z")
    rig.claim(S, Kong("exposed", "2z"))
    assert locked(rig) == ("5p",)
    rig.act(S, WIN)
    assert rig.won.by == "self_draw" and rig.won.tile == "5p"


def test_a_bonus_tile_that_is_drawn_ends_it_and_so_does_its_replacement() -> None:
    hands = {S: WAITS, W: "55p147m258s346z12s", N: "9m147m258s34567z1s"}
    rig = Rig(KEY, hands, draws="9m" + "9p9s1f", replacements="6m", dealer=W)
    rig.discard("5p")
    rig.claim(S, PASS)
    rig.turn("9p")
    rig.turn("9s")
    assert rig.state.turn == S and rig.state.seats[S].bonus == ["1f"] and locked(rig) == ()


def test_claiming_something_else_is_letting_go() -> None:
    hands = {S: "5567p123p789m222z", W: "5p147m258s346z12s9m"}
    rig = Rig(KEY, hands, draws="9s", dealer=W)
    rig.discard("5p")
    assert {WIN, Pung(("5p", "5p"))} <= set(rig.legal(S))
    rig.claim(S, Pung(("5p", "5p")))
    assert locked(rig) == ("5p",)


def test_running_out_of_time_is_letting_go() -> None:
    hands = {S: WAITS, W: "55p147m258s346z12s"}
    rig = Rig(KEY, hands, draws="9s", dealer=W)
    rig.discard("5p")
    for event in decide(rig.state, S, PASS, timed_out=True):
        evolve(rig.state, event)
    rig.pass_all()
    assert locked(rig) == ("5p",)


def test_a_hand_that_was_short_is_not_locked() -> None:
    hands = {S: "67p123666789m11s", W: "55p47s258s346z33s5m", N: "5p47s258s34567z3s9p", E: "47s258s13567z39p3m"}
    rig = Rig(KEY, hands, draws="3m" + "9m9p", dealer=E)
    rig.turn("3m")
    rig.turn("9m")
    rig.lay("5p")
    assert rig.refused(S, WIN) == "below_min"
    rig.pass_all()
    assert rig.state.turn == N and locked(rig) == ()
    rig.lay("5p")
    assert rig.refused(S, WIN) == "below_min"


def test_an_added_kong_let_go_locks_its_kind_until_the_own_draw() -> None:
    hands = {E: "8p147m259s3467z22p", S: "79p123m789m11s555z", N: "88p147s258s1234z6z"}
    rig = Rig(KEY, hands, draws="4s" + "6s7s6m" + "8p", replacements="9m")
    rig.discard("8p")
    rig.claim(N, Pung(("8p", "8p")))
    assert locked(rig) == ("8p",)
    rig.turn("6z")
    for tile in ("6s", "7s", "6m"):
        rig.turn(tile)
    assert locked(rig) == ()
    rig.act(N, Kong("added", "8p"))
    rig.act(S, PASS)
    assert locked(rig) == ("8p",)


def test_only_who_could_have_won_is_locked() -> None:
    rig = passed()
    assert [seat.lock is not None for seat in rig.state.seats] == [False, True, False, False]


@pytest.mark.proves("hong_kong", "options.tracking")
def test_deals_from_before_the_lock_was_kept_have_none() -> None:
    rig = passed({"track_passed_win": False}, north="5p")
    assert locked(rig) == ()
    rig.discard("5p")
    assert WIN in rig.legal(S)


def test_flower_hands_are_not_locked() -> None:
    """South has let 5p go; the eighth bonus tile that East lays out brings the offer all the same."""
    hands = {S: "1234567f" + "67p11p22z", W: "5p147m258s346z12s9m", N: "147m258s134566z9p"}
    rig = Rig(KEY, hands, draws="9s" + "6m" + "8f", replacements="123p789p2z" + "6s", dealer=W)
    rig.discard("5p")
    assert WIN in rig.legal(S)
    rig.claim(S, PASS)
    assert locked(rig) == ("5p",)
    rig.turn("6m")
    assert rig.state.window is not None and rig.legal(S) == (WIN, PASS)
    rig.act(S, WIN)
    assert rig.won.by == "seven_robs_one"
