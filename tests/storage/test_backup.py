"""A backup is one moment of a database that is being written; what is not whole is refused and changes nothing."""

import asyncio
import os
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry, StorageUnavailable
from mahjong_club.storage import archives, migrate
from mahjong_club.storage.backup import BackupRefused, backup, restore
from mahjong_club.storage.database import Database, open_database
from mahjong_club.storage.models import Base, MatchEvent, Meta, Person
from tests.support import postgres

MATCHES = [f"match-{n}" for n in range(6)]
#: What COPY has to be careful with.
AWKWARD = "tab\tnew\nline\r\n\\.\n\\N \\ 三元"
LETTERS = "".join(map(chr, range(1, 0x180))).encode()
#: What stands in a state that is kept; an event is always text.
BYTES = bytes(range(256))

BY_ID = select(Person).order_by(Person.id)


@pytest.fixture
async def new_url(database_url: str, tmp_path: Path) -> AsyncIterator[str]:
    """Where a second database of the same kind is to be."""
    if database_url.startswith("sqlite"):
        yield f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}"
        return
    url = await asyncio.to_thread(postgres.create_database)
    yield url.render_as_string(hide_password=False)
    await asyncio.to_thread(postgres.drop_database, url)


@pytest.fixture
async def empty(database: Database, database_url: str) -> Database:
    """A database with nothing in it: the tests of a worker share the one of PostgreSQL."""
    every = reversed(Base.metadata.sorted_tables)
    await database.transact(lambda session: [session.execute(table.delete()) for table in every])
    return database


@contextmanager
def refused(*codes: str) -> Iterator[None]:
    """What is done inside is refused with one of the codes."""
    with pytest.raises(BackupRefused) as refusal:
        yield
    assert refusal.value.code in codes


def pair(seq: int) -> list[Entry]:
    """Two events of one append: a copy with an odd number of them would hold half a transaction."""
    return [Entry(seq, "drawn", AWKWARD.encode() * 40), Entry(seq + 1, "discarded", LETTERS, seat=2, act_id="a")]


async def fill(database: Database) -> None:
    def people(session: Session) -> None:
        session.add_all((Meta(key="key", value=AWKWARD), Person(id="a", kind="guest", name=AWKWARD, created_ms=1)))
        session.flush()
        session.add(Person(id="b", kind="bot", name="", owner_id="a", created_ms=2))

    await database.transact(people)
    for match in MATCHES:
        for seq in range(1, 40, 2):
            await database.append(match, pair(seq))
        await database.put_snapshot(match, 40, BYTES)


async def counts(database: Database) -> dict[str, int]:
    """Events of each match."""

    def work(session: Session) -> dict[str, int]:
        rows = session.execute(select(MatchEvent.match_id, func.count(), func.max(MatchEvent.seq)).group_by(MatchEvent.match_id))
        found = {}
        for match, count, last in rows:
            assert count == last, "a gap"
            found[match] = last
        return found

    return await database.query(work)


async def contents(url: str) -> tuple[dict[str, int], list[tuple[str, str]], list[Entry]]:
    """What can be read there, with something appended behind it."""
    database = open_database(url)
    await database.open()
    try:
        found = await counts(database)
        people = await database.query(
            lambda session: [(each.id, each.name) for each in session.scalars(select(Person).order_by(Person.id))]
        )
        entries = await database.read(MATCHES[0])
        assert await database.snapshots.latest(MATCHES[0]) == (40, BYTES)
        # Numbers that the database gives itself go on where they were.
        await database.append(MATCHES[0], pair(len(entries) + 1))
        return found, people, entries
    finally:
        await database.close()


async def test_a_copy_is_one_moment_while_matches_are_played(
    empty: Database, database_url: str, new_url: str, tmp_path: Path
) -> None:
    await fill(empty)
    confirmed = await counts(empty)
    ended = asyncio.Event()

    async def play(match: str) -> None:
        while not ended.is_set():
            await empty.append(match, pair(confirmed[match] + 1))
            confirmed[match] += 2

    playing = [asyncio.create_task(play(match)) for match in MATCHES]
    try:
        for number in range(3):
            before = dict(confirmed)
            await asyncio.to_thread(backup, database_url, tmp_path / f"{number}.backup")
            after = dict(confirmed)
            assert after != before, "nothing was played meanwhile"
            await asyncio.to_thread(restore, new_url, tmp_path / f"{number}.backup", replace=bool(number))
            found, people, entries = await contents(new_url)
            for match in MATCHES:
                # The last append may be stored and not yet confirmed.
                assert before[match] <= found[match] <= after[match] + 2
                assert found[match] % 2 == 0, "half a transaction"
            assert people == [("a", AWKWARD), ("b", "")]
            assert [entry.payload for entry in entries[:2]] == [entry.payload for entry in pair(1)]
    finally:
        ended.set()
        await asyncio.gather(*playing)
    assert (tmp_path / "0.backup").stat().st_mode & 0o077 == 0
    left = os.listdir(tmp_path)
    assert not [name for name in left if ".partial" in name or ".restoring" in name]


async def test_a_backup_overwrites_nothing(empty: Database, database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("something else")
    with refused("file_exists"):
        backup(database_url, file)
    assert file.read_text() == "something else"


async def test_a_database_in_use_is_replaced_only_when_asked(
    empty: Database, database_url: str, new_url: str, tmp_path: Path
) -> None:
    await fill(empty)
    file = tmp_path / "club.backup"
    backup(database_url, file)
    restore(new_url, file)
    first = await contents(new_url)
    with refused("not_empty"):
        restore(new_url, file)
    changed = await contents(new_url)
    assert changed[0][MATCHES[0]] == first[0][MATCHES[0]] + 2
    restore(new_url, file, replace=True)
    assert await contents(new_url) == first


async def test_a_database_that_was_only_migrated_counts_as_new(
    empty: Database, database_url: str, new_url: str, tmp_path: Path
) -> None:
    await fill(empty)
    backup(database_url, tmp_path / "club.backup")
    migrate.upgrade(new_url)
    started = open_database(new_url)
    await started.open()
    await started.transact(lambda session: session.add(Meta(key="signing", value="x")))
    await started.close()
    restore(new_url, tmp_path / "club.backup")
    assert (await contents(new_url))[0] == dict.fromkeys(MATCHES, 40)


async def test_an_older_schema_is_brought_up_to_date(database_url: str, new_url: str, tmp_path: Path) -> None:
    migrate.apart(database_url, lambda connection: migrate.remake(connection, "20261129_spine"))
    made = backup(database_url, tmp_path / "old.backup")
    assert made.revision == "20261129_spine"
    restore(new_url, tmp_path / "old.backup")
    migrate.check(new_url)
    migrate.upgrade(database_url)


async def test_damage_is_refused_whole(empty: Database, database_url: str, new_url: str, tmp_path: Path) -> None:
    await fill(empty)
    file, bad = tmp_path / "club.backup", tmp_path / "bad.backup"
    backup(database_url, file)
    restore(new_url, file)
    before = (await contents(new_url))[0]
    whole = file.read_bytes()
    rng = random.Random(7)
    spots = [0, 20, len(whole) - 1, len(whole) - 20, len(whole) - 60, *(rng.randrange(len(whole)) for _ in range(25))]
    changes = [whole[:spot] + bytes([whole[spot] ^ 1]) + whole[spot + 1 :] for spot in spots]
    changes += [whole[:cut] for cut in (0, 3, 100, len(whole) // 2, len(whole) - 1)]
    changes += [whole + b"\0", whole + whole, whole[:1000] + whole[1100:], b"\0" * 5000]
    for change in changes:
        bad.write_bytes(change)
        with refused("damaged", "not_a_backup", "too_new"):
            restore(new_url, bad, replace=True)
    database = open_database(new_url)
    await database.open()
    assert await counts(database) == {**before, MATCHES[0]: before[MATCHES[0]] + 2}
    await database.close()


async def test_what_a_correct_checksum_covers_must_still_be_a_database(
    empty: Database, database_url: str, new_url: str, tmp_path: Path
) -> None:
    """Somebody who edits a backup can make the checksum right; the database then refuses, and is as it was."""
    await fill(empty)
    file, bad = tmp_path / "club.backup", tmp_path / "bad.backup"
    made = backup(database_url, file)
    body = bytearray(file.read_bytes()[: made.body])
    if made.kind == "sqlite":
        body[4096 * 3 : 4096 * 20] = b"\xff" * (4096 * 17)
    else:
        body = body.replace(b"guest", b"a\tb")
    with archives.open_new(bad) as out:
        hashed = archives.Hashed(out)
        hashed.write(bytes(body))
        hashed.finish(archives.Manifest(made.kind, made.revision, len(body), 0, "edited"))
    with refused("damaged"):
        restore(new_url, bad)
    restore(new_url, file)
    assert (await contents(new_url))[0] == dict.fromkeys(MATCHES, 40)


async def test_what_comes_from_elsewhere_is_refused(database: Database, database_url: str, new_url: str, tmp_path: Path) -> None:
    file = tmp_path / "future.backup"
    head = archives.SQLITE_HEAD if database_url.startswith("sqlite") else archives.POSTGRES_HEAD
    kind, other = ("sqlite", "postgresql") if database_url.startswith("sqlite") else ("postgresql", "sqlite")

    def write(manifest: archives.Manifest) -> None:
        file.unlink(missing_ok=True)
        with archives.open_new(file) as out:
            hashed = archives.Hashed(out)
            hashed.write(head if manifest.kind == kind else archives.POSTGRES_HEAD if kind == "sqlite" else archives.SQLITE_HEAD)
            hashed.finish(manifest)

    size = len(head)
    write(archives.Manifest(kind, "29991231_later", size, 0, "9"))  # type: ignore[arg-type]
    with refused("too_new"):
        restore(new_url, file)
    write(archives.Manifest(kind, migrate.newest(), size, 0, "9", format=2))  # type: ignore[arg-type]
    with refused("too_new"):
        restore(new_url, file)
    there = archives.POSTGRES_HEAD if kind == "sqlite" else archives.SQLITE_HEAD
    write(archives.Manifest(other, migrate.newest(), len(there), 0, "9"))  # type: ignore[arg-type]
    with refused("other_database"):
        restore(new_url, file)


async def test_a_served_sqlite_database_is_not_restored_into(sqlite_url: str, tmp_path: Path) -> None:
    migrate.upgrade(sqlite_url)
    backup(sqlite_url, tmp_path / "club.backup")
    database = open_database(sqlite_url)
    await database.open()
    with pytest.raises(StorageUnavailable):
        restore(sqlite_url, tmp_path / "club.backup", replace=True)
    await database.close()


def test_the_body_of_a_sqlite_backup_opens_as_a_database(sqlite_url: str, tmp_path: Path) -> None:
    migrate.upgrade(sqlite_url)
    backup(sqlite_url, tmp_path / "club.backup")
    with sqlite3.connect(tmp_path / "club.backup") as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchone() == (migrate.newest(),)
    raw.close()


def test_there_must_be_a_database(tmp_path: Path) -> None:
    for name in ("nothing", "blank"):
        if name == "blank":
            sqlite3.connect(tmp_path / name).close()
            (tmp_path / name).touch()
        with refused("no_database"):
            backup(f"sqlite+aiosqlite:///{tmp_path / name}", tmp_path / "out")
    assert not (tmp_path / "nothing").exists() and not (tmp_path / "out").exists()
    assert not (tmp_path / "out.partial").exists()
