"""What a table remembers of its own log: enough to go back to the last commit, to answer ``since``, and to show spectators
the table as it was a while ago."""

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.events import Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState

#: Events kept for clients that come back.
TAIL: Final = 128


@dataclass(frozen=True, slots=True)
class Mark:
    """A state to start from: as it was at time ``at``, before the event with index ``index`` of all events ever kept."""

    at: float
    index: int
    state: MatchState


class Past:
    """Committed events with the time and the number after each, and marked states between them. Kept side by side in lists
    and arrays: of all that a table holds this is the most."""

    __slots__ = ("_dropped", "_events", "_marks", "_numbers", "_times")

    def __init__(self, state: MatchState, at: float) -> None:
        self._events: list[Event] = []
        self._times = array("d")
        self._numbers = array("q")
        self._dropped = 0
        self._marks = [Mark(at, 0, state.copy())]

    def add(self, at: float, number: int, event: Event) -> None:
        """Remember a committed event; ``number`` is the state's number after it."""
        self._events.append(event)
        # Times read from a log may step back where the wall clock did.
        self._times.append(max(at, self._times[-1]) if self._times else at)
        self._numbers.append(number)

    def add_step(self, at: float, numbers: list[int], events: list[Event]) -> None:
        """Remember the events of one commit; ``numbers`` are the state's after each."""
        times = self._times
        self._events += events
        times.extend([max(at, times[-1]) if times else at] * len(events))
        self._numbers.extend(numbers)

    def mark(self, state: MatchState, at: float, *, keep_from: float) -> None:
        """Mark the present state and forget what is needed neither for a time from ``keep_from`` on nor for the tail."""
        marks = self._marks
        marks.append(Mark(at, self._dropped + len(self._events), state.copy()))
        while len(marks) > 1 and marks[1].at <= keep_from:
            del marks[0]
        cut = min(marks[0].index - self._dropped, len(self._events) - TAIL)
        if cut > 0:
            del self._events[:cut], self._times[:cut], self._numbers[:cut]
            self._dropped += cut

    def present(self) -> MatchState:
        """The state after the last committed event, made anew."""
        return self._replay(self._marks[-1], len(self._events))

    def at(self, when: float) -> MatchState:
        """The state as it was at a time, or the oldest that is remembered."""
        mark = next((m for m in reversed(self._marks) if m.at <= when), self._marks[0])
        return self._replay(mark, bisect_right(self._times, when))

    def after(self, when: float) -> list[tuple[float, int, Event]]:
        """Published events later than a time and later than the oldest mark, each with its time and number."""
        first = max(self._marks[0].index - self._dropped, bisect_right(self._times, when))
        kept = range(first, len(self._events))
        return [(self._times[i], self._numbers[i], self._events[i]) for i in kept if not self._events[i].sealed]

    def since(self, number: int) -> list[Event] | None:
        """Published events after a number; ``None`` where they are no longer, or not yet, known."""
        numbers, events = self._numbers, self._events
        last = numbers[-1] if numbers else self._marks[-1].state.seq
        oldest = next((n - 1 for n, event in zip(numbers, events, strict=True) if not event.sealed), last)
        if not oldest <= number <= last:
            return None
        return [event for event in events[bisect_right(numbers, number) :] if not event.sealed]

    def _replay(self, mark: Mark, end: int) -> MatchState:
        state = mark.state.copy()
        for i in range(mark.index - self._dropped, end):
            evolve(state, self._events[i])
        return state
