"""Distances against 40,000 hands of the reference engine."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from mahjong_club.rules import shapes

VECTORS = Path(__file__).parents[1] / "oracles" / "data" / "xiangting.jsonl.gz"
Row = tuple[str, int, int, int | None, int | None, list[str] | None]


def rows() -> Iterator[Row]:
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield tuple(json.loads(line))


def parse(text: str) -> tuple[list[int], int, bool]:
    """Counts of the concealed tiles, number of melds, whether a claim was just made and a discard is due."""
    concealed, *melds = text.split(",")
    due = bool(melds) and not melds[-1]
    counts = [0] * 34
    first = 0
    for letter in concealed:
        if letter in "mpsz":
            first = "mpsz".index(letter) * 9
        else:
            counts[first + (int(letter) or 5) - 1] += 1
    return counts, sum(1 for meld in melds if meld), due


def kinds_mask(names: list[str]) -> int:
    return sum(1 << "mpsz".index(name[0]) * 9 + int(name[1]) - 1 for name in names)


def test_distances_equal_the_engine() -> None:
    seen = 0
    for text, nearest, standard, orphans, pairs, _ in rows():
        counts, melds, due = parse(text)
        keys = shapes.keys_of(counts)
        distance = shapes.shanten(keys, 4 - melds)
        # The engine never calls a hand complete while its owner must discard after a claim.
        assert max(distance, 0 if due else -1) == standard, text
        if orphans is not None:
            assert shapes.shanten_orphans(keys) == orphans, text
        if pairs is not None:
            assert shapes.shanten_pairs(keys) == pairs, text
            assert shapes.shanten_nearest(keys) == nearest, text
        seen += 1
    assert seen == 40_000


def test_improving_kinds_equal_the_engine() -> None:
    ready = seen = 0
    for text, nearest, standard, orphans, pairs, names in rows():
        if names is None:
            continue
        counts, melds, _ = parse(text)
        keys = shapes.keys_of(counts)
        improving = shapes.improving(keys, 4 - melds) if standard == nearest else 0
        if pairs == nearest:
            improving |= shapes.improving_pairs(keys)
        if orphans == nearest:
            improving |= shapes.improving_orphans(keys)
        held = sum(1 << kind for kind, count in enumerate(counts) if count == 4)
        assert improving & ~held == kinds_mask(names), text
        if nearest == 0:
            waits = shapes.waits(keys, 4 - melds)
            if not melds:
                waits |= shapes.waits_pairs(keys) | shapes.waits_orphans(keys)
                assert shapes.waits_nearest(keys) == waits, text
            assert waits & ~held == kinds_mask(names), text
            ready += 1
        seen += 1
    assert seen > 15_000
    assert ready > 3_000
