"""Claims, kongs and the end of the live wall, with the options that bear on them."""

from typing import Any

import pytest

from mahjong_club.rules.actions import PASS, WIN, Chow, Discard, Kong, Pung
from mahjong_club.rules.events import DealDrawn, DealEnded
from tests.support.rig import Rig

KEY = "taiwanese/1"
E, S, W, N = range(4)
FLOWERS = "1f2f3f4f5f6f7f8f"


def rig_of(hands: dict[int, str], draws: str = "8m", replacements: str = "", dealer: int = E, **options: Any) -> Rig:
    return Rig(KEY, hands, draws=draws, replacements=replacements, dealer=dealer, reserve=FLOWERS, options=options)


def last_discard(hands: dict[int, str], tile: str, seat: int, **options: Any) -> Rig:
    """``seat`` has drawn the last live tile and discards ``tile``."""
    for dealer in range(4):
        rig = rig_of(hands, dealer=dealer, **options)
        while rig.state.live_left and rig.state.phase == "turn":
            rig.tsumogiri()
        if rig.state.phase == "turn" and rig.state.turn == seat:
            rig.lay(tile)
            return rig
    raise AssertionError("no dealer lets this seat draw the last tile")


# --- the last discard --------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "claims.last_discard")
@pytest.mark.proves("taiwanese", "draws.exhaustive")
def test_the_last_discard_is_not_claimed_and_the_deal_is_drawn() -> None:
    rig = last_discard({E: "5p", S: "34p", W: "55p"}, "5p", E)
    assert rig.refused(S, Chow(("3p", "4p"))) == rig.refused(W, Pung(("5p", "5p"))) == "last_discard"
    rig.pass_all()
    rig.proceed()
    assert isinstance(rig.result, DealDrawn) and rig.result.deltas == (0, 0, 0, 0)
    ended = next(event for event in reversed(rig.events) if isinstance(event, DealEnded))
    assert (ended.dealer, ended.repeat) == (rig.state.dealer, 1)


@pytest.mark.proves("taiwanese", "options.last_discard_claims")
def test_the_club_may_allow_chows_and_pungs_of_it() -> None:
    rig = last_discard({E: "5p", S: "34p", W: "55p"}, "5p", E, last_discard_claims=True)
    assert Chow(("3p", "4p")) in rig.legal(S) and Pung(("5p", "5p")) in rig.legal(W)
    rig.act(S, PASS)
    rig.act(W, Pung(("5p", "5p")))
    assert rig.state.turn == W and rig.state.live_left == 0
    rig.tsumogiri()
    assert isinstance(rig.result, DealDrawn)
    kong = last_discard({E: "5p", N: "555p"}, "5p", E, last_discard_claims=True)
    assert Pung(("5p", "5p")) in kong.legal(N)
    assert kong.refused(N, Kong("exposed", "5p")) == "wall_exhausted"


@pytest.mark.proves("taiwanese", "patterns.last_tile_discard")
def test_the_last_discard_can_be_won() -> None:
    rig = last_discard({E: "6p", S: "123456789m12345p11s"}, "6p", E)
    assert rig.legal(S) == (WIN, PASS)
    rig.act(S, WIN)
    assert rig.worths == {"concealed_hand": 1, "all_sequences": 2, "last_tile_discard": 1}


# --- kongs -------------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "patterns.last_tile_draw")
@pytest.mark.proves("taiwanese", "patterns.replacement_win")
@pytest.mark.proves("taiwanese", "options.last_tile_and_bloom")
def test_a_kong_at_the_last_tile_is_bloom_and_last_tile() -> None:
    for both in (True, False):
        rig = at_one(last_tile_and_bloom=both)
        rig.act(E, Kong("concealed", "1z"))
        assert rig.state.live_left == 0
        rig.act(E, WIN)
        assert rig.worths["replacement_win"] == 1 and ("last_tile_draw" in rig.worths) is both


def at_one(**options: Any) -> Rig:
    """East is on turn with a kong in hand; one live tile is left and completes the hand."""
    for dealer in range(4):
        rig = rig_of({E: "1111z123456789m11s4p"}, "8s", "6p", dealer=dealer, **options)
        while rig.state.live_left > 1 and rig.state.phase == "turn":
            rig.tsumogiri()
        if rig.state.turn == E:
            return waiting_for_the_last(rig)
    raise AssertionError("no dealer lets East draw the last tile but one")


def waiting_for_the_last(rig: Rig) -> Rig:
    """Whatever East drew is exchanged for the 5p with which it waits for the last tile."""
    me = rig.state.seats[E]
    assert me.drawn is not None
    me.hand.remove(me.drawn)
    me.hand.add("5p")
    me.drawn, me.waits, rig.state.cache = "5p", None, {}
    return rig


@pytest.mark.proves("taiwanese", "kongs.wall")
def test_the_second_kong_of_a_chain_needs_a_tile_of_its_own() -> None:
    rig = rig_of({E: "1111z2222z123456m11s"}, "8s", "6p")
    rig.state.live_left = 1
    rig.act(E, Kong("concealed", "1z"))
    assert rig.refused(E, Kong("concealed", "2z")) == "wall_exhausted"


@pytest.mark.proves("taiwanese", "options.reserve")
@pytest.mark.proves("taiwanese", "options.reserve_grows_with_kongs")
def test_the_reserve() -> None:
    for reserve in (16, 14, 0):
        rig = Rig(KEY, {E: "1111z"}, draws="8s", reserve=FLOWERS if reserve else "", options={"reserve": reserve})
        assert rig.state.live_left == 144 - reserve - 65 - sum(len(seat.bonus) for seat in rig.state.seats)
    for grows in (True, False):
        rig = rig_of({E: "1111z"}, "8s", "9s", reserve_grows_with_kongs=grows)
        rig.act(E, Kong("concealed", "1z"))
        assert rig.state.live_left == 63 - 1 - grows


@pytest.mark.proves("taiwanese", "options.reserve_grows_with_kongs")
def test_a_growing_reserve_ends_the_deal_earlier_and_takes_no_more_than_there_is() -> None:
    rig = rig_of({E: "1111z"}, "8s", "9s", reserve_grows_with_kongs=True)
    rig.state.live_left = 1
    rig.act(E, Kong("concealed", "1z"))
    assert rig.state.live_left == 0 and rig.state.phase == "turn"


def chowed(hand: str, tile: str, own: tuple[str, str], **options: Any) -> Rig:
    """East discards ``tile`` and South chows it."""
    rig = rig_of({E: tile, S: hand}, **options)
    rig.discard(tile)
    rig.claim(S, Chow(own))
    return rig


@pytest.mark.proves("taiwanese", "kongs.after_claim")
@pytest.mark.proves("taiwanese", "options.kong_after_claim")
def test_kongs_right_after_a_chow() -> None:
    kong = Kong("concealed", "1z")
    assert chowed("1111z34p", "5p", ("3p", "4p")).refused(S, kong) == "claimed_this_turn"
    rig = chowed("1111z34p", "5p", ("3p", "4p"), kong_after_claim=True)
    assert kong in rig.legal(S)
    rig.act(S, kong)
    assert rig.state.turn == S and not rig.state.claimed and rig.state.draw_source == "kong"


@pytest.mark.proves("taiwanese", "kongs.added")
@pytest.mark.proves("taiwanese", "options.added_kong_from_hand")
def test_an_older_tile_may_fill_up_a_pung() -> None:
    for allowed in (True, False):
        rig = rig_of({E: "1z", S: "111z"}, "8m", added_kong_from_hand=allowed)
        rig.discard("1z")
        rig.claim(S, Pung(("1z", "1z")))
        rig.turn(next(tile for tile in rig.state.seats[S].hand.tiles() if tile != "1z"))
        while rig.state.turn != S:
            rig.tsumogiri()
        assert rig.refused(S, Kong("added", "1z")) == (None if allowed else "not_the_drawn_tile")
        assert (Kong("added", "1z") in rig.legal(S)) is allowed


def test_a_tile_just_drawn_always_fills_up_a_pung() -> None:
    rig = rig_of({E: "1z", S: "11z"}, "8m9m8s8s1z", added_kong_from_hand=False)
    rig.discard("1z")
    rig.claim(S, Pung(("1z", "1z")))
    rig.turn(next(tile for tile in rig.state.seats[S].hand.tiles() if tile != "1z"))
    while rig.state.turn != S or rig.state.seats[S].drawn != "1z":
        rig.tsumogiri()
    assert Kong("added", "1z") in rig.legal(S)


# --- swap-calling ------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "claims.swap")
@pytest.mark.proves("taiwanese", "options.swap_calling")
@pytest.mark.parametrize(("swap_calling", "forbidden"), [("free", set()), ("same_tile", {"5p"}), ("both_ends", {"5p", "2p"})])
def test_what_may_not_follow_a_chow(swap_calling: str, forbidden: set[str]) -> None:
    hand = "2345p5p1479m1479s12z"
    rig = chowed(hand, "5p", ("3p", "4p"), swap_calling=swap_calling)
    held = set(rig.state.seats[S].hand.tiles())
    assert {"2p", "5p"} <= held
    assert {action.tile for action in rig.legal(S) if isinstance(action, Discard)} == held - forbidden
    for tile in forbidden:
        assert rig.refused(S, Discard(tile)) == "swap_forbidden"


@pytest.mark.proves("taiwanese", "options.swap_calling")
def test_a_middle_chow_and_the_ends_of_a_suit_forbid_one_kind() -> None:
    middle = chowed("1357p1479m1479s1234z", "2p", ("1p", "3p"), swap_calling="both_ends")
    assert len({a for a in middle.legal(S) if isinstance(a, Discard)}) == len(set(middle.state.seats[S].hand.tiles()))
    end = chowed("12p9p1479m1479s1234z5z", "3p", ("1p", "2p"), swap_calling="both_ends")
    assert {a.tile for a in end.legal(S) if isinstance(a, Discard)} == set(end.state.seats[S].hand.tiles())


@pytest.mark.proves("taiwanese", "options.swap_calling")
def test_a_claim_that_leaves_nothing_to_discard_is_refused() -> None:
    """South's last four tiles are 2344p: after a chow with 34p nothing but the two forbidden ends is left."""
    for swap_calling in ("free", "both_ends"):
        rig = rig_of({E: "5p", S: "2345p"}, swap_calling=swap_calling)
        me = rig.state.seats[S]
        for tile in list(me.hand.tiles()):
            if tile not in ("2p", "3p", "4p", "5p"):
                me.hand.remove(tile)
        while me.hand.size > 4:
            me.hand.remove(me.hand.tiles()[-1])
        me.waits = None
        rig.lay("5p")
        chow = Chow(("3p", "4p"))
        assert (chow in rig.legal(S)) is (swap_calling == "free")
        assert rig.refused(S, chow) == (None if swap_calling == "free" else "swap_forbidden")


# --- robbing -----------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "patterns.robbed_kong")
@pytest.mark.proves("taiwanese", "settlement.discard")
def test_a_robbed_kong_stays_a_pung_and_its_maker_pays() -> None:
    rig = rig_of({E: "666p", S: "123456789m12345p11s", N: "6p"}, "8m", dealer=N)
    rig.discard("6p")
    rig.claim(E, Pung(("6p", "6p")))
    rig.turn(next(tile for tile in rig.state.seats[E].hand.tiles() if tile[1] == "z" or tile[1] == "s"))
    assert rig.state.turn == S
    while rig.state.turn != E:
        rig.tsumogiri()
    rig.act(E, Kong("added", "6p"))
    rig.claim(S, WIN)
    assert rig.won.by == "robbed_kong" and rig.worths == {"concealed_hand": 1, "all_sequences": 2, "robbed_kong": 1}
    assert rig.won.deltas[E] < 0 and [seat for seat in range(4) if rig.won.deltas[seat] < 0] == [E]
    assert rig.state.seats[E].melds[0].kind == "pung"
