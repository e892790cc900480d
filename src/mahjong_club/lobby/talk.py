"""What is said in waiting rooms. It is kept in memory only, as at the tables: talk is no record."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from mahjong_club.accounts.limits import Buckets, Rate

#: Words that a room keeps, and rooms that are kept; of more, the one in which nobody has spoken the longest is forgotten.
KEPT: Final = 60
MOST_ROOMS: Final = 500
RATE: Final = Rate(burst=6, per_minute=40)


@dataclass(frozen=True, slots=True)
class Said:
    """A word: free text, or the id of a phrase. ``number`` grows within a room."""

    number: int
    person: str
    name: str
    text: str | None
    phrase: str | None


@dataclass(slots=True)
class _Room:
    """``number`` begins at the time of day, so that it grows over restarts, too."""

    number: int
    said: deque[Said] = field(default_factory=lambda: deque(maxlen=KEPT))


class Talk:
    """The rooms' words. ``on_change`` is told the code of a room in which there is something new."""

    def __init__(self, on_change: Callable[[str], None]) -> None:
        self._on_change = on_change
        self._rooms: dict[str, _Room] = {}
        self._rate = Buckets(RATE)

    def say(self, code: str, person: str, name: str, *, text: str | None = None, phrase: str | None = None) -> None:
        """Somebody says something. Raises ``too_many_requests`` with the seconds to wait."""
        self._rate.take(person)
        room = self._touch(code)
        room.number += 1
        room.said.append(Said(room.number, person, name, text, phrase))
        self._on_change(code)

    def stir(self, code: str) -> None:
        """Something else about the room is new, such as who is there."""
        if code in self._rooms:
            self._rooms[code].number += 1
        self._on_change(code)

    def number(self, code: str) -> int:
        """The number of the newest in a room."""
        return self._touch(code).number

    def after(self, code: str, number: int) -> list[Said]:
        """What was said after ``number``."""
        return [said for said in self._touch(code).said if said.number > number]

    def _touch(self, code: str) -> _Room:
        room = self._rooms.pop(code, None) or _Room(time.time_ns() // 1_000_000)
        self._rooms[code] = room
        while len(self._rooms) > MOST_ROOMS:
            del self._rooms[next(iter(self._rooms))]
        return room
