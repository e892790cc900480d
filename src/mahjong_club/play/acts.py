"""Which acts were accepted before, so that sending one again is harmless."""

from typing import Final

from mahjong_club.play.ports import EventLog, StorageUnavailable

#: Acts of each seat remembered without asking the log.
REMEMBERED: Final = 16


class Acts:
    """The acts of one match: the newest in memory, all of them in the log."""

    __slots__ = ("_log", "_match", "_newest")

    def __init__(self, match: str, log: EventLog) -> None:
        self._match = match
        self._log = log
        self._newest: tuple[dict[str, int], ...] = ({}, {}, {}, {})

    def remember(self, seat: int, act_id: str, number: int) -> None:
        """An act was accepted."""
        newest = self._newest[seat]
        newest[act_id] = number
        if len(newest) > REMEMBERED:
            del newest[next(iter(newest))]

    def recent(self, seat: int, act_id: str) -> int | None:
        """The number an act was accepted with, as far as memory goes."""
        return self._newest[seat].get(act_id)

    async def ever(self, seat: int, act_id: str) -> int | None:
        """The number an act was accepted with at any time; ``None`` also while the store is away."""
        try:
            return (await self._log.acts(self._match)).get((seat, act_id))
        except StorageUnavailable:
            return None
