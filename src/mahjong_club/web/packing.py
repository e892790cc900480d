"""Static files on their way to a browser, packed once with gzip."""

import gzip
import os
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response

#: What gets smaller; pictures of pixels are packed already.
PACKED: Final = frozenset({".js", ".css", ".json", ".svg", ".html", ".txt"})
#: Below this the headers cost more than is won.
LEAST: Final = 256


class Packer:
    """Keeps the packed text of each file for as long as the file stays as it is."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, bytes]] = {}

    def pack(self, response: Response, path: str, stat: os.stat_result, asked: Headers) -> Response:
        """The answer for a whole file, packed where the browser takes that. Both forms are told apart by ``Vary``."""
        if Path(path).suffix not in PACKED:
            return response
        response.headers["vary"] = "accept-encoding"
        if response.status_code != 200 or stat.st_size < LEAST or "range" in asked or not packing_asked(asked):
            return response
        headers = {name: value for name, value in response.headers.items() if name not in ("content-length", "accept-ranges")}
        # The same file in other bytes: a weak tag, which a browser may still ask with whether anything changed.
        headers |= {"content-encoding": "gzip", "etag": f"W/{response.headers['etag']}"}
        return Response(self._packed(path, stat), headers=headers)

    def _packed(self, path: str, stat: os.stat_result) -> bytes:
        found = self._kept.get(path)
        if found is None or found[0] != stat.st_mtime_ns:
            found = stat.st_mtime_ns, gzip.compress(Path(path).read_bytes(), mtime=0)
            self._kept[path] = found
        return found[1]


def packing_asked(asked: Headers) -> bool:
    """Whether a request takes an answer in gzip."""
    return "gzip" in asked.get("accept-encoding", "")
