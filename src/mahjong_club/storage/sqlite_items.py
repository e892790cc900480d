"""What the SQLite writer writes: appended entries, snapshots, and work over a session."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry, SequenceTaken
from mahjong_club.storage import rows

#: Most rows of one statement.
_ROWS: Final = 160
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
_EVENT, _ANSWER = (0,), (1,)
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

    __slots__ = ("answers", "events", "followed", "last", "match_id")

    def __init__(self, loop: asyncio.AbstractEventLoop, match_id: str, entries: Sequence[Entry]) -> None:
        super().__init__(loop)
        self.match_id = match_id
        self.events: list[rows.Row] = []
        self.answers: list[rows.Row] = []
        self.followed: list[Entry] = []
        self.last: Entry | None = None
        for entry in entries:
            (self.answers if entry.sealed else self.events).append(rows.row_of(match_id, entry))
            if entry.kind in rows.FOLLOWED:
                self.followed.append(entry)
                if entry.kind == rows.MATCH_ENDED:
                    self.last = entry

    def write(self, connection: Connection, raw: sqlite3.Connection) -> None:
        insert(raw, self.events, self.answers)
        for entry in self.followed:
            rows.follow(connection, self.match_id, entry)


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


@lru_cache(maxsize=3 * _ROWS)
def _statement(table: str, count: int) -> str:
    if table == "log_rows":
        return f"INSERT INTO log_rows VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?, ?)'] * count)}"
    values = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * count)
    return f"INSERT INTO {table} ({rows.COLUMNS}) VALUES {values}"


def insert(raw: sqlite3.Connection, events: Sequence[rows.Row], answers: Sequence[rows.Row]) -> None:
    """Insert rows of the log, many with each statement: the interpreter's lock is let go and fought for at each.

    `executemany`, for a single set of values, since `execute` lets go of the lock once more to ask for the last row's number.
    """
    if events and answers and len(events) + len(answers) <= _ROWS:
        both = [*(row + _EVENT for row in events), *(row + _ANSWER for row in answers)]
        raw.executemany(_statement("log_rows", len(both)), (tuple(chain.from_iterable(both)),))
        return
    for table, all_rows in (("match_events", events), ("match_answers", answers)):
        for at in range(0, len(all_rows), _ROWS):
            some = all_rows[at : at + _ROWS]
            raw.executemany(_statement(table, len(some)), (tuple(chain.from_iterable(some)),))


def write_plain(items: Sequence[Item], raw: sqlite3.Connection) -> bool:
    """Write a group of nothing but log rows and snapshots in one transaction; false, with nothing stored, where a row was
    refused. Raises where the database itself fails."""
    appends = [item for item in items if isinstance(item, Append)]
    puts = [item.row for item in items if isinstance(item, Put)]
    events, answers = [row for item in appends for row in item.events], [row for item in appends for row in item.answers]
    # What one statement can do is a transaction by itself.
    several = bool(puts) or len(events) + len(answers) > _ROWS
    try:
        if several:
            raw.execute("BEGIN IMMEDIATE")
        insert(raw, events, answers)
        for put in puts:
            raw.execute(PUT_SNAPSHOT, put)
        if several:
            raw.execute("COMMIT")
    except sqlite3.IntegrityError:
        if several:
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
