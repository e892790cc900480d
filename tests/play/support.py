"""A table with a clock and a log that the test holds in its hands."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from mahjong_club.bots import choose
from mahjong_club.play.audience import Member
from mahjong_club.play.clock import Pacing
from mahjong_club.play.deals import Dealer, fair_deal
from mahjong_club.play.memory import MemoryLog, MemorySetups, MemorySnapshots
from mahjong_club.play.ports import AwaySetup, ClockSetup, MatchSetup, SeatSetup
from mahjong_club.play.table import Table
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.frames import decode_client
from mahjong_club.rules.variants.registry import newest, rules_for

SECRET = "5a" * 32
PERSON = SeatSetup("person", "p", "Ann")
BOT = SeatSetup("bot", None, "Bot", "random")


@dataclass
class FakeTimer:
    when: float
    then: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeTicker:
    """Time that moves only when told to."""

    def __init__(self, start: float = 1_000_000.0) -> None:
        self.time = start
        self.timers: list[FakeTimer] = []

    def now(self) -> float:
        return self.time

    def wall_ms(self) -> int:
        return int(self.time) + 1_700_000_000_000

    def call_at(self, when: float, then: Callable[[], None]) -> FakeTimer:
        timer = FakeTimer(when, then)
        self.timers.append(timer)
        return timer

    @property
    def next_at(self) -> float | None:
        self.timers = [t for t in self.timers if not t.cancelled]
        return min((t.when for t in self.timers), default=None)

    def ring(self) -> None:
        for timer in [t for t in self.timers if not t.cancelled and t.when <= self.time]:
            self.timers.remove(timer)
            timer.then()


class FakeConnection:
    """Keeps every frame, with the time it came at."""

    def __init__(self, ticker: FakeTicker) -> None:
        self.ticker = ticker
        self.raw: list[tuple[float, bytes]] = []
        self.kept: list[bytes] = []
        self.closed: str | None = None
        self._parsed: list[dict[str, Any]] = []

    def keep(self, data: bytes) -> None:
        self.kept.append(data)

    def flush(self) -> None:
        self.raw += [(self.ticker.now(), data) for data in self.kept]
        self.kept.clear()

    def send_nowait(self, data: bytes) -> None:
        self.flush()
        self.raw.append((self.ticker.now(), data))

    def bye(self, code: str) -> None:
        self.closed = code

    @property
    def frames(self) -> list[dict[str, Any]]:
        self._parsed.extend(json.loads(data) for _, data in self.raw[len(self._parsed) :])
        return self._parsed

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] in kinds]

    def last(self, kind: str) -> dict[str, Any]:
        return self.of(kind)[-1]

    def events(self) -> list[dict[str, Any]]:
        return [item for frame in self.of("events") for item in frame["items"]]


@dataclass
class World:
    """Everything of a server that play needs."""

    setup: MatchSetup
    pacing: Pacing = field(default_factory=Pacing)
    deal: Dealer = fair_deal
    log: MemoryLog = field(default_factory=MemoryLog)
    snapshots: MemorySnapshots = field(default_factory=MemorySnapshots)
    ticker: FakeTicker = field(default_factory=FakeTicker)
    acts: int = 0

    def __post_init__(self) -> None:
        self.tables = self.server()

    def server(self) -> Tables:
        """A server process over the same storage; the last one is forgotten as a kill would."""
        self.ticker.timers.clear()
        self.tables = Tables(
            self.log,
            self.snapshots,
            MemorySetups(self.setup),
            ticker=self.ticker,
            rules_for=rules_for,
            choose=choose,
            pacing=self.pacing,
            deal=self.deal,
            rng=lambda: random.Random(7),
        )
        return self.tables

    async def table(self) -> Table:
        table = await self.tables.get(self.setup.id)
        await table.idle()
        return table

    async def join(self, seat: int | None, since: int | None = None) -> "Client":
        client = Client(self, seat)
        await client.join(since)
        return client

    async def pass_time(self, ms: float) -> None:
        """Let time pass, ringing every timer at its time."""
        end = self.ticker.time + ms
        while (at := self.ticker.next_at) is not None and at <= end:
            self.ticker.time = max(self.ticker.time, at)
            self.ticker.ring()
            await self.settle()
        self.ticker.time = end

    async def settle(self) -> None:
        table = self.tables.loaded(self.setup.id)
        if table is not None:
            await table.idle()


class Client:
    """A client of a table, without a socket."""

    def __init__(self, world: World, seat: int | None) -> None:
        self.world = world
        self.seat = seat
        self.connection = FakeConnection(world.ticker)
        self.member = Member(self.connection, seat, f"seat {seat}")

    async def join(self, since: int | None = None) -> None:
        table = await self.world.tables.get(self.world.setup.id)
        table.connect(self.member, since)
        await table.idle()

    async def leave(self) -> None:
        table = await self.world.table()
        table.disconnect(self.member)
        await table.idle()

    async def send(self, frame: dict[str, Any]) -> None:
        table = await self.world.table()
        table.receive(self.member, decode_client(json.dumps(frame)))
        await table.idle()

    @property
    def prompt(self) -> dict[str, Any] | None:
        return next((f for f in reversed(self.connection.frames) if f["type"] == "prompt"), None)

    def act_frame(self, action: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
        prompt = self.prompt
        assert prompt is not None
        self.world.acts += 1
        return {
            "type": "act",
            "id": f"a{self.world.acts}",
            "prompt": prompt["id"],
            "seq": prompt["seq"],
            "action": action or prompt["legal"][0],
        } | changes

    async def act(self, action: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
        """Answer the last prompt, by default as a timeout would; returns the answer."""
        frame = self.act_frame(action, **changes)
        await self.send(frame)
        return self.answer_to(frame["id"])

    def answer_to(self, act_id: str) -> dict[str, Any]:
        frames = reversed(self.connection.frames)
        return next(f for f in frames if f["type"] in ("accepted", "refused") and f.get("id") == act_id)


def setup_of(
    people: Sequence[int] = (0, 1, 2, 3),
    *,
    clock: ClockSetup | None = None,
    away: AwaySetup | None = None,
    window_ms: int = 0,
    secret: str = SECRET,
    options: dict[str, Any] | None = None,
) -> MatchSetup:
    seats = [replace(PERSON, name=f"Person {s}", person_id=f"p{s}") if s in people else BOT for s in range(4)]
    return MatchSetup(
        id="m1",
        table_id="t1",
        ruleset_key=newest("hong_kong").key,
        options=options or {},
        seats=(seats[0], seats[1], seats[2], seats[3]),
        secret=secret,
        clock=clock,
        away=away or AwaySetup("wait", 60_000),
        window_ms=window_ms,
        code="ABCDEF",
    )


async def play_on(world: World, clients: Sequence[Client], until: Callable[[], bool], rng: random.Random | None = None) -> None:
    """Answer prompts (as a timeout would, or at random) until the condition holds."""
    answered: set[tuple[int | None, int]] = set()
    table = await world.table()
    for _ in range(20_000):
        if until():
            return
        asked = False
        for client in clients:
            prompt = client.prompt
            if prompt is None or (client.seat, prompt["id"]) in answered:
                continue
            answered.add((client.seat, prompt["id"]))
            asked = True
            action = rng.choice(prompt["legal"]) if rng else None
            await client.act(action)
            if until():
                return
        if not asked:
            at = world.ticker.next_at
            assert at is not None, f"nothing to do in {table.state.phase}"
            await world.pass_time(max(0.0, at - world.ticker.time))
    raise AssertionError("it never came to that")
