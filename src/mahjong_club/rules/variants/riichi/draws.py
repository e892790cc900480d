"""Deals without a winner. Source: ``docs/rules/riichi.md#draws``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.hands import Hand
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.state import RiverTile
from mahjong_club.rules.tiles import Tile
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.waits import wait_mask

Deltas = tuple[int, int, int, int]
NOTHING: Final[Deltas] = (0, 0, 0, 0)
_MANGAN: Final = 2000
_WINDS: Final = ("1z", "2z", "3z", "4z")

#: Reasons of an abortive draw.
NINE_TERMINALS, FOUR_WINDS, FOUR_RIICHI, FOUR_KONGS, THREE_WINNERS = (
    "nine_terminals",
    "four_winds",
    "four_riichi",
    "four_kongs",
    "three_winners",
)
#: Reasons of an exhaustive draw.
WALL_EXHAUSTED, ALL_THROWN = "wall_exhausted", "all_thrown_mangan"


@dataclass(frozen=True, slots=True)
class Exhausted:
    """An exhausted wall: why it pays, signed points, and which seats are ready and show their hands."""

    reason: str
    deltas: Deltas
    ready: tuple[bool, bool, bool, bool]


def is_ready(hand: Hand, melds: int) -> bool:
    """Whether a hand before a draw waits for something it does not hold four times."""
    return wait_mask(hand.keys, melds) != 0


def ready_payments(ready: Sequence[bool], pot: int) -> Deltas:
    """Those who are not ready pay ``pot`` together, those who are share it; nothing where all or none are."""
    count = sum(ready)
    if not 0 < count < 4:
        return NOTHING
    a, b, c, d = (pot // count if ready[seat] else -(pot // (4 - count)) for seat in SEATS)
    return a, b, c, d


def thrown_only_terminals(river: Iterable[RiverTile]) -> bool:
    """Whether a river holds nothing but terminals and honours and none of it was claimed."""
    return all(entry.claimed_by is None and (entry.tile[1] == "z" or entry.tile[0] in "19") for entry in river)


def all_thrown_payments(seats: Iterable[Seat], dealer: Seat) -> Deltas:
    """A mangan by self-draw for each of ``seats``, without counters and deposits."""
    deltas = [0, 0, 0, 0]
    for winner in seats:
        for payer in SEATS:
            if payer != winner:
                paid = 2 * _MANGAN if dealer in (winner, payer) else _MANGAN
                deltas[payer] -= paid
                deltas[winner] += paid
    return deltas[0], deltas[1], deltas[2], deltas[3]


def exhausted(ready: Sequence[bool], rivers: Sequence[Iterable[RiverTile]], dealer: Seat, options: RiichiOptions) -> Exhausted:
    """What an exhausted wall pays; ``ready`` and ``rivers`` by seat."""
    a, b, c, d = ready
    thrown = [seat for seat in SEATS if options.all_thrown_mangan and thrown_only_terminals(rivers[seat])]
    if thrown:
        return Exhausted(ALL_THROWN, all_thrown_payments(thrown, dealer), (a, b, c, d))
    return Exhausted(WALL_EXHAUSTED, ready_payments(ready, options.not_ready_payment), (a, b, c, d))


def four_winds(first_discards: Sequence[Tile], *, claims: int) -> bool:
    """Whether the four first discards are one wind and nobody claimed or kong'd (``claims``) before."""
    return claims == 0 and len(first_discards) == 4 and first_discards[0] in _WINDS and len(set(first_discards)) == 1


def four_kongs(kongs: Sequence[int]) -> bool:
    """Whether four kongs (by seat) lie on the table and not all before one seat."""
    return sum(kongs) >= 4 and max(kongs) < 4
