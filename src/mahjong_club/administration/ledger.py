"""Writing the audit log, and the reasons it asks for."""

import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy.orm import Session

from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import now_ms
from mahjong_club.administration.actors import Actor
from mahjong_club.storage import audit
from mahjong_club.storage.audit import AuditLine
from mahjong_club.storage.database import Database

LONGEST_REASON: Final = 200


def clean_reason(raw: str) -> str:
    """A reason as it is kept, on one line. Raises ``reason_missing`` unless something readable remains."""
    text = " ".join("".join(" " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign for sign in raw).split())
    if not 3 <= len(text) <= LONGEST_REASON:
        raise Problem("reason_missing", f"give a reason of 3 to {LONGEST_REASON} characters", longest=LONGEST_REASON)
    return text


def note(
    session: Session, actor: Actor, action: str, subject: str, reason: str = "", details: Mapping[str, Any] | None = None
) -> AuditLine:
    """A row in the transaction of what it tells."""
    return audit.append(
        session, at_ms=now_ms(), actor=actor.name, action=action, subject=subject[:120], reason=reason, details=details
    )


class Ledger:
    """Rows in a transaction of their own: before something takes effect that is no change of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, database: Database) -> "Ledger":
        """With the place of the last hash made."""
        await database.transact(audit.prepare)
        return cls(database)

    async def write(
        self, actor: Actor, action: str, subject: str, reason: str = "", details: Mapping[str, Any] | None = None
    ) -> AuditLine:
        """Store a row. Raises ``StorageUnavailable``; then what it would have told must not happen."""
        return await self._database.transact(lambda session: note(session, actor, action, subject, reason, details))

    async def lines(
        self, *, before: int | None = None, limit: int = 50, action: str = "", subject: str = "", actor: str = ""
    ) -> list[AuditLine]:
        """Rows, the newest first."""
        return await self._database.query(
            lambda session: audit.lines(session, before=before, limit=limit, action=action, subject=subject, actor=actor)
        )
