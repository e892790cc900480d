"""When a riichi match ends and who deals next, through whole decisions; and what the options change of it."""

from typing import Any

import pytest

from mahjong_club.rules.actions import WIN
from mahjong_club.rules.events import DealWon, MatchEnded
from mahjong_club.rules.variants.registry import rules_for
from tests.rules.riichi.tables import ON_3P, E, N, S, found, last_deal, table
from tests.support.rig import Rig


def over(rig: Rig) -> bool:
    return bool(found(rig, MatchEnded))


def wins_off_east(seat: int = S, **options: Any) -> Rig:
    """East discards a tile that ``seat`` waits for; nobody has answered."""
    rig = table({seat: ON_3P[0]}, "3p", **options)
    rig.lay("3p")
    return rig


def dealer_wins(**options: Any) -> Rig:
    """East has drawn what it waits for, in its second turn."""
    rig = table({E: ON_3P[0]}, "8m6z9m6z3p", **options)
    for _ in range(4):
        rig.tsumogiri()
    assert rig.state.seats[E].drawn == "3p"
    return rig


@pytest.mark.proves("riichi", "match.rounds")
@pytest.mark.parametrize(
    ("options", "round_wind", "ends"),
    [
        ({}, 1, True),
        ({}, 0, False),
        ({"rounds": 1}, 0, True),
        ({"rounds": 4}, 1, False),
        ({"extension": "sudden_death"}, 1, False),
        ({"extension": "repeats_first"}, 1, False),
        ({"extension": "whole_round"}, 1, False),
        ({"extension": "sudden_death", "target": 25000}, 1, True),
    ],
)
def test_after_the_last_deal(options: dict[str, Any], round_wind: int, ends: bool) -> None:
    rig = wins_off_east(**options)
    last_deal(rig)
    rig.state.round_wind = round_wind
    rig.state.scores = [28000, 20000, 26000, 26000]
    rig.act(S, WIN)
    assert max(rig.state.scores) < 30_000
    assert over(rig) is ends
    if not ends:
        assert rig.state.upcoming == (S, round_wind + 1, 0)


@pytest.mark.proves("riichi", "match.rounds")
@pytest.mark.parametrize(("below", "left", "ends"), [(True, 500, True), (False, 500, False), (True, 25000, False)])
def test_below_zero(below: bool, left: int, ends: bool) -> None:
    rig = wins_off_east(below_zero_ends=below)
    rig.state.scores = [left, 25000, 25000, 50000 - left]
    rig.act(S, WIN)
    assert over(rig) is ends


@pytest.mark.proves("riichi", "match.stop")
@pytest.mark.parametrize(
    ("options", "scores", "ends"),
    [
        ({}, [40000, 20000, 20000, 20000], True),
        ({"dealer_stop": False}, [40000, 20000, 20000, 20000], False),
        ({}, [10000, 10000, 10000, 70000], False),
        ({}, [20000, 50000, 15000, 15000], False),
    ],
)
def test_the_leading_dealer_of_the_last_deal(options: dict[str, Any], scores: list[int], ends: bool) -> None:
    rig = dealer_wins(**options)
    last_deal(rig)
    rig.state.scores = scores
    rig.act(E, WIN)
    assert over(rig) is ends


@pytest.mark.proves("riichi", "match.dealer")
@pytest.mark.parametrize(
    ("repeats", "after"),
    [("on_ready", (E, 0, 3)), ("on_win", (E, 0, 3)), ("unless_another_wins", (E, 0, 3)), ("never", (S, 0, 0))],
)
def test_after_a_dealers_win(repeats: str, after: tuple[int, int, int]) -> None:
    rig = dealer_wins(dealer_repeats=repeats)
    rig.state.repeat = 2
    rig.state.cache.clear()
    rig.act(E, WIN)
    assert rig.state.upcoming == after


@pytest.mark.proves("riichi", "match.dealer")
@pytest.mark.parametrize(
    ("repeats", "ready", "stays"),
    [
        ("on_ready", True, True),
        ("on_ready", False, False),
        ("on_win", True, False),
        ("unless_another_wins", False, True),
        ("never", True, False),
    ],
)
def test_after_an_exhausted_wall(repeats: str, ready: bool, stays: bool) -> None:
    hands = {E: "123m456p789s1133z"} if ready else {E: "1m4m7m1p4p7p1s4s7s1234z"}
    rig = table(hands, dealer_repeats=repeats, all_thrown_mangan=False)
    rig.run_down(0)
    rig.tsumogiri()
    assert rig.state.upcoming[0] == (E if stays else S)
    assert rig.state.upcoming[2] == 1


@pytest.mark.proves("riichi", "settlement.counters")
def test_counters_and_sticks_of_a_win() -> None:
    rig = wins_off_east()
    rig.state.repeat, rig.state.deposits = 3, 2
    rig.state.scores[N] -= 2000
    rig.state.cache.clear()
    rig.act(S, WIN)
    won = found(rig, DealWon)[0]
    plain = wins_off_east()
    plain.act(S, WIN)
    before = found(plain, DealWon)[0]
    assert won.deltas[S] == before.deltas[S] + 3 * 300 + 2000
    assert won.deltas[E] == before.deltas[E] - 3 * 300
    assert rig.state.upcoming == (S, 0, 0) and rig.state.deposits == 0


@pytest.mark.proves("riichi", "match.rounds")
def test_sticks_left_at_the_end_go_to_the_first() -> None:
    rig = table({}, all_thrown_mangan=False)
    last_deal(rig)
    rig.state.scores, rig.state.deposits = [23000, 24000, 26000, 25000], 2
    rig.run_down(0)
    rig.tsumogiri()
    assert over(rig)
    standings = rig.state.standings
    assert [line.place for line in standings] == [1, 2, 3, 4]
    assert sum(line.score for line in standings) == 100_000 and rig.state.deposits == 0
    assert sum(line.points for line in standings) == 0


@pytest.mark.proves("riichi", "options.ties")
@pytest.mark.parametrize(("ties", "places"), [("first_seat", [1, 2, 3, 4]), ("shared", [1, 1, 3, 4])])
def test_equals_at_the_end(ties: str, places: list[int]) -> None:
    standings = rules_for("riichi/2", {"ties": ties}).standings([30000, 30000, 25000, 15000], 1, 0)
    assert [line.place for line in standings] == places
    assert standings[0].seat == 1


@pytest.mark.proves("riichi", "match.starting_points")
@pytest.mark.parametrize("points", [25000, 30000])
def test_starting_points(points: int) -> None:
    assert table({}, starting_points=points).state.scores == [points] * 4


@pytest.mark.proves("riichi", "match.tiles")
@pytest.mark.parametrize("reds", [(1, 1, 1), (0, 0, 0), (1, 2, 1)])
def test_red_fives(reds: tuple[int, ...]) -> None:
    wall = table({}, red_fives=reds).wall
    assert tuple(wall.count(f"0{suit}") for suit in "mps") == reds
    assert all(wall.count(f"0{suit}") + wall.count(f"5{suit}") == 4 for suit in "mps")
