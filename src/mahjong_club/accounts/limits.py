"""Token buckets: how often somebody may make something."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from mahjong_club.accounts.problems import Problem

_MOST_KEYS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` at once, then ``per_minute``."""

    burst: int
    per_minute: float


class Buckets:
    """One bucket for each key; full buckets are forgotten."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> None:
        """Take one token. Raises ``too_many_requests`` with the seconds to wait."""
        now, per_second = self._now(), self._rate.per_minute / 60
        left, since = self._buckets.pop(key, (float(self._rate.burst), now))
        left = min(self._rate.burst, left + (now - since) * per_second)
        if left < 1:
            self._buckets[key] = (left, now)
            wait = int((1 - left) / per_second) + 1 if per_second else 3600
            raise Problem("too_many_requests", f"try again in {wait} s", seconds=wait)
        self._buckets[key] = (left - 1, now)
        # Keys are in the order of their last use, so the first is the one most likely to be full again.
        while len(self._buckets) > _MOST_KEYS:
            del self._buckets[next(iter(self._buckets))]
