"""Seats 0-3 in turn order. The rules know seats, never people."""

from typing import Final

Seat = int
SEATS: Final[tuple[Seat, ...]] = (0, 1, 2, 3)


def next_seat(seat: Seat) -> Seat:
    """The seat that plays after ``seat``."""
    return (seat + 1) & 3


def seats_after(seat: Seat) -> tuple[Seat, Seat, Seat]:
    """The three other seats, nearest in turn order first."""
    return _AFTER[seat]


_AFTER: Final[tuple[tuple[Seat, Seat, Seat], ...]] = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))


def wind_of(seat: Seat, dealer: Seat) -> int:
    """Seat wind 0-3 (E S W N): the dealer is always East."""
    return (seat - dealer) & 3
