"""Time at a table: where it comes from, and what a decision costs."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic, time_ns
from typing import Protocol


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Never make the call."""
        ...


class Ticker(Protocol):
    """The only source of time in play; all times are milliseconds."""

    def now(self) -> float:
        """Monotonic time."""
        ...

    def wall_ms(self) -> int:
        """Time since 1970, for the log and for what a restart took."""
        ...

    def call_at(self, when: float, then: Callable[[], None]) -> Timer:
        """Call ``then`` once :meth:`now` has reached ``when``."""
        ...


class LoopTicker:
    """The event loop's time; a loop's time is the system's monotonic one."""

    def now(self) -> float:
        """Monotonic time of the loop."""
        return monotonic() * 1000

    def wall_ms(self) -> int:
        """Time since 1970."""
        return time_ns() // 1_000_000

    def call_at(self, when: float, then: Callable[[], None]) -> Timer:
        """A timer of the loop."""
        return asyncio.get_running_loop().call_at(when / 1000, then)


@dataclass(frozen=True, slots=True)
class Pacing:
    """Times of a table that belong to no rule, in milliseconds. They hold where the match is paced (``window_ms`` > 0)."""

    #: A seat's clock starts this long after it was asked, when the animation has ended.
    grace_ms: int = 600
    #: How long a bot takes for its own turn; its answers in a window come within the window.
    bot_ms: int = 700
    #: How long the table takes for a declared seat that has no choice.
    forced_ms: int = 600
    #: Where two or more people play, a claim window lasts this many times ``window_ms``, always: nobody's clock makes it
    #: longer, so it has to leave time to think.
    shared_windows: int = 3
    #: After a deal, people go on by themselves after this long; this one holds for unpaced matches, too.
    result_ms: int = 30_000
    #: Spectators see everything this much later; this one holds for unpaced matches, too.
    spectator_delay_ms: int = 0


@dataclass(slots=True)
class Decision:
    """One seat's running clock: ``base_ms`` from ``starts`` on, then the bank. ``base_ms`` is ``None`` without a clock."""

    prompt: int
    starts: float
    base_ms: int | None
    bank_ms: int
    #: Whether time used over the base comes off the seat's bank.
    charged: bool = False

    @property
    def deadline(self) -> float:
        """When time runs out; infinity without a clock."""
        return inf if self.base_ms is None else self.starts + self.base_ms + self.bank_ms

    def bank_at(self, now: float) -> int:
        """What is left of the bank when the seat answers at ``now``."""
        if self.base_ms is None:
            return self.bank_ms
        over = now - self.starts - self.base_ms
        return self.bank_ms if over <= 0 else max(0, int(self.bank_ms - over))

    def base_at(self, now: float) -> int:
        """What is left of the base time at ``now``."""
        return max(0, int((self.base_ms or 0) - max(0.0, now - self.starts)))
