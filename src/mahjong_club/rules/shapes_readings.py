"""All ways to take a complete suit apart."""

from collections.abc import Iterator
from itertools import product

from mahjong_club.rules.shapes_keys import TABLE_LIMIT, suit_counts
from mahjong_club.rules.shapes_suits import HONOUR_STATES, PAIRED, STATES, SUMMED

TRIPLET = 64
"""Added to the kind in the code of a triplet; a sequence is coded as its lowest kind."""

Blocks = tuple[int, ...]
Reading34 = tuple[int, Blocks]
"""`(pair_kind, blocks)`: one decomposition of the concealed tiles. Suits in the order man, pin, sou, honours;
within a suit the sequences come first, then the triplets, each from low to high."""


def _sets(counts: list[int], rank: int, first_kind: int, *, sequences: bool) -> Iterator[Blocks]:
    """Every division of the counts from `rank` up into sets, sequences tried before triplets."""
    while rank < 9 and not counts[rank]:
        rank += 1
    if rank == 9:
        yield ()
        return
    if sequences and rank < 7 and counts[rank + 1] and counts[rank + 2]:
        for place in range(rank, rank + 3):
            counts[place] -= 1
        for rest in _sets(counts, rank, first_kind, sequences=sequences):
            yield (first_kind + rank, *rest)
        for place in range(rank, rank + 3):
            counts[place] += 1
    if counts[rank] >= 3:
        counts[rank] -= 3
        for rest in _sets(counts, rank, first_kind, sequences=sequences):
            yield (TRIPLET + first_kind + rank, *rest)
        counts[rank] += 3


def _distinct(counts: list[int], first_kind: int) -> list[Blocks]:
    # 111 with a sequence beside it can be reached in two orders; the sorted form is the same.
    return list(dict.fromkeys(tuple(sorted(blocks)) for blocks in _sets(counts, 0, first_kind, sequences=first_kind != 27)))


class SetsTable(dict[int, list[Blocks]]):
    """By the key of a suit that divides into sets: all its divisions."""

    def __init__(self, first_kind: int) -> None:
        super().__init__()
        self._first_kind = first_kind

    def __missing__(self, key: int) -> list[Blocks]:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        divisions = self[key] = _distinct(list(suit_counts(key)), self._first_kind)
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
        for rank, count in enumerate(suit_counts(key)):
            if count >= 2:
                counts = list(suit_counts(key))
                counts[rank] -= 2
                found += [(self._first_kind + rank, blocks) for blocks in _distinct(counts, self._first_kind)]
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
