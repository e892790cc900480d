"""Tiles as addends of one integer.

The sum over tiles holds 34 counters of 5 bits, then three counters of red fives of 5 bits. Nine counters in a row are the
key of a suit for this package's tables.
"""

from typing import Final

from mahjong_club.rules.errors import InvalidTiles
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import FuPart
from mahjong_club.rules.tiles import KIND, Tile
from mahjong_club.rules.variants.riichi import contributions
from mahjong_club.rules.variants.riichi.fu import meld_part

COUNT_BITS: Final = 5
SUIT_BITS: Final = 9 * COUNT_BITS
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
REDS_SHIFT: Final = 34 * COUNT_BITS
COUNTS_MASK: Final = (1 << REDS_SHIFT) - 1
HONOURS_MASK: Final = (1 << 7 * COUNT_BITS) - 1

_FIELDS: Final = sum(1 << COUNT_BITS * kind for kind in range(34))
#: Added to the counters, sets the highest bit of each that exceeds four.
FOUR_COPIES: Final = 11 * _FIELDS
EXCESS: Final = 16 * _FIELDS
#: Counters that hold exactly two.
TWOS: Final = 2 * _FIELDS
_RED_FIELD: Final = {"0m": 0, "0p": 1, "0s": 2}


def _addend(tile: Tile) -> int:
    total = 1 << COUNT_BITS * KIND[tile]
    if tile in _RED_FIELD:
        total += 1 << (REDS_SHIFT + COUNT_BITS * _RED_FIELD[tile])
    return total


ADDEND: Final[dict[Tile, int]] = {tile: _addend(tile) for tile in KIND}
#: ``ADDEND[tile]`` as a function.
addend = ADDEND.__getitem__


def reds_limit(red_fives: tuple[int, ...]) -> int:
    """Added to the red counters, sets the highest bit of each that exceeds the set's red fives."""
    return sum((15 - most) << COUNT_BITS * suit for suit, most in enumerate(red_fives))


REDS_EXCESS: Final = sum(16 << COUNT_BITS * suit for suit in range(3))

#: What a meld is to a judge: contribution, addend, fu parts, kind of meld, 1 if it leaves the hand concealed (else 0).
MeldEntry = tuple[int, int, tuple[FuPart, ...], str, int]


class MeldTable(dict[tuple[Tile, ...], MeldEntry]):
    """By tiles of a meld: its entry. Raises :class:`InvalidTiles` for tiles that form no meld."""

    def __init__(self, *, concealed: bool) -> None:
        super().__init__()
        self._concealed = concealed

    def __missing__(self, tiles: tuple[Tile, ...]) -> MeldEntry:
        kinds = sorted(KIND.get(tile, -1) for tile in tiles)
        low = kinds[0] if kinds else -1
        concealed = self._concealed
        if low >= 0 and kinds in ([low] * 3, [low] * 4) and (not concealed or len(tiles) == 4):
            kong = len(tiles) == 4
            contribution = contributions.triplet(low, concealed=concealed, kong=kong)
            parts: tuple[FuPart, ...] = (meld_part(low, concealed=concealed, kong=kong),)
            name = "kong" if kong else "pung"
        elif 0 <= low < 27 and low % 9 < 7 and kinds == [low, low + 1, low + 2] and not concealed:
            contribution, parts, name = contributions.sequence(low), (), "chow"
        else:
            raise InvalidTiles("invalid_tiles", "".join(tiles)[:40])
        entry = self[tiles] = (contribution, sum(map(addend, tiles)), parts, name, int(concealed))
        return entry


_PUBLIC: Final = MeldTable(concealed=False)
_CONCEALED: Final = MeldTable(concealed=True)


def meld_entry(meld: Meld) -> MeldEntry:
    """The entry of a meld. Raises :class:`InvalidTiles` when its parts contradict each other."""
    form = meld.form
    entry = (_CONCEALED if form == "concealed" else _PUBLIC)[meld.tiles]
    if entry[3] != meld.kind or (meld.from_seat is None) != entry[4] or (form is None) == (entry[3] == "kong"):
        raise InvalidTiles("invalid_tiles", meld.kind)
    return entry
