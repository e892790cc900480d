"""Stored matches: resuming, starting beside many of them, lifting them, and copying them while others play.

Every figure is a ratio to something measured in the same run, turn about. SQLite always; PostgreSQL where
``MAHJONG_CLUB_BENCH_POSTGRES`` names a server.
"""

import asyncio
import random
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.orm import Session

from mahjong_club import bots
from mahjong_club.benchmarks import copying
from mahjong_club.benchmarks.club import serving
from mahjong_club.benchmarks.report import Progress, Report, Row, silent
from mahjong_club.benchmarks.stored import POSTGRES, Kind, empty, fill
from mahjong_club.play.clock import LoopTicker
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.upcasts import Lift
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump
from mahjong_club.saves.migration import migrate_match
from mahjong_club.storage.database import Database, open_database
from mahjong_club.storage.matches import Setups
from mahjong_club.storage.offline import Offline

RESUMED, QUICK_RESUMED = 48, 16
UNFINISHED, QUICK_UNFINISHED = 10_000, 1_000
LIFTED, QUICK_LIFTED = 32, 8
COPIED, QUICK_COPIED = 200, 24
REPEATS, QUICK_REPEATS = 3, 2
#: Reads of all rows of a match, and nothing else.
_READ: Final = tuple(
    text(f"SELECT id, seq, kind, payload FROM {table} WHERE match_id = :match_id ORDER BY seq, id")
    for table in ("match_events", "match_answers")
)


def run(progress: Progress | None = None, quick: bool = False, repeats: int | None = None) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    """Everything, on every database that can be had. Raises :class:`RuntimeError` where a resumed match is another one."""
    tell = progress or silent
    turns = repeats or (QUICK_REPEATS if quick else REPEATS)
    report = Report("saves")
    parts: tuple[Callable[[Report, Kind, Path, int], None], ...] = (
        lambda r, kind, _, n: _resuming(r, kind, QUICK_RESUMED if quick else RESUMED, n),
        lambda r, kind, _, n: _migrating(r, kind, QUICK_LIFTED if quick else LIFTED, n),
        lambda r, kind, data, n: _starting(r, kind, data, QUICK_UNFINISHED if quick else UNFINISHED, n),
        lambda r, kind, data, n: copying.copies(r, kind, data, QUICK_COPIED if quick else COPIED, n),
        lambda r, kind, data, n: copying.beside_play(r, kind, data, QUICK_COPIED if quick else COPIED, min(n, 3)),
    )
    names = ("resuming", "migrating", "starting", "copying", "copying beside play")
    for number, (name, part) in enumerate(zip(names, parts, strict=True)):
        with tempfile.TemporaryDirectory(prefix="mahjong-club-bench-") as folder, empty(Path(folder)) as kinds:
            for place, kind in enumerate(kinds):
                tell(number * len(kinds) + place, len(parts) * len(kinds), f"{name} ({kind.name})")
                part(report, kind, Path(folder), turns)
            if len(kinds) == 1 and not number:
                report.notes.append(f"PostgreSQL is measured where {POSTGRES} has a server's address.")
    tell(1, 1, "done")
    return report.json()


# --- resuming
def _resuming(report: Report, kind: Kind, count: int, turns: int) -> None:
    ids = fill(kind.url, count)
    replays, resumes = asyncio.run(_resumed(kind.url, ids, turns))
    # How many times faster: ours is a rate.
    report.compare(
        f"{kind.name}: matches resumed a second, beside from their first event",
        [count / seconds for seconds in resumes],
        [count / seconds for seconds in replays],
        "1/s",
        ">= 20",
    )
    with Offline(kind.url, writing=False) as offline:
        events = offline.run(lambda session: session.execute(text("SELECT count(*) FROM match_events")).scalar_one())
    report.rows.append(Row(f"{kind.name}: events of a resumed match", events / count, ""))


async def _resumed(url: str, ids: Sequence[str], turns: int) -> tuple[list[float], list[float]]:
    """Seconds until all tables were there, without snapshots and with those that the first way left when its tables rested."""
    database = open_database(url)
    await database.open()
    replays, resumes = [], []
    try:
        for _ in range(turns):
            await database.transact(_forget_snapshots)
            seconds, slow = await _loaded(database, ids)
            replays.append(seconds)
            seconds, fast = await _loaded(database, ids)
            resumes.append(seconds)
            if slow != fast:
                raise RuntimeError("a match resumed from its snapshot is not the one that its events tell")
    finally:
        await database.close()
    return replays, resumes


def _forget_snapshots(session: Session) -> None:
    session.execute(text("DELETE FROM snapshots"))


async def _loaded(database: Database, ids: Sequence[str]) -> tuple[float, list[dict[str, Any]]]:
    tables = Tables(
        database,
        database.snapshots,
        Setups(database),
        ticker=LoopTicker(),
        rules_for=rules_for,
        choose=bots.choose,
        rng=lambda: random.Random(1),
    )
    seconds, states = 0.0, []
    for match_id in ids:
        start = perf_counter()
        table = await tables.get(match_id)
        seconds += perf_counter() - start
        states.append(dump(table.state))
        # Nobody is there: it rests, and leaves a snapshot.
        await table.idle()
    return seconds, states


# --- migrating
def _migrating(report: Report, kind: Kind, count: int, turns: int) -> None:
    ids = fill(kind.url, count)
    reads, looks, lifts = [], [], []
    with Offline(kind.url, writing=True) as offline:
        for turn in range(turns):
            reads.append(_each(offline, ids, _read))
            looks.append(_each(offline, ids, partial(migrate_match, write=True)))
            steps: dict[str, Sequence[Lift]] = {"drawn": [_touched] * (turn + 1)}
            lifts.append(_each(offline, ids, partial(migrate_match, write=True, lifts=steps)))
    report.compare(f"{kind.name}: migrating {count} matches, beside reading their rows", looks, reads, "s", "<= 5")
    report.compare(f"{kind.name}: the same, with every draw to be rewritten", lifts, reads, "s")


def _touched(content: dict[str, Any]) -> dict[str, Any]:
    return content


def _each(offline: Offline, ids: Sequence[str], work: Callable[..., object]) -> float:
    start = perf_counter()
    for match_id in ids:
        offline.run(partial(work, match_id=match_id))
    return perf_counter() - start


def _read(session: Session, match_id: str) -> int:
    return sum(len(session.execute(each, {"match_id": match_id}).all()) for each in _READ)


# --- starting
def _starting(report: Report, kind: Kind, data: Path, count: int, turns: int) -> None:
    fill(kind.url, count, late=False)
    bare, full = [], []
    with empty(data / "none") as others:
        other = next(each for each in others if each.name == kind.name)
        # The first start of all finds nothing in the machine's memory.
        for turn in range(turns + 1):
            seconds = _start(other, data / "none"), _start(kind, data)
            if turn:
                bare.append(seconds[0])
                full.append(seconds[1])
    report.compare(f"{kind.name}: starting with {count} unfinished matches, beside none", full, bare, "s", "<= 1.3")


def _start(kind: Kind, data: Path) -> float:
    start = perf_counter()
    with serving(data, kind.environment):
        return perf_counter() - start
