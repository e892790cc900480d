"""Snapshots of a table's state, so that loading it need not begin with its first event."""

import asyncio
import logging

from mahjong_club.play.clock import Ticker
from mahjong_club.play.ports import Snapshots, StorageUnavailable
from mahjong_club.play.writer import Writer
from mahjong_club.protocol.statedump import dump_state

log = logging.getLogger(__name__)


class Keeper:
    """Keeps the newest state of one match. A failure costs nothing but time at the next load."""

    __slots__ = ("_match", "_snapshots", "_ticker", "_writer", "_writing", "kept")

    def __init__(self, match: str, snapshots: Snapshots, writer: Writer, ticker: Ticker, kept: int) -> None:
        self._match = match
        self._snapshots = snapshots
        self._writer = writer
        self._ticker = ticker
        self._writing: set[asyncio.Task[None]] = set()
        #: The number of the state that the newest snapshot holds.
        self.kept = kept

    @property
    def behind(self) -> bool:
        """Whether something has happened since the newest snapshot."""
        return self.kept != self._writer.state.seq

    def start(self) -> None:
        """Keep a snapshot, beside the table's work."""
        if not self._writer.state.seq:
            return
        task = asyncio.get_running_loop().create_task(self._put(*self._dumped()))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def keep(self) -> None:
        """Keep a snapshot, and wait until it is kept."""
        await self._put(*self._dumped())

    async def idle(self) -> None:
        """Wait until nothing is being written."""
        while self._writing:
            await asyncio.gather(*self._writing)

    def _dumped(self) -> tuple[int, bytes]:
        w = self._writer
        # Also where the store refuses it: it is not tried again before something has happened.
        self.kept = w.state.seq
        pause = None if w.pause is None else [w.pause.reason, w.pause.by, w.pause.note]
        extra = {"asked": w.asked, "banks": w.banks, "at_ms": self._ticker.wall_ms(), "pause": pause}
        return w.state.seq, dump_state(w.state, extra)

    async def _put(self, seq: int, payload: bytes) -> None:
        try:
            await self._snapshots.put(self._match, seq, payload)
        except StorageUnavailable as error:
            log.warning("match %s: no snapshot: %s", self._match, error)
