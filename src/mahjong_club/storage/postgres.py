"""PostgreSQL: the same class over asyncpg. Appends that wait go into one transaction, as batched inserts."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import asyncpg
from sqlalchemy import URL, event, insert
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession, create_async_engine
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from mahjong_club.protocol.entries import Entry, SequenceTaken, StorageUnavailable
from mahjong_club.storage import rows
from mahjong_club.storage.database import Database, short
from mahjong_club.storage.models import MatchAnswer, MatchEvent, Snapshot

T = TypeVar("T")
GROUP: Final = 512
CONNECT_S: Final = 2
COMMAND_S: Final = 5
#: What the driver raises when the server is gone, slow or out of room.
FAILURES: Final = (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
#: How often a transaction is run that the server gave up because it and another waited for each other.
ATTEMPTS: Final = 4
#: What it raises when a unique index refuses a row.
CONFLICTS: Final = (IntegrityError, asyncpg.UniqueViolationError)


@dataclass(slots=True)
class _Append:
    match_id: str
    entries: Sequence[Entry]
    future: asyncio.Future[None]


class PostgresDatabase(Database):
    """A PostgreSQL server. The unique index keeps a second writer of a match out."""

    def __init__(self, url: URL) -> None:
        super().__init__()
        limits = {"timeout": CONNECT_S, "command_timeout": COMMAND_S}
        self.engine = create_async_engine(url, pool_timeout=CONNECT_S, connect_args=limits)
        event.listen(self.engine.sync_engine, "checkout", _is_open)
        # Each statement sees what is committed, with or without a transaction around them; without, a look is half as long.
        self._looks = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect and start the writer."""
        await self.ping()
        self._task = asyncio.create_task(self._run(), name="postgres-writer")

    async def close(self) -> None:
        """Write what is waiting, then disconnect."""
        task, self._task = self._task, None
        if task is not None:
            self._wake.set()
            await task
        await self.engine.dispose()

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        """See :class:`Database`."""
        if not entries:
            return
        if self._task is None:
            raise StorageUnavailable("the database is closed")
        item = _Append(match_id, entries, asyncio.get_running_loop().create_future())
        self._waiting.append(item)
        self._wake.set()
        await item.future
        if any(entry.kind == rows.MATCH_ENDED for entry in entries):
            self.finished(match_id)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """See :class:`Database`."""
        try:
            async with self._looks.connect() as connection:
                return await connection.run_sync(work)
        except FAILURES as failure:
            raise StorageUnavailable(short(failure)) from failure

    async def transact(self, work: Callable[[Session], T]) -> T:
        """See :class:`Database`. Rows that ``work`` decides by are to be read ``with_for_update``."""
        for left in reversed(range(ATTEMPTS)):
            try:
                async with AsyncSession(self.engine, expire_on_commit=False) as session, session.begin():
                    return await session.run_sync(work)
            except IntegrityError:
                raise
            except FAILURES as failure:
                if not left or not _is_victim(failure):
                    raise StorageUnavailable(short(failure)) from failure
        raise AssertionError

    async def put_snapshot(self, match_id: str, seq: int, payload: bytes) -> None:
        """See :class:`Database`."""
        put = upsert(Snapshot).values(match_id=match_id, seq=seq, payload=payload)
        newer = put.on_conflict_do_update(
            index_elements=["match_id"],
            set_={"seq": put.excluded.seq, "payload": put.excluded.payload},
            where=put.excluded.seq >= Snapshot.seq,
        )
        try:
            async with self.engine.begin() as connection:
                await connection.execute(newer)
        except FAILURES as failure:
            raise StorageUnavailable(short(failure)) from failure

    async def _run(self) -> None:
        while self._task is not None or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                items, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
                outcomes = await self._write(items)
                for item, failure in zip(items, outcomes, strict=True):
                    _settle(item.future, failure)

    async def _write(self, items: list[_Append]) -> list[BaseException | None]:
        try:
            try:
                await self._store(items)
                return [None] * len(items)
            except CONFLICTS:
                return [await self._alone(item) for item in items]
        except Exception as failure:  # whatever the driver comes upon, nobody is left without an answer
            return [StorageUnavailable(short(failure))] * len(items)

    async def _store(self, items: list[_Append]) -> None:
        """All items in one transaction: by COPY, several times faster than inserts, unless other rows follow."""
        if any(entry.kind in rows.FOLLOWED for item in items for entry in item.entries):
            async with self.engine.begin() as connection:
                await _insert(connection, items)
            return
        async with self.engine.connect() as connection:
            try:
                await _copy(connection, items)
            except CONFLICTS:
                raise
            except BaseException:
                # The server may have ended it in the midst of a word, which the driver then does not get out of.
                with contextlib.suppress(Exception):
                    await connection.invalidate()
                raise

    async def _alone(self, item: _Append) -> BaseException | None:
        try:
            await self._store([item])
        except CONFLICTS:
            return SequenceTaken(item.match_id)
        except Exception as failure:
            return StorageUnavailable(short(failure))
        return None


def _is_open(_adapted: object, record: ConnectionPoolEntry, _proxy: object) -> None:
    """A connection that the server has closed is not handed out. The driver knows without asking, which would take three ways."""
    driver = record.driver_connection
    if driver is None or driver.is_closed():
        raise DisconnectionError("closed by the server")


def _is_victim(failure: BaseException) -> bool:
    cause = failure.orig if isinstance(failure, DBAPIError) else failure
    return bool(getattr(cause, "sqlstate", None) == asyncpg.DeadlockDetectedError.sqlstate)


async def _copy(connection: AsyncConnection, items: Sequence[_Append]) -> None:
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    async with driver.transaction():
        for table, sealed in (("match_events", False), ("match_answers", True)):
            records = [rows.row_of(item.match_id, entry) for item in items for entry in item.entries if entry.sealed is sealed]
            if records:
                await driver.copy_records_to_table(table, records=records, columns=rows.NAMES, timeout=COMMAND_S)


async def _insert(connection: AsyncConnection, items: Sequence[_Append]) -> None:
    every = [(item.match_id, entry) for item in items for entry in item.entries]
    for table, sealed in ((MatchEvent, False), (MatchAnswer, True)):
        values = [_values(match_id, entry) for match_id, entry in every if entry.sealed is sealed]
        if values:
            await connection.execute(insert(table).inline(), values)
    for match_id, entry in every:
        if entry.kind in rows.FOLLOWED:
            await connection.run_sync(rows.follow, match_id, entry)


def _values(match_id: str, entry: Entry) -> dict[str, Any]:
    return dict(zip(rows.NAMES, rows.row_of(match_id, entry), strict=True))


def _settle(future: asyncio.Future[None], failure: BaseException | None) -> None:
    with contextlib.suppress(asyncio.InvalidStateError):
        if failure is None:
            future.set_result(None)
        else:
            future.set_exception(failure)
