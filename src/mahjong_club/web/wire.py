"""The server's side of a websocket, straight on the event loop's transport: RFC 6455 without extensions.

The HTTP server hands the connection over with the request that asked for the upgrade; the handshake is `websockets`' own work.
After it, text frames are cut out of the stream and written here: a general library's state machine and a writing task for each
socket were measured to cost more than the whole of a turn at a table. What a socket is sent in one turn of the event loop goes
out in one write, since a call of the system costs as much as everything before it.
"""

import asyncio
from typing import Any, Final, cast

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.exceptions import ProtocolError
from websockets.frames import Close
from websockets.protocol import State
from websockets.server import ServerProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # an installation without the compiled part
    from websockets.utils import apply_mask

#: Seconds for the client to answer a close before the connection is cut.
CLOSE_S: Final = 5.0
PROTOCOL_ERROR, NOT_UTF8, TOO_BIG, RESTARTING = 1002, 1007, 1009, 1012
_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10
_WHOLE_TEXT: Final = 0x81
_SHORT: Final = tuple(bytes((_WHOLE_TEXT, length)) for length in range(126))
_HTTP_NOT_FOUND: Final = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_HTTP_BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

#: Frames that are gathered before they are written in any case.
_GATHERED: Final = 32


class Gathering:
    """Sockets that have something to write at the end of this turn of the event loop."""

    __slots__ = ("_framed", "_sockets", "_text")

    def __init__(self) -> None:
        self._sockets: list[WebSocket] = []
        self._text: bytes | None = None
        self._framed = b""

    def add(self, socket: "WebSocket") -> None:
        """Write what the socket has gathered when this turn is over."""
        if not self._sockets:
            socket.loop.call_soon(self._write)
        self._sockets.append(socket)

    def framed(self, text: bytes) -> bytes:
        """The frame of a text. Most go to several sockets, one after the other: the last one is kept."""
        if text is not self._text:
            length = len(text)
            if length < 126:
                head = _SHORT[length]
            elif length < 65_536:
                head = b"\x81\x7e" + length.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + length.to_bytes(8, "big")
            self._text, self._framed = text, head + text
        return self._framed

    def _write(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            socket.write_gathered()


class WebSocket(asyncio.Protocol):
    """One connection. Subclasses take :meth:`opened`, :meth:`text`, :meth:`binary` and :meth:`gone`, and call the others."""

    __slots__ = (
        "_beat", "_buffer", "_config", "_connections", "_deaf", "_due", "_fragments", "_gathered", "_gathering", "_heard",
        "_opening", "_saying_goodbye", "closing", "held", "loop", "paused", "transport",
    )  # fmt: skip

    def __init__(self, config: Config, server_state: ServerState, gathering: Gathering) -> None:
        self._config = config
        self._connections: set[Any] = server_state.connections
        self.loop = asyncio.get_running_loop()
        self.transport: asyncio.Transport
        self._opening = True
        self._gathering = gathering
        self._gathered: list[bytes] = []
        # Whether it is among those that are written when this turn of the event loop is over.
        self._due = False
        self._buffer = b""
        self._fragments: bytearray | None = None
        # Set with the client's close and with its first mistake: nothing that follows counts.
        self._deaf = False
        self._heard = 0.0
        self._beat: asyncio.TimerHandle | None = None
        self._saying_goodbye: asyncio.TimerHandle | None = None
        #: Whether a close has been sent: nothing may be sent after it.
        self.closing = False
        #: While set, what comes in waits.
        self.held = False
        #: Whether the transport holds as much as it should.
        self.paused = False

    # --- for subclasses
    def opened(self) -> None:
        """The handshake is done."""

    def text(self, data: bytes) -> None:
        """A message in UTF-8."""

    def binary(self) -> None:
        """A message that is no text."""

    def gone(self) -> None:
        """The connection is closed."""

    # --- sending
    def write_text(self, data: bytes) -> None:
        """Send a text; the caller looks at :attr:`closing` and :attr:`paused`."""
        if not self._due:
            self._due = True
            self._gathering.add(self)
        self.gather_text(data)

    def write_soon(self) -> None:
        """Write what is gathered when this turn of the event loop is over."""
        if self._gathered and not self._due:
            self._due = True
            self._gathering.add(self)

    def gather_text(self, data: bytes) -> None:
        """Send a text with the next one, or at :meth:`write_soon`."""
        gathered = self._gathered
        gathered.append(self._gathering.framed(data))
        if len(gathered) > _GATHERED:
            self.write_gathered()

    def write_gathered(self) -> None:
        """Hand the transport what was sent since the last time."""
        self._due = False
        gathered = self._gathered
        if gathered:
            data = gathered[0] if len(gathered) == 1 else b"".join(gathered)
            gathered.clear()
            if not self.transport.is_closing():
                self.transport.write(data)

    def close(self, code: int, reason: str = "") -> None:
        """Send a close, and cut the connection when the client has answered it or does not."""
        if not self.closing:
            self._control(_CLOSE, code.to_bytes(2, "big") + reason.encode()[:123])
            self.closing = True
            self._saying_goodbye = self.loop.call_later(CLOSE_S, self.transport.abort)

    def _fail(self, code: int) -> None:
        """Close because of what the client sent. It is not heard again, as nobody knows where its next frame begins.

        Its answer is not waited for either: the end of the stream tells it to hang up, without cutting off the close.
        """
        self._deaf = True
        self.close(code)
        if not self.transport.is_closing():
            if self.transport.can_write_eof():
                self.transport.write_eof()
            else:
                self.transport.close()

    def _control(self, opcode: int, data: bytes) -> None:
        if not self.closing and not self.transport.is_closing():
            self.write_gathered()
            self.transport.write(bytes((0x80 | opcode, len(data))) + data)

    # --- holding back
    def hold(self) -> None:
        """Let what comes in wait. It waits in the system's buffers, so that a client cannot fill the process with it."""
        if not self.held and not self.transport.is_closing():
            self.held = True
            self.transport.pause_reading()

    def release(self) -> None:
        """Take what has waited, and read on."""
        if self.held:
            self.held = False
            if not self.transport.is_closing():
                self.transport.resume_reading()
            self.take()

    # --- the server's calls
    def shutdown(self) -> None:
        """The server stops."""
        self.close(RESTARTING)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The HTTP server has handed the connection over."""
        # The loop's transports need not be subclasses of asyncio's.
        self.transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed, by whomever."""
        self._connections.discard(self)
        for timer in (self._beat, self._saying_goodbye):
            if timer is not None:
                timer.cancel()
        if not self._opening:
            self.gone()

    def eof_received(self) -> None:
        """The client sends nothing more: the transport closes itself."""

    def pause_writing(self) -> None:
        """The transport holds enough."""
        self.paused = True

    def resume_writing(self) -> None:
        """The transport has room again."""
        self.paused = False

    # --- receiving
    def data_received(self, data: bytes) -> None:
        """Bytes of the client; the first call brings the request for the upgrade, whole."""
        if self._opening:
            self._open(data)
            return
        self._heard = self.loop.time()
        if self._deaf:
            return
        self._buffer = self._buffer + data if self._buffer else data
        self.take()

    def take(self) -> None:
        """Take whole frames out of what has come in, unless :attr:`held`."""
        buffer, at, end = self._buffer, 0, len(self._buffer)
        self._buffer = b""
        while end - at >= 2 and not self.held and not self._deaf:
            size, start = buffer[at + 1] - 0x80, at + 2
            if size < 0:
                return self._fail(PROTOCOL_ERROR)
            if size > 125:
                start = at + (4 if size == 126 else 10)
                if end < start:
                    break
                size = int.from_bytes(buffer[at + 2 : start], "big")
                if size > self._config.ws_max_size:
                    return self._fail(TOO_BIG)
            body = start + 4
            if end < body + size:
                break
            first, payload = buffer[at], apply_mask(buffer[body : body + size], buffer[start:body])
            at = body + size
            if first == _WHOLE_TEXT and self._fragments is None:
                self._message(payload)
            else:
                self._other(first, payload)
        self._buffer = buffer[at:] + self._buffer

    def _message(self, payload: bytes) -> None:
        if self.closing:
            return
        if not payload.isascii():
            try:
                payload.decode()
            except UnicodeDecodeError:
                return self._fail(NOT_UTF8)
        self.text(payload)

    def _other(self, first: int, payload: bytes) -> None:
        """A frame that is not simply a text."""
        opcode = first & 15
        control = opcode >= _CLOSE
        if first & 0x70 or (control and (first < 0x80 or len(payload) > 125)):
            self._fail(PROTOCOL_ERROR)
        elif control:
            self._answer(opcode, payload)
        elif opcode == _BINARY:
            if not self.closing:
                self.binary()
        elif opcode > _TEXT or (opcode == _TEXT) is (self._fragments is not None):
            self._fail(PROTOCOL_ERROR)
        else:
            self._fragment(payload, last=first >= 0x80)

    def _fragment(self, payload: bytes, *, last: bool) -> None:
        message = self._fragments = bytearray() if self._fragments is None else self._fragments
        if len(message) + len(payload) > self._config.ws_max_size:
            return self._fail(TOO_BIG)
        message += payload
        if last:
            self._fragments = None
            self._message(bytes(message))

    def _answer(self, opcode: int, payload: bytes) -> None:
        if opcode == _PING:
            self._control(_PONG, payload)
        elif opcode == _CLOSE:
            self._answer_close(payload)
        elif opcode != _PONG:
            self._fail(PROTOCOL_ERROR)

    def _answer_close(self, payload: bytes) -> None:
        if not self.closing:
            try:
                Close.parse(payload)
            except ProtocolError:
                return self._fail(PROTOCOL_ERROR)
            except UnicodeDecodeError:
                return self._fail(NOT_UTF8)
            self._control(_CLOSE, payload[:2])
        self._deaf = self.closing = True
        self.transport.close()

    # --- the handshake and the heartbeat
    def _open(self, request: bytes) -> None:
        if request.split(b" ", 2)[1].partition(b"?")[0] != b"/ws":
            self.transport.write(_HTTP_NOT_FOUND)
            return self.transport.close()
        handshake = ServerProtocol()
        handshake.receive_data(request)
        for event in handshake.events_received():
            handshake.send_response(handshake.accept(event))  # type: ignore[arg-type]
        # The library hangs up without a word on what is no request of its kind, one with a body for example.
        self.transport.write(b"".join(handshake.data_to_send()) or _HTTP_BAD_REQUEST)
        if handshake.state is not State.OPEN:
            return self.transport.close()
        self._opening = False
        self._heard = self.loop.time()
        self._schedule()
        self.opened()

    def _schedule(self) -> None:
        interval = self._config.ws_ping_interval
        if interval:
            self._beat = self.loop.call_later(interval, self._on_beat)

    def _on_beat(self) -> None:
        silence = self._config.ws_ping_timeout
        if silence and self.loop.time() - self._heard > silence:
            self.transport.abort()
        else:
            self._control(_PING, b"")
            self._schedule()
