"""A club on each database."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mahjong_club.storage import migrate
from tests.support.club import Club, open_club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path / "data") as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgres"])
async def any_club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    url = None
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        await asyncio.to_thread(migrate.upgrade, url)
    async with open_club(tmp_path / "data", database_url=url) as opened:
        yield opened
