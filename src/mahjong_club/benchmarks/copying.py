"""Backups: beside what the database engine's own tools take for it, and what those who play meanwhile notice."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import perf_counter

from sqlalchemy import make_url

from mahjong_club.benchmarks.club import build_club, serving
from mahjong_club.benchmarks.load import measure
from mahjong_club.benchmarks.report import Report, Row
from mahjong_club.benchmarks.stored import Kind, fill
from mahjong_club.storage import backup as archive

TABLES, THINK_S, SECONDS = 24, 0.4, 6.0


def copies(report: Report, kind: Kind, data: Path, count: int, turns: int) -> None:
    """Ours and the engine's own copy of the same database, turn about."""
    fill(kind.url, count)
    if kind.name != "SQLite" and shutil.which("pg_dump") is None:
        report.notes.append("pg_dump is not installed: PostgreSQL's own copy is not measured.")
        return
    ours, theirs, size = [], [], 0
    for turn in range(turns):
        file, other = data / f"ours-{turn}", data / f"theirs-{turn}"
        start = perf_counter()
        archive.backup(kind.url, file)
        ours.append(perf_counter() - start)
        start = perf_counter()
        _engines_own(kind, other)
        theirs.append(perf_counter() - start)
        size = file.stat().st_size
        file.unlink()
        other.unlink()
    own = "SQLite's backup" if kind.name == "SQLite" else "pg_dump"
    report.compare(f"{kind.name}: backup of {size // 2**20} MB, beside {own}", ours, theirs, "s", "<= 2")


def _engines_own(kind: Kind, file: Path) -> None:
    """As its tool writes it, and onto the disk like ours."""
    if kind.name == "SQLite":
        with (
            contextlib.closing(sqlite3.connect(make_url(kind.url).database or "")) as source,
            contextlib.closing(sqlite3.connect(file)) as copy,
        ):
            source.backup(copy)
        return
    url = make_url(kind.url).set(drivername="postgresql").render_as_string(hide_password=False)
    subprocess.run(["pg_dump", "--file", str(file), url], check=True, capture_output=True)
    with file.open("rb") as written:
        os.fsync(written.fileno())


def beside_play(report: Report, kind: Kind, data: Path, count: int, turns: int) -> None:
    """Moves at a served club, undisturbed and with one backup after the other being made."""
    fill(kind.url, count)
    calm: list[float] = []
    disturbed: list[float] = []
    made = 0
    for turn in range(turns):
        for copied in (False, True):
            matches = asyncio.run(build_club(data, TABLES, 0, url=kind.url))
            with serving(data, kind.environment) as server, _copying(kind, data, turn, on=copied) as counted:
                measured = asyncio.run(measure(server, matches, SECONDS, think_s=THINK_S, settle_s=1.0))
            (disturbed if copied else calm).append(measured.p99_ms)
            made += counted[0]
    report.compare(f"{kind.name}: 99 of 100 moves during backups, beside without", disturbed, calm, "ms", "<= 2")
    report.rows.append(Row(f"{kind.name}: backups made meanwhile", made, ""))


@contextlib.contextmanager
def _copying(kind: Kind, data: Path, turn: int, *, on: bool) -> Iterator[list[int]]:
    """`mahjong-club backup` over and over, in a process of its own as an admin would; how many were made."""
    counted, enough = [0], Event()
    if not on:
        yield counted
        return

    def work() -> None:
        while not enough.is_set():
            file = data / f"copy-{turn}"
            command = [sys.executable, "-m", "mahjong_club", "backup", str(file), "--data", str(data)]
            subprocess.run(command, env={**os.environ, **kind.environment}, check=True, capture_output=True)
            file.unlink()
            counted[0] += 1

    thread = Thread(target=work)
    thread.start()
    try:
        yield counted
    finally:
        enough.set()
        thread.join()
