"""The table's socket byte by byte: its limits, its goodbyes, and clients that do not read or do not wait."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.datastructures import State

from mahjong_club.accounts.tickets import Ticket, Tickets
from mahjong_club.administration.connections import Connections
from mahjong_club.bots import choose
from mahjong_club.commands.serve import FRAME_BYTES
from mahjong_club.play.clock import LoopTicker
from mahjong_club.play.memory import MemoryLog, MemorySetups, MemorySnapshots
from mahjong_club.play.ports import Entry
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.frames import MAX_FRAME
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.web.sockets import Sockets
from tests.play.support import setup_of
from tests.web.wire_peer import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Peer, Wire, frame, serving

#: More than all buffers between two ends of a connection hold here.
MUCH = 16 << 20


class SlowLog(MemoryLog):
    """A log that is read only when the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.may_read = asyncio.Event()

    async def read(self, match_id: str, after: int = 0) -> Sequence[Entry]:
        await self.may_read.wait()
        return await super().read(match_id, after)


class Club:
    def __init__(self, wire: Wire, tables: Tables, tickets: Tickets, log: SlowLog) -> None:
        self.wire = wire
        self.tables = tables
        self.tickets = tickets
        self.log = log

    def hello(self, seat: int | None) -> bytes:
        ticket = self.tickets.issue(Ticket("m1", seat, f"p{seat}", f"seat {seat}"))
        return text({"type": "hello", "protocol": 1, "ticket": ticket, "match": "m1"})

    @asynccontextmanager
    async def member(self, seat: int | None = None, *, receive_buffer: int = 0) -> AsyncIterator[Peer]:
        self.log.may_read.set()
        async with self.wire.peer(receive_buffer=receive_buffer) as peer:
            peer.send(self.hello(seat))
            await until(peer, "snapshot")
            yield peer


def text(content: dict[str, Any]) -> bytes:
    return frame(TEXT, json.dumps(content).encode())


async def until(peer: Peer, kind: str) -> dict[str, Any]:
    """The next text of a kind."""
    while True:
        opcode, payload = await peer.frame()
        assert opcode == TEXT
        content: dict[str, Any] = json.loads(payload)
        if content["type"] == kind:
            return content


async def farewell(peer: Peer) -> tuple[list[dict[str, Any]], int]:
    """All texts until the close, and its code."""
    texts: list[dict[str, Any]] = []
    while True:
        opcode, payload = await peer.frame()
        if opcode == CLOSE:
            return texts, int.from_bytes(payload[:2], "big")
        assert opcode == TEXT
        texts.append(json.loads(payload))


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    log, tickets = SlowLog(), Tickets()
    tables = Tables(
        log,
        MemorySnapshots(),
        MemorySetups(setup_of()),
        ticker=LoopTicker(),
        rules_for=rules_for,
        choose=choose,
        rng=lambda: random.Random(1),
    )
    sockets = Sockets(State({"tables": tables, "tickets": tickets, "connections": Connections()}), hello_timeout=600)
    async with serving(sockets, send_buffer=8192) as wire:
        try:
            yield Club(wire, tables, tickets, log)
        finally:
            log.may_read.set()
            await tables.close()


def padded(length: int) -> bytes:
    head = b'{"type":"ping","x":"'
    return head + b"x" * (length - len(head) - 2) + b'"}'


async def test_a_frame_may_have_four_kibibytes(club: Club) -> None:
    async with club.member() as peer:
        peer.send(frame(TEXT, padded(MAX_FRAME)))
        assert await until(peer, "pong") == {"type": "pong"}
        half = padded(MAX_FRAME)
        peer.send(frame(TEXT, half[:2000], fin=False), frame(CONTINUATION, half[2000:]))
        assert await until(peer, "pong") == {"type": "pong"}


@pytest.mark.parametrize("length", [MAX_FRAME + 1, FRAME_BYTES])
async def test_a_longer_one_is_said_to_be_too_large(club: Club, length: int) -> None:
    async with club.member() as peer:
        peer.send(frame(TEXT, padded(length)))
        texts, code = await farewell(peer)
    assert (texts[-1], code) == ({"type": "bye", "code": "frame_too_large"}, 1009)


async def test_beyond_sixteen_it_is_not_even_read(club: Club) -> None:
    async with club.member() as peer:
        peer.send(frame(TEXT, padded(FRAME_BYTES + 1))[:4])
        texts, code = await farewell(peer)
        assert "bye" not in [each["type"] for each in texts]
        assert code == 1009
        assert await peer.ended() == b""


async def test_binary_is_no_frame_of_ours(club: Club) -> None:
    async with club.member() as peer:
        peer.send(frame(BINARY, b'{"type":"ping"}'))
        texts, code = await farewell(peer)
        assert (texts[-1], code) == ({"type": "bye", "code": "bad_frame"}, 4400)
        peer.send(frame(CLOSE, (4400).to_bytes(2, "big")))
        assert await peer.ended() == b""


async def test_a_mistake_takes_the_member_from_the_table(club: Club) -> None:
    table = await loaded(club)
    async with club.member(2) as peer:
        assert table.viewers == 1
        peer.send(frame(TEXT, b"{}", masked=False))
        _, code = await farewell(peer)
        assert code == 1002
        assert await peer.ended() == b""
        peer.writer.close()
        async with club.member() as other:
            while table.viewers > 1:
                await answered(other)


async def test_a_client_that_reads_late_gets_everything(club: Club) -> None:
    table = await loaded(club)
    async with club.member(receive_buffer=4096) as peer:
        server = club.wire.made[-1]
        announced = 0
        while not server.paused or announced < 30:
            table.announce(f"{announced:05}" + "x" * 20_000)
            announced += 1
            await asyncio.sleep(0)
        assert server.held
        peer.send(text({"type": "ping"}))
        for number in range(announced):
            notice = await until(peer, "notice")
            assert int(notice["code"][:5]) == number
        assert await until(peer, "pong") == {"type": "pong"}
        assert not server.held
        assert table.viewers == 1


async def test_a_client_that_reads_too_late_is_told(club: Club) -> None:
    table = await loaded(club)
    async with club.member(receive_buffer=4096) as peer:
        announced = 0
        while table.viewers:
            table.announce(f"{announced:05}" + "x" * 20_000)
            announced += 1
            await asyncio.sleep(0)
        texts, code = await farewell(peer)
        assert (texts[-1], code) == ({"type": "bye", "code": "slow_reader"}, 4290)
        numbers = [int(each["code"][:5]) for each in texts if each["type"] == "notice"]
        assert numbers == list(range(len(numbers)))
        peer.send(frame(CLOSE, (4290).to_bytes(2, "big")))
        assert await peer.ended() == b""


async def test_what_follows_a_hello_waits_outside_until_the_table_is_there(club: Club) -> None:
    club.log.may_read.clear()
    async with club.wire.peer() as peer:
        peer.send(club.hello(0))
        sent = await pushed(club, peer, text({"type": "ping"}) * 1000)
        assert sent < MUCH
        assert len(club.wire.made[0]._buffer) < FRAME_BYTES
        club.log.may_read.set()
        assert (await until(peer, "snapshot"))["viewer"] == 0


async def test_a_client_that_asks_and_does_not_read_is_not_heard(club: Club) -> None:
    async with club.member(receive_buffer=4096) as peer:
        assert await pushed(club, peer, frame(PING, b"p" * 125) * 1000) < MUCH
        assert club.wire.made[0].held
        assert club.tables.loaded("m1") is not None


async def loaded(club: Club) -> Any:
    club.log.may_read.set()
    return await club.tables.get("m1")


async def answered(peer: Peer) -> None:
    """One turn of question and answer, and with it some of the server's loop."""
    peer.send(frame(PING, b"turn"))
    while await peer.frame() != (PONG, b"turn"):
        pass


async def pushed(club: Club, peer: Peer, data: bytes) -> int:
    """How many bytes go out before the server takes no more, while it answers somebody else."""
    sent = stuck = 0
    async with club.wire.peer() as other:
        while stuck < 50 and sent < MUCH:
            await answered(other)
            try:
                # The transport has nothing to send, so that its socket is ours for the moment.
                sent += peer.sock.send(data[sent % len(data) :])
            except BlockingIOError:
                stuck += 1
            else:
                stuck = 0
    return sent
