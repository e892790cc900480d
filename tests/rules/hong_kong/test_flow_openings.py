"""Heavenly and earthly wins: what spoils them and what does not."""

import pytest

from mahjong_club.rules.actions import PASS, WIN, Kong
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)

#: Complete with 1p or 4p and worth next to nothing by itself.
CHICKEN = "23p123s456s789s44m"
POOR = "23p456m11678999s"
HEAVENLY = pytest.mark.proves("hong_kong", "patterns.heavenly_win")
EARTHLY = pytest.mark.proves("hong_kong", "patterns.earthly_win")


@HEAVENLY
def test_the_dealer_is_complete_with_the_first_draw() -> None:
    rig = Rig(KEY, {W: CHICKEN}, draws="1p", dealer=W)
    rig.act(W, WIN)
    assert rig.won.limits == ("heavenly_win",) and rig.worths == {"heavenly_win": 13}
    assert rig.won.deltas == (-12800, -12800, 38400, -12800)


@pytest.mark.proves("hong_kong", "wins.heavenly")
@HEAVENLY
def test_bonus_tiles_do_not_spoil_it() -> None:
    rig = Rig(KEY, {E: "1f3p123s456s789s44m"}, draws="6f", replacements="2f2p1p")
    assert rig.state.turn == E and rig.state.seats[E].bonus == ["1f", "6f", "2f"]
    rig.act(E, WIN)
    assert rig.won.limits == ("heavenly_win",)


@pytest.mark.proves("hong_kong", "wins.heavenly")
@HEAVENLY
def test_the_dealers_own_concealed_kong_spoils_it() -> None:
    rig = Rig(KEY, {E: "2222m23p456s789s5s"}, draws="5s", replacements="1p")
    rig.act(E, Kong("concealed", "2m"))
    rig.act(E, WIN)
    assert rig.won.limits == () and rig.worths.keys() == {"self_draw", "concealed_hand", "no_flowers", "replacement_win"}


@HEAVENLY
def test_the_dealers_second_draw_is_none() -> None:
    rig = Rig(KEY, {E: CHICKEN}, draws="9m" + "7z7z7z" + "1p")
    for tile in ("9m", "7z", "7z", "7z"):
        rig.turn(tile)
    rig.act(E, WIN)
    assert rig.won.limits == ()


@HEAVENLY
@EARTHLY
def test_another_seats_first_draw_is_an_ordinary_win() -> None:
    rig = Rig(KEY, {S: CHICKEN, E: "147m258m369p1234z"}, draws="9m1p")
    rig.turn("9m")
    rig.act(S, WIN)
    assert rig.won.limits == () and rig.worths["self_draw"] == 1


@pytest.mark.proves("hong_kong", "wins.earthly")
@EARTHLY
@pytest.mark.parametrize("winner", [S, W, N])
def test_another_seat_wins_the_dealers_first_discard(winner: int) -> None:
    rig = Rig(KEY, {winner: POOR, E: "1p147m258m36p1234z"}, draws="5z")
    rig.discard("1p")
    rig.claim(winner, WIN)
    assert rig.won.limits == ("earthly_win",) and rig.won.seat == winner
    assert rig.won.deltas[E] == -12800 and rig.won.deltas[winner] == 25600


@EARTHLY
def test_bonus_tiles_do_not_spoil_an_earthly_win_either() -> None:
    rig = Rig(KEY, {S: "1f3p456m11678999s", E: "2f1p14m258m36p1234z"}, draws="6f", replacements="7m5z2p")
    assert sum(len(seat.bonus) for seat in rig.state.seats) == 3
    rig.discard("1p")
    rig.claim(S, WIN)
    assert rig.won.limits == ("earthly_win",)


@EARTHLY
def test_of_several_the_nearest_wins() -> None:
    rig = Rig(KEY, {S: POOR, N: "23p456m678m88s567s", E: "1p147m258m36p1234z"}, draws="5z")
    rig.discard("1p")
    rig.act(N, WIN)
    rig.act(S, WIN)
    assert rig.won.seat == S and rig.won.limits == ("earthly_win",)
    rig = Rig(KEY, {S: POOR, N: "23p456m678m88s567s", E: "1p147m258m36p1234z"}, draws="5z")
    rig.discard("1p")
    rig.act(S, PASS)
    rig.claim(N, WIN)
    assert rig.won.seat == N and rig.won.limits == ("earthly_win",)


@EARTHLY
def test_the_dealers_concealed_kong_spoils_it() -> None:
    rig = Rig(KEY, {S: POOR, E: "1p2222z58m36p134z9p"}, draws="5z", replacements="6z")
    rig.act(E, Kong("concealed", "2z"))
    rig.lay("1p")
    assert rig.refused(S, WIN) == "below_min"


@EARTHLY
def test_another_seats_first_discard_is_none() -> None:
    rig = Rig(KEY, {W: POOR, S: "1p147m258m36p1234z", E: "19m19s19p1234567z"}, draws="5z6z")
    rig.turn("5z")
    rig.lay("1p")
    assert rig.refused(W, WIN) == "below_min"


@EARTHLY
def test_the_dealers_second_discard_is_none() -> None:
    rig = Rig(KEY, {W: POOR, E: "1p147m258m36p1234z"}, draws="5z" + "6z6z7z" + "7z")
    for tile in ("5z", "6z", "6z", "7z"):
        rig.turn(tile)
    rig.lay("1p")
    assert rig.refused(W, WIN) == "below_min"


@pytest.mark.proves("hong_kong", "options.tracking")
def test_deals_from_before_first_turns_were_kept_have_neither() -> None:
    options = {"track_first_turn": False}
    rig = Rig(KEY, {S: POOR, E: "1p147m258m36p1234z"}, draws="5z", options=options)
    rig.lay("1p")
    assert rig.refused(S, WIN) == "below_min"
    rig = Rig(KEY, {E: "23p456m678m99s234s"}, draws="1p", options=options)
    rig.act(E, WIN)
    assert rig.won.limits == () and rig.won.total == 4
