"""Four people at a table, made over HTTP, match after match, also across the death of the server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from tests.system.client import LOST, Json, Player

UNPACED: Json = {"clock": {"base_ms": 20_000, "bank_ms": 60_000}, "window_ms": 0, "away": {"policy": "wait", "after_ms": 600_000}}


async def all_of(*work: Any) -> list[Any]:
    """All at once; the first failure ends the others and is raised."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Sitting:
    """Four players and the match they play. ``options`` and the table's other wishes stay the same."""

    def __init__(self, url: str, ruleset: str, seed: str, options: Json | None = None, **wishes: Any) -> None:
        self.ruleset = ruleset
        self.wishes: Json = {**UNPACED, "ruleset": ruleset, "options": options or {}, **wishes}
        self.players = [Player(url, f"{ruleset}-{n}", random.Random(f"{seed}/{ruleset}/{n}")) for n in range(4)]
        self.match = ""
        self.code = ""
        self.signed_in = 0
        self.finished = 0

    def on_frame(self, then: Callable[[], object]) -> None:
        for player in self.players:
            player.on_frame = then

    def skill(self, how_often: float) -> None:
        """How often everybody plays as the club's bot would."""
        for player in self.players:
            player.skill = how_often

    async def close(self) -> None:
        for player in self.players:
            await player._hang_up()
            await player.close()

    async def begin(self) -> None:
        """Have a match; one that was begun when the server died is found again."""
        host = self.players[0]
        while self.signed_in < 4:
            await self.players[self.signed_in].sign_in()
            self.signed_in += 1
        running = await host.call("GET", "/me/matches")
        if not running:
            table = await host.call("POST", "/tables", self.wishes)
            self.code = table["code"]
            for player in self.players[1:]:
                await player.call("POST", f"/tables/{self.code}/join", {})
            for player in self.players:
                await player.call("POST", f"/tables/{self.code}/ready", {"entropy": player.name})
            if (await host.call("GET", f"/tables/{self.code}"))["state"] != "playing":
                await host.call("POST", f"/tables/{self.code}/start", {})
            running = await host.call("GET", "/me/matches")
        assert len(running) == 1
        self.match, self.code = running[0]["id"], running[0]["code"]
        for player in self.players:
            player.begin(self.match)

    async def resume(self, *, compare: bool = True) -> None:
        """Everybody comes back with what he has; every view must be the server's own."""
        await all_of(*(player.join(player.seq) for player in self.players))
        if compare:
            await all_of(*(player.fresh_snapshot() for player in self.players))

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Everybody answers, first what he had answered before and got no word about."""
        for player in self.players:
            await player.send_again()
        tasks = [asyncio.ensure_future(player.play(until)) for player in self.players]
        waiting = set(tasks)
        try:
            # Whoever sees the end first ends it for all: the others may wait for a frame that nobody will cause any more.
            while waiting and not until():
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def go_on(self, finished: Callable[[Sitting], Any]) -> None:
        """Match after match, for ever; ends with one of ``LOST`` when the server dies."""
        while True:
            if not self.match:
                await self.begin()
            # One may have heard of the end when the server died, and the others not.
            if not all(player.done for player in self.players):
                await self.resume()
                await self.play()
            assert all(player.done for player in self.players)
            await finished(self)
            self.finished += 1
            self.match = ""


__all__ = ["LOST", "UNPACED", "Sitting", "all_of"]
