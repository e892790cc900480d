"""Why a tile added to a kong was not robbed, and why a discard was not claimed before somebody else's kong, asked afterwards."""

from mahjong_club.play.asks import rule_of, why_not
from mahjong_club.rules.actions import PASS, WIN, Action, Chow, Kong, Pung
from tests.support.rig import Rig

E, S, W, N = range(4)
#: South can win 8p between 7p and 9p only; North holds a pair of it.
WAITING, SHORT = "79p123m789m11s555z", "24p123666789m11s"
RIICHI_WAITING = "79p123m789m11s456s"


def added(key: str = "hong_kong/2", *, waiting: str = WAITING, west: str = "") -> Rig:
    """East feeds a pung of 8p to North, and North adds the fourth one turn later."""
    hands = {E: "8p147m259s3467z22p", S: waiting, N: "88p147s258s1234z6z", **({W: west} if west else {})}
    rig = Rig(key, hands, "4s" + "6s7s6m" + "8p")
    rig.discard("8p")
    rig.claim(N, Pung(("8p", "8p")))
    rig.turn("6z")
    for tile in ("6s", "7s", "6m"):
        rig.turn(tile)
    rig.act(N, Kong("added", "8p"))
    return rig


def code(rig: Rig, seat: int, action: Action) -> str | None:
    found = why_not(rig.state, seat, action)[0]
    assert found is None or rule_of(found) is not None
    return found


def test_a_robbing_that_was_let_go_is_explained_until_the_next_discard() -> None:
    rig = added()
    assert code(rig, S, WIN) is None
    rig.act(S, PASS)
    assert rig.state.window is None and rig.state.after_kong
    assert code(rig, S, WIN) == "passed_win"
    assert code(rig, W, WIN) == "not_a_hand"
    # The maker himself has nothing to ask about: it is his turn.
    assert code(rig, N, WIN) == "not_a_hand"
    rig.turn("4z")
    assert rig.state.window is None
    assert code(rig, S, WIN) == "not_a_hand"


def test_a_kong_that_could_not_be_robbed_says_what_the_hand_lacks() -> None:
    rig = added(waiting=SHORT)
    assert rig.state.phase == "turn"
    assert code(rig, S, WIN) == "not_a_hand"


def test_furiten_keeps_its_reason_after_the_kong() -> None:
    rig = added("riichi/2", waiting=RIICHI_WAITING)
    rig.act(S, PASS)
    lock = rig.state.seats[S].lock
    assert lock is not None
    assert code(rig, S, WIN) == lock.reason


def test_what_was_robbed_by_another_seat_is_outranked() -> None:
    rig = added(waiting=WAITING, west="79p456m789s33s456s")
    rig.act(W, WIN)
    rig.act(S, WIN)
    assert rig.won.seat == S
    assert code(rig, W, WIN) == "outranked"


def test_a_discard_can_be_asked_about_after_a_concealed_kong() -> None:
    """South discards, West draws its fourth 9s and lays a kong: North may still ask about South's tile."""
    hands = {S: "5p2468m2478s24z69p", W: "999s147m258p1347z", N: "46p19m1478s1234z6m"}
    rig = Rig("hong_kong/2", hands, "8p8p9s")
    rig.turn("8p")
    rig.turn("5p")
    assert code(rig, N, Chow(("4p", "6p"))) == "not_next_seat"
    rig.act(W, Kong("concealed", "9s"))
    assert rig.state.after_kong and rig.state.turn == W
    assert code(rig, N, Chow(("4p", "6p"))) == "not_next_seat"


def test_an_exposed_kong_outranks_the_chow_it_went_before() -> None:
    hands = {E: "5p147m258s1347z69s", S: "46p19m1478s1234z6m", N: "555p19m1478s123z6m"}
    rig = Rig("hong_kong/2", hands, "8p")
    rig.lay("5p")
    rig.act(S, Chow(("4p", "6p")))
    rig.act(N, Kong("exposed", "5p"))
    assert rig.state.after_kong
    assert code(rig, S, Chow(("4p", "6p"))) == "outranked"
