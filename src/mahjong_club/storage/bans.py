"""Persons who are kept out, and those among whom an admin looks for them."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import Session

from mahjong_club.storage.models import Ban, Match, Person, Seating


@dataclass(frozen=True, slots=True)
class BanRecord:
    """A ban: until ``until_ms``, or for good; ``lifted_ms`` says that it was ended before."""

    id: str
    person_id: str
    reason: str
    made_by: str
    made_ms: int
    until_ms: int | None
    lifted_by: str | None = None
    lifted_ms: int | None = None


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person in a list, with the ban that holds now."""

    id: str
    kind: str
    name: str
    owner_id: str | None
    created_ms: int
    matches: int
    ban: BanRecord | None


def add_ban(session: Session, record: BanRecord) -> None:
    """Store a new ban."""
    session.add(
        Ban(
            id=record.id,
            person_id=record.person_id,
            reason=record.reason,
            made_by=record.made_by,
            made_ms=record.made_ms,
            until_ms=record.until_ms,
            lifted_by=None,
            lifted_ms=None,
        )
    )
    session.flush()


def ban_of(session: Session, person_ids: list[str], now_ms: int) -> BanRecord | None:
    """The ban of any of these people that holds longest."""
    found = [_record(row) for row in session.scalars(select(Ban).where(Ban.person_id.in_(person_ids), _holds(now_ms)))]
    return max(found, key=_end, default=None)


def lift_bans(session: Session, person_id: str, by: str, now_ms: int) -> int:
    """End every ban of a person that holds now; gives how many did."""
    held = select(Ban.id).where(Ban.person_id == person_id, _holds(now_ms))
    ids = list(session.scalars(held.with_for_update()))
    session.execute(update(Ban).where(Ban.id.in_(ids)).values(lifted_by=by, lifted_ms=now_ms))
    return len(ids)


def bots_of_person(session: Session, person_id: str) -> list[str]:
    """Ids of the bot accounts that a person made: what holds for him holds for them."""
    return list(session.scalars(select(Person.id).where(Person.owner_id == person_id)))


def person_lines(session: Session, query: str, now_ms: int, *, banned: bool = False, limit: int = 50) -> list[PersonLine]:
    """Persons whose id begins with the text or whose name holds it, the newest first; ``banned``: only those."""
    wanted = select(Person).order_by(Person.created_ms.desc(), Person.id).limit(limit)
    if query:
        text = query.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        named = func.lower(Person.name).like(f"%{text.lower()}%", escape="\\")
        wanted = wanted.where(or_(named, Person.id.like(f"{text.lower()}%", escape="\\")))
    if banned:
        wanted = wanted.where(Person.id.in_(select(Ban.person_id).where(_holds(now_ms))))
    people = list(session.scalars(wanted))
    ids = [person.id for person in people]
    bans: dict[str, BanRecord] = {}
    for row in session.scalars(select(Ban).where(Ban.person_id.in_(ids), _holds(now_ms))):
        record = _record(row)
        if record.person_id not in bans or _end(bans[record.person_id]) < _end(record):
            bans[record.person_id] = record
    played = select(Seating.person_id, func.count()).join(Match, Match.id == Seating.match_id)
    counts = {row[0]: row[1] for row in session.execute(played.where(Seating.person_id.in_(ids)).group_by(Seating.person_id))}
    return [PersonLine(p.id, p.kind, p.name, p.owner_id, p.created_ms, counts.get(p.id, 0), bans.get(p.id)) for p in people]


def _holds(now_ms: int) -> ColumnElement[bool]:
    return Ban.lifted_ms.is_(None) & or_(Ban.until_ms.is_(None), Ban.until_ms > now_ms)


def _end(ban: BanRecord) -> float:
    return float("inf") if ban.until_ms is None else ban.until_ms


def _record(row: Ban) -> BanRecord:
    return BanRecord(row.id, row.person_id, row.reason, row.made_by, row.made_ms, row.until_ms, row.lifted_by, row.lifted_ms)
