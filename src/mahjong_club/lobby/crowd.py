"""Who is where just now: pages of the lobby and of waiting rooms that hold a request open, and sockets of tables.

A page is away when no request of it has been open for a while; between two requests of one page is no gap that anybody sees.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

#: The place of the list of tables.
LIST: Final = ""
#: How long a page counts as there without an open request.
GRACE_S: Final = 4.0


@dataclass(slots=True)
class _Page:
    """``person`` is empty for a stranger; ``open`` requests or sockets."""

    person: str
    open: int = 0
    going: asyncio.TimerHandle | None = None


@dataclass(slots=True)
class _Place:
    pages: dict[str, _Page] = field(default_factory=dict)


class Crowd:
    """``on_change`` is told the place at which somebody came or went. Places are codes, ids of matches, and :data:`LIST`."""

    def __init__(self, on_change: Callable[[str], None], *, grace_s: float = GRACE_S) -> None:
        self._on_change = on_change
        self._grace_s = grace_s
        self._places: dict[str, _Place] = {}

    def enter(self, place: str, page: str, person: str = "") -> None:
        """A request of this page, or its socket, is open."""
        pages = self._places.setdefault(place, _Place()).pages
        found = pages.get(page)
        came = found is None or found.person != person
        if found is None:
            found = pages[page] = _Page(person)
        found.person = person
        found.open += 1
        if found.going is not None:
            found.going.cancel()
            found.going = None
        if came:
            self._on_change(place)

    def leave(self, place: str, page: str) -> None:
        """It is closed again."""
        found = self._places[place].pages[page]
        found.open -= 1
        if not found.open:
            found.going = asyncio.get_running_loop().call_later(self._grace_s, self._gone, place, page)

    def people(self, place: str) -> frozenset[str]:
        """Ids of the people who are there."""
        return frozenset(page.person for page in self._pages(place) if page.person)

    def size(self, place: str) -> int:
        """How many are there: people, however many pages they have open, and each stranger's page."""
        pages = self._pages(place)
        return len({page.person for page in pages if page.person}) + sum(not page.person for page in pages)

    def others(self, place: str, seated: frozenset[str]) -> int:
        """How many are there who are none of ``seated``."""
        return self.size(place) - len(self.people(place) & seated)

    def _pages(self, place: str) -> list[_Page]:
        found = self._places.get(place)
        return [] if found is None else list(found.pages.values())

    def _gone(self, place: str, page: str) -> None:
        pages = self._places[place].pages
        del pages[page]
        if not pages:
            del self._places[place]
        self._on_change(place)
