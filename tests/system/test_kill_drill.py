"""The drill: the server is killed at random moments of real matches, started again, and nothing that was said is lost.

`MAHJONG_CLUB_DRILL_KILLS=200` kills more often, `MAHJONG_CLUB_DRILL_VARIANT=riichi` plays only that,
`MAHJONG_CLUB_DRILL_SEED` repeats the moments of a run. `make drill KILLS=200` does so for each variant on each database.
"""

import asyncio
import os
import random
import secrets
from collections.abc import Callable

import pytest

from mahjong_club.history.verification import verify_record
from mahjong_club.rules.variants import registry
from mahjong_club.storage import migrate
from tests.system.forge import ForgedServer
from tests.system.ledger import Ledger, PostgresLedger, SqliteLedger, audit
from tests.system.sitting import LOST, Sitting, all_of

KILLS = {"sqlite": 50, "postgres": 12}
#: Frames that all clients together may hear before a kill: few, so that many kills fall into the return of the clients.
MOST_FRAMES = 350
ENV = {"MAHJONG_CLUB_TABLES_BURST": "100000", "MAHJONG_CLUB_TABLES_FROM_BURST": "100000", "MAHJONG_CLUB_LOG_LEVEL": "warning"}


class Drill:
    """One match of each listed ruleset at one server."""

    def __init__(self, server: ForgedServer, ledger: Ledger, seed: str) -> None:
        self.server = server
        self.ledger = ledger
        self.rng = random.Random(seed)
        wanted = os.environ.get("MAHJONG_CLUB_DRILL_VARIANT")
        played = [each.key for each in registry.listed() if wanted in (None, each.variant)]
        assert played, f"{wanted} is no variant"
        self.sittings = [Sitting(server.url, key, seed, {"rounds": 1}) for key in played]
        self.frames = 0
        self.kill_at = 0
        self.now = asyncio.Event()
        for sitting in self.sittings:
            sitting.on_frame(self.count)
            sitting.skill(0.8)

    def count(self) -> None:
        self.frames += 1
        if self.frames >= self.kill_at:
            self.now.set()

    async def run_and_kill(self) -> None:
        """Play until a random frame, and a random moment after it."""
        self.frames, self.kill_at = 0, self.rng.randrange(1, MOST_FRAMES)
        self.now.clear()
        playing = [asyncio.create_task(sitting.go_on(self.finished)) for sitting in self.sittings]
        waiting = asyncio.create_task(self.now.wait())
        try:
            await asyncio.wait([waiting, *playing], return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                await all_of(*playing)
            # Not a wait for anything: the moment itself is what is drawn.
            await asyncio.sleep(self.rng.random() * 0.01)
            await asyncio.to_thread(self.server.kill)
            for outcome in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(outcome, BaseException) and not isinstance(outcome, LOST):
                    raise outcome
        finally:
            for task in (waiting, *playing):
                task.cancel()
            await asyncio.gather(waiting, *playing, return_exceptions=True)

    async def audit(self) -> None:
        """What is in the database, against what everybody was told."""
        for sitting in self.sittings:
            if sitting.match:
                audit(await self.ledger.read(sitting.match), sitting.players)

    async def finished(self, sitting: Sitting) -> None:
        """A match that is over: its log, its record."""
        log = await self.ledger.read(sitting.match)
        audit(log, sitting.players)
        assert log.events[-1].kind == "match_ended"
        record = await sitting.players[0].call("GET", f"/matches/{sitting.match}/record")
        assert record["complete"] and len(record["events"]) == len(log.events)
        wrong = [check for check in verify_record(record) if check.outcome != "holds"]
        assert not wrong

    async def finish(self) -> None:
        """Let every match that is under way come to its end."""

        async def one(sitting: Sitting) -> None:
            if sitting.match:
                sitting.skill(1.0)
                await sitting.resume()
                await sitting.play()
                await self.finished(sitting)

        await all_of(*(one(sitting) for sitting in self.sittings))

    async def close(self) -> None:
        for sitting in self.sittings:
            await sitting.close()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
async def test_no_kill_loses_or_repeats_anything(
    store: str, forged: Callable[..., ForgedServer], request: pytest.FixtureRequest
) -> None:
    seed = os.environ.get("MAHJONG_CLUB_DRILL_SEED") or secrets.token_hex(4)
    kills = int(os.environ.get("MAHJONG_CLUB_DRILL_KILLS") or KILLS[store])
    print(f"MAHJONG_CLUB_DRILL_SEED={seed}")
    ledger: Ledger
    if store == "postgres":
        url = request.getfixturevalue("postgres_url")
        await asyncio.to_thread(migrate.upgrade, url)
        server = forged(env={**ENV, "MAHJONG_CLUB_DATABASE_URL": url})
        ledger = PostgresLedger(url)
    else:
        server = forged(env=ENV)
        ledger = SqliteLedger(server.data / "club.sqlite3")
    drill = Drill(server, ledger, seed)
    try:
        for kill in range(kills):
            await asyncio.to_thread(server.start)
            await drill.audit()
            await drill.run_and_kill()
            print(
                f"kill {kill + 1} of {kills}: after {drill.kill_at} frames; {[s.finished for s in drill.sittings]} matches over"
            )
        await asyncio.to_thread(server.start)
        await drill.audit()
        await drill.finish()
    finally:
        await drill.close()
    told = [line for line in server.log.splitlines() if "ERROR" in line or "Traceback" in line]
    assert not told, "\n".join(told)


async def test_thinking_through_a_kill_costs_nothing(forged: Callable[..., ForgedServer]) -> None:
    """A seat has used some of its bank and answered; it thinks again, into its bank, when the server dies: it gets back what it
    had when it was asked."""
    server = forged(env=ENV)
    await asyncio.to_thread(server.start)
    sitting = Sitting(server.url, "hong_kong", "thinking", clock={"base_ms": 1_000, "bank_ms": 60_000})
    await sitting.begin()
    await sitting.resume()
    thinker = next(player for player in sitting.players if player.view is not None and player.view.turn == player.seat)

    async def think(less_than: int) -> int:
        """Until a new tab is told that the bank is being used; what is left."""
        thinker.least_bank = 0
        while True:
            await thinker.join(thinker.seq)
            prompt = await thinker.wait_for("prompt")
            assert prompt["clock"]["bank_ms"] <= less_than
            if prompt["clock"]["bank_ms"] < less_than:
                return int(prompt["clock"]["bank_ms"])

    used = await think(60_000)
    sent = await thinker.answer()
    assert sent is not None
    await thinker.wait_for("accepted", id=sent["id"])
    others = [player for player in sitting.players if player is not thinker]
    playing = [asyncio.create_task(player.play()) for player in others]
    try:
        asked = await thinker.wait_for("prompt")
        left = asked["clock"]["bank_ms"]
        assert left <= used
        await think(left)
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*playing, return_exceptions=True)
    finally:
        for task in playing:
            task.cancel()
    await asyncio.to_thread(server.start)
    await thinker.join(thinker.seq)
    again = await thinker.wait_for("prompt")
    assert (again["id"], again["clock"]["bank_ms"]) == (asked["id"], left)
    await sitting.close()
