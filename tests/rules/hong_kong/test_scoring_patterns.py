"""Every row of the fan table: a hand that earns it and a near miss that does not."""

from dataclasses import replace
from typing import Any

import pytest

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.shapes import keys_of
from mahjong_club.rules.tiles import KIND, parse_tiles
from mahjong_club.rules.variants.hong_kong.judge import judge, waits
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions
from mahjong_club.rules.variants.hong_kong.table import TABLE, table_for

DEFAULT = HongKongOptions()


def meld(text: str, feeder: int | None = 0) -> Meld:
    """``chow``, ``pung`` or ``kong`` by its tiles; a kong without a feeder is concealed, one ending in + is added."""
    tiles = parse_tiles(text.rstrip("+"))
    if len(tiles) == 4:
        return Meld("kong", tiles, feeder, "concealed" if feeder is None else "added" if text.endswith("+") else "exposed")
    return Meld("pung" if tiles[0] == tiles[1] else "chow", tiles, feeder)


def facts(hand: str, tile: str, *melds: Meld, bonus: str = "", **changes: Any) -> WinFacts:
    """A win of South in the East round, on East's discard unless ``by`` says otherwise."""
    by = changes.pop("by", "discard")
    plain = WinFacts(
        winner=1,
        dealer=0,
        round_wind=0,
        repeat=0,
        hand=parse_tiles(hand),
        melds=melds,
        bonus=parse_tiles(bonus),
        by=by,
        tile=tile or None,
        from_seat=None if by in ("self_draw", "eight_flowers") else 0,
    )
    return replace(plain, **changes)


def worths(verdict: Verdict) -> dict[str, int]:
    return {line.id: line.worth for line in verdict.patterns}


C = None  # feeder of a concealed kong
MIXED = "123m456p5789s"
#: id: (facts that earn it, worth, a near miss)
CASES: dict[str, tuple[WinFacts, int, WinFacts]] = {
    "self_draw": (facts("123456m234p5s222z", "5s", by="self_draw"), 1, facts("123456m234p5s222z", "5s")),
    "concealed_hand": (
        facts("123m234p5s", "5s", meld("1111z", C), meld("2222z", C)),
        1,
        facts("123m234p5s", "5s", meld("1111z+", 2), meld("2222z", C)),
    ),
    "no_flowers": (facts("123456m23467p99s", "8p"), 1, facts("123456m23467p99s", "8p", bonus="1f")),
    "seat_flower": (facts("123456m23467p99s", "8p", bonus="26f"), 2, facts("123456m23467p99s", "8p", bonus="1345f")),
    "flower_set": (facts("123456m23467p99s", "8p", bonus="1234f"), 2, facts("123456m23467p99s", "8p", bonus="124f")),
    "all_sequences": (facts("456m23467p99s", "8p", meld("123m")), 1, facts("456m23467p11z", "8p", meld("123m"))),
    "all_triplets": (facts("222m555p3388s", "3s", meld("999m", 2)), 3, facts("222m555p3388s", "3s", meld("789m", 0))),
    "half_flush": (facts("123456789m44z11z", "1z"), 3, facts("123456789m44p11z", "1z")),
    "full_flush": (facts("1234562255m", "5m", meld("789m")), 6, facts("12345622m55z", "5z", meld("789m"))),
    "seven_pairs": (facts("1133m5577p22995s", "5s"), 4, facts("33m5577p22995s", "5s", meld("1111m", C), by="self_draw")),
    "dragon_triplet": (
        facts("123m5s", "5s", meld("555z", 2), meld("666z", 2), meld("123p")),
        2,
        facts("123m123s5s55z", "5s", meld("123p")),
    ),
    "seat_wind": (
        facts("123m456p5s", "5s", meld("222z"), meld("555z", 2)),
        1,
        facts("123m456p5s", "5s", meld("333z"), meld("555z", 2)),
    ),
    "round_wind": (
        facts("123m456p5s", "5s", meld("111z"), meld("555z", 2)),
        1,
        facts("123m456p5s", "5s", meld("333z"), meld("555z", 2)),
    ),
    "little_three_dragons": (
        facts("123m456p7z", "7z", meld("555z", 2), meld("666z", 2)),
        5,
        facts("123m456p4z", "4z", meld("555z", 2), meld("666z", 2)),
    ),
    "little_four_winds": (
        facts("123m4z", "4z", meld("111z", 2), meld("222z", 2), meld("333z", 3)),
        6,
        facts("123m5z", "5z", meld("111z", 2), meld("222z", 2), meld("333z", 3)),
    ),
    "mixed_terminals": (facts("111m999p1144z", "1z", meld("999s", 2)), 1, facts("111m888p1144z", "1z", meld("999s", 2))),
    "robbed_kong": (facts("123456m23467p99s", "8p", by="robbed_kong"), 1, facts("123456m23467p99s", "8p")),
    "replacement_win": (
        facts("123456m23467p99s", "8p", by="self_draw", after_kong=True, after_bonus=True),
        1,
        facts("123456m23467p99s", "8p", by="self_draw", after_bonus=True),
    ),
    "last_tile_draw": (
        facts("123456m23467p99s", "8p", by="self_draw", last_tile=True),
        1,
        facts("123456m23467p99s", "8p", by="self_draw"),
    ),
    "last_tile_discard": (
        facts("123456m23467p99s", "8p", last_tile=True),
        1,
        facts("123456m23467p99s", "8p", by="robbed_kong", last_tile=True),
    ),
    "big_three_dragons": (
        facts("123m5s", "5s", meld("555z", 2), meld("666z", 2), meld("7777z", C)),
        13,
        facts("123m7z", "7z", meld("555z", 2), meld("666z", 2), meld("789p")),
    ),
    "big_four_winds": (
        facts("5s", "5s", meld("111z", 2), meld("222z", 2), meld("333z", 2), meld("444z", 2)),
        13,
        facts("4z", "4z", meld("111z", 2), meld("222z", 2), meld("333z", 2), meld("123m")),
    ),
    "all_honors": (facts("1122334455667z", "7z"), 13, facts("11223344556z66z1m", "1m")),
    "all_terminals": (facts("111999m1199p", "9p", meld("111s", 2)), 13, facts("111999m1188p", "8p", meld("111s", 2))),
    "four_concealed_triplets": (
        facts("222m555p33888s44z", "3s", by="self_draw"),
        13,
        facts("222m555p33888s44z", "3s"),
    ),
    "four_kongs": (
        facts("5s", "5s", meld("1111m", C), meld("3333p+", 2), meld("8888s", 3), meld("2222z", C)),
        13,
        facts("5s", "5s", meld("1111m", C), meld("3333p+", 2), meld("8888s", 3), meld("222z", 2)),
    ),
    "nine_gates": (facts("1112345678999m", "5m"), 13, facts("1112345567899m", "9m")),
    "thirteen_orphans": (facts("19m19p19s1234567z", "7z"), 13, facts("119m19p9s1234567z", "1m")),
    "ruby_dragon": (
        facts("3339m777z", "9m", meld("111m", 2), meld("555m", 2)),
        13,
        facts("3339m666z", "9m", meld("111m", 2), meld("555m", 2)),
    ),
    "pearl_dragon": (
        facts("3339p555z", "9p", meld("111p", 2), meld("555p", 2)),
        13,
        facts("333p5551z", "1z", meld("111p", 2), meld("999p", 2)),
    ),
    "jade_dragon": (
        facts("3339s666z", "9s", meld("111s", 2), meld("555s", 2)),
        13,
        facts("3339s666z", "9s", meld("123s", 2), meld("555s", 2)),
    ),
    "heavenly_win": (
        facts("123456m23467p99s", "8p", winner=0, by="self_draw", opening="heavenly"),
        13,
        facts("123456m23467p99s", "8p", winner=1, by="self_draw", opening="heavenly"),
    ),
    "earthly_win": (
        facts("123456m23467p99s", "8p", opening="earthly"),
        13,
        facts("123456m23467p99s", "8p", opening="earthly", from_seat=2),
    ),
    "seven_robs_one": (
        facts("", "", bonus="1234567f", by="seven_robs_one", from_seat=3),
        3,
        facts("", "", bonus="123456f", by="seven_robs_one", from_seat=3),
    ),
    "eight_flowers": (
        facts("", "", bonus="12345678f", by="eight_flowers"),
        8,
        facts("", "", bonus="1234567f", by="eight_flowers"),
    ),
}


def test_every_row_has_a_case() -> None:
    assert set(CASES) == {row.id for row in TABLE}


@pytest.mark.parametrize("name", CASES)
def test_row(name: str) -> None:
    earns, worth, misses = CASES[name]
    verdict = judge(earns, DEFAULT)
    assert worths(verdict).get(name) == worth, verdict
    missed = judge(misses, DEFAULT)
    assert name not in worths(missed), missed
    assert name not in missed.limits, missed
    assert sum(verdict.deltas) == sum(missed.deltas) == 0


def test_rows_have_anchors_and_distinct_ids() -> None:
    assert len({row.id for row in TABLE}) == len(TABLE) == 35
    assert all(row.anchor == f"patterns.{row.id}" for row in TABLE)
    assert [row.id for row in TABLE if row.limit][:2] == ["heavenly_win", "earthly_win"]
    assert {row.id for row in table_for(HongKongOptions(last_tile_discard=0))} == {row.id for row in TABLE} - {
        "last_tile_discard"
    }


REASONS = [
    (facts("456m23467p99s", "8p", meld("123m")), "concealed_hand", "public_meld"),
    (facts("1133m5577p22995s", "5s"), "concealed_hand", "absorbed_by:seven_pairs"),
    (facts("222m555p33888s44z", "3s"), "four_concealed_triplets", "not_self_drawn"),
    (facts("222m555p3388s", "3s", meld("999m", 2)), "four_concealed_triplets", "public_meld"),
    (facts("123456m23467p99s", "8p", bonus="1234f"), "seat_flower", "absorbed_by:flower_set"),
    (facts("123m456p7z", "7z", meld("555z", 2), meld("666z", 2)), "dragon_triplet", "absorbed_by:little_three_dragons"),
    (facts("123m4z", "4z", meld("111z", 2), meld("222z", 2), meld("333z", 3)), "seat_wind", "absorbed_by:little_four_winds"),
    (facts("123456m23467p99s", "8p", by="self_draw", after_bonus=True), "replacement_win", "bonus_replacement"),
    (facts("", "", bonus="12345678f", by="eight_flowers"), "flower_set", "absorbed_by:eight_flowers"),
]


@pytest.mark.parametrize(("asked", "name", "reason"), REASONS)
def test_why_not(asked: WinFacts, name: str, reason: str) -> None:
    verdict = judge(asked, DEFAULT)
    assert {row.id: row.reason for row in verdict.rejected}.get(name) == reason
    assert name not in worths(verdict)


def test_refusals_show_what_the_hand_counts() -> None:
    short = judge(facts(MIXED + "222z", "5s", bonus="1f", winner=2), DEFAULT)
    assert (short.wins, short.reason, worths(short)) == (False, "below_min", {"concealed_hand": 1})
    locked = judge(facts("123456m23467p99s", "8p", locked=("8p",)), DEFAULT)
    assert (locked.wins, locked.reason, locked.total) == (False, "passed_win", 3)
    assert judge(facts("123456m23467p99s", "8p", locked_all=True), DEFAULT).reason == "passed_win"
    assert judge(facts("123456m23467p99s", "8p", locked=("5p",)), DEFAULT).wins
    assert judge(facts("123456m23467p99s", "8p", by="self_draw", locked=("8p",)), DEFAULT).wins


def test_blocks_show_the_reading_with_the_pair_last() -> None:
    verdict = judge(facts("123m2223344p", "4p", meld("789s")), DEFAULT)
    assert verdict.blocks[-1] == ("3p", "3p")
    assert ("7s", "8s", "9s") in verdict.blocks
    assert sum(map(len, verdict.blocks)) == 14


@pytest.mark.parametrize(
    "broken",
    [
        facts("123456m23467p9s", "8p"),
        facts("123456m23467p999s", "8p"),
        facts("12345m123467p0s9s", "8p"),
        facts("123456m23467p9s1f", "8p"),
        facts("123456m23467p99s", "1f"),
        facts("123456m23467p99s", "8p", bonus="11f"),
        facts("123456m23467p99s", "8p", bonus="1m"),
        facts("11123m456p77s", "1m", meld("111m", 2)),
        facts("456m23467p99s", "8p", Meld("chow", ("1z", "2z", "3z"), 0)),
        facts("456m23467p99s", "8p", Meld("chow", ("8m", "9m", "1p"), 0)),
        facts("456m23467p99s", "8p", Meld("pung", ("1m", "1m", "2m"), 0)),
        facts("456m23467p99s", "8p", Meld("pung", ("1m", "1m", "1m", "1m"), 0)),
        facts("456m23467p99s", "8p", Meld("kong", ("1m", "1m", "1m"), 0, "exposed")),
        facts("456m23467p99s", "8p", Meld("pung", (), 0)),
        facts("123456m23467p99s", "2m", by="robbed_kong"),
        facts("", "", bonus="1123456f", by="seven_robs_one"),
    ],
)
def test_impossible_tiles(broken: WinFacts) -> None:
    verdict = judge(broken, DEFAULT)
    assert (verdict.wins, verdict.reason, verdict.patterns) == (False, "invalid_tiles", ())


def mask(tiles: str) -> int:
    return sum(1 << KIND[tile] for tile in set(parse_tiles(tiles)))


@pytest.mark.parametrize(
    ("hand", "melds", "kinds"),
    [
        ("123456m23467p99s", (), "58p"),
        ("1133m5577p22995s", (), "5s"),
        ("1111m5577p22995s", (), "5s"),
        ("19m19p19s1234567z", (), "19m19p19s1234567z"),
        ("1112345678999m", (), "123456789m"),
        ("5s", ("1111m", "222m", "333z", "444z"), "5s"),
        ("1122334455m", ("789p",), "1245m"),
        ("1144z123m456p", ("789p",), "14z"),
        ("1m", ("111m", "222m", "333z", "444z"), ""),
        ("123m456p147s25z36s", (), ""),
    ],
)
def test_waits(hand: str, melds: tuple[str, ...], kinds: str) -> None:
    counts = [0] * 34
    for tile in parse_tiles(hand):
        counts[KIND[tile]] += 1
    assert waits(keys_of(counts), tuple(meld(text, 2) for text in melds), DEFAULT) == mask(kinds)
