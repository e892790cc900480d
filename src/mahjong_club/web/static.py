"""The front end's files, served as they stand, revalidated by ETag."""

import os
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

#: The browser asks each time and is told in a few bytes that nothing changed, except for pictures, which hardly ever do.
REVALIDATE: Final = "no-cache"
PICTURES: Final = "public, max-age=86400"


class Static(StaticFiles):
    """Static files with a cache policy."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """One file."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        picture = str(full_path).endswith((".svg", ".png", ".woff2"))
        response.headers["cache-control"] = PICTURES if picture else REVALIDATE
        return response
