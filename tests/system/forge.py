"""Servers for the drills, on a port and a data folder that stay, also while nothing listens there."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

from tests.support.databases import migrated
from tests.support.forge import Forged, forge

START_S = 60.0
END_S = 30.0


class ForgedServer:
    """One server at a time."""

    def __init__(self, data: Path, env: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.log_file = data.parent / f"{data.name}.log"
        self._env = {**os.environ, **(env or {})}
        self._process: Forged | None = None
        self.port = _quiet_port()
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Returns once the server is healthy."""
        assert self._process is None
        migrated(self.data)
        argv = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        with self.log_file.open("ab") as log, Path(os.devnull).open("rb") as nothing:
            self._process = forge().start(argv, self._env, stdin=nothing.fileno(), stdout=log.fileno(), stderr=log.fileno())
        deadline = time.monotonic() + START_S
        with httpx.Client(trust_env=False, verify=False, timeout=5.0) as client:
            while time.monotonic() < deadline:
                assert self._process.poll() is None, f"the server ended while starting:\n{self.log[-4000:]}"
                with contextlib.suppress(httpx.TransportError):
                    if client.get(f"{self.url}/healthz").status_code == httpx.codes.OK:
                        return
                time.sleep(0.01)
        raise AssertionError(f"the server does not answer:\n{self.log[-4000:]}")

    def kill(self) -> None:
        """SIGKILL; returns when the process is gone."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(END_S)


def _quiet_port() -> int:
    """A free port that the system gives to no client while the server is down."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
