"""Settings come from options first, then from the environment, and are told to the admin."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from mahjong_club.settings import Settings


def test_the_environment_sets_what_the_caller_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAHJONG_CLUB_PORT", "9000")
    monkeypatch.setenv("MAHJONG_CLUB_HOST", "::1")
    found = Settings(port=1)
    assert (found.port, found.host) == (1, "::1")


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("sqlite:////srv/club.sqlite3", "sqlite+aiosqlite:////srv/club.sqlite3"),
        ("postgresql://a:b@host/club", "postgresql+asyncpg://a:b@host/club"),
        ("postgresql+asyncpg://host/club", "postgresql+asyncpg://host/club"),
    ],
)
def test_addresses_get_the_driver_that_is_there(given: str, url: str) -> None:
    assert Settings(database_url=given).url == url


@pytest.mark.parametrize("given", ["mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:"])
def test_other_databases_are_refused(given: str) -> None:
    with pytest.raises(ValidationError):
        Settings(database_url=given)


def test_the_embedded_database_lies_in_the_data_folder(tmp_path: Path) -> None:
    found = Settings(data=tmp_path)
    assert found.embedded
    assert found.url.endswith(f"{tmp_path}/club.sqlite3")


def test_every_setting_is_in_the_admins_table(root_dir: Path) -> None:
    text = (root_dir / "docs" / "operations.md").read_text(encoding="utf-8")
    assert [name for name in Settings.model_fields if f"`MAHJONG_CLUB_{name.upper()}`" not in text] == []
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `MAHJONG_CLUB_")]
    for names, defaults in rows:
        for name, default in zip(names.split(","), defaults.split(","), strict=True):
            value = getattr(Settings.model_construct(), name.strip(" `").removeprefix("MAHJONG_CLUB_").lower())
            shown = {None: "–", (): "[]"}.get(value, str(value).removesuffix(".0"))
            assert default.strip(" `") == shown, name
