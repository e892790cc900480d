"""`mahjong-club migrate`: the database's schema, up to what this version needs."""

from contextlib import nullcontext
from pathlib import Path

from sqlalchemy import make_url

from mahjong_club.commands.console import OUT, fail
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.settings import Settings
from mahjong_club.storage import migrate as schema
from mahjong_club.storage.sqlite import lock_file


def migrate(settings: Settings) -> None:
    """Bring the schema up to date and say from where to where."""
    before, after = brought_up(settings)
    OUT.print(f"already at {after}" if before == after else f"from {before or 'nothing'} to {after}", markup=False)


def brought_up(settings: Settings) -> tuple[str | None, str]:
    """Migrate; one line and exit status 1 where that cannot be done."""
    try:
        if settings.embedded and settings.database_url is None:
            settings.data.mkdir(parents=True, exist_ok=True)
        # Nobody may be served from a schema that changes.
        with lock_file(Path(make_url(settings.url).database or "")) if settings.embedded else nullcontext():
            return schema.upgrade(settings.url)
    except schema.DatabaseTooNew as newer:
        fail(f"{newer}; install a newer version of the program")
    except (StorageUnavailable, OSError, ValueError) as failure:
        fail(f"the database cannot be used: {failure}")


def checked(settings: Settings) -> None:
    """End the command where the database does not fit the program."""
    try:
        schema.check(settings.url)
    except schema.DatabaseTooNew as newer:
        fail(f"{newer}; install a newer version of the program")
    except schema.MigrationNeeded:
        fail("the database is older than this version of the program: run `mahjong-club migrate` first")
    except (StorageUnavailable, OSError, ValueError) as failure:
        fail(f"the database cannot be used: {failure}")
