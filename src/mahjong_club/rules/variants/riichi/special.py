"""Shapes that are not four sets and a pair, and the nine gates. Source: ``docs/rules/riichi.md#special-shapes``."""

from typing import Final

from mahjong_club.rules.tiles import KIND, Tile
from mahjong_club.rules.variants.riichi import contributions, packing
from mahjong_club.rules.variants.riichi.divisions import Division
from mahjong_club.rules.variants.riichi.fu import SEVEN_PAIRS
from mahjong_club.rules.variants.riichi.yaku import BIT

_Candidate = tuple[int, int, int, int, int, int, int, tuple[Division, ...]]

_ONES: Final = sum(1 << packing.COUNT_BITS * kind for kind in range(34))
_ORPHANS: Final = sum(31 << packing.COUNT_BITS * kind for kind in (0, 8, 9, 17, 18, 26, *range(27, 34)))
#: Key of 1112345678999.
_GATES: Final = sum((3 if rank in (0, 8) else 1) << packing.COUNT_BITS * rank for rank in range(9))
#: Keys of nine gates, with the rank of the tile that is more than they need.
_NINE_GATES: Final = {_GATES + (1 << packing.COUNT_BITS * rank): rank for rank in range(9)}

#: ``pair`` of a candidate without the standard shape.
PAIRS, ORPHANS, GATES = -1, -2, -3


def pair_kinds(counts: int) -> list[int]:
    """Kinds that the packed counters hold, from 0 up."""
    return [kind for kind in range(34) if counts >> packing.COUNT_BITS * kind & 7]


def special_candidates(found: list[_Candidate], packed: int, tile: Tile, situation: int) -> None:
    """Add seven pairs, thirteen orphans or nine gates to ``found``, for a hand without melds."""
    counts = packed & packing.COUNTS_MASK
    if not counts & ~packing.TWOS and counts.bit_count() == 7:
        total = sum(contributions.PAIR[held] for held in pair_kinds(counts))
        mask = situation | contributions.LOOKS[total & contributions.LOOK]
        found.append((mask, SEVEN_PAIRS, 0, 0, PAIRS, -1, 0, ()))
    elif not found:
        if not counts & ~_ORPHANS and ((counts | counts >> 1) & _ONES).bit_count() == 13:
            wide = counts >> packing.COUNT_BITS * KIND[tile] & 7 == 2
            mask = situation | BIT["thirteen_orphans_thirteen_waits" if wide else "thirteen_orphans"]
            found.append((mask, 0, 0, 0, ORPHANS, -1, 0, ()))
    else:
        suit = KIND[tile] // 9
        key = packed >> packing.SUIT_BITS * suit & packing.SUIT_MASK
        if suit < 3 and key in _NINE_GATES:
            pure = KIND[tile] == 9 * suit + _NINE_GATES[key]
            mask = situation | BIT["pure_nine_gates" if pure else "nine_gates"]
            found.append((mask, 0, 0, 0, GATES, -1, 0, ()))
