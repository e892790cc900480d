"""Matches: how they were set up, who sits at them, how they ended."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import MatchSetup, SeatSetup
from mahjong_club.storage.codes import away_json, away_of, bot_of, clock_json, clock_of
from mahjong_club.storage.database import Database
from mahjong_club.storage.models import Match, Person, Result, Seating


@dataclass(frozen=True, slots=True)
class SeatingRecord:
    """Who plays a seat; ``left``: the person gave it up."""

    seat: int
    name: str
    person_id: str | None
    bot: str | None
    left: bool


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match with its people and, once it is over, its standings (best first)."""

    setup: MatchSetup
    state: str
    lot: dict[str, Any]
    created_ms: int
    finished_ms: int | None
    seatings: tuple[SeatingRecord, ...]
    standings: tuple[dict[str, int], ...]

    def seat_of(self, person_id: str) -> SeatingRecord | None:
        """The seat a person plays, also one that was given up."""
        return next((each for each in self.seatings if each.person_id == person_id), None)


class Setups:
    """How matches were set up, for play."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, match_id: str) -> MatchSetup | None:
        """The setup, ``None`` where no match has this id. Raises ``StorageUnavailable``."""
        return await self._database.look(lambda connection: read_setup(connection, match_id))


def add_match(session: Session, setup: MatchSetup, lot: dict[str, Any], now_ms: int) -> None:
    """Store a match that begins now. ``lot`` says how the seats were drawn."""
    session.add(
        Match(
            id=setup.id,
            table_id=setup.table_id,
            code=setup.code,
            state="running",
            ruleset_key=setup.ruleset_key,
            options=json.dumps(setup.options),
            clock=clock_json(setup.clock),
            away=away_json(setup.away),
            window_ms=setup.window_ms,
            first_dealer=setup.first_dealer,
            secret=setup.secret,
            lot=json.dumps(lot),
            created_ms=now_ms,
            finished_ms=None,
            pinned=setup.pinned,
            practice=setup.practice,
        )
    )
    session.flush()
    session.execute(
        insert(Seating),
        [
            {
                "match_id": setup.id,
                "seat": seat,
                "person_id": who.person_id,
                "bot": who.bot,
                "name": who.name,
                "entropy": setup.entropy[seat],
                "left": False,
            }
            for seat, who in enumerate(setup.seats)
        ],
    )


def load_match(session: Session, match_id: str) -> MatchRecord | None:
    """A match, whole."""
    row = session.get(Match, match_id, populate_existing=True)
    if row is None:
        return None
    seatings = session.scalars(select(Seating).where(Seating.match_id == match_id).order_by(Seating.seat)).all()
    results = session.scalars(select(Result).where(Result.match_id == match_id).order_by(Result.place)).all()
    return MatchRecord(
        setup=_setup(row, list(seatings)),
        state=row.state,
        lot=json.loads(row.lot),
        created_ms=row.created_ms,
        finished_ms=row.finished_ms,
        seatings=tuple(SeatingRecord(s.seat, s.name, s.person_id, s.bot, s.left) for s in seatings),
        standings=tuple({"seat": r.seat, "place": r.place, "score": r.score, "points": r.points} for r in results),
    )


class _Seated(NamedTuple):
    person_id: str | None
    bot: str | None
    name: str
    entropy: str


_READ_SETUP: Final = (
    select(*Match.__table__.columns, *(Seating.__table__.c[name].label(f"seated_{name}") for name in _Seated._fields))
    .join(Seating, Seating.match_id == Match.id)
    .where(Match.id == bindparam("id"))
    .order_by(Seating.seat)
)


def read_setup(connection: Connection, match_id: str) -> MatchSetup | None:
    """How a match was set up; the quick way, for loading many tables after a restart: one statement, a row for each seat."""
    found = connection.execute(_READ_SETUP, {"id": match_id}).all()
    return _setup(found[0], [_Seated(*row[-len(_Seated._fields) :]) for row in found]) if found else None


def _setup(row: Any, seatings: Sequence[Any]) -> MatchSetup:
    people = [SeatSetup("person" if s.person_id else "bot", s.person_id, s.name, bot_of(s.bot)) for s in seatings]
    entropy = [s.entropy for s in seatings]
    return MatchSetup(
        id=row.id,
        table_id=row.table_id,
        ruleset_key=row.ruleset_key,
        options=json.loads(row.options),
        seats=(people[0], people[1], people[2], people[3]),
        secret=row.secret,
        entropy=(entropy[0], entropy[1], entropy[2], entropy[3]),
        clock=clock_of(row.clock),
        away=away_of(row.away),
        window_ms=row.window_ms,
        first_dealer=row.first_dealer,
        code=row.code,
        pinned=row.pinned,
        practice=row.practice,
    )


def unfinished_of(session: Session, person_id: str) -> list[MatchRecord]:
    """Matches a person still owes something: not over, seat not given up; newest first."""
    ids = session.scalars(
        select(Match.id)
        .join(Seating, Seating.match_id == Match.id)
        .where(Seating.person_id == person_id, Seating.left.is_(False), Match.state != "over")
        .order_by(Match.created_ms.desc(), Match.id)
    ).all()
    return [found for found in (load_match(session, match_id) for match_id in ids) if found is not None]


def lock_people(session: Session, person_ids: list[str]) -> None:
    """Keep other transactions from seating these people until this one ends."""
    session.execute(select(Person.id).where(Person.id.in_(person_ids)).order_by(Person.id).with_for_update()).all()


def running_elsewhere(session: Session, person_ids: list[str], but: str | None = None) -> dict[str, str]:
    """Which of the people sit at a running match other than ``but``: person id to the code of that table."""
    found = session.execute(
        select(Seating.person_id, Match.code)
        .join(Match, Match.id == Seating.match_id)
        .where(Seating.person_id.in_(person_ids), Seating.left.is_(False), Match.state == "running", Match.id != (but or ""))
    )
    return {person_id: code for person_id, code in found if person_id is not None}


def set_left(session: Session, match_id: str, person_id: str, *, left: bool) -> None:
    """Give a seat up, or take it back."""
    mine = update(Seating).where(Seating.match_id == match_id, Seating.person_id == person_id)
    session.execute(mine.values(left=left))
