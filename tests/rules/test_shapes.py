"""Shapes against a slow, obvious solver, for hands of 13/14 and of 16/17 tiles."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_club.rules import shapes

Counts = tuple[int, ...]


def random_hand(rng: random.Random, tiles: int, kinds: list[int]) -> Counts:
    pool = [kind for kind in kinds for _ in range(4)]
    counts = [0] * 34
    for kind in rng.sample(pool, tiles):
        counts[kind] += 1
    return tuple(counts)


def complete_hand(rng: random.Random, sets: int, kinds: list[int]) -> Counts:
    """Sets and a pair drawn from the kinds, never more than four of one."""
    while True:
        counts = [0] * 34
        for _ in range(sets):
            kind = rng.choice(kinds)
            if rng.random() < 0.6 and kind < 27 and kind % 9 < 7:
                for place in (kind, kind + 1, kind + 2):
                    counts[place] += 1
            else:
                counts[kind] += 3
        counts[rng.choice(kinds)] += 2
        if max(counts) <= 4:
            return tuple(counts)


POOLS = [list(range(34)), list(range(9)), list(range(18, 27)), list(range(9, 18)) + list(range(27, 34)), list(range(18))]


def hands(seed: int, number: int, sets: int, extra: int) -> Iterator[Counts]:
    """Random hands, and complete ones with a tile taken or exchanged, `3 * sets + extra` tiles each."""
    rng = random.Random(seed)
    for turn in range(number):
        pool = POOLS[turn % len(POOLS)]
        if turn % 3 == 0:
            yield random_hand(rng, 3 * sets + extra, pool)
            continue
        counts = list(complete_hand(rng, sets, pool))
        for _ in range(turn % 3 - 1 + (2 - extra)):
            counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
        while sum(counts) < 3 * sets + extra:
            counts[rng.choice([kind for kind in pool if counts[kind] < 4])] += 1
        yield tuple(counts)


def slow_readings(counts: Counts) -> set[tuple[int, tuple[int, ...]]]:
    """Every reading, by choosing blocks for whichever tile is lowest."""

    def take(rest: Counts, pair: int | None, blocks: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        if not any(rest):
            if pair is not None:
                yield pair, tuple(sorted(blocks))
            return
        low = next(kind for kind in range(34) if rest[kind])
        options: list[tuple[int, ...]] = [(low, low, low)]
        if low < 27 and low % 9 < 7:
            options.append((low, low + 1, low + 2))
        if pair is None:
            options.append((low, low))
        for block in options:
            left = list(rest)
            for kind in block:
                left[kind] -= 1
            if min(left) < 0:
                continue
            if len(block) == 2:
                yield from take(tuple(left), low, blocks)
            else:
                yield from take(tuple(left), pair, (*blocks, 64 + low if block[1] == low else low))

    return set(take(counts, None, ()))


def slow_shanten(counts: Counts, sets: int) -> int:
    """Counting sets and partial sets, the way it is done by hand: 2 * sets less what is there."""
    first, suits = 0, []
    for size in (9, 9, 9, 7):
        suits.append(blocks_of_suit(counts[first : first + size], runs=size == 9))
        first += size
    best = 2 * sets
    totals = {(0, 0, 0)}
    for suit in suits:
        totals = {(s + x, p + y, pair + z) for s, p, pair in totals for x, y, z in suit if pair + z <= 1 and s + x <= sets}
    for s, p, pair in totals:
        best = min(best, 2 * (sets - s) - min(p, sets - s) - pair)
    return best


@cache
def blocks_of_suit(counts: Counts, *, runs: bool) -> frozenset[tuple[int, int, int]]:
    """All (sets, partial sets, pairs set aside) that can be laid out from a suit."""
    low = next((rank for rank, count in enumerate(counts) if count), None)
    if low is None:
        return frozenset({(0, 0, 0)})
    found: set[tuple[int, int, int]] = set()
    blocks: list[tuple[tuple[int, ...], tuple[int, int, int]]]
    blocks = [((low,), (0, 0, 0)), ((low,) * 2, (0, 1, 0)), ((low,) * 2, (0, 0, 1)), ((low,) * 3, (1, 0, 0))]
    if runs:
        blocks += [((low, low + 1), (0, 1, 0)), ((low, low + 2), (0, 1, 0)), ((low, low + 1, low + 2), (1, 0, 0))]
    for block, gain in blocks:
        left = list(counts)
        if block[-1] >= len(left):
            continue
        for rank in block:
            left[rank] -= 1
        if min(left) >= 0:
            for rest in blocks_of_suit(tuple(left), runs=runs):
                if rest[2] + gain[2] <= 1:
                    found.add((rest[0] + gain[0], rest[1] + gain[1], rest[2] + gain[2]))
    return frozenset(found)


def plus(counts: Counts, kind: int) -> Counts:
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def four_held(counts: Counts) -> int:
    return sum(1 << kind for kind, count in enumerate(counts) if count == 4)


@given(st.lists(st.integers(0, 4), min_size=34, max_size=34))
def test_keys_and_counts_are_one_to_one(counts: list[int]) -> None:
    keys = shapes.keys_of(counts)
    assert shapes.counts_of(keys) == tuple(counts)
    by_place = [0, 0, 0, 0]
    for kind, count in enumerate(counts):
        by_place[shapes.SUIT_OF[kind]] += count * shapes.PLACE[kind]
    assert tuple(by_place) == keys


@pytest.mark.parametrize("counts", [[0] * 33, [0] * 35, [5] + [0] * 33, [-1] + [0] * 33])
def test_keys_of_refuses_what_does_not_fit(counts: list[int]) -> None:
    with pytest.raises(ValueError, match=r"."):
        shapes.keys_of(counts)


@pytest.mark.parametrize("sets", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("extra", [1, 2])
def test_shanten_is_the_count_of_blocks(sets: int, extra: int) -> None:
    for counts in hands(sets * 10 + extra, 400, sets, extra):
        assert shapes.shanten(shapes.keys_of(counts), sets) == slow_shanten(counts, sets), counts


@pytest.mark.parametrize("sets", [0, 1, 2, 3, 4, 5])
def test_waits_are_the_tiles_that_complete(sets: int) -> None:
    ready = 0
    for counts in hands(sets + 100, 300, sets, 1):
        keys = shapes.keys_of(counts)
        expected = sum(1 << kind for kind in range(34) if counts[kind] < 4 and slow_readings(plus(counts, kind)))
        waits = shapes.waits(keys, sets)
        assert waits & ~four_held(counts) == expected, counts
        assert bool(waits) == (shapes.shanten(keys, sets) == 0), counts
        ready += waits != 0
    assert ready > 50


@pytest.mark.parametrize("sets", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("pool", POOLS)
def test_a_complete_hand_tells_what_it_waited_for(sets: int, pool: list[int]) -> None:
    rng = random.Random(sets)
    for _ in range(60):
        counts = complete_hand(rng, sets, pool)
        keys = shapes.keys_of(counts)
        pairs = {pair for pair, _ in shapes.readings(keys, sets)}
        for kind in [kind for kind in range(34) if counts[kind]]:
            before = [count - (other == kind) for other, count in enumerate(counts)]
            expected = shapes.waits(shapes.keys_of(before), sets)
            assert {shapes.waits_before(keys, kind, pair) for pair in pairs} == {expected}, (counts, kind)


@pytest.mark.parametrize("sets", [1, 2, 3, 4, 5])
def test_improving_kinds_are_those_that_lower_the_distance(sets: int) -> None:
    for counts in hands(sets + 200, 300, sets, 1):
        keys = shapes.keys_of(counts)
        before = slow_shanten(counts, sets)
        expected = sum(1 << kind for kind in range(34) if counts[kind] < 4 and slow_shanten(plus(counts, kind), sets) < before)
        assert shapes.improving(keys, sets) & ~four_held(counts) == expected, counts


@pytest.mark.parametrize("sets", [0, 1, 2, 3, 4, 5])
def test_readings_are_all_there_is(sets: int) -> None:
    complete = 0
    for counts in hands(sets + 300, 600, sets, 2):
        keys = shapes.keys_of(counts)
        found = shapes.readings(keys, sets)
        assert len(set(found)) == len(found)
        assert {(pair, tuple(sorted(blocks))) for pair, blocks in found} == slow_readings(counts), counts
        assert shapes.is_complete(keys, sets) == bool(found)
        complete += bool(found)
    assert complete > 150


@given(st.randoms(use_true_random=False), st.integers(0, 5), st.sampled_from(POOLS))
def test_readings_reassemble_in_order(rng: random.Random, sets: int, pool: list[int]) -> None:
    counts = complete_hand(rng, sets, pool)
    found = shapes.readings(shapes.keys_of(counts), sets)
    assert found
    assert [pair for pair, _ in found] == sorted(pair for pair, _ in found)
    for pair, blocks in found:
        rebuilt = [0] * 34
        rebuilt[pair] += 2
        order = []
        for block in blocks:
            kind = block & 63
            order.append((kind // 9, block))
            for place in (kind,) * 3 if block >= shapes.TRIPLET else (kind, kind + 1, kind + 2):
                rebuilt[place] += 1
        assert tuple(rebuilt) == counts
        assert len(blocks) == sets
        assert order == sorted(order)


def test_sequences_come_before_triplets() -> None:
    counts = [3, 3, 3] + [0] * 24 + [3, 2] + [0] * 5
    triplets = tuple(64 + kind for kind in (0, 1, 2, 27))
    assert shapes.readings(shapes.keys_of(counts), 4) == ((28, (0, 0, 0, 91)), (28, triplets))


def test_a_wrong_number_of_tiles_is_neither_complete_nor_ready() -> None:
    counts = [0] * 27 + [3, 3, 2] + [0] * 4
    keys = shapes.keys_of(counts)
    assert shapes.is_complete(keys, 2)
    assert not shapes.is_complete(keys, 1)
    assert not shapes.is_complete(keys, 3)
    assert shapes.readings(keys, 3) == ()
    counts[29] = 1
    assert shapes.waits(shapes.keys_of(counts), 2) == 1 << 29
    assert shapes.waits(shapes.keys_of(counts), 3) == 0


def pairs_hand(*counts: int) -> tuple[int, int, int, int]:
    return shapes.keys_of([*counts, *[0] * (34 - len(counts))])


def test_pairs_in_both_readings() -> None:
    plain = pairs_hand(2, 2, 2, 2, 2, 2, 1)
    assert shapes.waits_pairs(plain) == shapes.waits_pairs(plain, "loose") == 1 << 6
    four = pairs_hand(4, 2, 2, 2, 2, 1)
    assert shapes.waits_pairs(four) == 0
    assert shapes.waits_pairs(four, "loose") == 1 << 5
    three = pairs_hand(3, 2, 2, 2, 2, 2)
    assert shapes.pairs_waits_distinct(three) == 0
    assert shapes.pairs_waits_loose(three) == 1
    assert shapes.shanten_pairs(three) == 1
    assert shapes.pairs_waits_loose(pairs_hand(2, 2, 2, 1)) == 0
    assert shapes.pairs_waits_loose(pairs_hand(2, 2, 2, 2, 2, 1, 1, 1)) == 0


def test_orphans() -> None:
    kinds = [kind for kind in range(34) if shapes.ORPHANS >> kind & 1]
    assert len(kinds) == 13
    counts = [int(kind in kinds) for kind in range(34)]
    assert shapes.waits_orphans(shapes.keys_of(counts)) == shapes.ORPHANS
    counts[33], counts[0] = 0, 2
    assert shapes.waits_orphans(shapes.keys_of(counts)) == 1 << 33
    counts[0], counts[1] = 1, 1
    assert shapes.waits_orphans(shapes.keys_of(counts)) == 0
    assert shapes.shanten_orphans(shapes.keys_of(counts)) == 1
    assert shapes.improving_orphans(shapes.keys_of(counts)) == shapes.ORPHANS


@pytest.mark.parametrize("seed", range(4))
def test_pairs_and_orphans_by_trying_each_tile(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(150):
        pool = rng.choice([*POOLS, [kind for kind in range(34) if shapes.ORPHANS >> kind & 1]])
        counts = random_hand(rng, 13, pool)
        keys = shapes.keys_of(counts)
        for distance, improving in (
            (shapes.shanten_pairs, shapes.improving_pairs),
            (shapes.shanten_orphans, shapes.improving_orphans),
        ):
            lower = [
                kind for kind in range(34) if counts[kind] < 4 and distance(shapes.keys_of(plus(counts, kind))) < distance(keys)
            ]
            assert improving(keys) & ~four_held(counts) == sum(1 << kind for kind in lower), counts
        best = min(shapes.shanten(keys, 4), shapes.shanten_pairs(keys), shapes.shanten_orphans(keys))
        assert shapes.shanten_nearest(keys) == best
