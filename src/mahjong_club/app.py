"""The composition root: the only place that builds the objects of a server and connects them."""

import asyncio
import contextlib
import gc
import itertools
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from mahjong_club import __version__, bots, resources
from mahjong_club.accounts import endpoints as people
from mahjong_club.accounts.limits import Buckets, Rate
from mahjong_club.accounts.service import Accounts
from mahjong_club.accounts.tickets import Tickets
from mahjong_club.administration import endpoints as administration
from mahjong_club.administration.service import open_administration
from mahjong_club.history import endpoints as history
from mahjong_club.history.service import History
from mahjong_club.lobby import endpoints as lobby
from mahjong_club.lobby import match_endpoints as matches
from mahjong_club.lobby.service import Lobby
from mahjong_club.lobby.updates import Updates
from mahjong_club.play.clock import LoopTicker, Pacing
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.entries import MatchSetup, StorageUnavailable
from mahjong_club.rules.variants import registry
from mahjong_club.saves import endpoints as claims
from mahjong_club.settings import Settings
from mahjong_club.storage import migrate
from mahjong_club.storage.database import Database, open_database
from mahjong_club.storage.matches import Setups
from mahjong_club.web import admin_pages, api_page, errors, http, installed, metrics, pages, records
from mahjong_club.web.catalogues import Catalogues
from mahjong_club.web.door import Door
from mahjong_club.web.http import Guard
from mahjong_club.web.metrics import Metrics
from mahjong_club.web.static import Static
from mahjong_club.web.templating import Templates

log: Final = logging.getLogger(__name__)
#: Many sockets make many long-lived objects; with the default thresholds the oldest generation stops the server for
#: hundreds of milliseconds.
GC_THRESHOLDS: Final = (20_000, 50, 100)
#: Tables are warned of a stop once more when so many seconds are left.
LAST_WARNINGS_S: Final = (20, 10, 5)
#: How often a server that is about to stop looks whether anybody is still there.
LOOK_AROUND_S: Final = 0.25


class TablesInPlay:
    """What the lobby asks of play."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def begin(self, setup: MatchSetup) -> None:
        """Begin a stored match. Where that fails now, it begins when the first of its people comes."""
        try:
            await self._tables.create(setup)
        except StorageUnavailable as failure:
            log.warning("match %s begins later: %s", setup.id, failure)

    async def leave(self, match_id: str, seat: int) -> None:
        """A bot plays the seat on."""
        try:
            table = await self._tables.get(match_id)
        except StorageUnavailable as failure:
            log.warning("match %s: seat %d is away rather than left: %s", match_id, seat, failure)
        else:
            table.abandon(seat)

    async def stand_up(self, match_id: str, seat: int) -> None:
        """The seat's person goes on another day."""
        (await self._tables.get(match_id)).stand_up(seat)


def create_app(settings: Settings) -> FastAPI:
    """The application of one server. Its state is built when it starts and closed when it stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = await _open(settings)
        await _build(app, database, settings)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        try:
            yield
        finally:
            await stop(app)
            await database.close()

    app = FastAPI(
        title="Mono Mahjong Club",
        version=__version__,
        description="Guests, tables, matches and their records. Play itself goes over the socket at /ws.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.metrics = Metrics(settings.metrics_token)
    app.state.static = static = Static(resources.static_dir())
    app.state.templates = Templates(Catalogues(resources.static_dir() / "i18n"), static.address)
    app.add_middleware(Door)
    app.add_middleware(Guard, body_limit=settings.body_limit, origins=settings.origins)
    errors.install(app)
    interface = (people, lobby, matches, records, history, claims, administration, http)
    for part in (*interface, pages, api_page, admin_pages, installed, metrics):
        app.include_router(part.router)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    app.mount("/static", static, name="static")
    return app


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document. A request that cannot be read is answered with 400 and our own body, so the framework's 422 goes."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        for operations in schema["paths"].values():
            for operation in operations.values():
                operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            schema["components"]["schemas"].pop(name, None)
        app.openapi_schema = schema
    return app.openapi_schema


async def wind_down(app: FastAPI, hurry: asyncio.Event) -> None:
    """Refuse new matches, and warn the tables until ``shutdown_warning_s`` are over, nobody is connected or ``hurry`` is set."""
    club: Lobby = app.state.lobby
    tables: Tables = app.state.tables
    club.stopping = True
    settings: Settings = app.state.settings
    for left, until in warnings(settings.shutdown_warning_s):
        if not tables.viewers:
            return
        # Whoever has come since the last warning hears of it, too.
        tables.announce("server_stopping", seconds=left)
        ends = asyncio.get_running_loop().time() + left - until
        while tables.viewers and (wait := ends - asyncio.get_running_loop().time()) > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(hurry.wait(), min(wait, LOOK_AROUND_S))
                return


def warnings(seconds: int) -> list[tuple[int, int]]:
    """When to warn, as seconds that are left then and at the next warning: at first and near the end."""
    times = [seconds, *(each for each in LAST_WARNINGS_S if each < seconds), 0] if seconds else []
    return list(itertools.pairwise(times))


async def stop(app: FastAPI) -> None:
    """Say goodbye to everybody who is connected. May be called twice."""
    app.state.lobby.updates.close()
    await app.state.tables.close()


async def _open(settings: Settings) -> Database:
    if settings.embedded:
        settings.data.mkdir(parents=True, exist_ok=True)
        await asyncio.to_thread(migrate.upgrade, settings.url)
    else:
        await asyncio.to_thread(migrate.check, settings.url)
    database = open_database(settings.url)
    await database.open()
    return database


async def _build(app: FastAPI, database: Database, settings: Settings) -> None:
    measures: Metrics = app.state.metrics
    tables = Tables(
        measures.timed(database),
        database.snapshots,
        Setups(database),
        ticker=LoopTicker(),
        rules_for=registry.rules_for,
        choose=bots.choose,
        pacing=Pacing(
            grace_ms=settings.grace_ms,
            bot_ms=settings.bot_ms,
            result_ms=settings.result_ms,
            spectator_delay_ms=settings.spectator_delay_ms,
        ),
        on_refused=measures.refused_at_table,
    )
    measures.watch(tables)
    app.state.database = database
    app.state.tables = tables
    app.state.accounts = await Accounts.open(database)
    app.state.tickets = Tickets()
    app.state.history = History(database)
    app.state.lobby = Lobby(database, TablesInPlay(tables), Updates())
    app.state.administration = await open_administration(
        database,
        app.state.lobby,
        tables,
        app.state.tickets,
        by_address=Rate(settings.admin_from_burst, settings.admin_from_per_minute),
        by_login=Rate(settings.admin_burst, settings.admin_per_minute),
    )
    app.state.connections = app.state.administration.connections
    app.state.defaults = lobby.Defaults(window_ms=settings.window_ms)
    app.state.limits = {
        name: Buckets(Rate(getattr(settings, f"{name}_burst"), getattr(settings, f"{name}_per_minute")))
        for name in ("guests", "bots", "tables", "tables_from")
    }
    background: set[asyncio.Task[None]] = set()

    def finished(match_id: str) -> None:
        task = asyncio.get_running_loop().create_task(_finished(app.state.lobby, match_id))
        background.add(task)
        task.add_done_callback(background.discard)

    database.finished = finished


async def _finished(club: Lobby, match_id: str) -> None:
    try:
        await club.finished(match_id)
    except StorageUnavailable as failure:
        # The match's own row says that it is over; only watchers of the waiting room learn of it late.
        log.warning("match %s: its table was not told of the end: %s", match_id, failure)
