"""SQLite databases as the migrations make them: made once, then copied. What is told of migrations is tested without them."""

import functools
import tempfile
from pathlib import Path

from mahjong_club.storage import migrate

NAME = "club.sqlite3"


def migrated(folder: Path) -> str:
    """The address of a new database in a data folder; one that is there stays."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / NAME
    if not file.exists():
        file.write_bytes(_template())
    return _address(file)


@functools.cache
def _template() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / NAME
        migrate.upgrade(_address(file))
        assert [path.name for path in file.parent.iterdir()] == [NAME]
        return file.read_bytes()


def _address(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"
