"""Seats and the first dealer by lot, in a way that anybody can check when the match's secret is opened.

The lot uses the walls' own shuffle with the secret of "deal 0" (deals count from 1) and the entropy of the four places in
waiting order. ``order[seat]`` is the place whose person sits at ``seat``; where people chose their seats themselves, the
seats stay and ``order[0]`` names the first dealer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mahjong_club.rules.seats import SEATS
from mahjong_club.rules.walls import deal_secret, shuffle, wall_seed


@dataclass(frozen=True, slots=True)
class Lot:
    """``places[seat]`` is the waiting place whose person takes the seat."""

    places: tuple[int, int, int, int]
    first_dealer: int
    seating: str
    entropy: tuple[str, ...]

    def record(self) -> dict[str, Any]:
        """For the match's record; ``entropy`` is in waiting order."""
        return {
            "seating": self.seating,
            "places": list(self.places),
            "first_dealer": self.first_dealer,
            "entropy": list(self.entropy),
        }


def draw(secret: str, entropy: Sequence[str], seating: str) -> Lot:
    """The lot of a match with this secret. ``seating`` is ``drawn`` or ``chosen``."""
    drawn = shuffle(tuple(str(seat) for seat in SEATS), wall_seed(deal_secret(secret, 0), entropy))
    a, b, c, d = (int(place) for place in drawn)
    if seating == "drawn":
        return Lot((a, b, c, d), 0, seating, tuple(entropy))
    return Lot((0, 1, 2, 3), a, seating, tuple(entropy))
