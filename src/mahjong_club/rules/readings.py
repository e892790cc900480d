"""Packed tile counts and the ways a suit breaks up into blocks.

A multiset of tiles is one integer with six bits a kind (kind 0 lowest), so adding tiles is adding integers and a rule about
all 34 counts is one mask. A block is a small integer: a sequence starting at kind k is coded k, a triplet 64+k, a pair 128+k.
"""

from collections.abc import Iterable
from typing import Final

from mahjong_club.rules.shapes_keys import POW5
from mahjong_club.rules.shapes_readings import TRIPLET, Blocks, SetsTable
from mahjong_club.rules.tiles import KIND, KINDS, RED_FIVES, Tile

FIELD: Final = 6
PAIR: Final = 128

#: One copy of each tile as a packed count; a red five counts as its five.
PACKED: Final[dict[Tile, int]] = {tile: 1 << FIELD * kind for tile, kind in KIND.items()}
#: The same without red fives, for sets that have none.
PACKED_PLAIN: Final[dict[Tile, int]] = {tile: one for tile, one in PACKED.items() if tile not in RED_FIVES}
ONES: Final = sum(1 << FIELD * kind for kind in range(34))
SUIT_BITS: Final = FIELD * 9
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
#: ``(packed + TO_FIVE) & OVER`` is not zero when some kind has five copies or more (up to 36 of a kind).
TO_FIVE: Final = ONES * 27
OVER: Final = ONES * 32


def pack(tiles: Iterable[Tile]) -> int:
    """Packed count of tiles. Raises :class:`KeyError` for a bonus tile or an unknown one."""
    return sum(map(PACKED.__getitem__, tiles))


def has_fifth_copy(packed: int) -> bool:
    """Whether some kind is there more than four times; exact for up to 36 copies of a kind."""
    return (packed + TO_FIVE) & OVER != 0


def unpack(packed: int) -> tuple[int, ...]:
    """The 34 counts."""
    return tuple(packed >> FIELD * kind & 63 for kind in range(34))


def _block_tiles() -> tuple[tuple[Tile, ...], ...]:
    rows: list[tuple[Tile, ...]] = [()] * (PAIR + 34)
    for kind, tile in enumerate(KINDS):
        if kind < 27 and kind % 9 < 7:
            rows[kind] = KINDS[kind : kind + 3]
        rows[TRIPLET + kind] = (tile,) * 3
        rows[PAIR + kind] = (tile,) * 2
    return tuple(rows)


#: The tiles of every block code.
BLOCK_TILES: Final[tuple[tuple[Tile, ...], ...]] = _block_tiles()


_SETS: Final = (SetsTable(0), SetsTable(27))


def suit_counts(packed: int) -> list[int]:
    """The nine counts of one suit's part."""
    return [packed >> place & 63 for place in range(0, SUIT_BITS, FIELD)]


def suit_readings(counts: list[int], suit: int) -> list[Blocks]:
    """All ways to break one suit (0 m, 1 p, 2 s, 3 z) up into sets and at most one pair, the pair last.

    Empty when there is no way; one empty reading for no tiles. The numbered suits share one table.
    """
    left = sum(counts)
    if left % 3 == 1 or max(counts) > 4:
        return []
    divisions = _SETS[suit == 3]
    key = sum([count * POW5[place] for place, count in enumerate(counts) if count])
    shift = 9 * suit if suit < 3 else 0
    if left % 3 == 0:
        found = divisions[key]
        return [tuple([block + shift for block in blocks]) for blocks in found] if shift else found
    # The ranks of any set add up to a multiple of three, so the rank of the pair is known up to that.
    rest = sum([place * count for place, count in enumerate(counts)]) * 2 % 3
    first = 9 * suit
    return [
        (*[block + shift for block in blocks], PAIR + first + place)
        for place in range(rest, 9, 3)
        if counts[place] >= 2
        for blocks in divisions[key - 2 * POW5[place]]
    ]
