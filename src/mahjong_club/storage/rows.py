"""Log entries as rows and back, the statements of the log, and what a stored match's end does to the read models."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import insert, text, update
from sqlalchemy.engine import Connection

from mahjong_club.protocol.entries import Banks, Entry
from mahjong_club.storage.models import Match, Result, Seating

COLUMNS: Final = "match_id, seq, kind, payload, seat, act_id, banks, at_ms"
NAMES: Final = tuple(COLUMNS.split(", "))
MATCH_ENDED: Final = "match_ended"
SEATED: Final = "seated"
#: Events that change other rows, too, in the transaction that stores them.
FOLLOWED: Final = frozenset((MATCH_ENDED, SEATED))
WINDOW_CLOSED: Final = "window_closed"

PING: Final = text("SELECT 1")
READ_SNAPSHOT: Final = text("SELECT seq, payload FROM snapshots WHERE match_id = :match_id")
Row = tuple[str, int, str, bytes, int | None, str | None, str | None, int]

#: Events after a number, then answers that no closed window has used up. Answers follow the event they were given after.
READ_LOG: Final = text(
    f"SELECT 0, {COLUMNS} FROM match_events WHERE match_id = :match_id AND seq > :after"
    f" UNION ALL SELECT id, {COLUMNS} FROM match_answers WHERE match_id = :match_id AND seq >= coalesce((SELECT seq"
    " FROM match_events WHERE match_id = :match_id AND kind = 'window_closed' ORDER BY seq DESC LIMIT 1), 0) ORDER BY 3, 1"
)
READ_ACTS: Final = text(
    "SELECT seat, act_id, seq FROM match_events WHERE match_id = :match_id AND act_id IS NOT NULL"
    " UNION ALL SELECT seat, act_id, seq FROM match_answers WHERE match_id = :match_id AND act_id IS NOT NULL"
)


def row_of(match_id: str, entry: Entry) -> Row:
    """The entry in the order of ``COLUMNS``."""
    banks = None if entry.banks is None else "%d %d %d %d" % entry.banks  # noqa: UP031 - twice as fast as the alternatives
    return (match_id, entry.seq, entry.kind, entry.payload, entry.seat, entry.act_id, banks, entry.at_ms)


def entry_of(row: Sequence[Any], *, sealed: bool) -> Entry:
    """The entry of a row that was read in the order of ``COLUMNS``."""
    _, seq, kind, payload, seat, act_id, banks, at_ms, *_ = row
    return Entry(seq, kind, bytes(payload), sealed, seat, act_id, _banks(banks), at_ms)


def read_log(connection: Connection, match_id: str, after: int) -> list[Entry]:
    """Entries after a number, with the answers of the window that is still open."""
    found = connection.execute(READ_LOG, {"match_id": match_id, "after": after}).all()
    return [entry_of(row, sealed=answer > 0) for answer, *row in found]


def read_acts(connection: Connection, match_id: str) -> dict[tuple[int, str], int]:
    """For each (seat, act id) the lowest number stored with it."""
    acts: dict[tuple[int, str], int] = {}
    for seat, act_id, seq in connection.execute(READ_ACTS, {"match_id": match_id}):
        if seat is not None:
            acts[seat, act_id] = min(seq, acts.get((seat, act_id), seq))
    return acts


def read_snapshot(connection: Connection, match_id: str) -> tuple[int, bytes] | None:
    """The newest snapshot as (seq, payload)."""
    row = connection.execute(READ_SNAPSHOT, {"match_id": match_id}).first()
    return None if row is None else (row[0], bytes(row[1]))


def _banks(written: str | None) -> Banks | None:
    if written is None:
        return None
    a, b, c, d = written.split()
    return int(a), int(b), int(c), int(d)


def merge(events: Iterable[Entry], answers: Iterable[Entry]) -> list[Entry]:
    """Both in the order they were appended."""
    return sorted([*events, *answers], key=lambda entry: (entry.seq, entry.sealed))


def follow(connection: Connection, match_id: str, entry: Entry) -> None:
    """Change what has to change with the event; see :data:`FOLLOWED`."""
    if entry.kind == MATCH_ENDED:
        finish_match(connection, match_id, entry)
    elif entry.kind == SEATED:
        said = json.loads(entry.payload)
        values = {"person_id": said.get("person"), "bot": said.get("bot"), "name": said["name"], "left": False}
        where = (Seating.match_id == match_id) & (Seating.seat == said["seat"])
        connection.execute(update(Seating).where(where).values(values))


def finish_match(connection: Connection, match_id: str, entry: Entry) -> None:
    """Bring the read models up to the end of a match, in the transaction that stores the end."""
    connection.execute(update(Match).where(Match.id == match_id).values(state="over", finished_ms=entry.at_ms))
    lines = [
        {
            "match_id": match_id,
            "seat": line["seat"],
            "place": line["place"],
            "score": line["score"],
            "points": line.get("points", 0),
        }
        for line in json.loads(entry.payload).get("standings", ())
    ]
    if lines and connection.execute(text("SELECT 1 FROM matches WHERE id = :id"), {"id": match_id}).first():
        connection.execute(insert(Result), lines)
