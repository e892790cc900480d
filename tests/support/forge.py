"""Processes of the program that start quickly: one that has imported it forks another for each start.

What is forked goes on as `mahjong-club` does, with its own environment and standard files, and ends as it does; spared is only
the import, which would be most of what the tests spend on a server or a command. What starts from nothing says so
(`fresh=True`); `tests/cli` does.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

#: Not the commands themselves: what they look at while they are imported is the child's.
PRELOADED = ("mahjong_club.app", "mahjong_club.cli", "rich.progress", "typer.rich_utils", "uvicorn", "uvloop", "httptools")
RUN_S = 120.0


def main() -> None:
    """Fork for each order on the socket; in the child this returns, and the child becomes the command."""
    for name in PRELOADED:
        importlib.import_module(name)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    orders = socket.socket(fileno=int(sys.argv[1]))
    while True:
        kind, files, _, _ = socket.recv_fds(orders, 1, 3)
        if not kind:
            sys.exit(0)
        order = json.loads(_line(orders))
        if kind == b"w":
            answer = _ended(order)
        elif (answer := os.fork()) == 0:
            orders.close()
            _become(order, files)
            return
        for file in files:
            os.close(file)
        orders.sendall(json.dumps(answer).encode() + b"\n")


def _line(connection: socket.socket) -> bytes:
    found = bytearray()
    while not found.endswith(b"\n"):
        more = connection.recv(1 << 16)
        if not more:
            raise EOFError("the other end of the forge is gone")
        found += more
    return bytes(found)


def _ended(pid: int) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def _become(order: dict[str, Any], files: Sequence[int]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(order["env"])
    sys.argv = ["mahjong-club", *order["argv"]]


class Forged:
    """A process of the forge, as :class:`subprocess.Popen` would show it."""

    def __init__(self, pid: int, wait: Callable[[int], int | None], stdout: IO[str] | None = None) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self._wait = wait

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._wait(self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Raises :class:`subprocess.TimeoutExpired`."""
        deadline = None if timeout is None else time.monotonic() + timeout
        pause = 0.001
        while (status := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("mahjong-club", timeout or 0.0)
            time.sleep(pause)
            pause = min(2 * pause, 0.02)
        return status

    def send_signal(self, number: int) -> None:
        # Until its end was asked for the number is the process's own.
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Forge:
    """Starts processes; one for as many as are wanted."""

    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair()
        self._turn = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.forge", str(theirs.fileno())],
                cwd=Path(__file__).resolve().parents[2],
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def start(self, argv: Sequence[str], env: Mapping[str, str], *, stdin: int, stdout: int, stderr: int) -> Forged:
        """`mahjong-club ARGV...` with this whole environment. The files may be closed afterwards."""
        pid = self._ask(b"s", {"argv": list(argv), "env": dict(env)}, [stdin, stdout, stderr])
        assert pid is not None
        return Forged(pid, lambda which: self._ask(b"w", which))

    def serve(self, argv: Sequence[str], env: Mapping[str, str]) -> Forged:
        """What it says, on both standard files, can be read from ``stdout``."""
        reading, writing = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            made = self.start(argv, env, stdin=nothing, stdout=writing, stderr=writing)
        except BaseException:
            os.close(reading)
            raise
        finally:
            os.close(nothing)
            os.close(writing)
        made.stdout = open(reading, encoding="utf-8", errors="replace")  # noqa: SIM115 - whoever reads it closes it
        return made

    def run(self, argv: Sequence[str], env: Mapping[str, str], stdin: str = "") -> subprocess.CompletedProcess[str]:
        """To its end, as :func:`subprocess.run` does with captured output."""
        with contextlib.ExitStack() as stack:
            files = [stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(3)]
            files[0].write(stdin)
            files[0].flush()
            for file in files:
                file.seek(0)
            given, out, err = (file.fileno() for file in files)
            made = self.start(argv, env, stdin=given, stdout=out, stderr=err)
            try:
                status = made.wait(RUN_S)
            except BaseException:
                made.kill()
                raise
            for file in files[1:]:
                file.seek(0)
            return subprocess.CompletedProcess(["mahjong-club", *argv], status, files[1].read(), files[2].read())

    def close(self) -> None:
        self._orders.close()
        self._process.wait()

    def _ask(self, kind: bytes, order: object, files: Sequence[int] = ()) -> int | None:
        with self._turn:
            socket.send_fds(self._orders, [kind], list(files))
            self._orders.sendall(json.dumps(order).encode() + b"\n")
            answer: int | None = json.loads(_line(self._orders))
            return answer


@functools.cache
def forge() -> Forge:
    """The one of this worker."""
    made = Forge()
    atexit.register(made.close)
    return made


def command(*argv: str | Path, stdin: str = "", env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """`mahjong-club ARGV...`, to its end."""
    return forge().run([str(word) for word in argv], {**os.environ, **(env or {})}, stdin)


if __name__ == "__main__":
    main()
    from mahjong_club.cli import main as cli

    cli()
