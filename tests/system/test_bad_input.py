"""Whatever comes over a real socket, a code comes back, or a close with a code, and every table of the server goes on."""

import asyncio
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.support.server import LiveServer
from tests.system.client import Json, Person, Player, Refused
from tests.system.ledger import SqliteLedger, audit
from tests.system.sitting import Sitting, all_of

FRAMES = 10_000
#: What people have to get done meanwhile, at both tables.
ACTS = 100
LIMITS = {"MAHJONG_CLUB_TABLES_BURST": "100000", "MAHJONG_CLUB_TABLES_FROM_BURST": "100000"}


class Hall:
    """A server with a match under way."""

    def __init__(self, server: LiveServer, seed: str) -> None:
        self.server = server
        self.ledger = SqliteLedger(server.data_dir / "club.sqlite3")
        self.table = Sitting(server.url, "hong_kong", seed, {"rounds": 1}, clock=None)
        self.stranger = Person(server.url, "stranger")
        self.rng = random.Random(seed)

    async def open(self) -> None:
        await self.table.begin()
        await self.table.resume()
        await self.stranger.sign_in()

    async def asked(self) -> Player:
        """Who is asked to discard now. A busy server asks later than it answers a ping."""
        async with asyncio.timeout(30):
            while True:
                for player in self.table.players:
                    # What was sent before the pong has come.
                    await player.send({"type": "ping"})
                    await player.wait_for("pong")
                for player in self.table.players:
                    if player.prompt is not None:
                        return player

    async def goes_on(self, acts: int = 12) -> None:
        """The table still takes acts, and its log is in order."""
        before = sum(len(player.accepted) for player in self.table.players)
        until = before + acts

        def told() -> bool:
            return sum(len(player.accepted) for player in self.table.players) >= until

        tasks = [asyncio.create_task(player.play(told)) for player in self.table.players]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        assert told()
        audit(await self.ledger.read(self.table.match), self.table.players)

    async def hello(self, person: Person, **changes: Any) -> ClientConnection:
        """A socket that has said hello with a good ticket, except for the changes."""
        ticket = await person.ticket(self.table.match)
        ws = await person.socket()
        frame = {"type": "hello", "protocol": 1, "ticket": ticket["ticket"], "match": self.table.match} | changes
        await ws.send(json.dumps(frame))
        return ws


@pytest.fixture
async def hall(start_server: Callable[..., LiveServer]) -> AsyncIterator[Hall]:
    seed = secrets.token_hex(4)
    print(f"seed {seed}")
    found = Hall(start_server(env=LIMITS), seed)
    await found.open()
    yield found
    await found.table.close()
    await found.stranger.close()


async def ending(ws: ClientConnection) -> tuple[str | None, int]:
    """The code of the goodbye, and of the close."""
    code = None
    with suppress(ConnectionClosed):
        async with asyncio.timeout(30):
            while True:
                frame = json.loads(await ws.recv())
                if frame["type"] == "bye":
                    code = frame["code"]
    return code, ws.close_code or 0


async def heard(ws: ClientConnection, kind: str, **fields: Any) -> Json:
    async with asyncio.timeout(30):
        while True:
            frame: Json = json.loads(await ws.recv())
            if frame["type"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame


FIRST_FRAMES: list[tuple[str | bytes, str | None, int]] = [
    ("{", "bad_frame", 4400),
    ("", "bad_frame", 4400),
    ("null", "bad_frame", 4400),
    ("[" * 4000, "bad_frame", 4400),
    ('{"type":"act"}', "bad_frame", 4400),
    ('{"type":"hello","protocol":"1","ticket":"x","match":"m"}', "bad_frame", 4400),
    ('{"type":"hello","protocol":1,"ticket":"x","match":"m","since":-1}', "bad_frame", 4400),
    ('{"type":"hello","protocol":1,"ticket":"x","match":"m","since":1e400}', "bad_frame", 4400),
    ('{"type":"hello","protocol":99,"ticket":"x","match":"m"}', "wrong_protocol", 4426),
    ('{"type":"hello","protocol":1,"ticket":"x","match":"m"}', "bad_ticket", 4401),
    (b"\x00\xff" * 10, "bad_frame", 4400),
    ("x" * 5_000, "frame_too_large", 1009),
    ("麻" * 3_000, "frame_too_large", 1009),
    # Above the transport's own limit no goodbye can be sent.
    ("x" * 100_000, None, 1009),
    (b"x" * 100_000, None, 1009),
]


async def test_a_bad_first_frame_ends_with_its_code(hall: Hall) -> None:
    for frame, code, close in FIRST_FRAMES:
        ws = await hall.stranger.socket()
        await ws.send(frame)
        assert await ending(ws) == (code, close), frame[:80]
    await hall.goes_on()


async def test_tickets_open_what_they_were_made_for_and_nothing_else(hall: Hall) -> None:
    match, mine = hall.table.match, hall.table.players[1]
    other = Sitting(hall.server.url, "hong_kong", "other")
    for player in other.players:
        player.name += "-other"
    await other.begin()
    # Another match, no match, a ticket that was used, a ticket for another person's match.
    for ticket, to in (
        ((await mine.ticket(match))["ticket"], other.match),
        ((await mine.ticket(match))["ticket"], "0" * 32),
        ((await mine.ticket(match))["ticket"], "../" + match),
        ((await other.players[2].ticket(other.match))["ticket"], match),
        ("A" * 32, match),
    ):
        ws = await hall.stranger.socket()
        await ws.send(json.dumps({"type": "hello", "protocol": 1, "ticket": ticket, "match": to}))
        assert await ending(ws) == ("bad_ticket", 4401)
    ticket = await mine.ticket(match)
    first = await hall.hello(mine, ticket=ticket["ticket"])
    assert (await heard(first, "snapshot"))["viewer"] == mine.seat
    await first.close()
    again = await hall.hello(mine, ticket=ticket["ticket"])
    assert await ending(again) == ("bad_ticket", 4401)
    # A person of another table gets a spectator's ticket here, whatever he writes into his frames.
    forger = other.players[0]
    assert (await forger.ticket(match))["seat"] is None
    prompt = (await hall.asked()).prompt
    assert prompt is not None
    ws = await hall.hello(forger, seat=0, viewer=0)
    assert (await heard(ws, "snapshot"))["viewer"] is None
    act = {"type": "act", "id": "forged", "prompt": prompt["id"], "seq": prompt["seq"], "action": prompt["legal"][0], "seat": 0}
    await ws.send(json.dumps(act))
    assert (await heard(ws, "refused", id="forged"))["code"] == "not_seated"
    await ws.send(json.dumps({"type": "ask", "id": "peep", "what": "waits", "seat": 0}))
    assert (await heard(ws, "refused", id="peep"))["code"] == "not_seated"
    await ws.close()
    with pytest.raises(Refused, match="404 match_not_found"):
        await mine.ticket("0" * 32)
    await hall.goes_on()
    await other.close()


async def test_acts_that_cannot_be_are_refused_and_change_nothing(hall: Hall) -> None:
    dealer = await hall.asked()
    prompt = dealer.prompt
    assert prompt is not None
    seq = dealer.seq
    held = {action["tile"] for action in prompt["legal"] if action["type"] == "discard"}
    unheld = next(tile for tile in (f"{n}{suit}" for suit in "mps" for n in range(1, 10)) if tile not in held)
    action = next(action for action in prompt["legal"] if action["type"] == "discard")
    here, before = {"prompt": prompt["id"], "seq": prompt["seq"]}, {"prompt": prompt["id"], "seq": prompt["id"] - 1}
    cases: list[tuple[Json, Json, str]] = [
        ({"prompt": prompt["id"] - 1, "seq": prompt["seq"]}, action, "stale_prompt"),
        ({"prompt": prompt["id"] + 1, "seq": prompt["seq"] + 1}, action, "stale_prompt"),
        ({"prompt": 2**50, "seq": 2**50}, action, "stale_prompt"),
        (before, action, "stale_prompt"),
        ({"prompt": prompt["id"], "seq": prompt["seq"] + 1}, action, "stale_prompt"),
        ({"prompt": prompt["id"], "seq": 0}, action, "stale_prompt"),
        (here, {"type": "discard", "tile": unheld}, ""),
        (here, {"type": "discard", "tile": "1f"}, ""),
        (here, {"type": "discard", "tile": "zz"}, ""),
        (here, {"type": "pass"}, ""),
        (here, {"type": "chow", "tiles": ["1m", "2m"]}, ""),
        (here, {"type": "pung", "tiles": ["1m", "1m"]}, ""),
        (here, {"type": "pung", "tiles": ["1m"] * 40}, ""),
        (here, {"type": "kong", "form": "concealed", "tile": unheld}, ""),
        (here, {"type": "abort_deal"}, ""),
        (here, {"type": "continue_match"}, ""),
        (here, {"type": "declare_ready", "tile": unheld}, ""),
        (here, {"type": "start_deal"}, "bad_frame"),
        (here, {"type": "proceed"}, "bad_frame"),
        (here, {"type": "discard", "tile": 5}, "bad_frame"),
    ]
    for number, (place, wrong, code) in enumerate(cases):
        if wrong in prompt["legal"]:
            continue
        await dealer.send({"type": "act", "id": f"wrong-{number}", **place, "action": wrong})
        answer = await dealer.wait_for("refused", "accepted")
        assert answer["type"] == "refused", (wrong, answer)
        assert answer["code"] == code or (not code and answer["code"] not in ("internal_error", "stale_prompt")), (wrong, answer)
    assert dealer.seq == seq
    dealer.prompt = prompt
    # Others answer a question that was not theirs.
    for player in hall.table.players:
        if player is not dealer:
            await player.send({"type": "act", "id": "not-mine", **here, "action": action})
            assert (await player.wait_for("refused", id="not-mine"))["code"] == "not_your_turn"
    await hall.goes_on()
    log = await hall.ledger.read(hall.table.match)
    assert not [row for row in (*log.events, *log.answers) if (row.act_id or "").startswith(("wrong", "not-mine"))]


async def test_an_act_that_comes_many_times_is_done_once(hall: Hall) -> None:
    dealer = await hall.asked()
    prompt = dealer.prompt
    assert prompt is not None
    frame = dealer.act_for(prompt)
    other = {**frame, "action": prompt["legal"][-1]}
    for each in (frame, frame, other, frame):
        await dealer.send(each)
    answers = [await dealer.wait_for("accepted", "refused", id=frame["id"]) for _ in range(4)]
    assert answers == [answers[0]] * 4
    assert answers[0]["type"] == "accepted"
    dealer.prompt = None
    log = await hall.ledger.read(hall.table.match)
    assert [row.act_id for row in (*log.events, *log.answers)].count(frame["id"]) == 1
    # And once more after the server has forgotten it.
    await asyncio.to_thread(hall.server.restart)
    await hall.table.resume()
    await dealer.send(frame)
    assert await dealer.wait_for("accepted", "refused", id=frame["id"]) == answers[0]
    await hall.goes_on()


def nonsense(rng: random.Random, prompt: int) -> str | bytes:
    """Anything: text of no language, JSON of no frame, frames with one thing wrong."""
    value: list[Any] = [None, True, -1, 2**70, 1e300, "x", "\u0000", "🀄", "\ud800", [], {}, [[[]]], {"type": "act"}]
    action: Json = {
        "type": rng.choice(["discard", "chow", "pung", "kong", "pass", "win", "abort_deal", "continue_match", "no", 3])
    }
    for name in rng.sample(["tile", "tiles", "form", "drawn"], rng.randrange(5)):
        action[name] = rng.choice(["5m", "9z", "", "?", ["1m", "2m"], "concealed", True, *value])
    frame: Json = {
        "type": rng.choice(["hello", "act", "ask", "say", "ping", "snapshot", None, 3]),
        "id": rng.choice(["nonsense", "b" * 65, *value]),
        "prompt": rng.choice([prompt - 1, prompt + 1, *value]),
        "seq": rng.choice([prompt, *value]),
        "action": rng.choice([action, action, *value]),
        "what": rng.choice(["waits", "discards", "why_not", *value]),
        "text": rng.choice(["hi", "x" * 201, *value]),
    }
    for name in rng.sample(sorted(frame), rng.randrange(4)):
        del frame[name]
    if rng.random() < 0.1:
        frame |= {"type": rng.choice(["act", "ask"]), "id": "well-formed", "prompt": prompt, "seq": prompt, "what": "waits"}
        frame["action"] = {"type": rng.choice(["pass", "win"])}
    text = json.dumps(frame)
    kind = rng.random()
    if kind < 0.6:
        return text
    if kind < 0.9:
        at = rng.randrange(len(text) + 1)
        return text[:at] + rng.choice(["", "\x00", "}", "🀄", '"']) + text[at + rng.randrange(3) :]
    if kind < 0.995:
        return "".join(chr(rng.randrange(32, 0x2FFF)) for _ in range(rng.randrange(200)))
    return rng.randbytes(rng.randrange(100)) if kind < 0.998 else "x" * rng.randrange(4_000, 20_000)


@pytest.mark.slow
async def test_ten_thousand_random_frames_while_people_play(hall: Hall) -> None:
    """Seat 3's second tab and a spectator write nonsense, at a table where people play and beside another one."""
    elsewhere = Sitting(hall.server.url, "taiwanese", "elsewhere", {"rounds": 1}, clock=None)
    await elsewhere.begin()
    await elsewhere.resume()
    rng, sent, codes = hall.rng, 0, set()
    done = False
    people = [*hall.table.players, *elsewhere.players]

    async def write(person: Person) -> None:
        """New sockets again and again, each until it is closed or has written enough."""
        nonlocal sent
        while sent < FRAMES or sum(player.made for player in people) < ACTS:
            ws = await hall.hello(person)
            reader = asyncio.create_task(listen(ws))
            with suppress(ConnectionClosed):
                for _ in range(200):
                    await ws.send(nonsense(rng, hall.table.players[0].seq or 1))
                    sent += 1
                await ws.close()
            await reader

    async def listen(ws: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                frame = json.loads(await ws.recv())
                if frame["type"] in ("refused", "bye"):
                    codes.add(frame["code"])
        codes.add(ws.close_code)

    async def keep_playing(sitting: Sitting) -> None:
        while not done:
            await all_of(*(player.play(lambda: done) for player in sitting.players))
            if sitting.players[0].over:
                await sitting.begin()
                await sitting.resume()

    playing = [asyncio.create_task(keep_playing(sitting)) for sitting in (hall.table, elsewhere)]
    for sitting in (hall.table, elsewhere):
        sitting.skill(0.2)
    writing = asyncio.create_task(all_of(*(write(who) for who in (hall.stranger, hall.stranger, Person(hall.server.url, "x")))))
    every: list[asyncio.Task[Any]] = [writing, *playing]
    await asyncio.wait(every, return_when=asyncio.FIRST_COMPLETED)
    assert not [task for task in playing if task.done() and task.exception()], [t.exception() for t in playing if t.done()]
    await writing
    done = True
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    print(f"{sent} frames, answered with {sorted(map(str, codes))}")
    assert sent >= FRAMES
    assert codes <= {"bad_frame", "not_seated", "too_fast", "frame_too_large", "slow_reader", 4400, 1009, 1000, 4290}
    assert {"bad_frame", "not_seated", 4400} <= codes
    assert sum(player.made for player in people) >= ACTS
    for sitting in (hall.table, elsewhere):
        audit(await hall.ledger.read(sitting.match), sitting.players)
    assert "Traceback" not in hall.server.log
    assert "ERROR" not in hall.server.log
    await elsewhere.close()
