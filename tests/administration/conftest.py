"""A club with an administration."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.club import Club, open_club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path / "data") as opened:
        yield opened
