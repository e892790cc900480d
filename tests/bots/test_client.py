"""The client and the documented thirty lines play whole matches on a real server, also across its death."""

import asyncio
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from mahjong_club.bots.client import Anything, Json, Refusal, Seat, play
from mahjong_club.bots.remote import BuiltIn
from tests.support.server import LiveServer

MATCH_SECONDS = 120.0


class Host:
    """Somebody who keeps a table with club bots at it and one free seat."""

    def __init__(self, server: LiveServer) -> None:
        self._client = httpx.Client(base_url=f"{server.url}/api/v1", trust_env=False, verify=False, timeout=40.0)
        self.call("POST", "/guests", {"name": "host", "language": "en"})
        self.token: str = self.call("POST", "/bots", {"name": "somebody's bot"})["token"]
        wishes = {"options": {"rounds": 1}, "clock": "none", "window_ms": 0, "bots": 3, "place": None}
        self.table: Json = self.call("POST", "/tables", wishes)
        self.code: str = self.table["code"]

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        answer = self._client.request(method, path, json=body)
        answer.raise_for_status()
        return answer.json()

    def news(self) -> Json:
        """The table after its next change."""
        while True:
            found = self.call("GET", f"/tables/{self.code}/updates?after={self.table['revision']}")["table"]
            if found is not None:
                self.table = found
                return self.table

    def start_when_all_are_ready(self) -> None:
        while not all(seat["ready"] or seat["kind"] == "bot" for seat in self.table["seats"]) or any(
            seat["kind"] == "empty" for seat in self.table["seats"]
        ):
            self.news()
        self.table = self.call("POST", f"/tables/{self.code}/start", {})

    def match(self) -> Json:
        found: Json = self.call("GET", f"/matches/{self.table['match']['id']}")
        return found


FAST = {"MAHJONG_CLUB_BOT_MS": "0", "MAHJONG_CLUB_GRACE_MS": "0"}


@pytest.fixture
def server(start_server: Any) -> LiveServer:
    started: LiveServer = start_server(env=FAST)
    return started


async def test_the_club_player_plays_a_match(server: LiveServer) -> None:
    host = Host(server)
    playing = asyncio.create_task(play(server.url, host.token, lambda match: BuiltIn("club"), table=host.code, once=True))
    await asyncio.to_thread(host.start_when_all_are_ready)
    await asyncio.wait_for(playing, MATCH_SECONDS)
    match = host.match()
    assert match["state"] == "over"
    assert sorted(line["place"] for line in match["standings"]) == [1, 2, 3, 4]


async def test_it_goes_on_after_the_server_was_killed(server: LiveServer) -> None:
    host = Host(server)
    moves = asyncio.Event()

    class Slow(Anything):
        """Lets the test know once it has moved a few times."""

        def choose(self, legal: list[Json]) -> int:
            chosen.append(len(legal))
            if len(chosen) == 8:
                moves.set()
            return super().choose(legal)

    chosen: list[int] = []
    playing = asyncio.create_task(play(server.url, host.token, lambda match: Slow(random.Random(1)), table=host.code, once=True))
    await asyncio.to_thread(host.start_when_all_are_ready)
    await asyncio.wait_for(moves.wait(), MATCH_SECONDS)
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    await asyncio.wait_for(playing, MATCH_SECONDS)
    assert host.match()["state"] == "over"


async def test_a_wrong_token_is_told(server: LiveServer) -> None:
    with pytest.raises(Refusal) as refusal:
        await play(server.url, "no such token", table="ABCDEF", once=True)
    assert refusal.value.code == "not_signed_in"


def test_the_documented_bot(server: LiveServer, root_dir: Path, tmp_path: Path) -> None:
    page = (root_dir / "docs" / "bots.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 1
    script = tmp_path / "mybot.py"
    script.write_text(blocks[0], encoding="utf-8")
    host = Host(server)
    bot = subprocess.Popen([sys.executable, str(script), server.url, host.token, host.code])
    try:
        host.start_when_all_are_ready()
        assert bot.wait(timeout=MATCH_SECONDS) == 0
    finally:
        bot.kill()
        bot.wait()
    assert host.match()["state"] == "over"


# --- one seat, frame by frame ----------------------------------------------------------------------------------------
class Last:
    """Always the last action; keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[Json] = []

    def snapshot(self, frame: Json) -> None:
        self.told.clear()

    def events(self, items: list[Json]) -> None:
        self.told.extend(items)

    def choose(self, legal: list[Json]) -> int:
        return len(legal) - 1


PROMPT: Json = {"type": "prompt", "id": 7, "seq": 7, "legal": [{"type": "pass"}, {"type": "win"}], "clock": None}


def test_an_act_is_open_until_it_is_answered() -> None:
    seat = Seat("m", Last())
    seat.take({"type": "snapshot", "seq": 7, "view": {"phase": "claim"}, "viewer": 0})
    act = seat.take(PROMPT)
    assert act is not None
    assert act["action"] == {"type": "win"}
    assert seat.open == {act["id"]: act}
    again = seat.take(PROMPT)
    assert again is not None
    assert again["id"] == act["id"]
    seat.take({"type": "accepted", "id": act["id"], "seq": 8})
    assert not seat.open


def test_a_refused_act_is_replaced_by_the_safe_one_once() -> None:
    seat = Seat("m", Last())
    act = seat.take(PROMPT)
    assert act is not None
    safe = seat.take({"type": "refused", "id": act["id"], "code": "below_min", "seq": 7})
    assert safe is not None
    assert safe["action"] == {"type": "pass"}
    assert safe["id"] != act["id"]
    assert seat.take({"type": "refused", "id": safe["id"], "code": "below_min", "seq": 7}) is None
    assert not seat.open


def test_events_are_told_once() -> None:
    strategy = Last()
    seat = Seat("m", strategy)
    seat.take({"type": "snapshot", "seq": 4, "view": {"phase": "turn"}, "viewer": 0})
    items = [{"type": "drawn", "n": n} for n in range(3, 8)]
    seat.take({"type": "events", "from": 3, "items": items})
    assert [item["n"] for item in strategy.told] == [5, 6, 7]
    assert seat.seq == 7
    seat.take({"type": "events", "from": 8, "items": [{"type": "match_ended"}]})
    assert seat.over
