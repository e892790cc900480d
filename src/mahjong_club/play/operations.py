"""What may be ordered at a table by somebody who does not play there, and what it would change.

An order is carried out by :meth:`table.Table.operate`, as a job of the table's inbox like everything else: it is committed
before anybody hears of it, and everybody at the table sees it as an event that names who ordered it and why.
"""

from dataclasses import dataclass
from typing import Final

from mahjong_club.play.ports import BotStrength, SeatSetup
from mahjong_club.rules.events import Standing
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.state import Phase

#: Longest name and reason; both are shown to the people at the table.
LONGEST_NAME: Final = 80
LONGEST_REASON: Final = 200


class OperationRefused(Exception):
    """An order that cannot be carried out; nothing has changed.

    ``code``: what the order's own class names, or ``match_over``, ``practice_table``, ``storage_unavailable``.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An order. ``by`` is the name, and ``reason`` the text, that the people at the table see."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetDeal(Operation):
    """Play the newest deal again from its start, with the same wall. Refused with ``nothing_to_reset``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewind(Operation):
    """Go on from where the match stood after the event ``to``. Refused with ``bad_seq``."""

    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMatch(Operation):
    """End the match: a running deal is abandoned without payments, deposits go to the first place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSeat(Operation):
    """Let ``to`` play the seat from now on, a person or a club bot.

    Refused with ``seat_taken`` where the person plays another seat of the match, ``same_player`` where nothing would change.
    """

    seat: Seat
    to: SeatSetup


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSeats(Operation):
    """Let the players of two seats change places. Refused with ``same_player``."""

    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeSeat(Operation):
    """Take the seat from its person; a bot plays it. Refused with ``seat_empty`` where a bot plays it already."""

    seat: Seat
    bot: BotStrength = "club"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(Operation):
    """Nothing moves and no clock runs until :class:`Resume`, whoever comes or goes. Refused with ``already_paused``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(Operation):
    """End a pause that was ordered. Refused with ``not_paused``."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What anybody may know of a match at one moment. ``paused`` is empty or the id of why it rests."""

    number: int
    phase: Phase
    dealer: Seat
    round_wind: int
    repeat: int
    scores: tuple[int, ...]
    deposits: int
    paused: str


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Who plays a seat before and after."""

    seat: Seat
    before: SeatSetup
    after: SeatSetup


@dataclass(frozen=True, slots=True)
class Preview:
    """What an order would change; nothing hidden is in it.

    ``undone`` events would no longer count, and ``deals`` are the numbers of those that began or ended among them.
    ``wall_known``: the wall of the deal that is gone back to has been shown to everybody. ``standings`` is the final table,
    where the match would end.
    """

    seq: int
    before: Figures
    after: Figures
    undone: int = 0
    deals: tuple[int, ...] = ()
    wall_known: bool = False
    seats: tuple[SeatChange, ...] = ()
    standings: tuple[Standing, ...] = ()


def check(operation: Operation) -> None:
    """Raises :class:`OperationRefused` for an order that no table could carry out: ``bad_name``, ``bad_reason``, ``bad_seat``."""
    if not operation.by.strip() or len(operation.by) > LONGEST_NAME:
        raise OperationRefused("bad_name")
    if not operation.reason.strip() or len(operation.reason) > LONGEST_REASON:
        raise OperationRefused("bad_reason")
    named = [getattr(operation, name, 0) for name in ("seat", "other")]
    if any(seat not in SEATS for seat in named):
        raise OperationRefused("bad_seat")
