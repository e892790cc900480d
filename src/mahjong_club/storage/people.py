"""People and bot accounts."""

from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from mahjong_club.storage.models import BotToken, Meta, Person


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A guest (``kind`` guest) or a bot account (``kind`` bot) with the guest who made it."""

    id: str
    kind: str
    name: str
    language: str | None = None
    owner_id: str | None = None
    created_ms: int = 0


def add_person(session: Session, record: PersonRecord) -> None:
    """Store a new person."""
    session.add(
        Person(
            id=record.id,
            kind=record.kind,
            name=record.name,
            language=record.language,
            owner_id=record.owner_id,
            created_ms=record.created_ms,
        )
    )
    session.flush()


def find_person(session: Session, person_id: str) -> PersonRecord | None:
    """The person with this id."""
    row = session.get(Person, person_id)
    return None if row is None else _record(row)


def change_person(
    session: Session, person_id: str, *, name: str | None = None, language: str | None = None
) -> PersonRecord | None:
    """Change what is given; the person after it."""
    row = session.get(Person, person_id)
    if row is None:
        return None
    row.name = row.name if name is None else name
    row.language = row.language if language is None else language
    session.flush()
    return _record(row)


def bots_of(session: Session, owner_id: str) -> list[PersonRecord]:
    """The bot accounts of a guest that still have a valid token, oldest first."""
    valid = select(BotToken.person_id).where(BotToken.revoked_ms.is_(None))
    wanted = select(Person).where(Person.owner_id == owner_id, Person.id.in_(valid)).order_by(Person.created_ms, Person.id)
    return [_record(row) for row in session.scalars(wanted)]


def add_token(session: Session, token_id: str, person_id: str, digest: str, now_ms: int) -> None:
    """Store the SHA-256 (hex) of a bot account's token."""
    session.add(BotToken(id=token_id, person_id=person_id, digest=digest, created_ms=now_ms, revoked_ms=None))
    session.flush()


def person_of_token(session: Session, digest: str) -> PersonRecord | None:
    """The bot account of a token that is not revoked."""
    wanted = (
        select(Person)
        .join(BotToken, BotToken.person_id == Person.id)
        .where(BotToken.digest == digest, BotToken.revoked_ms.is_(None))
    )
    row = session.scalars(wanted).first()
    return None if row is None else _record(row)


def revoke_tokens(session: Session, person_id: str, now_ms: int) -> None:
    """Make every token of a bot account invalid."""
    revoke = update(BotToken).where(BotToken.person_id == person_id, BotToken.revoked_ms.is_(None))
    session.execute(revoke.values(revoked_ms=now_ms))


def meta_value(session: Session, key: str, fresh: str) -> str:
    """An installation's own value, stored as ``fresh`` when it is asked for the first time."""
    row = session.get(Meta, key)
    if row is None:
        row = Meta(key=key, value=fresh)
        session.add(row)
        session.flush()
    return row.value


def put_meta(session: Session, key: str, value: str) -> None:
    """Store an installation's own value."""
    session.merge(Meta(key=key, value=value))
    session.flush()


def find_meta(session: Session, key: str) -> str | None:
    """An installation's own value, where there is one."""
    row = session.get(Meta, key)
    return None if row is None else row.value


def _record(row: Person) -> PersonRecord:
    return PersonRecord(row.id, row.kind, row.name, row.language, row.owner_id, row.created_ms)
