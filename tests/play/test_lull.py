"""Who is to be asked waits for those who have acted, but not for long."""

import asyncio

from mahjong_club.play.lull import AT_ONCE, Lull


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
    waiting = asyncio.create_task(lull.wait())
    await turns(3)
    assert waiting.done()


async def test_who_waits_goes_on_once_it_is_quiet() -> None:
    lull = Lull()
    busy = Busy(lull)
    waiting = [asyncio.create_task(lull.wait()) for _ in range(AT_ONCE + 1)]
    await turns(20)
    assert not any(task.done() for task in waiting)
    busy.stop()
    await turns(5)
    assert all(task.done() for task in waiting)


async def test_only_so_many_go_on_together() -> None:
    lull = Lull()
    gone: list[int] = []

    async def one(number: int) -> None:
        await lull.wait()
        gone.append(number)
        # What they do next is urgent again.
        lull.disturb()

    together: list[int] = []
    waiting = asyncio.gather(*(one(number) for number in range(3 * AT_ONCE)))
    while not waiting.done():
        before = len(gone)
        await asyncio.sleep(0)
        together.append(len(gone) - before)
    assert gone == list(range(3 * AT_ONCE)) and max(together) == AT_ONCE


async def test_nobody_waits_for_ever() -> None:
    lull = Lull()
    busy = Busy(lull)
    await asyncio.wait_for(asyncio.gather(*(lull.wait() for _ in range(3 * AT_ONCE))), 10)
    assert busy.turns > 1
    busy.stop()


async def test_who_gives_up_holds_nobody_up() -> None:
    lull = Lull()
    first, second = asyncio.create_task(lull.wait()), asyncio.create_task(lull.wait())
    await asyncio.sleep(0)
    first.cancel()
    await turns(3)
    assert first.cancelled() and second.done()
