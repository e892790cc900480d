"""What the rest of the program knows of a database: one writer, many readers, the event log and the snapshots.

Work on people, tables and matches is a function over a SQLAlchemy ``Session``. A writing function runs in a transaction of
its own; it must be quick, must not wait for anything, and may be repeated.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import make_url
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry
from mahjong_club.storage import rows
from mahjong_club.storage.people import put_meta

T = TypeVar("T")
#: For so long a database that has stored something is taken to store more, by those who only ask.
WRITABLE_S: Final = 10.0
Finished = Callable[[str], None]


class Database(ABC):
    """One open database. :meth:`append`, :meth:`read`, :meth:`acts` are the event log, ``snapshots`` the cache of states."""

    def __init__(self) -> None:
        self._writable_until = 0.0
        #: Called in the event loop with a match's id once its end is stored.
        self.finished: Finished = lambda match_id: None
        self.snapshots = SnapshotStore(self)

    @abstractmethod
    async def open(self) -> None:
        """Connect. Raises :class:`StorageUnavailable`."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was accepted and disconnect."""

    @abstractmethod
    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        """Store entries, all or none; returns after the commit.

        Raises ``StorageUnavailable`` or ``SequenceTaken``; then nothing of the call is stored.
        """

    @abstractmethod
    async def transact(self, work: Callable[[Session], T]) -> T:
        """Run ``work`` in one transaction and commit. What ``work`` raises undoes it and comes out here."""

    @abstractmethod
    async def put_snapshot(self, match_id: str, seq: int, payload: bytes) -> None:
        """Replace the match's snapshot unless a newer one is there."""

    @abstractmethod
    async def look(self, work: Callable[[Connection], T]) -> T:
        """Run ``work``, which only reads, beside the writer. Raises ``StorageUnavailable``."""

    async def query(self, work: Callable[[Session], T]) -> T:
        """Run ``work``, which only reads, beside the writer. Raises ``StorageUnavailable``."""

        def in_session(connection: Connection) -> T:
            with Session(connection, autoflush=False) as session:
                return work(session)

        return await self.look(in_session)

    async def read(self, match_id: str, after: int = 0) -> list[Entry]:
        """Entries with ``seq > after`` and the sealed answers of the window that is still open, in the order of appending."""
        return await self.look(lambda connection: rows.read_log(connection, match_id, after))

    async def acts(self, match_id: str) -> Mapping[tuple[int, str], int]:
        """For each (seat, act id) the number the act was first stored with."""
        return await self.look(lambda connection: rows.read_acts(connection, match_id))

    async def ping(self) -> None:
        """Raises ``StorageUnavailable`` where the database does not answer."""
        await self.look(lambda connection: connection.execute(rows.PING).scalar())

    async def check(self) -> None:
        """Raises ``StorageUnavailable`` where the database does not answer, or stores nothing; that is tried now and then."""
        await self.ping()
        now = time.monotonic()
        if now >= self._writable_until:
            await self.transact(_touch)
            self._writable_until = now + WRITABLE_S


class SnapshotStore:
    """The newest state of each match. Losing it costs time only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, match_id: str) -> tuple[int, bytes] | None:
        """The newest snapshot as (seq, payload)."""

        return await self._database.look(lambda connection: rows.read_snapshot(connection, match_id))

    async def put(self, match_id: str, seq: int, payload: bytes) -> None:
        """Keep a snapshot. Raises ``StorageUnavailable``."""
        await self._database.put_snapshot(match_id, seq, payload)


def _touch(session: Session) -> None:
    put_meta(session, "written_ms", str(time.time_ns() // 1_000_000))


def short(failure: BaseException) -> str:
    """The driver's reason without the statement and its parameters, which may hold secrets."""
    cause = failure.orig if isinstance(failure, DBAPIError) and failure.orig is not None else failure
    return f"{type(cause).__name__}: {cause}" if not isinstance(cause, SQLAlchemyError) else type(cause).__name__


def open_database(url: str) -> Database:
    """The database of an address: ``sqlite+aiosqlite:///file`` or ``postgresql+asyncpg://…``; still to be opened."""
    from mahjong_club.storage.postgres import PostgresDatabase
    from mahjong_club.storage.sqlite import SqliteDatabase

    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise ValueError("SQLite needs a file: a database in memory would lose every match")
        return SqliteDatabase(Path(parsed.database))
    if parsed.get_backend_name() == "postgresql":
        return PostgresDatabase(parsed.set(drivername="postgresql+asyncpg"))
    raise ValueError(f"unknown kind of database: {parsed.get_backend_name()}")
