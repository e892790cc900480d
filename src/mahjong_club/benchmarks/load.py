"""Load on a server: tables of four trivial bots that do what a timeout would do. Lean, so that it is the server that is measured.

The websocket is spoken by hand here: a client library would cost more than the server. A turn is a discard. Latency is the time
from a discard's act leaving this process to its event reaching another seat of the table.
"""

import asyncio
import http.client
import os
import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import cast

from mahjong_club.accounts.service import COOKIE
from mahjong_club.benchmarks.club import Seats, ServerProcess

_MASK = b"\0\0\0\0"
_EVENTS = b'{"type":"events"'
_PROMPT = b'{"type":"prompt"'
_DISCARDED = b'"type":"discarded"'
_LEGAL = b'"legal":['
_CONNECTING = 16


@dataclass(slots=True)
class Counters:
    """What was seen while ``on``; latencies in seconds."""

    on: bool = False
    turns: int = 0
    received: int = 0
    sent: int = 0
    bytes: int = 0
    latencies: list[float] = field(default_factory=list)


class TableLoad:
    """What the four sockets of a table share."""

    __slots__ = ("actor", "sent_at")

    def __init__(self) -> None:
        self.actor = -1
        self.sent_at = 0.0


class Player(asyncio.Protocol):
    """One seat's socket. ``think_s``: longest time before an answer to an own turn; 0 answers at once."""

    def __init__(self, seat: int, table: TableLoad, counters: Counters, hello: bytes, think_s: float) -> None:
        self._seat = seat
        self._table = table
        self._counters = counters
        self._hello = hello
        self._think_s = think_s
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = loop.create_future()
        self._loop = loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        # The loop's transports need not be subclasses of asyncio's.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """The server closed the socket; before the first frame that is a failure."""
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("closed before the first frame"))

    def close(self) -> None:
        """Close the socket."""
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Cut frames out of the stream."""
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._open = True
            self._send(self._hello)
        at, end = 0, len(buffer)
        while end - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                if end - at < 4:
                    break
                (length,), start = struct.unpack_from("!H", buffer, at + 2), at + 4
            elif length == 127:
                if end - at < 10:
                    break
                (length,), start = struct.unpack_from("!Q", buffer, at + 2), at + 10
            if end - start < length:
                break
            self._frame(buffer[at] & 15, buffer[start : start + length])
            at = start + length
        self._buffer = buffer[at:]

    def _frame(self, opcode: int, data: bytes) -> None:
        if opcode == 9 and self._transport is not None:
            self._transport.write(b"\x8a" + bytes([0x80 | len(data)]) + _MASK + data)
        elif opcode == 1:
            if not self.ready.done():
                self.ready.set_result(None)
            counters = self._counters
            if counters.on:
                counters.received += 1
                counters.bytes += len(data)
            if data.startswith(_EVENTS):
                self._events(data, counters)
            elif data.startswith(_PROMPT):
                self._prompt(data)

    def _events(self, data: bytes, counters: Counters) -> None:
        if _DISCARDED not in data:
            return
        if self._seat == 0 and counters.on:
            counters.turns += data.count(_DISCARDED)
        table = self._table
        # The discard before may still be on its way to this seat: only the actor's own counts.
        if table.sent_at and self._seat != table.actor and b'"type":"discarded","seat":%d,' % table.actor in data:
            if counters.on:
                counters.latencies.append(perf_counter() - table.sent_at)
            table.sent_at = 0.0

    def _prompt(self, data: bytes) -> None:
        prompt = data[data.index(b'"id":') + 5 : data.index(b",", 17)]
        at = data.index(_LEGAL) + len(_LEGAL)
        action = data[at : data.index(b"}", at) + 1]
        act = b'{"type":"act","id":"%b","prompt":%b,"seq":%b,"action":%b}' % (prompt, prompt, prompt, action)
        discards = action.startswith(b'{"type":"discard"')
        if self._think_s:
            wait = self._think_s * (random.random() if discards else 0.2 * random.random())
            self._loop.call_later(wait, self._act, act, discards)
        else:
            self._act(act, discards)

    def _act(self, act: bytes, discards: bool) -> None:  # noqa: FBT001 - the hot path, and called by a timer
        if discards:
            self._table.actor = self._seat
            self._table.sent_at = perf_counter()
        if self._counters.on:
            self._counters.sent += 1
        self._send(act)

    def _send(self, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        length = len(data)
        head = bytes([0x81, 0x80 | length]) if length < 126 else b"\x81\xfe" + struct.pack("!H", length)
        self._transport.write(head + _MASK + data)


async def connect_all(server: ServerProcess, matches: Sequence[Seats], counters: Counters, think_s: float) -> list[Player]:
    """Four sockets at each table, connected."""
    gate = asyncio.Semaphore(_CONNECTING)

    async def one(seats: Seats) -> list[Player]:
        async with gate:
            tickets = await asyncio.to_thread(_tickets, server, seats)
            table = TableLoad()
            return [await _connect(server, seats, seat, ticket, table, counters, think_s) for seat, ticket in enumerate(tickets)]

    return [player for players in await asyncio.gather(*map(one, matches)) for player in players]


async def _connect(
    server: ServerProcess, seats: Seats, seat: int, ticket: str, table: TableLoad, counters: Counters, think_s: float
) -> Player:
    hello = b'{"type":"hello","protocol":1,"ticket":"%b","match":"%b","since":null}' % (ticket.encode(), seats.match.encode())
    loop = asyncio.get_running_loop()
    _, player = await loop.create_connection(lambda: Player(seat, table, counters, hello, think_s), server.host, server.port)
    await player.ready
    return player


def _tickets(server: ServerProcess, seats: Seats) -> list[str]:
    connection = http.client.HTTPConnection(server.host, server.port, timeout=60)
    found = []
    try:
        for cookie in seats.cookies:
            headers = {"Cookie": f"{COOKIE}={cookie}", "Content-Type": "application/json"}
            connection.request("POST", f"/api/v1/matches/{seats.match}/ticket", b"{}", headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != http.client.OK:
                raise RuntimeError(f"no ticket: {answer.status} {text[:200]!r}")
            found.append(text.partition(b'"ticket":"')[2].partition(b'"')[0].decode())
    finally:
        connection.close()
    return found


@dataclass(frozen=True, slots=True)
class Measured:
    """One run: rates a second, latencies in milliseconds, processor use as parts of one core, memory in kilobytes."""

    turns_per_s: float
    received_per_s: float
    sent_per_s: float
    p50_ms: float
    p99_ms: float
    server_cpu: float
    load_cpu: float
    memory_before_kb: int
    memory_live_kb: int
    memory_after_kb: int
    resting_cpu: float


async def measure(
    server: ServerProcess, matches: Sequence[Seats], seconds: float, *, think_s: float = 0.0, settle_s: float = 2.0
) -> Measured:
    """Connect four sockets to each match, wait, count for ``seconds``, and close everything."""
    counters = Counters()
    before = server.memory_kb()
    players = await connect_all(server, matches, counters, think_s)
    await asyncio.sleep(settle_s)
    counters.on = True
    start, server_cpu, own_cpu = perf_counter(), server.cpu_s(), os.times()
    await asyncio.sleep(seconds)
    counters.on = False
    elapsed = perf_counter() - start
    used, now = server.cpu_s() - server_cpu, os.times()
    live = server.memory_kb()
    for player in players:
        player.close()
    await asyncio.sleep(settle_s)
    resting = server.cpu_s()
    await asyncio.sleep(settle_s)
    latencies = sorted(counters.latencies) or [0.0]
    return Measured(
        turns_per_s=counters.turns / elapsed,
        received_per_s=counters.received / elapsed,
        sent_per_s=counters.sent / elapsed,
        p50_ms=1000 * latencies[len(latencies) // 2],
        p99_ms=1000 * latencies[min(len(latencies) - 1, len(latencies) * 99 // 100)],
        server_cpu=used / elapsed,
        load_cpu=(now.user + now.system - own_cpu.user - own_cpu.system) / elapsed,
        memory_before_kb=before,
        memory_live_kb=live,
        memory_after_kb=server.memory_kb(),
        resting_cpu=(server.cpu_s() - resting) / settle_s,
    )
