"""What the rows of the tai table look at.

A win falls into three parts that the table values on their own: the ``route`` (how it was won), the ``shape`` (what the tiles
form) and the ``bonus`` (flowers). No row of one part absorbs a row of another.
"""

from typing import Final, Literal, NamedTuple

from mahjong_club.rules.scoring import Opening, ReadyRank, WinBy
from mahjong_club.rules.shapes import TRIPLET

#: First honour's code as a triplet block.
HONOUR_TRIPLET: Final = TRIPLET + 27
#: The pair of a reading that has seven of them.
NO_PAIR: Final = -1


class Route(NamedTuple):
    """How a win came about.

    ``self_drawn`` holds for a flower win whose replacement completed the hand as well. ``exposed`` counts melds fed by
    others, ``melds`` all; both are cut down to what matters: 0, 1 (some), 5. ``single_wait``: one kind completed the hand.
    """

    by: WinBy
    self_drawn: bool
    after_kong: bool
    after_bonus: bool
    last_tile: bool
    opening: Opening | None
    ready: ReadyRank | None
    is_dealer: bool
    melds: int
    exposed: int
    single_wait: bool


class Shape(NamedTuple):
    """What the tiles form, melds included, taken apart in one way and with the winning tile in one place.

    ``suits``: bit 0-2 for each suit in use, bit 3 for honours. ``winds`` and ``dragons`` count triplets (a kong is one);
    ``seat_wind`` and ``round_wind`` say that one of them is. ``pairs``: a hand of pairs.
    """

    suits: int
    winds: int
    dragons: int
    seat_wind: int
    round_wind: int
    wind_pair: bool
    dragon_pair: bool
    sequences: int
    triplets: int
    concealed_triplets: int
    pairs: bool
    flowers: bool
    self_drawn: bool


class Bonus(NamedTuple):
    """The winner's flowers, and whether they are the win."""

    by: WinBy
    own: int
    families: int


Reading = Route | Shape | Bonus


#: A shape's number, lowest bits first: concealed triplets (3), triplets (3), sequences (3), then honours of which there is a
#: triplet (7, E S W N 白 發 中). Up to here it is a sum over the blocks; :func:`shape_code` turns the honours into what counts.
CONCEALED_TRIPLET: Final = 1
ANY_TRIPLET: Final = 1 << 3
SEQUENCE: Final = 1 << 6
HONOURS_SHIFT: Final = 9
_COUNTED: Final = (1 << HONOURS_SHIFT) - 1


def block_code(block: int, where: Literal["concealed", "exposed"]) -> int:
    """What one block, in the code of :mod:`shapes`, adds to a shape's number."""
    if block < TRIPLET:
        return SEQUENCE
    code = ANY_TRIPLET + (CONCEALED_TRIPLET if where == "concealed" else 0)
    return code + (1 << HONOURS_SHIFT << (block - HONOUR_TRIPLET) if block >= HONOUR_TRIPLET else 0)


def shape_code(summed: int, pair: int, winds: int, rest: int) -> int:
    """A shape's number. ``summed``: its blocks' codes; ``winds``: seat wind * 4 + round wind; ``rest``: :func:`rest_code`."""
    honours = _HONOUR_CODES[summed >> HONOURS_SHIFT << 4 | winds]
    return (rest | honours | _PAIR_CODES[pair]) << HONOURS_SHIFT | summed & _COUNTED


def rest_code(suits: int, *, flowers: bool, self_drawn: bool) -> int:
    """The part of a shape's number that no cut changes; ``suits`` as in :class:`Shape`."""
    return suits << 12 | flowers << 1 | self_drawn


def _honour_code(mask: int, seat_wind: int, round_wind: int) -> int:
    counted = (mask & 15).bit_count() << 2 | (mask >> 4).bit_count() << 5
    return counted | (mask >> seat_wind & 1) << 7 | (mask >> round_wind & 1) << 8


_HONOUR_CODES: Final = tuple(
    [_honour_code(mask, seat, round_) for mask in range(128) for seat in range(4) for round_ in range(4)]
)
#: By the pair's kind; the last, at -1, is a hand of pairs.
_PAIR_CODES: Final = (*[0] * 27, *[1 << 9] * 4, *[1 << 10] * 3, 1 << 11)


def decode_shape(code: int) -> Shape:
    """The shape of a :func:`shape_code`."""
    tiles = code >> 9
    return Shape(
        suits=tiles >> 12,
        winds=tiles >> 2 & 7,
        dragons=tiles >> 5 & 3,
        seat_wind=tiles >> 7 & 1,
        round_wind=tiles >> 8 & 1,
        wind_pair=bool(tiles >> 9 & 1),
        dragon_pair=bool(tiles >> 10 & 1),
        sequences=code >> 6 & 7,
        triplets=code >> 3 & 7,
        concealed_triplets=code & 7,
        pairs=bool(tiles >> 11 & 1),
        flowers=bool(tiles >> 1 & 1),
        self_drawn=bool(tiles & 1),
    )
