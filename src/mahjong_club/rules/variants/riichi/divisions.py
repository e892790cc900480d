"""One suit of a complete hand, taken apart once and kept.

Everything a judge needs of a suit is a function of its key: the sum of contributions, the blocks as tiles, the fu parts and
how each rank waits. A hand is then four lookups.
"""

from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.scoring import FuPart
from mahjong_club.rules.shapes import POW5, readings
from mahjong_club.rules.tiles import KINDS, Tile
from mahjong_club.rules.variants.riichi import contributions
from mahjong_club.rules.variants.riichi.contributions import ABSENT, TRIPLET, WAIT
from mahjong_club.rules.variants.riichi.fu import CONCEALED_TRIPLETS, PAIR_WAIT
from mahjong_club.rules.variants.riichi.packing import COUNT_BITS

Groups = tuple[tuple[Tile, ...], ...]
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


def _waits(kind: int, pair: int, blocks: tuple[int, ...]) -> tuple[int, ...]:
    out = [PAIR_WAIT] if pair == kind else []
    before = -1
    for code in blocks:
        wait = WAIT[kind][code]
        if wait != ABSENT and code != before:
            out.append(wait)
        before = code
    return tuple(out)


def painted(groups: Groups, red: Tile) -> Groups:
    """Groups with their first plain five of the red one's suit made red; unchanged without such a five."""
    five = "5" + red[1]
    for i, group in enumerate(groups):
        if five in group:
            at = group.index(five)
            return (*groups[:i], (*group[:at], red, *group[at + 1 :]), *groups[i + 1 :])
    return groups


def _division(suit: int, pair: int, blocks: tuple[int, ...]) -> Division:
    blocks = tuple(sorted(blocks, key=lambda code: (code & 63, code)))
    total = sum(contributions.CONCEALED[code] for code in blocks)
    groups = tuple(_TILES[code] for code in blocks)
    if pair >= 0:
        total += contributions.PAIR[pair]
    whole = groups if pair < 0 else (*groups, (KINDS[pair],) * 2)
    shown = []
    for _ in range(MOST_REDS + 1):
        shown.append((whole[: len(groups)], whole[len(groups) :]))
        whole = painted(whole, "0" + "mpsz"[suit])
    parts = tuple(CONCEALED_TRIPLETS[code - TRIPLET] for code in blocks if code >= TRIPLET)
    waits = tuple(_waits(9 * suit + rank, pair, blocks) for rank in range(7 if suit == 3 else 9))
    return Division(total, pair, groups, tuple(shown), parts, waits)


class DivisionTable(dict[int, tuple[Division, ...]]):
    """By suit key of :mod:`packing`: every division into sets, or into sets and a pair; empty if there is none."""

    _most = 1 << 16

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._suit = suit
        # A pair of another suit completes a suit that holds sets only.
        self._helper = (0, 2) if suit == 3 else (3, 2)

    def __missing__(self, key: int) -> tuple[Division, ...]:
        if len(self) >= self._most:
            self.clear()
        counts = [key >> COUNT_BITS * rank & 7 for rank in range(9)]
        tiles = sum(counts)
        keys = [0, 0, 0, 0]
        keys[self._suit] = sum(count * POW5[rank] for rank, count in enumerate(counts))
        paired = tiles % 3 == 2
        if not paired:
            keys[self._helper[0]] = self._helper[1]
        found = readings(keys, tiles // 3) if tiles % 3 != 1 else ()
        divided = self[key] = tuple(_division(self._suit, pair if paired else -1, blocks) for pair, blocks in found)
        return divided


DIVISIONS: Final = tuple(DivisionTable(suit) for suit in range(4))
