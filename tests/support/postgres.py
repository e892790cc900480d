"""A database of our own on a PostgreSQL server that is already running."""

import asyncio
import os
import secrets
import threading
from collections.abc import Coroutine
from typing import Any

from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

DEFAULT_URL = "postgresql+asyncpg://postgres@127.0.0.1:5432/postgres"


def admin_url() -> URL:
    return make_url(os.environ.get("MAHJONG_CLUB_TEST_POSTGRES", DEFAULT_URL))


def create_database() -> URL:
    """A new empty database's address. Raises OSError or SQLAlchemyError where the server cannot be reached."""
    name = f"mahjong_club_test_{secrets.token_hex(6)}"
    _run_apart(_execute(f'CREATE DATABASE "{name}"'))
    return admin_url().set(database=name)


def drop_database(url: URL) -> None:
    """Ends the connections that are still open, too."""
    _run_apart(_execute(f'DROP DATABASE IF EXISTS "{url.database}" WITH (FORCE)'))


async def _execute(statement: str) -> None:
    engine = create_async_engine(admin_url(), isolation_level="AUTOCOMMIT", connect_args={"timeout": 10})
    try:
        async with engine.connect() as connection:
            await connection.execute(text(statement))
    finally:
        await engine.dispose()


def _run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Runs it on a thread of its own: the calling thread may have an event loop running (Playwright's, for one)."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as failure:  # handed to the caller below
            failures.append(failure)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
