"""Every knob of the server. Read once, at the start, from options of the command line and MAHJONG_CLUB_* variables."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

Milliseconds = Annotated[int, Field(ge=0, le=600_000)]
Burst = Annotated[int, Field(ge=1, le=1_000_000)]
PerMinute = Annotated[float, Field(ge=0, le=1_000_000)]


class Settings(BaseSettings):
    """Settings with their defaults; ``MAHJONG_CLUB_PORT=9000`` sets ``port``."""

    model_config = SettingsConfigDict(env_prefix="MAHJONG_CLUB_", frozen=True, extra="ignore")

    host: str = "127.0.0.1"
    #: 0 takes any free port.
    port: Annotated[int, Field(ge=0, le=65_535)] = 8000
    #: Where the embedded database lies.
    data: Path = Path("data")
    #: ``postgresql+asyncpg://…`` or ``sqlite+aiosqlite:///…``; without it, a SQLite file in ``data``.
    database_url: str | None = None
    #: SIGTERM warns the tables for so long before the server goes; with nobody connected, or on a second signal, it goes at once.
    shutdown_warning_s: Annotated[int, Field(ge=0, le=3_600)] = 30
    #: Who sends this bearer token may read /metrics, from anywhere; without one it is whoever asks from this machine.
    metrics_token: Annotated[str, Field(min_length=16)] | None = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    #: How long a claim window stays open, where a table does not say.
    window_ms: Annotated[int, Field(ge=0, le=10_000)] = 1_200
    #: A seat's clock starts this long after it was asked.
    grace_ms: Milliseconds = 600
    #: A club bot takes this long for its turn.
    bot_ms: Milliseconds = 700
    #: After a deal, people who do not go on are taken along after this long.
    result_ms: Milliseconds = 30_000
    #: Spectators see everything this much later.
    spectator_delay_ms: Milliseconds = 0

    #: How often things may be made: at once, and per minute after that. Guests and tables_from count by address.
    guests_burst: Burst = 300
    guests_per_minute: PerMinute = 120
    bots_burst: Burst = 40
    bots_per_minute: PerMinute = 20
    tables_burst: Burst = 60
    tables_per_minute: PerMinute = 30
    tables_from_burst: Burst = 600
    tables_from_per_minute: PerMinute = 300
    #: How often somebody may try to sign in as an admin: with one name, and from one address.
    admin_burst: Burst = 8
    admin_per_minute: PerMinute = 1
    admin_from_burst: Burst = 20
    admin_from_per_minute: PerMinute = 4

    #: Largest body of a request, in bytes.
    body_limit: Annotated[int, Field(ge=1_024)] = 64 * 1024
    #: Further origins whose pages may post here (``https://club.example``), for a proxy that changes the Host header.
    origins: tuple[str, ...] = ()

    @field_validator("database_url")
    @classmethod
    def known_database(cls, text: str | None) -> str | None:
        """The address with the driver that is installed."""
        if not text:
            return None
        try:
            url = make_url(text)
            driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}[url.get_backend_name()]
        except (ArgumentError, KeyError):
            raise ValueError("is no address of a SQLite or PostgreSQL database") from None
        if driver.startswith("sqlite") and (url.database or ":memory:") == ":memory:":
            raise ValueError("SQLite needs a file")
        return url.set(drivername=driver).render_as_string(hide_password=False)

    @property
    def url(self) -> str:
        """The database's address for SQLAlchemy."""
        return self.database_url or f"sqlite+aiosqlite:///{(self.data / 'club.sqlite3').absolute()}"

    @property
    def embedded(self) -> bool:
        """Whether the database is a file of our own, which is migrated at the start."""
        return self.url.startswith("sqlite")
