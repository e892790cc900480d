"""What completes a sixteen-tile structure (docs/rules/taiwanese.md#wins.waits)."""

from collections.abc import Sequence

from mahjong_club.rules import shapes
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.shapes import counts_of
from mahjong_club.rules.tiles import KIND
from mahjong_club.rules.variants.taiwanese import pairs
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.tiles17 import SETS


def shape_waits(keys: Sequence[int], meld_count: int, options: TaiwaneseOptions) -> int:
    """Mask of the kinds that complete the shape, whoever owns the copies. 0 unless one tile is missing."""
    mask = shapes.waits(keys, SETS - meld_count)
    if options.seven_pairs_and_triplet and not meld_count:
        mask |= pairs.waits(keys)
    return mask


def waits(keys: Sequence[int], melds: Sequence[Meld], options: TaiwaneseOptions) -> int:
    """Mask of the kinds that can complete the hand: a kind of which the seat itself owns all four cannot come.

    ``keys`` are those of the concealed tiles without a drawn one. What other seats show does not matter.
    """
    mask = shape_waits(keys, len(melds), options)
    return mask & ~own_four(keys, melds) if mask else 0


def own_four(keys: Sequence[int], melds: Sequence[Meld]) -> int:
    """Mask of the kinds of which hand and melds together hold all four copies."""
    counts = list(counts_of(keys))
    for meld in melds:
        for tile in meld.tiles:
            counts[KIND[tile]] += 1
    return sum(1 << kind for kind, count in enumerate(counts) if count >= 4)
