"""How the command finds the server of a data folder: a file there, for the folder's owner only, while the server runs."""

import contextlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = "server.json"


@dataclass(frozen=True, slots=True)
class Handoff:
    """Where the server listens, and the key it lets the command in with."""

    url: str
    key: str


def leave(folder: Path, handoff: Handoff) -> None:
    """Write the file; an older one goes. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    fresh = folder / f"{FILE}.{os.getpid()}"
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
        json.dump({"url": handoff.url, "key": handoff.key}, out)
    fresh.replace(folder / FILE)


def find(folder: Path) -> Handoff | None:
    """What the last server of this folder has left, whether or not it still runs; ``None`` where there is nothing to read."""
    try:
        said = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return Handoff(str(said["url"]), str(said["key"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def take_away(folder: Path, handoff: Handoff) -> None:
    """Remove the file, unless another server has written its own meanwhile."""
    if find(folder) == handoff:
        with contextlib.suppress(OSError):
            (folder / FILE).unlink()
