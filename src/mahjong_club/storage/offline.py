"""Transactions for a command, without a server around them. Blocking: not for the event loop."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, TypeVar

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.storage.database import short
from mahjong_club.storage.sqlite import lock_file

T = TypeVar("T")
_BUSY_S: Final = 10


class Offline:
    """A database open for one command. With ``writing`` a SQLite file must not be served meanwhile, and nobody can begin to;
    ``beside`` a server only what it does not keep in memory may be written, and quickly."""

    def __init__(self, url: str, *, writing: bool, beside: bool = False) -> None:
        self._url = make_url(url)
        self._writing = writing
        self._beside = beside
        self._stack = ExitStack()
        self._sqlite: Engine | None = None
        self._postgres: AsyncEngine | None = None
        self._runner: asyncio.Runner | None = None
        self._thread: ThreadPoolExecutor | None = None

    def __enter__(self) -> "Offline":
        if self._url.get_backend_name() == "sqlite":
            if self._writing and not self._beside:
                self._stack.enter_context(lock_file(Path(self._url.database or "")))
            self._sqlite = _sqlite_engine(self._url.set(drivername="sqlite").render_as_string(), writing=self._writing)
            self._stack.callback(self._sqlite.dispose)
            return self
        # A thread of its own, since the calling thread may have an event loop running.
        thread = self._thread = self._stack.enter_context(ThreadPoolExecutor(1))
        runner = self._runner = asyncio.Runner()
        self._stack.callback(lambda: thread.submit(runner.close).result())
        engine = self._postgres = create_async_engine(self._url, isolation_level="REPEATABLE READ", pool_size=1)
        self._stack.callback(lambda: thread.submit(runner.run, engine.dispose()).result())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stack.close()

    def run(self, work: Callable[[Session], T]) -> T:
        """Run ``work`` in one transaction: all that it writes is stored, or nothing. Raises ``StorageUnavailable``."""

        def in_session(connection: Connection) -> T:
            with Session(connection, autoflush=False, expire_on_commit=False) as session:
                result = work(session)
                session.flush()
                return result

        try:
            if self._sqlite is not None:
                with self._sqlite.begin() as connection:
                    return in_session(connection)
            assert self._thread is not None and self._runner is not None
            return self._thread.submit(self._runner.run, self._transaction(in_session)).result()
        except (DBAPIError, OSError, TimeoutError) as failure:
            raise StorageUnavailable(short(failure)) from failure

    async def _transaction(self, work: Callable[[Connection], T]) -> T:
        assert self._postgres is not None
        async with self._postgres.begin() as connection:
            return await connection.run_sync(work)


def _sqlite_engine(url: str, *, writing: bool) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_S})

    def prepare(raw: sqlite3.Connection, _record: object) -> None:
        raw.isolation_level = None
        for pragma in ("synchronous = FULL", "foreign_keys = ON"):
            raw.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", prepare)
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine
