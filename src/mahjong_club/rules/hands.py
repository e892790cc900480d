"""A seat's concealed tiles, kept as counts and as the base-5 keys that the shape tables are read with."""

from collections.abc import Iterable
from typing import Final

from mahjong_club.rules.errors import CorruptState
from mahjong_club.rules.tiles import KIND, KINDS, ORDER, RED_FIVES, Tile

_SUIT: Final = tuple(min(kind // 9, 3) for kind in range(34))
_PLACE: Final = tuple(5 ** (kind % 9) for kind in range(34))
_RED: Final = {"0m": 0, "0p": 1, "0s": 2}
_FIVE: Final = {4: 0, 13: 1, 22: 2}
#: Kind, suit, place value and number among the red fives of every playing tile.
_PLACES: Final = {tile: (kind, _SUIT[kind], _PLACE[kind], _RED.get(tile)) for tile, kind in KIND.items()}
#: How a tile of another seat is written in a view.
UNKNOWN: Final = "?"


class Hand:
    """Concealed tiles of one seat; changed in place by ``evolve``.

    ``counts`` has 34 entries (red fives counted as fives), ``reds`` how many of the fives of each suit are red, ``keys`` the
    four base-5 numbers of :mod:`shapes`, ``bonus`` the bonus tiles not yet exposed, ``size`` all tiles. In a view of
    another seat only ``size`` is known.
    """

    __slots__ = ("bonus", "counts", "keys", "known", "reds", "size")

    def __init__(self, tiles: Iterable[Tile] = ()) -> None:
        self.counts = [0] * 34
        self.reds = [0, 0, 0]
        self.keys = [0, 0, 0, 0]
        self.bonus: list[Tile] = []
        self.size = 0
        self.known = True
        for tile in tiles:
            self.add(tile)

    @classmethod
    def unknown(cls, size: int) -> "Hand":
        """A hand of which only the number of tiles is known."""
        hand = cls()
        hand.size = size
        hand.known = False
        return hand

    def copy(self) -> "Hand":
        """An independent copy."""
        hand = Hand.__new__(Hand)
        hand.counts = self.counts[:]
        hand.reds = self.reds[:]
        hand.keys = self.keys[:]
        hand.bonus = self.bonus[:]
        hand.size = self.size
        hand.known = self.known
        return hand

    def add(self, tile: Tile) -> None:
        """Take a tile in."""
        self.size += 1
        if not self.known:
            return
        place = _PLACES.get(tile)
        if place is None:
            self.bonus.append(tile)
            return
        kind, suit, step, red = place
        self.counts[kind] += 1
        self.keys[suit] += step
        if red is not None:
            self.reds[red] += 1

    def remove(self, tile: Tile) -> None:
        """Give a tile out. Raises :class:`CorruptState` when the hand is known and does not hold it."""
        if self.known:
            place = _PLACES.get(tile)
            if place is None:
                if tile not in self.bonus:
                    raise CorruptState("tile_not_held", tile)
                self.bonus.remove(tile)
            else:
                kind, suit, step, red = place
                held = self.counts[kind]
                if not held or ((red is not None or kind in _FIVE) and not self.copies(tile)):
                    raise CorruptState("tile_not_held", tile)
                self.counts[kind] = held - 1
                self.keys[suit] -= step
                if red is not None:
                    self.reds[red] -= 1
        self.size -= 1

    def holds(self, tile: Tile) -> bool:
        """Whether this very tile (a red five is not a plain five) is in the hand."""
        return self.copies(tile) > 0

    def copies(self, tile: Tile) -> int:
        """How many of this very tile are held."""
        place = _PLACES.get(tile)
        if place is None:
            return self.bonus.count(tile)
        kind, _, _, red = place
        if red is not None:
            return self.reds[red]
        count = self.counts[kind]
        return count - self.reds[_FIVE[kind]] if kind in _FIVE else count

    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in hand order, bonus tiles last."""
        out: list[Tile] = []
        for kind, count in enumerate(self.counts):
            if count:
                reds = self.reds[_FIVE[kind]] if kind in _FIVE else 0
                if reds:
                    out.extend([RED_FIVES[_FIVE[kind]]] * reds)
                out.extend([KINDS[kind]] * (count - reds))
        if self.bonus:
            out.extend(sorted(self.bonus, key=ORDER.__getitem__))
        return tuple(out)

    def own_copies(self, kind: int, wanted: int) -> tuple[tuple[Tile, ...], ...]:
        """Every way to take ``wanted`` copies of a kind, those with more red fives first."""
        plain = KINDS[kind]
        if kind not in _FIVE:
            return ((plain,) * wanted,) if self.counts[kind] >= wanted else ()
        red = self.reds[_FIVE[kind]]
        plains = self.counts[kind] - red
        tile = RED_FIVES[_FIVE[kind]]
        return tuple(
            (tile,) * reds + (plain,) * (wanted - reds) for reds in range(min(red, wanted), -1, -1) if wanted - reds <= plains
        )
