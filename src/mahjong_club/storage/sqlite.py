"""SQLite: one writer connection in a thread of its own, with group commit.

Whatever waits goes into one transaction, so that the price of a durable commit is shared. The thread is called at the end of a
turn of the event loop: called for each item, it would take the first alone and fight with the loop for the interpreter's lock.
When one item of a group is refused, the group is undone and each item gets a savepoint of its own.
"""

import asyncio
import contextlib
import fcntl
import queue
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from mahjong_club.protocol.entries import Entry, StorageUnavailable
from mahjong_club.storage.database import Database, short
from mahjong_club.storage.sqlite_items import (
    LOG_ROWS,
    Append,
    Item,
    Put,
    Work,
    in_savepoint,
    is_plain,
    is_unavailable,
    write_plain,
)

T = TypeVar("T")
BUSY_MS: Final = 2_000
#: Most items in one transaction. There is no window for collecting them: what arrives during one commit makes the next
#: group, and a wait of 1 to 3 ms on top of that was measured to gain nothing.
GROUP: Final = 512
#: Pages in the write-ahead log before a commit also moves them into the database (16 MiB).
CHECKPOINT_PAGES: Final = 4_000
_WRITER: Final = {"timeout": BUSY_MS / 1000}
#: Threads that read. They share the interpreter with everything else, so that more would not be faster.
READERS: Final = 4


class SqliteDatabase(Database):
    """An embedded database in one file. Only one process may serve it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._waiting: deque[Item] = deque()
        self._bell: queue.SimpleQueue[Literal["write", "stop"]] = queue.SimpleQueue()
        self._called = False
        self._thread: threading.Thread | None = None
        self._writer = create_engine(f"sqlite:///{file}", poolclass=NullPool, connect_args=_WRITER)
        self._connection: Connection | None = None
        self._lock: TextIOWrapper | None = None
        # Each connection belongs to one thread while there is work; only closing them is another thread's.
        alone = {"timeout": BUSY_MS / 1000, "check_same_thread": False}
        self._reader = create_engine(f"sqlite:///{file}", poolclass=NullPool, connect_args=alone)
        self._readers: list[Connection] = []
        self._threads: ThreadPoolExecutor | None = None
        self._reading = threading.local()
        event.listen(self._writer, "connect", _prepare)
        event.listen(self._writer, "begin", _begin)
        event.listen(self._reader, "connect", _prepare_reader)
        event.listen(self._reader, "begin", _begin_reading)

    async def open(self) -> None:
        """Connect and start the writer's thread. Refused while another process has the database open."""
        self._lock = lock_file(self._file)
        self._thread = threading.Thread(target=self._run, name="sqlite-writer", daemon=True)
        self._thread.start()
        self._threads = ThreadPoolExecutor(READERS, "sqlite-reader")
        await self.ping()

    async def close(self) -> None:
        """Write what is waiting, then disconnect."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._bell.put("stop")
            await asyncio.to_thread(thread.join)
        threads, self._threads = self._threads, None
        if threads is not None:
            await asyncio.to_thread(threads.shutdown)
        self._reading = threading.local()
        while self._readers:
            self._readers.pop().close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        """See :class:`Database`."""
        if not entries:
            return
        item = Append(asyncio.get_running_loop(), match_id, entries)
        await self._submit(item)
        if item.last is not None:
            self.finished(match_id)

    async def transact(self, work: Callable[[Session], T]) -> T:
        """See :class:`Database`; ``work`` runs in the writer's thread."""
        item = Work(asyncio.get_running_loop(), work)
        await self._submit(item)
        result: T = item.result
        return result

    async def put_snapshot(self, match_id: str, seq: int, payload: bytes) -> None:
        """See :class:`Database`."""
        await self._submit(Put(asyncio.get_running_loop(), (match_id, seq, payload)))

    async def look(self, work: Callable[[Connection], T]) -> T:
        """See :class:`Database`; ``work`` runs in one of a few threads that keep a connection each."""
        if self._threads is None:
            raise StorageUnavailable("the database is closed")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._look, work)

    def _look(self, work: Callable[[Connection], T]) -> T:
        try:
            connection: Connection | None = getattr(self._reading, "connection", None)
            if connection is None:
                connection = self._reading.connection = self._reader.connect()
                self._readers.append(connection)
            with connection.begin():
                return work(connection)
        except Exception as failure:
            self._reading.connection = None
            if is_unavailable(failure):
                raise StorageUnavailable(short(failure)) from failure
            raise

    def _submit(self, item: Item) -> asyncio.Future[Any]:
        """Hand an item to the writer's thread; done when it is committed."""
        if self._thread is None:
            raise StorageUnavailable("the database is closed")
        self._waiting.append(item)
        if not self._called:
            self._called = True
            item.loop.call_soon(self._call)
        return item.future

    def _call(self) -> None:
        self._called = False
        self._bell.put("write")

    # --- in the writer's thread
    def _run(self) -> None:
        going = True
        while going:
            going = self._bell.get() != "stop"
            # What comes meanwhile has its own call, when the loop has gathered it.
            left = len(self._waiting)
            while left:
                items = [self._waiting.popleft() for _ in range(min(GROUP, left))]
                left -= len(items)
                self._write(items)
        self._disconnect()

    def _write(self, items: list[Item]) -> None:
        outcomes: list[BaseException | None]
        try:
            outcomes = self._together(items) or self._one_by_one(items)
        except Exception as failure:  # locked, full, unreadable: nobody's rows are in, and the next group starts afresh
            self._disconnect()
            outcomes = [StorageUnavailable(short(failure))] * len(items)
        _answer(items, outcomes)

    def _together(self, items: list[Item]) -> list[BaseException | None] | None:
        """One transaction for all; ``None``, with nothing stored, where rows were refused."""
        connection = self._connect()
        raw = _raw(connection)
        if all(map(is_plain, items)):
            return [None] * len(items) if write_plain(items, raw) else None
        outcomes: list[BaseException | None] = []
        with connection.begin() as transaction:
            for item in items:
                if isinstance(item, Work):
                    outcomes.append(in_savepoint(item, connection, raw))
                    continue
                try:
                    item.write(connection, raw)
                    outcomes.append(None)
                except Exception as failure:
                    if is_unavailable(failure):
                        raise
                    transaction.rollback()
                    return None
        return outcomes

    def _one_by_one(self, items: list[Item]) -> list[BaseException | None]:
        connection = self._connect()
        raw = _raw(connection)
        with connection.begin():
            return [in_savepoint(item, connection, raw) for item in items]

    def _connect(self) -> Connection:
        if self._connection is None:
            self._connection = self._writer.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()
            with contextlib.suppress(Exception):
                connection.close()


def _answer(items: list[Item], outcomes: list[BaseException | None]) -> None:
    """Wake everybody who waits, with one call into each event loop."""

    def resolve(loop: asyncio.AbstractEventLoop) -> None:
        for item, failure in zip(items, outcomes, strict=True):
            if item.loop is not loop or item.future.done():
                continue
            if failure is None:
                item.future.set_result(None)
            else:
                item.future.set_exception(failure)

    for loop in {item.loop for item in items}:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits there any more
            loop.call_soon_threadsafe(resolve, loop)


def lock_file(file: Path) -> TextIOWrapper:
    """The lock on a database's neighbour file; the system lets go of it however the process ends.

    Raises ``StorageUnavailable`` where another process holds it.
    """
    try:
        held = file.with_name(file.name + ".lock").open("w")
    except OSError as failure:
        raise StorageUnavailable(short(failure)) from failure
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as failure:
        held.close()
        raise StorageUnavailable(f"another server has {file} open") from failure
    return held


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _prepare(raw: sqlite3.Connection, _record: object) -> None:
    raw.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {BUSY_MS}",
        f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
    ):
        raw.execute(f"PRAGMA {pragma}")
    raw.execute("PRAGMA cache_size = -16000")
    # Undoing a statement in the middle would else write a file.
    raw.execute("PRAGMA temp_store = MEMORY")
    for statement in LOG_ROWS:
        raw.execute(statement)


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _prepare_reader(raw: sqlite3.Connection, _record: object) -> None:
    raw.isolation_level = None
    raw.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    raw.execute("PRAGMA query_only = ON")
