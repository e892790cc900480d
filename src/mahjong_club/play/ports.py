"""What play needs of the outside, as protocols: a place for events, one for snapshots, one for how matches were set up.

The terms themselves stand in ``protocol/entries.py``, where storage can name them too.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from mahjong_club.protocol.entries import (
    AwayPolicy,
    AwaySetup,
    Banks,
    BotStrength,
    ClockSetup,
    Entry,
    MatchSetup,
    PlayError,
    SeatKind,
    SeatSetup,
    SequenceTaken,
    StorageUnavailable,
    UnknownMatch,
)

__all__ = [
    "AwayPolicy", "AwaySetup", "Banks", "BotStrength", "ClockSetup", "Entry", "EventLog", "MatchSetup", "PlayError", "SeatKind",
    "SeatSetup", "SequenceTaken", "Setups", "Snapshots", "StorageUnavailable", "UnknownMatch",
]  # fmt: skip


class EventLog(Protocol):
    """The append-only log of all matches."""

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        """Keep the entries, all or none; returns after the commit.

        Raises :class:`StorageUnavailable` or :class:`SequenceTaken`.
        """
        ...

    async def read(self, match_id: str, after: int = 0) -> Sequence[Entry]:
        """Entries with ``seq > after`` and the sealed answers of the still open window, in the order they were appended."""
        ...

    async def acts(self, match_id: str) -> Mapping[tuple[int, str], int]:
        """For each (seat, act id) the number its act was accepted with."""
        ...


class Snapshots(Protocol):
    """A cache of whole states; losing it costs time only."""

    async def latest(self, match_id: str) -> tuple[int, bytes] | None:
        """The newest snapshot as (seq, payload)."""
        ...

    async def put(self, match_id: str, seq: int, payload: bytes) -> None:
        """Keep a snapshot. Raises :class:`StorageUnavailable`."""
        ...


class Setups(Protocol):
    """Where match setups are kept."""

    async def get(self, match_id: str) -> MatchSetup | None:
        """The setup of a match, ``None`` where no match has this id. Raises :class:`StorageUnavailable`."""
        ...
