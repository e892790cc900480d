"""The websocket endpoint ``/ws``: from a ticket to a member of a table, and frames in both directions.

It is the hot path, so that it lies beside the ASGI application, not in it: the HTTP server hands an upgraded connection to
:class:`Sockets`, and frames go from the transport to the table and back without a task, a queue or a message in between.
"""

import asyncio
import logging
from typing import Any, Final

from starlette.datastructures import State
from uvicorn.config import Config
from uvicorn.server import ServerState

from mahjong_club.accounts.tickets import Ticket, Tickets
from mahjong_club.administration.connections import Connections
from mahjong_club.lobby.crowd import Crowd
from mahjong_club.lobby.service import Lobby
from mahjong_club.play.audience import Member
from mahjong_club.play.ports import SequenceTaken, StorageUnavailable, UnknownMatch
from mahjong_club.play.stream import Outbox
from mahjong_club.play.table import Table
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.frames import MAX_FRAME, PROTOCOL, Bye, Hello, Refused, decode_client, encode_frame
from mahjong_club.web.wire import Gathering, WebSocket

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
    "banned": 4403,
    "seat_changed": 4411,
    "table_closed": 4412,
    "kicked": 4413,
    "saved": 4414,
}
HELLO_TIMEOUT: Final = 5.0
#: Bad frames of one socket that are answered before it is closed.
BAD_FRAMES: Final = 20


class Sockets:
    """What the HTTP server makes of an upgraded connection. Tables and tickets are looked up in ``state`` at each hello."""

    def __init__(self, state: State, *, hello_timeout: float = HELLO_TIMEOUT, bad_frames: int = BAD_FRAMES) -> None:
        self.state = state
        self.hello_timeout = hello_timeout
        self.bad_frames = bad_frames
        self.gathering = Gathering()

    def __call__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> asyncio.Protocol:
        """A protocol for one connection."""
        return Socket(self, config, server_state)


class Socket(WebSocket):
    """One client; a :class:`stream.Connection`. What the transport has no room for waits in an outbox."""

    __slots__ = ("_admission", "_bad", "_hello_timer", "_member", "_number", "_outbox", "_sockets", "_table")

    def __init__(self, sockets: Sockets, config: Config, server_state: ServerState) -> None:
        super().__init__(config, server_state, sockets.gathering)
        self._sockets = sockets
        self._member: Member | None = None
        self._table: Table | None = None
        self._outbox: Outbox | None = None
        self._hello_timer: asyncio.TimerHandle | None = None
        self._admission: asyncio.Task[None] | None = None
        self._bad = 0
        self._number = 0

    # --- sending
    def send_nowait(self, data: bytes) -> None:
        """Send a frame, or queue it."""
        if self.closing:
            return
        if not self.paused:
            self.write_text(data)
            return
        if self.transport.is_closing():
            return
        if self._outbox is None:
            self._outbox = Outbox(_nothing)
        if not self._outbox.put(data):
            self._drop()

    def keep(self, data: bytes) -> None:
        """Send a frame with the next one, or queue it."""
        if self.paused or self.closing:
            self.send_nowait(data)
        else:
            self.gather_text(data)

    def flush(self) -> None:
        """Send what is kept when this turn of the event loop is over."""
        self.write_soon()

    def bye(self, code: str) -> None:
        """Say goodbye and close; nothing is sent after it. What still waits goes first."""
        if self.closing or self.transport.is_closing():
            return
        self._flush(everything=True)
        self.write_text(encode_frame(Bye(code)))
        self.close(CLOSE_CODES.get(code, 1000), code)

    def resume_writing(self) -> None:
        """Send what waits, and hear the client again."""
        super().resume_writing()
        self._flush(everything=False)
        if not self.paused and self._admission is None:
            self.release()

    def pause_writing(self) -> None:
        """A client that does not read is not heard either: each of its frames would make an answer that waits."""
        super().pause_writing()
        self.hold()

    def _flush(self, *, everything: bool) -> None:
        outbox = self._outbox
        while outbox is not None and (everything or not self.paused):
            data = outbox.take()
            if data is None:
                self._outbox = None
                return
            self.write_text(data)

    def _drop(self) -> None:
        """Let a slow reader go; the goodbye stands behind what the transport holds, and may never be read."""
        log.info("a slow reader is dropped")
        self._outbox = None
        self.write_text(encode_frame(Bye("slow_reader")))
        self.close(CLOSE_CODES["slow_reader"], "slow_reader")
        self._leave()

    # --- receiving
    def opened(self) -> None:
        """Wait for the hello."""
        self._hello_timer = self.loop.call_later(self._sockets.hello_timeout, self.bye, "hello_timeout")

    def binary(self) -> None:
        """Frames are text."""
        self.bye("bad_frame")

    def text(self, data: bytes) -> None:
        """A frame of the client."""
        if len(data) > MAX_FRAME:
            return self.bye("frame_too_large")
        member, table = self._member, self._table
        if member is None or table is None:
            return self._hello(data)
        try:
            table.receive(member, decode_client(data))
        except BadPayload:
            self._bad += 1
            if self._bad > self._sockets.bad_frames:
                self.bye("bad_frame")
            else:
                self.send_nowait(encode_frame(Refused("bad_frame", table.state.seq)))

    def gone(self) -> None:
        """Leave the table."""
        if self._hello_timer is not None:
            self._hello_timer.cancel()
        self._outbox = None
        self._leave()

    def shutdown(self) -> None:
        """The server stops."""
        self.bye("server_restarting")

    def _leave(self) -> None:
        member, table = self._member, self._table
        self._member = self._table = None
        if member is not None and table is not None:
            self._club.remove(self._number)
            table.disconnect(member)
            if (crowd := self._crowd) is not None:
                crowd.leave(table.setup.id, hex(id(self)))

    @property
    def _crowd(self) -> Crowd | None:
        """Where the lobby counts who is at which table."""
        lobby: Lobby | None = getattr(self._sockets.state, "lobby", None)
        return None if lobby is None else lobby.crowd

    # --- hello
    def _hello(self, data: bytes) -> None:
        if self._hello_timer is not None:
            self._hello_timer.cancel()
            self._hello_timer = None
        try:
            hello = decode_client(data)
        except BadPayload:
            return self.bye("bad_frame")
        if not isinstance(hello, Hello):
            return self.bye("bad_frame")
        if hello.protocol != PROTOCOL:
            return self.bye("wrong_protocol")
        tickets: Tickets = self._sockets.state.tickets
        ticket = tickets.redeem(hello.ticket, hello.match)
        if ticket is None:
            return self.bye("bad_ticket")
        self.hold()
        self._admission = self.loop.create_task(self._admit(ticket, hello.since))

    async def _admit(self, ticket: Ticket, since: int | None) -> None:
        try:
            await self._enter(ticket, since)
        except UnknownMatch:
            self.bye("unknown_match")
        except StorageUnavailable:
            log.warning("match %s: not loaded, the store is away", ticket.match_id)
            self.bye("storage_unavailable")
        except SequenceTaken:
            log.warning("match %s: not loaded, another server writes it", ticket.match_id)
            self.bye("server_restarting")
        except Exception:
            log.exception("match %s: not loaded", ticket.match_id)
            self.bye("internal_error")
        finally:
            self._admission = None
            if not self.paused:
                self.release()

    async def _enter(self, ticket: Ticket, since: int | None) -> None:
        tables: Tables = self._sockets.state.tables
        # Nothing may be awaited between this and connect: the table could leave memory.
        table = await tables.get(ticket.match_id)
        if not self.closing and not self.transport.is_closing():
            self._table, self._member = table, Member(self, ticket.seat, ticket.name, ticket.person_id)
            self._number = self._club.add(ticket, self)
            table.connect(self._member, since)
            if (crowd := self._crowd) is not None:
                crowd.enter(ticket.match_id, hex(id(self)), ticket.person_id)

    @property
    def _club(self) -> Connections:
        """Where the administration sees who is connected."""
        found: Connections = self._sockets.state.connections
        return found


def _nothing() -> None:
    """The outbox is emptied when the transport says that it has room."""
