"""The websocket endpoint ``/ws``: from a ticket to a member of a table, and frames in both directions.

A plain ASGI application, since it is the hot path: one task reads, one writes, and neither ever waits for a table.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from fastapi import APIRouter
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from mahjong_club.accounts.tickets import Tickets
from mahjong_club.play.audience import Member
from mahjong_club.play.ports import SequenceTaken, StorageUnavailable, UnknownMatch
from mahjong_club.play.stream import Outbox
from mahjong_club.play.table import Table
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.frames import MAX_FRAME, PROTOCOL, Bye, Hello, Refused, decode_client, encode_frame

log = logging.getLogger(__name__)

#: Close codes that go with a ``bye``; a client that must not simply try again sees it from 4400 on.
CLOSE_CODES: Final[dict[str, int]] = {
    "server_restarting": 1012,
    "storage_unavailable": 1013,
    "internal_error": 1011,
    "frame_too_large": 1009,
    "slow_reader": 4290,
    "hello_timeout": 4408,
    "bad_frame": 4400,
    "bad_ticket": 4401,
    "unknown_match": 4404,
    "wrong_protocol": 4426,
    "left_table": 4410,
}
HELLO_TIMEOUT: Final = 5.0
#: Bad frames of one socket that are answered before it is closed.
BAD_FRAMES: Final = 20
#: Frames waiting to be sent at which the reader steps back.
BACKLOG: Final = 16
_ACCEPT: Final = {"type": "websocket.accept"}


class Goodbye(Exception):
    """The socket is to be closed with this code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Socket:
    """One websocket's sending side; a :class:`stream.Connection`."""

    def __init__(self, send: Send, on_overflow: Callable[[], object]) -> None:
        self._send = send
        self._on_overflow = on_overflow
        self._ready = asyncio.Event()
        self._outbox = Outbox(self._ready.set)
        self._bye: str | None = None

    @property
    def overflowed(self) -> bool:
        """Whether the client read too slowly."""
        return self._outbox.overflowed

    @property
    def backlog(self) -> int:
        """Frames that wait to be sent."""
        return len(self._outbox.frames)

    def send_nowait(self, data: bytes) -> None:
        """Queue a frame."""
        if self._bye is None and not self._outbox.overflowed and not self._outbox.put(data):
            self._on_overflow()

    def bye(self, code: str) -> None:
        """Queue a goodbye; nothing is sent after it."""
        if self._bye is None:
            self.send_nowait(encode_frame(Bye(code)))
            self._bye = code

    async def write(self) -> None:
        """Send what is queued until the goodbye is out."""
        ready, take, send = self._ready, self._outbox.take, self._send
        while True:
            await ready.wait()
            ready.clear()
            while (data := take()) is not None:
                await send({"type": "websocket.send", "text": data.decode()})
            if self._bye is not None:
                await send({"type": "websocket.close", "code": CLOSE_CODES.get(self._bye, 1000), "reason": self._bye})
                return


class SocketEndpoint:
    """The ASGI application behind ``/ws``. Tables and tickets are those of the application it is mounted in."""

    def __init__(self, *, hello_timeout: float = HELLO_TIMEOUT, bad_frames: int = BAD_FRAMES) -> None:
        self._hello_timeout = hello_timeout
        self._bad_frames = bad_frames

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one websocket."""
        if scope["type"] != "websocket" or (await receive())["type"] != "websocket.connect":
            return
        await send(_ACCEPT)
        task = asyncio.current_task()
        assert task is not None
        socket = Socket(send, task.cancel)
        writer = asyncio.get_running_loop().create_task(socket.write())
        try:
            await self._serve(scope, socket, receive)
        except Goodbye as goodbye:
            socket.bye(goodbye.code)
            await asyncio.wait([writer], timeout=self._hello_timeout)
        except asyncio.CancelledError:
            if not socket.overflowed:
                raise
            task.uncancel()
            await self._drop(send, writer)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _serve(self, scope: Scope, socket: Socket, receive: Receive) -> None:
        try:
            async with asyncio.timeout(self._hello_timeout):
                text = await _text(receive)
        except TimeoutError:
            raise Goodbye("hello_timeout") from None
        if text is None:
            return
        member, table, since = await self._admit(scope, socket, text)
        table.connect(member, since)
        try:
            await self._read(member, table, socket, receive)
        finally:
            table.disconnect(member)

    async def _admit(self, scope: Scope, socket: Socket, text: str) -> tuple[Member, Table, int | None]:
        try:
            hello = decode_client(text)
        except BadPayload:
            raise Goodbye("bad_frame") from None
        if not isinstance(hello, Hello):
            raise Goodbye("bad_frame")
        if hello.protocol != PROTOCOL:
            raise Goodbye("wrong_protocol")
        tables: Tables = scope["app"].state.tables
        tickets: Tickets = scope["app"].state.tickets
        ticket = tickets.redeem(hello.ticket, hello.match)
        if ticket is None:
            raise Goodbye("bad_ticket")
        try:
            # Nothing may be awaited between here and connect: the table could leave memory.
            table = await tables.get(ticket.match_id)
        except UnknownMatch:
            raise Goodbye("unknown_match") from None
        except StorageUnavailable:
            log.warning("match %s: not loaded, the store is away", ticket.match_id)
            raise Goodbye("storage_unavailable") from None
        except SequenceTaken:
            log.warning("match %s: not loaded, another server writes it", ticket.match_id)
            raise Goodbye("server_restarting") from None
        except Exception:
            log.exception("match %s: not loaded", ticket.match_id)
            raise Goodbye("internal_error") from None
        return Member(socket, ticket.seat, ticket.name), table, hello.since

    async def _read(self, member: Member, table: Table, socket: Socket, receive: Receive) -> None:
        bad = 0
        while (text := await _text(receive)) is not None:
            try:
                table.receive(member, decode_client(text))
            except BadPayload:
                bad += 1
                if bad > self._bad_frames:
                    raise Goodbye("bad_frame") from None
                socket.send_nowait(encode_frame(Refused("bad_frame", table.state.seq)))
            if socket.backlog > BACKLOG:
                # A client that talks fast is not a slow reader: let the writer have its turn.
                await asyncio.sleep(0)

    async def _drop(self, send: Send, writer: asyncio.Task[None]) -> None:
        """Close on a slow reader; what is stuck in the transport is the server's to clear."""
        writer.cancel()
        try:
            async with asyncio.timeout(1.0):
                await send({"type": "websocket.close", "code": CLOSE_CODES["slow_reader"], "reason": "slow_reader"})
        except TimeoutError:
            log.info("a slow reader was dropped without a goodbye")


async def _text(receive: Receive) -> str | None:
    """The next text frame; ``None`` when the client is gone. Raises :class:`Goodbye` for what is no text, or too long."""
    message = await receive()
    if message["type"] != "websocket.receive":
        return None
    text: str | None = message.get("text")
    if text is None:
        raise Goodbye("bad_frame")
    if len(text) > MAX_FRAME or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > MAX_FRAME):
        raise Goodbye("frame_too_large")
    return text


router: Final = APIRouter(routes=[WebSocketRoute("/ws", SocketEndpoint(), name="sockets")])
