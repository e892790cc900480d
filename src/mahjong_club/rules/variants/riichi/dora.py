"""Dora: the tile after the indicator."""

from collections.abc import Iterable
from typing import Final

from mahjong_club.rules.indicators import DORA_OF
from mahjong_club.rules.tiles import KIND, Tile
from mahjong_club.rules.variants.riichi.packing import COUNT_BITS

#: Indicators in one row of the dead wall: the first, and one for each of four kongs.
MOST_INDICATORS: Final = 5
_SHIFT: Final[dict[Tile, int]] = {tile: COUNT_BITS * KIND[dora] for tile, dora in DORA_OF.items()}


def count_dora(indicators: Iterable[Tile], counts: int) -> int:
    """How many dora the packed counters hold; equal indicators count each. KeyError for a tile that cannot be one."""
    total = 0
    for indicator in indicators:
        total += counts >> _SHIFT[indicator] & 7
    return total
