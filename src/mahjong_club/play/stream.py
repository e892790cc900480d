"""Connections: what a table needs of one, and the bounded queue behind it. A slow reader never holds a table up."""

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

MAX_MESSAGES: Final = 256
MAX_BYTES: Final = 1 << 20


class Connection(Protocol):
    """The sending side of a client."""

    def send_nowait(self, data: bytes) -> None:
        """Queue a frame; never blocks, never raises."""
        ...

    def keep(self, data: bytes) -> None:
        """Queue a frame that may wait for the next one, or for :meth:`flush`: a call of the system for both."""
        ...

    def flush(self) -> None:
        """Let go of what is kept."""
        ...

    def bye(self, code: str) -> None:
        """Queue a ``bye`` with the code, then close."""
        ...


class Outbox:
    """Frames waiting to go out, bounded in number and bytes. ``wake`` is called when there is something to send."""

    __slots__ = ("_max_bytes", "_max_messages", "_size", "_wake", "frames", "overflowed")

    def __init__(self, wake: Callable[[], None], *, max_messages: int = MAX_MESSAGES, max_bytes: int = MAX_BYTES) -> None:
        self.frames: deque[bytes] = deque()
        self.overflowed = False
        self._size = 0
        self._wake = wake
        self._max_messages = max_messages
        self._max_bytes = max_bytes

    def put(self, data: bytes) -> bool:
        """Queue a frame; false when the reader is too slow, and then nothing more is ever queued."""
        if self.overflowed:
            return False
        self._size += len(data)
        if len(self.frames) >= self._max_messages or self._size > self._max_bytes:
            self.overflowed = True
            self.frames.clear()
            self._size = 0
            self._wake()
            return False
        self.frames.append(data)
        self._wake()
        return True

    def take(self) -> bytes | None:
        """The next frame to send."""
        if not self.frames:
            return None
        data = self.frames.popleft()
        self._size -= len(data)
        return data
