"""Where tables wait with what can wait: asking the next questions, once a step has been told.

A busy server lets somebody wait: those who have acted, or those who are to be asked. Here it is those who are to be asked, so
that what somebody does is stored and seen by everybody else as soon as it can be. Where nothing more urgent is to be done, which
is nearly always, nobody waits for more than a turn of the event loop.
"""

import asyncio
from collections import deque
from time import monotonic
from typing import Final

#: How many wait at once; the others do not. More shorten the way of an act further, and cost turns a second: who does not wait
#: is sent what happened and what he is asked with one call of the system.
WAITING: Final = 10
#: Seconds after which anybody goes on in any case.
MOST_S: Final = 0.05


class Lull:
    """One for all tables of an event loop."""

    __slots__ = ("_noticed", "_urgent", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()
        self._urgent = 0
        self._noticed = 0

    def disturb(self) -> None:
        """Something urgent was to be done in this turn of the event loop."""
        self._urgent += 1

    def wait(self) -> asyncio.Future[None]:
        """Until a turn of the event loop without anything urgent, or :data:`MOST_S`; not at all where enough wait."""
        waiting = self._waiting
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if len(waiting) >= WAITING:
            future.set_result(None)
            return future
        waiting.append((monotonic() + MOST_S, future))
        if len(waiting) == 1:
            loop.call_soon(self._look, loop)
        return future

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        waiting, now = self._waiting, monotonic()
        quiet = self._noticed == self._urgent
        while waiting and (quiet or waiting[0][0] <= now):
            future = waiting.popleft()[1]
            if not future.done():
                future.set_result(None)
        self._noticed = self._urgent
        if waiting:
            loop.call_soon(self._look, loop)
