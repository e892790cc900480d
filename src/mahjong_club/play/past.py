"""What a table remembers of its own log: enough to go back to the last commit, to answer ``since``, and to show spectators
the table as it was a while ago."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.events import Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState

#: Events kept for clients that come back.
TAIL: Final = 512


@dataclass(frozen=True, slots=True)
class Mark:
    """A state to start from: as it was at time ``at``, before the event with index ``index`` of all events ever kept."""

    at: float
    index: int
    state: MatchState


class Past:
    """Committed events with the time and the number after each, and marked states between them."""

    __slots__ = ("_dropped", "_events", "_marks")

    def __init__(self, state: MatchState, at: float) -> None:
        self._events: list[tuple[float, int, Event]] = []
        self._dropped = 0
        self._marks = [Mark(at, 0, state.copy())]

    def add(self, at: float, number: int, event: Event) -> None:
        """Remember a committed event; ``number`` is the state's number after it."""
        self._events.append((at, number, event))

    def mark(self, state: MatchState, at: float, *, keep_from: float) -> None:
        """Mark the present state and forget what is needed neither for a time from ``keep_from`` on nor for the tail."""
        marks = self._marks
        marks.append(Mark(at, self._dropped + len(self._events), state.copy()))
        while len(marks) > 1 and marks[1].at <= keep_from:
            del marks[0]
        cut = min(marks[0].index, self._dropped + len(self._events) - TAIL) - self._dropped
        if cut > 0:
            del self._events[:cut]
            self._dropped += cut

    def present(self) -> MatchState:
        """The state after the last committed event, made anew."""
        mark = self._marks[-1]
        return self._replay(mark, self._events[mark.index - self._dropped :])

    def at(self, when: float) -> MatchState:
        """The state as it was at a time, or the oldest that is remembered."""
        mark = next((m for m in reversed(self._marks) if m.at <= when), self._marks[0])
        return self._replay(mark, (e for e in self._events[mark.index - self._dropped :] if e[0] <= when))

    def after(self, when: float) -> list[tuple[float, int, Event]]:
        """Published events later than a time and later than the oldest mark."""
        first = self._marks[0].index - self._dropped
        return [e for e in self._events[first:] if e[0] > when and not e[2].sealed]

    def since(self, number: int) -> list[Event] | None:
        """Published events after a number; ``None`` where they are no longer, or not yet, known."""
        events = self._events
        last = events[-1][1] if events else self._marks[-1].state.seq
        oldest = next((n - 1 for _, n, event in events if not event.sealed), last)
        if not oldest <= number <= last:
            return None
        return [event for _, n, event in events if n > number and not event.sealed]

    @staticmethod
    def _replay(mark: Mark, events: Iterable[tuple[float, int, Event]]) -> MatchState:
        state = mark.state.copy()
        for _, _, event in events:
            evolve(state, event)
        return state
