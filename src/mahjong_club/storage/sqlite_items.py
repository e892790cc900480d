"""What the SQLite writer writes: appended entries, snapshots, and work over a session."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry, SequenceTaken
from mahjong_club.storage import rows

#: A view of the writer's own connection that takes both kinds of rows, so that one statement is the whole of most groups. Each
#: statement costs the writer's thread a fight with the event loop for the interpreter's lock.
LOG_ROWS: Final = (
    f"CREATE TEMP VIEW log_rows AS SELECT {rows.COLUMNS}, 0 AS sealed FROM match_events",
    *(
        f"CREATE TEMP TRIGGER log_rows_{sealed} INSTEAD OF INSERT ON log_rows WHEN NEW.sealed = {sealed} BEGIN"
        f" INSERT INTO {table} ({rows.COLUMNS}) VALUES ({', '.join(f'NEW.{name}' for name in rows.NAMES)}); END"
        for sealed, table in enumerate(("match_events", "match_answers"))
    ),
)
#: Rows come as one text, which SQLite takes apart without the interpreter's lock: with a value for each column the writer's
#: thread held it for an eighth of the time, and the event loop waited.
_VALUES: Final = ", ".join(
    f"CAST(json_extract(value, '$[{at}]') AS BLOB)" if name == "payload" else f"json_extract(value, '$[{at}]')"
    for at, name in enumerate((*rows.NAMES, "sealed"))
)
_INSERT: Final = f"INSERT INTO log_rows SELECT {_VALUES} FROM json_each(?)"
_encode: Final = msgspec.json.Encoder().encode
PUT_SNAPSHOT: Final = (
    "INSERT INTO snapshots (match_id, seq, payload) VALUES (?, ?, ?) ON CONFLICT (match_id) DO UPDATE"
    " SET seq = excluded.seq, payload = excluded.payload WHERE excluded.seq >= snapshots.seq"
)


class Item:
    """One thing to write, and who waits for it."""

    __slots__ = ("future", "loop", "result")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None

    def write(self, connection: Connection, raw: sqlite3.Connection) -> None:
        """Write it, in a transaction that is open; ``raw`` is the driver's own connection of ``connection``."""
        raise NotImplementedError


class Append(Item):
    """Entries of one match; ``last`` is the match's end, if it is among them, ``followed`` those that change other rows."""

    __slots__ = ("followed", "last", "match_id", "text")

    def __init__(self, loop: asyncio.AbstractEventLoop, match_id: str, entries: Sequence[Entry]) -> None:
        super().__init__(loop)
        self.match_id = match_id
        #: The rows as :data:`_INSERT` takes them, without the brackets of the list.
        self.text = _encode([_row(match_id, entry) for entry in entries])[1:-1]
        self.followed = [entry for entry in entries if entry.kind in rows.FOLLOWED]
        self.last = next((entry for entry in self.followed if entry.kind == rows.MATCH_ENDED), None)

    def write(self, connection: Connection, raw: sqlite3.Connection) -> None:
        insert(raw, [self.text])
        for entry in self.followed:
            rows.follow(connection, self.match_id, entry)


def _row(match_id: str, entry: Entry) -> tuple[str | int | bool | None, ...]:
    match, seq, kind, payload, *rest = rows.row_of(match_id, entry)
    return match, seq, kind, payload.decode(), *rest, entry.sealed


class Put(Item):
    """A snapshot."""

    __slots__ = ("row",)

    def __init__(self, loop: asyncio.AbstractEventLoop, row: tuple[str, int, bytes]) -> None:
        super().__init__(loop)
        self.row = row

    def write(self, connection: Connection, raw: sqlite3.Connection) -> None:
        raw.execute(PUT_SNAPSHOT, self.row)


class Work(Item):
    """A function over a session."""

    __slots__ = ("work",)

    def __init__(self, loop: asyncio.AbstractEventLoop, work: Callable[[Session], Any]) -> None:
        super().__init__(loop)
        self.work = work

    def write(self, connection: Connection, raw: sqlite3.Connection) -> None:
        with Session(connection, join_transaction_mode="rollback_only", expire_on_commit=False) as session:
            self.result = self.work(session)
            session.commit()


def insert(raw: sqlite3.Connection, texts: Sequence[bytes]) -> None:
    """Insert rows of the log with one statement, see :attr:`Append.text`.

    `executemany`, for a single value, since `execute` lets go of the interpreter's lock once more to ask for the last row's
    number.
    """
    raw.executemany(_INSERT, (((b"[%b]" % b",".join(texts)).decode(),),))


def write_plain(items: Sequence[Item], raw: sqlite3.Connection) -> bool:
    """Write a group of nothing but log rows and snapshots in one transaction; false, with nothing stored, where a row was
    refused. Raises where the database itself fails."""
    texts = [item.text for item in items if isinstance(item, Append)]
    puts = [item.row for item in items if isinstance(item, Put)]
    # The rows alone are one statement, which is a transaction by itself.
    try:
        if puts:
            raw.execute("BEGIN IMMEDIATE")
        if texts:
            insert(raw, texts)
        for put in puts:
            raw.execute(PUT_SNAPSHOT, put)
        if puts:
            raw.execute("COMMIT")
    except sqlite3.IntegrityError:
        if puts:
            raw.execute("ROLLBACK")
        return False
    return True


def is_plain(item: Item) -> bool:
    """Whether :func:`write_plain` takes the item."""
    return isinstance(item, Put) or (isinstance(item, Append) and not item.followed)


def in_savepoint(item: Item, connection: Connection, raw: sqlite3.Connection) -> BaseException | None:
    """What refused the item, with nothing of it left in the transaction; raises where the database itself fails."""
    savepoint = connection.begin_nested()
    try:
        item.write(connection, raw)
        savepoint.commit()
    except Exception as failure:
        if is_unavailable(failure):
            raise
        savepoint.rollback()
        return _refusal(item, failure)
    return None


def is_unavailable(failure: Exception) -> bool:
    """Whether the database itself failed, rather than the item being refused."""
    cause = failure.orig if isinstance(failure, DBAPIError) else failure
    return isinstance(cause, sqlite3.DatabaseError) and not isinstance(cause, sqlite3.IntegrityError)


def _refusal(item: Item, failure: Exception) -> BaseException:
    cause = failure.orig if isinstance(failure, DBAPIError) else failure
    if isinstance(item, Append) and isinstance(cause, sqlite3.IntegrityError):
        return SequenceTaken(item.match_id)
    return failure
