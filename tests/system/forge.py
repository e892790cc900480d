"""Servers that start quickly: a process that has imported the program forks one for each start.

The server is a process of its own as after `mahjong-club serve`, on a port and a data folder that stay; what is spared is
only the import, which would be most of a drill's time.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

START_S = 60.0
END_S = 30.0


def main() -> None:
    """Fork a server for each line of standard input; its process id is the answer."""
    importlib.import_module("mahjong_club.app")
    importlib.import_module("mahjong_club.cli")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _become_server(order)
        print(pid, flush=True)


def _become_server(order: dict[str, object]) -> None:
    try:
        log = os.open(str(order["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for to, own in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(to, own)
        env, argv = order["env"], order["argv"]
        assert isinstance(env, dict) and isinstance(argv, list)
        os.environ.update(env)
        sys.argv = ["mahjong-club", *argv]
        from mahjong_club.cli import main as cli

        cli()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


class Forge:
    """Starts servers; one process for as many as are wanted."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.system.forge"],
            cwd=Path(__file__).resolve().parents[2],
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, argv: Sequence[str], env: Mapping[str, str], log: Path) -> int:
        """The process id of a new server."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps({"argv": list(argv), "env": dict(env), "log": str(log)}), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class ForgedServer:
    """One server at a time on a port and a data folder that stay."""

    def __init__(self, forge: Forge, data: Path, env: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.log_file = data.parent / f"{data.name}.log"
        self._forge = forge
        self._env = dict(env or {})
        self._handle: int | None = None
        self.port = _quiet_port()
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Returns once the server is healthy."""
        assert self._handle is None
        self.data.mkdir(parents=True, exist_ok=True)
        argv = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        pid = self._forge.start(argv, self._env, self.log_file)
        self._handle = os.pidfd_open(pid)
        deadline = time.monotonic() + START_S
        with httpx.Client(trust_env=False, timeout=5.0) as client:
            while time.monotonic() < deadline:
                assert not self._ended(0), f"the server ended while starting:\n{self.log[-4000:]}"
                with contextlib.suppress(httpx.TransportError):
                    if client.get(f"{self.url}/healthz").status_code == httpx.codes.OK:
                        return
                time.sleep(0.01)
        raise AssertionError(f"the server does not answer:\n{self.log[-4000:]}")

    def kill(self) -> None:
        """SIGKILL; returns when the process is gone."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        self._handle = handle
        gone = self._ended(END_S)
        self._handle = None
        os.close(handle)
        assert gone

    def _ended(self, seconds: float) -> bool:
        assert self._handle is not None
        poller = select.poll()
        poller.register(self._handle, select.POLLIN)
        return bool(poller.poll(seconds * 1000))


def _quiet_port() -> int:
    """A free port that the system gives to no client while the server is down."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


if __name__ == "__main__":
    main()
