"""A websocket client that sends exactly the bytes it is told to, and a server with one kind of socket on it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from uvicorn.config import Config
from uvicorn.server import ServerState

from mahjong_club.commands.serve import FRAME_BYTES, HEARTBEAT_S, SILENCE_S
from mahjong_club.web.wire import Gathering, WebSocket

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
PATIENCE_S = 20
Factory = Callable[[Config, ServerState, dict[str, Any]], asyncio.Protocol]
HANDSHAKE = {
    "Host": "club.test",
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
    "Sec-WebSocket-Version": "13",
}


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, reserved: int = 0, masked: bool = True) -> bytes:
    """One frame as a client sends it."""
    length = len(payload)
    if length < 126:
        size = bytes((length,))
    elif length < 65_536:
        size = b"\x7e" + length.to_bytes(2, "big")
    else:
        size = b"\x7f" + length.to_bytes(8, "big")
    first = bytes((fin << 7 | reserved << 4 | opcode,))
    if not masked:
        return first + size + payload
    key = b"\xa1\x05\x5a\xf0"
    return first + bytes((size[0] | 0x80,)) + size[1:] + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(payload))


def request(*, method: str = "GET", path: str = "/ws", **changes: str | None) -> bytes:
    """The request for an upgrade. Headers are changed by their names with underscores; ``None`` leaves one out."""
    headers: dict[str, str | None] = dict(HANDSHAKE)
    for name, value in changes.items():
        headers[name.replace("_", "-")] = value
    lines = [f"{name}: {value}\r\n" for name, value in headers.items() if value is not None]
    return f"{method} {path} HTTP/1.1\r\n{''.join(lines)}\r\n".encode()


@dataclass
class Peer:
    """A client's end of a connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    sock: socket.socket

    def send(self, *frames: bytes) -> None:
        self.writer.write(b"".join(frames))

    async def answer(self) -> tuple[int, str]:
        """Status and head of the answer to the request."""
        async with asyncio.timeout(PATIENCE_S):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        return int(head.split()[1]), head.lower()

    async def frame(self) -> tuple[int, bytes]:
        """Opcode and payload of the server's next frame, which is whole and not masked."""
        async with asyncio.timeout(PATIENCE_S):
            first, size = await self.reader.readexactly(2)
            assert first & 0xF0 == 0x80
            assert size < 0x80
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return first & 15, await self.reader.readexactly(size)

    async def ended(self) -> bytes:
        """What is left until the server hangs up."""
        async with asyncio.timeout(PATIENCE_S):
            return await self.reader.read()


@dataclass
class Wire:
    """A running server: where it listens, and the sockets it has made."""

    port: int
    made: list[Any] = field(default_factory=list)
    server: uvicorn.Server = field(init=False)

    @asynccontextmanager
    async def connection(self, *, receive_buffer: int = 0) -> AsyncIterator[Peer]:
        """A connection on which nothing has been said."""
        sock = socket.socket()
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=sock, limit=receive_buffer or 1 << 20)
        try:
            yield Peer(reader, writer, sock)
        finally:
            writer.transport.abort()

    @asynccontextmanager
    async def peer(self, *, receive_buffer: int = 0, **headers: str) -> AsyncIterator[Peer]:
        """A websocket."""
        async with self.connection(receive_buffer=receive_buffer) as peer:
            peer.send(request(**headers))
            assert (await peer.answer())[0] == 101
            yield peer


class Echo(WebSocket):
    """Says every text again, and what else it was called with to the test."""

    def __init__(self, config: Config, server_state: ServerState, gathering: Gathering) -> None:
        super().__init__(config, server_state, gathering)
        self.binaries = 0
        self.over = asyncio.Event()

    def text(self, data: bytes) -> None:
        self.write_text(data)

    def binary(self) -> None:
        self.binaries += 1

    def gone(self) -> None:
        self.over.set()


def echoing() -> Factory:
    gathering = Gathering()
    return lambda config, server_state, _: Echo(config, server_state, gathering)


async def nothing_here(_scope: Any, _receive: Any, send: Any) -> None:
    """An application without pages."""
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


@asynccontextmanager
async def serving(factory: Factory, *, send_buffer: int = 0, **config: Any) -> AsyncIterator[Wire]:
    """A server with the limits of ``mahjong-club serve``, for as long as the block runs."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if send_buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, send_buffer)
    wire = Wire(listener.getsockname()[1])

    def make(config: Config, server_state: ServerState, app_state: dict[str, Any]) -> asyncio.Protocol:
        wire.made.append(factory(config, server_state, app_state))
        return wire.made[-1]  # type: ignore[no-any-return]

    limits = {"ws_max_size": FRAME_BYTES, "ws_ping_interval": HEARTBEAT_S, "ws_ping_timeout": SILENCE_S} | config
    wire.server = uvicorn.Server(
        uvicorn.Config(
            nothing_here,
            ws=make,  # type: ignore[arg-type]
            http="httptools",
            log_level="error",
            lifespan="off",
            timeout_graceful_shutdown=1,
            **limits,
        )
    )
    task = asyncio.create_task(wire.server.serve(sockets=[listener]))
    try:
        yield wire
    finally:
        wire.server.should_exit = True
        await task
        listener.close()
