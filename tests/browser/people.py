"""People who sit at tables over sockets while a test holds a browser, whose synchronous face keeps this thread's event loop."""

import asyncio
import random
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tests.system.client import Json, Player

T = TypeVar("T")
#: A table that waits for nothing but its people.
UNPACED: Json = {"clock": None, "window_ms": 0, "listed": True, "away": {"policy": "wait", "after_ms": 600_000}}


class Room:
    """An event loop in a thread of its own, and the people in it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._people: list[Person] = []

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for it from the test's thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=60)

    def person(self, name: str) -> "Person":
        """Somebody who has signed in."""
        person = Person(self, Player(self._url, name, random.Random(name)))
        self._people.append(person)
        return person

    @contextmanager
    def open(self) -> Iterator["Room"]:
        """For as long as people come and go."""
        self._thread.start()
        try:
            yield self
        finally:
            for person in self._people:
                self.run(person.go())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


class Person:
    """A :class:`Player`, called from the test's thread."""

    def __init__(self, room: Room, player: Player) -> None:
        self._room = room
        self.player = player
        room.run(player.sign_in())
        self.id: str = self.call("GET", "/me")["id"]

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """The answer's JSON."""
        return self._room.run(self.player.call(method, path, body))

    def sit(self, match: str) -> None:
        """A new socket at the match, as a seat or a spectator."""
        self.player.begin(match)
        self._room.run(self.player.join())

    def event(self, kind: str) -> Json:
        """The next event of the kind, with its number."""
        return self._room.run(self._event(kind))

    async def _event(self, kind: str) -> Json:
        while True:
            frame = await self.player.take()
            for number, item in enumerate(frame.get("items", ()), frame.get("from", 0)):
                if item["type"] == kind:
                    return {**item, "number": number}

    def frame(self, kind: str, **fields: Any) -> Json:
        """The next frame of the kind with these fields."""
        return self._room.run(self.player.wait_for(kind, **fields))

    def play(self, *, deposits: bool = False, answers: int = 0) -> None:
        """Answer so many questions, or as the club's bot does until a deposit lies on the table and this person is on turn; then
        the next question is open, and the bots wait."""
        self.player.skill = 1.0 if deposits else 0.0
        before = self.player.made

        def enough() -> bool:
            view = self.player.view
            assert view is not None
            asked = self.player.prompt is not None and self.player.prompt["id"] != self.player.answered
            if not asked or self.player.open:
                return False
            return view.deposits > 0 and view.phase == "turn" if deposits else self.player.made >= before + answers

        self._room.run(self.player.play(enough))

    async def go(self) -> None:
        """Leave for good."""
        await self.player._hang_up()
        await self.player.close()


def table_of(host: Person, *others: Person, ruleset: str = "hong_kong") -> Json:
    """A table of these people, in the order of the seats, with bots at the other places; its match has begun."""
    wishes = {**UNPACED, "ruleset": ruleset, "bots": 3 - len(others)}
    code = host.call("POST", "/tables", wishes)["code"]
    for other in others:
        other.call("POST", f"/tables/{code}/join", {})
    for person in (host, *others):
        person.call("POST", f"/tables/{code}/ready", {})
    table: Json = host.call("GET", f"/tables/{code}")
    if table["state"] != "playing":
        table = host.call("POST", f"/tables/{code}/start", {})
    return table
