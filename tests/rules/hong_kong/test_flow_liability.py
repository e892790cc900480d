"""Who pays for a limit hand he fed: big three dragons and big four winds."""

import pytest

from mahjong_club.rules.actions import WIN, Kong, Pung
from mahjong_club.rules.events import MeldClaimed
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)
BIG = "big_three_dragons"
LIABLE = pytest.mark.proves("hong_kong", "settlement.liable")
PUBLIC = pytest.mark.proves("hong_kong", "settlement.public")

#: South takes 5z from East, 6z from West and 7z from East, and is ready for 1m and 4m.
SOUTH = "556677z23m99s147p"
OTHERS = {E: "5711z146m258p369s", W: "6223z158m258p369s", N: "158m147p356s1247z"}
EIGHT_DRAWS = "8s8s8s8s2s2s2s5s"


def feed(rig: Rig, feeder: int, tile: str, then: str) -> None:
    """The feeder's next discard is ``tile``; South takes it as a pung and discards ``then``."""
    while rig.state.turn != feeder:
        rig.tsumogiri()
    rig.discard(tile)
    rig.claim(S, Pung((tile, tile)))
    rig.turn(then)


def fed(ninth: str, replacements: str = "", hands: dict[int, str] | None = None, **options: bool) -> Rig:
    """Three public dragon sets; the ninth tile from here is South's own draw."""
    rig = Rig(KEY, {S: SOUTH, **OTHERS, **(hands or {})}, EIGHT_DRAWS + ninth, replacements, options=options)
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    assert rig.state.seats[S].liable == ()
    feed(rig, E, "7z", "7p")
    return rig


def until(rig: Rig, seat: int) -> Rig:
    while rig.state.turn != seat:
        rig.tsumogiri()
    return rig


@pytest.mark.proves("hong_kong", "settlement.liable_pays")
@LIABLE
def test_who_feeds_the_third_dragon_set_pays_a_self_draw_alone() -> None:
    rig = fed("1m")
    assert rig.state.seats[S].liable == ((BIG, E),)
    claims = [event.liable for event in rig.events if isinstance(event, MeldClaimed)]
    assert claims == [(), (), ((BIG, E),)]
    until(rig, S).act(S, WIN)
    assert rig.won.limits == (BIG,) and rig.won.liable == ((BIG, E),)
    assert rig.won.deltas == (-38400, 38400, 0, 0)


@pytest.mark.proves("hong_kong", "settlement.liable_pays")
@LIABLE
@pytest.mark.parametrize(
    ("feeder", "deltas"), [(W, (-12800, 25600, -12800, 0)), (N, (-12800, 25600, 0, -12800)), (E, (-25600, 25600, 0, 0))]
)
def test_on_a_discard_the_liable_seat_shares_with_the_feeder(feeder: int, deltas: tuple[int, ...]) -> None:
    rig = until(fed("9p"), feeder)
    rig.discard("1m")
    rig.claim(S, WIN)
    assert rig.won.deltas == deltas


@LIABLE
@pytest.mark.proves("hong_kong", "patterns.robbed_kong")
def test_a_robbed_kong_is_shared_in_the_same_way() -> None:
    """West has taken a pung of 1m from East at the start and adds the fourth."""
    hands = {E: "5711z146m258p369s", W: "6223z118m258p369s", N: "258m147p356s1247z"}
    rig = Rig(KEY, {S: SOUTH, **hands}, "8s8s8s8s2s2s2s1m")
    rig.discard("1m")
    rig.claim(W, Pung(("1m", "1m")))
    rig.turn("3z")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    feed(rig, E, "7z", "7p")
    assert rig.state.turn == W and rig.state.seats[W].drawn == "1m"
    rig.act(W, Kong("added", "1m"))
    rig.act(S, WIN)
    assert rig.won.by == "robbed_kong" and rig.won.deltas == (-12800, 25600, -12800, 0)


@LIABLE
@pytest.mark.proves("hong_kong", "options.rob_kong_pays_all")
def test_liability_goes_before_the_lone_payer_of_a_robbed_kong() -> None:
    hands = {E: "5711z146m258p369s", W: "6223z118m258p369s", N: "258m147p356s1247z"}
    rig = Rig(KEY, {S: SOUTH, **hands}, "8s8s8s8s2s2s2s1m", options={"rob_kong_pays_all": True})
    rig.discard("1m")
    rig.claim(W, Pung(("1m", "1m")))
    rig.turn("3z")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    feed(rig, E, "7z", "7p")
    rig.act(W, Kong("added", "1m"))
    rig.act(S, WIN)
    assert rig.won.deltas == (-12800, 25600, -12800, 0)


@LIABLE
def test_an_exposed_kong_is_fed_as_a_pung_is() -> None:
    hands = {S: "5566777z23m99s14p", N: "158m147p356s124z9m"}
    rig = Rig(KEY, {**OTHERS, **hands}, EIGHT_DRAWS, "1m")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    until(rig, E).discard("7z")
    rig.claim(S, Kong("exposed", "7z"))
    assert rig.state.seats[S].liable == ((BIG, E),)
    rig.act(S, WIN)
    assert rig.won.deltas == (-38400, 38400, 0, 0)


@PUBLIC
def test_an_added_kong_keeps_the_feeder_of_its_pung() -> None:
    rig = until(fed("7z", "1m", {N: "158m147p356s124z9m"}), S)
    rig.act(S, Kong("added", "7z"))
    assert rig.state.seats[S].liable == ((BIG, E),)
    rig.act(S, WIN)
    assert rig.won.deltas == (-38400, 38400, 0, 0)


@PUBLIC
def test_an_added_kong_makes_nobody_liable() -> None:
    """Two public sets and a dragon triplet in the hand; the fourth 5z is added."""
    hands = {S: "5566777z23m99s14p", N: "158m147p356s124z9m"}
    rig = Rig(KEY, {**OTHERS, **hands}, EIGHT_DRAWS[:10] + "5z", "1m")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    until(rig, S).act(S, Kong("added", "5z"))
    rig.act(S, WIN)
    assert rig.won.limits == (BIG,) and rig.won.liable == ()
    assert rig.won.deltas == (-12800, 38400, -12800, -12800)


@pytest.mark.proves("hong_kong", "settlement.liable_own")
@PUBLIC
def test_a_set_that_the_hand_completes_makes_nobody_liable() -> None:
    hands = {S: "5566777z23m99s14p", N: "158m147p356s124z9m"}
    rig = Rig(KEY, {**OTHERS, **hands}, EIGHT_DRAWS[:10] + "1m")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    until(rig, S).act(S, WIN)
    assert rig.won.limits == (BIG,) and rig.won.deltas == (-12800, 38400, -12800, -12800)


def with_concealed_kong(**options: bool) -> Rig:
    """A concealed kong of 7z first, then 5z from East and 6z from West."""
    hands = {S: "7777z5566z23m99s1p", E: "5113z146m258p369s", N: "158m147p356s124z9m"}
    rig = Rig(KEY, {**OTHERS, **hands}, "8s8s8s8s2s2s2s5s5s1m", "4p", options=options)
    rig.turn("8s")
    rig.act(S, Kong("concealed", "7z"))
    rig.turn("8s")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    until(rig, S).act(S, WIN)
    assert rig.won.limits == (BIG,)
    return rig


@PUBLIC
def test_a_concealed_kong_is_not_public() -> None:
    assert with_concealed_kong().won.deltas == (-12800, 38400, -12800, -12800)


@pytest.mark.proves("hong_kong", "options.concealed_kong_is_public")
def test_a_concealed_kong_may_count_as_public() -> None:
    assert with_concealed_kong(concealed_kong_is_public=True).won.deltas == (0, 38400, -38400, 0)


def won_with_the_third_set(**options: bool) -> Rig:
    hands = {S: "556677z99s234m14p"}
    rig = Rig(KEY, {**OTHERS, **hands}, EIGHT_DRAWS, options=options)
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    until(rig, E).discard("7z")
    rig.claim(S, WIN)
    assert rig.won.limits == (BIG,)
    return rig


@pytest.mark.proves("hong_kong", "settlement.liable_own")
@PUBLIC
def test_the_winning_discard_itself_makes_nobody_liable() -> None:
    assert won_with_the_third_set().won.deltas == (-12800, 25600, -6400, -6400)


@pytest.mark.proves("hong_kong", "options.winning_discard_makes_liable")
def test_the_winning_discard_may_make_its_seat_liable() -> None:
    assert won_with_the_third_set(winning_discard_makes_liable=True).won.deltas == (-25600, 25600, 0, 0)


# --- winds -------------------------------------------------------------------------------------------------------------
def four_winds(ninth: str) -> Rig:
    hands = {S: "11223344z9m147p4s", E: "13z146m258p3699s5z", W: "24z158m258p369s56z", N: "158m147p369s567z9m"}
    rig = Rig(KEY, hands, "8s8s8s8s2s2s2s5s5s" + ninth)
    feed(rig, E, "1z", "1p")
    feed(rig, W, "2z", "4p")
    feed(rig, E, "3z", "7p")
    assert rig.state.seats[S].liable == ()
    feed(rig, W, "4z", "4s")
    assert rig.state.seats[S].liable == (("big_four_winds", W),)
    return rig


@LIABLE
@pytest.mark.proves("hong_kong", "patterns.big_four_winds")
def test_who_feeds_the_fourth_wind_set_is_liable() -> None:
    rig = until(four_winds("9m"), S)
    rig.act(S, WIN)
    assert rig.won.limits == ("big_four_winds",) and rig.won.deltas == (0, 38400, -38400, 0)
    rig = until(four_winds("7s"), N)
    rig.discard("9m")
    rig.claim(S, WIN)
    assert rig.won.deltas == (0, 25600, -12800, -12800)


@LIABLE
def test_two_public_dragon_sets_make_nobody_liable() -> None:
    """Little three dragons: two public sets and the pair."""
    hands = {S: "556677z99s234m14p", E: "5113z146m258p336s"}
    rig = Rig(KEY, {**OTHERS, **hands}, EIGHT_DRAWS[:10] + "9s")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    until(rig, S).act(S, WIN)
    assert rig.worths["little_three_dragons"] == 5 and rig.won.liable == ()
    assert len(set(rig.won.deltas)) == 2


@LIABLE
@pytest.mark.proves("hong_kong", "patterns.eight_flowers")
def test_liability_does_not_touch_a_flower_hand() -> None:
    hands = {S: "1234567f556677z"}
    rig = Rig(KEY, {**OTHERS, **hands}, EIGHT_DRAWS + "8f", "23m99s147p")
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    feed(rig, E, "7z", "7p")
    assert rig.state.seats[S].liable == ((BIG, E),)
    while rig.state.window is None:
        rig.tsumogiri()
    rig.act(S, WIN)
    assert rig.worths == {"eight_flowers": 8} and rig.won.deltas == (-6400, 19200, -6400, -6400)


@pytest.mark.proves("hong_kong", "options.tracking")
def test_deals_from_before_feeders_were_kept_make_nobody_liable() -> None:
    rig = Rig(KEY, {S: SOUTH, **OTHERS}, EIGHT_DRAWS + "1m", options={"track_liability": False})
    feed(rig, E, "5z", "1p")
    feed(rig, W, "6z", "4p")
    feed(rig, E, "7z", "7p")
    assert rig.state.seats[S].liable == ()
    until(rig, S).act(S, WIN)
    assert rig.won.deltas == (-12800, 38400, -12800, -12800)
