"""Bringing a database's schema up to date, with the scripts that travel with the program. Blocking: not for the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

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
    return _apart(url, lambda connection: _upgrade(connection, "head"))


def downgrade(url: str, revision: str) -> None:
    """Back to a revision (``base``: empty). Loses what the newer tables held."""
    _apart(url, lambda connection: command.downgrade(config_for(connection), revision))


def check(url: str) -> None:
    """Raises :class:`MigrationNeeded` or :class:`DatabaseTooNew` unless the database fits the program."""

    def compare(connection: Connection) -> None:
        if _current(connection) != newest():
            raise MigrationNeeded("run `mahjong-club migrate` first")

    _apart(url, compare)


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
    found = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found is not None and found not in known:
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


def _apart(url: str, work: Callable[[Connection], T]) -> T:
    """On a thread of its own, since the calling thread may have an event loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_with_connection(url, work))).result()
