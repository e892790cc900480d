"""What a person has played: finished matches, newest first, and what the totals are counted from."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, func, or_, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry
from mahjong_club.storage.matches import MatchRecord, load_match
from mahjong_club.storage.models import Match, Result, Seating

#: What a deal came to stands in these events alone, and whether it was taken back.
_OUTCOMES: Final = text(
    "SELECT seq, kind, payload FROM match_events"
    " WHERE match_id = :match_id AND kind IN ('deal_won', 'deal_ended', 'match_rewound') ORDER BY seq"
)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match of a person. ``practice``: it does not count."""

    match: MatchRecord
    practice: bool


@dataclass(frozen=True, slots=True)
class Place:
    """How often a person came in at a place (1-4) under a ruleset; practice is left out."""

    ruleset: str
    place: int
    times: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A match that counts, with the person's seat."""

    match_id: str
    ruleset: str
    seat: int


def finished_of(session: Session, person_id: str, before: tuple[int, str] | None, limit: int) -> list[Played]:
    """Finished matches, the newest first; ``before`` is (end, id) of the last one of the page before."""
    wanted = (
        select(Match.id, Match.practice)
        .join(Seating, Seating.match_id == Match.id)
        .where(Seating.person_id == person_id, Match.state == "over")
        .order_by(Match.finished_ms.desc(), Match.id.desc())
        .limit(limit)
    )
    if before is not None:
        ended, match_id = before
        wanted = wanted.where(or_(Match.finished_ms < ended, and_(Match.finished_ms == ended, Match.id < match_id)))
    found = [(load_match(session, match_id), practice) for match_id, practice in session.execute(wanted).all()]
    return [Played(match, practice) for match, practice in found if match is not None]


def places_of(session: Session, person_id: str) -> list[Place]:
    """The person's places, counted for each ruleset."""
    wanted = (
        select(Match.ruleset_key, Result.place, func.count())
        .join(Seating, Seating.match_id == Match.id)
        .join(Result, and_(Result.match_id == Match.id, Result.seat == Seating.seat))
        .where(Seating.person_id == person_id, Match.state == "over", Match.practice.is_(False))
        .group_by(Match.ruleset_key, Result.place)
    )
    return [Place(*row) for row in session.execute(wanted)]


def counted_matches(session: Session, person_id: str, limit: int) -> list[Seated]:
    """The newest finished matches that count."""
    wanted = (
        select(Match.id, Match.ruleset_key, Seating.seat)
        .join(Seating, Seating.match_id == Match.id)
        .where(Seating.person_id == person_id, Match.state == "over", Match.practice.is_(False))
        .order_by(Match.finished_ms.desc(), Match.id.desc())
        .limit(limit)
    )
    return [Seated(*row) for row in session.execute(wanted)]


def outcomes_of(connection: Connection, match_id: str) -> list[Entry]:
    """The events that say what each deal came to, in order."""
    return [Entry(seq, kind, bytes(payload)) for seq, kind, payload in connection.execute(_OUTCOMES, {"match_id": match_id})]
