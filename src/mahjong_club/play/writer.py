"""The one hand that writes a match: events into the state, the log, and the table's memory of its past.

Events of a step are applied to the live state as they are decided, since each may depend on the one before; nobody reads the
state until the step is committed. When the log refuses, the state is made anew from what was committed.
"""

from dataclasses import dataclass
from typing import Final

from mahjong_club.play.clock import Ticker
from mahjong_club.play.past import Past
from mahjong_club.play.ports import Banks, Entry, EventLog
from mahjong_club.protocol.codec import Texts, texts_of
from mahjong_club.protocol.upcasts import stored
from mahjong_club.rules.events import (
    DealStarted,
    Event,
    MatchContinued,
    MatchPaused,
    MatchResumed,
    MatchRewound,
    Seated,
    SeatLeft,
    SeatReturned,
)
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.state import MatchState

#: Events after which the same question is still open.
_ASIDE: Final = frozenset((SeatLeft, SeatReturned, MatchPaused, MatchResumed, MatchContinued, Seated))
#: Events after which the past before them is not needed to make the present anew.
_FRESH: Final = frozenset((DealStarted, MatchRewound))


@dataclass(slots=True)
class Published:
    """What a committed step tells the table's viewers: the number of the first event, and each event's texts."""

    first: int
    at: float
    texts: list[Texts]


class Writer:
    """State, banks and the number of the open question of one match; ``step`` collects what is not committed yet."""

    __slots__ = (
        "_clocked", "_log", "_match", "_saved", "_spectator_delay", "_step", "_ticker", "asked", "asked_at", "banks",
        "deal_began", "past", "pause", "state",
    )  # fmt: skip

    def __init__(
        self,
        match: str,
        log: EventLog,
        ticker: Ticker,
        past: Past,
        *,
        asked: int,
        banks: Banks,
        clocked: bool,
        spectator_delay_ms: int,
        pause: MatchPaused | None = None,
    ) -> None:
        self._match = match
        self._log = log
        self._ticker = ticker
        self.past = past
        self.state: MatchState = past.present()
        #: Number of the event that asked what is asked now; prompts carry it.
        self.asked = asked
        self.asked_at = ticker.now()
        self.banks = list(banks)
        #: What the match rests by; whoever comes later is told who ordered it and why.
        self.pause = pause
        #: Whether the last committed step started a deal.
        self.deal_began = False
        self._clocked = clocked
        self._spectator_delay = spectator_delay_ms
        self._step: list[tuple[Event, int, int | None, str | None]] = []
        self._saved = (self.asked, self.asked_at, self.banks[:], self.pause)

    @property
    def pending(self) -> int:
        """How many events of the step are not committed."""
        return len(self._step)

    def apply(self, events: tuple[Event, ...], now: float, *, seat: int | None = None, act_id: str | None = None) -> int:
        """Apply decided events; ``act_id`` goes with the first. Returns the number that the first one carries."""
        first = 0
        for event in events:
            evolve(self.state, event)
            if not event.sealed and type(event) not in _ASIDE:
                self.asked = self.state.seq
                self.asked_at = now
            elif type(event) is MatchResumed:
                self.asked_at = now
                self.pause = None
            elif type(event) is MatchPaused:
                self.pause = event
            self._step.append((event, self.state.seq, seat, act_id))
            first = first or self.state.seq
            act_id = None
        return first

    async def commit(self) -> Published | None:
        """Commit the step. On any failure of the log the state is as before the step, and the error is raised."""
        step = self._step
        if not step:
            return None
        told: list[Texts] = []
        try:
            await self._log.append(self._match, self._entries(told))
        except BaseException:
            self.roll_back()
            raise
        now = self._ticker.now()
        events = [each[0] for each in step]
        self.past.add_step(now, [each[1] for each in step], events)
        published = Published(self.state.seq + 1 - len(told), now, told)
        kinds = set(map(type, events))
        self.deal_began = DealStarted in kinds
        if not _FRESH.isdisjoint(kinds):
            self.past.mark(self.state, now, keep_from=now - self._spectator_delay)
        if self.asked != self._saved[0]:
            self.asked_at = now
        self._step = []
        self._saved = (self.asked, self.asked_at, self.banks[:], self.pause)
        return published

    def roll_back(self) -> None:
        """Forget the step."""
        if self._step:
            self.state = self.past.present()
            self._step = []
        self.asked, self.asked_at, banks, self.pause = self._saved
        self.banks = banks[:]

    def _entries(self, told: list[Texts]) -> list[Entry]:
        """The step for the log; the texts that are for the viewers go into ``told``."""
        at = self._ticker.wall_ms()
        b = self.banks
        banks = (b[0], b[1], b[2], b[3]) if self._clocked else None
        entries = []
        for event, number, seat, act_id in self._step:
            kind, text, sealed = EVENT_NAMES[type(event)], texts_of(event), event.sealed
            entries.append(Entry(number, kind, stored(kind, text.full), sealed, seat, act_id, banks, at))
            if not sealed:
                told.append(text)
        return entries


def asked_by(asked: int, number: int, event: Event) -> int:
    """The number of the open question after an event, for a match that is read back from its log."""
    return asked if event.sealed or type(event) in _ASIDE else number
