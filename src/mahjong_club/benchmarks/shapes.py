"""Distance and waits against the PyPI package `mahjong`, on the same hands in the same run.

Both sides start from 34 counts, as that package does, and consider all three forms of a closed riichi hand.
The package has no function for waits: its caller tries each kind, with the distance (`waits`) or with the
quicker test of completeness (`waits_by_agari`). The `_from_keys` figures start from suit keys instead, which
is what the rules hold.
"""

import random
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from mahjong_club.rules import shapes

SEED = 20_260_101
TILES = 13
SHANTEN_HANDS = 1_500
WAITS_HANDS = 240
# A pass of ours over the hands is short; several of them are timed together.
PASSES = 10

Counts = list[int]
Question = Callable[[Any], int]


class PeerMissing(RuntimeError):
    """The package to compare with is not installed."""


def make_hands(number: int) -> list[Counts]:
    """Hands of 13 tiles, in turn: dealt at random, near ready, near ready in one suit."""
    rng = random.Random(SEED)
    hands = []
    for turn in range(number):
        first = rng.randrange(3) * 9
        kinds = list(range(34)) if turn % 3 < 2 else list(range(first, first + 9))
        hands.append(_dealt(rng, kinds) if turn % 3 == 0 else _near_ready(rng, kinds))
    return hands


def _dealt(rng: random.Random, kinds: list[int]) -> Counts:
    counts = [0] * 34
    for kind in rng.sample([kind for kind in kinds for _ in range(4)], TILES):
        counts[kind] += 1
    return counts


def _near_ready(rng: random.Random, kinds: list[int]) -> Counts:
    """Four sets and a pair, one tile less; every second hand has one more tile exchanged."""
    counts = [5]
    while max(counts) > 4:
        counts = [0] * 34
        for _ in range(4):
            kind = rng.choice(kinds)
            run = kind < 27 and kind % 9 < 7 and rng.random() < 0.7
            for offset in (0, 1, 2) if run else (0, 0, 0):
                counts[kind + offset] += 1
        counts[rng.choice(kinds)] += 2
    exchanged = rng.randrange(2)
    for _ in range(1 + exchanged):
        counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
    for _ in range(exchanged):
        counts[rng.choice([kind for kind in kinds if counts[kind] < 4])] += 1
    return counts


def _our_shanten(counts: Counts) -> int:
    return shapes.shanten_nearest(shapes.keys_of(counts))


def _our_waits(counts: Counts) -> int:
    return shapes.waits_nearest(shapes.keys_of(counts))


def _waits_by_trying(completes: Callable[[Counts], bool]) -> Question:
    def waits(counts: Counts) -> int:
        mask = 0
        for kind in range(34):
            if counts[kind] < 4:
                counts[kind] += 1
                if completes(counts):
                    mask |= 1 << kind
                counts[kind] -= 1
        return mask

    return waits


def _answers(question: Question, hands: Sequence[Any]) -> list[int]:
    return [question(hand) for hand in hands]


def _rate(question: Question, hands: Sequence[Any], passes: int) -> float:
    start = perf_counter()
    for _ in range(passes):
        for hand in hands:
            question(hand)
    return passes * len(hands) / (perf_counter() - start)


def _compare(ours: Question, our_hands: Sequence[Any], peer: Question, hands: Sequence[Counts], repeats: int) -> dict[str, float]:
    """Turn about, so that a slow moment of the machine meets both. `spread` is the range of the ratio over its median."""
    pairs = [(_rate(ours, our_hands, PASSES), _rate(peer, hands, 1)) for _ in range(repeats)]
    ratios = [mine / theirs for mine, theirs in pairs]
    return {
        "ours_per_s": median(mine for mine, _ in pairs),
        "peer_per_s": median(theirs for _, theirs in pairs),
        "ratio": median(ratios),
        "spread": (max(ratios) - min(ratios)) / median(ratios),
    }


def run(repeats: int = 5) -> dict[str, dict[str, float]]:
    """Hands a second on both sides, their ratio, and how far it moved: medians over `repeats`.

    PeerMissing if `mahjong` is not installed; RuntimeError if the two disagree on any hand.
    """
    try:
        from mahjong.agari import Agari
        from mahjong.shanten import Shanten
    except ImportError as error:
        raise PeerMissing("this benchmark compares with the package 'mahjong', which is not installed: mahjong==2.1.0") from error

    peer_shanten: Question = Shanten.calculate_shanten
    peer_waits = _waits_by_trying(lambda counts: Shanten.calculate_shanten(counts) == Shanten.AGARI_STATE)
    peer_agari = _waits_by_trying(Agari.is_agari)
    hands = make_hands(SHANTEN_HANDS)
    few = hands[:WAITS_HANDS]
    keys = [shapes.keys_of(counts) for counts in hands]
    few_keys = keys[:WAITS_HANDS]

    if _answers(_our_shanten, hands) != _answers(peer_shanten, hands):
        raise RuntimeError("the two sides disagree on a distance")
    held = [sum(1 << kind for kind in range(34) if counts[kind] == 4) for counts in few]
    waits = [mask & ~four for mask, four in zip(_answers(_our_waits, few), held, strict=True)]
    if waits != _answers(peer_waits, few) or waits != _answers(peer_agari, few):
        raise RuntimeError("the two sides disagree on waits")

    return {
        "shanten": _compare(_our_shanten, hands, peer_shanten, hands, repeats),
        "shanten_from_keys": _compare(shapes.shanten_nearest, keys, peer_shanten, hands, repeats),
        "waits": _compare(_our_waits, few, peer_waits, few, repeats),
        "waits_from_keys": _compare(shapes.waits_nearest, few_keys, peer_waits, few, repeats),
        "waits_by_agari": _compare(_our_waits, few, peer_agari, few, repeats),
        "waits_by_agari_from_keys": _compare(shapes.waits_nearest, few_keys, peer_agari, few, repeats),
    }
