"""Links with which somebody signs in as the person of a seat. Only the SHA-256 of a link's token is kept."""

from dataclasses import dataclass

from sqlalchemy import CursorResult, select, update
from sqlalchemy.orm import Session

from mahjong_club.storage.models import ClaimLink


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A link for one seat of one match, and the person who sat there when it was made."""

    id: str
    match_id: str
    seat: int
    person_id: str
    created_ms: int
    expires_ms: int
    used_ms: int | None = None
    revoked_ms: int | None = None


def add_link(session: Session, record: LinkRecord, digest: str) -> None:
    """Store a new link."""
    names = ("id", "match_id", "seat", "person_id", "created_ms", "expires_ms")
    session.add(ClaimLink(digest=digest, **{name: getattr(record, name) for name in names}))
    session.flush()


def find_link(session: Session, match_id: str, digest: str) -> LinkRecord | None:
    """The match's link with this token."""
    row = session.scalars(select(ClaimLink).where(ClaimLink.digest == digest, ClaimLink.match_id == match_id)).first()
    if row is None:
        return None
    return LinkRecord(row.id, row.match_id, row.seat, row.person_id, row.created_ms, row.expires_ms, row.used_ms, row.revoked_ms)


def use_link(session: Session, link_id: str, now_ms: int) -> bool:
    """Use a link up. Of several who try at once, one is told that it was he."""
    unused = update(ClaimLink).where(ClaimLink.id == link_id, ClaimLink.used_ms.is_(None), ClaimLink.revoked_ms.is_(None))
    done = session.execute(unused.values(used_ms=now_ms))
    assert isinstance(done, CursorResult)
    return done.rowcount == 1


def revoke_links(session: Session, match_id: str, seat: int, now_ms: int) -> int:
    """Make the seat's links that nobody has used invalid; how many there were."""
    unused = update(ClaimLink).where(
        ClaimLink.match_id == match_id, ClaimLink.seat == seat, ClaimLink.used_ms.is_(None), ClaimLink.revoked_ms.is_(None)
    )
    done = session.execute(unused.values(revoked_ms=now_ms))
    assert isinstance(done, CursorResult)
    return done.rowcount
