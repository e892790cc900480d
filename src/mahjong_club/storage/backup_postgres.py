"""PostgreSQL's tables into one file and back, by COPY: no other program has to be installed, in the version of the server.

The body: a heading, then for each table a line of JSON with its name and columns, its rows as COPY's text, and ``\\.``.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, BinaryIO, Final

import asyncpg
from sqlalchemy import MetaData, make_url, text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.storage import migrate
from mahjong_club.storage.archives import POSTGRES_HEAD, BackupRefused, Hashed, Manifest, Progress
from mahjong_club.storage.database import short
from mahjong_club.storage.migrate import run_apart
from mahjong_club.storage.postgres import FAILURES

_END: Final = b"\\.\n"
_BLOCK: Final = 256 * 1024
_CONNECT_S: Final = 10
Layout = dict[str, list[str]]


def dump(url: str, out: Hashed, progress: Progress) -> str:
    """Write every table as it is at one moment; gives the schema's revision."""
    return run_apart(lambda: _dump(url, out, progress))


def load(url: str, saved: BinaryIO, manifest: Manifest, need_unused: Callable[[Connection], None] | None) -> None:
    """Fill the database in one transaction. Where ``need_unused`` is not given, what is there goes."""
    run_apart(lambda: _load(url, saved, manifest, need_unused))


async def _dump(url: str, out: Hashed, progress: Progress) -> str:
    engine = _engine(url)
    try:
        async with engine.connect() as connection:
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            revision = await connection.run_sync(migrate.revision_of)
            if revision is None:
                raise BackupRefused("no_database", "its tables were not made yet")
            layout = await connection.run_sync(_layout)
            total = (await connection.execute(text("SELECT pg_database_size(current_database())"))).scalar_one()
            driver = await _driver(connection)
            out.write(POSTGRES_HEAD)

            async def take(data: bytes) -> None:
                out.write(data)
                progress(min(out.written, total), total)

            for name, columns in layout.items():
                out.write(json.dumps({"table": name, "columns": columns}).encode() + b"\n")
                await driver.copy_from_table(name, columns=columns, output=take)
                out.write(_END)
            progress(total, total)
            return revision
    except FAILURES as failure:
        raise StorageUnavailable(short(failure)) from failure
    finally:
        await engine.dispose()


async def _load(url: str, saved: BinaryIO, manifest: Manifest, need_unused: Callable[[Connection], None] | None) -> None:
    engine = _engine(url)
    try:
        async with engine.begin() as connection:
            if need_unused is not None:
                await connection.run_sync(need_unused)
            await connection.run_sync(migrate.remake, manifest.revision)
            layout = await connection.run_sync(_layout)
            await _fill(await _driver(connection), saved, manifest, layout)
            await _count_on(connection, layout)
            await connection.run_sync(migrate.lift)
    except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError) as failure:
        raise BackupRefused("damaged", short(failure)) from failure
    except FAILURES as failure:
        raise StorageUnavailable(short(failure)) from failure
    finally:
        await engine.dispose()


async def _fill(driver: Any, saved: BinaryIO, manifest: Manifest, layout: Layout) -> None:
    saved.seek(len(POSTGRES_HEAD))
    left = dict(layout)
    while saved.tell() < manifest.body:
        name, columns = _heading(saved.readline())
        if sorted(columns) != sorted(left.pop(name, [])):
            raise BackupRefused("damaged", f"table {name} is not as its revision has it")
        await driver.copy_to_table(name, columns=columns, source=_rows(saved, manifest.body))
    if left:
        raise BackupRefused("damaged", f"table {min(left)} is missing")


def _heading(line: bytes) -> tuple[str, list[str]]:
    try:
        said = json.loads(line)
        return str(said["table"]), list(map(str, said["columns"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BackupRefused("damaged", "a table's heading cannot be read") from None


async def _rows(saved: BinaryIO, end: int) -> AsyncIterator[bytes]:
    """Rows of one table, in blocks; the file then stands behind its closing line."""
    for block in _blocks(saved, end):
        yield block


def _blocks(saved: BinaryIO, end: int) -> Iterator[bytes]:
    lines: list[bytes] = []
    size = 0
    while (line := saved.readline()) != _END:
        if not line or saved.tell() > end:
            raise BackupRefused("damaged", "a table has no end")
        lines.append(line)
        size += len(line)
        if size >= _BLOCK:
            yield b"".join(lines)
            lines, size = [], 0
    if lines:
        yield b"".join(lines)


async def _count_on(connection: AsyncConnection, layout: Layout) -> None:
    """Numbers that the database gives go on behind those that were loaded."""
    for name, columns in layout.items():
        for column in columns:
            where = {"table": f'"{name}"', "column": column}
            found = await connection.execute(text("SELECT pg_get_serial_sequence(:table, :column)"), where)
            if (sequence := found.scalar_one()) is not None:
                last = f'SELECT setval(:sequence, coalesce(max("{column}"), 1), max("{column}") IS NOT NULL) FROM "{name}"'
                await connection.execute(text(last), {"sequence": sequence})


def _layout(connection: Connection) -> Layout:
    """Tables with their columns, each behind those it refers to. How far the schema is, the manifest says."""
    found = MetaData()
    found.reflect(connection)
    return {each.name: [column.name for column in each.columns] for each in found.sorted_tables if each.name != "alembic_version"}


async def _driver(connection: AsyncConnection) -> Any:
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    return driver


def _engine(url: str) -> AsyncEngine:
    return create_async_engine(make_url(url), poolclass=NullPool, connect_args={"timeout": _CONNECT_S})
