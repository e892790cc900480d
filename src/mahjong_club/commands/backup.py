"""`mahjong-club backup`: a consistent copy of the whole database, while it is served."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from mahjong_club.commands.console import ERR, OUT, fail
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.settings import Settings
from mahjong_club.storage import archives
from mahjong_club.storage import backup as copies

_NICE: Final = 10


def backup(settings: Settings, file: Path) -> None:
    """Write the copy; one line and exit status 1 where that cannot be done."""
    give_way()
    try:
        with bar("copying") as progress:
            made = copies.backup(settings.url, file, progress)
    except copies.BackupRefused as refusal:
        fail(str(refusal))
    except StorageUnavailable as failure:
        fail(f"the database cannot be used: {failure}")
    except OSError as failure:
        fail(f"cannot write {file}: {failure.strerror or failure}")
    OUT.print(f"{file}: {made.kind} at revision {made.revision}, {file.stat().st_size} bytes", markup=False)


def give_way() -> None:
    """Where the processor is wanted by a server, too, those who play come first."""
    if hasattr(os, "nice"):
        os.nice(_NICE)


@contextmanager
def bar(what: str) -> Iterator[archives.Progress]:
    """A bar on standard error where that is a terminal; what it gives is told (done, total)."""
    if not sys.stderr.isatty():
        yield archives.unused
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=ERR, transient=True) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
