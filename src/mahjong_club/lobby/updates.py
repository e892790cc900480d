"""Waiting for a change: pages hold a request open until something they show is new."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar
from weakref import WeakValueDictionary

T = TypeVar("T")
#: People come and go in swarms: the list is told of them at most so often.
SOON_S: Final = 1.0


class Updates:
    """Signals for each table and for the list of tables."""

    def __init__(self) -> None:
        #: Grows with every change of a listed table; begins at the time of day, so that it grows over restarts, too.
        self.lobby_revision = time.time_ns() // 1_000_000
        self._closed = False
        #: Gone with the last who waits.
        self._signals: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        self._lobby = asyncio.Event()
        self._soon: asyncio.TimerHandle | None = None

    def changed(self, code: str) -> None:
        """Wake everybody who watches this table or the list."""
        self.stirred(code)
        self._list_changed()

    def stirred(self, code: str) -> None:
        """Wake everybody who watches this table, for something that the list does not show."""
        if signal := self._signals.pop(code, None):
            signal.set()

    def list_soon(self) -> None:
        """Wake everybody who watches the list, within :data:`SOON_S`."""
        if self._soon is None and not self._closed:
            self._soon = asyncio.get_running_loop().call_later(SOON_S, self._list_changed)

    def _list_changed(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        self.lobby_revision += 1
        self._lobby.set()
        self._lobby = asyncio.Event()

    def close(self) -> None:
        """Let everybody go: the server is stopping."""
        self._closed = True
        if self._soon is not None:
            self._soon.cancel()
        for signal in (*self._signals.values(), self._lobby):
            signal.set()

    async def wait_table(self, code: str, is_new: Callable[[], Awaitable[T | None]], seconds: float) -> T | None:
        """What ``is_new`` gives, at once or after changes of the table; ``None`` when the time is over."""
        return await self._until(is_new, lambda: self._signals.setdefault(code, asyncio.Event()), seconds)

    async def wait_lobby(self, after: int, seconds: float) -> None:
        """Returns when the list's revision differs from ``after``, or when the time is over."""

        async def is_new() -> bool | None:
            return True if self.lobby_revision != after else None

        await self._until(is_new, lambda: self._lobby, seconds)

    async def _until(
        self, is_new: Callable[[], Awaitable[T | None]], signal: Callable[[], asyncio.Event], seconds: float
    ) -> T | None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._closed:
                    waiting = signal()  # taken before looking: a change between the two is not missed
                    found = await is_new()
                    if found is not None:
                        return found
                    await waiting.wait()
        return None
