"""Scoring conditions as data, and the evaluator all variants share.

A variant states a table of :class:`Pattern` over its own immutable reading ``R``. Readings are coded as small integers, so
what a table says about a reading is worked out once and looked up ever after (:class:`Evaluations`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from mahjong_club.rules.scoring import PatternWorth, RejectedPattern

R = TypeVar("R")

#: Entries kept in one memo. Real hands need a few thousand; the cap is against input made to fill memory.
MEMO_SIZE: Final = 50_000


@dataclass(frozen=True, slots=True)
class Pattern(Generic[R]):
    """One row of a variant's table.

    ``times`` says how often the row counts for a reading (0 or False: not at all). ``absorbs`` names rows that do not count
    beside it. A ``limit`` row stands alone. ``flat`` rows are worth the same whatever the hand is. ``near`` may answer why a
    row that the shape suggests does not count. ``group`` tells which part of a reading the row looks at, so that parts are
    evaluated on their own. ``anchor`` is the line of the rules page.
    """

    id: str
    worth: int
    times: Callable[[R], int]
    absorbs: frozenset[str] = frozenset()
    limit: bool = False
    flat: bool = False
    near: Callable[[R], str | None] | None = None
    group: str = "shape"
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a table says about one reading (or one part of it).

    ``lines`` are the rows that count, ``total`` their sum; with limit rows ``limits`` holds them all in table order and
    ``lines`` stays the ordinary ones. ``rank`` orders readings: any limit beats any sum, more limits beat fewer.
    """

    lines: tuple[PatternWorth, ...]
    total: int
    limits: tuple[PatternWorth, ...]
    rejected: tuple[RejectedPattern, ...]
    rank: int


NOTHING: Final = Evaluation((), 0, (), (), 0)


def evaluate(patterns: Iterable[Pattern[R]], reading: R) -> Evaluation:
    """Apply every row to a reading. Absorption is simultaneous: a row that is absorbed itself still absorbs."""
    counted: list[tuple[Pattern[R], int]] = []
    rejected: list[RejectedPattern] = []
    for pattern in patterns:
        times = int(pattern.times(reading))
        if times:
            counted.append((pattern, times))
        elif pattern.near is not None and (reason := pattern.near(reading)) is not None:
            rejected.append(RejectedPattern(pattern.id, reason))
    absorbed = {name: pattern.id for pattern, _ in reversed(counted) for name in pattern.absorbs}
    lines: list[PatternWorth] = []
    limits: list[PatternWorth] = []
    for pattern, times in counted:
        if pattern.id in absorbed:
            rejected.append(RejectedPattern(pattern.id, f"absorbed_by:{absorbed[pattern.id]}"))
        else:
            (limits if pattern.limit else lines).append(PatternWorth(pattern.id, pattern.worth * times, times))
    total = sum(line.worth for line in lines)
    return Evaluation(tuple(lines), total, tuple(limits), tuple(rejected), total + 1_000 * len(limits))


class Evaluations(dict[int, Evaluation], Generic[R]):
    """``evaluations[code]``: the evaluation of the reading that ``decode`` makes of ``code``, worked out once."""

    __slots__ = ("_decode", "_patterns")

    def __init__(self, patterns: tuple[Pattern[R], ...], decode: Callable[[int], R]) -> None:
        super().__init__()
        self._patterns = patterns
        self._decode = decode

    def __missing__(self, code: int) -> Evaluation:
        if len(self) >= MEMO_SIZE:
            self.clear()
        found = self[code] = evaluate(self._patterns, self._decode(code))
        return found


def best(codes: Iterable[int], evaluations: Evaluations[R]) -> tuple[int, Evaluation]:
    """Index and evaluation of the best reading; the first of equals. ``codes`` must not be empty."""
    winner, found = 0, NOTHING
    top = -1
    for index, code in enumerate(codes):
        evaluation = evaluations[code]
        if evaluation.rank > top:
            winner, found, top = index, evaluation, evaluation.rank
    return winner, found
