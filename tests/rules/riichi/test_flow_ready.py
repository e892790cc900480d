"""Riichi at the table: the declaration, the stick, ippatsu, what may be done afterwards, and furiten."""

from typing import Any

import pytest

from mahjong_club.play.asks import why_not
from mahjong_club.rules.actions import PASS, WIN, Chow, DeclareReady, Discard, Kong, Pung
from mahjong_club.rules.events import DealWon, DepositPaid, Discarded, IndicatorRevealed
from tests.rules.riichi.tables import READY, E, S, W, found, table
from tests.support.rig import Rig


def declared(hands: dict[int, str] | None = None, draws: str = "1z", dead: str = "", **options: Any) -> Rig:
    """East is ready and declares with the first tile it draws."""
    rig = table({E: READY, **(hands or {})}, draws, dead, **options)
    drawn = rig.state.seats[E].drawn
    assert drawn is not None
    rig.act(E, DeclareReady(drawn, drawn=True))
    return rig


@pytest.mark.proves("riichi", "ready.declare")
def test_the_stick_is_paid_when_the_discard_stands() -> None:
    rig = declared()
    rig.pass_all()
    assert found(rig, DepositPaid) == [DepositPaid(E, 1000)]
    assert (rig.state.scores, rig.state.deposits) == ([24000, 25000, 25000, 25000], 1)
    assert found(rig, Discarded)[0].ready == "double"


@pytest.mark.proves("riichi", "ready.declare")
def test_a_declaration_that_is_won_costs_no_stick() -> None:
    rig = declared({S: "123m456p789m99s11z"})
    rig.claim(S, WIN)
    assert not found(rig, DepositPaid)
    assert rig.won.from_seat == E and rig.won.deposits_taken == 0
    assert sum(rig.state.scores) == 100_000


@pytest.mark.proves("riichi", "ready.declare")
def test_what_refuses_a_declaration() -> None:
    ready = DeclareReady("1z", drawn=True)
    rig = table({E: READY}, "1z")
    assert rig.refused(E, DeclareReady("5m")) == "not_ready"
    rig.state.scores[E] = 900
    rig.state.cache.clear()
    assert rig.refused(E, ready) == "too_few_points"
    rig.state.scores[E] = 1000
    rig.state.cache.clear()
    assert rig.refused(E, ready) is None
    rig.act(E, ready)
    rig.pass_all()
    assert rig.state.scores[E] == 0
    again = rig.state.seats[E]
    while rig.state.turn != E:
        rig.tsumogiri()
    assert again.drawn is not None
    assert rig.refused(E, DeclareReady(again.drawn, drawn=True)) == "already_declared"


@pytest.mark.proves("riichi", "ready.declare")
@pytest.mark.parametrize(("needed", "left", "code"), [(4, 5, None), (4, 1, "too_few_tiles"), (0, 1, None)])
def test_live_tiles_that_a_declaration_needs(needed: int, left: int, code: str | None) -> None:
    rig = table({E: READY}, ready_needs_tiles=needed)
    rig.run_down(left)
    drawn = rig.state.seats[E].drawn
    assert rig.state.turn == E and drawn is not None
    assert rig.refused(E, DeclareReady(drawn, drawn=True)) == code


@pytest.mark.proves("riichi", "ready.declare")
def test_an_open_hand_cannot_declare() -> None:
    rig = table({E: "1z2468m2468p2468s", S: "234m345678p11z55m"}, "9m")
    rig.discard("1z")
    rig.claim(S, Pung(("1z", "1z")))
    assert rig.refused(S, DeclareReady("5m")) == "hand_not_concealed"


@pytest.mark.proves("riichi", "ready.after")
def test_after_a_declaration_only_the_drawn_tile_goes_and_nothing_is_claimed() -> None:
    rig = declared(draws="1z2z5m9m9m")
    rig.pass_all()
    rig.turn("2z")
    rig.lay("5m")
    assert rig.refused(E, Pung(("5m", "5m"))) == "declared_ready"
    assert rig.legal(E) == ()
    rig.proceed()
    rig.tsumogiri()
    assert rig.state.turn == E
    assert [action for action in rig.legal(E) if isinstance(action, Discard)] == [Discard("9m", drawn=True)]
    assert rig.refused(E, Discard("5m")) == "declared_ready"


@pytest.mark.proves("riichi", "ready.ippatsu")
@pytest.mark.parametrize(("claimed", "later"), [(False, False), (True, False), (False, True)])
def test_ippatsu_lasts_until_a_claim_or_the_own_next_discard(claimed: bool, later: bool) -> None:
    draws = "1z9m3s" if not claimed and not later else "1z9m9p8p" + ("3s" if claimed else "7z9m3s")
    rig = declared({W: "99m1234p7z5678s13z"}, draws)
    rig.pass_all()
    rig.discard("9m")
    if claimed:
        rig.claim(W, Pung(("9m", "9m")))
        rig.turn("1p")
        while rig.state.seats[rig.state.turn].drawn != "3s":
            rig.tsumogiri()
    else:
        rig.pass_all()
        while rig.state.seats[rig.state.turn].drawn != "3s":
            rig.tsumogiri()
    winner = rig.state.turn
    if winner == E:
        rig.act(E, WIN)
    else:
        rig.discard("3s")
        rig.claim(E, WIN)
    assert ("ippatsu" in rig.worths) is (not claimed and not later)


@pytest.mark.proves("riichi", "ready.concealed_kong")
def test_a_concealed_kong_after_a_declaration() -> None:
    rig = table({E: "123m456p1178s333z"}, "1z9m9m9m3z")
    rig.act(E, DeclareReady("1z", drawn=True))
    rig.pass_all()
    for _ in range(3):
        rig.tsumogiri()
    assert Kong("concealed", "3z") in rig.legal(E)
    rig.act(E, Kong("concealed", "3z"))
    assert rig.state.seats[E].melds[0].form == "concealed" and rig.state.seats[E].ready
    rig = table({E: "123m456p3334s222z"}, "1z9m9m9m3s")
    rig.act(E, DeclareReady("1z", drawn=True))
    rig.pass_all()
    for _ in range(3):
        rig.tsumogiri()
    assert rig.refused(E, Kong("concealed", "3s")) == "waits_would_change"


@pytest.mark.proves("riichi", "flow.indicators")
def test_the_tiles_below_the_indicators_are_known_only_after_the_win() -> None:
    # Every indicator below is 4m: each 5m of the hand is worth one han more, once the hand is won.
    rig = declared({}, "1z9m3s", dead="1z1z2z2z" + "7z7z7z6z6z" + "4m4m4m" + "6z5z")
    rig.pass_all()
    rig.tsumogiri()
    rig.lay("3s")
    code, verdict = why_not(rig.state, E, WIN)
    assert code is None and verdict is not None
    assert "ura_dora" not in {line.id for line in verdict.patterns}
    rig.act(E, WIN)
    assert rig.worths["ura_dora"] == 2
    assert rig.won.indicators == ("4m",)
    assert rig.won.total == verdict.total + 2


# ---------------------------------------------------------------------------------------------------------------- furiten


@pytest.mark.proves("riichi", "locks.furiten")
def test_an_own_discard_among_the_waits() -> None:
    rig = table({S: "234m345678p45s5m3s"}, "1z5m6s")
    rig.turn("1z")
    rig.turn("3s")
    lock = rig.state.seats[S].lock
    assert lock is not None and lock.reason == "furiten_discard" and lock.kinds is None
    rig.lay("6s")
    assert rig.refused(S, WIN) == "furiten_discard"


@pytest.mark.proves("riichi", "locks.passed_win")
@pytest.mark.proves("riichi", "locks.self_draw")
@pytest.mark.parametrize("drawn", ["3s", "9p"])
def test_a_passed_tile_locks_until_the_own_next_discard(drawn: str) -> None:
    rig = table({S: READY}, f"1z9m6s6s1z{drawn}")
    rig.turn("1z")
    rig.turn("9m")
    rig.discard("6s")
    rig.act(S, PASS)
    rig.pass_all()
    rig.lay("6s")
    assert rig.refused(S, WIN) == "furiten_passed"
    rig.proceed()
    rig.pass_all()
    rig.tsumogiri()
    assert rig.state.turn == S and rig.state.seats[S].lock is not None
    if drawn == "3s":
        rig.act(S, WIN)
        assert rig.won.by == "self_draw"
    else:
        rig.turn("9p")
        assert rig.state.seats[S].lock is None


@pytest.mark.proves("riichi", "locks.furiten")
def test_a_tile_without_a_yaku_counts_as_let_go() -> None:
    rig = table({S: "123m456p789s13p22z"}, "1z9m2p2p")
    rig.turn("1z")
    rig.turn("9m")
    rig.lay("2p")
    assert rig.refused(S, WIN) == "no_yaku"
    rig.proceed()
    rig.pass_all()
    lock = rig.state.seats[S].lock
    assert lock is not None and lock.reason == "furiten_passed"


@pytest.mark.proves("riichi", "locks.furiten")
def test_after_a_declaration_a_passed_tile_locks_for_good() -> None:
    rig = declared(draws="1z6s" + "9m9m9m" + "9p9p9p6s")
    rig.pass_all()
    rig.discard("6s")
    rig.act(E, PASS)
    rig.pass_all()
    while rig.state.discards < 6:
        rig.tsumogiri()
    lock = rig.state.seats[E].lock
    assert lock is not None and lock.reason == "furiten_ready"


@pytest.mark.proves("riichi", "claims.chow")
def test_a_claim_ends_with_a_discard_and_nothing_else() -> None:
    rig = table({E: "1z2468m2468p2468s", S: "13m1119p4567s135z"}, "2m")
    rig.discard("2m")
    assert rig.refused(W, Chow(("1m", "3m"))) == "not_next_seat"
    rig.claim(S, Chow(("1m", "3m")))
    assert rig.refused(S, Kong("concealed", "1p")) == "claimed_this_turn"
    assert rig.refused(S, WIN) == "not_a_hand"
    assert rig.legal(S)[0] == Discard("5z")
    assert not found(rig, DealWon) and not found(rig, IndicatorRevealed)
