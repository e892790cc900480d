"""Whole matches out of the database and into it, and payloads rewritten in place. For commands, not for play."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry, MatchSetup
from mahjong_club.storage import rows
from mahjong_club.storage.matches import add_match
from mahjong_club.storage.models import ClubTable, Match, MatchAnswer, MatchEvent, Result, Seating, Snapshot

_TABLES: Final[dict[str, type[MatchEvent] | type[MatchAnswer]]] = {"events": MatchEvent, "answers": MatchAnswer}
_EVERYTHING: Final = {
    sealed: text(f"SELECT {rows.COLUMNS} FROM {table} WHERE match_id = :match_id ORDER BY seq, id")
    for sealed, table in ((False, "match_events"), (True, "match_answers"))
}


@dataclass(frozen=True, slots=True)
class SaveLine:
    """A stored match in a list: how many deals were begun, how many events it has, when the last was stored."""

    id: str
    code: str
    state: str
    ruleset: str
    people: tuple[str, ...]
    deals: int
    events: int
    last_ms: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A row of the log as it lies there: table (``events``, ``answers``), row id, number, kind, payload."""

    table: str
    id: int
    seq: int
    kind: str
    payload: bytes


def match_ids(session: Session) -> list[str]:
    """Every match, oldest first."""
    return list(session.scalars(select(Match.id).order_by(Match.created_ms, Match.id)))


def match_lines(session: Session, *, finished: bool) -> list[SaveLine]:
    """Stored matches, the last played first; those that are over only with ``finished``."""
    wanted = select(Match.id, Match.code, Match.state, Match.ruleset_key, Match.created_ms)
    found = session.execute(wanted if finished else wanted.where(Match.state != "over")).all()
    names: dict[str, list[str]] = {}
    for match_id, name in session.execute(select(Seating.match_id, Seating.name).order_by(Seating.seat)):
        names.setdefault(match_id, []).append(name)
    counts: dict[str, tuple[int, int]] = {}
    for match_id, events, last_ms in session.execute(
        select(MatchEvent.match_id, func.count(), func.max(MatchEvent.at_ms)).group_by(MatchEvent.match_id)
    ):
        counts[match_id] = (events, last_ms)
    begun = ("deal_started", "position_restored")
    per_match = select(MatchEvent.match_id, func.count()).where(MatchEvent.kind.in_(begun)).group_by(MatchEvent.match_id)
    deals: dict[str, int] = {row[0]: row[1] for row in session.execute(per_match)}
    lines = [
        SaveLine(
            match_id,
            code,
            state,
            key,
            tuple(names.get(match_id, ())),
            deals.get(match_id, 0),
            *counts.get(match_id, (0, created)),
        )
        for match_id, code, state, key, created in found
    ]
    return sorted(lines, key=lambda line: (-line.last_ms, line.id))


def read_everything(session: Session, match_id: str) -> list[Entry]:
    """The whole log, with the sealed answers of closed windows, in the order of appending."""
    connection = session.connection()
    parts = [
        [rows.entry_of(row, sealed=sealed) for row in connection.execute(_EVERYTHING[sealed], {"match_id": match_id})]
        for sealed in (False, True)
    ]
    return rows.merge(*parts)


def has_match(session: Session, match_id: str) -> bool:
    """Whether the match is stored."""
    return session.get(Match, match_id) is not None


def delete_match(session: Session, match_id: str) -> None:
    """Forget a match, its log and its people's seats; its table stays."""
    for model in (Snapshot, MatchAnswer, MatchEvent, Result, Seating):
        session.execute(delete(model).where(model.match_id == match_id))
    session.execute(delete(Match).where(Match.id == match_id))


def insert_match(
    session: Session,
    setup: MatchSetup,
    entries: Sequence[Entry],
    *,
    state: str,
    lot: dict[str, Any],
    left: Sequence[bool],
    created_ms: int,
    finished_ms: int | None,
) -> None:
    """Store a whole match. The caller has checked that it is not there."""
    add_match(session, setup, lot, created_ms)
    for seat, gone in enumerate(left):
        if gone:
            session.execute(update(Seating).where(Seating.match_id == setup.id, Seating.seat == seat).values(left=True))
    for table, sealed in (("events", False), ("answers", True)):
        values = [dict(zip(rows.NAMES, rows.row_of(setup.id, e), strict=True)) for e in entries if e.sealed == sealed]
        if values:
            session.execute(insert(_TABLES[table]), values)
    session.execute(update(Match).where(Match.id == setup.id).values(state=state, finished_ms=finished_ms))
    ended = next((entry for entry in entries if entry.kind == rows.MATCH_ENDED), None)
    if ended is not None:
        lines = json.loads(ended.payload).get("standings", ())
        session.execute(insert(Result), [{"points": 0, **line, "match_id": setup.id} for line in lines])


def table_of(session: Session, table_id: str) -> tuple[str, str | None] | None:
    """Code and last match of a table that is open."""
    row = session.get(ClubTable, table_id)
    return None if row is None or row.closed else (row.code, row.match_id)


def place_at_table(session: Session, table_id: str, match_id: str) -> None:
    """Make a match the one that is played at a table."""
    session.execute(update(ClubTable).where(ClubTable.id == table_id).values(match_id=match_id))


# --- rewriting ---------------------------------------------------------------------------------------------------------
def stored_rows(session: Session, match_id: str) -> list[Stored]:
    """The match's rows, each read once; other writers of the match wait until the transaction ends."""
    session.execute(select(Match.id).where(Match.id == match_id).with_for_update()).all()
    out: list[Stored] = []
    for table, model in _TABLES.items():
        found = session.execute(
            select(model.id, model.seq, model.kind, model.payload).where(model.match_id == match_id).order_by(model.seq, model.id)
        )
        out.extend(Stored(table, *row) for row in found)
    return out


def rewrite(session: Session, changes: Iterable[tuple[Stored, bytes]]) -> None:
    """Give rows new payloads."""
    by_table: dict[str, list[dict[str, Any]]] = {}
    for row, payload in changes:
        by_table.setdefault(row.table, []).append({"id": row.id, "payload": payload})
    for table, values in by_table.items():
        session.execute(update(_TABLES[table]), values)


def drop_snapshot(session: Session, match_id: str) -> None:
    """Forget the cached state of a match."""
    session.execute(delete(Snapshot).where(Snapshot.match_id == match_id))
