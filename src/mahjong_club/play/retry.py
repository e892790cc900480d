"""When a step that the log refused is tried again."""

from typing import Final

#: First and longest wait before an automatic step is tried again.
BACKOFF_MS: Final = (250, 8000)


class Retry:
    """Waits twice as long after each failure. ``at`` is the next try's time; 0 while nothing has failed."""

    __slots__ = ("at", "wait")

    def __init__(self) -> None:
        self.at = 0.0
        self.wait = 0

    def failed(self, now: float) -> None:
        """Another failure."""
        self.wait = min(max(self.wait * 2, BACKOFF_MS[0]), BACKOFF_MS[1])
        self.at = now + self.wait

    def worked(self) -> None:
        """The log takes steps again."""
        self.wait, self.at = 0, 0.0
