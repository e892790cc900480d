"""The scripts make what the models describe, go both ways, and refuse a database from the future."""

import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from mahjong_club import resources
from mahjong_club.storage import migrate
from mahjong_club.storage.models import Base


def engine_of(url: str) -> AsyncEngine:
    return create_async_engine(make_url(url))


async def tables(url: str) -> set[str]:
    engine = engine_of(url)
    async with engine.connect() as connection:
        names = await connection.run_sync(lambda sync: set(inspect(sync).get_table_names()))
    await engine.dispose()
    return names - {"alembic_version"}


async def test_no_drift_between_scripts_and_models(database_url: str) -> None:
    migrate.upgrade(database_url)
    engine = engine_of(database_url)
    async with engine.connect() as connection:
        drift = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync, opts={"compare_type": True}), Base.metadata)
        )
    await engine.dispose()
    assert drift == []


async def test_up_down_up(database_url: str) -> None:
    migrate.upgrade(database_url)
    assert await tables(database_url) == set(Base.metadata.tables)
    migrate.downgrade(database_url, "base")
    assert await tables(database_url) == set()
    before, after = migrate.upgrade(database_url)
    assert (before, after) == (None, migrate.newest())
    assert migrate.upgrade(database_url) == (after, after)
    migrate.check(database_url)


async def test_what_is_there_goes_through_the_newest_step_both_ways(database_url: str) -> None:
    """Tables that were made before practice tables existed are none, and nothing of them is lost on the way back."""
    migrate.upgrade(database_url)
    migrate.downgrade(database_url, "20261130_pinned")
    engine = engine_of(database_url)
    async with engine.begin() as connection:
        await connection.execute(text("INSERT INTO persons (id, kind, name, created_ms) VALUES ('p', 'guest', 'Mei', 1)"))
        await connection.execute(
            text(
                "INSERT INTO matches (id, table_id, code, state, ruleset_key, options, away, window_ms, first_dealer,"
                " secret, lot, created_ms, pinned)"
                " VALUES ('m', 't', 'ABCDEF', 'saved', 'hong_kong/2', '{}', '{}', 0, 0, '', '[]', 1, true)"
            )
        )
    migrate.upgrade(database_url)
    async with engine.begin() as connection:
        rows = (await connection.execute(text("SELECT code, pinned, practice FROM matches WHERE id = 'm'"))).all()
        assert [(code, bool(pinned), bool(practice)) for code, pinned, practice in rows] == [("ABCDEF", True, False)]
        await connection.execute(text("INSERT INTO bans (id, person_id, reason, made_by, made_ms) VALUES ('b', 'p', '', '', 2)"))
    migrate.downgrade(database_url, "20261130_pinned")
    async with engine.begin() as connection:
        assert (await connection.execute(text("SELECT name FROM persons WHERE id = 'p'"))).scalar_one() == "Mei"
        assert (await connection.execute(text("SELECT pinned FROM matches WHERE id = 'm'"))).scalar_one()
    await engine.dispose()
    migrate.downgrade(database_url, "base")


async def test_a_database_from_the_future_is_refused(sqlite_url: str) -> None:
    migrate.upgrade(sqlite_url)
    engine = engine_of(sqlite_url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '29991231_later'"))
    await engine.dispose()
    with pytest.raises(migrate.DatabaseTooNew, match="29991231_later"):
        migrate.upgrade(sqlite_url)
    with pytest.raises(migrate.DatabaseTooNew):
        migrate.check(sqlite_url)


async def test_an_old_database_is_not_served_unmigrated(sqlite_url: str) -> None:
    with pytest.raises(migrate.MigrationNeeded):
        migrate.check(sqlite_url)


def test_scripts_have_dated_names() -> None:
    scripts = list(Path(resources.migrations_dir(), "versions").glob("*.py"))
    assert scripts
    assert all(re.fullmatch(r"\d{8}_[a-z0-9_]+\.py", script.name) for script in scripts)
