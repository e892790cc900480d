"""Answers to a discard: who gets it, and how early the window closes."""

import pytest

from mahjong_club.rules.actions import PASS, WIN, Action, Chow, Discard, Kong, Pung, Win
from mahjong_club.rules.events import MeldClaimed, WindowClosed
from mahjong_club.rules.melds import Meld
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)

# Hands that win 5p with three faan (concealed, no flowers, a dragon), and hands that only claim it.
WINS = ("46p123m789m11s555z", "46p123m789m22s666z", "46p123m789m33s777z")
CHOWS = "34p19m1478s1234z6m"
PUNGS = "55p19m147s1234z6m8s"
KONGS = "555p19m147s1234z6m"
FEEDS = "5p2468m2479s24z69s"


def offered(hands: dict[int, str], *, feeder: int = E) -> Rig:
    """``feeder`` deals and discards 5p; the window is open."""
    rig = Rig(KEY, {feeder: FEEDS, **hands}, draws="8p", dealer=feeder)
    rig.discard("5p")
    return rig


@pytest.mark.proves("hong_kong", "claims.head_bump")
@pytest.mark.proves("hong_kong", "claims.order")
@pytest.mark.parametrize("feeder", range(4))
def test_the_nearest_of_several_winners_wins_whoever_spoke_first(feeder: int) -> None:
    near, middle, far = ((feeder + step) & 3 for step in (1, 2, 3))
    rig = offered({near: WINS[0], middle: WINS[1], far: WINS[2]}, feeder=feeder)
    for seat in (far, middle):
        rig.act(seat, WIN)
        assert rig.state.window is not None
    rig.act(near, WIN)
    assert rig.won.seat == near and rig.won.from_seat == feeder
    rig = offered({near: WINS[0], middle: WINS[1], far: WINS[2]}, feeder=feeder)
    rig.act(far, WIN)
    rig.act(near, PASS)
    rig.act(middle, WIN)
    assert rig.won.seat == middle


@pytest.mark.proves("hong_kong", "claims.order")
def test_thirteen_orphans_and_a_dearer_hand_have_no_privilege() -> None:
    hands = {E: "9s47m258p467m2247z", S: "78s123m456m11p555z", N: "119m19p1s1234567z"}
    rig = Rig(KEY, hands, draws="8p3m", dealer=N)
    rig.turn("8p")
    rig.discard("9s")
    rig.act(N, WIN)
    rig.act(S, WIN)
    assert (rig.won.seat, rig.won.total) == (S, 3)


@pytest.mark.proves("hong_kong", "claims.order")
@pytest.mark.parametrize(
    ("seat_hands", "answers", "expected"),
    [
        ({S: CHOWS, W: PUNGS, N: WINS[0]}, ("chow", "pung", "win"), (N, "win")),
        ({S: CHOWS, W: PUNGS, N: WINS[0]}, ("chow", "pung", "pass"), (W, "pung")),
        ({S: CHOWS, W: PUNGS, N: WINS[0]}, ("chow", "pass", "pass"), (S, "chow")),
        ({S: CHOWS, W: KONGS}, ("chow", "kong", None), (W, "kong")),
        ({S: CHOWS, W: KONGS}, ("chow", "pass", None), (S, "chow")),
        ({S: PUNGS, N: WINS[1]}, ("pung", None, "win"), (N, "win")),
        ({S: KONGS, N: WINS[1]}, ("kong", None, "win"), (N, "win")),
        ({S: CHOWS, W: PUNGS, N: WINS[0]}, ("pass", "pass", "pass"), None),
    ],
)
def test_a_win_goes_before_pung_and_kong_and_these_before_a_chow(
    seat_hands: dict[int, str], answers: tuple[str | None, ...], expected: tuple[int, str] | None
) -> None:
    rig = offered(seat_hands)
    for seat, name in zip((S, W, N), answers, strict=True):
        if name is not None and rig.state.window is not None:
            rig.act(seat, next(a for a in rig.legal(seat) if type(a).__name__.lower() == name))
    assert rig.state.window is None
    if expected is None:
        assert (rig.state.turn, rig.state.phase, rig.state.draw_source) == (S, "turn", "wall")
    elif expected[1] == "win":
        assert rig.won.seat == expected[0]
    else:
        claimed = next(e for e in reversed(rig.events) if isinstance(e, MeldClaimed))
        assert (claimed.seat, claimed.meld.kind, claimed.meld.from_seat) == (*expected, E)


# --- how early ---------------------------------------------------------------------------------------------------------
def stays_open(rig: Rig, seat: int, action: Action) -> bool:
    rig.act(seat, action)
    return rig.state.window is not None


@pytest.mark.proves("hong_kong", "claims.order")
def test_the_nearest_win_closes_the_window_without_the_rest() -> None:
    rig = offered({S: WINS[0], W: WINS[1]})
    assert not stays_open(rig, S, WIN)
    assert rig.won.seat == S
    closed = next(e for e in rig.events if isinstance(e, WindowClosed))
    assert closed.answers[W] is None


@pytest.mark.proves("hong_kong", "claims.order")
def test_a_farther_win_waits_for_a_nearer_one_but_not_for_claims() -> None:
    rig = offered({S: WINS[0], N: WINS[1]})
    assert stays_open(rig, N, WIN)
    rig = offered({S: CHOWS, W: PUNGS, N: WINS[0]})
    assert not stays_open(rig, N, WIN)
    rig = offered({W: WINS[0], N: WINS[1], S: CHOWS})
    assert not stays_open(rig, W, WIN)


@pytest.mark.proves("hong_kong", "claims.order")
def test_a_pung_waits_for_wins_but_not_for_a_chow() -> None:
    rig = offered({S: CHOWS, W: PUNGS})
    assert not stays_open(rig, W, Pung(("5p", "5p")))
    rig = offered({W: PUNGS, N: WINS[0]})
    assert stays_open(rig, W, Pung(("5p", "5p"))) and not stays_open(rig, N, PASS)
    rig = offered({S: WINS[0], W: KONGS})
    assert stays_open(rig, W, Kong("exposed", "5p")) and not stays_open(rig, S, PASS)


@pytest.mark.proves("hong_kong", "claims.order")
def test_a_chow_waits_for_everything_that_goes_before_it() -> None:
    rig = offered({S: CHOWS, W: PUNGS, N: WINS[0]})
    assert stays_open(rig, S, Chow(("3p", "4p")))
    assert stays_open(rig, N, PASS)
    assert not stays_open(rig, W, PASS)
    assert rig.state.seats[S].melds == [Meld("chow", ("3p", "4p", "5p"), E)]
    rig = offered({S: CHOWS})
    assert not stays_open(rig, S, Chow(("3p", "4p")))


@pytest.mark.proves("hong_kong", "claims.order")
def test_a_window_that_concerns_nobody_closes_by_itself() -> None:
    quiet = {S: "19m147s1234z6m8s99p", W: "28m369s1234z57m19p", N: "37m258s567z147p11z"}
    rig = offered(quiet)
    assert (rig.state.window, rig.state.turn, rig.state.phase) == (None, S, "turn")
    closed = next(e for e in rig.events if isinstance(e, WindowClosed))
    assert closed.answers == (None,) * 4


# --- what may be said --------------------------------------------------------------------------------------------------
@pytest.mark.proves("hong_kong", "flow.answer_once")
@pytest.mark.parametrize("first", [PASS, WIN])
def test_what_was_said_stands(first: Action) -> None:
    rig = offered({S: WINS[0], N: WINS[1]})
    rig.act(N, first)
    assert rig.legal(N) == () and {rig.refused(N, again) for again in (PASS, WIN)} == {"already_answered"}


@pytest.mark.proves("hong_kong", "claims.chow")
def test_only_the_next_seat_chows_and_only_a_sequence() -> None:
    rig = offered({S: "367p19m1478s123z6m", W: CHOWS})
    assert rig.legal(S) == (PASS, Chow(("6p", "7p")))
    assert rig.refused(S, Chow(("3p", "6p"))) == "tiles_do_not_fit"
    assert rig.refused(S, Chow(("3p", "4p"))) == "tile_not_held"
    assert rig.legal(W) == () and rig.refused(W, Chow(("3p", "4p"))) == "not_next_seat"


@pytest.mark.proves("hong_kong", "claims.chow")
def test_every_way_to_chow_is_offered() -> None:
    rig = offered({S: "3467p19m1478s12z6m"})
    assert {a.tiles for a in rig.legal(S) if isinstance(a, Chow)} == {("3p", "4p"), ("4p", "6p"), ("6p", "7p")}


@pytest.mark.proves("hong_kong", "claims.pung")
@pytest.mark.proves("hong_kong", "claims.order")
def test_three_copies_may_be_a_pung_or_a_kong() -> None:
    rig = offered({W: KONGS})
    assert set(rig.legal(W)) == {PASS, Pung(("5p", "5p")), Kong("exposed", "5p")}
    rig.act(W, Pung(("5p", "5p")))
    assert rig.state.seats[W].hand.copies("5p") == 1 and (rig.state.turn, rig.state.claimed) == (W, True)
    assert rig.state.seats[E].river[-1].claimed_by == W


@pytest.mark.proves("hong_kong", "claims.swap")
def test_any_tile_may_follow_a_claim() -> None:
    """The claimed kind itself and the other end of the sequence too."""
    rig = offered({S: "34p25p19m147s1234z"})
    rig.claim(S, Chow(("3p", "4p")))
    assert {Discard("5p"), Discard("2p")} <= set(rig.legal(S))
    assert len(rig.legal(S)) == 11 and all(isinstance(action, Discard) for action in rig.legal(S))


@pytest.mark.proves("hong_kong", "locks.furiten")
@pytest.mark.proves("hong_kong", "flow.discard")
def test_a_win_on_a_kind_in_the_own_river() -> None:
    hands = {S: "46p123m789m11s555z", W: "147m258s369p1234z"}
    rig = Rig(KEY, hands, draws="9s" + "5p" + "5p")
    rig.turn("9s")
    rig.turn("5p")
    assert rig.state.seats[S].river[-1].tile == "5p"
    rig.discard("5p")
    rig.claim(S, WIN)
    assert rig.won.from_seat == W


@pytest.mark.proves("hong_kong", "claims.order")
def test_a_pung_let_go_may_be_claimed_later() -> None:
    hands = {E: "4z147m258s367z25s9p", S: "44z159m258s19p137s", W: "28m369s134z57m19p6p"}
    rig = Rig(KEY, hands, draws="9s" + "9m")
    rig.turn("4z")
    rig.turn("9m")
    rig.discard("4z")
    assert Pung(("4z", "4z")) in rig.legal(S)


@pytest.mark.proves("hong_kong", "flow.turn")
def test_a_claim_makes_its_seat_the_next_and_skips_the_others() -> None:
    rig = offered({N: PUNGS})
    rig.claim(N, Pung(("5p", "5p")))
    assert rig.state.turn == N
    rig.turn("1z")
    assert rig.state.turn == E and rig.state.draw_source == "wall"


@pytest.mark.proves("hong_kong", "wins.minimum")
def test_the_same_tiles_may_win_by_self_draw_and_not_on_a_discard() -> None:
    hands = {S: "46p123666789m11s", E: FEEDS}
    rig = Rig(KEY, hands, draws="8p9s", dealer=N)
    rig.turn("8p")
    rig.lay("5p")
    assert rig.refused(S, WIN) == "below_min"
    rig = Rig(KEY, hands, draws="8p5p")
    rig.turn("8p")
    assert Win() in rig.legal(S)
    rig.act(S, WIN)
    assert rig.won.total == 3
