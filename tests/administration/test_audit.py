"""The audit log's chain on both databases: what was done to it is found, and where."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from mahjong_club.administration.actors import Actor
from mahjong_club.administration.ledger import Ledger
from mahjong_club.storage import audit, migrate
from mahjong_club.storage.database import Database, open_database

ROWS = 6
ADA = Actor("admin:ada", "Ada", "p")


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'club.sqlite3'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
    await asyncio.to_thread(migrate.upgrade, url)
    opened = open_database(url)
    await opened.open()
    await opened.transact(lambda session: session.execute(text("DELETE FROM audit_log")))
    await opened.transact(lambda session: session.execute(text("DELETE FROM meta WHERE key = 'audit_head'")))
    yield opened
    await opened.close()


@pytest.fixture
async def ledger(database: Database) -> Ledger:
    opened = await Ledger.open(database)
    for n in range(ROWS):
        await opened.write(ADA, "ban", f"person {n}", "because 牌", {"n": n, "until_ms": None})
    return opened


async def found(database: Database, known: str | None = None) -> audit.Chain:
    return await database.query(lambda session: audit.check(session, known))


async def test_a_chain_that_nobody_touched_holds(database: Database, ledger: Ledger) -> None:
    chain = await found(database)
    newest = (await ledger.lines(limit=1))[0]
    assert (chain.rows, chain.head, chain.fault) == (ROWS, newest.hash, None)
    third = (await ledger.lines(before=4, limit=1))[0]
    assert (third.seq, third.subject, third.reason) == (3, "person 2", "because 牌")
    assert (await found(database, third.hash)).fault is None
    assert (await found(database, "0" * 64)).fault == "unknown_hash"


TAMPERINGS: dict[str, tuple[str, str, int | None]] = {
    "reason": ("UPDATE audit_log SET reason = 'because' WHERE seq = 3", "changed", 3),
    "details": ("UPDATE audit_log SET details = '{}' WHERE seq = 3", "changed", 3),
    "actor": ("UPDATE audit_log SET actor = 'admin:eve' WHERE seq = 1", "changed", 1),
    "time": ("UPDATE audit_log SET at_ms = at_ms + 1 WHERE seq = 6", "changed", 6),
    "gone": ("DELETE FROM audit_log WHERE seq = 2", "missing", 2),
    "cut": ("DELETE FROM audit_log WHERE seq > 4", "cut", 5),
    "emptied": ("DELETE FROM audit_log", "cut", 1),
    "slipped in": ("UPDATE audit_log SET seq = 9 WHERE seq = 4", "missing", 4),
    "head": ("DELETE FROM meta WHERE key = 'audit_head'", "no_head", None),
}  # fmt: skip


class Undo(Exception):
    """Ends a transaction that is not to be kept."""


async def after(database: Database, change: Callable[[Session], object]) -> audit.Chain:
    """What a check finds after a change, which is undone again."""
    seen: list[audit.Chain] = []

    def work(session: Session) -> None:
        change(session)
        session.expire_all()
        seen.append(audit.check(session))
        raise Undo

    with pytest.raises(Undo):
        await database.transact(work)
    return seen[-1]


async def test_tampering_is_found(database: Database, ledger: Ledger) -> None:
    for name, (statement, fault, seq) in TAMPERINGS.items():
        chain = await after(database, lambda session, said=statement: session.execute(text(said)))  # type: ignore[misc]
        assert (chain.fault, chain.seq) == (fault, seq), name

    def forge(session: Session) -> None:
        (row,) = audit.lines(session, before=4, limit=1)
        forged = audit.AuditLine(row.seq, row.at_ms, row.actor, row.action, row.subject, "another", row.details, row.previous, "")
        values = {"reason": "another", "hash": audit.hash_of(forged)}
        session.execute(text("UPDATE audit_log SET reason = :reason, hash = :hash WHERE seq = 3"), values)

    # A row whose own hash was made right breaks the next.
    chain = await after(database, forge)
    assert (chain.fault, chain.seq, chain.rows) == ("changed", 4, 3)
    # All of that left no trace.
    assert (await found(database)).fault is None


async def test_rows_that_come_at_once_make_one_chain(database: Database, ledger: Ledger) -> None:
    await asyncio.gather(*(ledger.write(ADA, "kick", f"{n}") for n in range(20)))
    chain = await found(database)
    assert (chain.rows, chain.fault) == (ROWS + 20, None)
