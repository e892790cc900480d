"""Declared sets."""

from dataclasses import dataclass
from typing import Literal

from mahjong_club.rules.seats import Seat
from mahjong_club.rules.tiles import KIND, Tile

MeldKind = Literal["chow", "pung", "kong"]
KongForm = Literal["exposed", "added", "concealed"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared set.

    ``tiles`` are the seat's own tiles in hand order with the claimed tile last (a concealed kong has only own tiles; an
    added kong has the pung's three, then the added tile). ``from_seat`` fed it: for an added kong the feeder of the pung,
    ``None`` for a concealed kong. ``form`` is set for kongs only.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    from_seat: Seat | None
    form: KongForm | None = None

    @property
    def base(self) -> int:
        """Lowest tile kind 0-33 in the meld."""
        return min(KIND[tile] for tile in self.tiles)

    @property
    def public(self) -> bool:
        """Whether another seat fed it (all but a concealed kong)."""
        return self.form != "concealed"
