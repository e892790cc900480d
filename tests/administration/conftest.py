"""A club with an administration."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from mahjong_club.administration import passwords
from tests.support.club import Club, open_club

#: Weak on purpose: what a hash costs is no part of what these tests ask. Servers of their own hash as they always do.
CHEAP = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PasswordHasher", CHEAP)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path / "data") as opened:
        yield opened
