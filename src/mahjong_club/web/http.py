"""What every answer carries and every request must respect: security headers, the origin of a change, the size of a body."""

from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mahjong_club.accounts.problems import Problem
from mahjong_club.lobby.service import Lobby
from mahjong_club.protocol.schema import frames_schema
from mahjong_club.storage.database import Database
from mahjong_club.web.errors import problem_response
from mahjong_club.web.static import Static

#: Nothing inline, nothing from elsewhere. `style-src` knows no exception either: the renderer sets properties, not attributes.
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self';"
    " media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

router = APIRouter()


class Guard:
    """ASGI middleware around everything. A change that a browser sends from another site's page is refused by its Origin."""

    def __init__(self, app: ASGIApp, *, body_limit: int, origins: Iterable[str] = ()) -> None:
        self._app = app
        self._limit = body_limit
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        send = _with_headers(send, _front_end(scope))
        refusal = self._refusal(scope["method"], headers)
        if refusal is not None:
            await problem_response(refusal)(scope, receive, send)
            return
        await self._app(scope, self._counted(receive), send)

    def _refusal(self, method: str, headers: Headers) -> Problem | None:
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._limit:
            return self._too_large()
        origin = headers.get("origin")
        if method in SAFE or origin is None or self._is_own(origin.lower(), headers.get("host", "").lower()):
            return None
        return Problem("wrong_origin", "this request comes from another site's page")

    def _is_own(self, origin: str, host: str) -> bool:
        return origin in self._origins or (origin != "null" and urlsplit(origin).netloc == host)

    def _too_large(self) -> Problem:
        return Problem("too_large", f"a body may have {self._limit} bytes", limit=self._limit)

    def _counted(self, receive: Receive) -> Receive:
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > self._limit:
                    raise HTTPException(413)
            return message

        return counted


def _front_end(scope: Scope) -> dict[str, str]:
    """The version of the front end, told with every answer to the pages: an older one that stayed open can tell."""
    static: Static | None = getattr(scope["app"].state, "static", None) if scope["path"].startswith("/api/") else None
    return {} if static is None else {"x-front-end": static.version}


def _with_headers(send: Send, more: Mapping[str, str]) -> Send:
    async def decorated(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in (*HEADERS.items(), *more.items()):
                headers.setdefault(name, value)
            if "cache-control" not in headers:
                headers["cache-control"] = "no-store"
        await send(message)

    return decorated


@router.get("/healthz", tags=["health"])
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz", tags=["health"])
async def readyz(request: Request) -> dict[str, str]:
    """The database answers and takes what is written, and the server is not about to stop; else 503."""
    club: Lobby = request.app.state.lobby
    if club.stopping:
        raise Problem("server_stopping", "the server is about to stop")
    database: Database = request.app.state.database
    await database.check()
    return {"status": "ready"}


@router.get("/api/v1/schema/frames.json", tags=["protocol"])
async def frames() -> JSONResponse:
    """The JSON Schema of the socket's frames."""
    return JSONResponse(frames_schema(), media_type="application/schema+json", headers={"cache-control": "public, max-age=300"})
