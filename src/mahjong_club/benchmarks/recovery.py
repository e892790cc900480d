"""Coming back after a kill: a thousand live matches from snapshot and tail, against replaying them from their first events.

The matches are played to somewhere in the middle, their logs and snapshots are in a SQLite file as the
server writes them, and then every match is made anew in both ways; the states must be equal.
"""

import asyncio
import contextlib
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from mahjong_club.benchmarks.club import database_url
from mahjong_club.benchmarks.driver import play_match, random_chooser
from mahjong_club.benchmarks.report import Progress, Report, Row, silent
from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.statedump import dump_state, load_state
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import DealStarted, Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import newest, rules_for
from mahjong_club.rules.views import dump
from mahjong_club.storage import migrate
from mahjong_club.storage.database import Database, open_database

MATCHES, QUICK_MATCHES = 1_000, 60
REPEATS: Final = 3
#: Different matches that are played; the others are copies of them under another id.
_PLAYED: Final = 40
_DEALS: Final = (4, 12)
TARGET: Final = ">= 5"


class _Stop(Exception):
    """The match was killed here."""


def run(progress: Progress | None = None, quick: bool = False, repeats: int | None = None) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    """Seconds to recover all matches in both ways, turn about. Raises :class:`RuntimeError` where the states differ."""
    return asyncio.run(_run(progress or silent, QUICK_MATCHES if quick else MATCHES, repeats or (1 if quick else REPEATS)))


async def _run(tell: Progress, count: int, repeats: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="mahjong-club-bench-") as folder:
        url = database_url(Path(folder))
        await asyncio.to_thread(migrate.upgrade, url)
        database = open_database(url)
        await database.open()
        try:
            return await _measure(tell, database, count, repeats)
        finally:
            await database.close()


async def _measure(tell: Progress, database: Database, count: int, repeats: int) -> dict[str, Any]:
    steps = count + 2 * repeats
    played = [_killed_match(number) for number in range(min(_PLAYED, count))]
    ids = []
    for number in range(count):
        tell(number, steps, "writing matches")
        entries, snapshot_at, snapshot = played[number % len(played)]
        ids.append(f"{number:032x}")
        await database.append(ids[-1], entries)
        await database.snapshots.put(ids[-1], snapshot_at, snapshot)
    replays, recoveries = [], []
    for turn in range(repeats):
        tell(count + 2 * turn, steps, "from their first events")
        seconds, slow = await _all(database, ids, _replayed)
        replays.append(seconds)
        tell(count + 2 * turn + 1, steps, "from snapshot and tail")
        seconds, fast = await _all(database, ids, _recovered)
        recoveries.append(seconds)
        if slow != fast:
            raise RuntimeError("a match recovered from its snapshot is not the one that its events tell")
    tell(steps, steps, "done")
    report = Report("recovery")
    report.compare(f"{count} live matches a second, beside replaying", *_rates(count, recoveries, replays), "1/s", TARGET)
    report.measure(f"{count} live matches from snapshot and tail", recoveries, "s")
    report.measure(f"{count} live matches from their first events", replays, "s")
    report.rows.append(Row("events of a match", sum(len(entries) for entries, _, _ in played) / len(played), ""))
    return report.json()


def _rates(count: int, recoveries: Sequence[float], replays: Sequence[float]) -> tuple[list[float], list[float]]:
    return [count / seconds for seconds in recoveries], [count / seconds for seconds in replays]


async def _all(database: Database, ids: Sequence[str], how: Callable[[Database, str], Any]) -> tuple[float, list[dict[str, Any]]]:
    """Seconds for all matches, and the dumps of a few of the states."""
    start = perf_counter()
    states = [await how(database, match_id) for match_id in ids]
    seconds = perf_counter() - start
    return seconds, [dump(state) for state in states[:_PLAYED]]


async def _replayed(database: Database, match_id: str) -> MatchState:
    return _evolved(MatchState(rules_for), await database.read(match_id))


async def _recovered(database: Database, match_id: str) -> MatchState:
    latest = await database.snapshots.latest(match_id)
    assert latest is not None
    state, _ = load_state(latest[1], rules_for)
    return _evolved(state, await database.read(match_id, state.seq))


def _evolved(state: MatchState, entries: Sequence[Entry]) -> MatchState:
    for entry in entries:
        if not entry.sealed or state.window is not None:
            evolve(state, decode_stored(entry.kind, entry.payload))
    return state


def _killed_match(number: int) -> tuple[list[Entry], int, bytes]:
    """A match that was killed in the middle of a deal: its log, and its snapshot of the deal's start, as the server keeps it."""
    rng = random.Random(number)
    last_deal, tail = rng.randint(*_DEALS), rng.randrange(20, 200)
    entries: list[Entry] = []
    deals = 0
    snapshot: tuple[int, bytes] = (0, b"")

    def watch(state: MatchState, event: Event) -> None:
        nonlocal deals, snapshot
        entries.append(
            Entry(
                state.seq,
                EVENT_NAMES[type(event)],
                encode_event(event),
                sealed=event.sealed,
                seat=getattr(event, "seat", None),
            )
        )
        if isinstance(event, DealStarted):
            deals += 1
            snapshot = (state.seq, dump_state(state, {"asked": state.seq}))
        if deals == last_deal and state.seq >= snapshot[0] + tail:
            raise _Stop

    with contextlib.suppress(_Stop):
        play_match(newest("hong_kong").key, {}, random_chooser(rng), number, watch=watch)
    return entries, *snapshot
