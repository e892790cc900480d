"""A restore that is killed at a random moment leaves what was there, or all of what it brings."""

import asyncio
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry
from mahjong_club.storage.backup import backup, restore
from mahjong_club.storage.database import Database, open_database
from mahjong_club.storage.models import MatchEvent

KILLS = 6
OLD, NEW = 7, 4_000
RESTORING = """
import sys
from pathlib import Path
from mahjong_club.storage.backup import restore
print("begins", flush=True)
restore(sys.argv[1], Path(sys.argv[2]), replace=True)
"""


async def fill(database: Database, number: int) -> None:
    """So many events, and no others."""
    await database.transact(lambda session: session.query(MatchEvent).delete())
    await database.append("killed", [Entry(seq, "discarded", b"x" * 400) for seq in range(1, number + 1)])


def killed_restore(url: str, file: Path, seconds: float) -> None:
    """Begin to restore, and kill -9 that so much later."""
    command = [sys.executable, "-c", RESTORING, url, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begins\n"
        # Not a wait for anything: the moment itself is what is drawn.
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)


async def stored(url: str) -> int:
    database = open_database(url)
    await database.open()

    def count(session: Session) -> int:
        return session.execute(select(func.count()).select_from(MatchEvent).where(MatchEvent.match_id == "killed")).scalar_one()

    try:
        return await database.query(count)
    finally:
        await database.close()


async def test_a_killed_restore_changes_all_or_nothing(database: Database, database_url: str, tmp_path: Path) -> None:
    rng = random.Random()
    old, new = tmp_path / "old.backup", tmp_path / "new.backup"
    await fill(database, NEW)
    await asyncio.to_thread(backup, database_url, new)
    await fill(database, OLD)
    await asyncio.to_thread(backup, database_url, old)
    await database.close()
    try:
        for _ in range(KILLS):
            await asyncio.to_thread(killed_restore, database_url, new, rng.random() * 0.4)
            assert await stored(database_url) in (OLD, NEW)
            await asyncio.to_thread(restore, database_url, old, replace=True)
            assert await stored(database_url) == OLD
    finally:
        await database.open()
