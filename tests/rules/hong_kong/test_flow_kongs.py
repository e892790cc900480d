"""Kongs: replacements and what they are worth, robbing, the end of the wall."""

import pytest

from mahjong_club.rules.actions import PASS, WIN, Discard, Kong, Pung
from mahjong_club.rules.events import Drawn, KongDeclared
from mahjong_club.rules.melds import Meld
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)

#: The dealer's hand with a kong of East winds in it: ready for 1p and 4p once the kong and the 5s pair are there.
KONGING = "1111z23p123m789m5s"
REPLACED = {"self_draw", "replacement_win"}


def kong_first(replacements: str, draws: str = "5s") -> Rig:
    rig = Rig(KEY, {E: KONGING}, draws=draws, replacements=replacements)
    rig.act(E, Kong("concealed", "1z"))
    return rig


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_a_win_on_a_kongs_replacement() -> None:
    rig = kong_first("1p")
    rig.act(E, WIN)
    assert rig.worths == {
        "self_draw": 1, "concealed_hand": 1, "no_flowers": 1, "seat_wind": 1, "round_wind": 1, "replacement_win": 1,
    }  # fmt: skip
    assert rig.won.total == 6 and rig.won.deltas == (9600, -3200, -3200, -3200)


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_bonus_tiles_between_kong_and_tile_change_nothing() -> None:
    rig = kong_first("3f7f1p")
    assert rig.state.seats[E].bonus == ["3f", "7f"]
    rig.act(E, WIN)
    assert rig.worths.keys() >= REPLACED and "no_flowers" not in rig.worths


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_a_bonus_tiles_replacement_alone_is_none() -> None:
    rig = Rig(KEY, {S: "23p123m789m55s222z", E: "147m258p369s3456z"}, draws="9s1f", replacements="4p")
    rig.turn("9s")
    rig.act(S, WIN)
    assert rig.won.seat == S and rig.worths.keys() == {"self_draw", "concealed_hand", "seat_wind"}


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_a_discard_ends_it_for_the_own_next_draw() -> None:
    rig = kong_first("9s", draws="5s" + "6z6z6z" + "1p")
    for tile in ("9s", "6z", "6z", "6z"):
        rig.turn(tile)
    rig.act(E, WIN)
    assert rig.won.tile == "1p" and "replacement_win" not in rig.worths


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_a_discard_ends_it_for_the_others() -> None:
    rig = Rig(KEY, {E: "1111z23p123m789m5s", W: "46p123m789s11s555z"}, draws="5s", replacements="5p")
    rig.act(E, Kong("concealed", "1z"))
    rig.discard("5p")
    rig.claim(W, WIN)
    assert rig.won.by == "discard" and rig.worths == {"concealed_hand": 1, "no_flowers": 1, "dragon_triplet": 1}


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_two_kongs_in_a_row_count_once() -> None:
    rig = Rig(KEY, {E: "1111z9999s23p12m5p"}, draws="5p", replacements="3m1p")
    rig.act(E, Kong("concealed", "1z"))
    rig.act(E, Kong("concealed", "9s"))
    rig.act(E, WIN)
    assert rig.worths["replacement_win"] == 1 and rig.won.total == 6


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_an_exposed_kong_is_replaced_and_counts_too() -> None:
    rig = Rig(KEY, {S: "222z23p123m789m55s", E: "2z147m258p369s345z"}, draws="9s", replacements="1p")
    rig.discard("2z")
    rig.claim(S, Kong("exposed", "2z"))
    taken = next(e for e in reversed(rig.events) if isinstance(e, Drawn))
    assert taken == Drawn(S, "1p", "kong") and rig.wall[-1] == "1p"
    rig.act(S, WIN)
    assert rig.worths == {"self_draw": 1, "no_flowers": 1, "seat_wind": 1, "replacement_win": 1}


# --- the added kong and its robbing ------------------------------------------------------------------------------------
#: South can win 8p between 7p and 9p only; North holds a pair of it.
WAITING = "79p123m789m11s555z"
PAIRED = "88p147s258s1234z6z"


def ready_to_add(*, waiting: str = WAITING, options: dict[str, object] | None = None, replacement: str = "9m") -> Rig:
    """East feeds a pung of 8p to North, and North adds the fourth one turn later."""
    hands = {E: "8p147m259s3467z22p", S: waiting, N: PAIRED}
    rig = Rig(KEY, hands, draws="4s" + "6s7s6m" + "8p", replacements=replacement, options=options)
    rig.discard("8p")
    rig.claim(N, Pung(("8p", "8p")))
    rig.turn("6z")
    for tile in ("6s", "7s", "6m"):
        rig.turn(tile)
    assert rig.state.turn == N and rig.state.seats[N].drawn == "8p"
    return rig


@pytest.mark.proves("hong_kong", "kongs.rob")
@pytest.mark.proves("hong_kong", "kongs.added")
@pytest.mark.proves("hong_kong", "patterns.robbed_kong")
@pytest.mark.proves("hong_kong", "settlement.discard")
def test_an_added_kong_is_robbed_paid_as_a_discard_and_falls_back_to_the_pung() -> None:
    rig = ready_to_add()
    rig.act(N, Kong("added", "8p"))
    assert rig.legal(S) == (WIN, PASS)
    assert all(not rig.legal(seat) for seat in (E, W, N))
    rig.act(S, WIN)
    assert (rig.won.by, rig.won.from_seat, rig.won.tile) == ("robbed_kong", N, "8p")
    assert rig.worths == {"concealed_hand": 1, "no_flowers": 1, "dragon_triplet": 1, "robbed_kong": 1}
    assert rig.won.deltas == (-1600, 6400, -1600, -3200)
    assert rig.state.seats[N].melds == [Meld("pung", ("8p", "8p", "8p"), E)]


@pytest.mark.proves("hong_kong", "options.rob_kong_pays_all")
def test_the_robbed_seat_may_pay_for_all() -> None:
    rig = ready_to_add(options={"rob_kong_pays_all": True})
    rig.act(N, Kong("added", "8p"))
    rig.act(S, WIN)
    assert rig.won.deltas == (0, 9600, 0, -9600)


@pytest.mark.proves("hong_kong", "kongs.added")
def test_an_added_kong_nobody_robs_stands_and_is_replaced() -> None:
    rig = ready_to_add()
    rig.act(N, Kong("added", "8p"))
    rig.act(S, PASS)
    assert rig.state.seats[N].melds == [Meld("kong", ("8p", "8p", "8p", "8p"), E, "added")]
    assert (rig.state.turn, rig.state.seats[N].drawn, rig.state.after_kong) == (N, "9m", True)


@pytest.mark.proves("hong_kong", "kongs.added")
def test_an_added_kong_asks_nobody_who_cannot_win() -> None:
    rig = ready_to_add(waiting="24p123666789m11s")
    rig.act(N, Kong("added", "8p"))
    assert rig.state.phase == "turn" and rig.state.seats[N].drawn == "9m"


@pytest.mark.proves("hong_kong", "wins.minimum")
@pytest.mark.proves("hong_kong", "patterns.robbed_kong")
def test_the_robbing_may_be_the_faan_that_was_missing() -> None:
    rig = Rig(KEY, {E: "8p147m259s3467z22p", S: "79p123666789m11s", N: PAIRED}, draws="4s9s", dealer=N)
    rig.turn("4s")
    rig.lay("8p")
    assert rig.refused(S, WIN) == "below_min"
    rig = ready_to_add(waiting="79p123666789m11s")
    rig.act(N, Kong("added", "8p"))
    rig.act(S, WIN)
    assert rig.won.total == 3 and rig.won.deltas == (-800, 3200, -800, -1600)


@pytest.mark.proves("hong_kong", "patterns.replacement_win")
def test_the_replacement_of_an_added_kong_counts() -> None:
    """North holds the rest of a hand beside the pung."""
    hands = {E: "8p147m259s3467z22p", N: "88p44z234s567s11m7z"}
    rig = Rig(KEY, hands, draws="4s" + "6s7s6m" + "8p", replacements="1m")
    rig.discard("8p")
    rig.claim(N, Pung(("8p", "8p")))
    rig.turn("7z")
    for tile in ("6s", "7s", "6m"):
        rig.turn(tile)
    rig.act(N, Kong("added", "8p"))
    rig.act(N, WIN)
    assert rig.worths == {"self_draw": 1, "no_flowers": 1, "replacement_win": 1}


@pytest.mark.proves("hong_kong", "kongs.rob")
@pytest.mark.proves("hong_kong", "kongs.added")
@pytest.mark.proves("hong_kong", "patterns.thirteen_orphans")
def test_a_concealed_kong_is_not_robbed_even_by_thirteen_orphans() -> None:
    rig = Rig(KEY, {E: "9999s147m258p345z", S: "19m19p11s1234567z"}, draws="6m", replacements="7p")
    rig.act(E, Kong("concealed", "9s"))
    assert rig.state.phase == "turn" and rig.state.turn == E and rig.state.seats[E].drawn == "7p"
    assert not any(rig.legal(seat) for seat in (S, W, N))
    assert rig.refused(S, WIN) == "not_your_turn"
    assert sum(isinstance(e, KongDeclared) for e in rig.events) == 1


@pytest.mark.proves("hong_kong", "kongs.added")
def test_an_exposed_kong_is_not_robbed_its_tile_is_won_as_a_discard_or_not_at_all() -> None:
    hands = {W: "9s147m258p345z123s", E: "999s369m147p12z66z", S: "19m19p11s1234567z"}
    rig = Rig(KEY, hands, draws="6m", replacements="7p", dealer=W)
    rig.discard("9s")
    rig.act(S, PASS)
    rig.act(E, Kong("exposed", "9s"))
    assert rig.state.window is None and rig.state.seats[E].melds[0].form == "exposed"
    assert (rig.state.turn, rig.state.seats[E].drawn) == (E, "7p")


@pytest.mark.proves("hong_kong", "kongs.added")
def test_an_added_kong_needs_the_own_pung_and_a_concealed_one_four_tiles() -> None:
    rig = Rig(KEY, {E: "999s147m258p3456z"}, draws="6m")
    assert rig.refused(E, Kong("added", "9s")) == "no_pung_to_add"
    assert rig.refused(E, Kong("concealed", "9s")) == "not_four"
    assert rig.refused(E, Kong("exposed", "9s")) == "tiles_do_not_fit"


@pytest.mark.proves("hong_kong", "kongs.when")
@pytest.mark.proves("hong_kong", "kongs.added")
def test_a_kong_may_wait_for_a_later_turn() -> None:
    rig = Rig(KEY, {E: KONGING}, draws="9s6z6z6z9s", replacements="5s")
    assert Kong("concealed", "1z") in rig.legal(E)
    for tile in ("9s", "6z", "6z", "6z"):
        rig.turn(tile)
    assert Kong("concealed", "1z") in rig.legal(E)


@pytest.mark.proves("hong_kong", "kongs.after_claim")
def test_no_kong_and_no_win_right_after_a_pung() -> None:
    """South claims with a whole hand: discarding is all it may do."""
    rig = Rig(KEY, {E: "5p147m258s346z12s9m", S: "55p1111z789m234s9s"}, draws="4s")
    rig.discard("5p")
    rig.claim(S, Pung(("5p", "5p")))
    assert all(isinstance(action, Discard) for action in rig.legal(S))
    assert rig.refused(S, Kong("concealed", "1z")) == "claimed_this_turn"
    assert rig.refused(S, WIN) == "not_a_hand"


# --- how many, how late ------------------------------------------------------------------------------------------------
@pytest.mark.proves("hong_kong", "kongs.four")
@pytest.mark.proves("hong_kong", "kongs.wall")
@pytest.mark.proves("hong_kong", "patterns.four_kongs")
def test_four_kongs_do_not_end_the_deal() -> None:
    rig = Rig(KEY, {E: "1111m2222p3333s4z"}, draws="5z", replacements="5z5z5z4z")
    for tile in ("1m", "2p", "3s", "5z"):
        rig.act(E, Kong("concealed", tile))
    rig.act(E, WIN)
    assert set(rig.won.limits) == {"four_kongs", "four_concealed_triplets"} and rig.won.total == 13


@pytest.mark.proves("hong_kong", "kongs.wall")
def test_a_fifth_kong_by_another_seat_is_allowed() -> None:
    rig = Rig(KEY, {E: "1111m2222p3333s4z", S: "9999s48m358p2367z"}, draws="5z6m", replacements="5z5z5z1p7p")
    for tile in ("1m", "2p", "3s", "5z"):
        rig.act(E, Kong("concealed", tile))
    rig.turn("1p")
    rig.act(S, Kong("concealed", "9s"))
    assert rig.state.phase == "turn" and rig.state.seats[S].drawn == "7p"


#: Ready for 1p and 4p and worth enough by any route, with bonus tiles or without.
HALF = "23p456p789p11p444z"
#: Taken by the eight bonus tiles of the middle of the wall; what follows in ``replacements`` ends the wall.
EIGHT = "2233m77s66s"
SEVEN = "2233m77s6s"


def last_tiles(hand: str, last: str, *, live_left: int, seat: int) -> Rig:
    """``seat`` is on turn with so many tiles left; ``last`` are the last tiles from the very last backwards."""
    dealer = (seat + (1 if live_left == 0 else 2)) & 3
    rig = Rig(KEY, {seat: hand}, replacements=EIGHT + last, dealer=dealer)
    rig.run_down(live_left)
    assert rig.state.turn == seat
    return rig


@pytest.mark.proves("hong_kong", "kongs.wall")
def test_a_kong_needs_a_tile_to_replace_it() -> None:
    rig = last_tiles("1111z48m258p369s5z", "9p", live_left=0, seat=S)
    assert not any(isinstance(action, Kong) for action in rig.legal(S))
    assert rig.refused(S, Kong("concealed", "1z")) == "wall_exhausted"
    rig = last_tiles("1111z48m258p369s5z", "9p8p", live_left=1, seat=S)
    assert Kong("concealed", "1z") in rig.legal(S)


@pytest.mark.proves("hong_kong", "patterns.last_tile_draw")
def test_the_last_tile_as_a_kongs_replacement_counts_as_both() -> None:
    rig = last_tiles("1111z23p123m789m5s", "1p5s", live_left=1, seat=S)
    rig.act(S, Kong("concealed", "1z"))
    assert rig.state.live_left == 0
    rig.act(S, WIN)
    assert rig.worths["replacement_win"] == rig.worths["last_tile_draw"] == rig.worths["self_draw"] == 1


@pytest.mark.proves("hong_kong", "patterns.last_tile_draw")
def test_the_last_tile_from_the_front() -> None:
    rig = last_tiles(HALF, "1p", live_left=0, seat=S)
    rig.act(S, WIN)
    assert rig.won.tile == "1p" and "replacement_win" not in rig.worths and rig.worths["last_tile_draw"] == 1


def played_out(replacements: str, dealer: int) -> Rig:
    """Everybody discards what he draws until the wall is empty."""
    rig = Rig(KEY, {S: HALF}, replacements=replacements, dealer=dealer)
    rig.run_down(0)
    return rig


@pytest.mark.proves("hong_kong", "patterns.last_tile_draw")
def test_the_last_tile_as_a_bonus_tiles_replacement() -> None:
    """Seven bonus tiles are drawn on the way, the eighth is the last but one tile."""
    rig = next(rig for dealer in range(4) if (rig := played_out(SEVEN + "1p8f", dealer)).state.turn == S)
    assert rig.state.draw_source == "bonus" and rig.state.seats[S].drawn == "1p"
    rig.act(S, WIN)
    assert rig.worths["last_tile_draw"] == 1 and "replacement_win" not in rig.worths


@pytest.mark.proves("hong_kong", "patterns.last_tile_draw")
def test_the_last_but_one_tile_is_none() -> None:
    rig = last_tiles(HALF, "9p1p", live_left=1, seat=S)
    rig.act(S, WIN)
    assert "last_tile_draw" not in rig.worths


def at_the_last_discard(tile: str, hands: dict[int, str], options: dict[str, object] | None = None) -> Rig:
    """South draws the last tile, which is ``tile``, and discards it."""
    rig = Rig(KEY, hands, replacements=EIGHT + tile, dealer=W, options=options)
    rig.run_down(0)
    assert rig.state.turn == S and rig.state.seats[S].drawn == tile
    rig.lay(tile)
    return rig


@pytest.mark.proves("hong_kong", "patterns.last_tile_discard")
@pytest.mark.proves("hong_kong", "claims.last_discard")
def test_the_last_discard_can_only_be_won() -> None:
    hands = {W: "46p123p789p11p555z", N: "55p19m147s123z6z8s9p"}
    rig = at_the_last_discard("5p", hands)
    assert rig.legal(W) == (WIN, PASS)
    assert rig.legal(N) == () and rig.refused(N, Pung(("5p", "5p"))) == "last_discard"
    rig.act(W, WIN)
    rig.proceed()
    assert rig.worths["last_tile_discard"] == 1 and rig.won.from_seat == S


@pytest.mark.proves("hong_kong", "options.last_tile_discard")
def test_a_table_may_not_count_the_last_discard() -> None:
    rig = at_the_last_discard("5p", {W: "46p123p789p11p555z"}, {"last_tile_discard": 0})
    rig.act(W, WIN)
    rig.proceed()
    assert "last_tile_discard" not in rig.worths


@pytest.mark.proves("hong_kong", "draws.exhaustive")
def test_nobody_wins_the_last_discard() -> None:
    rig = at_the_last_discard("5p", {W: "46p123p789p11p555z"})
    rig.act(W, PASS)
    rig.proceed()
    assert rig.result is not None and rig.result.deltas == (0, 0, 0, 0)
    assert rig.state.scores == [0, 0, 0, 0] and rig.state.upcoming == (W, 0, 1)


@pytest.mark.proves("hong_kong", "draws.last_flower")
@pytest.mark.proves("hong_kong", "draws.exhaustive")
def test_the_last_tile_is_a_bonus_tile_and_the_deal_is_drawn() -> None:
    rig = Rig(KEY, replacements=SEVEN + "8f")
    while rig.state.phase == "turn":
        rig.tsumogiri()
    assert rig.result is not None and rig.result.deltas == (0, 0, 0, 0)
    last = next(e for e in reversed(rig.events) if isinstance(e, Drawn))
    assert last.tile == "8f" and rig.state.live_left == 0
    assert rig.state.upcoming == (E, 0, 1)
