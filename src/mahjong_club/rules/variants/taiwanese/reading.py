"""What the rows of the tai table look at.

A win falls into three parts that the table values on their own: the ``route`` (how it was won), the ``shape`` (what the tiles
form) and the ``bonus`` (flowers). No row of one part absorbs a row of another.
"""

from typing import Final, NamedTuple

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


def shape_code(tiles: int, sequences: int, triplets: int, concealed_triplets: int) -> int:
    """The number of a shape; ``tiles`` is a :func:`tiles_code`."""
    return tiles << 9 | sequences << 6 | triplets << 3 | concealed_triplets


def tiles_code(suits: int, honour_triplets: int, pair: int, seat_wind: int, round_wind: int) -> int:
    """The part of a shape's number that its tiles decide; ``honour_triplets`` has bits 0-6 for E S W N 白 發 中.

    Bits 0 and 1 are free for the caller: drawn by the winner, any flowers.
    """
    return (
        (honour_triplets & 15).bit_count() << 2
        | (honour_triplets >> 4).bit_count() << 5
        | (honour_triplets >> seat_wind & 1) << 7
        | (honour_triplets >> round_wind & 1) << 8
        | (27 <= pair < 31) << 9
        | (pair >= 31) << 10
        | (pair == NO_PAIR) << 11
        | suits << 12
    )


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


def needs_triplet(pair: int, blocks: tuple[int, ...], kind: int) -> bool:
    """Whether a tile of ``kind`` can only have finished a triplet of the concealed part.

    That is all a discard's place in the hand decides: a triplet finished by it is not concealed.
    """
    if pair == kind or TRIPLET + kind not in blocks:
        return False
    # A code below 0 is no block, and a sequence never reaches from one suit into the next.
    return kind not in blocks and kind - 1 not in blocks and kind - 2 not in blocks
