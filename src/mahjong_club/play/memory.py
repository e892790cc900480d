"""Ports kept in memory: for measuring play without a disk, and for tests. The log can be told to fail as a disk would."""

from collections.abc import Mapping, Sequence

from mahjong_club.play.ports import Entry, MatchSetup, SequenceTaken, StorageUnavailable


class MemoryLog:
    """An event log in memory. While ``failing`` is set every append is refused."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Entry]] = {}
        self.failing = False
        self.appends = 0

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        """Keep the entries, all or none."""
        if self.failing:
            raise StorageUnavailable("failing")
        rows = self.rows.setdefault(match_id, [])
        last = rows[-1].seq if rows else 0
        for entry in entries:
            if entry.seq != (last if entry.sealed else last + 1):
                raise SequenceTaken(match_id)
            last = entry.seq
        rows.extend(entries)
        self.appends += 1

    async def read(self, match_id: str, after: int = 0) -> Sequence[Entry]:
        """Entries after a number, and the sealed answers of the still open window."""
        rows = self.rows.get(match_id, [])
        last = rows[-1].seq if rows else 0
        return [row for row in rows if row.seq > after or (row.sealed and row.seq == last)]

    async def acts(self, match_id: str) -> Mapping[tuple[int, str], int]:
        """Numbers of the acts accepted so far."""
        return {
            (row.seat, row.act_id): row.seq
            for row in self.rows.get(match_id, [])
            if row.seat is not None and row.act_id is not None
        }


class MemorySnapshots:
    """Snapshots in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[int, bytes]] = {}

    async def latest(self, match_id: str) -> tuple[int, bytes] | None:
        """The newest snapshot."""
        return self.kept.get(match_id)

    async def put(self, match_id: str, seq: int, payload: bytes) -> None:
        """Keep a snapshot."""
        self.kept[match_id] = (seq, payload)


class MemorySetups:
    """Match setups in memory."""

    def __init__(self, *setups: MatchSetup) -> None:
        self.kept = {setup.id: setup for setup in setups}

    async def get(self, match_id: str) -> MatchSetup | None:
        """The setup of a match."""
        return self.kept.get(match_id)
