"""Going back: the state a match was in after an earlier event, and the last moment at which a seat had a choice."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_club.play.ports import Banks, Entry, EventLog
from mahjong_club.protocol.standing import counting
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import DealDrawn, DealWon, Discarded, Event, KongDeclared, WindowClosed
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variant import RulesFor


@dataclass(frozen=True, slots=True)
class Moment:
    """How a match stood after an event, and what going back to it takes back.

    ``undone`` events would count no more; ``deals`` began or ended among them. ``opened``: the deal of this moment has ended
    since, so that its wall is known.
    """

    state: MatchState
    banks: Banks | None
    undone: int
    deals: tuple[int, ...]
    opened: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """How a match stood, and its clock banks, when a seat was asked something that it could answer in several ways."""

    state: MatchState
    banks: Banks | None


class Earlier:
    """The log of one match, read to go back in it."""

    __slots__ = ("_log", "_match", "_rules_for")

    def __init__(self, match: str, log: EventLog, rules_for: RulesFor) -> None:
        self._match = match
        self._log = log
        self._rules_for = rules_for

    async def moment(self, number: int) -> Moment:
        """The match right after the event of this number, which has to be one. Raises :class:`StorageUnavailable`."""
        entries = await self._log.read(self._match)
        return await asyncio.to_thread(moment_of, entries, number, self._rules_for)

    async def choice(self, seat: Seat) -> Choice | None:
        """The seat's last decision. Raises :class:`StorageUnavailable`."""
        entries = await self._log.read(self._match)
        return await asyncio.to_thread(choice_of, entries, seat, self._rules_for)

    async def deal_start(self) -> int | None:
        """Number of the event that began the newest deal that counts; ``None`` before the first."""
        entries = await self._log.read(self._match)
        counts = counting(entries)
        starts = [e.seq for e in entries if e.seq in counts and e.kind in ("deal_started", "position_restored")]
        return max(starts, default=None)


def moment_of(entries: Sequence[Entry], number: int, rules_for: RulesFor) -> Moment:
    """The same from the whole log. A long match takes its time: not for the event loop."""
    numbered = [entry for entry in entries if not entry.sealed]
    undone = counting(numbered) - counting(numbered, number)
    state, there, banks = MatchState(rules_for), MatchState(rules_for), None
    deals: set[int] = set()
    ended: set[int] = set()
    for entry in numbered:
        evolve(state, decode_stored(entry.kind, entry.payload))
        if entry.seq in undone and entry.kind in ("deal_started", "position_restored", "deal_ended"):
            deals.add(state.number)
        if entry.kind == "deal_ended":
            ended.add(state.number)
        if entry.seq == number:
            there, banks = _without_answers(state.copy()), entry.banks
    opened = there.number in ended and there.phase in ("opening", "draw", "turn", "claim")
    return Moment(there, banks, len(undone), tuple(sorted(deals)), opened)


def choice_of(entries: Sequence[Entry], seat: Seat, rules_for: RulesFor) -> Choice | None:
    """The match when the seat last decided something that it could have done otherwise; ``None``: it never has."""
    numbered = [entry for entry in entries if not entry.sealed]
    counts = counting(numbered)
    state, banks, found = MatchState(rules_for), None, None
    for entry in numbered:
        event = decode_stored(entry.kind, entry.payload)
        if entry.seq in counts and _decided_by(event, seat) and len(legal_actions(state, seat)) > 1:
            found = Choice(state.copy(), banks)
        evolve(state, event)
        banks = entry.banks
    if any(entry.sealed and entry.seat == seat and entry.seq == state.seq for entry in entries) and state.window is not None:
        return Choice(state, banks)
    return found


def _decided_by(event: Event, seat: Seat) -> bool:
    if isinstance(event, WindowClosed):
        return event.answers[seat] is not None
    if isinstance(event, DealWon):
        return event.seat == seat and event.by == "self_draw"
    return isinstance(event, Discarded | KongDeclared | DealDrawn) and event.seat == seat


def _without_answers(state: MatchState) -> MatchState:
    if state.window is not None:
        state.window.answers = [None, None, None, None]
    return state
