"""Whole matches out of the database and into it, and payloads rewritten in place. For commands, not for play."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, desc, func, insert, select, text, update
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry, MatchSetup
from mahjong_club.storage import rows
from mahjong_club.storage.matches import add_match
from mahjong_club.storage.models import ClaimLink, ClubTable, Match, MatchAnswer, MatchEvent, Result, Seating, Snapshot

_TABLES: Final[dict[str, type[MatchEvent] | type[MatchAnswer]]] = {"events": MatchEvent, "answers": MatchAnswer}
#: Events with which a deal begins.
BEGINNINGS: Final = ("deal_started", "position_restored")
#: How many ids go into one question: the databases take only so many parameters.
_CHUNK: Final = 500
_EVERYTHING: Final = {
    sealed: text(f"SELECT {rows.COLUMNS} FROM {table} WHERE match_id = :match_id ORDER BY seq, id")
    for sealed, table in ((False, "match_events"), (True, "match_answers"))
}
_REWRITE: Final = {
    "events": text("UPDATE match_events SET payload = :payload WHERE id = :id"),
    "answers": text("UPDATE match_answers SET payload = :payload WHERE id = :id"),
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


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches to list; what is empty asks for nothing. ``person`` is an id or a part of a name, ``since_ms`` and
    ``until_ms`` bound the time of the last event."""

    states: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    person: str = ""
    code: str = ""
    since_ms: int | None = None
    until_ms: int | None = None
    limit: int | None = None
    offset: int = 0


UNFINISHED: Final = Filter(states=("running", "saved"))
_LAST_MS: Final = func.coalesce(
    select(MatchEvent.at_ms)
    .where(MatchEvent.match_id == Match.id)
    .order_by(MatchEvent.seq.desc())
    .limit(1)
    .correlate(Match)
    .scalar_subquery(),
    Match.created_ms,
)


def match_lines(session: Session, wanted: Filter = UNFINISHED) -> list[SaveLine]:
    """Stored matches, the last played first."""
    asked = select(Match.id, Match.code, Match.state, Match.ruleset_key, _LAST_MS.label("last_ms"))
    for condition in _conditions(wanted):
        asked = asked.where(condition)
    found = session.execute(asked.order_by(desc("last_ms"), Match.id).limit(wanted.limit).offset(wanted.offset)).all()
    ids = [row.id for row in found]
    names: dict[str, list[str]] = {}
    events: dict[str, int] = {}
    deals: dict[str, int] = {}
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        seats = select(Seating.match_id, Seating.name).where(Seating.match_id.in_(chunk)).order_by(Seating.seat)
        for match_id, name in session.execute(seats):
            names.setdefault(match_id, []).append(name)
        counted = select(MatchEvent.match_id, func.count()).where(MatchEvent.match_id.in_(chunk)).group_by(MatchEvent.match_id)
        events.update((row[0], row[1]) for row in session.execute(counted))
        deals.update((row[0], row[1]) for row in session.execute(counted.where(MatchEvent.kind.in_(BEGINNINGS))))
    return [
        SaveLine(id, code, state, key, tuple(names.get(id, ())), deals.get(id, 0), events.get(id, 0), last_ms)
        for id, code, state, key, last_ms in found
    ]


def _conditions(wanted: Filter) -> list[ColumnElement[bool]]:
    out: list[ColumnElement[bool]] = []
    if wanted.states:
        out.append(Match.state.in_(wanted.states))
    if wanted.rulesets:
        out.append(Match.ruleset_key.in_(wanted.rulesets))
    if wanted.code:
        out.append(Match.code == wanted.code.upper())
    if wanted.person:
        text = wanted.person.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").lower()
        called = func.lower(Seating.name).like(f"%{text}%", escape="\\")
        out.append(Match.id.in_(select(Seating.match_id).where(called | (Seating.person_id == wanted.person))))
    if wanted.since_ms is not None:
        out.append(wanted.since_ms <= _LAST_MS)
    if wanted.until_ms is not None:
        out.append(wanted.until_ms > _LAST_MS)
    return out


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
    for model in (ClaimLink, Snapshot, MatchAnswer, MatchEvent, Result, Seating):
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
    connection = session.connection()
    for table, values in by_table.items():
        connection.execute(_REWRITE[table], values)


def drop_snapshot(session: Session, match_id: str) -> None:
    """Forget the cached state of a match."""
    session.execute(delete(Snapshot).where(Snapshot.match_id == match_id))
