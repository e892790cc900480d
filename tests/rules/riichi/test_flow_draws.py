"""Claims, kongs and draws of the riichi table, and what the options change of them."""

from typing import Any

import pytest

from mahjong_club.rules.actions import ABORT, PASS, WIN, Chow, DeclareReady, Discard, Kong, Pung
from mahjong_club.rules.events import DealWon, Discarded, Drawn, IndicatorRevealed, KongDeclared, MeldClaimed
from mahjong_club.rules.variants.riichi.waits import wait_mask
from tests.rules.riichi.tables import ON_3P, READY, E, N, S, W, drawn, found, table
from tests.support.rig import Rig

# ----------------------------------------------------------------------------------------------------------------- claims


@pytest.mark.proves("riichi", "claims.swap")
@pytest.mark.parametrize(
    ("swaps", "refused"),
    [("forbidden", {"1m": "swap_forbidden", "4m": "swap_forbidden"}), ("other_end", {"1m": "swap_forbidden"}), ("allowed", {})],
)
def test_what_may_not_be_discarded_after_a_chow(swaps: str, refused: dict[str, str]) -> None:
    rig = table({E: "1m2468p2468s5z6z7z7m", S: "1234m19p4567s135z"}, "9p", swap_calling=swaps)
    rig.discard("1m")
    rig.claim(S, Chow(("2m", "3m")))
    assert {tile: rig.refused(S, Discard(tile)) for tile in ("1m", "4m", "9p")} == {"1m": None, "4m": None, "9p": None} | refused


@pytest.mark.proves("riichi", "claims.swap")
@pytest.mark.parametrize(("swaps", "offered"), [("forbidden", False), ("allowed", True)])
def test_a_chow_that_leaves_only_forbidden_tiles(swaps: str, offered: bool) -> None:
    hands = {E: "147m258p1z2z3z369s4m", S: "4456m777p888s999p"}
    rig = table(hands, "9m", swap_calling=swaps)
    for tile in ("7p", "8s", "9p"):
        _feed(rig, tile)
    rig.lay("4m")
    chow = Chow(("5m", "6m"))
    assert (chow in rig.legal(S)) is offered
    assert rig.refused(S, chow) == (None if offered else "swap_forbidden")


def _feed(rig: Rig, tile: str) -> None:
    """Give South an open triplet without playing it out; the tiles change places with East's."""
    from mahjong_club.rules.melds import Meld

    south = rig.state.seats[S]
    for _ in range(3):
        south.hand.remove(tile)
    south.melds.append(Meld("pung", (tile,) * 3, E))
    south.waits = None


@pytest.mark.proves("riichi", "claims.last_discard")
def test_the_last_discard_is_won_or_lies() -> None:
    rig = table({E: READY})
    rig.run_down(0)
    last = rig.state.seats[rig.state.turn].drawn
    assert last is not None
    rig.lay(last)
    for seat in range(4):
        assert not [action for action in rig.legal(seat) if isinstance(action, Chow | Pung | Kong)]
    nearby = (rig.state.turn + 1) & 3
    held = rig.state.seats[nearby].hand
    pairs = [Pung((tile, tile)) for tile in set(held.tiles()) if held.copies(tile) >= 2]
    assert {rig.refused(nearby, pung) for pung in pairs} <= {"last_discard"}


def on_one_tile(**options: Any) -> Rig:
    """East discards 3p, the other three wait for it."""
    rig = table({S: ON_3P[0], W: ON_3P[1], N: ON_3P[2]}, "3p", **options)
    rig.lay("3p")
    return rig


@pytest.mark.proves("riichi", "claims.head_bump")
@pytest.mark.parametrize(
    ("winners", "answers", "expected"),
    [
        (1, (WIN, WIN, WIN), [S]),
        (1, (PASS, WIN, WIN), [W]),
        (2, (WIN, PASS, WIN), [S, N]),
        (2, (WIN, WIN, WIN), []),
        (3, (WIN, WIN, WIN), [S, W, N]),
    ],
)
def test_how_many_win_one_tile(winners: int, answers: tuple[Any, ...], expected: list[int]) -> None:
    plain, rig = on_one_tile(winners_per_tile=winners), on_one_tile(winners_per_tile=winners)
    rig.state.repeat, rig.state.deposits = 2, 1
    rig.state.scores[E] -= 1000
    for each in (plain, rig):
        for seat, answer in reversed(list(zip((S, W, N), answers, strict=True))):
            each.act(seat, answer)
    won = found(rig, DealWon)
    assert [each.seat for each in won] == expected
    if not expected:
        assert drawn(rig).reason == "three_winners"
        assert [hand is not None for hand in drawn(rig).shown] == [False, True, True, True]
        assert rig.state.upcoming == (E, 0, 3) and rig.state.deposits == 1
        return
    # Counters and sticks go to the nearest winner.
    assert [each.deposits_taken for each in won] == [1] + [0] * (len(won) - 1)
    more = [each.deltas[each.seat] - other.deltas[each.seat] for each, other in zip(won, found(plain, DealWon), strict=True)]
    assert more == [600 + 1000] + [0] * (len(won) - 1)
    assert sum(rig.state.scores) == 100_000


@pytest.mark.proves("riichi", "claims.head_bump")
def test_three_winners_without_abortive_draws() -> None:
    rig = on_one_tile(winners_per_tile=2, abortive_draws=False)
    for seat in (S, W, N):
        rig.act(seat, WIN)
    assert [each.seat for each in found(rig, DealWon)] == [S, W]


# ------------------------------------------------------------------------------------------------------------------ kongs

FOUR_KONGS = {E: "1111m2222p333s48s", S: "3333m4444p777s6z9s"}


def four_kongs(hands: dict[int, str], **options: Any) -> Rig:
    """East makes two kongs and discards, South makes two and is on turn."""
    rig = table(hands, "7z8m", "5s6s6p7p", **options)
    for seat, kinds in ((E, ("1m", "2p")), (S, ("3m", "4p"))):
        for kind in kinds:
            rig.act(seat, Kong("concealed", kind))
        if seat == E:
            rig.turn("7z")
    return rig


@pytest.mark.proves("riichi", "draws.abortive")
@pytest.mark.proves("riichi", "kongs.four")
def test_four_kongs_of_two_seats() -> None:
    rig = four_kongs(FOUR_KONGS)
    rig.discard("9s")
    assert drawn(rig).reason == "four_kongs" and drawn(rig).shown == (None,) * 4
    assert rig.state.upcoming == (E, 0, 1)
    rig = four_kongs(FOUR_KONGS, abortive_draws=False)
    rig.turn("9s")
    assert rig.result is None and rig.state.turn == W


@pytest.mark.proves("riichi", "kongs.four")
def test_nobody_makes_a_fifth_kong() -> None:
    rig = four_kongs({E: "1111m2222p333s48s", S: "3333m4444p7777s6z"})
    assert rig.refused(S, Kong("concealed", "7s")) == "four_kongs"
    rig = four_kongs({E: "1111m2222p333s48s", S: FOUR_KONGS[S], W: "999s1z2z3z4z1p3p5p7p8m8m"}, abortive_draws=False)
    rig.lay("9s")
    assert rig.refused(W, Kong("exposed", "9s")) == "four_kongs"
    assert Pung(("9s", "9s")) in rig.legal(W)


@pytest.mark.proves("riichi", "flow.indicators")
@pytest.mark.proves("riichi", "kongs.kinds")
@pytest.mark.parametrize(
    ("timing", "order"),
    [
        ("at_once", [MeldClaimed, IndicatorRevealed, Drawn, Discarded]),
        ("after_discard", [MeldClaimed, Drawn, Discarded, IndicatorRevealed]),
    ],
)
def test_when_an_exposed_kong_turns_its_indicator(timing: str, order: list[type]) -> None:
    rig = table({E: "1m2468p2468s5z6z7z7m", S: "111m2m19p4567s135z"}, "9p", "6z", kong_dora_timing=timing)
    rig.discard("1m")
    rig.claim(S, Kong("exposed", "1m"))
    rig.discard("6z")
    seen = [type(event) for event in rig.events]
    assert [kind for kind in seen[seen.index(MeldClaimed) :] if kind in order][:4] == order
    assert len(rig.state.indicators) == 2


@pytest.mark.proves("riichi", "options.kong_dora_timing")
def test_a_concealed_kong_turns_its_indicator_at_once_and_what_is_owed_with_it() -> None:
    hands = {E: "1m2468p2468s5z6z7z7m", S: "111m3333p19p456s5z"}
    rig = table(hands, "9p", "6z7z", kong_dora_timing="after_discard")
    rig.discard("1m")
    rig.claim(S, Kong("exposed", "1m"))
    assert len(rig.state.indicators) == 1
    rig.act(S, Kong("concealed", "3p"))
    assert len(rig.state.indicators) == 3
    seen = [type(event) for event in rig.events]
    assert seen[seen.index(KongDeclared) :] == [KongDeclared, IndicatorRevealed, IndicatorRevealed, Drawn]


@pytest.mark.proves("riichi", "options.kong_dora")
def test_without_kong_dora_no_indicator_is_turned() -> None:
    rig = table({E: "1111m2468p268s5z6z"}, "9p", "7z", kong_dora=False)
    rig.act(E, Kong("concealed", "1m"))
    assert len(rig.state.indicators) == 1 and not found(rig, IndicatorRevealed)


@pytest.mark.proves("riichi", "kongs.rob")
def test_an_added_kong_is_robbed_before_it_turns_anything_and_a_concealed_one_never() -> None:
    rig = table({E: "3p1m1z2z4z6z19s147m68p", S: ON_3P[0], W: "33p2468s2468m135z"}, "9m9p8m8m3p")
    rig.discard("3p")
    rig.act(S, PASS)
    rig.claim(W, Pung(("3p", "3p")))
    rig.turn("1z")
    rig.turn("9p")
    while rig.state.turn != W:
        rig.tsumogiri()
    added = next((action for action in rig.legal(W) if isinstance(action, Kong)), None)
    assert added == Kong("added", "3p")
    rig.act(W, added)
    rig.act(S, WIN)
    assert rig.won.by == "robbed_kong" and "robbed_kong" in rig.worths
    assert not found(rig, IndicatorRevealed)


# ------------------------------------------------------------------------------------------------------------------ draws


@pytest.mark.proves("riichi", "draws.abortive")
def test_nine_terminals_are_a_choice_of_the_first_turn() -> None:
    rig = table({E: "19m19p19s12345z55m"}, "8s")
    assert ABORT in rig.legal(E)
    rig.act(E, ABORT)
    assert (drawn(rig).kind, drawn(rig).reason, drawn(rig).seat) == ("abortive_draw", "nine_terminals", E)
    assert [hand is not None for hand in drawn(rig).shown] == [True, False, False, False]
    assert rig.state.upcoming == (E, 0, 1)
    assert table({E: "19m19p19s12z55m258p"}, "8s").refused(E, ABORT) == "no_abortive_draw"
    assert table({E: "19m19p19s12345z55m"}, "8s", abortive_draws=False).refused(E, ABORT) == "no_abortive_draw"


@pytest.mark.proves("riichi", "draws.abortive")
def test_a_claim_ends_the_first_go_around() -> None:
    rig = table({E: "2m2468p2468s5z6z7z7m", S: "22m1278p78s45667z", W: "19m19p19s12345z5m8p"}, "9p4m8p")
    rig.discard("2m")
    rig.claim(S, Pung(("2m", "2m")))
    rig.turn("1p")
    assert rig.state.turn == W and rig.refused(W, ABORT) == "no_abortive_draw"


@pytest.mark.proves("riichi", "draws.abortive")
@pytest.mark.parametrize("abortive", [True, False])
def test_four_winds(abortive: bool) -> None:
    junk = "2468m357p2468s"
    hands = {
        seat: "4z" + tiles for seat, tiles in enumerate((junk + "5z", "13579m2468p35s6z", "1359s2468m369p7z", "147p258s369m1z6z"))
    }
    rig = table(hands, abortive_draws=abortive)
    for _ in range(4):
        rig.turn("4z")
    if abortive:
        assert drawn(rig).reason == "four_winds" and drawn(rig).shown == (None,) * 4
        assert rig.state.upcoming == (E, 0, 1)
    else:
        assert rig.result is None


FOUR_READY = {E: "123456789m12p11z", S: "123456789s12p22z", W: "123m123s456m456s9p", N: "123p456p789p78s33z"}


@pytest.mark.proves("riichi", "draws.abortive")
@pytest.mark.parametrize("abortive", [True, False])
def test_four_declarations(abortive: bool) -> None:
    rig = table(FOUR_READY, "5z5z6z6z", abortive_draws=abortive)
    for seat, tile in enumerate(("5z", "5z", "6z", "6z")):
        rig.act(seat, DeclareReady(tile, drawn=True))
        rig.pass_all()
    assert rig.state.deposits == 4 and rig.state.scores == [24000] * 4
    if abortive:
        assert drawn(rig).reason == "four_riichi" and None not in drawn(rig).shown
        assert rig.state.upcoming == (E, 0, 1)
    else:
        assert rig.result is None


@pytest.mark.proves("riichi", "draws.exhaustive")
@pytest.mark.parametrize("pot", [3000, 0])
def test_the_end_of_the_wall(pot: int) -> None:
    rig = table({S: READY}, not_ready_payment=pot, all_thrown_mangan=False)
    rig.run_down(0)
    rig.tsumogiri()
    ready = [wait_mask(seat.hand.keys, len(seat.melds)) != 0 for seat in rig.state.seats]
    result = drawn(rig)
    assert result.reason == "wall_exhausted" and ready[S] and not all(ready)
    assert [delta > 0 for delta in result.deltas] == [pot > 0 and each for each in ready]
    assert sum(delta for delta in result.deltas if delta > 0) == pot
    # Where nothing is paid a hand is shown only for a declaration, or by a dealer who deals again for it.
    assert [hand is not None for hand in result.shown] == [each and (pot > 0 or seat == E) for seat, each in enumerate(ready)]
    assert rig.state.upcoming == ((E, 0, 1) if ready[E] else (S, 0, 1))


@pytest.mark.proves("riichi", "draws.all_thrown")
@pytest.mark.parametrize("paid", [True, False])
def test_a_river_of_terminals(paid: bool) -> None:
    rig = table({S: READY}, all_thrown_mangan=paid)
    rig.run_down(0)
    river = rig.state.seats[W].river
    for entry in river:
        entry.tile = "1z"
    rig.tsumogiri()
    assert drawn(rig).reason == ("all_thrown_mangan" if paid else "wall_exhausted")
    if paid:
        assert drawn(rig).deltas == (-4000, -2000, 8000, -2000)
