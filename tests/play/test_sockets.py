"""The websocket endpoint over real sockets: hello, bad input, slow readers, and that the table goes on through all of it."""

import asyncio
import json
import random
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from mahjong_club.accounts.tickets import Ticket, Tickets
from mahjong_club.administration.connections import Connections
from mahjong_club.bots import choose
from mahjong_club.play.clock import LoopTicker
from mahjong_club.play.memory import MemoryLog, MemorySetups, MemorySnapshots
from mahjong_club.play.ports import Entry
from mahjong_club.play.tables import Tables
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.web.sockets import Sockets
from tests.play.support import setup_of


class Club:
    """A server with one match on it."""

    def __init__(self, url: str, tables: Tables, tickets: Tickets, log: MemoryLog) -> None:
        self.url = url
        self.tables = tables
        self.tickets = tickets
        self.log = log

    def hello(self, seat: int | None, **changes: Any) -> dict[str, Any]:
        ticket = self.tickets.issue(Ticket("m1", seat, f"p{seat}", f"seat {seat}"))
        return {"type": "hello", "protocol": 1, "ticket": ticket, "match": "m1"} | changes

    async def join(self, seat: int | None) -> ClientConnection:
        ws = await connect(self.url, proxy=None, max_size=None)
        await send(ws, self.hello(seat))
        assert (await take(ws, "snapshot"))["viewer"] == seat
        return ws


async def send(ws: ClientConnection, frame: dict[str, Any]) -> None:
    await ws.send(json.dumps(frame))


async def take(ws: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next frame of one of the kinds."""
    async with asyncio.timeout(10):
        while True:
            frame: dict[str, Any] = json.loads(await ws.recv())
            if frame["type"] in kinds:
                return frame


async def closing(ws: ClientConnection) -> tuple[str | None, int]:
    """The code of the goodbye, and of the close."""
    code = None
    with suppress(ConnectionClosed):
        async with asyncio.timeout(10):
            while True:
                frame = json.loads(await ws.recv())
                if frame["type"] == "bye":
                    code = frame["code"]
    return code, ws.close_code or 0


async def act(ws: ClientConnection, prompt: dict[str, Any], act_id: str) -> dict[str, Any]:
    action = prompt["legal"][0]
    await send(ws, {"type": "act", "id": act_id, "prompt": prompt["id"], "seq": prompt["seq"], "action": action})
    return await take(ws, "accepted", "refused")


@asynccontextmanager
async def serving(people: tuple[int, ...] = (0, 1, 2, 3), **limits: Any) -> AsyncIterator[Club]:
    log, tickets = MemoryLog(), Tickets()
    tables = Tables(
        log,
        MemorySnapshots(),
        MemorySetups(setup_of(people=people)),
        ticker=LoopTicker(),
        rules_for=rules_for,
        choose=choose,
        rng=lambda: random.Random(1),
    )
    app = FastAPI()
    app.state.tables, app.state.tickets, app.state.connections = tables, tickets, Connections()
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            ws=Sockets(app.state, **limits),  # type: ignore[arg-type]
            log_level="warning",
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
    )
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield Club(f"ws://127.0.0.1:{listener.getsockname()[1]}/ws", tables, tickets, log)
    finally:
        await tables.close()
        server.should_exit = True
        await task
        listener.close()


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with serving() as found:
        yield found


async def test_a_seat_plays_over_its_socket(club: Club) -> None:
    async with await club.join(0) as ws:
        prompt = await take(ws, "prompt")
        assert (await act(ws, prompt, "a1"))["type"] == "accepted"
        assert (await take(ws, "events"))["items"][0]["type"] == "discarded"
        await send(ws, {"type": "ping"})
        assert await take(ws, "pong") == {"type": "pong"}


async def test_since_brings_the_missing_events_only(club: Club) -> None:
    async with await club.join(0) as ws:
        prompt = await take(ws, "prompt")
        await act(ws, prompt, "a1")
        await take(ws, "events")
    async with connect(club.url, proxy=None) as ws:
        await send(ws, club.hello(0, since=prompt["seq"]))
        first = json.loads(await ws.recv())
        assert first["type"] == "events"
        assert first["from"] == prompt["seq"] + 1
    async with connect(club.url, proxy=None) as ws:
        await send(ws, club.hello(0, since=100_000))
        assert json.loads(await ws.recv())["type"] == "snapshot"


@pytest.mark.parametrize(
    ("frame", "code", "close"),
    [
        ("{", "bad_frame", 4400),
        ("[]", "bad_frame", 4400),
        ('{"type":"ping"}', "bad_frame", 4400),
        (b"\x00\x01", "bad_frame", 4400),
        ('{"type":"hello","protocol":1,"ticket":7,"match":"m1"}', "bad_frame", 4400),
        ('{"type":"hello","protocol":1,"ticket":"x","match":"m1"}', "bad_ticket", 4401),
        ('{"type":"hello","protocol":2,"ticket":"x","match":"m1"}', "wrong_protocol", 4426),
        ('{"type":"ping","x":"' + "x" * 5000 + '"}', "frame_too_large", 1009),
        ('{"type":"ping","x":"' + "麻" * 2000 + '"}', "frame_too_large", 1009),
    ],
)
async def test_a_bad_first_frame_is_the_last(club: Club, frame: str | bytes, code: str, close: int) -> None:
    async with connect(club.url, proxy=None) as ws:
        await ws.send(frame)
        assert await closing(ws) == (code, close)
    assert club.tables.loaded("m1") is None


async def test_tickets_work_once_and_for_their_match(club: Club) -> None:
    hello = club.hello(2)
    async with connect(club.url, proxy=None) as ws:
        await send(ws, hello)
        await take(ws, "snapshot")
        async with connect(club.url, proxy=None) as thief:
            await send(thief, hello)
            assert await closing(thief) == ("bad_ticket", 4401)
        async with connect(club.url, proxy=None) as stray:
            await send(stray, club.hello(2, match="m2"))
            assert await closing(stray) == ("bad_ticket", 4401)
    ticket = club.tickets.issue(Ticket("gone", 0, "p", "n"))
    async with connect(club.url, proxy=None) as ws:
        await send(ws, {"type": "hello", "protocol": 1, "ticket": ticket, "match": "gone"})
        assert await closing(ws) == ("unknown_match", 4404)


async def test_a_store_that_is_away_is_said(club: Club) -> None:
    club.log.failing = True
    async with connect(club.url, proxy=None) as ws:
        await send(ws, club.hello(0))
        assert await closing(ws) == ("storage_unavailable", 1013)


async def test_a_log_that_cannot_be_read_ends_the_hello_with_a_code(club: Club) -> None:
    await club.log.append("m1", [Entry(1, "match_started", b"{}")])
    async with connect(club.url, proxy=None) as ws:
        await send(ws, club.hello(0))
        assert await closing(ws) == ("internal_error", 1011)


async def test_a_socket_that_never_says_hello_is_closed() -> None:
    async with serving(hello_timeout=0.05) as club, connect(club.url, proxy=None) as ws:
        assert await closing(ws) == ("hello_timeout", 4408)


async def test_bad_frames_are_refused_and_too_many_end_the_socket(club: Club) -> None:
    async with await club.join(1) as ws:
        for bad in ("nonsense", '{"type":"act","id":"","prompt":1,"seq":1,"action":{"type":"pass"}}', '{"type":"x"}'):
            await ws.send(bad)
            assert (await take(ws, "refused"))["code"] == "bad_frame"
        for _ in range(30):
            await ws.send("{}")
        assert await closing(ws) == ("bad_frame", 4400)


def random_frame(rng: random.Random) -> str:
    value: Any = [None, True, -1, 2**70, 0.5, "x", "\u0000", "🀄", [], {}, [[[]]], {"type": "act"}]
    kinds = ["hello", "act", "ask", "say", "ping", "x", None, 3]
    actions = ["discard", "chow", "pung", "kong", "win", "pass", "abort_deal", "continue_match", "declare_ready", "no"]
    action: dict[str, Any] = {"type": rng.choice(actions)}
    for name in rng.sample(["tile", "tiles", "form", "drawn"], rng.randrange(5)):
        action[name] = rng.choice(["5m", "9z", "", "?", ["1m", "2m"], ["1m"], "concealed", True, 0, None, "added", "exposed"])
    frame = {
        "type": rng.choice(kinds),
        "id": rng.choice(["a", "b" * 64, "c" * 65, *value]),
        "prompt": rng.choice([5, 6, 7, *value]),
        "seq": rng.choice([5, 6, 7, *value]),
        "action": rng.choice([action, action, action, *value]),
        "what": rng.choice(["waits", "discards", "why_not", *value]),
        "text": rng.choice(["hi", "x" * 201, *value]),
    }
    for name in rng.sample(sorted(frame), rng.randrange(4)):
        del frame[name]
    text = json.dumps(frame)
    return text if rng.random() < 0.7 else text[: rng.randrange(len(text) + 1)]


async def test_ten_thousand_random_frames_leave_the_table_going() -> None:
    rng = random.Random(5)
    async with serving(bad_frames=10_000) as club, await club.join(0) as player:
        prompt = await take(player, "prompt")
        for seat in (1, 2, 3, None):
            async with await club.join(seat) as ws:
                for burst in range(50):
                    for _ in range(50):
                        await ws.send(random_frame(rng))
                    await send(ws, {"type": "ask", "id": f"burst {burst}", "what": "waits"})
                    while (await take(ws, "refused", "answer")).get("id") != f"burst {burst}":
                        pass
        assert (await act(player, prompt, "still-here"))["type"] == "accepted"


async def test_every_kind_of_well_formed_nonsense_gets_a_code(club: Club) -> None:
    rng = random.Random(6)
    table = await club.tables.get("m1")
    async with await club.join(1) as ws:
        seq = table.state.seq
        for number in range(300):
            frame = json.loads('{"type":"act"}')
            while "action" not in frame or not isinstance(frame["action"], dict):
                text = random_frame(rng)
                try:
                    frame = json.loads(text)
                except ValueError:
                    continue
                if not isinstance(frame, dict):
                    frame = {}
            frame |= {"type": "act", "id": f"n{number}", "prompt": seq, "seq": seq}
            await send(ws, frame)
            answer = await take(ws, "refused", "bye")
            if answer["type"] == "bye":
                break
            assert answer["code"] in ("bad_frame", "not_your_turn", "no_abortive_draw")
        assert table.state.seq == seq


async def test_a_client_that_never_reads_is_dropped_and_the_others_are_served(club: Club) -> None:
    stuck_socket = socket.socket()
    stuck_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    stuck_socket.setblocking(False)
    host, port = club.url.removeprefix("ws://").removesuffix("/ws").split(":")
    await asyncio.get_running_loop().sock_connect(stuck_socket, (host, int(port)))
    stuck = await connect(club.url, sock=stuck_socket, proxy=None, max_queue=1, ping_interval=None)
    await send(stuck, club.hello(None))
    table = await club.tables.get("m1")
    async with await club.join(0) as ws:
        prompt = await take(ws, "prompt")
        said = 0
        # The stuck client's transport fills, then its queue; the seat is served all the while.
        while table.viewers > 1 and said < 5_000:
            table.announce("x" * 20_000)
            said += 1
            await send(ws, {"type": "ping"})
            await take(ws, "pong")
        assert table.viewers == 1
        assert (await act(ws, prompt, "a1"))["type"] == "accepted"
    stuck.transport.abort()


async def test_a_closing_server_says_goodbye(club: Club) -> None:
    ws = await club.join(0)
    await club.tables.close()
    assert await closing(ws) == ("server_restarting", 1012)
