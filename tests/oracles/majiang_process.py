"""The reference engine as a process: one request line in, one answer line out."""

import json
import os
import queue
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Final

HERE: Final = Path(__file__).parent
MODULES: Final = HERE.parents[1] / "node_modules"


class EngineFailed(RuntimeError):
    """The engine could not answer; the message is its own."""


class EngineProcess:
    """A running ``oracle.mjs``. Modules come from the checkout, else from where MAJIANG_MODULES says.

    A thread takes the answers in, so that requests may be written ahead.
    """

    def __init__(self) -> None:
        environment = {"MAJIANG_MODULES": str(MODULES), **os.environ}
        self._process = subprocess.Popen(
            ["node", str(HERE / "oracle.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
        )
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put("")

    def send(self, **request: Any) -> None:
        """Write a request; its answer comes in order."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request, ensure_ascii=False) + "\n")
        self._process.stdin.flush()

    def receive(self) -> Any:
        """The next answer. Raises :class:`EngineFailed`."""
        line = self._answers.get()
        if not line:
            assert self._process.stderr is not None
            raise EngineFailed(self._process.stderr.read()[-400:])
        answer = json.loads(line)
        if not answer["ok"]:
            raise EngineFailed(answer["error"])
        return answer["result"]

    def ask(self, **request: Any) -> Any:
        """One request and its answer, with nothing else on the way."""
        self.send(**request)
        return self.receive()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._reader.join()

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
