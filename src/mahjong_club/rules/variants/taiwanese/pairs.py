"""Seven pairs and a triplet, a hand that a club may allow (docs/rules/taiwanese.md#options.seven_pairs_and_triplet)."""

from collections.abc import Sequence

from mahjong_club.rules.shapes import TRIPLET, counts_of
from mahjong_club.rules.tiles import Tile, sort_tiles
from mahjong_club.rules.variants.taiwanese.reading import block_code


def complete(keys: Sequence[int]) -> bool:
    """Whether seventeen concealed tiles are seven pairs and a triplet; four equal tiles are two pairs."""
    counts = counts_of(keys)
    return sum(counts) == 17 and [count for count in counts if count & 1] == [3]


def code(keys: Sequence[int]) -> int:
    """The code of its triplet, which is all such a hand has of sets."""
    return block_code(TRIPLET + counts_of(keys).index(3), "concealed")


def waits(keys: Sequence[int]) -> int:
    """Mask of the kinds that make sixteen concealed tiles seven pairs and a triplet."""
    counts = counts_of(keys)
    odd = [kind for kind, count in enumerate(counts) if count & 1]
    if sum(counts) != 16:
        return 0
    if not odd:
        return sum(1 << kind for kind, count in enumerate(counts) if count == 2)
    if len(odd) != 2:
        return 0
    first, second = odd
    mask = 0
    if counts[first] == 3:
        mask |= 1 << second
    if counts[second] == 3:
        mask |= 1 << first
    return mask


def groups(tiles: Sequence[Tile]) -> tuple[tuple[Tile, ...], ...]:
    """Seventeen tiles of a complete hand as the triplet, then the pairs."""
    triplet = next(tile for tile in tiles if tiles.count(tile) == 3)
    rest = sort_tiles(tile for tile in tiles if tile != triplet)
    return ((triplet,) * 3, *[rest[first : first + 2] for first in range(0, len(rest), 2)])
