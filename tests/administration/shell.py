"""Somebody at the command line of a data folder, and the sockets of the people whom it concerns."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.forge import command
from tests.support.server import LiveServer


class Shell:
    """`mahjong-club admin …`; ``ran`` remembers which of its commands did what they were asked."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.ran: set[str] = set()

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return command("admin", *arguments, "--data", self.data, stdin=stdin, env={"COLUMNS": "300"})

    def ok(self, *arguments: str, stdin: str = "") -> str:
        done = self.run(*arguments, stdin=stdin)
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        self.ran.add(" ".join(arguments[: 2 if arguments[0] == "audit" else 1]))
        return done.stdout

    def refused(self, status: int, *arguments: str) -> str:
        """The one line of a command that does not do it."""
        done = self.run(*arguments)
        assert done.returncode == status and len(done.stderr.strip().splitlines()) == 1, (arguments, done.stdout, done.stderr)
        return done.stderr

    def lines(self, *arguments: str) -> list[Any]:
        return [json.loads(line) for line in self.ok(*arguments, "--json").splitlines()]


@contextmanager
def sit(server: LiveServer, client: httpx.Client, match: str) -> Iterator[ClientConnection]:
    """A socket at the match, let in."""
    ticket = client.post(f"/matches/{match}/ticket").raise_for_status().json()["ticket"]
    with connect(f"{server.ws_url}/ws", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 1, "match": match, "ticket": ticket, "since": None}))
        hear(socket, lambda frame: frame["type"] == "snapshot")
        yield socket


def hear(socket: ClientConnection, wanted: Callable[[Any], bool]) -> Any:
    """The first frame like this."""
    while True:
        frame = json.loads(socket.recv(timeout=20))
        if wanted(frame):
            return frame


def events(kind: str) -> Callable[[Any], bool]:
    return lambda frame: frame["type"] == "events" and any(event["type"] == kind for event in frame["items"])
