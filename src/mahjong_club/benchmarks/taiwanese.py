"""What five sets cost in place of four: Taiwanese against Hong Kong, turn about in one run.

Whole matches by random legal play, the value of complete hands never seen before, and the waits of hands near ready.
Hands and waits are timed by the processor time they take, so that other work on the machine does not count.
"""

import gc
import random
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any, Final

from mahjong_club.benchmarks import hand_value
from mahjong_club.benchmarks.matches import random_matches
from mahjong_club.benchmarks.report import Progress, Report, silent
from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.shapes import keys_of
from mahjong_club.rules.variant import Rules
from mahjong_club.rules.variants.registry import newest, rules_for

REPEATS: Final = 5
SECONDS, QUICK_SECONDS = 3.0, 0.5
HANDS, QUICK_HANDS = 3_000, 500
#: Hands that a judge has valued before it is measured.
SERVED: Final = 12_000
WAITS_HANDS: Final = 1_500
#: A pass over the hands is short; several are timed together.
PASSES: Final = 4
MATCHES_TARGET, VALUE_TARGET = ">= 0.6", ">= 0.4"
#: A third of the rate is three times the cost.
WAITS_TARGET: Final = ">= 0.333"

_SEED = 20_260_103


def run(progress: Progress | None = None, quick: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    """Rates of both variants and their ratios."""
    tell, repeats = progress or silent, 1 if quick else REPEATS
    report = Report("taiwanese against hong_kong")
    keys = (newest("taiwanese").key, newest("hong_kong").key)
    tell(0, 3, "random matches")
    _matches(report, keys, repeats, QUICK_SECONDS if quick else SECONDS)
    rules = (rules_for(keys[0], {}), rules_for(keys[1], {}))
    tell(1, 3, "hand value")
    _hand_value(report, rules, repeats, QUICK_HANDS if quick else HANDS)
    tell(2, 3, "waits")
    _waits(report, rules, repeats)
    tell(3, 3, "done")
    report.notes.append(
        "The peer of every row is our own Hong Kong table in the same run; waits of it include pairs and orphans."
    )
    return report.json()


def _matches(report: Report, keys: tuple[str, str], repeats: int, seconds: float) -> None:
    rates: tuple[list[float], list[float]] = ([], [])
    for turn in range(repeats):
        for side, key in zip(rates, keys, strict=True):
            side.append(random_matches(key, seconds, first=1 + turn * 10_000)["decisions_per_s"])
    report.compare("decisions in random matches", *rates, "1/s", MATCHES_TARGET)


def _hand_value(report: Report, rules: tuple[Rules, Rules], repeats: int, number: int) -> None:
    rates: tuple[list[float], list[float]] = ([], [])
    hands = [hand_value.make_hands(SERVED + number * repeats, each.sets) for each in rules]
    for each, served in zip(rules, hands, strict=True):
        _values(each, served[:SERVED])
    # The hands that wait for their turn are the benchmark's own; nobody's collector has to look at them.
    gc.collect()
    gc.freeze()
    for start in range(SERVED, SERVED + number * repeats, number):
        for side, each, mine in zip(rates, rules, hands, strict=True):
            side.append(_values(each, mine[start : start + number]))
    gc.unfreeze()
    report.compare("hands valued", *rates, "1/s", VALUE_TARGET)


def _values(rules: Rules, hands: Sequence[WinFacts]) -> float:
    start = process_time()
    for facts in hands:
        rules.judge(facts)
    return len(hands) / (process_time() - start)


def _waits(report: Report, rules: tuple[Rules, Rules], repeats: int) -> None:
    rates: tuple[list[float], list[float]] = ([], [])
    hands = [near_ready_hands(WAITS_HANDS, each.sets) for each in rules]
    for each, mine in zip(rules, hands, strict=True):
        _wait_rate(each.waits, mine)
    for _ in range(repeats):
        for side, each, mine in zip(rates, rules, hands, strict=True):
            side.append(_wait_rate(each.waits, mine))
    report.compare("waits", *rates, "1/s", WAITS_TARGET)


def _wait_rate(waits: Callable[[list[int], tuple[()]], int], hands: Sequence[list[int]]) -> float:
    start = process_time()
    for _ in range(PASSES):
        for keys in hands:
            waits(keys, ())
    return PASSES * len(hands) / (process_time() - start)


def near_ready_hands(number: int, sets: int) -> list[list[int]]:
    """Keys of ``3 * sets + 1`` tiles: sets and a pair less one tile; in every second hand one more tile is exchanged."""
    rng = random.Random(_SEED)
    return [list(keys_of(_near_ready(rng, sets, exchanged=turn % 2 == 1))) for turn in range(number)]


def _near_ready(rng: random.Random, sets: int, *, exchanged: bool) -> list[int]:
    counts = [5]
    while max(counts) > 4:
        counts = [0] * 34
        for _ in range(sets):
            kind = rng.randrange(34)
            run = kind < 27 and kind % 9 < 7 and rng.random() < 0.7
            for offset in (0, 1, 2) if run else (0, 0, 0):
                counts[kind + offset] += 1
        counts[rng.randrange(34)] += 2
    for _ in range(2 if exchanged else 1):
        counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
    if exchanged:
        counts[rng.choice([kind for kind in range(34) if counts[kind] < 4])] += 1
    return counts
