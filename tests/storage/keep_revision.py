"""`python -m tests.storage.keep_revision`: plays at a server of this checkout and keeps its database for `test_revisions`.

To be run before a migration is added: what it leaves is of the schema that is the newest now.
"""

import asyncio
import contextlib
import gzip
import json
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from tests.support.server import LiveServer
from tests.system.sitting import LOST, Sitting

FOLDER = Path(__file__).with_name("revisions")
#: Rulesets to be left in the middle of a deal after so many frames.
BEGUN = {"hong_kong": 420, "riichi": 300, "taiwanese": 260}


async def play(url: str) -> None:
    """Three matches that are begun and one that is over."""
    for ruleset, frames in BEGUN.items():
        await sit(Sitting(url, ruleset, f"begun {ruleset}"), frames)
    await sit(Sitting(url, "riichi", "over", {"rounds": 1, "extension": "none"}), None)


async def sit(sitting: Sitting, frames: int | None) -> None:
    """Play to the end, or until all have heard so many frames together."""
    heard = 0

    def count() -> None:
        nonlocal heard
        heard += 1

    await sitting.begin()
    await sitting.resume()
    sitting.on_frame(count)
    sitting.skill(0.9)
    with contextlib.suppress(*LOST):
        await sitting.play(lambda: frames is not None and heard >= frames)
    await sitting.close()


def keep(database: sqlite3.Connection) -> Path:
    """All tables as JSON. Payloads are JSON, too, and row numbers are the database's own."""
    tables: dict[str, dict[str, Any]] = {}
    for (name,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'"
    ).fetchall():
        found = database.execute(f'SELECT * FROM "{name}" ORDER BY rowid')
        columns = [each[0] for each in found.description]
        wanted = [i for i, column in enumerate(columns) if column != "id" or not name.startswith("match_")]
        rows = [[row[i].decode() if isinstance(row[i], bytes) else row[i] for i in wanted] for row in found]
        tables[name] = {"columns": [columns[i] for i in wanted], "rows": rows}
    revision = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    file = FOLDER / f"{revision}.json.gz"
    text = json.dumps({"revision": revision, "tables": tables}, ensure_ascii=False, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    return file


def main() -> None:
    """Play, stop, keep."""
    with tempfile.TemporaryDirectory() as folder:
        server = LiveServer(Path(folder) / "data", env={"MAHJONG_CLUB_RESULT_MS": "0"})
        server.start()
        try:
            asyncio.run(play(server.url))
        finally:
            server.stop()
        with contextlib.closing(sqlite3.connect(server.data_dir / "club.sqlite3")) as database:
            print(keep(database))


if __name__ == "__main__":
    main()
