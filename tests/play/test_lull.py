"""Who is to be asked waits for those who have acted, but not for long."""

import asyncio
import json

from mahjong_club.play.lull import WAITING, Lull
from tests.play.support import Client, FakeConnection, FakeTicker, World, play_on, setup_of


class Busy:
    """Something urgent in every turn of the event loop, until it is stopped."""

    def __init__(self, lull: Lull) -> None:
        self.turns = 0
        self._lull = lull
        self._on = True
        self._again()

    def stop(self) -> None:
        self._on = False

    def _again(self) -> None:
        if self._on:
            self.turns += 1
            self._lull.disturb()
            asyncio.get_running_loop().call_soon(self._again)


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_nobody_waits_where_nothing_is_urgent() -> None:
    lull = Lull()
    waiting = lull.wait()
    await turns(3)
    assert waiting.done()


async def test_who_waits_goes_on_once_it_is_quiet() -> None:
    lull = Lull()
    busy = Busy(lull)
    waiting = [lull.wait() for _ in range(WAITING)]
    await turns(20)
    assert not any(task.done() for task in waiting)
    busy.stop()
    await turns(5)
    assert all(task.done() for task in waiting)


async def test_only_so_many_wait() -> None:
    lull = Lull()
    busy = Busy(lull)
    waiting = [lull.wait() for _ in range(WAITING)]
    more = [lull.wait() for _ in range(3)]
    assert all(each.done() for each in more)
    await turns(5)
    assert not any(each.done() for each in waiting)
    busy.stop()
    await turns(5)
    assert all(each.done() for each in waiting)
    # There is room again.
    assert not lull.wait().done()


async def test_nobody_waits_for_ever() -> None:
    lull = Lull()
    busy = Busy(lull)
    await asyncio.wait_for(asyncio.gather(*(lull.wait() for _ in range(WAITING))), 10)
    assert busy.turns > 1
    busy.stop()


async def test_who_gives_up_holds_nobody_up() -> None:
    lull = Lull()
    first, second = lull.wait(), lull.wait()
    first.cancel()
    await turns(3)
    assert first.cancelled() and second.done()


async def test_who_is_asked_next_hears_of_the_step_with_the_question_and_the_others_at_once() -> None:
    world = World(setup_of())
    clients = [Client(world, seat) for seat in range(4)]
    asked: dict[int, list[list[str]]] = {seat: [] for seat in range(4)}
    for seat, client in enumerate(clients):
        client.connection = client.member.connection = Together(world.ticker, asked[seat])
        await client.join()
    await play_on(world, clients, lambda: len(world.log.rows["m1"]) > 120)
    for said in asked.values():
        assert said
        # Nothing else came between, and what was kept came once.
        assert all(kinds == ["events", "prompt"] for kinds in said)


class Together(FakeConnection):
    """Notes what came together with what was kept."""

    def __init__(self, ticker: FakeTicker, said: list[list[str]]) -> None:
        super().__init__(ticker)
        self._said = said
        self._flushed: list[str] = []

    def flush(self) -> None:
        if self.kept:
            self._flushed = [json.loads(data)["type"] for data in self.kept]
        super().flush()

    def send_nowait(self, data: bytes) -> None:
        super().send_nowait(data)
        if self._flushed:
            self._said.append([*self._flushed, json.loads(data)["type"]])
            self._flushed = []
