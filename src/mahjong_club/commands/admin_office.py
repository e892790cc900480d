"""Whom `mahjong-club admin` speaks to: the server of the data folder, or the same application without one.

The rule: while a server runs on the data folder, the command goes through it, with the key that it keeps there. While none
runs, the command starts the application within itself, without listening anywhere, and asks that. Either way it is the same
HTTP interface, and so the same checks, previews and rows of the audit log.
"""

import asyncio
import getpass
import http.client
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from fastapi import FastAPI

from mahjong_club.administration import handoff
from mahjong_club.administration.endpoints import PREFIX
from mahjong_club.administration.handoff import Handoff
from mahjong_club.commands.console import fail
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.settings import Settings
from mahjong_club.storage import migrate
from mahjong_club.web.door import USER_HEADER

_PATIENCE_S: Final = 60.0
Body = dict[str, Any]


class Office(Protocol):
    """Something that answers requests of the administration."""

    def ask(self, method: str, path: str, body: Body | None = None) -> Any:
        """The answer's JSON; one line and exit status 1 for a refusal."""
        ...


@contextmanager
def open_office(settings: Settings) -> Iterator[Office]:
    """Who answers for the data folder of the settings. One line and exit status 1 where nobody can."""
    found = handoff.find(settings.data)
    if found is not None and (server := _Server(found)).answers():
        yield server
        return
    # Its own log would mix with what the command prints.
    logging.disable(logging.WARNING)
    try:
        with asyncio.Runner() as runner:
            alone = _Alone(settings, runner)
            try:
                yield alone
            finally:
                alone.close()
    except StorageUnavailable as failure:
        fail(f"the database cannot be used: {failure}")
    except (migrate.DatabaseTooNew, migrate.MigrationNeeded) as wrong:
        fail(str(wrong))
    finally:
        logging.disable(logging.NOTSET)


class _Server:
    """The running server."""

    def __init__(self, found: Handoff) -> None:
        self._found = found

    def answers(self) -> bool:
        """Whether it is the server that left the key, and lives."""
        try:
            status, _ = self._call("GET", "/administrators", None)
        except (OSError, http.client.HTTPException, ValueError):
            return False
        return status == http.HTTPStatus.OK

    def ask(self, method: str, path: str, body: Body | None = None) -> Any:
        """See :class:`Office`."""
        try:
            return _answer(*self._call(method, path, body))
        except (OSError, http.client.HTTPException) as failure:
            fail(f"the server at {self._found.url} does not answer any more: {failure}")

    def _call(self, method: str, path: str, body: Body | None) -> tuple[int, bytes]:
        address = urlsplit(self._found.url)
        line = http.client.HTTPConnection(address.hostname or "", address.port, timeout=_PATIENCE_S)
        try:
            line.request(method, PREFIX + path, _encoded(body), _headers(self._found.key))
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()


class _Alone:
    """The application within this process."""

    def __init__(self, settings: Settings, runner: asyncio.Runner) -> None:
        from mahjong_club.app import create_app

        self._runner = runner
        self._app: FastAPI = create_app(settings)
        self._life = self._app.router.lifespan_context(self._app)
        runner.run(self._life.__aenter__())

    def close(self) -> None:
        """Finish what was begun."""
        self._runner.run(self._end())

    async def _end(self) -> None:
        await self._life.__aexit__(None, None, None)

    def ask(self, method: str, path: str, body: Body | None = None) -> Any:
        """See :class:`Office`."""
        return _answer(*self._runner.run(self._call(method, path, body)))

    async def _call(self, method: str, path: str, body: Body | None) -> tuple[int, bytes]:
        headers = _headers(self._app.state.administration.console_key)
        address, _, query = (PREFIX + path).partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": address,
            "raw_path": address.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": None,
            "server": None,
        }
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": _encoded(body) or b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


def _headers(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}", "content-type": "application/json", USER_HEADER: _user()}


def _user() -> str:
    try:
        return getpass.getuser().encode("ascii", "replace").decode()
    except (KeyError, OSError):
        return str(os.getuid())


def _encoded(body: Body | None) -> bytes | None:
    return None if body is None else json.dumps(body).encode()


def _answer(status: int, text: bytes) -> Any:
    found: Any = json.loads(text) if text else {}
    if status < http.HTTPStatus.BAD_REQUEST:
        return found
    error = found["error"]
    fail(f"{error['code']}: {error['message']}")
