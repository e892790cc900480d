"""One timer for everything a table waits for; there is none while nothing is due."""

from collections.abc import Callable

from mahjong_club.play.clock import Ticker, Timer


class Alarm:
    """Rings once at the moment it was last set to. ``ring`` looks what is due and sets it anew."""

    __slots__ = ("_at", "_ring", "_ticker", "_timer")

    def __init__(self, ticker: Ticker, ring: Callable[[], None]) -> None:
        self._ticker = ticker
        self._ring = ring
        self._timer: Timer | None = None
        self._at = 0.0

    def __bool__(self) -> bool:
        return self._timer is not None

    def set(self, when: float | None) -> None:
        """Ring then; ``None``: not at all."""
        timer = self._timer
        if when is None:
            if timer is not None:
                timer.cancel()
                self._timer = None
            return
        # A timer that rings too early looks again; replacing it at every act would cost more.
        if timer is not None and self._at <= when:
            return
        if timer is not None:
            timer.cancel()
        self._at = when
        self._timer = self._ticker.call_at(when, self._rang)

    def _rang(self) -> None:
        self._timer = None
        self._ring()
