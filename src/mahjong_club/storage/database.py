"""What the rest of the program knows of a database: one writer, many readers, the event log and the snapshots.

Work on people, tables and matches is a function over a SQLAlchemy ``Session``. A writing function runs in a transaction of
its own; it must be quick, must not wait for anything, and may be repeated.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import make_url, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry, StorageUnavailable
from mahjong_club.storage import rows
from mahjong_club.storage.models import Snapshot

T = TypeVar("T")
Finished = Callable[[str], None]


class Database(ABC):
    """One open database. :meth:`append`, :meth:`read`, :meth:`acts` are the event log, ``snapshots`` the cache of states."""

    engine: AsyncEngine

    def __init__(self) -> None:
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

    async def query(self, work: Callable[[Session], T]) -> T:
        """Run ``work``, which only reads, beside the writer. Raises ``StorageUnavailable``."""
        try:
            async with AsyncSession(self.engine) as session:
                return await session.run_sync(work)
        except (DBAPIError, OSError, TimeoutError) as failure:
            raise StorageUnavailable(short(failure)) from failure

    async def read(self, match_id: str, after: int = 0) -> list[Entry]:
        """Entries with ``seq > after`` and the sealed answers of the window that is still open, in the order of appending."""
        async with _reading(self.engine) as connection:
            found = await connection.execute(rows.READ_EVENTS, {"match_id": match_id, "after": after})
            events = [rows.entry_of(row, sealed=False) for row in found.all()]
            closed = (await connection.execute(rows.LAST_CLOSED, {"match_id": match_id})).scalar()
            found = await connection.execute(rows.READ_ANSWERS, {"match_id": match_id, "closed": closed or 0})
            return rows.merge(events, [rows.entry_of(row, sealed=True) for row in found.all()])

    async def acts(self, match_id: str) -> Mapping[tuple[int, str], int]:
        """For each (seat, act id) the number the act was first stored with."""
        async with _reading(self.engine) as connection:
            found = await connection.execute(rows.READ_ACTS, {"match_id": match_id})
            acts: dict[tuple[int, str], int] = {}
            for seat, act_id, seq in found.all():
                if seat is not None:
                    acts[seat, act_id] = min(seq, acts.get((seat, act_id), seq))
            return acts

    async def ping(self) -> None:
        """Raises ``StorageUnavailable`` where the database does not answer."""
        async with _reading(self.engine) as connection:
            await connection.execute(text("SELECT 1"))


class SnapshotStore:
    """The newest state of each match. Losing it costs time only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, match_id: str) -> tuple[int, bytes] | None:
        """The newest snapshot as (seq, payload)."""

        def find(session: Session) -> tuple[int, bytes] | None:
            row = session.execute(select(Snapshot.seq, Snapshot.payload).where(Snapshot.match_id == match_id)).first()
            return None if row is None else (row.seq, bytes(row.payload))

        return await self._database.query(find)

    async def put(self, match_id: str, seq: int, payload: bytes) -> None:
        """Keep a snapshot. Raises ``StorageUnavailable``."""
        await self._database.put_snapshot(match_id, seq, payload)


class _reading:
    """A connection for reading; what the driver raises becomes ``StorageUnavailable``."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._connection = engine.connect()

    async def __aenter__(self) -> AsyncConnection:
        try:
            return await self._connection.__aenter__()
        except (DBAPIError, OSError, TimeoutError) as failure:
            raise StorageUnavailable(short(failure)) from failure

    async def __aexit__(self, kind: type[BaseException] | None, failure: BaseException | None, trace: Any) -> None:
        await self._connection.__aexit__(kind, failure, trace)
        if isinstance(failure, (DBAPIError, OSError, TimeoutError)):
            raise StorageUnavailable(short(failure)) from failure


def short(failure: BaseException) -> str:
    """The driver's reason without the statement and its parameters, which may hold secrets."""
    cause = failure.orig if isinstance(failure, DBAPIError) and failure.orig is not None else failure
    return f"{type(cause).__name__}: {cause}" if not isinstance(cause, SQLAlchemyError) else type(cause).__name__


def is_conflict(failure: BaseException) -> bool:
    """Whether a unique index refused the row."""
    return isinstance(failure, IntegrityError)


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
