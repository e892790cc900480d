"""Each test of the contract runs on both databases, on tables that the migrations made."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mahjong_club.storage import migrate
from mahjong_club.storage.database import Database, open_database
from tests.support.databases import migrated


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'club.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    url = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    assert isinstance(url, str)
    return url


@pytest.fixture
async def database(database_url: str, tmp_path: Path) -> AsyncIterator[Database]:
    if database_url.startswith("sqlite"):
        assert migrated(tmp_path) == database_url
    else:
        await asyncio.to_thread(migrate.upgrade, database_url)
    opened = open_database(database_url)
    await opened.open()
    yield opened
    await opened.close()
