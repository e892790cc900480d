"""Servers for the drills."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.system.forge import ForgedServer


@pytest.fixture
def forged(tmp_path: Path) -> Iterator[Callable[..., ForgedServer]]:
    """`forged("data", env={...})`: a server that is still to be started; it ends with the test."""
    servers: list[ForgedServer] = []

    def make(name: str = "data", env: Mapping[str, str] | None = None) -> ForgedServer:
        servers.append(ForgedServer(tmp_path / name, env))
        return servers[-1]

    yield make
    for server in servers:
        server.kill()
