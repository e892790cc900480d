"""A database that cannot store says so soon, keeps nothing of the call, and works again afterwards."""

import asyncio
import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from mahjong_club.protocol.entries import Entry, SequenceTaken, StorageUnavailable
from mahjong_club.storage import migrate
from mahjong_club.storage.database import Database, open_database

WRITER = """
import asyncio, sys
from mahjong_club.protocol.entries import Entry
from mahjong_club.storage.database import open_database

async def main(url, match):
    database = open_database(url)
    await database.open()
    async def play(name):
        for seq in range(1, 1_000_000, 2):
            await database.append(name, [Entry(seq, "drawn", b"{}"), Entry(seq + 1, "discarded", b"{}")])
            print(name, seq + 1, flush=True)
    await asyncio.gather(*(play(f"{match}-{n}") for n in range(8)))

asyncio.run(main(*sys.argv[1:]))
"""


def killed_writer(url: str, match: str, confirmations: int) -> dict[str, int]:
    """Kill -9 a writing process after so many confirmed appends; gives the last number confirmed for each match."""
    confirmed: dict[str, int] = {}
    with subprocess.Popen([sys.executable, "-c", WRITER, url, match], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(confirmations):
            name, seq = process.stdout.readline().split()
            confirmed[name] = int(seq)
        process.send_signal(signal.SIGKILL)
    return confirmed


def fact(seq: int, size: int = 10) -> Entry:
    return Entry(seq, "discarded", json.dumps({"x": "y" * size}).encode())


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[Database]:
    await asyncio.to_thread(migrate.upgrade, sqlite_url)
    database = open_database(sqlite_url)
    await database.open()
    yield database
    await database.close()


async def test_a_locked_database_refuses_and_recovers(sqlite: Database, tmp_path: Path) -> None:
    await sqlite.append("m", [fact(1)])
    with sqlite3.connect(tmp_path / "club.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(30):
            with pytest.raises(StorageUnavailable):
                await sqlite.append("m", [fact(2)])
        assert [e.seq for e in await sqlite.read("m")] == [1]
        other.execute("ROLLBACK")
    await sqlite.append("m", [fact(2)])
    assert [e.seq for e in await sqlite.read("m")] == [1, 2]


async def test_a_full_disk_refuses_and_recovers(sqlite: Database) -> None:
    await sqlite.append("m", [fact(1)])
    pages = await sqlite.transact(lambda session: session.connection().exec_driver_sql("PRAGMA max_page_count").scalar_one())
    await sqlite.transact(lambda session: session.connection().exec_driver_sql("PRAGMA max_page_count = 1"))
    with pytest.raises(StorageUnavailable):
        await sqlite.append("m", [fact(2, 300_000), fact(3)])
    assert [e.seq for e in await sqlite.read("m")] == [1]
    await sqlite.transact(lambda session: session.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
    await sqlite.append("m", [fact(2, 300_000), fact(3)])
    assert [e.seq for e in await sqlite.read("m")] == [1, 2, 3]


async def test_lost_connections_refuse_and_recover(postgres_url: str) -> None:
    await asyncio.to_thread(migrate.upgrade, postgres_url)
    database = open_database(postgres_url)
    await database.open()
    name = make_url(postgres_url).database
    await database.append("lost", [fact(1)])
    other = create_async_engine(postgres_url)
    block = text("LOCK TABLE match_events IN ACCESS EXCLUSIVE MODE")
    end = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = :name AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'"
    )
    waits = text("SELECT count(*) FROM pg_stat_activity WHERE datname = :name AND wait_event_type = 'Lock'")
    async with other.begin() as connection, other.begin() as killer:
        await connection.execute(block)
        appending = asyncio.create_task(database.append("lost", [fact(2)]))
        while not (await killer.execute(waits, {"name": name})).scalar():
            await killer.execute(text("SELECT pg_sleep(0.01)"))
        await killer.execute(end, {"name": name})
        with pytest.raises(StorageUnavailable):
            await appending
    await database.append("lost", [fact(2)])
    assert [e.seq for e in await database.read("lost")] == [1, 2]
    await other.dispose()
    await database.close()


async def test_every_append_is_answered_whenever_its_connection_ends(postgres_url: str) -> None:
    """The server ends connections at any moment of an append, before the driver has heard of it, too."""
    await asyncio.to_thread(migrate.upgrade, postgres_url)
    database = open_database(postgres_url)
    await database.open()
    # Each look at who is connected is a transaction of its own: within one, the answer stays the first.
    other = create_async_engine(postgres_url, isolation_level="AUTOCOMMIT")
    end = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name AND pid <> pg_backend_pid()")
    stored = 0
    refused = 0

    async def turns(count: int) -> None:
        for _ in range(count):
            await asyncio.sleep(0)

    async def end_after(count: int, killer: AsyncConnection) -> None:
        await turns(count)
        await killer.execute(end, {"name": make_url(postgres_url).database})

    async with other.connect() as killer:
        for tries in range(1, 300):
            # Before the append as well as at each step of it.
            later = 6 * (tries % 36) - 12
            ending = asyncio.create_task(end_after(max(0, later), killer))
            await turns(max(0, -later))
            try:
                async with asyncio.timeout(30):
                    await database.append("ended", [fact(stored + 1)])
                stored += 1
            except StorageUnavailable:
                refused += 1
            except SequenceTaken:
                # The word of the commit before was lost with its connection.
                stored += 1
            await ending
    assert stored and refused
    async with asyncio.timeout(30):
        while True:
            with contextlib.suppress(StorageUnavailable):
                kept = [entry.seq for entry in await database.read("ended")]
                break
    assert kept == list(range(1, stored + 1))
    await other.dispose()
    await database.close()


@pytest.mark.parametrize("round_", range(3))
async def test_kill_9_keeps_everything_that_was_confirmed(database_url: str, tmp_path: Path, round_: int) -> None:
    await asyncio.to_thread(migrate.upgrade, database_url)
    match = f"killed{round_}"
    confirmed = await asyncio.to_thread(killed_writer, database_url, match, 200 + 150 * round_)

    database = open_database(database_url)
    await database.open()
    for name, seq in confirmed.items():
        stored = [entry.seq for entry in await database.read(name)]
        assert stored == list(range(1, len(stored) + 1))
        assert len(stored) % 2 == 0, "half an append was kept"
        assert len(stored) >= seq
        await database.append(name, [fact(len(stored) + 1)])
    await database.close()
