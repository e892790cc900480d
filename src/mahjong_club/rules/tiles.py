"""Tiles: strings on the wire, small integers in tables.

Spelling: ``1m-9m`` characters, ``1p-9p`` circles, ``1s-9s`` bamboo, ``0m 0p 0s`` red fives, ``1z-7z`` East South West North
White Green Red, ``1f-4f`` seasons, ``5f-8f`` plants. Copies are equal: a tile has no identity outside the wall.
"""

from collections.abc import Iterable
from typing import Final

from mahjong_club.rules.errors import InvalidTiles

Tile = str

KINDS: Final[tuple[Tile, ...]] = tuple([f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)])
BONUS: Final[tuple[Tile, ...]] = tuple(f"{n}f" for n in range(1, 9))
RED_FIVES: Final[tuple[Tile, ...]] = ("0m", "0p", "0s")

#: Kind 0-33 of every playing tile; a red five has the kind of its five.
KIND: Final[dict[Tile, int]] = {tile: i for i, tile in enumerate(KINDS)} | {"0m": 4, "0p": 13, "0s": 22}
#: Order in which hands are written: by kind, a red five before the plain fives, bonus tiles last.
ORDER: Final[dict[Tile, int]] = {
    tile: i for i, tile in enumerate(sorted([*KINDS, *RED_FIVES], key=lambda t: (KIND[t], t[0] != "0")) + list(BONUS))
}
BONUS_SET: Final[frozenset[Tile]] = frozenset(BONUS)
ALL_TILES: Final[frozenset[Tile]] = frozenset(ORDER)

EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
WINDS: Final = "ESWN"


def is_bonus(tile: Tile) -> bool:
    """Whether the tile is a flower or a season."""
    return tile in BONUS_SET


def bonus_number(tile: Tile) -> int:
    """The number 1-4 printed on a bonus tile."""
    n = int(tile[0])
    return n if n <= 4 else n - 4


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles in the order of :data:`ORDER`."""
    return tuple(sorted(tiles, key=ORDER.__getitem__))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles of the compact spelling, digits before their letter: ``123m0p55z``.

    Raises :class:`InvalidTiles` for anything that is not a tile.
    """
    out: list[Tile] = []
    digits: list[str] = []
    for char in text:
        if char.isdigit() and char.isascii():
            digits.append(char)
        elif char in "mpszf" and digits:
            out.extend(d + char for d in digits)
            digits.clear()
        else:
            raise InvalidTiles("invalid_tiles", text[:80])
    if digits or any(tile not in ALL_TILES for tile in out):
        raise InvalidTiles("invalid_tiles", text[:80])
    return tuple(out)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """The compact spelling of tiles, in the order given."""
    out: list[str] = []
    for tile in tiles:
        if out and out[-1][-1] == tile[1]:
            out[-1] = out[-1][:-1] + tile
        else:
            out.append(tile)
    return "".join(out)


def full_set(red_fives: int = 0) -> tuple[Tile, ...]:
    """The 136 playing tiles, with ``red_fives`` red copies (0-4) in each suit."""
    out: list[Tile] = []
    for tile in KINDS:
        reds = red_fives if tile[0] == "5" and tile[1] != "z" else 0
        out.extend(["0" + tile[1]] * reds + [tile] * (4 - reds))
    return tuple(out)
