"""The store is locked, full or gone while people play over sockets: the act is refused, nobody hears of it, the log says so, and
play resumes when the store is back."""

import asyncio
import json
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from mahjong_club.storage import migrate
from tests.support.server import LiveServer
from tests.system.client import Player
from tests.system.ledger import Ledger, PostgresLedger, SqliteLedger, audit
from tests.system.sitting import Sitting

BACK_S = 30.0


@asynccontextmanager
async def seated(server: LiveServer, seed: str) -> AsyncIterator[Sitting]:
    sitting = Sitting(server.url, "hong_kong", seed, {"rounds": 1})
    await sitting.begin()
    await sitting.resume()
    yield sitting
    await sitting.close()


async def asked(sitting: Sitting) -> Player:
    """Who is asked something; everything that was sent has been read. A busy server asks later than it answers a ping."""
    async with asyncio.timeout(BACK_S):
        while True:
            for player in sitting.players:
                await player.send({"type": "ping"})
                await player.wait_for("pong")
            for player in sitting.players:
                if player.prompt is not None:
                    return player


async def refused_for_the_store(sitting: Sitting) -> Player:
    """An act is refused, and nothing of it is told to anybody."""
    player = await asked(sitting)
    before = [each.seq for each in sitting.players]
    assert player.prompt is not None
    act = player.act_for(player.prompt)
    await player.send(act)
    answer = await player.wait_for("refused", "accepted", id=act["id"])
    assert (answer["type"], answer.get("code")) == ("refused", "storage_unavailable")
    for each in sitting.players:
        await each.send({"type": "ping"})
        await each.wait_for("pong")
    assert [each.seq for each in sitting.players] == before
    return player


async def taken_again(sitting: Sitting, player: Player) -> None:
    """The same question is answered until the store takes it; then everybody hears of it and play goes on."""
    prompt = player.prompt
    assert prompt is not None
    async with asyncio.timeout(BACK_S):
        while True:
            act = player.act_for(prompt)
            await player.send(act)
            answer = await player.wait_for("refused", "accepted", id=act["id"])
            if answer["type"] == "accepted":
                break
            assert answer["code"] == "storage_unavailable"
    player.prompt, player.answered = None, prompt["id"]
    await everybody_plays(sitting)


async def everybody_plays(sitting: Sitting) -> None:
    done = sum(len(each.accepted) for each in sitting.players) + 30
    tasks = [
        asyncio.create_task(each.play(lambda: sum(len(e.accepted) for e in sitting.players) >= done)) for each in sitting.players
    ]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


async def settled(sitting: Sitting, ledger: Ledger, server: LiveServer) -> None:
    """The log is in order, the server's words are there and carry nothing of the match."""
    log = await ledger.read(sitting.match)
    audit(log, sitting.players)
    assert "the log refused a step" in server.log
    assert "the log takes steps again" in server.log
    assert "Traceback" not in server.log
    for secret in (log.secret, '"wall"', '"hands"', "INSERT"):
        assert secret not in server.log


async def test_a_locked_database(live_server: LiveServer) -> None:
    file = live_server.data_dir / "club.sqlite3"
    async with seated(live_server, "locked") as sitting:
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            # Longer than the server's patience, and a second time while it is backing off.
            player = await refused_for_the_store(sitting)
            again = player.prompt
            assert again is not None
            act = player.act_for(again)
            await player.send(act)
            assert (await player.wait_for("refused", "accepted", id=act["id"]))["type"] == "refused"
            answer = await player.ask("POST", "/tables", {})
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage_unavailable")
            other.execute("ROLLBACK")
        other.close()
        await taken_again(sitting, player)
        await settled(sitting, SqliteLedger(file), live_server)


async def test_a_full_disk(live_server: LiveServer) -> None:
    """The system lets the server's files grow no more, then again."""
    file = live_server.data_dir / "club.sqlite3"
    async with seated(live_server, "full") as sitting:
        await everybody_plays(sitting)
        unlimited = resource.prlimit(live_server.pid, resource.RLIMIT_FSIZE)
        # Smaller than both the database and its write-ahead log are by now.
        resource.prlimit(live_server.pid, resource.RLIMIT_FSIZE, (4096, unlimited[1]))
        player = await refused_for_the_store(sitting)
        resource.prlimit(live_server.pid, resource.RLIMIT_FSIZE, unlimited)
        await taken_again(sitting, player)
        await settled(sitting, SqliteLedger(file), live_server)
        # What was written before and after the full disk is there for another process, too.
        await asyncio.to_thread(live_server.kill)
        await asyncio.to_thread(live_server.start)
        await sitting.resume()
        await everybody_plays(sitting)


async def test_terminated_connections(postgres_url: str, start_server: Callable[..., LiveServer]) -> None:
    """PostgreSQL throws the server out and takes nobody for a while, as at its own restart."""
    await asyncio.to_thread(migrate.upgrade, postgres_url)
    server = start_server(env={"MAHJONG_CLUB_DATABASE_URL": postgres_url})
    url = make_url(postgres_url)
    admin = create_async_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    allow = f'ALTER DATABASE "{url.database}" ALLOW_CONNECTIONS '
    end = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
    try:
        async with seated(server, "gone") as sitting:
            async with admin.connect() as connection:
                await connection.execute(text(allow + "false"))
                await connection.execute(end, {"name": url.database})
                player = await refused_for_the_store(sitting)
                await connection.execute(text(allow + "true"))
            await taken_again(sitting, player)
            await settled(sitting, PostgresLedger(postgres_url), server)
    finally:
        async with admin.connect() as connection:
            await connection.execute(text(allow + "true"))
        await admin.dispose()


async def test_a_match_rests_while_the_store_is_away_and_is_found_again(live_server: LiveServer) -> None:
    """Who comes back while the database is locked is turned away with a code that says to come again."""
    file = live_server.data_dir / "club.sqlite3"
    async with seated(live_server, "rests") as sitting:
        await everybody_plays(sitting)
        await asyncio.to_thread(live_server.kill)
        await asyncio.to_thread(live_server.start)
        player = sitting.players[0]
        tickets = [await each.ticket(sitting.match) for each in sitting.players]
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            ws = await player.socket()
            hello = {"type": "hello", "protocol": 1, "ticket": tickets[0]["ticket"], "match": sitting.match, "since": player.seq}
            await ws.send(json.dumps(hello))
            assert json.loads(await ws.recv()) == {"type": "bye", "code": "storage_unavailable"}
            other.execute("ROLLBACK")
        other.close()
        await sitting.resume()
        await everybody_plays(sitting)
        audit(await SqliteLedger(file).read(sitting.match), sitting.players)
