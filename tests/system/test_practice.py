"""Practice over real HTTP and real sockets: created, played, taken back, advised, and marked wherever it is shown."""

import json
from typing import Any

from websockets.asyncio.client import ClientConnection

from mahjong_club.protocol.frames import PROTOCOL
from tests.support.server import LiveServer
from tests.system.client import Person, Refused

Json = dict[str, Any]
ENV = {"MAHJONG_CLUB_BOT_MS": "0", "MAHJONG_CLUB_GRACE_MS": "0"}


async def enter(person: Person, match: str) -> ClientConnection:
    ticket = await person.ticket(match)
    socket = await person.socket()
    await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "ticket": ticket["ticket"], "match": match}))
    return socket


async def take(socket: ClientConnection, *kinds: str) -> Json:
    while True:
        frame: Json = json.loads(await socket.recv())
        if frame["type"] in kinds:
            return frame


async def say(socket: ClientConnection, **frame: Any) -> Json:
    await socket.send(json.dumps(frame))
    return await take(socket, "accepted", "refused", "answer")


async def refused(person: Person, path: str, body: Json) -> str:
    try:
        await person.call("POST", path, body)
    except Refused as refusal:
        return refusal.code
    raise AssertionError("it was not refused")


async def choice(socket: ClientConnection) -> Json:
    """The next question that leaves a choice; others are answered as a timeout would."""
    while True:
        prompt = await take(socket, "prompt")
        if len(prompt["legal"]) > 1:
            return prompt
        await answer(socket, prompt, prompt["legal"][0])


async def answer(socket: ClientConnection, prompt: Json, action: Json) -> None:
    frame = {"type": "act", "id": f"a{prompt['id']}", "prompt": prompt["id"], "seq": prompt["seq"], "action": action}
    assert (await say(socket, **frame))["type"] == "accepted"


async def test_practice_from_the_first_page_to_the_record(start_server: Any) -> None:
    server: LiveServer = start_server(env=ENV)
    mei, ken = Person(server.url, "Mei"), Person(server.url, "Ken")
    await mei.sign_in()
    await ken.sign_in()
    table = await mei.call("POST", "/quickstart", {"variant": "riichi", "practice": True, "window_ms": 0})
    assert table["practice"] is True
    match = table["match"]["id"]
    assert (await mei.call("GET", f"/matches/{match}"))["practice"] is True
    socket = await enter(mei, match)
    assert (await take(socket, "snapshot"))["table"]["practice"] is True
    prompt = await choice(socket)
    hint = (await say(socket, type="ask", id="h1", what="hint"))["hint"]
    assert hint["action"] in prompt["legal"] and hint["reason"]
    await answer(socket, prompt, hint["action"])
    await choice(socket)
    undone = await say(socket, type="undo", id="u1")
    assert undone["type"] == "accepted"
    rewound = (await take(socket, "events"))["items"][0]
    assert rewound["type"] == "match_rewound" and rewound["kind"] == "undo"
    hands = [seat["hand"] for seat in rewound["position"]["seats"]]
    assert sum(hand is not None for hand in hands) == 1 and "wall" not in rewound["position"]
    again = await choice(socket)
    assert again["legal"] == prompt["legal"] and again["id"] > prompt["id"]
    server.kill()
    server.start()
    socket = await enter(mei, match)
    assert (await say(socket, type="undo", id="u1")) == undone, "what was done is not done twice"
    spectator = await enter(ken, match)
    await take(spectator, "snapshot")
    assert (await say(spectator, type="undo", id="x"))["code"] == "not_seated"
    record = await mei.call("GET", f"/matches/{match}/record")
    assert record["practice"] is True and "deal_started" not in {event["type"] for event in record["events"]}
    await mei.close()
    await ken.close()


async def test_one_person_alone_practises(start_server: Any) -> None:
    server: LiveServer = start_server(env=ENV)
    mei, ken = Person(server.url, "Mei"), Person(server.url, "Ken")
    await mei.sign_in()
    await ken.sign_in()
    table = await mei.call("POST", "/tables", {"practice": True, "listed": False})
    assert await refused(ken, f"/tables/{table['code']}/join", {}) == "practice_table"
    started = await mei.call("POST", f"/tables/{table['code']}/start", {"fill": "club"})
    assert started["practice"] is True and started["state"] == "playing"
    await mei.call("POST", f"/matches/{started['match']['id']}/leave", {})
    plain = await mei.call("POST", "/quickstart", {"window_ms": 0})
    assert plain["practice"] is False
    socket = await enter(mei, plain["match"]["id"])
    await choice(socket)
    assert (await say(socket, type="undo", id="u"))["code"] == "not_a_practice_table"
    assert (await say(socket, type="ask", id="h", what="hint"))["code"] == "not_a_practice_table"
    await mei.close()
    await ken.close()
