"""Tickets for a socket: single use, short-lived, in memory. A restart forgets them and clients ask for new ones."""

import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

LIFETIME_S: Final = 30.0
_MOST: Final = 20_000


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a ticket allows: a match, and a seat of it or (``None``) looking on. ``person_id`` is empty for a stranger."""

    match_id: str
    seat: int | None
    person_id: str
    name: str


class Tickets:
    """Issues and redeems tickets."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: dict[str, tuple[float, Ticket]] = {}

    def issue(self, ticket: Ticket) -> str:
        """The text a client shows in its hello."""
        self._forget_old()
        text = secrets.token_urlsafe(24)
        self._open[text] = (self._now() + LIFETIME_S, ticket)
        return text

    def redeem(self, text: str, match_id: str) -> Ticket | None:
        """What the ticket allows; ``None`` if it is unknown, used, too old or for another match. It is used up either way."""
        until, ticket = self._open.pop(text, (0.0, None))
        if ticket is None or until < self._now() or ticket.match_id != match_id:
            return None
        return ticket

    def forget(self, person_ids: Collection[str]) -> None:
        """Make the open tickets of these people void."""
        for text in [text for text, (_, ticket) in self._open.items() if ticket.person_id in person_ids]:
            del self._open[text]

    def _forget_old(self) -> None:
        now = self._now()
        while self._open:
            text, (until, _) = next(iter(self._open.items()))
            if until >= now and len(self._open) < _MOST:
                break
            del self._open[text]
