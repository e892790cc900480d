"""Two transactions that wait for each other: PostgreSQL gives one of them up, and nobody is to notice."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.storage.database import open_database

LOCK = text("SELECT pg_advisory_xact_lock(:key)")


async def test_the_victim_of_a_deadlock_is_run_again(postgres_url: str) -> None:
    database = open_database(postgres_url)
    await database.open()
    held: set[int] = set()
    runs: list[int] = []

    async def crossing(mine: int, other: int) -> int:
        def work(session: Session) -> int:
            runs.append(mine)
            session.execute(LOCK, {"key": mine})
            held.add(mine)
            while len(held) < 2:
                session.execute(text("SELECT 1"))
            session.execute(LOCK, {"key": other})
            return mine

        return await database.transact(work)

    try:
        assert sorted(await asyncio.gather(crossing(1, 2), crossing(2, 1))) == [1, 2]
        assert len(runs) > 2
    finally:
        await database.close()


async def test_what_else_goes_wrong_is_not_tried_again(postgres_url: str) -> None:
    database = open_database(postgres_url)
    await database.open()
    runs = []

    def work(session: Session) -> None:
        runs.append(1)
        session.execute(text("SELECT 1 / 0"))

    try:
        with pytest.raises(StorageUnavailable):
            await database.transact(work)
        assert len(runs) == 1
    finally:
        await database.close()
