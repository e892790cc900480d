"""Facts about the people at a table, and what was ordered there: who comes and goes, pauses, a match taken back or ended.

Each of those that follow an order names in ``by`` who gave it, and in ``reason`` or ``note`` why, in words for the people at
the table.
"""

from dataclasses import dataclass
from typing import Literal

from mahjong_club.rules.seats import Seat
from mahjong_club.rules.sights import Event, Position, projected, public


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """A seat on turn let its clock run out; what the table did for it follows."""

    seat: Seat = public()


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """Nobody is at the seat any more; ``policy`` says who plays on."""

    seat: Seat = public()
    policy: Literal["bot", "pause", "wait"] = public()


@dataclass(frozen=True, slots=True)
class SeatReturned(Event):
    """The seat's person is back and plays."""

    seat: Seat = public()


@dataclass(frozen=True, slots=True)
class MatchPaused(Event):
    """Play rests; ``reason`` is an id."""

    reason: str = public()
    by: str = public("")
    note: str = public("")


@dataclass(frozen=True, slots=True)
class MatchResumed(Event):
    """Play goes on; ``credit_ms`` was given back to every clock."""

    reason: str = public()
    credit_ms: int = public(0)
    by: str = public("")
    note: str = public("")


@dataclass(frozen=True, slots=True)
class MatchRewound(Event):
    """Play goes on from where it stood after the event ``to``; what followed no longer counts. Who has left, and whether play
    rests, stay as they are.

    ``kind``: a rewind or the reset of a deal that was ordered, or a seat's taking back of its decision at a practice table.
    """

    to: int = public()
    kind: Literal["rewind", "reset", "undo"] = public("rewind")
    seat: Seat | None = public(None)
    by: str = public("")
    reason: str = public("")
    position: Position | None = projected()


@dataclass(frozen=True, slots=True)
class MatchStopped(Event):
    """The match was ended by order: a running deal is abandoned without payments."""

    by: str = public()
    reason: str = public()


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """A seat has another player from now on. ``person`` is the id of his account."""

    seat: Seat = public()
    kind: Literal["person", "bot"] = public()
    name: str = public()
    bot: Literal["random", "club"] | None = public(None)
    by: str = public("")
    reason: str = public("")
    person: str | None = None
