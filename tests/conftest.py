"""Fixtures for everybody: the shared folder, a live server, a PostgreSQL database, how much random work to do."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy.exc import SQLAlchemyError

from tests.support import postgres
from tests.support.environment import IN_CI, missing
from tests.support.server import LiveServer

ROOT = Path(__file__).resolve().parents[1]

# A busy machine must not fail a property; and CI repeats the same cases, so that a red run can be run again.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "dev")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones first: begun last, one of them would keep a worker busy after the other has done everything else."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def root_dir() -> Path:
    """The top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Material outside the repository: MAHJONG_CLUB_SHARED, else `../shared`. Skips where there is none."""
    folder = Path(os.environ.get("MAHJONG_CLUB_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"{folder.name} is not beside the checkout")
    return folder


@pytest.fixture(scope="session")
def oracle_cases() -> int:
    """How many random cases to compare with another program (`make oracle N=...`)."""
    return int(os.environ.get("MAHJONG_CLUB_ORACLE_N", "200"))


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., LiveServer]]:
    """`start_server(name="data", env={...}, args=[...])` starts a server; all of them end with the test."""
    servers: list[LiveServer] = []

    def start(
        name: str = "data", *, env: Mapping[str, str] | None = None, args: Sequence[str] = (), fresh: bool = False
    ) -> LiveServer:
        server = LiveServer(tmp_path / name, env=env, args=args, fresh=fresh)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def live_server(start_server: Callable[..., LiveServer]) -> LiveServer:
    """One running server with an empty data folder."""
    return start_server()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An empty database, `postgresql+asyncpg://...`, one for each worker; the tests that use it share it."""
    try:
        url = postgres.create_database()
    except (OSError, SQLAlchemyError) as failure:
        missing(f"PostgreSQL cannot be reached: {failure}")
    yield url.render_as_string(hide_password=False)
    postgres.drop_database(url)
