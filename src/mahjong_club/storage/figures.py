"""How much a database holds, and what it is."""

from dataclasses import dataclass

from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mahjong_club.storage.models import AuditRow, ClubTable, Match, Person


@dataclass(frozen=True, slots=True)
class Figures:
    """The schema's revision, the database with its version, and counts by name."""

    revision: str
    database: str
    counts: dict[str, int]


def count_everything(session: Session) -> Figures:
    """Counts of people, tables and matches. Events are not counted: that would read the whole log."""
    connection = session.connection()
    version = ".".join(map(str, connection.dialect.server_version_info or ()))
    counts = {f"persons_{kind}": n for kind, n in session.execute(select(Person.kind, func.count()).group_by(Person.kind))}
    counts |= {f"matches_{state}": n for state, n in session.execute(select(Match.state, func.count()).group_by(Match.state))}
    counts["tables_open"] = _one(session, select(func.count()).select_from(ClubTable).where(ClubTable.closed.is_(False)))
    counts["audit_rows"] = _one(session, select(func.count()).select_from(AuditRow))
    revision = MigrationContext.configure(connection).get_current_revision() or ""
    return Figures(revision, f"{connection.dialect.name} {version}".strip(), counts)


def _one(session: Session, wanted: object) -> int:
    return int(session.execute(wanted).scalar_one())  # type: ignore[call-overload]
