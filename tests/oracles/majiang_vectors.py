"""Where the reference engine's recorded answers are: MAHJONG_CLUB_ORACLE_VECTORS, else `data/` beside this file."""

import gzip
import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

_GIVEN = os.environ.get("MAHJONG_CLUB_ORACLE_VECTORS")
FOLDER = Path(_GIVEN or Path(__file__).parent / "data")
#: Whether these are the records of the checkout, whose number is known.
OURS = not _GIVEN


def read(path: Path) -> Iterator[Any]:
    """The JSON value of each line of a compressed file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def rows(name: str, part: int = 0, parts: int = 1) -> Iterator[Any]:
    """The records of one set of vectors, or the ``part``-th of every ``parts``."""
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rb") as lines:
        for line in islice(lines, part, None, parts):
            yield json.loads(line)
