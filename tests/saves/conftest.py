"""An empty database of each kind, its key made."""

from pathlib import Path

import pytest

from mahjong_club.settings import Settings
from mahjong_club.storage import migrate
from tests.saves.support import empty_database


@pytest.fixture
def url(tmp_path: Path) -> str:
    return empty_database(tmp_path / "here")


@pytest.fixture
def settings(url: str) -> Settings:
    return Settings(database_url=url)


@pytest.fixture(params=["sqlite", "postgres"])
def any_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return empty_database(tmp_path / "any")
    found = request.getfixturevalue("postgres_url")
    assert isinstance(found, str)
    migrate.upgrade(found)
    migrate.downgrade(found, "base")
    migrate.upgrade(found)
    return found
