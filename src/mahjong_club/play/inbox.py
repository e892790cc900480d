"""The queue of a table's jobs: done one after the other by a task that exists only while there is one."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from mahjong_club.play.lull import Lull

Job = Callable[..., Awaitable[Any]]


class Inbox:
    """Jobs of one table. ``run`` does one job and never raises; ``done`` is called when no job is left."""

    __slots__ = ("_done", "_jobs", "_lull", "_run", "_worker")

    def __init__(self, run: Callable[[Job, tuple[Any, ...]], Awaitable[None]], done: Callable[[], None], lull: Lull) -> None:
        self._lull = lull
        self._run = run
        self._done = done
        self._jobs: deque[tuple[Job, tuple[Any, ...]]] = deque()
        self._worker: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether a job is waiting or being done."""
        return self._worker is not None

    @property
    def waiting(self) -> bool:
        """Whether there are jobs besides the one that is being done."""
        return bool(self._jobs)

    def post(self, job: Job, *args: Any) -> None:
        """Do the job after those that wait."""
        self._jobs.append((job, args))
        self._lull.disturb()
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def idle(self) -> None:
        """Wait until every job is done."""
        while self._worker is not None:
            await asyncio.shield(self._worker)

    async def _work(self) -> None:
        jobs = self._jobs
        try:
            while jobs:
                job, args = jobs.popleft()
                self._lull.disturb()
                await self._run(job, args)
        finally:
            self._worker = None
        self._done()
