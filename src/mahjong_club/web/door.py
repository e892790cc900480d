"""The door of the administration: before anything else of a request is looked at, it is asked who is there.

It stands before the routes, so that a new one cannot be left open: under ``/api/v1/admin`` everybody else finds nothing at
all, whatever the method or the body; a page under ``/admin`` sends him to the page for signing in.
"""

import secrets
from typing import Final
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mahjong_club.accounts.problems import Problem
from mahjong_club.administration.actors import Actor, console_actor, web_actor
from mahjong_club.administration.endpoints import PREFIX, SIGN_IN
from mahjong_club.administration.roles import COOKIE
from mahjong_club.administration.service import Administration
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.web.errors import problem_response
from mahjong_club.web.http import SAFE

PAGES: Final = "/admin"
SIGN_IN_PAGE: Final = f"{PAGES}/sign-in"
#: Who calls at the command line; believed together with the server's own key only.
USER_HEADER: Final = "x-mahjong-club-user"


class Door:
    """ASGI middleware around the routes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        path = scope.get("path", "")
        if scope["type"] == "http" and (_under(path, PREFIX) or _under(path, PAGES)):
            answer = await self._knock(scope, path)
            if answer is not None:
                return await answer(scope, receive, send)
        await self._app(scope, receive, send)

    async def _knock(self, scope: Scope, path: str) -> Response | None:
        """What a stranger gets; ``None`` lets the request in, with who it is in its state."""
        club: Administration = scope["app"].state.administration
        headers = Headers(scope=scope)
        try:
            await _recognise(club, Request(scope), headers)
        except StorageUnavailable:
            return problem_response(Problem("storage_unavailable", "nothing can be read now"))
        if "actor" in scope.get("state", {}) or path in (SIGN_IN, SIGN_IN_PAGE):
            return None
        if _under(path, PAGES) and scope["method"] in SAFE:
            return RedirectResponse(f"{SIGN_IN_PAGE}?next={quote(path, safe='/')}", 303)
        return problem_response(Problem("not_found", "not found"))


async def _recognise(club: Administration, request: Request, headers: Headers) -> None:
    actor: Actor | None = None
    scheme, _, token = headers.get("authorization", "").partition(" ")
    cookie = request.cookies.get(COOKIE)
    if scheme.lower() == "bearer":
        if secrets.compare_digest(token.strip().encode(), club.console_key.encode()):
            actor = console_actor(headers.get(USER_HEADER, ""))
    elif cookie and (admin := await club.roles.by_cookie(cookie)) is not None:
        actor = web_actor(admin)
        request.state.admin = admin
    if actor is not None:
        request.state.actor = actor


def _under(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
