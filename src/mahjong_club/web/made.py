"""What lies under ``/static`` in no file of its own: a page's modules as one, their source map, and catalogues as one.

``js/pages/table.joined.js`` stands beside ``js/pages/table.js``, with its map at ``….joined.js.map``;
``i18n/en/table,patterns.json`` holds the two catalogues, each under its name. Made once and kept: the version that addresses
carry stands for all files as they were when the server began.
"""

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from mahjong_club.web import joining
from mahjong_club.web.catalogues import LANGUAGES

#: Pages whose script comes as one file.
ENTRIES: Final = ("js/pages/table.js", "js/pages/replay.js")
#: Sets of catalogues that pages ask for together.
WORDS: Final = ("table,patterns,refusals", "table,patterns,refusals,replay,lobby")


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file as it goes out, in both forms."""

    data: bytes
    packed: bytes
    media_type: str
    etag: str


class Made:
    """All files that are made from a folder's."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, MadeFile] = {}
        self._makers: dict[str, Callable[[], str]] = {}
        for entry in ENTRIES:
            joined = f"{entry.removesuffix('.js')}.joined.js"
            self._makers[joined] = partial(self._script, entry)
            self._makers[f"{joined}.map"] = partial(self._map, entry)
        for language in LANGUAGES:
            for names in WORDS:
                self._makers[f"i18n/{language}/{names}.json"] = partial(self._words, language, names)

    def find(self, path: str) -> MadeFile | None:
        """The file at a path under ``/static``; ``None`` if none is made for it."""
        if path not in self._kept and path in self._makers:
            data = self._makers[path]().encode()
            media_type = "text/javascript; charset=utf-8" if path.endswith(".js") else "application/json"
            digest = hashlib.sha256(data).hexdigest()[:32]
            self._kept[path] = MadeFile(data, gzip.compress(data, mtime=0), media_type, f'"{digest}"')
        return self._kept.get(path)

    def _script(self, entry: str) -> str:
        return f"{joining.join(self._folder, entry).text}//# sourceMappingURL={Path(entry).stem}.joined.js.map\n"

    def _map(self, entry: str) -> str:
        return joining.source_map(joining.join(self._folder, entry), entry)

    def _words(self, language: str, names: str) -> str:
        folder = self._folder / "i18n" / language
        found = {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in names.split(",")}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def ways_digest() -> bytes:
    """Changes with how files are made, where the files that they are made from stay the same."""
    return hashlib.sha256(b"".join(Path(each).read_bytes() for each in (__file__, joining.__file__))).digest()
