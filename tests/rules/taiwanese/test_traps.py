"""The fifteen cases that simple code gets wrong (docs/rules/taiwanese.md, section Traps)."""

import pytest

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.tiles import parse_tiles
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.ready import ready_refusal
from mahjong_club.rules.variants.taiwanese.tiles17 import keys_of_tiles
from tests.rules.taiwanese.table_talk import answer, patterns, request

CLOSED = "123456m789p23467s11z"


def test_01_discard_that_fits_triplet_and_chow_goes_to_the_chow() -> None:
    assert patterns("111m23m444p555s777s11z", "1m") == {"four_concealed_triplets": 5, "concealed_hand": 1}


def test_02_two_pairs_finished_by_a_discard_are_four_concealed() -> None:
    hand = "111m333p555s777s99p11z"
    assert patterns(hand, "9p") == {"four_concealed_triplets": 5, "all_triplets": 4, "concealed_hand": 1}
    drawn = patterns(hand, "9p", by="self_draw")
    assert drawn == {"five_concealed_triplets": 8, "all_triplets": 4, "concealed_self_draw": 3}


def test_03_tiers_of_concealed_triplets_are_not_summed() -> None:
    assert answer(request("222444m666888p3355s", "3s", by="self_draw"))["total"] == 15


def test_04_single_wait_looks_at_the_whole_hand() -> None:
    assert "single_wait" not in patterns("123456789m3335p234s", "4p")
    assert patterns("23m456p789p234s11z", "4m", "x1111m")["single_wait"] == 1
    assert "single_wait" not in patterns("23m456p789p234s11z", "1m", "p444m")
    assert patterns("23m456p789p234s11z", "1m", "k4444m")["single_wait"] == 1


@pytest.mark.parametrize("melds", ["", "c123m"])
def test_05_all_sequences_has_no_wait_rule(melds: str) -> None:
    hand = "456m55789p23489s" if melds else "123456m55789p23489s"
    assert patterns(hand, "7s", melds)["all_sequences"] == 2
    assert "all_sequences" not in patterns(hand, "7s", melds, bonus="3f")


def test_06_three_alike_sequences_or_three_triplets() -> None:
    hand = "111222333m456p5567s"
    assert answer(request(hand, "8s"))["total"] == 3
    assert patterns(hand, "8s", by="self_draw") == {"concealed_self_draw": 3, "three_concealed_triplets": 2}
    assert patterns(hand, "8s", bonus="5f") == {"concealed_hand": 1, "three_concealed_triplets": 2}
    on_the_triplet = "11122233m456p55678s"
    assert patterns(on_the_triplet, "3m") == {"concealed_hand": 1, "all_sequences": 2}
    assert patterns(on_the_triplet, "3m", bonus="5f") == {"concealed_hand": 1}


def test_07_all_from_others_swallows_the_single_wait_and_half_does_not() -> None:
    melds = "c123m c456m c789p c234s p999s"
    assert patterns("5p", "5p", melds) == {"all_from_others": 2}
    drawn = patterns("5p", "5p", melds, by="self_draw")
    assert drawn == {"half_from_others": 1, "self_draw": 1, "single_wait": 1}
    assert patterns("5p", "5p", melds.replace("p999s", "x9999s")) == {"single_wait": 1}


def test_08_four_winds_keep_the_wind_rows_and_three_dragons_drop_theirs() -> None:
    winds = patterns("34m55s", "2m", "p111z p222z p333z p444z")
    assert winds == {"big_four_winds": 16, "round_wind": 1, "seat_wind": 1}
    assert patterns("34m456p99s", "5m", "p555z p666z p777z") == {"big_three_dragons": 8}
    dealers = patterns("34m55s456p", "2m", "p111z c789p c123s", winner=0)
    assert dealers == {"round_wind": 1, "seat_wind": 1}


def test_09_own_concealed_kong_keeps_heavenly_and_ends_earthly() -> None:
    kong = ("123456m23467s11z", "8s", "x8888p")
    dealer = patterns(*kong, by="self_draw", winner=0, after_kong=True, opening="heavenly")
    assert dealer == {"heavenly_win": 24}
    # The same by South is no earthly win any more: the flow names no opening.
    assert patterns(*kong, by="self_draw", after_kong=True) == {"concealed_self_draw": 3, "replacement_win": 1}


def test_10_special_declarations() -> None:
    assert answer(request(CLOSED, "8s", winner=0, declared_ready="heavenly"))["total"] == 16
    assert answer(request(CLOSED, "8s", winner=0, by="self_draw", declared_ready="heavenly"))["total"] == 19
    assert answer(request(CLOSED, "8s", declared_ready="earthly"))["total"] == 9


def test_11_only_the_dealers_share_carries_the_repeat() -> None:
    points = answer(request(CLOSED, "8s", by="self_draw", repeat=3))["points"]
    assert points == [-5500, 9500, -2000, -2000]
    between_others = {answer(request(CLOSED, "8s", repeat=n))["points"][1] for n in range(5)}
    assert between_others == {1000}


def test_12_payers_of_flower_wins() -> None:
    robbed = answer(request(CLOSED, None, by="seven_robs_one", source=2, bonus="1234567f"))
    assert robbed["points"] == [0, 4500, -4500, 0]
    own = answer(request(CLOSED, "8s", by="seven_robs_one", source=2, bonus="1234567f", after_bonus=True))
    assert own["points"] == [-3000, 12000, -6500, -2500]
    assert not {"seat_flower", "flower_set"} & (set(own["patterns"]) | set(robbed["patterns"]))


def test_13_a_lock_stops_every_tile_of_others_and_no_own_draw() -> None:
    locked = answer(request(CLOSED, "8s", declared_ready="ordinary", locked="5s"))
    assert (locked["wins"], locked["reason"], locked["points"]) == (False, "passed_win", [0, 0, 0, 0])
    assert locked["total"] == 2
    assert answer(request(CLOSED, "8s", by="robbed_kong", locked="5s"))["reason"] == "passed_win"
    assert answer(request(CLOSED, "8s", by="self_draw", locked="5s"))["wins"]


def test_14_bloom_on_the_last_tile_counts_both() -> None:
    found = patterns(CLOSED, "8s", by="self_draw", after_kong=True, last_tile=True)
    assert found == {"concealed_self_draw": 3, "replacement_win": 1, "last_tile_draw": 1}


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("1199m1199p1199s1177z", "7z"),
        ("147m258p369s1234567z", "1m"),
        ("19m11119p19s1234567z", "9m"),
        ("123456m789p234567s1z", "2z"),
    ],
)
def test_15_no_special_hands(hand: str, tile: str) -> None:
    assert answer(request(hand, tile))["reason"] == "not_a_hand"


def test_15_waiting_for_a_fifth_tile_is_not_ready() -> None:
    options = TaiwaneseOptions()
    four_easts = keys_of_tiles(parse_tiles("123m456m789p234s1111z"))
    assert ready_refusal(four_easts, (), options) == "not_ready"
    kong = (Meld("kong", ("1m",) * 4, None, "concealed"),)
    assert ready_refusal(keys_of_tiles(parse_tiles("23m456p789p234s11z")), kong, options) is None
    assert answer(request("123m456789p79s11z", "8s", "x8888s"))["reason"] == "not_a_hand"
