"""Persons who may sign in as admins."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from mahjong_club.storage.models import Administrator, Person


@dataclass(frozen=True, slots=True)
class AdminRecord:
    """An admin. ``password`` is an argon2 hash, ``None`` until one is set; sessions of an older ``generation`` are void."""

    person_id: str
    login: str
    name: str
    password: str | None
    generation: int
    granted_by: str
    granted_ms: int
    revoked_ms: int | None

    @property
    def active(self) -> bool:
        """Whether the role was not taken away."""
        return self.revoked_ms is None


def find_admin(session: Session, *, person_id: str | None = None, login: str | None = None) -> AdminRecord | None:
    """The admin, one whose role was revoked among them, by either key."""
    wanted = select(Administrator, Person.name).join(Person, Person.id == Administrator.person_id)
    wanted = wanted.where(Administrator.person_id == person_id if person_id is not None else Administrator.login == login)
    row = session.execute(wanted.execution_options(populate_existing=True)).first()
    return None if row is None else _record(*row)


def all_admins(session: Session) -> list[AdminRecord]:
    """Everybody who has or had the role, by login."""
    wanted = select(Administrator, Person.name).join(Person, Person.id == Administrator.person_id)
    return [_record(*row) for row in session.execute(wanted.order_by(Administrator.login))]


def put_admin(session: Session, record: AdminRecord) -> None:
    """Store an admin, new or changed."""
    row = session.get(Administrator, record.person_id, with_for_update=True)
    if row is None:
        row = Administrator(person_id=record.person_id)
        session.add(row)
    row.login = record.login
    row.password = record.password
    row.generation = record.generation
    row.granted_by = record.granted_by
    row.granted_ms = record.granted_ms
    row.revoked_ms = record.revoked_ms
    session.flush()


def persons_named(session: Session, name: str, limit: int = 20) -> list[str]:
    """Ids of the guests with this name, oldest first."""
    wanted = select(Person.id).where(Person.name == name, Person.kind == "guest").order_by(Person.created_ms, Person.id)
    return list(session.scalars(wanted.limit(limit)))


def _record(row: Administrator, name: str) -> AdminRecord:
    return AdminRecord(
        row.person_id, row.login, name, row.password, row.generation, row.granted_by, row.granted_ms, row.revoked_ms
    )
