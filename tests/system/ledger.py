"""What a database holds of a match, read beside the server with a connection of our own."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import asyncpg
from sqlalchemy import make_url

from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import Event
from tests.system.client import Json, Player

READ = "SELECT seq, kind, payload, seat, act_id FROM"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the log."""

    seq: int
    kind: str
    payload: bytes
    seat: int | None
    act_id: str | None

    @property
    def event(self) -> Event:
        return decode_stored(self.kind, self.payload)


@dataclass(frozen=True, slots=True)
class Log:
    """A match's numbered events and its sealed answers."""

    events: list[Row]
    answers: list[Row]
    secret: str


class Ledger(Protocol):
    """A database."""

    async def read(self, match: str) -> Log:
        """The whole log of a match."""
        ...


class SqliteLedger:
    """The embedded database; never the last to close it, since that would tidy up behind a killed server."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def read(self, match: str) -> Log:
        return await asyncio.to_thread(self._read, match)

    def _read(self, match: str) -> Log:
        raw = sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=30.0)
        try:
            events, answers = (
                [Row(*row) for row in raw.execute(f"{READ} {table} WHERE match_id = ? ORDER BY seq, id", (match,))]
                for table in ("match_events", "match_answers")
            )
            (secret,) = raw.execute("SELECT secret FROM matches WHERE id = ?", (match,)).fetchone()
        finally:
            raw.close()
        return Log(events, answers, secret)


class PostgresLedger:
    """A PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)

    async def read(self, match: str) -> Log:
        raw = await asyncpg.connect(self._dsn)
        try:
            events, answers = [
                [Row(*row) for row in await raw.fetch(f"{READ} {table} WHERE match_id = $1 ORDER BY seq, id", match)]
                for table in ("match_events", "match_answers")
            ]
            secret = await raw.fetchval("SELECT secret FROM matches WHERE id = $1", match)
        finally:
            await raw.close()
        return Log(events, answers, secret)


#: What the first event of an act is, where it is not an answer in a window.
FIRST_EVENT = {
    "discard": "discarded",
    "declare_ready": "discarded",
    "kong": "kong_declared",
    "win": "deal_won",
    "pass": "",
    "abort_deal": "deal_drawn",
    "continue_match": "match_continued",
}


def audit(log: Log, players: Iterable[Player]) -> None:
    """Everything acknowledged or told is in the log, as it was acknowledged and told; nothing is in it twice or unasked."""
    numbers = [row.seq for row in log.events]
    assert numbers == list(range(1, len(numbers) + 1)), "the log's numbers are not dense"
    stored = {(row.seat, row.act_id): row for row in (*log.events, *log.answers) if row.act_id is not None}
    times = Counter((row.seat, row.act_id) for row in (*log.events, *log.answers) if row.act_id is not None)
    assert all(count == 1 for count in times.values()), f"applied twice: {[k for k, n in times.items() if n > 1]}"
    by_seat = {player.seat: player for player in players}
    for (seat, act), row in stored.items():
        sent = by_seat[seat].acts
        assert act in sent, f"seat {seat} never sent {act}"
        assert act not in by_seat[seat].refused, f"{act} was refused ({by_seat[seat].refused[act]}) and is in the log"
        assert _fits(sent[act]["action"], row), f"{act} was {sent[act]['action']} and is stored as {row.kind}"
    for seat, player in by_seat.items():
        for act, seq in player.accepted.items():
            assert (seat, act) in stored, f"{act} was acknowledged with {seq} and is lost"
            assert stored[seat, act].seq == seq, f"{act} was acknowledged with {seq}, stored as {stored[seat, act].seq}"
        for number, item in player.told.items():
            assert number <= len(log.events), f"{player.name} was told of {number}, the log ends at {len(log.events)}"
            assert as_seen(log.events[number - 1].event, player.seat) == item, f"{player.name}, event {number}"


def as_seen(event: Event, viewer: int | None) -> Json:
    """An event as a viewer is to be told of it."""
    data: Json = json.loads(encode_event(event.seen_by(viewer)))
    return data


def _fits(action: Json, row: Row) -> bool:
    payload: dict[str, Any] = json.loads(row.payload)
    if row.kind == "claim_answered":
        found: Json = payload["answer"]["action"]
        return found == {name: value for name, value in action.items() if value not in (None, False)}
    if row.kind == "discarded":
        return action["type"] in ("discard", "declare_ready") and bool(payload["tile"] == action["tile"])
    if row.kind == "deposit_paid":
        return bool(action["type"] == "declare_ready")
    return bool(row.kind == FIRST_EVENT.get(action["type"]))
