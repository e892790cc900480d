"""The lock after a win that was let go, through the engine."""

import pytest

from mahjong_club.rules.actions import PASS, WIN, Chow, DeclareReady, Kong, Pung
from mahjong_club.rules.events import WindowClosed, WinLock
from mahjong_club.rules.legal import refused_win
from tests.support.rig import Rig

KEY = "taiwanese/1"
E, S, W, N = range(4)
FLOWERS = "1f2f3f4f5f6f7f8f"
#: South waits for 5p and 8p; a pung of 2z or 3z, or a chow of 1m, leaves the wait as it is.
WAITS = "67p11s222333z123m789m"
LOCKED = WinLock("passed_win", None)
pytestmark = pytest.mark.proves("taiwanese", "locks.passed_win")


def passed(draws: str = "9s3s9s", **hands: str) -> Rig:
    """West deals and discards 5p, South lets it go; ``draws`` are West's extra tile and what North and East draw."""
    given = {S: WAITS, W: "5p8p" + hands.get("west", ""), N: hands.get("north", "8p"), E: hands.get("east", "8p")}
    rig = Rig(KEY, given, draws=draws, dealer=W, reserve=FLOWERS)
    rig.discard("5p")
    assert rig.legal(S)[:2] == (WIN, PASS)
    rig.claim(S, PASS)
    assert rig.state.turn == N and rig.state.seats[S].lock == LOCKED
    return rig


def test_every_kind_is_locked_on_every_other_seats_tile() -> None:
    rig = passed()
    for seat in (N, E):
        assert rig.state.turn == seat
        rig.lay("8p")
        assert WIN not in rig.legal(S)
        assert refused_win(rig.state, S) == rig.refused(S, WIN) == "passed_win"
        rig.pass_all()


def test_the_own_draw_ends_it() -> None:
    rig = passed()
    rig.tsumogiri()
    rig.tsumogiri()
    assert rig.state.turn == S and rig.state.seats[S].lock is None
    rig.tsumogiri()
    rig.lay("8p")
    assert WIN in rig.legal(S)


def test_a_self_draw_is_never_locked() -> None:
    rig = passed("9s3s9s8p", north="", east="")
    rig.tsumogiri()
    rig.tsumogiri()
    assert rig.state.turn == S and rig.state.seats[S].drawn == "8p"
    assert WIN in rig.legal(S)
    rig.act(S, WIN)
    assert rig.won.by == "self_draw"


def test_letting_a_self_draw_go_locks_nothing() -> None:
    rig = passed("9s3s9s8p8p", north="", east="")
    rig.tsumogiri()
    rig.tsumogiri()
    rig.turn("8p")
    assert rig.state.turn == W and rig.state.seats[S].lock is None
    rig.lay("8p")
    assert WIN in rig.legal(S)


def test_choosing_a_pung_on_the_winning_tile_locks() -> None:
    """South waits for 5p and 1s with two pairs and pungs the 5p."""
    rig = Rig(KEY, {S: "55p11s222333z123m789m", W: "5p1s"}, draws="9s", dealer=W, reserve=FLOWERS)
    rig.discard("5p")
    assert WIN in rig.legal(S)
    rig.claim(S, Pung(("5p", "5p")))
    assert rig.state.turn == S and rig.state.seats[S].lock == LOCKED


def test_a_chow_and_a_discard_keep_it_and_a_locked_seat_may_still_claim_and_declare() -> None:
    rig = passed(east="1m8p")
    rig.tsumogiri()
    rig.discard("1m")
    rig.claim(S, Chow(("2m", "3m")))
    assert rig.state.seats[S].lock == LOCKED
    rig.act(S, DeclareReady("1m"))
    rig.pass_all()
    assert rig.state.seats[S].ready == "ordinary" and rig.state.seats[S].lock == LOCKED
    rig.lay("8p")
    assert rig.legal(S) == () and rig.refused(S, WIN) == "passed_win"


def test_a_declared_seat_wins_by_itself_once_it_has_drawn() -> None:
    rig = passed(east="1m8p", north="2s")
    rig.tsumogiri()
    rig.discard("1m")
    rig.claim(S, Chow(("2m", "3m")))
    rig.act(S, DeclareReady("1m"))
    rig.pass_all()
    while rig.state.turn != S:
        rig.tsumogiri()
    rig.tsumogiri()
    rig.lay("8p")
    assert rig.legal(S) == (WIN,)


def test_a_claimed_kongs_replacement_ends_it() -> None:
    rig = passed(north="2z8p")
    rig.discard("2z")
    rig.claim(S, Kong("exposed", "2z"))
    assert rig.state.turn == S and rig.state.seats[S].lock is None


def test_only_the_seat_itself_sees_its_lock() -> None:
    rig = passed()
    closed = next(event for event in reversed(rig.events) if isinstance(event, WindowClosed))
    assert closed.locks[S] == LOCKED
    for viewer in (E, W, N, None):
        seen = closed.seen_by(viewer)
        assert isinstance(seen, WindowClosed) and seen.locks[S] is None


def added_kong(options: dict[str, object]) -> Rig:
    """East adds the fourth 8p, which South could rob and lets go."""
    rig = Rig(KEY, {S: WAITS, E: "888p147m", N: "8p"}, draws="9s", dealer=N, reserve=FLOWERS, options=options)
    rig.discard("8p")
    rig.claim(E, Pung(("8p", "8p")))
    rig.turn("1m")
    rig.tsumogiri()
    while rig.state.turn != E:
        rig.tsumogiri()
    assert rig.state.seats[S].lock is None
    rig.act(E, Kong("added", "8p"))
    assert rig.legal(S) == (WIN, PASS)
    rig.claim(S, PASS)
    return rig


@pytest.mark.proves("taiwanese", "options.passed_kong_locks")
def test_a_robbable_kong_let_go_locks_where_the_club_says_so() -> None:
    assert added_kong({}).state.seats[S].lock == LOCKED
    assert added_kong({"passed_kong_locks": False}).state.seats[S].lock is None
