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

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._open.values()))

    def add(self, ticket: Ticket, line: Line) -> int:
        """A socket was let in; gives its number."""
        number = next(self._ids)
        self._open[number] = Connection(number, ticket, now_ms(), line)
        return number

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
