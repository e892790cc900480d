"""All ways to take a complete suit apart."""

from collections.abc import Iterator
from itertools import product

from mahjong_club.rules.shapes_keys import TABLE_LIMIT, suit_counts
from mahjong_club.rules.shapes_suits import HONOUR_STATES, PAIRED, STATES, SUMMED, divides, pair_ranks

TRIPLET = 64
"""Added to the kind in the code of a triplet; a sequence is coded as its lowest kind."""

Blocks = tuple[int, ...]
Reading34 = tuple[int, Blocks]
"""`(pair_kind, blocks)`: one decomposition of the concealed tiles. Suits in the order man, pin, sou, honours;
within a suit the sequences come first, then the triplets, each from low to high."""


def _sets(counts: list[int], rank: int, first_kind: int) -> Iterator[Blocks]:
    """Every division of the counts from `rank` up into sets, sequences tried before triplets; each once.

    What is over of the lowest rank when it has given a triplet or none begins sequences.
    """
    while rank < 9 and not counts[rank]:
        rank += 1
    if rank == 9:
        yield ()
        return
    count, kind = counts[rank], first_kind + rank
    for runs in (count, count - 3):
        if runs < 0 or (runs and not (first_kind < 27 and rank < 7 and counts[rank + 1] >= runs <= counts[rank + 2])):
            continue
        blocks = (kind,) * runs if runs == count else (*(kind,) * runs, TRIPLET + kind)
        rest = counts
        if runs:
            rest = counts[:]
            rest[rank + 1] -= runs
            rest[rank + 2] -= runs
        for others in _sets(rest, rank + 1, first_kind):
            yield blocks + others


def _divisions(counts: list[int], first_kind: int) -> list[Blocks]:
    if not divides(counts, sequences=first_kind < 27):
        return []
    return [tuple(sorted(blocks)) for blocks in _sets(counts, 0, first_kind)]


class SetsTable(dict[int, list[Blocks]]):
    """By the key of a suit that divides into sets: all its divisions."""

    def __init__(self, first_kind: int) -> None:
        super().__init__()
        self._first_kind = first_kind

    def __missing__(self, key: int) -> list[Blocks]:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        divisions = self[key] = _divisions(list(suit_counts(key)), self._first_kind)
        return divisions


class PairTable(dict[int, list[Reading34]]):
    """By the key of a suit that divides into sets and the pair: all its divisions, by pair from low to high."""

    def __init__(self, first_kind: int) -> None:
        super().__init__()
        self._first_kind = first_kind

    def __missing__(self, key: int) -> list[Reading34]:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        found: list[Reading34] = []
        held = suit_counts(key)
        for rank in pair_ranks(held):
            counts = list(held)
            counts[rank] -= 2
            found += [(self._first_kind + rank, blocks) for blocks in _divisions(counts, self._first_kind)]
        self[key] = found
        return found


_SETS = tuple(SetsTable(first_kind) for first_kind in (0, 9, 18, 27))
_PAIRS = tuple(PairTable(first_kind) for first_kind in (0, 9, 18, 27))


def readings_of(man: int, pin: int, sou: int, honours: int, sets: int) -> tuple[Reading34, ...]:
    """See `shapes.readings`."""
    states = (STATES[man], STATES[pin], STATES[sou], HONOUR_STATES[honours])
    if sum(states) & SUMMED != 3 * sets + 2 + PAIRED:
        return ()
    keys = (man, pin, sou, honours)
    paired = next(suit for suit in range(4) if states[suit] & PAIRED)
    pairs = _PAIRS[paired][keys[paired]]
    before = [_SETS[suit][keys[suit]] for suit in range(paired)]
    after = [_SETS[suit][keys[suit]] for suit in range(paired + 1, 4)]
    if len(pairs) == 1 and all(len(ways) == 1 for ways in before) and all(len(ways) == 1 for ways in after):
        pair, middle = pairs[0]
        return ((pair, sum((ways[0] for ways in before), ()) + sum((ways[0] for ways in after), middle)),)
    return tuple(
        (pair, sum(front, ()) + sum(back, middle))
        for pair, middle in pairs
        for front in product(*before)
        for back in product(*after)
    )
