"""RFC 6455 as the server speaks it, over real connections: frames, mistakes, closing, the heartbeat."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from mahjong_club.commands.serve import FRAME_BYTES, HEARTBEAT_S, SILENCE_S
from mahjong_club.web.wire import CLOSE_S
from tests.web.wire_peer import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Peer, Wire, echoing, frame, serving


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with serving(echoing()) as found:
        yield found


@pytest.fixture
async def peer(wire: Wire) -> AsyncIterator[Peer]:
    async with wire.peer() as found:
        yield found


def close(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


# --- messages
@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 4096, FRAME_BYTES])
async def test_texts_of_every_length_field_come_through(peer: Peer, length: int) -> None:
    peer.send(frame(TEXT, b"x" * length))
    assert await peer.frame() == (TEXT, b"x" * length)


async def test_long_texts_where_the_limit_allows_them() -> None:
    async with serving(echoing(), ws_max_size=1 << 20) as wire, wire.peer() as peer:
        for length in (65_535, 65_536, 200_001):
            peer.send(frame(TEXT, b"y" * length))
            assert await peer.frame() == (TEXT, b"y" * length)


async def test_a_ping_between_fragments_is_answered_first(peer: Peer) -> None:
    peer.send(
        frame(TEXT, b"one, ", fin=False),
        frame(PING, b"still there?"),
        frame(CONTINUATION, b"two, ", fin=False),
        frame(PONG, b"nobody asked"),
        frame(CONTINUATION, b"three"),
        frame(TEXT, b"four"),
    )
    assert [await peer.frame() for _ in range(3)] == [(PONG, b"still there?"), (TEXT, b"one, two, three"), (TEXT, b"four")]


async def test_a_character_may_be_cut_by_a_fragment(peer: Peer) -> None:
    tile = "🀄".encode()
    peer.send(frame(TEXT, tile[:1], fin=False), frame(CONTINUATION, tile[1:3], fin=False), frame(CONTINUATION, tile[3:]))
    assert await peer.frame() == (TEXT, tile)


async def test_empty_fragments_cost_neither_room_nor_the_message(peer: Peer) -> None:
    peer.send(frame(TEXT, b"a", fin=False), frame(CONTINUATION, fin=False) * 50_000, frame(CONTINUATION, b"b"))
    assert await peer.frame() == (TEXT, b"ab")


@pytest.mark.parametrize("payload", [b"", b"\x00\xff", b"p" * 125])
async def test_a_pong_carries_what_the_ping_carried(peer: Peer, payload: bytes) -> None:
    peer.send(frame(PING, payload))
    assert await peer.frame() == (PONG, payload)


async def test_binary_is_for_the_socket_to_judge(wire: Wire, peer: Peer) -> None:
    peer.send(frame(BINARY, b"\x00\xff"), frame(TEXT, b"after"))
    assert await peer.frame() == (TEXT, b"after")
    assert wire.made[0].binaries == 1


async def test_bytes_may_come_in_any_pieces(wire: Wire, peer: Peer) -> None:
    """The server's end is handed the pieces itself: a network may join what was sent apart."""
    stream = b"".join(
        (
            frame(TEXT, b"short"),
            frame(TEXT, b"m" * 126),
            frame(TEXT, "麻".encode()[:1], fin=False),
            frame(PING, b"?"),
            frame(CONTINUATION, "麻".encode()[1:]),
            b"\x81\xff" + (3).to_bytes(8, "big") + b"\0\0\0\0end",
        )
    )
    expected = [(TEXT, b"short"), (TEXT, b"m" * 126), (PONG, b"?"), (TEXT, "麻".encode()), (TEXT, b"end")]
    server = wire.made[0]
    for cut in range(len(stream)):
        server.data_received(stream[:cut])
        server.data_received(stream[cut:])
        assert sorted([await peer.frame() for _ in expected]) == sorted(expected), cut
    for at in range(len(stream)):
        server.data_received(stream[at : at + 1])
    assert sorted([await peer.frame() for _ in expected]) == sorted(expected)


class Spy:
    """A transport that tells what it is handed."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.writes: list[bytes] = []
        self._transport = transport

    def write(self, data: bytes) -> None:
        self.writes.append(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


async def test_a_text_may_wait_for_the_next_one_and_they_go_out_together(wire: Wire, peer: Peer) -> None:
    server = wire.made[0]
    spy = server.transport = Spy(server.transport)
    server.gather_text(b"1")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert spy.writes == []
    server.write_text(b"2")
    server.write_text(b"3")
    server.gather_text(b"4")
    await asyncio.sleep(0)
    assert spy.writes == [b"\x81\x011\x81\x012\x81\x013\x81\x014"]
    server.write_soon()
    server.gather_text(b"5")
    await asyncio.sleep(0)
    assert len(spy.writes) == 1
    server.write_soon()
    await asyncio.sleep(0)
    assert spy.writes[1:] == [b"\x81\x015"]


async def test_what_is_held_is_taken_in_order_afterwards(wire: Wire, peer: Peer) -> None:
    server = wire.made[0]
    server.hold()
    server.data_received(frame(TEXT, b"1") + frame(TEXT, b"2") + frame(TEXT, b"3")[:4])
    peer.send(frame(TEXT, b"3")[4:], frame(TEXT, b"4"))
    server.release()
    assert [(await peer.frame())[1] for _ in range(4)] == [b"1", b"2", b"3", b"4"]


# --- mistakes
MISTAKES = {
    "a text that is not masked": (frame(TEXT, b"x", masked=False), 1002),
    "a ping that is not masked": (frame(PING, masked=False), 1002),
    **{f"reserved bits {bits}": (frame(TEXT, b"x", reserved=bits), 1002) for bits in (1, 2, 4, 7)},
    "reserved bit of a ping": (frame(PING, reserved=4), 1002),
    **{f"opcode {opcode}": (frame(opcode, b"x"), 1002) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "a ping in fragments": (frame(PING, b"x", fin=False), 1002),
    "a ping that is too long": (frame(PING, b"x" * 126), 1002),
    "a continuation of nothing": (frame(CONTINUATION, b"x"), 1002),
    "a text inside a text": (frame(TEXT, b"x", fin=False) + frame(TEXT, b"y"), 1002),
    "a text in fragments inside a text": (frame(TEXT, b"x", fin=False) + frame(TEXT, b"y", fin=False), 1002),
    "no UTF-8": (frame(TEXT, b"a\xff"), 1007),
    "a lone surrogate": (frame(TEXT, b"\xed\xa0\x80"), 1007),
    "half a character at the end": (frame(TEXT, b"\xe9\xba", fin=False) + frame(CONTINUATION), 1007),
    "one byte more than allowed": (frame(TEXT, b"x" * (FRAME_BYTES + 1)), 1009),
    "a long text that has only been announced": (b"\x81\xfe\xff\xff", 1009),
    "a length beyond all numbers": (b"\x81\xff" + b"\xff" * 8, 1009),
    "fragments that are too long together": (
        frame(TEXT, b"x" * FRAME_BYTES, fin=False) + frame(CONTINUATION, b"x", fin=False),
        1009,
    ),
    "a close of one byte": (frame(CLOSE, b"\x03"), 1002),
    **{f"close code {code}": (close(code), 1002) for code in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535)},
    "a close with a reason that is no UTF-8": (close(1000, b"\xc3"), 1007),
}


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_a_mistake_is_named_and_ends_the_connection(wire: Wire, peer: Peer, mistake: str) -> None:
    sent, code = MISTAKES[mistake]
    peer.send(frame(TEXT, b"before"), sent, frame(TEXT, b"after"), frame(PING))
    assert await peer.frame() == (TEXT, b"before")
    assert await peer.frame() == (CLOSE, code.to_bytes(2, "big"))
    assert await peer.ended() == b""
    peer.writer.close()
    async with asyncio.timeout(20):
        await wire.made[0].over.wait()


async def test_nothing_is_kept_of_what_follows_a_mistake(wire: Wire, peer: Peer) -> None:
    peer.send(frame(TEXT, masked=False))
    assert (await peer.frame())[0] == CLOSE
    server = wire.made[0]
    for _ in range(100):
        server.data_received(frame(TEXT, b"x" * 10_000, fin=False))
    assert len(server._buffer) + len(server._fragments or b"") == 0


# --- closing
@pytest.mark.parametrize("sent", [close(1000), close(1001, b"going on a journey"), close(3000), close(4999), frame(CLOSE)])
async def test_a_close_is_answered_with_its_code_and_the_server_hangs_up(wire: Wire, peer: Peer, sent: bytes) -> None:
    peer.send(frame(TEXT, b"last words"), sent, frame(TEXT, b"never heard"))
    assert await peer.frame() == (TEXT, b"last words")
    code = b"" if sent == frame(CLOSE) else sent[6:8]
    unmasked = bytes(byte ^ key for byte, key in zip(code, b"\xa1\x05", strict=False))
    assert await peer.frame() == (CLOSE, unmasked)
    assert await peer.ended() == b""
    async with asyncio.timeout(20):
        await wire.made[0].over.wait()


async def test_the_servers_close_waits_for_the_answer(wire: Wire, peer: Peer) -> None:
    server = wire.made[0]
    server.close(4290, "slow_reader")
    server.close(1000)
    assert await peer.frame() == (CLOSE, (4290).to_bytes(2, "big") + b"slow_reader")
    peer.send(frame(TEXT, b"too late"), frame(PING), frame(CLOSE, b"\x00"))
    assert await peer.ended() == b""


async def test_a_client_that_just_goes_is_noticed(wire: Wire) -> None:
    for leave in ("close", "write_eof"):
        async with wire.peer() as peer:
            getattr(peer.writer, leave)()
            async with asyncio.timeout(20):
                await wire.made[-1].over.wait()


async def test_a_server_that_stops_closes_its_sockets(wire: Wire, peer: Peer) -> None:
    wire.server.should_exit = True
    assert await peer.frame() == (CLOSE, (1012).to_bytes(2, "big"))
    peer.send(close(1012))
    assert await peer.ended() == b""


def test_the_same_on_the_loop_that_the_server_runs_on() -> None:
    async def run() -> None:
        async with serving(echoing()) as wire:
            for mistake in MISTAKES:
                wire.made.clear()
                async with wire.peer() as peer:
                    await test_a_mistake_is_named_and_ends_the_connection(wire, peer, mistake)
            for on_both in (
                test_bytes_may_come_in_any_pieces,
                test_what_is_held_is_taken_in_order_afterwards,
                test_nothing_is_kept_of_what_follows_a_mistake,
                test_the_servers_close_waits_for_the_answer,
                test_a_server_that_stops_closes_its_sockets,
            ):
                wire.made.clear()
                async with wire.peer() as peer:
                    await on_both(wire, peer)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


# --- another implementation at the other end
async def test_a_library_at_the_other_end(wire: Wire) -> None:
    async with connect(f"ws://127.0.0.1:{wire.port}/ws", proxy=None) as client:
        for text in ("", "x", "麻雀" * 2000, "y" * FRAME_BYTES):
            await client.send(text)
            assert await client.recv() == text
        await client.send(["in ", "", "pieces"])
        assert await client.recv() == "in pieces"
        await (await client.ping(b"payload"))
        await client.close(4000, "enough")
    assert client.close_code == 4000
    async with connect(f"ws://127.0.0.1:{wire.port}/ws", proxy=None) as client:
        await client.send("z" * (FRAME_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == 1009


# --- the heartbeat
class Clock(asyncio.SelectorEventLoop):
    """A loop whose time the test moves on."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead

    def pass_by(self, seconds: float) -> None:
        self.ahead += seconds


async def heard(peer: Peer) -> None:
    """Return when the server has heard everything so far."""
    peer.send(frame(PING, b"heard?"))
    assert await peer.frame() == (PONG, b"heard?")


def test_the_heartbeat_lets_a_slow_client_live_and_a_silent_one_go() -> None:
    async def run() -> None:
        clock = asyncio.get_running_loop()
        assert isinstance(clock, Clock)
        async with serving(echoing(), ws_ping_interval=HEARTBEAT_S, ws_ping_timeout=SILENCE_S) as wire, wire.peer() as peer:
            # Two pings stay without an answer, each third has one: that is a phone in a tunnel.
            for _ in range(3):
                for _ in range(2):
                    clock.pass_by(HEARTBEAT_S)
                    assert await peer.frame() == (PING, b"")
                peer.send(frame(PONG))
                await heard(peer)
            # Heard a quarter of a beat after the last beat: the silence is over a minute at the fourth from here.
            clock.pass_by(HEARTBEAT_S / 4)
            await heard(peer)
            for step in (HEARTBEAT_S * 3 / 4, HEARTBEAT_S, HEARTBEAT_S):
                clock.pass_by(step)
                assert await peer.frame() == (PING, b"")
            assert not wire.made[0].over.is_set()
            clock.pass_by(HEARTBEAT_S)
            async with asyncio.timeout(SILENCE_S * 2):
                await wire.made[0].over.wait()
            with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                await peer.frame()

    with asyncio.Runner(loop_factory=Clock) as runner:
        runner.run(run())


def test_a_close_that_is_not_answered_is_cut_off() -> None:
    async def run() -> None:
        clock = asyncio.get_running_loop()
        assert isinstance(clock, Clock)
        async with serving(echoing()) as wire, wire.peer() as peer:
            wire.made[0].close(1000)
            assert (await peer.frame())[0] == CLOSE
            assert not wire.made[0].over.is_set()
            clock.pass_by(CLOSE_S)
            await wire.made[0].over.wait()

    with asyncio.Runner(loop_factory=Clock) as runner:
        runner.run(run())


def test_no_heartbeat_where_none_is_wanted() -> None:
    async def run() -> None:
        clock = asyncio.get_running_loop()
        assert isinstance(clock, Clock)
        async with serving(echoing(), ws_ping_interval=None, ws_ping_timeout=None) as wire, wire.peer() as peer:
            clock.pass_by(1e6)
            await heard(peer)

    with asyncio.Runner(loop_factory=Clock) as runner:
        runner.run(run())
