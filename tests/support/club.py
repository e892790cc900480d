"""The whole application in the test's own event loop, and people who talk to it over HTTP."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from mahjong_club.app import create_app
from mahjong_club.settings import Settings
from tests.support.databases import migrated

Json = dict[str, Any]


class Guest:
    """Somebody with a cookie jar (or a bot's token) of his own."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """One request under /api/v1."""
        return await self.client.request(method, f"/api/v1{path}", json=body, **more)

    async def get(self, path: str, **more: Any) -> Any:
        """The answer's JSON; anything but success fails the test."""
        return _ok(await self.ask("GET", path, **more))

    async def post(self, path: str, body: Any = None) -> Any:
        """The answer's JSON; anything but success fails the test."""
        return _ok(await self.ask("POST", path, {} if body is None else body))

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of a refusal."""
        response = await self.ask(method, path, body)
        assert response.is_error, response.text
        error = response.json()["error"]
        assert set(error) == {"code", "message", "params"}
        return response.status_code, error["code"]


def _ok(response: httpx.Response) -> Any:
    assert response.is_success, response.text
    return response.json() if response.content else None


class Club:
    """A running application."""

    def __init__(self, app: FastAPI, stack: AsyncExitStack) -> None:
        self.app = app
        self._stack = stack

    async def stranger(self, **headers: str) -> Guest:
        """Somebody who has not signed in."""
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url="http://club.test", headers=headers)
        return Guest(await self._stack.enter_async_context(client))

    async def guest(self, name: str) -> Guest:
        """Somebody who has signed in with a nickname."""
        guest = await self.stranger()
        await guest.post("/guests", {"name": name})
        return guest

    async def guests(self, number: int) -> list[Guest]:
        """Several guests."""
        return [await self.guest(f"Guest {place}") for place in range(number)]


@asynccontextmanager
async def open_club(data: Path, **settings: Any) -> AsyncIterator[Club]:
    """Start the application on a data folder, unpaced unless told otherwise, and stop it in good order."""
    if settings.get("database_url") is None:
        migrated(data)
    app = create_app(Settings(data=data, **{"window_ms": 0, "result_ms": 0, **settings}))
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(app.router.lifespan_context(app))
        yield Club(app, stack)
