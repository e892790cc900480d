"""Every refusal that this table can give, produced once."""

from collections.abc import Callable

import pytest
from _pytest.mark import ParameterSet

from mahjong_club.rules.actions import ABORT, CONTINUE, PASS, WIN, Action, Chow, DeclareReady, Discard, Kong, Pung, StartDeal
from mahjong_club.rules.engine import decide, start_match
from mahjong_club.rules.errors import REFUSALS, IllegalAction
from mahjong_club.rules.events import MatchPaused
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)

#: Ids that need what this table does not have.
ELSEWHERE = {
    "swap_forbidden": "any tile may follow a claim",
    "declared_ready": "there is no declaration of readiness",
    "four_kongs": "the number of kongs has no bound",
    "waits_would_change": "there is no declaration of readiness",
    "not_ready": "there is no declaration of readiness",
    "already_declared": "there is no declaration of readiness",
    "hand_not_concealed": "there is no declaration of readiness",
    "too_few_tiles": "there is no declaration of readiness",
    "too_few_points": "there is no declaration of readiness",
    "no_yaku": "the minimum is a number of faan",
    "furiten": "own discards block no win",
    "furiten_discard": "own discards block no win",
    "furiten_passed": "the lock is passed_win",
    "furiten_ready": "there is no declaration of readiness",
    "outranked": "told to whoever asks once the window has closed",
    "too_late": "told to whoever asks once the window has closed",
}

Case = Callable[[], tuple[Rig, int, Action]]
CASES: dict[str, list[Case]] = {}


def refused_as(code: str) -> Callable[[Case], Case]:
    def add(case: Case) -> Case:
        CASES.setdefault(code, []).append(case)
        return case

    return add


def plain(**options: object) -> Rig:
    return Rig(KEY, {E: "1111z258m369p447s"}, "9p", options=options)


def offered(hands: dict[int, str], tile: str = "5p") -> Rig:
    """South's first discard, so that no win on it is an earthly one."""
    rig = Rig(KEY, {S: f"{tile}2468m2479s24z69s", **hands}, "8p8p")
    rig.turn("8p")
    rig.lay(tile)
    return rig


def over() -> Rig:
    hands = {E: "123456789m11s23p", S: "23p123456789s22z"}
    rig = Rig(KEY, hands, "1p", options={"rounds": 1})
    for deal in range(4):
        if deal:
            rig.next_deal()
        rig.discard("1p")
        rig.claim((rig.state.dealer + 1) & 3, WIN)
    return rig


def settled() -> Rig:
    rig = Rig(KEY, {E: "123456789m11s23p"}, "1p")
    rig.act(E, WIN)
    return rig


@refused_as("not_your_turn")
def another_seats_turn() -> tuple[Rig, int, Action]:
    return plain(), S, Discard("9p", drawn=True)


@refused_as("not_your_turn")
def passing_on_the_own_turn() -> tuple[Rig, int, Action]:
    return plain(), E, PASS


@refused_as("not_your_turn")
def claiming_the_own_discard() -> tuple[Rig, int, Action]:
    return offered({W: "55p19m147s1234z6m8s"}), S, Pung(("5p", "5p"))


@refused_as("not_your_turn")
def passing_without_a_choice() -> tuple[Rig, int, Action]:
    return offered({W: "55p19m147s1234z6m8s", N: "19m147s1234z6m8s99p"}), N, PASS


@refused_as("already_answered")
def answering_twice() -> tuple[Rig, int, Action]:
    rig = offered({W: "46p123m789m11s555z", N: "46p123m789m22s666z"})
    rig.act(N, WIN)
    return rig, N, PASS


@refused_as("already_answered")
def leaving_the_result_twice() -> tuple[Rig, int, Action]:
    rig = settled()
    rig.act(W, CONTINUE)
    return rig, W, CONTINUE


@refused_as("no_deal_running")
def between_two_deals() -> tuple[Rig, int, Action]:
    rig = settled()
    for seat in range(4):
        rig.act(seat, CONTINUE)
    return rig, E, Discard("1p")


@refused_as("deal_over")
def after_the_result() -> tuple[Rig, int, Action]:
    return settled(), E, Discard("1p")


@refused_as("match_over")
def after_the_match() -> tuple[Rig, int, Action]:
    return over(), E, CONTINUE


@refused_as("match_paused")
def while_play_rests() -> tuple[Rig, int, Action]:
    rig = plain()
    evolve(rig.state, MatchPaused("admin"))
    return rig, E, Discard("9p", drawn=True)


@refused_as("tile_not_held")
def a_tile_of_nobody() -> tuple[Rig, int, Action]:
    return plain(), E, Discard("9m")


@refused_as("tile_not_held")
def a_word_that_is_no_tile() -> tuple[Rig, int, Action]:
    return plain(), E, Discard("10m")


@refused_as("not_four")
def a_concealed_kong_of_three() -> tuple[Rig, int, Action]:
    return Rig(KEY, {E: "111z258m369p4477s"}, "9p"), E, Kong("concealed", "1z")


@refused_as("tile_not_held")
def a_chow_with_tiles_of_others() -> tuple[Rig, int, Action]:
    return offered({W: "34p19m1478s1234z6m"}), W, Chow(("6p", "7p"))


@refused_as("not_the_drawn_tile")
def another_tile_as_the_drawn_one() -> tuple[Rig, int, Action]:
    return plain(), E, Discard("2m", drawn=True)


@refused_as("not_next_seat")
def a_chow_from_across() -> tuple[Rig, int, Action]:
    return offered({N: "34p19m1478s1234z6m"}), N, Chow(("3p", "4p"))


@refused_as("tiles_do_not_fit")
def a_chow_that_is_no_sequence() -> tuple[Rig, int, Action]:
    return offered({W: "34p19m1478s1234z6m"}), W, Chow(("4p", "3p"))


@refused_as("tiles_do_not_fit")
def a_pung_of_another_kind() -> tuple[Rig, int, Action]:
    return offered({W: "55p99m147s1234z6m8s"}), W, Pung(("9m", "9m"))


@refused_as("tiles_do_not_fit")
def a_kong_with_two_copies() -> tuple[Rig, int, Action]:
    return offered({W: "55p19m147s1234z6m8s"}), W, Kong("exposed", "5p")


@refused_as("wall_exhausted")
def a_kong_when_no_tile_is_left() -> tuple[Rig, int, Action]:
    rig = Rig(KEY, {N: "1111z48m258p369s5z"})
    rig.run_down(0)
    return rig, N, Kong("concealed", "1z")


@refused_as("last_discard")
def a_pung_of_the_last_discard() -> tuple[Rig, int, Action]:
    rig = Rig(KEY, {W: "55p19m147s123z6z8s9p"}, replacements="2233m77s66s" + "5p")
    rig.run_down(0)
    rig.lay("5p")
    return rig, W, Pung(("5p", "5p"))


@refused_as("claimed_this_turn")
def a_kong_right_after_a_pung() -> tuple[Rig, int, Action]:
    rig = offered({W: "55p1111z47s234z6m8s"})
    rig.claim(W, Pung(("5p", "5p")))
    return rig, W, Kong("concealed", "1z")


@refused_as("no_pung_to_add")
def adding_to_nothing() -> tuple[Rig, int, Action]:
    return plain(), E, Kong("added", "2m")


@refused_as("ready_not_played")
def declaring_readiness() -> tuple[Rig, int, Action]:
    return plain(), E, DeclareReady("9p", drawn=True)


@refused_as("not_a_hand")
def a_self_draw_without_a_hand() -> tuple[Rig, int, Action]:
    return plain(), E, WIN


@refused_as("not_a_hand")
def a_win_on_a_discard_without_a_hand() -> tuple[Rig, int, Action]:
    return offered({W: "55p19m147s1234z6m8s"}), W, WIN


@refused_as("below_min")
def a_self_draw_that_is_short() -> tuple[Rig, int, Action]:
    rig = Rig(KEY, {S: "1f23p123m666s789s4z"}, "9m" + "1p", "4z")
    rig.turn("9m")
    return rig, S, WIN


@refused_as("below_min")
def a_discard_that_is_short() -> tuple[Rig, int, Action]:
    return offered({W: "46p123m666m789m22s"}), W, WIN


@refused_as("passed_win")
def a_kind_let_go() -> tuple[Rig, int, Action]:
    rig = offered({N: "46p123m789m22s666z", W: "5p19m147s1234z68s9p"})
    rig.claim(N, PASS)
    rig.lay("5p")
    return rig, N, WIN


@refused_as("no_abortive_draw")
def an_abortive_draw() -> tuple[Rig, int, Action]:
    return Rig(KEY, {E: "19m19p19s1234567z"}, "9p"), E, ABORT


@refused_as("no_offer")
def a_flower_win_offered_to_another() -> tuple[Rig, int, Action]:
    return Rig(KEY, {S: "12345678f258m69p"}, "9p"), N, WIN


def params() -> list[ParameterSet]:
    return [pytest.param(code, case, id=f"{code}-{case.__name__}") for code, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(("code", "case"), params())
def test_refusals(code: str, case: Case) -> None:
    rig, seat, action = case()
    assert rig.state.paused or action not in rig.legal(seat)
    before = (rig.state.seq, rig.state.phase, tuple(rig.state.scores), [s.hand.tiles() for s in rig.state.seats])
    assert rig.refused(seat, action) == code
    assert before == (rig.state.seq, rig.state.phase, tuple(rig.state.scores), [s.hand.tiles() for s in rig.state.seats])


def test_a_wall_with_wrong_tiles_is_refused() -> None:
    state = MatchState(rules_for)
    rules = rules_for(KEY, {})
    evolve(state, start_match(KEY, rules))
    for wall in (rules.tiles[1:], (*rules.tiles[1:], "9m"), (*rules.tiles[1:], "9x"), (*rules.tiles, "1m"), ()):
        with pytest.raises(IllegalAction) as refused:
            decide(state, None, StartDeal(wall))
        assert refused.value.code == "invalid_tiles"
    assert decide(state, None, StartDeal(rules.tiles))


def test_a_deal_cannot_start_while_one_is_played_or_when_the_match_is_over() -> None:
    for rig, code in ((plain(), "deal_over"), (over(), "match_over")):
        with pytest.raises(IllegalAction) as refused:
            decide(rig.state, None, StartDeal(rig.wall))
        assert refused.value.code == code


def test_every_refusal_is_produced_here_or_belongs_to_another_table() -> None:
    assert set(CASES) | {"invalid_tiles"} | set(ELSEWHERE) == set(REFUSALS)
    assert not set(CASES) & set(ELSEWHERE)
