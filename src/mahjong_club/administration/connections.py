"""Who is connected to which table, so that somebody can be shown to an admin and sent away."""

import itertools
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from mahjong_club.accounts.service import now_ms
from mahjong_club.accounts.tickets import Ticket


class Line(Protocol):
    """A socket, as far as it is closed from here."""

    def bye(self, code: str) -> None:
        """Say goodbye with a code and close."""
        ...


@dataclass(frozen=True, slots=True)
class Connection:
    """A socket that was let in at a table; ``ticket`` says as whom."""

    id: int
    ticket: Ticket
    since_ms: int
    line: Line


class Connections:
    """Every socket that is let in."""

    def __init__(self) -> None:
        self._open: dict[int, Connection] = {}
        self._ids = itertools.count(1)
        #: People who were banned since the start, and until when: one of them may have been on his way in.
        self._kept_out: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._open.values()))

    def add(self, ticket: Ticket, line: Line) -> int:
        """A socket was let in; gives its number. One of a banned person, who had his ticket before, is closed at once."""
        number = next(self._ids)
        if self._kept_out.get(ticket.person_id, 0) > now_ms():
            line.bye("banned")
        else:
            self._open[number] = Connection(number, ticket, now_ms(), line)
        return number

    def keep_out(self, person_ids: Collection[str], until_ms: int | None) -> None:
        """Close the sockets of these people, and those that are on their way in."""
        for person_id in person_ids:
            self._kept_out[person_id] = float("inf") if until_ms is None else until_ms
        self.close(lambda each: each.ticket.person_id in person_ids, "banned")

    def let_in(self, person_ids: Collection[str]) -> None:
        """Their ban was lifted."""
        for person_id in person_ids:
            self._kept_out.pop(person_id, None)

    def remove(self, number: int) -> None:
        """A socket is gone."""
        self._open.pop(number, None)

    def get(self, number: int) -> Connection | None:
        """The socket with this number."""
        return self._open.get(number)

    def of(self, person_ids: Collection[str]) -> list[Connection]:
        """The sockets of these people."""
        return [each for each in self if each.ticket.person_id in person_ids]

    def at(self, match_id: str) -> list[Connection]:
        """The sockets at a match."""
        return [each for each in self if each.ticket.match_id == match_id]

    def close(self, wanted: Callable[[Connection], bool], code: str) -> int:
        """Close the sockets that are wanted; gives how many."""
        found = [each for each in self if wanted(each)]
        for each in found:
            self.remove(each.id)
            each.line.bye(code)
        return len(found)
