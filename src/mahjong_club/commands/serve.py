"""`mahjong-club serve`: one process, one event loop."""

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from pydantic import ValidationError

from mahjong_club.administration import handoff
from mahjong_club.administration.handoff import Handoff
from mahjong_club.commands.console import WRONG_CALL, fail
from mahjong_club.settings import Settings

log: Final = logging.getLogger(__name__)
#: Seconds after which the event loop lets the database's thread have the interpreter. With the usual 5 ms a commit waits longer
#: for it than for the disk. The thread needs it several times a group, and never for long.
SWITCH_S: Final = 0.0001
HEARTBEAT_S: Final = 20.0
SILENCE_S: Final = 60.0
#: The transport's limit: above the protocol's own, so that a frame that is too long is answered before the socket closes.
FRAME_BYTES: Final = 16 * 1024
GOODBYE_S: Final = 5
Goodbye = Callable[[], Awaitable[None]]
#: Ends when the server may go; at once when the event is set.
WindDown = Callable[[asyncio.Event], Awaitable[None]]
_LOG_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def settings_from(**given: object) -> Settings:
    """Settings from the command's options, and for the others from the environment."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as wrong:
        first = wrong.errors()[0]
        fail(f"setting {'.'.join(map(str, first['loc']))}: {first['msg']}", WRONG_CALL)


def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM. Errors of the start end the command with one line."""
    logging.basicConfig(level=settings.log_level.upper(), format=_LOG_FORMAT)
    for noisy in ("alembic", "aiosqlite", "sqlalchemy.engine.Engine"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    listening = _listen(settings.host, settings.port)
    with listening:
        _prepare_database(settings)
        from mahjong_club.app import create_app, stop, wind_down
        from mahjong_club.web.sockets import Sockets

        app = create_app(settings)
        config = uvicorn.Config(
            app,
            loop="uvloop",
            http="httptools",
            ws=Sockets(app.state),  # type: ignore[arg-type]
            ws_max_size=FRAME_BYTES,
            ws_ping_interval=HEARTBEAT_S,
            ws_ping_timeout=SILENCE_S,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GOODBYE_S,
        )
        leaving = _Leaving(settings.data, _local_address(listening, settings.host))
        server = _Server(
            config,
            _address(listening, settings.host),
            lambda: stop(app),
            lambda hurry: wind_down(app, hurry),
            lambda: leaving.leave(app.state.administration.console_key),
        )
        # uvicorn raises the signals again that stopped it, for whoever handles them: nobody has to.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _ignore)
        try:
            sys.setswitchinterval(SWITCH_S)
            server.run(sockets=[listening])
        finally:
            leaving.take_away()
    if not server.came_up:
        fail("the server did not start; see the log above")


class _Server(uvicorn.Server):
    """SIGTERM warns the tables first; SIGINT, or any signal after the first, does not wait."""

    def __init__(
        self, config: uvicorn.Config, address: str, goodbye: Goodbye, wind_down: WindDown, on_up: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._address = address
        self._on_up = on_up
        self._goodbye = goodbye
        self._wind_down = wind_down
        self._hurry = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._winding: asyncio.Task[None] | None = None
        self._signalled = False
        self.came_up = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._loop = asyncio.get_running_loop()
            self.came_up = True
            self._on_up()
            print(f"Mono Mahjong Club at {self._address}", flush=True)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and self._loop is not None and not self._signalled and not self.should_exit:
            self._signalled = True
            self._loop.call_soon_threadsafe(self._begin_to_stop)
            return
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._hurry.set)
        super().handle_exit(sig, frame)

    def _begin_to_stop(self) -> None:
        self._winding = asyncio.get_running_loop().create_task(self._stop_slowly())

    async def _stop_slowly(self) -> None:
        try:
            await self._wind_down(self._hurry)
        finally:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._winding is not None:
            await self._winding
        await self._goodbye()
        await super().shutdown(sockets)


class _Leaving:
    """The file that `mahjong-club admin` finds this server by."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        self._url = url
        self._handoff: Handoff | None = None

    def leave(self, key: str) -> None:
        """Write it; without it the server runs, too."""
        self._handoff = Handoff(self._url, key)
        try:
            handoff.leave(self._folder, self._handoff)
        except OSError as failure:
            log.warning("`mahjong-club admin` will not find this server: %s", failure)

    def take_away(self) -> None:
        """Remove it again."""
        if self._handoff is not None:
            handoff.take_away(self._folder, self._handoff)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as failure:
        listening.close()
        fail(f"cannot listen on {host}:{port}: {failure.strerror or failure}. Another --port may be free; 0 takes any")
    listening.listen(2048)
    listening.set_inheritable(True)
    return listening


def _address(listening: socket.socket, host: str) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listening.getsockname()[1]}"


def _local_address(listening: socket.socket, host: str) -> str:
    """The address for this machine, where the server listens at all of its addresses."""
    return _address(listening, {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host))


def _prepare_database(settings: Settings) -> None:
    from mahjong_club.commands.migrate import brought_up, checked

    if settings.embedded:
        brought_up(settings)
    else:
        checked(settings)


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """The process ends when the server has."""
