"""Tables of the lobby, each read and written whole, in one transaction."""

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, delete, insert, select
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import AwaySetup, BotStrength, ClockSetup
from mahjong_club.storage.codes import away_json, away_of, bot_of, clock_json, clock_of
from mahjong_club.storage.models import ClubSeat, ClubTable, Match, Person


@dataclass(slots=True)
class SeatRecord:
    """A taken place: a person or a club bot, whether it is ready, and what it adds to the walls."""

    place: int
    name: str
    person_id: str | None = None
    bot: BotStrength | None = None
    ready: bool = False
    entropy: str = ""


@dataclass(slots=True)
class TableRecord:
    """A table. ``match_id`` is the match that was started last and ``match_state`` how that stands; ``next_*`` belong to the
    match to come. ``seating``: chosen or drawn."""

    id: str
    code: str
    host_id: str
    host_name: str
    ruleset_key: str
    options: dict[str, Any]
    clock: ClockSetup | None
    away: AwaySetup
    window_ms: int
    listed: bool
    seating: str
    bot: BotStrength
    next_match_id: str
    next_secret: str
    created_ms: int
    changed_ms: int
    closed: bool = False
    match_id: str | None = None
    match_state: str | None = None
    revision: int = 1
    #: Whether its matches keep the revision they begin with.
    pinned: bool = False
    #: For one person and bots, with undo and hints.
    practice: bool = False
    seats: dict[int, SeatRecord] = field(default_factory=dict)

    def seat_of(self, person_id: str) -> SeatRecord | None:
        """The place a person holds."""
        return next((seat for seat in self.seats.values() if seat.person_id == person_id), None)


def load_table(session: Session, code: str) -> TableRecord | None:
    """A table to look at."""
    return _one(session, select(ClubTable).where(ClubTable.code == code))


def lock_table(session: Session, code: str) -> TableRecord | None:
    """A table to change: other transactions wait until this one ends."""
    return _one(session, select(ClubTable).where(ClubTable.code == code).with_for_update())


def table_of_match(session: Session, match_id: str) -> TableRecord | None:
    """The table whose last match this is."""
    return _one(session, select(ClubTable).where(ClubTable.match_id == match_id))


def _one(session: Session, wanted: Any) -> TableRecord | None:
    rows = session.scalars(wanted.execution_options(populate_existing=True)).all()
    return _records(session, list(rows))[0] if rows else None


def open_tables(session: Session, person_id: str | None, since_ms: int, limit: int = 100) -> list[TableRecord]:
    """Tables anybody may see that changed since, and those the person sits at or made, newest change first."""
    wanted: ColumnElement[bool] = ClubTable.listed.is_(True) & (ClubTable.changed_ms >= since_ms)
    if person_id is not None:
        sits = select(ClubSeat.table_id).where(ClubSeat.person_id == person_id)
        wanted = wanted | (ClubTable.host_id == person_id) | ClubTable.id.in_(sits)
    rows = session.scalars(
        select(ClubTable).where(ClubTable.closed.is_(False), wanted).order_by(ClubTable.changed_ms.desc()).limit(limit)
    )
    return _records(session, list(rows))


def every_open_table(session: Session, limit: int = 200) -> list[TableRecord]:
    """Tables that are not closed, also those that are not listed, newest change first."""
    wanted = select(ClubTable).where(ClubTable.closed.is_(False)).order_by(ClubTable.changed_ms.desc()).limit(limit)
    return _records(session, list(session.scalars(wanted)))


def waiting_codes(session: Session, person_ids: list[str], but: str) -> list[str]:
    """Codes of the other tables at which these people hold a place, in order."""
    found = session.execute(
        select(ClubTable.code)
        .join(ClubSeat, ClubSeat.table_id == ClubTable.id)
        .where(ClubSeat.person_id.in_(person_ids), ClubTable.closed.is_(False), ClubTable.code != but)
        .distinct()
    )
    return sorted(code for (code,) in found)


def code_exists(session: Session, code: str) -> bool:
    """Whether a table, open or closed, has this code."""
    return session.execute(select(ClubTable.id).where(ClubTable.code == code)).first() is not None


def save_table(session: Session, record: TableRecord) -> None:
    """Write the table and its seats, new or changed."""
    row = session.get(ClubTable, record.id)
    if row is None:
        row = ClubTable(id=record.id, code=record.code, created_ms=record.created_ms)
        session.add(row)
    row.host_id = record.host_id
    row.ruleset_key = record.ruleset_key
    row.options = json.dumps(record.options)
    row.clock = clock_json(record.clock)
    row.away = away_json(record.away)
    row.window_ms = record.window_ms
    row.listed = record.listed
    row.seating = record.seating
    row.bot = record.bot
    row.closed = record.closed
    row.match_id = record.match_id
    row.next_match_id = record.next_match_id
    row.next_secret = record.next_secret
    row.revision = record.revision
    row.changed_ms = record.changed_ms
    row.pinned = record.pinned
    row.practice = record.practice
    session.flush()
    session.execute(delete(ClubSeat).where(ClubSeat.table_id == record.id))
    if record.seats:
        session.execute(insert(ClubSeat), [_seat_values(record.id, seat) for seat in record.seats.values()])


def _seat_values(table_id: str, seat: SeatRecord) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "place": seat.place,
        "person_id": seat.person_id,
        "bot": seat.bot,
        "name": seat.name,
        "ready": seat.ready,
        "entropy": seat.entropy,
    }


def _records(session: Session, rows: list[ClubTable]) -> list[TableRecord]:
    ids = [row.id for row in rows]
    hosts = {row.host_id for row in rows}
    names = {row.id: row.name for row in session.execute(select(Person.id, Person.name).where(Person.id.in_(hosts)))}
    matches = [row.match_id for row in rows if row.match_id is not None]
    states = {row.id: row.state for row in session.execute(select(Match.id, Match.state).where(Match.id.in_(matches)))}
    seats: dict[str, dict[int, SeatRecord]] = {table_id: {} for table_id in ids}
    taken = session.execute(
        select(ClubSeat, Person.name)
        .outerjoin(Person, Person.id == ClubSeat.person_id)
        .where(ClubSeat.table_id.in_(ids))
        .order_by(ClubSeat.place)
        .execution_options(populate_existing=True)
    )
    for seat, name in taken:
        seats[seat.table_id][seat.place] = SeatRecord(
            seat.place, name or seat.name, seat.person_id, bot_of(seat.bot), seat.ready, seat.entropy
        )
    return [_record(row, names[row.host_id], states.get(row.match_id or ""), seats[row.id]) for row in rows]


def _record(row: ClubTable, host: str, match_state: str | None, seats: dict[int, SeatRecord]) -> TableRecord:
    return TableRecord(
        id=row.id,
        code=row.code,
        host_id=row.host_id,
        host_name=host,
        ruleset_key=row.ruleset_key,
        options=json.loads(row.options),
        clock=clock_of(row.clock),
        away=away_of(row.away),
        window_ms=row.window_ms,
        listed=row.listed,
        seating=row.seating,
        bot=bot_of(row.bot) or "club",
        next_match_id=row.next_match_id,
        next_secret=row.next_secret,
        created_ms=row.created_ms,
        changed_ms=row.changed_ms,
        closed=row.closed,
        match_id=row.match_id,
        match_state=match_state,
        revision=row.revision,
        seats=seats,
        pinned=row.pinned,
        practice=row.practice,
    )
