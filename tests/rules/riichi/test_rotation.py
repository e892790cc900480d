"""The next deal, the end of the match, the ranking."""

from dataclasses import replace

import pytest

from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.rotation import DealResult, dealer_stays, leader, match_over, next_repeat, ranking

CLUB = RiichiOptions()
SOUTH_4 = DealResult(dealer=3, round_wind=1, repeat=0)
EAST_4 = DealResult(dealer=3, round_wind=0, repeat=0)
LEADS = (20_000, 20_000, 20_000, 40_000)
LOW = (26_000, 25_000, 25_000, 24_000)


def test_who_deals_again() -> None:
    start = DealResult(dealer=1, round_wind=0, repeat=2)
    assert dealer_stays(replace(start, winners=(1,)), CLUB)
    assert not dealer_stays(replace(start, winners=(2,)), CLUB)
    assert dealer_stays(replace(start, winners=(2, 1)), CLUB)
    assert dealer_stays(replace(start, dealer_ready=True), CLUB)
    assert not dealer_stays(start, CLUB)
    assert dealer_stays(replace(start, aborted=True), RiichiOptions(dealer_repeats="never"))
    assert not dealer_stays(replace(start, winners=(1,)), RiichiOptions(dealer_repeats="never"))
    assert not dealer_stays(replace(start, dealer_ready=True), RiichiOptions(dealer_repeats="on_win"))
    assert dealer_stays(start, RiichiOptions(dealer_repeats="unless_another_wins"))


def test_counters() -> None:
    start = DealResult(dealer=1, round_wind=0, repeat=2)
    assert next_repeat(replace(start, winners=(1,)), stays=True) == 3
    assert next_repeat(replace(start, winners=(0,)), stays=False) == 0
    assert next_repeat(start, stays=False) == 3


def test_below_zero_ends_and_zero_does_not() -> None:
    result = DealResult(dealer=0, round_wind=0, repeat=0, winners=(1,))
    assert match_over(result, (-100, 50_100, 25_000, 25_000), 0, CLUB)
    assert not match_over(result, (0, 50_000, 25_000, 25_000), 0, CLUB)
    assert not match_over(result, (-100, 50_100, 25_000, 25_000), 0, RiichiOptions(below_zero_ends=False))


def test_the_last_deal_ends_whatever_the_scores() -> None:
    assert match_over(SOUTH_4, LOW, 0, CLUB)
    assert not match_over(EAST_4, LOW, 0, CLUB)
    assert match_over(EAST_4, LOW, 0, RiichiOptions(rounds=1))
    # Seat 1 dealt first: the deal of seat 0 is the last of the round.
    assert match_over(replace(SOUTH_4, dealer=0), LOW, 1, CLUB)
    assert not match_over(SOUTH_4, LOW, 1, CLUB)


def test_the_leading_dealer_stops() -> None:
    won = replace(SOUTH_4, winners=(3,))
    assert match_over(won, LEADS, 0, CLUB)
    assert match_over(replace(SOUTH_4, dealer_ready=True), LEADS, 0, CLUB)
    assert not match_over(replace(SOUTH_4, aborted=True), LEADS, 0, CLUB)
    assert not match_over(won, (23_700, 23_200, 23_200, 29_900), 0, CLUB)
    # A tie is lost by the seat that comes later.
    assert not match_over(won, (30_000, 20_000, 20_000, 30_000), 0, CLUB)
    assert not match_over(won, LEADS, 0, RiichiOptions(dealer_stop=False))
    assert not match_over(replace(EAST_4, winners=(3,)), LEADS, 0, CLUB)


@pytest.mark.parametrize("extension", ["sudden_death", "repeats_first", "whole_round"])
def test_extension_goes_on_until_somebody_reaches_the_target(extension: str) -> None:
    options = RiichiOptions(extension=extension)  # type: ignore[arg-type]
    assert not match_over(SOUTH_4, LOW, 0, options)
    assert match_over(SOUTH_4, LEADS, 0, options)
    west_1 = DealResult(dealer=0, round_wind=2, repeat=0)
    assert not match_over(west_1, LOW, 0, options)
    assert match_over(west_1, LEADS, 0, options) is (extension != "whole_round")
    # Seat 0 repeats while seat 3 is ahead: sudden death ends at once, otherwise the dealer plays on.
    assert match_over(replace(west_1, winners=(0,)), LEADS, 0, options) is (extension == "sudden_death")
    west_4 = DealResult(dealer=3, round_wind=2, repeat=0)
    assert match_over(west_4, LOW, 0, options)


def test_leader_of_equals_is_the_first_to_deal() -> None:
    assert leader((25_000,) * 4, 2) == 2
    assert leader((24_000, 26_000, 24_000, 26_000), 2) == 3


def test_ranking_of_equals() -> None:
    table = ranking((25_000,) * 4, 2, 0, CLUB)
    assert [(line.seat, line.place, line.points) for line in table] == [(2, 1, 350), (3, 2, 50), (0, 3, -150), (1, 4, -250)]


def test_deposits_go_to_the_first_after_ranking() -> None:
    table = ranking((30_000, 30_000, 20_000, 18_000), 1, 2, CLUB)
    assert [(line.seat, line.score) for line in table] == [(1, 32_000), (0, 30_000), (2, 20_000), (3, 18_000)]
    assert sum(line.points for line in table) == 0


def test_shared_places() -> None:
    options = RiichiOptions(starting_points=30_000, placement=(15_000, 5_000, -5_000, -15_000), ties="shared")
    table = ranking((35_000, 35_000, 30_000, 20_000), 0, 0, options)
    assert [(line.place, line.points) for line in table] == [(1, 150), (1, 150), (3, -50), (4, -250)]
