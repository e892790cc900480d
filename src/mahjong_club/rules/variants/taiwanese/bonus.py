"""Wins by flowers: eight of one's own, or seven that take the eighth (docs/rules/taiwanese.md#wins.flower_hands)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mahjong_club.rules.seats import Seat, seats_after

FlowerWinBy = Literal["eight_flowers", "seven_robs_one"]


@dataclass(frozen=True, slots=True)
class FlowerWin:
    """A flower win that is due.

    ``from_seat`` holds the one flower (``None`` with eight). ``replacement_first``: the winner exposed the deciding flower
    himself and takes its replacement, where the live wall still has one, before the win is valued.
    """

    winner: Seat
    by: FlowerWinBy
    from_seat: Seat | None
    payers: tuple[Seat, ...]
    replacement_first: bool


def flower_win(counts: Sequence[int], drawer: Seat) -> FlowerWin | None:
    """The flower win that ``drawer`` causes by exposing a flower; ``counts`` are all seats' flowers afterwards."""
    own = counts[drawer]
    if own == 8:
        return FlowerWin(drawer, "eight_flowers", None, seats_after(drawer), replacement_first=True)
    if own == 7:
        for seat in seats_after(drawer):
            if counts[seat] == 1:
                return FlowerWin(drawer, "seven_robs_one", seat, (seat,), replacement_first=True)
    if own == 1:
        for seat in seats_after(drawer):
            if counts[seat] == 7:
                return FlowerWin(seat, "seven_robs_one", drawer, (drawer,), replacement_first=False)
    return None


def opening_flower_win(counts: Sequence[int], dealer: Seat) -> FlowerWin | None:
    """The flower win that stands after the opening replacements, looked for from the dealer on.

    Replacements are complete by then: ``replacement_first`` is false, and only a dealer has a seventeenth tile.
    """
    for seat in (dealer, *seats_after(dealer)):
        if counts[seat] < 7:
            continue
        if counts[seat] == 8:
            return FlowerWin(seat, "eight_flowers", None, seats_after(seat), replacement_first=False)
        holder = next((other for other in seats_after(seat) if counts[other] == 1), None)
        if holder is not None:
            return FlowerWin(seat, "seven_robs_one", holder, (holder,), replacement_first=False)
    return None
