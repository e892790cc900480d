"""A person of the tests: signs in over HTTP, plays a seat over a real socket, keeps every frame and its own view of the match."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from mahjong_club.bots import choose
from mahjong_club.protocol.codec import build_event, decode_action, encode_json
from mahjong_club.protocol.statedump import VERSION, load_state
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump

Json = dict[str, Any]
#: What a connection looks like whose server was killed.
LOST = (ConnectionClosed, InvalidMessage, httpx.TransportError, OSError, EOFError)
ANSWER_S = 60.0
#: What the clock of the test and the clock of the server may differ by, in milliseconds.
SLACK_MS = 50


class Refused(Exception):
    """The server's answer to a request it did not do."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code


@dataclass(frozen=True, slots=True)
class Heard:
    """A frame that went over one of a player's sockets."""

    way: Literal["in", "out"]
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP response's body."""

    path: str
    status: int
    body: bytes


def state_of(view: Json) -> MatchState:
    """The state that a snapshot's view stands for."""
    saved = {"version": VERSION, "state": view, "wall": None, "secret": "", "extra": {}}
    return load_state(encode_json(saved), rules_for)[0]


def shown(state: MatchState) -> Json:
    """A view as JSON data, to be compared with a snapshot's."""
    data: Json = json.loads(encode_json(dump(state)))
    return data


def differences(ours: Any, theirs: Any, place: str = "view") -> list[str]:
    """Where two pieces of JSON data differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        names = sorted({*ours, *theirs})
        return [each for name in names for each in differences(ours.get(name), theirs.get(name), f"{place}.{name}")]
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return [each for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) for each in differences(a, b, f"{place}.{n}")]
    return [] if ours == theirs else [f"{place}: {ours!r} here, {theirs!r} there"]


class Person:
    """Somebody with a cookie, without a socket."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        # Nothing is encrypted here, and reading the certificates would take longer than most requests.
        self.http = httpx.AsyncClient(base_url=f"{url}/api/v1", trust_env=False, verify=False, timeout=ANSWER_S)
        self.replies: list[Reply] = []

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """One request under /api/v1."""
        answer = await self.http.request(method, path, json=body)
        self.replies.append(Reply(path, answer.status_code, answer.content))
        return answer

    async def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """The answer's JSON. Raises :class:`Refused`."""
        answer = await self.ask(method, path, body)
        if answer.is_error:
            raise Refused(answer.status_code, answer.json()["error"]["code"])
        return answer.json() if answer.content else None

    async def sign_in(self) -> None:
        await self.call("POST", "/guests", {"name": self.name})

    async def ticket(self, match: str) -> Json:
        found: Json = await self.call("POST", f"/matches/{match}/ticket")
        return found

    async def socket(self) -> ClientConnection:
        """A socket that has said nothing yet."""
        url = self.url.replace("http://", "ws://", 1)
        return await connect(f"{url}/ws", proxy=None, max_size=None, compression=None, ping_interval=None, open_timeout=ANSWER_S)

    async def close(self) -> None:
        await self.http.aclose()


class Player(Person):
    """A person at a match, or (where the person has no seat in it) a spectator.

    What the server sends is checked as it comes: numbers without gaps, one answer for each act and always the same, clocks
    that lose no more than was thought. ``stop`` tells a play loop that it is enough.
    """

    def __init__(self, url: str, name: str, rng: random.Random) -> None:
        super().__init__(url, name)
        self.rng = rng
        self.on_frame: Callable[[], object] = lambda: None
        #: How often a question is answered as the club's bot would; a match of players who do anything may never end.
        self.skill = 0.0
        #: Acts of all matches.
        self.made = 0
        self.begin("")

    def begin(self, match: str) -> None:
        """Forget the last match and turn to another."""
        self.match = match
        self.seat: int | None = None
        self.ws: ClientConnection | None = None
        self.view: MatchState | None = None
        self.heard: list[Heard] = []
        #: Text of each event that was told, by number.
        self.told: dict[int, Json] = {}
        self.acts: dict[str, Json] = {}
        self.open: dict[str, Json] = {}
        self.accepted: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        self.prompt: Json | None = None
        self.answered = -1
        self.snapshots = 0
        self.words: list[Json] = []
        #: The bank last told, the base time left then, and when; None where no clock of ours runs.
        self._clock: tuple[int, int, float] | None = None
        self.least_bank = 0

    @property
    def seq(self) -> int | None:
        return None if self.view is None else self.view.seq

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.phase == "over"

    @property
    def done(self) -> bool:
        """Whether the match is over and every act was answered: one that crossed the end is answered after it."""
        return self.over and not self.open

    # --- connecting
    async def join(self, since: int | None = None) -> None:
        """A new socket for the match; returns when the present is known."""
        await self._hang_up()
        self.ws = await self._hello(since)
        while (await self.take())["type"] not in ("snapshot", "events"):
            pass

    async def fresh_snapshot(self) -> Json:
        """What a second socket without ``since`` is shown. That socket is the one used from then on, and the view that was
        kept up to date by the first must be the same. Only where nothing happens at the table meanwhile."""
        second = await self._hello(None)
        frame: Json = json.loads(await self._recv(second))
        while frame["type"] != "snapshot":
            frame = json.loads(await self._recv(second))
        while self.view is None or self.view.seq < frame["seq"]:
            await self.take()
        assert self.view.seq == frame["seq"], f"{self.name} at {self.view.seq}, snapshot {frame['seq']}"
        apart = differences(self._with_own_answer(frame["view"]), frame["view"])
        assert not apart, f"{self.name} at {frame['seq']}: the view built from events is not the server's: {apart}"
        assert frame["viewer"] == self.seat
        await self._hang_up()
        self.ws = second
        return frame

    def _with_own_answer(self, theirs: Json) -> Json:
        """Our view with the answer we gave in an open window: no event tells of it, the act's own answer does."""
        assert self.view is not None
        ours = shown(self.view)
        if self.seat is not None and ours["window"] and theirs["window"] and (given := theirs["window"]["answers"][self.seat]):
            plain = {name: value for name, value in given["action"].items() if value not in (None, False)}
            sent = [self.acts[act]["action"] for act in (*self.accepted, *self.open) if self.acts[act]["prompt"] <= self.view.seq]
            assert plain in sent, f"{self.name} never answered {plain}"
            ours["window"]["answers"][self.seat] = given
        return ours

    async def _hello(self, since: int | None) -> ClientConnection:
        ticket = await self.ticket(self.match)
        self.seat = ticket["seat"]
        ws = await self.socket()
        await self._send(ws, {"type": "hello", "protocol": 1, "ticket": ticket["ticket"], "match": self.match, "since": since})
        return ws

    async def _hang_up(self) -> None:
        self._stop_clock()
        ws, self.ws = self.ws, None
        if ws is not None:
            ws.transport.abort()

    async def leave(self) -> None:
        """Close the socket in good order."""
        ws, self.ws = self.ws, None
        if ws is not None:
            await ws.close()

    # --- frames
    async def _send(self, ws: ClientConnection, frame: Json) -> None:
        text = json.dumps(frame)
        self.heard.append(Heard("out", text))
        await ws.send(text)

    async def _recv(self, ws: ClientConnection) -> str:
        async with asyncio.timeout(ANSWER_S):
            text = await ws.recv()
        assert isinstance(text, str)
        self.heard.append(Heard("in", text))
        self.on_frame()
        return text

    async def send(self, frame: Json) -> None:
        assert self.ws is not None
        await self._send(self.ws, frame)

    async def take(self) -> Json:
        """The next frame, with everything checked that one seat can check."""
        assert self.ws is not None
        try:
            frame: Json = json.loads(await self._recv(self.ws))
        except ConnectionClosed:
            self._stop_clock()
            raise
        match frame["type"]:
            case "snapshot":
                self.snapshots += 1
                self.view = state_of(frame["view"])
                assert self.view.seq == frame["seq"]
                self.seat = frame["viewer"]
            case "events":
                self._events(frame)
            case "prompt":
                self._asked(frame)
            case "accepted":
                self._accepted(frame)
            case "refused":
                self._was_refused(frame)
            case "said":
                self.words.append(frame)
            case _:
                pass
        return frame

    async def wait_for(self, *kinds: str, **fields: Any) -> Json:
        """The next frame of one of the kinds with these fields."""
        while True:
            frame = await self.take()
            if frame["type"] in kinds and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    def _events(self, frame: Json) -> None:
        view = self.view
        assert view is not None, "events before a snapshot"
        assert frame["from"] == view.seq + 1, f"{self.name}: events from {frame['from']} after {view.seq}"
        for number, item in enumerate(frame["items"], frame["from"]):
            assert self.told.setdefault(number, item) == item, f"{self.name}: event {number} was told in two ways"
            evolve(view, build_event(item))
            assert view.seq == number

    def _asked(self, frame: Json) -> None:
        assert self.view is not None
        assert frame["seq"] == self.view.seq, f"{self.name}: asked at {frame['seq']}, knows {self.view.seq}"
        assert frame["legal"]
        self.prompt = frame
        clock = frame["clock"]
        if clock is not None and self.view.phase != "settled":
            assert clock["bank_ms"] >= self.least_bank, f"{self.name}: bank {clock['bank_ms']} after {self.least_bank}"
            self._clock = (clock["bank_ms"], clock["base_ms"] + clock["grace_ms"], time.monotonic())
            self.least_bank = clock["bank_ms"]

    def _stop_clock(self) -> None:
        if self._clock is not None:
            bank, free, since = self._clock
            self._clock = None
            used = (time.monotonic() - since) * 1000 + SLACK_MS - free
            self.least_bank = bank - max(0, int(used))

    def _accepted(self, frame: Json) -> None:
        act, seq = frame["id"], frame["seq"]
        assert act in self.acts, f"{self.name}: {act} was never sent"
        assert act not in self.refused, f"{self.name}: {act} was refused before"
        assert self.accepted.setdefault(act, seq) == seq, f"{self.name}: {act} was accepted twice, differently"
        self.open.pop(act, None)
        self._stop_clock()

    def _was_refused(self, frame: Json) -> None:
        act = frame.get("id")
        if act in self.acts:
            assert act not in self.accepted, f"{self.name}: {act} was accepted before, now {frame['code']}"
            self.refused[act] = frame["code"]
            self.open.pop(act, None)

    # --- playing
    def choose(self, legal: list[Json]) -> Json:
        """What the club's bot does, or a win where there is one (three times out of four), else anything."""
        if self.skill and self.rng.random() < self.skill:
            assert self.view is not None and self.seat is not None
            actions = tuple(decode_action(encode_json(each)) for each in legal)
            return legal[actions.index(choose("club", self.view.copy(), actions, self.seat, self.rng))]
        if legal[0]["type"] == "win" and self.rng.random() < 0.75:
            return legal[0]
        return self.rng.choice(legal)

    def act_for(self, prompt: Json, action: Json | None = None) -> Json:
        """A new act, not sent yet."""
        self.made += 1
        frame = {
            "type": "act",
            "id": f"{self.name}-{self.made}",
            "prompt": prompt["id"],
            "seq": prompt["seq"],
            "action": action or self.choose(prompt["legal"]),
        }
        self.acts[frame["id"]] = frame
        return frame

    async def answer(self) -> Json | None:
        """Answer the open question, once; the act that was sent."""
        prompt = self.prompt
        if prompt is None or prompt["id"] == self.answered or any(act["prompt"] == prompt["id"] for act in self.open.values()):
            return None
        self.prompt, self.answered = None, prompt["id"]
        frame = self.act_for(prompt)
        self.open[frame["id"]] = frame
        await self.send(frame)
        if self.rng.random() < 0.03:
            await self.send(frame)
        return frame

    async def send_again(self) -> None:
        """What got no answer, with the same ids."""
        for frame in list(self.open.values()):
            await self.send(frame)

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Answer every question until the match is over, and every act answered, or ``until`` says so. Another act's refusal is
        looked at by who called; a question whose answer was refused is answered anew when it is asked again."""
        while not self.done and not until():
            await self.answer()
            await self.take()
