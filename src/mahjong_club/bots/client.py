"""A whole bot as a websocket client, to run and to copy: it needs `websockets` and nothing else of this package.

It signs in with a bot token, sits down at a table if told to, plays every match it has a seat in, and comes back after any
loss of connection or restart, its own or the server's. What to play is a :class:`Strategy`. See docs/bots.md.
"""

import asyncio
import contextlib
import json
import logging
import random
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import websockets

Json = dict[str, Any]
log = logging.getLogger(__name__)

PROTOCOL: Final = 1
#: First and longest wait between two attempts to connect, in seconds.
BACKOFF_S: Final = (0.25, 20.0)
#: How often the list of one's own matches is looked at.
LOOK_EVERY_S: Final = 2.0
HTTP_TIMEOUT_S: Final = 40.0


class Strategy(Protocol):
    """What to play. One object for each match."""

    def snapshot(self, frame: Json) -> None:
        """The match as the own seat sees it; everything known so far is void."""
        ...

    def events(self, items: list[Json]) -> None:
        """What happened, in order, as the own seat sees it."""
        ...

    def choose(self, legal: list[Json]) -> int:
        """Index of the action to take; the first one is what a timeout would do."""
        ...


class Anything:
    """Any legal action. It needs no view of the table at all."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def snapshot(self, frame: Json) -> None:
        """Not looked at."""

    def events(self, items: list[Json]) -> None:
        """Not looked at."""

    def choose(self, legal: list[Json]) -> int:
        """Any of them."""
        return self._rng.randrange(len(legal))


#: Farewells after which a bot does not come back by itself.
FINAL: Final = frozenset(("taken_over", "table_closed", "kicked", "banned"))


class Refusal(Exception):
    """The server's answer to a request it did not do; ``code`` is its error code."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code


class Api:
    """The HTTP side, with a bot token."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    async def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """One request. Raises :class:`Refusal`, or :class:`OSError` when the server cannot be reached."""
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Json | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, self._headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=HTTP_TIMEOUT_S) as answer:
                text = answer.read()
        except urllib.error.HTTPError as failure:
            raise _refusal(failure) from None
        return json.loads(text) if text else None

    @property
    def socket_url(self) -> str:
        """Where the websocket is."""
        return "ws" + self.url.removeprefix("http") + "/ws"


def _refusal(failure: urllib.error.HTTPError) -> Refusal:
    with contextlib.suppress(ValueError, KeyError, TypeError):
        error = json.loads(failure.read())["error"]
        return Refusal(failure.code, error["code"], error["message"])
    return Refusal(failure.code, "http_error", str(failure))


@dataclass(slots=True)
class Seat:
    """One seat in one match: what is known, what was asked, and which answers are not acknowledged yet."""

    match: str
    strategy: Strategy
    seq: int | None = None
    prompt: int | None = None
    legal: list[Json] = field(default_factory=list)
    #: Acts without an answer, by id. They are sent again after a reconnect; the server does each id once.
    open: dict[str, Json] = field(default_factory=dict)
    over: bool = False

    def take(self, frame: Json) -> Json | None:
        """Take a frame in; the act that answers it, if any."""
        match frame["type"]:
            case "snapshot":
                self.seq = frame["seq"]
                self.strategy.snapshot(frame)
                self.over = frame["view"]["phase"] == "over"
            case "events":
                self._events(frame["from"], frame["items"])
            case "prompt":
                self.prompt, self.legal = frame["id"], frame["legal"]
                return self._act(self.strategy.choose(self.legal), "")
            case "accepted":
                self.open.pop(frame["id"], None)
            case "refused":
                return self._refused(frame)
        return None

    def _events(self, first: int, items: list[Json]) -> None:
        fresh = items if self.seq is None else items[max(0, self.seq + 1 - first) :]
        self.seq = first + len(items) - 1 if self.seq is None else max(self.seq, first + len(items) - 1)
        self.strategy.events(fresh)
        self.over = self.over or any(item["type"] == "match_ended" for item in fresh)

    def _act(self, index: int, again: str) -> Json:
        # The id depends on the prompt alone: a bot that was restarted sends the same one, and the server does it once.
        act_id = f"{self.prompt}{again}"
        act: Json = {"type": "act", "id": act_id, "prompt": self.prompt, "seq": self.seq, "action": self.legal[index]}
        self.open[act_id] = act
        return act

    def _refused(self, frame: Json) -> Json | None:
        """A refused act is forgotten; if its question is still the latest, the safe answer is given instead."""
        act = self.open.pop(frame.get("id") or "", None)
        if act is None or act["prompt"] != self.prompt or act["id"] != str(self.prompt):
            return None
        log.warning("match %s: %s refused: %s", self.match, act["action"], frame["code"])
        return self._act(0, "-safe")


class Bot:
    """A bot account at work. ``strategy`` makes the strategy for a match (given the match's JSON)."""

    def __init__(self, api: Api, strategy: Callable[[Json], Strategy]) -> None:
        self._api = api
        self._strategy = strategy
        self._playing: dict[str, asyncio.Task[None]] = {}
        #: Matches this bot was told not to come back to.
        self._sent_away: set[str] = set()

    async def run(self, table: str | None = None, *, rematch: bool = False, once: bool = False) -> None:
        """Play until cancelled, or with ``once`` until every match is over.

        ``table``: the code of a table to sit down at. ``rematch``: be ready for another match when one is over.
        """
        if table is not None:
            await self._patiently(lambda: self._sit_down(table))
        played = 0
        while True:
            for match in await self._patiently(lambda: self._api.call("GET", "/me/matches")):
                if match["id"] not in {*self._playing, *self._sent_away} and match["state"] == "running":
                    played += 1
                    self._playing[match["id"]] = asyncio.create_task(self._play(match, rematch=rematch))
            for match_id in [key for key, task in self._playing.items() if task.done()]:
                self._playing.pop(match_id).result()
            if once and played and not self._playing:
                return
            await asyncio.sleep(LOOK_EVERY_S)

    async def _sit_down(self, table: str) -> None:
        found = await self._api.call("GET", f"/tables/{table}")
        if found["you"]["place"] is None:
            await self._api.call("POST", f"/tables/{table}/join", {})
        if found["state"] == "waiting":
            await self._api.call("POST", f"/tables/{table}/ready", {"entropy": f"{random.getrandbits(128):032x}"})
        log.info("ready at table %s", table)

    async def _patiently(self, request: Callable[[], Any]) -> Any:
        """A request, repeated while the server cannot be reached or is not up to it."""
        for wait in _waits():
            try:
                return await request()
            except Refusal as refusal:
                if refusal.status < 500 and refusal.status != 429:
                    raise
            except OSError as failure:
                log.info("no connection: %s", failure)
            await asyncio.sleep(wait)
        raise AssertionError("the waits never end")

    async def _play(self, match: Json, *, rematch: bool) -> None:
        """Play one match to its end, over as many sockets as it takes."""
        seat = Seat(match["id"], self._strategy(match))
        waits = _waits()
        while not seat.over:
            try:
                ticket = await self._api.call("POST", f"/matches/{seat.match}/ticket", {})
                if ticket["seat"] is None:
                    return
                async with websockets.connect(self._api.socket_url) as socket:
                    last = await self._talk(socket, seat, ticket["ticket"])
                if last in FINAL:
                    log.warning("match %s: sent away (%s)", seat.match, last)
                    self._sent_away.add(seat.match)
                    return
                if last == "seat_changed":
                    # What one seat saw is no beginning for another.
                    seat.seq = None
                    seat.open.clear()
                waits = _waits()
            except Refusal as refusal:
                if refusal.status in (401, 403, 404):
                    raise
                log.info("match %s: %s", seat.match, refusal)
            except (OSError, websockets.exceptions.WebSocketException) as failure:
                log.info("match %s: lost the connection: %s", seat.match, failure)
            if not seat.over:
                await asyncio.sleep(next(waits))
        log.info("match %s is over", seat.match)
        if rematch:
            with contextlib.suppress(Refusal):
                await self._api.call("POST", f"/tables/{match['code']}/rematch", {})

    @staticmethod
    async def _talk(socket: websockets.ClientConnection, seat: Seat, ticket: str) -> str:
        """One socket's life; the code of the server's farewell, if it said one."""
        hello = {"type": "hello", "protocol": PROTOCOL, "ticket": ticket, "match": seat.match, "since": seat.seq}
        await socket.send(json.dumps(hello))
        farewell = ""
        greeted = False
        async for text in socket:
            frame = json.loads(text)
            if frame["type"] == "bye" or (frame["type"] == "notice" and frame["code"] == "taken_over"):
                farewell = frame["code"]
            if not greeted and frame["type"] in ("snapshot", "events"):
                greeted = True
                for unanswered in list(seat.open.values()):
                    await socket.send(json.dumps(unanswered))
            act = seat.take(frame)
            if act is not None:
                await socket.send(json.dumps(act))
            if seat.over:
                break
        return farewell


def _waits() -> Iterator[float]:
    """Seconds to wait before each further attempt: doubling, with chance in them, so that many bots do not come at once."""
    wait, longest = BACKOFF_S
    while True:
        yield wait * random.uniform(0.5, 1.0)
        wait = min(2 * wait, longest)


async def play(
    url: str,
    token: str,
    strategy: Callable[[Json], Strategy] | None = None,
    *,
    table: str | None = None,
    rematch: bool = False,
    once: bool = False,
) -> None:
    """Run a bot (see :meth:`Bot.run`); without a ``strategy`` it plays anything.

    Raises :class:`Refusal` for a token or a table that the server does not accept.
    """
    rng = random.Random()
    await Bot(Api(url, token), strategy or (lambda match: Anything(rng))).run(table, rematch=rematch, once=once)
