"""The database's tables. Private to this package: nobody outside sees an ORM object.

Times are milliseconds since 1970. Lists and objects are JSON text, so that both databases hold the same bytes.
"""

from typing import Final

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Text, UniqueConstraint, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
#: SQLite only gives a rowid its own name when the column is exactly INTEGER.
RowId = BigInteger().with_variant(Integer(), "sqlite")


class Base(DeclarativeBase):
    """Root of the models."""

    metadata = MetaData(naming_convention=NAMING)


class Meta(Base):
    """Facts about this installation: its id, the key that signs cookies."""

    __tablename__ = "meta"
    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class Person(Base):
    """A guest, or a bot account that a guest made (``owner_id``)."""

    __tablename__ = "persons"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(80))
    language: Mapped[str | None] = mapped_column(String(16))
    owner_id: Mapped[str | None] = mapped_column(ForeignKey("persons.id"), index=True)
    created_ms: Mapped[int] = mapped_column(BigInteger)


class BotToken(Base):
    """What a bot account signs in with; only the SHA-256 of the token is kept."""

    __tablename__ = "bot_tokens"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("persons.id"), index=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    created_ms: Mapped[int] = mapped_column(BigInteger)
    revoked_ms: Mapped[int | None] = mapped_column(BigInteger)


class ClubTable(Base):
    """A table of the lobby. ``next_secret`` makes the walls of the match that comes next; its hash is shown before entropy."""

    __tablename__ = "club_tables"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    code: Mapped[str] = mapped_column(String(6), unique=True)
    host_id: Mapped[str] = mapped_column(ForeignKey("persons.id"), index=True)
    ruleset_key: Mapped[str] = mapped_column(String(60))
    options: Mapped[str] = mapped_column(Text)
    clock: Mapped[str | None] = mapped_column(Text)
    away: Mapped[str] = mapped_column(Text)
    window_ms: Mapped[int] = mapped_column(Integer)
    listed: Mapped[bool] = mapped_column()
    seating: Mapped[str] = mapped_column(String(8))
    bot: Mapped[str | None] = mapped_column(String(16))
    closed: Mapped[bool] = mapped_column()
    match_id: Mapped[str | None] = mapped_column(String(32), index=True)
    next_match_id: Mapped[str] = mapped_column(String(32))
    next_secret: Mapped[str] = mapped_column(String(64))
    revision: Mapped[int] = mapped_column(Integer)
    created_ms: Mapped[int] = mapped_column(BigInteger)
    changed_ms: Mapped[int] = mapped_column(BigInteger)
    pinned: Mapped[bool] = mapped_column(server_default=false())
    practice: Mapped[bool] = mapped_column(server_default=false())

    __table_args__ = (Index(None, "closed", "listed", "changed_ms"),)


class ClubSeat(Base):
    """A taken place at a table: a person's, or a club bot's."""

    __tablename__ = "club_seats"
    table_id: Mapped[str] = mapped_column(ForeignKey("club_tables.id"), primary_key=True)
    place: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("persons.id"), index=True)
    bot: Mapped[str | None] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(80))
    ready: Mapped[bool] = mapped_column()
    entropy: Mapped[str] = mapped_column(Text)

    __table_args__ = (UniqueConstraint("table_id", "person_id"),)


class Match(Base):
    """How a match was set up, and whether it runs (``state``: running, saved, over). ``secret`` never leaves while it runs."""

    __tablename__ = "matches"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[str] = mapped_column(String(32), index=True)
    code: Mapped[str] = mapped_column(String(6))
    state: Mapped[str] = mapped_column(String(8), index=True)
    ruleset_key: Mapped[str] = mapped_column(String(60))
    options: Mapped[str] = mapped_column(Text)
    clock: Mapped[str | None] = mapped_column(Text)
    away: Mapped[str] = mapped_column(Text)
    window_ms: Mapped[int] = mapped_column(Integer)
    first_dealer: Mapped[int] = mapped_column(Integer)
    secret: Mapped[str] = mapped_column(String(64))
    lot: Mapped[str] = mapped_column(Text)
    created_ms: Mapped[int] = mapped_column(BigInteger)
    finished_ms: Mapped[int | None] = mapped_column(BigInteger)
    pinned: Mapped[bool] = mapped_column(server_default=false())
    practice: Mapped[bool] = mapped_column(server_default=false())


class Seating(Base):
    """Who plays a seat of a match. ``left`` says that the person gave the seat up and owes this match nothing."""

    __tablename__ = "seatings"
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("persons.id"), index=True)
    bot: Mapped[str | None] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(80))
    entropy: Mapped[str] = mapped_column(Text)
    left: Mapped[bool] = mapped_column()


class Result(Base):
    """One line of a finished match's table; written in the transaction that stores the match's end."""

    __tablename__ = "results"
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(Integer)
    score: Mapped[int] = mapped_column(Integer)
    points: Mapped[int] = mapped_column(Integer)


class MatchEvent(Base):
    """The append-only log. The unique index is the second lock behind the table's single writer."""

    __tablename__ = "match_events"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    match_id: Mapped[str] = mapped_column(String(32))
    seq: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(32))
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    seat: Mapped[int | None] = mapped_column(Integer)
    act_id: Mapped[str | None] = mapped_column(String(64))
    banks: Mapped[str | None] = mapped_column(String(60))
    at_ms: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("match_id", "seq"),)


class MatchAnswer(Base):
    """Sealed answers of claim windows; ``seq`` is the number of the last event before the answer."""

    __tablename__ = "match_answers"
    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    match_id: Mapped[str] = mapped_column(String(32))
    seq: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(32))
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    seat: Mapped[int | None] = mapped_column(Integer)
    act_id: Mapped[str | None] = mapped_column(String(64))
    banks: Mapped[str | None] = mapped_column(String(60))
    at_ms: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("match_id", "seq", "seat"),)


class Snapshot(Base):
    """The newest state of a match, as a cache: every row may be deleted."""

    __tablename__ = "snapshots"
    match_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seq: Mapped[int] = mapped_column(Integer)
    payload: Mapped[bytes] = mapped_column(LargeBinary)


class Administrator(Base):
    """A person who may sign in as an admin. ``login`` is the folded name, ``password`` an argon2 hash once there is one.

    Sessions carry ``generation``: raising it signs the admin out everywhere.
    """

    __tablename__ = "administrators"
    person_id: Mapped[str] = mapped_column(ForeignKey("persons.id"), primary_key=True)
    login: Mapped[str] = mapped_column(String(80), unique=True)
    password: Mapped[str | None] = mapped_column(Text)
    generation: Mapped[int] = mapped_column(Integer)
    granted_by: Mapped[str] = mapped_column(String(120))
    granted_ms: Mapped[int] = mapped_column(BigInteger)
    revoked_ms: Mapped[int | None] = mapped_column(BigInteger)


class Ban(Base):
    """Somebody who is kept out until ``until_ms`` (``None``: until it is lifted)."""

    __tablename__ = "bans"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("persons.id"), index=True)
    reason: Mapped[str] = mapped_column(Text)
    made_by: Mapped[str] = mapped_column(String(120))
    made_ms: Mapped[int] = mapped_column(BigInteger)
    until_ms: Mapped[int | None] = mapped_column(BigInteger)
    lifted_by: Mapped[str | None] = mapped_column(String(120))
    lifted_ms: Mapped[int | None] = mapped_column(BigInteger)


class Announcement(Base):
    """What the lobby shows to everybody until ``until_ms``."""

    __tablename__ = "announcements"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    made_by: Mapped[str] = mapped_column(String(120))
    made_ms: Mapped[int] = mapped_column(BigInteger)
    until_ms: Mapped[int] = mapped_column(BigInteger, index=True)


class AuditRow(Base):
    """What an admin did. ``hash`` covers the row and ``previous``, the hash of the row before."""

    __tablename__ = "audit_log"
    seq: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at_ms: Mapped[int] = mapped_column(BigInteger)
    actor: Mapped[str] = mapped_column(String(120))
    action: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(120))
    reason: Mapped[str] = mapped_column(Text)
    details: Mapped[str] = mapped_column(Text)
    previous: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))


class ClaimLink(Base):
    """With the token of this link, whose SHA-256 this is, somebody becomes the guest of a seat once."""

    __tablename__ = "claim_links"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), index=True)
    seat: Mapped[int] = mapped_column(Integer)
    person_id: Mapped[str] = mapped_column(ForeignKey("persons.id"))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    created_ms: Mapped[int] = mapped_column(BigInteger)
    expires_ms: Mapped[int] = mapped_column(BigInteger)
    used_ms: Mapped[int | None] = mapped_column(BigInteger)
    revoked_ms: Mapped[int | None] = mapped_column(BigInteger)
