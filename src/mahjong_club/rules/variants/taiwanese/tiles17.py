"""The tiles of a win as one whole number that holds both its 34 counts and its suit keys."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from mahjong_club.rules.melds import KongForm, MeldKind
from mahjong_club.rules.shapes import PLACE, SUIT_OF, TRIPLET
from mahjong_club.rules.tiles import KIND, KINDS, Tile
from mahjong_club.rules.variants.taiwanese.reading import block_code

Keys = tuple[int, int, int, int]

_COUNT_BITS: Final = 5
_EACH: Final = sum(1 << (_COUNT_BITS * kind) for kind in range(34))
_HIGH: Final = _EACH << 4
_COUNTS: Final = (1 << (_COUNT_BITS * 34)) - 1
# Seventeen copies of the highest rank stay below 2**28, so that no suit runs over into the next one.
_KEY_BITS: Final = 28
_KEY: Final = (1 << _KEY_BITS) - 1
_MAN: Final = _COUNT_BITS * 34
_PIN: Final = _MAN + _KEY_BITS
_SOU: Final = _PIN + _KEY_BITS
_HONOURS: Final = _SOU + _KEY_BITS
#: One tile: its count in the low bits, its part of a suit key above them. Sums of it are "packed" tiles.
PACKED: Final[dict[Tile, int]] = {
    tile: 1 << (_COUNT_BITS * kind) | PLACE[kind] << (_MAN + _KEY_BITS * SUIT_OF[kind]) for kind, tile in enumerate(KINDS)
}
#: The tiles this variant plays with, bonus tiles apart.
PLAIN: Final = frozenset(KINDS)
#: Sets in a complete hand.
SETS: Final = 5


class MeldInfo(NamedTuple):
    """A meld for the judge: its tiles counted as in :data:`PACKED`, its :func:`reading.block_code`, its suit as a bit."""

    counts: int
    code: int
    suit_bit: int
    exposed: int


def keys_of_packed(packed: int) -> Keys:
    """The suit keys of packed tiles."""
    return packed >> _MAN & _KEY, packed >> _PIN & _KEY, packed >> _SOU & _KEY, packed >> _HONOURS


def keys_of_tiles(tiles: Iterable[Tile]) -> Keys:
    """Suit keys of plain tiles. Raises :class:`KeyError` for a bonus tile, a red five or an unknown spelling."""
    return keys_of_packed(sum(map(PACKED.__getitem__, tiles)))


def count_of(packed: int, tile: Tile) -> int:
    """Copies of one kind."""
    return packed >> (_COUNT_BITS * KIND[tile]) & 31


def five_of_a_kind(packed: int) -> bool:
    """Whether some kind occurs more often than it exists."""
    return (packed & _COUNTS) + 11 * _EACH & _HIGH != 0


def owned_entirely(packed: int) -> int:
    """Mask of the kinds of which all four are owned."""
    high = (packed & _COUNTS) + 12 * _EACH & _HIGH
    mask = 0
    while high:
        bit = high & -high
        mask |= 1 << (bit.bit_length() - 1) // _COUNT_BITS
        high ^= bit
    return mask


@lru_cache(maxsize=4096)
def meld_info(kind: MeldKind, tiles: tuple[Tile, ...], form: KongForm | None) -> MeldInfo | None:
    """The meld for the judge; ``None`` when the tiles do not form what it says it is."""
    if not PLAIN.issuperset(tiles) or len(tiles) != (4 if kind == "kong" else 3) or (form is not None) != (kind == "kong"):
        return None
    kinds = sorted(KIND[tile] for tile in tiles)
    base = kinds[0]
    expected = [base, base + 1, base + 2] if kind == "chow" else [base] * len(kinds)
    if kinds != expected or (kind == "chow" and (base >= 27 or base % 9 > 6)):
        return None
    counts = sum(PACKED[tile] & _COUNTS for tile in tiles)
    block = base if kind == "chow" else TRIPLET + base
    concealed = form == "concealed"
    code = block_code(block, "concealed" if concealed else "exposed")
    return MeldInfo(counts, code, 1 << SUIT_OF[base], 0 if concealed else 1)
