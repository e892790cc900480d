"""The real server as a process of its own, to be talked to over sockets, killed and started again."""

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

from tests.support.databases import migrated
from tests.support.forge import Forged, forge

ADDRESS = re.compile(r"http://[^\s/]+")
START_SECONDS = 60.0
STOP_SECONDS = 30.0


class ServerDied(Exception):
    """The process ended, or said nothing useful, before it answered; the message ends with its output."""


class LiveServer:
    """One `mahjong-club serve` on a free port of 127.0.0.1. A restart keeps the port and the data folder.

    The database of a first start is a copy of one that the migrations made, unless the server is ``fresh`` or has another.
    Standard output and error go, one behind the other over all restarts, into `log_file`. A ``fresh`` one is started as a
    person would, the others by the forge, which has imported the program already; one that is to import another program (a
    ``PYTHONPATH`` in ``env``) is always fresh.
    """

    def __init__(
        self, data_dir: Path, *, env: Mapping[str, str] | None = None, args: Sequence[str] = (), fresh: bool = False
    ) -> None:
        self.data_dir = data_dir
        self.log_file = data_dir.parent / f"{data_dir.name}.log"
        self._env = {**os.environ, "PYTHONUNBUFFERED": "1", "MAHJONG_CLUB_SHUTDOWN_WARNING_S": "0", **(env or {})}
        self._args = list(args)
        self._fresh = fresh or "PYTHONPATH" in (env or {})
        self._port = 0
        self._url: str | None = None
        self._process: subprocess.Popen[str] | Forged | None = None
        self._reader: threading.Thread | None = None

    @property
    def url(self) -> str:
        """`http://127.0.0.1:PORT`, without a slash at the end."""
        if self._url is None:
            raise ServerDied("the server has not been started")
        return self._url

    @property
    def ws_url(self) -> str:
        return self.url.replace("http://", "ws://", 1)

    @property
    def pid(self) -> int:
        return self._running().pid

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace") if self.log_file.exists() else ""

    def start(self) -> None:
        """Returns once GET /healthz answers 200."""
        if self._process is not None:
            raise RuntimeError("the server is already running")
        self.data_dir.mkdir(parents=True, exist_ok=True)
        self._process = self._launch()
        addresses: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read_output, args=(self._process, addresses), daemon=True)
        self._reader.start()
        try:
            self._url = self._printed_address(addresses)
            self._port = int(self._url.rsplit(":", 1)[1])
            self._wait_until_healthy()
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing flushed."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; returns the exit status. A server that does not end in time is killed and reported."""
        return self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Starts again on the same port and data; a server that is still running is stopped in good order first."""
        if self._process is not None:
            self.stop()
        self.start()

    def _launch(self) -> subprocess.Popen[str] | Forged:
        argv = ["serve", "--host", "127.0.0.1", "--port", str(self._port), "--data", str(self.data_dir), *self._args]
        if not self._fresh:
            if "MAHJONG_CLUB_DATABASE_URL" not in self._env and not {"--data", "--database-url"} & {*self._args}:
                migrated(self.data_dir)
            return forge().serve(argv, self._env)
        return subprocess.Popen(
            [sys.executable, "-m", "mahjong_club", *argv],
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    def _running(self) -> subprocess.Popen[str] | Forged:
        if self._process is None:
            raise ServerDied("the server is not running")
        return self._process

    def _read_output(self, process: subprocess.Popen[str] | Forged, addresses: "queue.Queue[str | None]") -> None:
        assert process.stdout is not None
        with self.log_file.open("a", encoding="utf-8") as log:
            for line in process.stdout:
                log.write(line)
                log.flush()
                if found := ADDRESS.search(line):
                    addresses.put(found.group())
        addresses.put(None)

    def _printed_address(self, addresses: "queue.Queue[str | None]") -> str:
        try:
            address = addresses.get(timeout=START_SECONDS)
        except queue.Empty:
            address = None
        if address is None:
            raise ServerDied(f"no address was printed:\n{self.log[-4000:]}")
        return address

    def _wait_until_healthy(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        with httpx.Client(trust_env=False, verify=False, timeout=5.0) as client:
            while time.monotonic() < deadline:
                if self._running().poll() is not None:
                    raise ServerDied(f"the server ended while starting:\n{self.log[-4000:]}")
                with contextlib.suppress(httpx.TransportError):
                    if client.get(f"{self.url}/healthz").status_code == httpx.codes.OK:
                        return
                time.sleep(0.02)
        raise ServerDied(f"/healthz did not answer 200:\n{self.log[-4000:]}")

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            status = process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            if self._reader is not None:
                self._reader.join(timeout=STOP_SECONDS)
            if process.stdout is not None:
                process.stdout.close()
        return status
