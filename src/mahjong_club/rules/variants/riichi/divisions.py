"""One suit of a complete hand, taken apart once and kept.

Everything a judge needs of a suit is a function of its key: the sum of contributions, the blocks as tiles, the fu parts and
how each rank waits. A hand is then four lookups.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.scoring import FuPart
from mahjong_club.rules.tiles import KINDS, RED_FIVES, Tile
from mahjong_club.rules.variants.riichi.contributions import CONCEALED, PAIR, TRIPLET, WAIT
from mahjong_club.rules.variants.riichi.fu import CONCEALED_TRIPLETS, PAIR_WAIT
from mahjong_club.rules.variants.riichi.packing import COUNT_BITS

Groups = tuple[tuple[Tile, ...], ...]
_REDS: Final = (*RED_FIVES, "")
#: The most red fives of one suit in any set.
MOST_REDS: Final = 2


@dataclass(frozen=True, slots=True)
class Division:
    """A suit divided.

    ``total``: summed contributions. ``pair``: its kind, or -1. ``shown``: by number of red fives, the sets and the pair as
    tiles. ``parts``: fu parts of its triplets. ``waits``: by rank, how the winning tile can have waited, first choice first.
    """

    total: int
    pair: int
    groups: Groups
    shown: tuple[tuple[Groups, Groups], ...]
    parts: tuple[FuPart, ...]
    waits: tuple[tuple[int, ...], ...]


_TILES: Final[Groups] = tuple(
    (KINDS[code - TRIPLET],) * 3 if code >= TRIPLET else KINDS[code : code + 3] for code in range(TRIPLET + 34)
)


def _waits(suit: int, pair: int, blocks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """By rank, how a winning tile can have waited: in the pair, then in each block that differs from the one before."""
    first = 9 * suit
    out: list[tuple[int, ...]] = [()] * (7 if suit == 3 else 9)
    if pair >= 0:
        out[pair - first] = (PAIR_WAIT,)
    before = -1
    for code in blocks:
        if code != before:
            for kind in (code - TRIPLET,) if code >= TRIPLET else (code, code + 1, code + 2):
                out[kind - first] += (WAIT[kind][code],)
        before = code
    return tuple(out)


def painted(groups: Groups, red: Tile) -> Groups:
    """Groups with their first plain five of the red one's suit made red; unchanged without such a five."""
    five = "5" + red[1:]
    for i, group in enumerate(groups):
        if five in group:
            at = group.index(five)
            return (*groups[:i], (*group[:at], red, *group[at + 1 :]), *groups[i + 1 :])
    return groups


def _sets(counts: list[int], rank: int, *, runs: bool) -> Iterator[tuple[int, ...]]:
    """Every division of the counts from ``rank`` up into sets: ranks of sequences, and 64 more for triplets."""
    while rank < 9 and not counts[rank]:
        rank += 1
    if rank == 9:
        yield ()
        return
    if runs and rank < 7 and counts[rank + 1] and counts[rank + 2]:
        rest = counts[:]
        for place in range(rank, rank + 3):
            rest[place] -= 1
        for blocks in _sets(rest, rank, runs=runs):
            yield (rank, *blocks)
    if counts[rank] == 3:
        rest = counts[:]
        rest[rank] = 0
        for blocks in _sets(rest, rank + 1, runs=runs):
            yield (TRIPLET + rank, *blocks)


def _readings(suit: int, counts: list[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Kind of the pair (-1: none) and block codes of every division of a suit, pairs from low to high."""
    if sum(counts) % 3 == 0:
        yield from ((-1, blocks) for blocks in _sets(counts, 0, runs=suit < 3))
    elif sum(counts) % 3 == 2:
        for rank, count in enumerate(counts):
            if count >= 2:
                rest = counts[:]
                rest[rank] -= 2
                yield from ((9 * suit + rank, blocks) for blocks in _sets(rest, 0, runs=suit < 3))


def _division(suit: int, pair: int, ranks: tuple[int, ...], *, fives: bool) -> Division:
    blocks = tuple([9 * suit + code for code in ranks])
    total = sum([CONCEALED[code] for code in blocks])
    groups = tuple([_TILES[code] for code in blocks])
    whole: Groups = groups
    if pair >= 0:
        total += PAIR[pair]
        whole = (*groups, (KINDS[pair],) * 2)
    shown = [(groups, whole[len(groups) :])]
    if not fives:
        shown *= 1 + MOST_REDS
    for _ in range(MOST_REDS if fives else 0):
        painter = painted(whole, _REDS[suit])
        shown.append(shown[-1] if painter is whole else (painter[: len(groups)], painter[len(groups) :]))
        whole = painter
    parts = tuple([CONCEALED_TRIPLETS[code - TRIPLET] for code in blocks if code >= TRIPLET])
    return Division(total, pair, groups, tuple(shown), parts, _waits(suit, pair, blocks))


class DivisionTable(dict[int, tuple[Division, ...]]):
    """By suit key of :mod:`packing`: every division into sets, or into sets and a pair; empty if there is none."""

    _most = 1 << 16

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._suit = suit

    def __missing__(self, key: int) -> tuple[Division, ...]:
        if len(self) >= self._most:
            self.clear()
        counts = [key >> COUNT_BITS * rank & 7 for rank in range(9)]
        divided = self[key] = tuple(
            [_division(self._suit, pair, ranks, fives=bool(counts[4])) for pair, ranks in _readings(self._suit, counts)]
        )
        return divided


DIVISIONS: Final = tuple(DivisionTable(suit) for suit in range(4))
