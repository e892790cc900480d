"""The list of tables hears of it when somebody comes to look on at a match, and when he goes; a private table stays out of it."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tests.support.server import LiveServer
from tests.system.client import Json, Person, Player

WISHES: Json = {"clock": None, "window_ms": 0, "bots": 3, "away": {"policy": "wait", "after_ms": 600_000}}


@pytest.fixture
async def people(live_server: LiveServer) -> AsyncIterator[Any]:
    """`await people(name)`: somebody who has signed in, and leaves with the test."""
    async with AsyncExitStack() as stack:

        async def come(name: str) -> Player:
            player = Player(live_server.url, name, random.Random(name))
            await player.sign_in()
            stack.push_async_callback(player.close)
            stack.push_async_callback(player._hang_up)
            return player

        yield come


async def match_of(host: Player, **wishes: Any) -> Json:
    """A match of this person and bots, whose table he has open."""
    table: Json = await host.call("POST", "/tables", {**WISHES, **wishes})
    await host.call("POST", f"/tables/{table['code']}/ready", {})
    table = await host.call("GET", f"/tables/{table['code']}")
    if table["state"] != "playing":
        table = await host.call("POST", f"/tables/{table['code']}/start", {})
    host.begin(table["match"]["id"])
    await host.join()
    return table


async def row_until(reader: Person, code: str, onlookers: int) -> Json:
    """Holds the list's request open until the table's row has so many onlookers."""
    after = 0
    async with asyncio.timeout(20):
        while True:
            found = await reader.call("GET", f"/tables?after={after}&page=aaaaaaaa")
            assert found["revision"] > after or not after
            after = found["revision"]
            row: Json | None = next((each for each in found["tables"] if each["code"] == code), None)
            if row is not None and row["onlookers"] == onlookers:
                return row


async def test_the_list_hears_of_onlookers_who_come_and_go(people: Any) -> None:
    host, reader, onlooker = await people("Host"), await people("Reader"), await people("Onlooker")
    table = await match_of(host, listed=True)
    code = table["code"]
    assert (await row_until(reader, code, 0))["present"] == 1
    waiting = asyncio.create_task(row_until(reader, code, 1))
    onlooker.begin(table["match"]["id"])
    await onlooker.join()
    assert (await waiting)["present"] == 1
    waiting = asyncio.create_task(row_until(reader, code, 0))
    await onlooker._hang_up()
    row = await waiting
    assert "Onlooker" not in str(row)


async def test_a_private_table_stays_out_of_the_list_whoever_looks_on(people: Any) -> None:
    host, reader, onlooker = await people("Host"), await people("Reader"), await people("Onlooker")
    table = await match_of(host, listed=False)
    code = table["code"]
    waiting = asyncio.create_task(row_until(host, code, 1))
    onlooker.begin(table["match"]["id"])
    await onlooker.join()
    await waiting
    found = await reader.call("GET", "/tables")
    assert code not in str(found) and table["match"]["id"] not in str(found)
