"""Which acts were accepted before, so that sending one again is harmless."""

from collections import OrderedDict
from typing import Final

from mahjong_club.play.ports import EventLog, StorageUnavailable

#: Acts remembered without asking the log.
REMEMBERED: Final = 256


class Acts:
    """The acts of one match: the newest in memory, all of them in the log."""

    __slots__ = ("_log", "_match", "_newest")

    def __init__(self, match: str, log: EventLog) -> None:
        self._match = match
        self._log = log
        self._newest: OrderedDict[tuple[int, str], int] = OrderedDict()

    def remember(self, seat: int, act_id: str, number: int) -> None:
        """An act was accepted."""
        self._newest[(seat, act_id)] = number
        if len(self._newest) > REMEMBERED:
            self._newest.popitem(last=False)

    def recent(self, seat: int, act_id: str) -> int | None:
        """The number an act was accepted with, as far as memory goes."""
        return self._newest.get((seat, act_id))

    async def ever(self, seat: int, act_id: str) -> int | None:
        """The number an act was accepted with at any time; ``None`` also while the store is away."""
        try:
            return (await self._log.acts(self._match)).get((seat, act_id))
        except StorageUnavailable:
            return None
