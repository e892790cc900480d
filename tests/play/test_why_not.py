"""Why a win or a claim is not to be had: while the tile can be claimed, and as long as it is the last discard."""

import pytest

from mahjong_club.play.asks import rule_of, why_not
from mahjong_club.rules.actions import PASS, WIN, Action, Chow, DeclareReady, Kong, Pung
from mahjong_club.rules.state import MatchState
from tests.support.random_play import Playout
from tests.support.rig import Rig

E, S, W, N = range(4)
HONG_KONG, TAIWANESE, RIICHI = "hong_kong/2", "taiwanese/1", "riichi/1"


def hong_kong(hands: dict[int, str], tile: str = "5p") -> Rig:
    """South discards the tile, and everybody who is asked has yet to answer."""
    rig = Rig(HONG_KONG, {S: f"{tile}2468m2479s24z69s", **hands}, "8p8p")
    rig.turn("8p")
    rig.lay(tile)
    return rig


def code(rig: Rig, seat: int, action: Action) -> str | None:
    found = why_not(rig.state, seat, action)[0]
    assert found is None or rule_of(found) is not None
    return found


CHOW, PUNG, KONG = Chow(("4p", "6p")), Pung(("5p", "5p")), Kong("exposed", "5p")


def test_what_was_forbidden_is_told_while_the_window_stands_and_afterwards() -> None:
    rig = hong_kong({N: "46p19m1478s1234z6m", W: "55p19m1478s1234z6m"})
    assert code(rig, N, CHOW) == "not_next_seat"
    assert code(rig, W, PUNG) is None
    assert code(rig, W, KONG) == "tiles_do_not_fit"
    rig.act(W, PASS)
    assert rig.state.window is None
    assert code(rig, N, CHOW) == "not_next_seat"
    assert code(rig, W, KONG) == "tiles_do_not_fit"
    assert code(rig, W, PUNG) == "too_late"


def test_a_pung_goes_before_a_chow_and_that_is_told_once_it_has_happened() -> None:
    rig = hong_kong({N: "55p19m1478s1234z6m", W: "46p19m1478s1234z6m"})
    rig.act(W, CHOW)
    assert code(rig, W, CHOW) == "already_answered"
    rig.act(N, PUNG)
    assert rig.state.seats[N].melds
    assert code(rig, W, CHOW) == "outranked"
    # South, whose discard it was, and the seat that has it have nothing to ask about.
    assert code(rig, S, PUNG) == code(rig, N, CHOW) == "not_your_turn"


def test_a_win_goes_before_a_pung() -> None:
    rig = hong_kong({N: "123456789m11s46p", W: "55p19m1478s1234z6m"})
    rig.act(W, PUNG)
    rig.act(N, WIN)
    assert code(rig, W, PUNG) == "outranked"
    assert code(rig, W, CHOW) == "tile_not_held"
    assert code(rig, E, WIN) == "not_a_hand"


def test_only_the_nearest_of_two_wins_counts() -> None:
    rig = hong_kong({W: "123456789m11s46p", N: "123456789m22s46p"})
    rig.act(N, WIN)
    rig.act(W, WIN)
    assert code(rig, N, WIN) == "outranked"


def test_a_win_that_was_not_worth_enough_shows_what_it_counted() -> None:
    rig = hong_kong({N: "111m456m789s22s46p"})
    assert code(rig, N, WIN) == "below_min"
    rig.proceed()
    refusal, verdict = why_not(rig.state, N, WIN)
    assert refusal == "below_min"
    assert verdict is not None
    assert verdict.total is not None
    assert 0 < verdict.total < 3


def test_a_win_that_was_let_go_says_so() -> None:
    rig = hong_kong({N: "123456789m11s46p"})
    rig.act(N, PASS)
    assert code(rig, N, WIN) == "passed_win"


def test_the_last_discard_can_only_be_won() -> None:
    rig = Rig(HONG_KONG, {E: "1111z258m369p447s"}, "9p")
    rig.run_down(0)
    seat = rig.state.turn
    tile = rig.state.seats[seat].hand.tiles()[0]
    rig.lay(tile)
    holder = (seat + 1) & 3
    assert code(rig, holder, Pung((tile, tile))) == "last_discard"


@pytest.mark.parametrize(
    ("action", "expected"), [(Kong("concealed", "9s"), "not_four"), (Kong("added", "9s"), "no_pung_to_add"), (WIN, "not_a_hand")]
)
def test_on_the_own_turn(action: Action, expected: str) -> None:
    assert code(Rig(HONG_KONG, {E: "999s147m258p3456z"}, "6m"), E, action) == expected


def riichi_ready() -> Rig:
    """East has declared riichi and waits for 4s and 7s with a pair of East; South holds an East wind."""
    rig = Rig(RIICHI, {E: "123m456p789s11z56s", S: "1z147m258p369s246z"}, "9m2z")
    rig.act(E, next(a for a in rig.legal(E) if isinstance(a, DeclareReady)))
    rig.pass_all()
    return rig


def test_whoever_declared_riichi_claims_nothing() -> None:
    rig = riichi_ready()
    rig.lay("1z")
    assert code(rig, E, Pung(("1z", "1z"))) == "declared_ready"
    rig.proceed()
    assert code(rig, E, Pung(("1z", "1z"))) == "declared_ready"
    assert code(rig, W, CHOW) == "tile_not_held"


def test_what_a_riichi_hand_lacks_is_told_before_the_furiten_that_came_of_it() -> None:
    rig = Rig(RIICHI, {W: "123m456p789s22m46s", S: "5s147m258p369s246z"}, "9m2z")
    rig.turn("9m")
    rig.lay("5s")
    assert code(rig, W, WIN) == "no_yaku"
    rig.pass_all()
    lock = rig.state.seats[W].lock
    assert lock is not None and lock.reason == "furiten_passed"
    assert code(rig, W, WIN) == "no_yaku"


def test_a_wait_in_the_own_river_is_furiten() -> None:
    rig = Rig(RIICHI, {E: "234m456p678s11p56s", W: "7s147m258p369s246z"}, "7s8m9m")
    rig.turn("7s")
    rig.turn("8m")
    rig.lay("7s")
    assert code(rig, E, WIN) == "furiten_discard"


def taiwanese_ready() -> Rig:
    rig = Rig(TAIWANESE, {E: "123456789m123p11z56s", S: "1z147m258p369s246z357p"}, "9p2z")
    rig.act(E, next(a for a in rig.legal(E) if isinstance(a, DeclareReady) and a.tile == "9p"))
    rig.pass_all()
    return rig


def test_whoever_declared_at_sixteen_tiles_claims_nothing() -> None:
    rig = taiwanese_ready()
    rig.lay("1z")
    assert code(rig, E, Pung(("1z", "1z"))) == "declared_ready"
    rig.proceed()
    assert code(rig, E, Pung(("1z", "1z"))) == "declared_ready"


def test_a_passed_win_locks_at_sixteen_tiles() -> None:
    rig = Rig(TAIWANESE, {E: "123456789m123p22z56s", S: "7s147m258p369s246z35p5s"}, "9p4z")
    rig.turn("9p")
    rig.lay("7s")
    rig.act(E, PASS)
    assert code(rig, E, WIN) == "passed_win"


def asked_about(tile: str) -> tuple[Action, ...]:
    n, suit = int(tile[0]), tile[1]
    run = Chow((f"{n + 1}{suit}", f"{n + 2}{suit}")) if suit != "z" and 0 < n < 8 else Chow(("1m", "2m"))
    return (WIN, run, Pung((tile, tile)), Kong("exposed", tile))


def with_other_hands(state: MatchState, seat: int) -> MatchState | None:
    """The same to the seat's eyes: two other seats have changed hands; ``None`` where those differ in size."""
    other = state.copy()
    one, two = (other.seats[(seat + step) & 3] for step in (1, 2))
    if one.hand.size != two.hand.size or one.drawn or two.drawn:
        return None
    one.hand, two.hand = two.hand, one.hand
    for each in other.seats:
        each.waits = None
    other.cache.clear()
    if other.window is not None:
        other.window.options = None
    return other


@pytest.mark.parametrize("key", [HONG_KONG, TAIWANESE, RIICHI])
def test_an_answer_depends_on_nothing_but_what_the_seat_may_see(key: str) -> None:
    play, told = Playout(key, 7), set()
    for at, _ in enumerate(play.steps(3)):
        state = play.state
        rivers = [each.river[-1].tile for each in state.seats if each.river]
        if state.rules is None or not rivers or at % 3:
            continue
        seat = at & 3
        other = with_other_hands(state, seat)
        for action in (each for tile in rivers for each in asked_about(tile)) if other else ():
            assert other is not None
            answer = why_not(state, seat, action)
            assert answer == why_not(other, seat, action)
            told.add(answer[0])
    assert {"tiles_do_not_fit", "tile_not_held", "not_a_hand", "not_next_seat", "not_your_turn"} <= told
