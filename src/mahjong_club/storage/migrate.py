"""Bringing a database's schema up to date, with the scripts that travel with the program. Blocking: not for the event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from mahjong_club import resources
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.storage.database import short

T = TypeVar("T")
#: Where env.py finds the connection it is to work on.
CONNECTION = "connection"


class DatabaseTooNew(Exception):
    """A newer version of the program has changed this database; ``revision`` is the one it is at."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"the database is at revision {revision}, which this version of the program does not know")
        self.revision = revision


class MigrationNeeded(Exception):
    """The database is older than the program; ``mahjong-club migrate`` brings it up to date."""


def upgrade(url: str) -> tuple[str | None, str]:
    """Up to the newest revision; gives the revision before and after.

    Raises :class:`DatabaseTooNew` or :class:`StorageUnavailable`.
    """
    return apart(url, lambda connection: _upgrade(connection, "head"))


def downgrade(url: str, revision: str) -> None:
    """Back to a revision (``base``: empty). Loses what the newer tables held."""
    apart(url, lambda connection: command.downgrade(config_for(connection), revision))


def check(url: str) -> None:
    """Raises :class:`MigrationNeeded` or :class:`DatabaseTooNew` unless the database fits the program."""

    def compare(connection: Connection) -> None:
        if _current(connection) != newest():
            raise MigrationNeeded("run `mahjong-club migrate` first")

    apart(url, compare)


def is_known(revision: str) -> bool:
    """Whether the scripts lead to this revision."""
    return revision in revisions()


def revisions() -> list[str]:
    """Every schema there has been, oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]


def revision_of(connection: Connection) -> str | None:
    """Where the database is, also where that is a revision of the future."""
    return MigrationContext.configure(connection).get_current_revision()


def remake(connection: Connection, revision: str) -> None:
    """Empty tables of a revision, in the connection's transaction; what was in them goes. Raises :class:`DatabaseTooNew`."""
    if _current(connection) is not None:
        command.downgrade(config_for(connection), "base")
    command.upgrade(config_for(connection), revision)


def lift(connection: Connection) -> None:
    """Up to the newest revision, in the connection's transaction."""
    command.upgrade(config_for(connection), "head")


def newest() -> str:
    """The newest revision of the scripts."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def config_for(connection: Connection) -> Config:
    """Alembic's settings for working on an open connection."""
    config = _config()
    config.attributes[CONNECTION] = connection
    return config


def _config() -> Config:
    config = Config(str(resources.alembic_ini()))
    config.set_main_option("script_location", str(resources.migrations_dir()))
    return config


def _upgrade(connection: Connection, revision: str) -> tuple[str | None, str]:
    before = _current(connection)
    command.upgrade(config_for(connection), revision)
    return before, newest()


def _current(connection: Connection) -> str | None:
    found = revision_of(connection)
    if found is not None and not is_known(found):
        raise DatabaseTooNew(found)
    return found


async def _with_connection(url: str, work: Callable[[Connection], T]) -> T:
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    except (DBAPIError, OSError, TimeoutError) as failure:
        raise StorageUnavailable(short(failure)) from failure
    finally:
        await engine.dispose()


def apart(url: str, work: Callable[[Connection], T]) -> T:
    """Run ``work`` in one transaction, on a thread of its own, since the calling thread may have an event loop running.

    Raises :class:`StorageUnavailable`.
    """
    return run_apart(lambda: _with_connection(url, work))


def run_apart(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine on a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()
