"""What a table costs that nobody looks at: it is loaded, watched, left, and then it must be gone and cost nothing."""

import asyncio
import gc
import random
import time

from mahjong_club import bots
from mahjong_club.benchmarks.report import Row
from mahjong_club.play.audience import Member
from mahjong_club.play.clock import LoopTicker
from mahjong_club.play.memory import MemoryLog, MemorySetups, MemorySnapshots
from mahjong_club.play.table import Table
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.entries import AwaySetup, MatchSetup, SeatSetup
from mahjong_club.rules.variants.registry import newest, rules_for

_WATCH_S = 2.0


class _Nowhere:
    """A connection whose client is not there."""

    def send_nowait(self, data: bytes) -> None:
        """Lost."""

    def keep(self, data: bytes) -> None:
        """Lost."""

    def flush(self) -> None:
        """Nothing is kept."""

    def bye(self, code: str) -> None:
        """Lost."""


def resting(count: int) -> list[Row]:
    """Let ``count`` tables go to rest and look at what is still in memory, and at the processor."""
    return asyncio.run(_resting(count))


async def _resting(count: int) -> list[Row]:
    setups = MemorySetups(*(_setup(number) for number in range(count)))
    tables = Tables(
        MemoryLog(),
        MemorySnapshots(),
        setups,
        ticker=LoopTicker(),
        rules_for=rules_for,
        choose=bots.choose,
        rng=lambda: random.Random(1),
    )
    for match_id in setups.kept:
        await _visit(tables, match_id)
    gc.collect()
    alive = sum(isinstance(each, Table) for each in gc.get_objects())
    start = time.process_time()
    await asyncio.sleep(_WATCH_S)
    used = (time.process_time() - start) / _WATCH_S
    return [
        Row(f"{count} resting tables: in memory", len(tables) + alive, "tables", target="<= 0"),
        Row(f"{count} resting tables: processor", used, "cores", target="<= 0.02"),
    ]


async def _visit(tables: Tables, match_id: str) -> None:
    table = await tables.get(match_id)
    member = Member(_Nowhere(), 0, "p")
    table.connect(member)
    await table.idle()
    table.disconnect(member)
    await table.idle()


def _setup(number: int) -> MatchSetup:
    seat = SeatSetup("person", name="p")
    key = newest("hong_kong").key
    return MatchSetup(
        f"{number:x}", "t", key, {}, (seat, seat, seat, seat), secret="00" * 32, away=AwaySetup("wait", 0), window_ms=1
    )
