"""A club of any size for measuring: people, tables and matches written through the lobby, and a server process on top."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mahjong_club.accounts.service import Accounts
from mahjong_club.lobby.service import Lobby, Wishes
from mahjong_club.lobby.updates import Updates
from mahjong_club.protocol.entries import AwaySetup, MatchSetup
from mahjong_club.storage import migrate
from mahjong_club.storage.database import open_database

#: Nobody is slowed down by the limits that a public club wants.
_NO_LIMITS = {
    f"MAHJONG_CLUB_{name}_{what}": "1000000"
    for name in ("GUESTS", "BOTS", "TABLES", "TABLES_FROM")
    for what in ("BURST", "PER_MINUTE")
}
_TOGETHER = 64
_START_S = 60.0


@dataclass(frozen=True, slots=True)
class Seats:
    """A match and the cookies of its four people, by seat."""

    match: str
    cookies: tuple[str, ...]


class _Later:
    """Matches begin when their first socket comes."""

    async def begin(self, setup: MatchSetup) -> None:
        """Nothing yet."""

    async def leave(self, match_id: str, seat: int) -> None:
        """Nobody leaves here."""

    async def stand_up(self, match_id: str, seat: int) -> None:
        """Nobody leaves here."""


def database_url(data: Path) -> str:
    """Address of the SQLite file the server uses in ``data``."""
    return f"sqlite+aiosqlite:///{(data / 'club.sqlite3').absolute()}"


async def build_club(
    data: Path, tables: int, window_ms: int, options: dict[str, Any] | None = None, *, url: str | None = None
) -> list[Seats]:
    """Write ``tables`` matches of four people each, ready to begin, into a folder's database or that of ``url``."""
    url = url or database_url(data)
    await asyncio.to_thread(migrate.upgrade, url)
    database = open_database(url)
    await database.open()
    try:
        accounts = await Accounts.open(database)
        lobby = Lobby(database, _Later(), Updates())
        wishes = Wishes("hong_kong", options or {}, None, AwaySetup("wait", 0), window_ms, listed=False, seating="chosen")
        gate = asyncio.Semaphore(_TOGETHER)

        async def one(number: int) -> Seats:
            async with gate:
                return await _table(accounts, lobby, wishes, number)

        return list(await asyncio.gather(*(one(number) for number in range(tables))))
    finally:
        await database.close()


async def _table(accounts: Accounts, lobby: Lobby, wishes: Wishes, number: int) -> Seats:
    people = [await accounts.sign_in(f"p{number} {seat}", "en") for seat in range(4)]
    host, *others = people
    code = (await lobby.create(host, wishes)).code
    for person in others:
        await lobby.sit(code, person, None)
        await lobby.set_ready(code, person, "", ready=True)
    table = await lobby.start(code, host, None)
    assert table.match_id is not None
    match = await lobby.match(table.match_id)
    by_seat = sorted(match.seatings, key=lambda seating: seating.seat)
    ids = {person.id: person for person in people}
    return Seats(match.setup.id, tuple(accounts.cookie_of(ids[seating.person_id or ""]) for seating in by_seat))


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A running server: its address and what it uses."""

    host: str
    port: int
    pid: int

    def memory_kb(self) -> int:
        """Resident memory."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text(encoding="ascii"))
        return int(found.group(1)) if found else 0

    def cpu_s(self) -> float:
        """Processor time used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def serving(data: Path, environment: Mapping[str, str] | None = None) -> Iterator[ServerProcess]:
    """``mahjong-club serve`` on a data folder, as a process of its own. Raises :class:`RuntimeError` where it does not start."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "mahjong_club", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)],
            env={**os.environ, **_NO_LIMITS, "PYTHONUNBUFFERED": "1", "MAHJONG_CLUB_LOG_LEVEL": "warning", **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=log,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            found = re.search(r"http://([\d.]+):(\d+)", line)
            if found is None:
                log.seek(0)
                raise RuntimeError(f"the server did not start: {log.read()[-400:].decode(errors='replace')}")
            yield ServerProcess(found.group(1), int(found.group(2)), process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=_START_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
