"""What the lobby tells everybody for a while."""

from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from mahjong_club.storage.models import Announcement


@dataclass(frozen=True, slots=True)
class AnnouncementRecord:
    """A text of an admin, shown until a time."""

    id: str
    text: str
    made_by: str
    made_ms: int
    until_ms: int


def add_announcement(session: Session, record: AnnouncementRecord) -> None:
    """Store a new one."""
    session.add(
        Announcement(id=record.id, text=record.text, made_by=record.made_by, made_ms=record.made_ms, until_ms=record.until_ms)
    )
    session.flush()


def announcements(session: Session, now_ms: int) -> list[AnnouncementRecord]:
    """Those that are shown now, the newest first."""
    wanted = select(Announcement).where(Announcement.until_ms > now_ms).order_by(Announcement.made_ms.desc(), Announcement.id)
    return [AnnouncementRecord(row.id, row.text, row.made_by, row.made_ms, row.until_ms) for row in session.scalars(wanted)]


def withdraw(session: Session, announcement_id: str, now_ms: int) -> bool:
    """Show one no longer; whether it was shown."""
    held = select(Announcement.id).where(Announcement.id == announcement_id, Announcement.until_ms > now_ms)
    if session.execute(held.with_for_update()).first() is None:
        return False
    session.execute(update(Announcement).where(Announcement.id == announcement_id).values(until_ms=now_ms))
    return True
