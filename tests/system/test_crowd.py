"""More clients than seats: a client that never reads, two tabs, eight people for four seats, late spectators, restarts."""

import asyncio
import json
import random
import socket
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from mahjong_club.rules.walls import commitment_of
from tests.support.server import LiveServer
from tests.system.client import Person, Player
from tests.system.ledger import SqliteLedger, audit
from tests.system.sitting import Sitting, all_of

LIMITS = {"MAHJONG_CLUB_TABLES_BURST": "1000", "MAHJONG_CLUB_TABLES_FROM_BURST": "1000"}


@pytest.fixture
async def table(live_server: LiveServer) -> AsyncIterator[Sitting]:
    sitting = Sitting(live_server.url, "hong_kong", "crowd", {"rounds": 1}, clock=None)
    sitting.skill(0.9)
    await sitting.begin()
    await sitting.resume()
    yield sitting
    await sitting.close()


async def test_a_client_that_never_reads_is_dropped_and_nobody_else_misses_anything(
    table: Sitting, live_server: LiveServer
) -> None:
    """It asks and asks and reads no answer; meanwhile the match is played to its end."""
    greedy = Person(live_server.url, "greedy")
    await greedy.sign_in()
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.setblocking(False)
    host, port = live_server.url.removeprefix("http://").split(":")
    await asyncio.get_running_loop().sock_connect(raw, (host, int(port)))
    ws = await connect(f"{live_server.ws_url}/ws", sock=raw, proxy=None, max_queue=1, ping_interval=None, compression=None)
    ticket = await greedy.ticket(table.match)
    await ws.send(json.dumps({"type": "hello", "protocol": 1, "ticket": ticket["ticket"], "match": table.match}))
    onlooker = Player(live_server.url, "onlooker", random.Random(1))
    onlooker.begin(table.match)
    await onlooker.join()
    dropped = asyncio.Event()

    async def pester() -> None:
        # Refusals pile up behind the socket that is not read until the server lets it go.
        frame = json.dumps({"type": "ask", "id": "x" * 64, "what": "waits"})
        with suppress(ConnectionClosed):
            while True:
                await ws.send(frame)
        dropped.set()

    await all_of(pester(), table.play(), onlooker.play())
    assert dropped.is_set()
    log = await SqliteLedger(live_server.data_dir / "club.sqlite3").read(table.match)
    audit(log, table.players)
    for player in (*table.players, onlooker):
        assert sorted(player.told) == list(range(min(player.told), len(log.events) + 1)), player.name
    ws.transport.abort()
    assert "Traceback" not in live_server.log
    await onlooker.close()
    await greedy.close()


async def test_two_tabs_of_one_seat(table: Sitting) -> None:
    """The newer tab acts, the older is told and goes on showing; when the newer is closed the older acts again."""
    old = table.players[1]
    new = Player(old.url, old.name, old.rng)
    # What the older tab was asked may be past; a random legal answer needs no view of the moment.
    old.skill = 0.0
    new.http.cookies = old.http.cookies
    new.begin(table.match)
    await new.join()
    assert new.seat == old.seat
    assert (await old.wait_for("notice"))["code"] == "taken_over"
    others = [player for player in table.players if player is not old]
    playing = [asyncio.create_task(player.play()) for player in others]
    try:
        for _ in range(3):
            prompt = await new.wait_for("prompt")
            new.prompt = prompt
            act = old.act_for(prompt, prompt["legal"][0])
            await old.send(act)
            assert (await old.wait_for("refused", id=act["id"]))["code"] == "not_in_control"
            sent = await new.answer()
            assert sent is not None
            assert (await new.wait_for("accepted", "refused", id=sent["id"]))["type"] == "accepted"
        seen = new.seq
        await new.leave()
        assert (await old.wait_for("notice"))["code"] == "in_control"
        assert seen is not None and old.seq is not None and old.seq >= seen, "the older tab went on showing"
        while True:
            sent = await old.answer()
            if sent is None:
                await old.wait_for("prompt")
                continue
            told = await old.wait_for("accepted", "refused", id=sent["id"])
            if told["type"] == "accepted":
                break
            assert told["code"] == "stale_prompt"
        assert {n: old.told[n] for n in new.told if n in old.told} == {n: new.told[n] for n in new.told if n in old.told}
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await new.close()


@pytest.mark.parametrize("way", ["join", "seat"])
async def test_eight_people_and_four_seats_at_once(way: str, live_server: LiveServer) -> None:
    """Eight connections at once: four are in, four are told why not, and a restart remembers who."""
    host, *people = [Person(live_server.url, f"guest {n}") for n in range(9)]
    for person in (host, *people):
        await person.sign_in()
    table = await host.call("POST", "/tables", {"place": None, "window_ms": 0, "listed": False})
    path = f"/tables/{table['code']}"
    wishes = [{} if way == "join" else {"place": n % 4} for n in range(8)]
    answers = await asyncio.gather(*(p.ask("POST", f"{path}/{way}", wish) for p, wish in zip(people, wishes, strict=True)))
    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [409] * 4
    codes = {answer.json()["error"]["code"] for answer in answers if answer.is_error}
    assert codes <= {"table_full", "seat_taken"} and codes
    inside = [person for person, answer in zip(people, answers, strict=True) if answer.is_success]
    places = [(await person.call("GET", path))["you"]["place"] for person in inside]
    assert sorted(places) == [0, 1, 2, 3]
    for person in inside[:3]:
        await person.call("POST", f"{path}/ready", {"entropy": person.name})
    before = await host.call("GET", path)
    await asyncio.to_thread(live_server.kill)
    await asyncio.to_thread(live_server.start)
    after = await host.call("GET", path)
    assert after == before, "invite, seats, ready flags and the commitment survive"
    assert sum(seat["ready"] for seat in after["seats"]) == 3
    assert [(await person.call("GET", path))["you"]["place"] for person in inside] == places
    await inside[3].call("POST", f"{path}/ready", {"entropy": "last"})
    await asyncio.gather(*(host.ask("POST", f"{path}/start", {}) for _ in range(8)))
    with sqlite3.connect(f"file:{live_server.data_dir / 'club.sqlite3'}?mode=ro", uri=True) as raw:
        rows = raw.execute("SELECT secret FROM matches").fetchall()
        added = {text for (text,) in raw.execute("SELECT entropy FROM seatings")}
    raw.close()
    assert [commitment_of(secret) for (secret,) in rows] == [before["commitment"]], "one match, from the secret that was promised"
    assert added == {*(person.name for person in inside[:3]), "last"}
    for person in (host, *people):
        await person.close()


async def test_with_a_delay_spectators_hear_nothing_of_the_present(start_server: Callable[..., LiveServer]) -> None:
    """Ten minutes late: a whole match is over before a spectator, early or late, is told of its first discard."""
    server = start_server(env={**LIMITS, "MAHJONG_CLUB_SPECTATOR_DELAY_MS": "600000"})
    sitting = Sitting(server.url, "hong_kong", "delay", {"rounds": 1}, clock=None)
    sitting.skill(0.9)
    await sitting.begin()
    await sitting.resume()
    early, late = (Player(server.url, name, random.Random(1)) for name in ("early", "late"))
    for onlooker in (early, late):
        if onlooker is late:
            await sitting.play()
        onlooker.begin(sitting.match)
        await onlooker.join()
    assert all(player.over for player in sitting.players)
    for onlooker in (early, late):
        await onlooker.send({"type": "ping"})
        await onlooker.wait_for("pong")
        assert onlooker.seat is None
        assert onlooker.told == {}
        assert onlooker.view is not None and onlooker.view.discards == 0 and onlooker.view.number <= 1
        kinds = {json.loads(heard.text)["type"] for heard in onlooker.heard if heard.way == "in"}
        assert kinds <= {"snapshot", "presence", "pong"}
        await onlooker.close()
    await sitting.close()
