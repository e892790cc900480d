"""Live tables: sockets, rules and a durable log together, next to majiang-server in the same run.

One server process with SQLite (``synchronous=FULL``, group commit), the load from this process. The peer is majiang-server 1.4.3
with its delays removed; it stores nothing. A turn is a discard; latency is from the last message that makes a step possible
leaving the load to the step's first message coming back.
"""

import asyncio
import contextlib
import json
import os
import re
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import uvloop

from mahjong_club.benchmarks.club import build_club, serving
from mahjong_club.benchmarks.load import Measured, measure
from mahjong_club.benchmarks.matches import PEERS, node, node_environment
from mahjong_club.benchmarks.report import PeerMissing, Progress, Report, Row, silent
from mahjong_club.benchmarks.resting import resting

TABLES: Final = 50
PACED_TABLES, QUICK_PACED = 1_000, 40
RESTING_TABLES, QUICK_RESTING = 10_000, 200
SECONDS, QUICK_SECONDS = 10.0, 3.0
REPEATS: Final = 3
WINDOW_MS: Final = 1_200
THINK_S: Final = 3.0
KB_PER_TABLE: Final = 150
_PEER: Final = "@kobalab/majiang-server@1.4.3"
T = TypeVar("T")


def run(progress: Progress | None = None, quick: bool = False, repeats: int | None = None) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    """Everything; ``quick`` is a short look that reaches no steady state. Raises :class:`PeerMissing`."""
    tell = progress or silent
    turns = repeats or (1 if quick else REPEATS)
    seconds = QUICK_SECONDS if quick else SECONDS
    steps = 2 * turns + 2
    report = Report("server")
    ours: list[Measured] = []
    peer: list[dict[str, float]] = []
    sizes: list[Row] = []
    for turn in range(turns):
        tell(2 * turn, steps, f"{TABLES} tables of ours")
        measured, sizes = _club(TABLES, 0, 0.0, seconds)
        ours.append(measured)
        tell(2 * turn + 1, steps, f"{TABLES} tables of majiang-server")
        peer.append(majiang_server(TABLES, seconds))
    report.compare(f"{TABLES} tables", [m.turns_per_s for m in ours], [p["turns_per_s"] for p in peer], "turns/s", ">= 1.2")
    report.compare("action to broadcast, 99 of 100", [m.p99_ms for m in ours], [p["p99"] for p in peer], "ms", "<= 1")
    report.compare("action to broadcast, median", [m.p50_ms for m in ours], [p["lat_ms_p50"] for p in peer], "ms")
    report.compare("the server's processor", [m.server_cpu for m in ours], [p["server_cpu"] for p in peer], "cores")
    report.rows.extend(sizes)
    tell(steps - 2, steps, "paced tables")
    _paced(report, QUICK_PACED if quick else PACED_TABLES, seconds)
    tell(steps - 1, steps, "resting tables")
    report.rows.extend(resting(QUICK_RESTING if quick else RESTING_TABLES))
    tell(steps, steps, "done")
    report.notes.append("The peer stores nothing; ours answers only after the commit.")
    report.notes.append(f"Paced: claim windows of {WINDOW_MS} ms, players who think up to {THINK_S:g} s before a discard.")
    return report.json()


def _paced(report: Report, tables: int, seconds: float) -> None:
    measured, _ = _club(tables, WINDOW_MS, THINK_S, seconds)
    per_table = (measured.memory_live_kb - measured.memory_before_kb) / tables
    report.rows += [
        Row(f"{tables} paced tables, action to broadcast, 99 of 100", measured.p99_ms, "ms", target="<= 15"),
        Row(f"{tables} paced tables", measured.turns_per_s, "turns/s"),
        Row(f"{tables} paced tables, the server's processor", measured.server_cpu, "cores"),
        Row("memory of a live table with four sockets", per_table, "kB", target=f"<= {KB_PER_TABLE}"),
        Row(f"processor once the {tables} tables rest", measured.resting_cpu, "cores", target="<= 0.02"),
    ]


def _club(tables: int, window_ms: int, think_s: float, seconds: float) -> tuple[Measured, list[Row]]:
    with tempfile.TemporaryDirectory(prefix="mahjong-club-bench-") as folder:
        data = Path(folder)
        matches = _run(build_club(data, tables, window_ms))
        with serving(data) as server:
            measured = _run(measure(server, matches, seconds, think_s=think_s))
        return measured, _sizes(data)


def _run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def _sizes(data: Path) -> list[Row]:
    """What the log takes, from the file the server left."""
    file = data / "club.sqlite3"
    with contextlib.closing(sqlite3.connect(file)) as database:
        count, payload = database.execute("SELECT count(*), sum(length(payload)) FROM match_events").fetchone()
    on_disk = sum(each.stat().st_size for each in data.iterdir())
    return [
        Row("an event's text", payload / count, "bytes"),
        Row("an event on disk, with its row, indexes and all else", on_disk / count, "bytes"),
    ]


# --- the peer ----------------------------------------------------------------------------------------------------------
def majiang_server(tables: int, seconds: float) -> dict[str, float]:
    """One run of the peer under its own load."""
    port = _free_port()
    with _majiang_process(port) as pid:
        answer = node(
            "mj_server_load.cjs", str(tables), str(seconds), str(pid), package=_PEER, environment={"PORT": str(port), "FAST": "1"}
        )
    return {name: float(value) for name, value in json.loads(answer).items() if isinstance(value, int | float)}


@contextlib.contextmanager
def _majiang_process(port: int) -> Iterator[int]:
    environment = {**node_environment(), "PORT": str(port), "FAST": "1"}
    with tempfile.TemporaryDirectory(prefix="mahjong-club-bench-") as folder, open(os.devnull, "wb") as nowhere:
        try:
            process = subprocess.Popen(
                ["node", str(PEERS / "mj_server_fast.cjs")], env=environment, cwd=folder, stdout=nowhere, stderr=subprocess.PIPE
            )
        except FileNotFoundError as failure:
            raise PeerMissing("this benchmark compares with a program on node, which is not installed") from failure
        try:
            if not _wait(lambda: process.poll() is not None or _answers(port)) or process.poll() is not None:
                process.kill()
                said = process.stderr.read().decode(errors="replace") if process.stderr else ""
                if re.search("Cannot find module", said):
                    raise PeerMissing(f"this benchmark compares with {_PEER}: run `npm install` in the checkout")
                raise RuntimeError(f"majiang-server did not start: {said[-400:]}")
            yield process.pid
        finally:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait(done: Callable[[], bool], most_s: float = 30.0) -> bool:
    deadline = time.monotonic() + most_s
    while not done():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
