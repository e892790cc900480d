"""What each seat pays, through whole deals."""

import pytest

from mahjong_club.rules.actions import WIN
from mahjong_club.rules.events import DealEnded
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)

THREE = "67p123m789m11s555z"
THREE_SELF = "67p123666789m11s"
SIX = "67p123p789p11p555z"
NINE = "67p12334578911p"
ORPHANS = "19m19p19s1234567z"


def won_on_wests_discard(hand: str, tile: str, **options: object) -> Rig:
    rig = Rig(KEY, {S: hand, W: tile + "258m369m258s234s"}, draws="3s6s6m", options=options)
    rig.tsumogiri()
    rig.tsumogiri()
    rig.discard(tile)
    rig.claim(S, WIN)
    return rig


def won_by_self_draw(hand: str, tile: str, **options: object) -> Rig:
    rig = Rig(KEY, {S: hand}, draws="3s" + tile, options=options)
    rig.tsumogiri()
    rig.act(S, WIN)
    return rig


@pytest.mark.proves("hong_kong", "settlement.shares")
@pytest.mark.proves("hong_kong", "settlement.discard")
@pytest.mark.parametrize(
    ("hand", "tile", "total", "deltas"),
    [
        (THREE, "8p", 3, (-800, 3200, -1600, -800)),
        (SIX, "8p", 6, (-1600, 6400, -3200, -1600)),
        (NINE, "8p", 9, (-3200, 12800, -6400, -3200)),
        (ORPHANS, "1m", 13, (-6400, 25600, -12800, -6400)),
    ],
)
def test_a_discard_costs_its_seat_two_shares_and_the_others_one(
    hand: str, tile: str, total: int, deltas: tuple[int, ...]
) -> None:
    rig = won_on_wests_discard(hand, tile)
    assert (rig.won.total, rig.won.deltas) == (total, deltas)
    assert rig.state.scores == list(deltas)
    ended = rig.events[-1]
    assert isinstance(ended, DealEnded) and ended.scores == deltas


@pytest.mark.proves("hong_kong", "settlement.shares")
@pytest.mark.proves("hong_kong", "settlement.self_draw")
@pytest.mark.parametrize(
    ("hand", "tile", "total", "deltas"),
    [
        (THREE_SELF, "8p", 3, (-1600, 4800, -1600, -1600)),
        (THREE, "8p", 4, (-3200, 9600, -3200, -3200)),
        (SIX, "8p", 7, (-6400, 19200, -6400, -6400)),
        (NINE, "8p", 10, (-12800, 38400, -12800, -12800)),
        (ORPHANS, "1m", 13, (-12800, 38400, -12800, -12800)),
    ],
)
def test_a_self_draw_costs_everybody_two_shares(hand: str, tile: str, total: int, deltas: tuple[int, ...]) -> None:
    rig = won_by_self_draw(hand, tile)
    assert (rig.won.total, rig.won.deltas) == (total, deltas)
    assert rig.state.scores == list(deltas)


@pytest.mark.proves("hong_kong", "settlement.shares")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_pays_and_gets_as_anybody_does(dealer: int) -> None:
    """South draws 8p on the first turn it has that is not the deal's own first draw."""
    turns = (S - dealer) & 3 or 4
    rig = Rig(KEY, {S: THREE}, draws="3s" * turns + "8p", dealer=dealer)
    for _ in range(turns):
        rig.tsumogiri()
    rig.act(S, WIN)
    assert rig.won.total == 4 and rig.won.deltas == (-3200, 9600, -3200, -3200)


@pytest.mark.proves("hong_kong", "settlement.shares")
def test_points_are_carried_on_from_deal_to_deal() -> None:
    rig = won_by_self_draw(THREE, "8p", starting_points=25_000)
    assert rig.state.scores == [21_800, 34_600, 21_800, 21_800]
    rig.next_deal()
    assert rig.state.scores == [21_800, 34_600, 21_800, 21_800]


@pytest.mark.proves("hong_kong", "wins.minimum")
@pytest.mark.parametrize(("minimum", "refusal"), [(3, None), (4, "below_min"), (5, "below_min")])
def test_the_minimum_is_asked_of_the_whole_with_its_route(minimum: int, refusal: str | None) -> None:
    rig = Rig(KEY, {S: THREE, W: "8p258m369m258s234s"}, draws="3s6s6m", options={"minimum": minimum})
    rig.tsumogiri()
    rig.tsumogiri()
    rig.lay("8p")
    assert rig.refused(S, WIN) == refusal


@pytest.mark.proves("hong_kong", "draws.exhaustive")
def test_a_drawn_deal_costs_nothing() -> None:
    rig = Rig(KEY)
    while rig.state.phase == "turn":
        rig.tsumogiri()
    assert rig.result is not None and rig.result.deltas == (0, 0, 0, 0)
