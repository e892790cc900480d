"""The front end's files, served as they stand: under addresses that name their version, and revalidated under plain ones.

A version is a digest of all files. What lies under ``/static/v-<version>/`` never changes there, so a browser keeps it for
good, and a page never mixes files of two versions: relative imports stay under the address they came from.
"""

import hashlib
import os
import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from mahjong_club.web.made import Made, MadeFile, ways_digest
from mahjong_club.web.packing import Packer, packing_asked

#: The browser asks each time and is told in a few bytes that nothing changed, except for pictures, which hardly ever do.
REVALIDATE: Final = "no-cache"
PICTURES: Final = "public, max-age=86400"
FOR_GOOD: Final = "public, max-age=31536000, immutable"
_VERSIONED: Final = re.compile(r"v-([0-9a-f]{12})")
_SCOPE_KEY: Final = "mahjong_club.static_version"


class Static(StaticFiles):
    """Static files with a cache policy."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self.folder = folder
        self.version = version_of(folder)
        self._packer = Packer()
        self._made = Made(folder)

    def address(self, path: str) -> str:
        """Where a page finds a file (``css/base.css``) of this version."""
        return f"/static/v-{self.version}/{path}"

    def get_path(self, scope: Scope) -> str:
        """The file's path. A version that is not ours leads to today's file, for pages that were open over an upgrade."""
        path = super().get_path(scope)
        first, _, rest = path.partition(os.sep)
        if found := _VERSIONED.fullmatch(first):
            scope[_SCOPE_KEY] = found[1]
            return rest
        return path

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, or what is made from several."""
        made = self._made.find(path.replace(os.sep, "/")) if scope["method"] in ("GET", "HEAD") else None
        return await super().get_response(path, scope) if made is None else self._made_response(made, path, scope)

    def _made_response(self, made: MadeFile, path: str, scope: Scope) -> Response:
        asked = Headers(scope=scope)
        packed = packing_asked(asked)
        headers = {
            "content-type": made.media_type,
            "cache-control": self._policy(path, scope.get(_SCOPE_KEY)),
            "vary": "accept-encoding",
            "etag": f"W/{made.etag}" if packed else made.etag,
            **({"content-encoding": "gzip"} if packed else {}),
        }
        if self.is_not_modified(Headers({"etag": made.etag}), asked):
            return NotModifiedResponse(Headers(headers))
        return Response(made.packed if packed else made.data, headers=headers)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """One file."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = self._policy(str(full_path), scope.get(_SCOPE_KEY))
        return self._packer.pack(response, str(full_path), stat_result, Headers(scope=scope))

    def _policy(self, path: str, version: str | None) -> str:
        if version is not None:
            return FOR_GOOD if version == self.version else REVALIDATE
        return PICTURES if path.endswith((".svg", ".png", ".woff2")) else REVALIDATE


def version_of(folder: Path) -> str:
    """Twelve hexadecimal digits that change with any file's name or content, and with how others are made from them."""
    digest = hashlib.sha256(ways_digest())
    for file in sorted(each for each in folder.rglob("*") if each.is_file()):
        digest.update(f"{file.relative_to(folder).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]
