"""`mahjong-club restore`: a database from a backup."""

from pathlib import Path

from mahjong_club.commands.backup import bar
from mahjong_club.commands.console import OUT, fail
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.settings import Settings
from mahjong_club.storage import backup as copies
from mahjong_club.storage.migrate import DatabaseTooNew


def restore(settings: Settings, file: Path, *, replace: bool) -> None:
    """Fill the database; one line and exit status 1 where that cannot be done, with the database as it was."""
    try:
        if settings.embedded and settings.database_url is None:
            settings.data.mkdir(parents=True, exist_ok=True)
        with bar("restoring") as progress:
            found = copies.restore(settings.url, file, replace=replace, progress=progress)
    except copies.BackupRefused as refusal:
        fail(f"{file} was not restored: {refusal}")
    except DatabaseTooNew as newer:
        fail(f"{newer}; install a newer version of the program")
    except StorageUnavailable as failure:
        fail(f"the database cannot be used: {failure}")
    except OSError as failure:
        fail(f"{failure.filename or file}: {failure.strerror or failure}")
    OUT.print(f"restored from {file}, made by version {found.version}", markup=False)
