"""Seven robs one and eight flowers: when they are offered, to whom, and what they bring."""

import pytest

from mahjong_club.rules.actions import PASS, WIN
from mahjong_club.rules.events import BonusExposed, DealDrawn, DealWon, Drawn, WinOffered
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)
pytestmark = pytest.mark.proves("hong_kong", "wins.flower_hands")

SEVEN = "1234567f258m69p1z"
#: Tiles for South's seven replacements; one tile more in the deal where another seat holds the eighth.
TAIL = "369m147p2z"
EIGHTH = "8f25m147p258s14z77z"
PLAIN = "258m147p3699s45z6s"


def dealt_seven(holder: int = N, **options: object) -> Rig:
    """South is dealt seven bonus tiles and ``holder`` the eighth; East deals."""
    return Rig(KEY, {S: SEVEN, holder: EIGHTH}, "9p", TAIL + "3s", options=options)


def drawn_seven(**options: object) -> Rig:
    """South has seven; West draws the eighth in play."""
    rig = Rig(KEY, {S: SEVEN, E: PLAIN}, "9p" + "9s" + "8f", TAIL + "3s", options=options)
    rig.tsumogiri()
    rig.tsumogiri()
    return rig


@pytest.mark.proves("hong_kong", "patterns.seven_robs_one")
@pytest.mark.proves("hong_kong", "settlement.seven_robs_one")
def test_seven_rob_one_at_the_deal() -> None:
    rig = dealt_seven()
    assert rig.events[-1] == WinOffered(S, "seven_robs_one", N) and rig.events[-2] == BonusExposed(N, "8f")
    assert [rig.legal(seat) for seat in range(4)] == [(), (WIN, PASS), (), ()]
    rig.act(S, WIN)
    assert rig.worths == {"seven_robs_one": 3} and rig.won.total == 3
    assert (rig.won.from_seat, rig.won.tile) == (N, None)
    assert rig.won.deltas == (0, 4800, 0, -4800)


@pytest.mark.proves("hong_kong", "patterns.seven_robs_one")
@pytest.mark.parametrize("dealer", range(4))
def test_the_order_of_the_tiles_does_not_matter(dealer: int) -> None:
    """Whoever lays out first: the offer comes with the last of the eight, before its replacement."""
    rig = Rig(KEY, {S: SEVEN, N: EIGHTH}, "9p", TAIL + "3s", dealer=dealer)
    offered = rig.events[-1]
    assert offered == WinOffered(S, "seven_robs_one", N)
    last = next(event for event in reversed(rig.events) if isinstance(event, BonusExposed | Drawn))
    assert isinstance(last, BonusExposed)
    rig.act(S, WIN)
    assert rig.won.deltas == (0, 4800, 0, -4800)


@pytest.mark.proves("hong_kong", "patterns.seven_robs_one")
def test_the_seventh_may_be_the_last_of_the_eight() -> None:
    rig = Rig(KEY, {S: "123456f258m69p12z", N: EIGHTH}, "9p7f", "369m147p" + "2z3s")
    rig.tsumogiri()
    assert rig.events[-1] == WinOffered(S, "seven_robs_one", N)
    rig.act(S, WIN)
    assert rig.won.deltas == (0, 4800, 0, -4800)


@pytest.mark.proves("hong_kong", "patterns.seven_robs_one")
def test_in_play_the_replacement_waits_for_the_answer() -> None:
    rig = drawn_seven()
    assert rig.events[-2:] == [BonusExposed(W, "8f"), WinOffered(S, "seven_robs_one", W)]
    assert all(not rig.legal(seat) for seat in (E, W, N))
    rig.act(S, PASS)
    assert rig.events[-1] == Drawn(W, "3s", "bonus") and rig.state.turn == W
    rig = drawn_seven()
    rig.act(S, WIN)
    assert rig.won.deltas == (0, 4800, -4800, 0)


def test_an_offer_does_not_come_back() -> None:
    rig = drawn_seven()
    rig.act(S, PASS)
    while rig.state.phase == "turn":
        rig.tsumogiri()
    assert sum(isinstance(event, WinOffered) for event in rig.events) == 1
    assert isinstance(rig.result, DealDrawn)


@pytest.mark.proves("hong_kong", "patterns.flower_set")
@pytest.mark.proves("hong_kong", "patterns.seat_flower")
def test_declined_bonus_tiles_count_as_usual() -> None:
    """Seven with one series complete: that series counts two, the other gives South its own flower."""
    rig = Rig(KEY, {S: "1234567f44z23p55s"}, "9p9s8f6m6m" + "1p", "123m789m4z" + "3s")
    rig.tsumogiri()
    rig.tsumogiri()
    rig.act(S, PASS)
    while not (rig.state.turn == S and rig.state.seats[S].drawn == "1p"):
        rig.tsumogiri()
    rig.act(S, WIN)
    assert rig.worths == {"self_draw": 1, "concealed_hand": 1, "flower_set": 2, "seat_flower": 1}


@pytest.mark.proves("hong_kong", "settlement.eight_flowers")
@pytest.mark.proves("hong_kong", "patterns.eight_flowers")
@pytest.mark.proves("hong_kong", "settlement.self_draw")
def test_eight_flowers_at_the_deal_and_in_play() -> None:
    rig = Rig(KEY, {S: "12345678f258m69p"}, "9p")
    assert rig.events[-1] == WinOffered(S, "eight_flowers", None)
    rig.act(S, WIN)
    assert rig.worths == {"eight_flowers": 8} and rig.won.from_seat is None
    assert rig.won.deltas == (-6400, 19200, -6400, -6400)
    rig = Rig(KEY, {S: SEVEN}, "9p8f", TAIL)
    rig.tsumogiri()
    assert rig.events[-1] == WinOffered(S, "eight_flowers", None)
    rig.act(S, WIN)
    assert rig.won.deltas == (-6400, 19200, -6400, -6400)


@pytest.mark.proves("hong_kong", "patterns.flower_set")
def test_eight_declined_are_two_sets() -> None:
    rig = Rig(KEY, {S: "12345678f44z23p5s"}, "9p" + "1p", "123m789m4z5s")
    rig.act(S, PASS)
    rig.tsumogiri()
    rig.act(S, WIN)
    assert rig.worths == {"self_draw": 1, "concealed_hand": 1, "flower_set": 4}


def test_a_whole_hand_adds_nothing_to_a_flower_hand() -> None:
    """East holds a heavenly hand and takes eight flowers instead: eight, and nothing of the hand."""
    rig = Rig(KEY, {E: "12345678f23p44z5s"}, "1p", "123m789m4z5s")
    rig.act(E, WIN)
    assert rig.worths == {"eight_flowers": 8} and rig.won.limits == ()
    rig = Rig(KEY, {E: "12345678f23p44z5s"}, "1p", "123m789m4z5s")
    rig.act(E, PASS)
    rig.act(E, WIN)
    assert rig.won.limits == ("heavenly_win",)


@pytest.mark.proves("hong_kong", "wins.seven_flowers")
@pytest.mark.parametrize(
    "hands",
    [
        {S: "123456f258m69p12z", N: "78f25m147p258s14z"},
        {S: "123456f258m69p12z", N: "7f125m147p258s14z", W: "8f369m369p147s77z"},
        {S: "1234f2589m69p123z", N: "5678f25m147p25s1z6z"},
        {S: SEVEN},
    ],
    ids=["6+2", "6+1+1", "4+4", "7, the eighth in the wall"],
)
def test_nothing_else_is_offered(hands: dict[int, str]) -> None:
    rig = Rig(KEY, hands, "9p" + "9s9s9s", "369m147p6z7s" + "3s")
    for _ in range(3):
        rig.tsumogiri()
    assert not any(isinstance(event, WinOffered | DealWon) for event in rig.events)
    assert rig.state.phase == "turn"


@pytest.mark.proves("hong_kong", "draws.exhaustive")
def test_the_last_tile_of_the_wall_may_bring_the_offer() -> None:
    """It needs no replacement; declined, the deal is drawn."""
    for dealer in range(4):
        for answer in (WIN, PASS):
            rig = Rig(KEY, {S: SEVEN}, "", TAIL + "8f", dealer=dealer)
            while rig.state.phase == "turn":
                rig.tsumogiri()
            assert rig.state.live_left == 0 and isinstance(rig.events[-1], WinOffered)
            rig.act(S, answer)
            assert isinstance(rig.result, DealWon if answer is WIN else DealDrawn)


@pytest.mark.proves("hong_kong", "match.dealer")
def test_a_flower_hand_turns_the_deal_as_any_win_does() -> None:
    rig = dealt_seven()
    rig.act(S, WIN)
    assert rig.state.upcoming == (S, 0, 0)
    rig = Rig(KEY, {S: SEVEN, N: EIGHTH}, "9p", TAIL + "3s", dealer=S)
    rig.act(S, WIN)
    assert rig.state.upcoming == (S, 0, 1)


@pytest.mark.proves("hong_kong", "options.bonus_wins")
def test_flower_hands_may_be_taken_without_asking() -> None:
    rig = dealt_seven(bonus_wins="automatic")
    assert rig.won.by == "seven_robs_one" and rig.won.deltas == (0, 4800, 0, -4800)
    assert not any(isinstance(event, WinOffered) for event in rig.events)
    rig = drawn_seven(bonus_wins="automatic")
    assert rig.won.deltas == (0, 4800, -4800, 0)
    rig = Rig(KEY, {S: "12345678f258m69p"}, "9p", options={"bonus_wins": "automatic"})
    assert rig.won.by == "eight_flowers"


@pytest.mark.proves("hong_kong", "options.seven_robs_one")
@pytest.mark.parametrize(
    ("options", "total", "paid"),
    [
        ({"seven_rob_one_shares": 4}, 3, 3200),
        ({"seven_robs_one": 8}, 8, 19200),
        ({"seven_robs_one": 13}, 13, 38400),
        ({"seven_robs_one": 13, "seven_rob_one_shares": 4}, 13, 25600),
    ],
)
def test_a_club_may_value_seven_robs_one_differently(options: dict[str, int], total: int, paid: int) -> None:
    rig = dealt_seven(**options)
    rig.act(S, WIN)
    assert rig.won.total == total and rig.won.deltas == (0, paid, 0, -paid)


@pytest.mark.proves("hong_kong", "options.eight_flowers")
def test_a_club_may_value_eight_flowers_as_a_limit() -> None:
    rig = Rig(KEY, {S: "12345678f258m69p"}, "9p", options={"eight_flowers": 13})
    rig.act(S, WIN)
    assert rig.won.deltas == (-12800, 38400, -12800, -12800)
