"""Each option, flipped, changes what it says; liability and payments; the traps a quick reading falls into."""

from dataclasses import fields
from typing import Any

import pytest

from mahjong_club.rules.errors import UnknownRuleset
from mahjong_club.rules.rulesets import change_options
from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.variants.hong_kong.judge import judge
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions
from tests.rules.hong_kong.test_scoring_patterns import DEFAULT, facts, meld, worths

LITTLE_WINDS = facts("123m4z", "4z", meld("111z", 2), meld("222z", 2), meld("333z", 3))
CONCEALED = facts("222m555p33888s44z", "3s", by="self_draw")
RUBY = facts("3339m777z", "9m", meld("111m", 2), meld("555m", 2))
LITTLE_DRAGONS = facts("123m456p7z", "7z", meld("555z", 2), meld("666z", 2))
PAIRS = facts("1133m5577p22995s", "5s")
HONOR_PAIRS = facts("1122334455667z", "7z")
MIXED_PAIRS = facts("1199m11p1199s11z9p", "9p")
SEVEN = facts("", "", bonus="1234567f", by="seven_robs_one", from_seat=3)
EIGHT = facts("", "", bonus="12345678f", by="eight_flowers")
ROBBED = facts("123456m23467p99s", "8p", by="robbed_kong")
FED = (meld("777z", 2), meld("666z", 3), meld("555z", 0))
WITH_CONCEALED = facts("23m55s", "4m", meld("7777z", None), meld("666z", 3), meld("555z", 0), by="self_draw")
COMPLETED = facts("234m55s55z", "5z", meld("777z", 2), meld("666z", 3), from_seat=2)

#: (options, facts, total, deltas or None)
FLIPPED: list[tuple[dict[str, Any], WinFacts, int, tuple[int, ...] | None]] = [
    ({}, LITTLE_WINDS, 10, None),
    ({"little_four_winds": 13}, LITTLE_WINDS, 13, None),
    ({"small_four_winds_absorbs_half_flush": True}, LITTLE_WINDS, 7, None),
    ({}, CONCEALED, 13, None),
    ({"four_concealed_triplets": 8}, CONCEALED, 10, None),
    ({"gem_dragons": 10}, RUBY, 11, None),
    ({"pure_limits_worth": 10}, HONOR_PAIRS, 10, (-12800, 25600, -6400, -6400)),
    ({"little_three_dragons": 4}, LITTLE_DRAGONS, 5, None),
    ({}, LITTLE_DRAGONS, 6, None),
    ({"seven_pairs": 5}, PAIRS, 6, None),
    ({"seven_pairs": 3}, PAIRS, 4, None),
    ({"pairs_take_tile_limits": False}, HONOR_PAIRS, 5, None),
    ({}, MIXED_PAIRS, 6, None),
    ({"pairs_take_mixed_terminals": False}, MIXED_PAIRS, 5, None),
    ({"last_tile_discard": 0}, facts("123456m23467p99s", "8p", last_tile=True), 3, None),
    ({"seven_robs_one": 8}, SEVEN, 8, (0, 19200, 0, -19200)),
    ({"seven_robs_one": 13}, SEVEN, 13, (0, 38400, 0, -38400)),
    ({"seven_rob_one_shares": 4}, SEVEN, 3, (0, 3200, 0, -3200)),
    ({"eight_flowers": 13}, EIGHT, 13, (-12800, 38400, -12800, -12800)),
    ({}, ROBBED, 4, (-3200, 6400, -1600, -1600)),
    ({"rob_kong_pays_all": True}, ROBBED, 4, (-9600, 9600, 0, 0)),
    ({}, WITH_CONCEALED, 13, (-12800, 38400, -12800, -12800)),
    ({"concealed_kong_is_public": True}, WITH_CONCEALED, 13, (-38400, 38400, 0, 0)),
    ({}, COMPLETED, 13, (-6400, 25600, -12800, -6400)),
    ({"winning_discard_makes_liable": True}, COMPLETED, 13, (0, 25600, -25600, 0)),
    ({"track_liability": False}, facts("23m55s", "4m", *FED, by="self_draw"), 13, (-12800, 38400, -12800, -12800)),
    ({"limit": 10}, RUBY, 10, None),
]


@pytest.mark.parametrize(("options", "asked", "total", "deltas"), FLIPPED)
def test_option(options: dict[str, Any], asked: WinFacts, total: int, deltas: tuple[int, ...] | None) -> None:
    chosen = change_options(DEFAULT, options)
    assert isinstance(chosen, HongKongOptions)
    verdict = judge(asked, chosen)
    assert (verdict.wins, verdict.total) == (True, total), verdict
    assert deltas is None or verdict.deltas == deltas
    assert sum(verdict.deltas) == 0


def test_minimum() -> None:
    three = facts("123456m23467p99s", "8p")
    assert judge(three, DEFAULT).wins
    assert judge(three, HongKongOptions(minimum=4)).reason == "below_min"


def test_every_option_has_choices_and_an_anchor() -> None:
    for option in fields(HongKongOptions):
        assert option.default in option.metadata["choices"], option.name
        assert option.metadata["anchor"]
    with pytest.raises(UnknownRuleset):
        change_options(DEFAULT, {"minimum": 2})
    with pytest.raises(UnknownRuleset):
        change_options(DEFAULT, {"rob_kong_pays_all": 1})


@pytest.mark.parametrize(
    ("by", "source", "deltas"),
    [
        ("self_draw", None, (-38400, 38400, 0, 0)),
        ("discard", 2, (-12800, 25600, -12800, 0)),
        ("discard", 0, (-25600, 25600, 0, 0)),
        ("robbed_kong", 3, (-12800, 25600, 0, -12800)),
    ],
)
def test_liability(by: str, source: int | None, deltas: tuple[int, ...]) -> None:
    verdict = judge(facts("23m55s", "4m", *FED, by=by, from_seat=source), DEFAULT)
    assert verdict.deltas == deltas
    assert verdict.liable == (("big_three_dragons", 0),)


def test_liability_that_the_table_recorded_counts_before_what_the_melds_show() -> None:
    asked = facts("23m55s", "4m", *FED, by="self_draw", liable=(("big_three_dragons", 3),))
    assert judge(asked, DEFAULT).deltas == (0, 38400, 0, -38400)


#: number of the trap: (facts, patterns, total)
TRAPS: dict[str, tuple[WinFacts, dict[str, int], int]] = {
    "1 route decides the minimum, drawn": (
        facts("123m222456p5789s", "5s", by="self_draw"),
        {"self_draw": 1, "concealed_hand": 1, "no_flowers": 1},
        3,
    ),
    "1 route decides the minimum, discarded": (facts("123m222456p5789s", "5s"), {"concealed_hand": 1, "no_flowers": 1}, 2),
    "2 pairs beat sequences": (facts("2233445566778p", "8p", bonus="1f"), {"seven_pairs": 4, "full_flush": 6}, 10),
    "2 triplets beat sequences": (
        facts("2223334445559p", "9p", by="self_draw"),
        {"four_concealed_triplets": 13},
        13,
    ),
    "3 a limit stands alone": (facts("23m55s", "4m", *FED), {"big_three_dragons": 13}, 13),
    "3 sums are cut": (
        facts("1112255m", "5m", meld("777m"), meld("999m"), by="self_draw", last_tile=True, after_kong=True, bonus="1234f"),
        {"self_draw": 1, "flower_set": 2, "full_flush": 6, "all_triplets": 3, "replacement_win": 1, "last_tile_draw": 1},
        13,
    ),
    "4 four equal tiles are two pairs": (
        facts("1111m5577p22995s", "5s", bonus="1f"),
        {"seven_pairs": 4},
        4,
    ),
    "5 concealed pungs on a discard": (
        facts("222m555p33888s44z", "3s", bonus="1f"),
        {"all_triplets": 3, "concealed_hand": 1},
        4,
    ),
    "6 nine gates looks at thirteen tiles": (
        facts("1112345567899m", "9m", bonus="1f"),
        {"full_flush": 6, "concealed_hand": 1},
        7,
    ),
    "7 a set of flowers replaces only its own series": (
        facts("123456m23467p99s", "8p", bonus="12346f"),
        {"flower_set": 2, "seat_flower": 1, "concealed_hand": 1, "all_sequences": 1},
        5,
    ),
    "8 kong then flower is a replacement win": (
        facts("123456m23467p99s", "8p", by="self_draw", after_kong=True, after_bonus=True, bonus="1f"),
        {"self_draw": 1, "replacement_win": 1, "concealed_hand": 1, "all_sequences": 1},
        4,
    ),
    "10 a concealed kong spoils the heavenly win": (
        facts("456m23467p99s", "8p", meld("1111z", None), winner=0, by="self_draw", opening="heavenly"),
        {"self_draw": 1, "concealed_hand": 1, "no_flowers": 1, "seat_wind": 1, "round_wind": 1},
        5,
    ),
    "14 two dragons are no gem": (
        facts("3377m", "3m", meld("111m", 2), meld("555z", 2), meld("777z", 2), bonus="1f"),
        {"half_flush": 3, "all_triplets": 3, "dragon_triplet": 2},
        8,
    ),
    "14 little three dragons keeps the own wind": (
        facts("123m7z", "7z", meld("555z", 2), meld("666z", 2), meld("222z", 2), bonus="1f"),
        {"little_three_dragons": 5, "seat_wind": 1, "half_flush": 3},
        9,
    ),
}


@pytest.mark.parametrize("name", TRAPS)
def test_trap(name: str) -> None:
    asked, patterns, total = TRAPS[name]
    verdict = judge(asked, DEFAULT)
    assert worths(verdict) == patterns
    assert verdict.total == total
    assert verdict.wins is (total >= 3)


def test_trap_9_a_robbed_kong_cannot_complete_a_pair() -> None:
    assert judge(facts("123m222456p5789s", "5s", by="robbed_kong"), DEFAULT).reason == "invalid_tiles"


def test_trap_11_an_added_kong_keeps_its_feeder_and_a_concealed_one_does_not_count() -> None:
    added = facts("23m55s", "4m", meld("777z", 2), meld("666z", 3), meld("5555z+", 0), by="self_draw")
    assert judge(added, DEFAULT).deltas == (-38400, 38400, 0, 0)
    assert judge(WITH_CONCEALED, DEFAULT).liable == ()


def test_trap_12_a_lock_is_on_one_kind_and_never_on_a_self_draw() -> None:
    assert judge(facts("123456m23467p99s", "8p", locked=("8p",)), DEFAULT).reason == "passed_win"
    assert judge(facts("123456m23467p99s", "5p", locked=("8p",)), DEFAULT).wins
    assert judge(facts("123456m23467p99s", "8p", locked=("8p",), by="self_draw"), DEFAULT).wins


def test_trap_13_the_last_tile_may_come_from_the_back() -> None:
    both = facts("123456m23467p99s", "8p", by="self_draw", after_kong=True, last_tile=True)
    assert {"replacement_win", "last_tile_draw"} <= set(worths(judge(both, DEFAULT)))


def test_trap_15_the_holder_of_the_one_flower_pays_all_and_nothing_stacks() -> None:
    verdict = judge(SEVEN, DEFAULT)
    assert (worths(verdict), verdict.deltas) == ({"seven_robs_one": 3}, (0, 4800, 0, -4800))
