"""The audit log: rows that are only ever added, each with a hash over itself and the hash of the row before.

Whoever changes, removes or slips in a row breaks the chain from there on. ``meta`` keeps the last row's number and hash, so
that rows cannot be cut off the end unnoticed either. Who can write the database can make a whole new chain: against that
helps a hash that was noted elsewhere (:func:`check` with ``known``).
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from mahjong_club.storage.models import AuditRow, Meta

HEAD: Final = "audit_head"
#: What the first row gives as the hash before it.
GENESIS: Final = "0" * 64
#: Rows that are read at once.
_CHUNK: Final = 1000
Fault = Literal["changed", "missing", "cut", "no_head", "unknown_hash"]


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One row. ``details`` is canonical JSON, so that the hash does not depend on who reads it."""

    seq: int
    at_ms: int
    actor: str
    action: str
    subject: str
    reason: str
    details: str
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Chain:
    """What a check found: how many rows hold, the hash of the last of them, and the first fault with its row's number."""

    rows: int
    head: str
    fault: Fault | None = None
    seq: int | None = None


def canonical(value: Any) -> str:
    """JSON with sorted names and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(line: AuditLine) -> str:
    """The hash that belongs to the row's content."""
    content = asdict(line)
    del content["hash"]
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def prepare(session: Session) -> None:
    """Make the place of the last row's number and hash, once for a database."""
    if session.get(Meta, HEAD) is None:
        session.add(Meta(key=HEAD, value=f"0 {GENESIS}"))
        session.flush()


def append(
    session: Session,
    *,
    at_ms: int,
    actor: str,
    action: str,
    subject: str = "",
    reason: str = "",
    details: Mapping[str, Any] | None = None,
) -> AuditLine:
    """Add a row, in the caller's transaction; other transactions that add one wait for its end."""
    head = session.scalars(select(Meta).where(Meta.key == HEAD).with_for_update().execution_options(populate_existing=True)).one()
    number, previous = _head(head.value)
    written = canonical(dict(details or {}))
    open_line = AuditLine(number + 1, at_ms, actor, action, subject, reason, written, previous, "")
    line = AuditLine(number + 1, at_ms, actor, action, subject, reason, written, previous, hash_of(open_line))
    session.execute(insert(AuditRow), [asdict(line)])
    head.value = f"{line.seq} {line.hash}"
    session.flush()
    return line


def lines(
    session: Session, *, before: int | None = None, limit: int = 50, action: str = "", subject: str = "", actor: str = ""
) -> list[AuditLine]:
    """Rows, the newest first, those with a number below ``before``."""
    wanted = select(*AuditRow.__table__.columns).order_by(AuditRow.seq.desc()).limit(limit)
    if before is not None:
        wanted = wanted.where(AuditRow.seq < before)
    for column, value in ((AuditRow.action, action), (AuditRow.subject, subject), (AuditRow.actor, actor)):
        if value:
            wanted = wanted.where(column == value)
    return [AuditLine(*row) for row in session.execute(wanted)]


def check(session: Session, known: str | None = None) -> Chain:
    """Walk the chain. With ``known``, a hash that was noted once has to be one of it."""
    # Read first: rows may be added while the others are read.
    head = session.get(Meta, HEAD)
    number, last = _head(head.value) if head is not None else (0, GENESIS)
    rows, previous, seen, met = 0, GENESIS, known is None, number == 0
    for line in _in_order(session):
        if line.seq != rows + 1:
            return Chain(rows, previous, "missing", rows + 1)
        if line.previous != previous or line.hash != hash_of(line):
            return Chain(rows, previous, "changed", line.seq)
        rows, previous = line.seq, line.hash
        seen = seen or line.hash == known
        met = met or (rows, previous) == (number, last)
    if head is None and rows:
        return Chain(rows, previous, "no_head")
    if not met:
        return Chain(rows, previous, "cut", rows + 1)
    return Chain(rows, previous, None if seen else "unknown_hash")


def _in_order(session: Session) -> Iterator[AuditLine]:
    after = 0
    while True:
        wanted = select(*AuditRow.__table__.columns).where(AuditRow.seq > after).order_by(AuditRow.seq).limit(_CHUNK)
        found = [AuditLine(*row) for row in session.execute(wanted)]
        yield from found
        if len(found) < _CHUNK:
            return
        after = found[-1].seq


def _head(text: str) -> tuple[int, str]:
    number, _, last = text.partition(" ")
    return (int(number) if number.isdigit() else -1), last
