"""Suit readings against the whole-hand readings of `shapes`, and the keys the table is asked with."""

import random

from mahjong_club.benchmarks.hand_value import make_hands, request_of
from mahjong_club.rules.patterns import Evaluations, Pattern, best, evaluate
from mahjong_club.rules.readings import PAIR, has_fifth_copy, pack, suit_counts, suit_readings, unpack
from mahjong_club.rules.requests import parse_request
from mahjong_club.rules.shapes import keys_of, readings
from mahjong_club.rules.tiles import KINDS, parse_tiles


def test_suit_readings_are_the_readings_of_the_whole_hand() -> None:
    rng = random.Random(11)
    checked = 0
    for _ in range(3_000):
        suit = rng.randrange(4)
        places = 9 if suit < 3 else 7
        sets = rng.randrange(5)
        counts = [0] * 9
        for _ in range(sets):
            place = rng.randrange(places)
            steps = (0, 1, 2) if suit < 3 and place < 7 and rng.random() < 0.6 else (0, 0, 0)
            for step in steps:
                counts[place + step] += 1
        counts[rng.randrange(places)] += 2
        if max(counts) > 4:
            continue
        whole = [0] * 34
        for place in range(places):
            whole[9 * suit + place] = counts[place]
        expected = {(pair, tuple(sorted(blocks))) for pair, blocks in readings(keys_of(whole), sets)}
        found = [(blocks[-1] - PAIR, tuple(sorted(blocks[:-1]))) for blocks in suit_readings(counts, suit)]
        assert set(found) == expected
        assert len(found) == len(set(found)) > 0
        checked += 1
    assert checked > 2_000


def test_suits_without_a_reading() -> None:
    assert suit_readings([0] * 9, 0) == [()]
    assert suit_readings([1, 0, 0, 0, 0, 0, 0, 0, 0], 1) == []
    assert suit_readings([1, 1, 0, 0, 0, 0, 0, 0, 0], 1) == []
    assert suit_readings([1, 1, 1, 0, 0, 0, 0, 0, 0], 3) == []
    assert suit_readings([5, 0, 0, 0, 0, 0, 0, 0, 0], 0) == []


def test_packed_counts() -> None:
    packed = pack(parse_tiles("0555m19p1234567z"))
    assert unpack(packed)[4] == 4
    assert suit_counts(packed & (1 << 54) - 1) == [0, 0, 0, 0, 4, 0, 0, 0, 0]
    assert not has_fifth_copy(packed)
    for tile in KINDS:
        assert not has_fifth_copy(pack([tile] * 4))
        assert has_fifth_copy(pack([tile] * 5))
        assert has_fifth_copy(pack([tile] * 30))


ROWS: tuple[Pattern[int], ...] = (
    Pattern("big", 5, lambda n: n >= 3, frozenset({"middle"})),
    Pattern("middle", 2, lambda n: n >= 2, frozenset({"small"})),
    Pattern("small", 1, lambda n: n, near=lambda n: "nothing" if n == 0 else None),
    Pattern("top", 13, lambda n: n == 9, limit=True),
)


def test_absorption_is_simultaneous() -> None:
    found = evaluate(ROWS, 4)
    assert [(line.id, line.worth) for line in found.lines] == [("big", 5)]
    assert {row.id: row.reason for row in found.rejected} == {"middle": "absorbed_by:big", "small": "absorbed_by:middle"}
    counted = evaluate(ROWS, 1)
    assert [(line.id, line.worth, line.count) for line in counted.lines] == [("small", 1, 1)]
    assert [row.reason for row in evaluate(ROWS, 0).rejected] == ["nothing"]


def test_best_reading() -> None:
    table = Evaluations(ROWS, lambda code: code)
    assert best([1, 4, 2], table)[0] == 1
    index, found = best([4, 9], table)
    assert (index, [line.id for line in found.limits]) == (1, ["top"])
    assert best([0, 0], table)[0] == 0
    assert set(table) == {0, 1, 2, 4, 9}


def test_benchmark_hands_are_requests() -> None:
    for facts in make_hands(40):
        assert parse_request(request_of(facts)).facts == facts
