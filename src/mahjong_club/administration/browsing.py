"""The save browser: stored matches by what they are, and any of them at any event, as a seat saw it or with everything."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from mahjong_club.accounts.problems import Problem
from mahjong_club.administration.actors import Actor
from mahjong_club.administration.ledger import Ledger, clean_reason
from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants import registry
from mahjong_club.rules.views import dump, view_for
from mahjong_club.storage.database import Database
from mahjong_club.storage.matches import MatchRecord, load_match
from mahjong_club.storage.saves import BEGINNINGS, Filter, SaveLine, match_lines, read_everything

STATES: Final = ("running", "saved", "over")
DAY_MS: Final = 24 * 3600 * 1000


def keys_of(text: str) -> tuple[str, ...]:
    """Keys of the rulesets that a variant, an id or a key names; empty for nothing."""
    return tuple(each.key for each in registry.RULESETS if text and text in (each.variant, each.id, each.key))


def day_ms(text: str) -> int | None:
    """The first millisecond of a day ``YYYY-MM-DD``, in UTC; ``None`` for anything else."""
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class DealMark:
    """Where a deal of a match begins."""

    number: int
    seq: int


@dataclass(frozen=True, slots=True)
class OpenedMatch:
    """A match to look through: who plays it, how far it goes, where its deals begin."""

    record: MatchRecord
    last: int
    last_ms: int
    deals: tuple[DealMark, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A match at an event. ``state`` is a dump of what the viewer may see; ``wall`` is there for who sees everything."""

    seq: int
    kind: str
    at_ms: int
    state: dict[str, Any]
    wall: list[str] | None = None


class Browser:
    """Looks into stored matches; each look is written down."""

    def __init__(self, database: Database, ledger: Ledger) -> None:
        self._database = database
        self._ledger = ledger

    async def listing(self, wanted: Filter) -> list[SaveLine]:
        """Stored matches, the last played first."""
        return await self._database.query(lambda session: match_lines(session, wanted))

    async def match(self, match_id: str) -> OpenedMatch:
        """A match. Raises ``match_not_found``."""
        record, entries = await self._read(match_id)
        numbered = [entry for entry in entries if not entry.sealed]
        begun = [entry.seq for entry in numbered if entry.kind in BEGINNINGS]
        deals = tuple(DealMark(i, seq) for i, seq in enumerate(begun, 1))
        last = numbered[-1] if numbered else None
        return OpenedMatch(record, last.seq if last else 0, last.at_ms if last else record.created_ms, deals)

    async def look(self, actor: Actor, match_id: str, at: int | None, seat: Seat | None) -> Position:
        """The match after event ``at`` (``None``: now) as a seat, or a spectator, may see it.

        Raises ``match_not_found``, ``event_not_found``, and ``own_match`` for another seat of a match the admin still plays.
        """
        record, entries = await self._read(match_id)
        if seat is not None:
            _refuse_own(actor, record, but=seat)
        position, state = await asyncio.to_thread(_at, entries, at)
        await self._ledger.write(actor, "look", match_id, details={"at": position.seq, "seat": seat})
        return Position(position.seq, position.kind, position.at_ms, dump(view_for(state, seat)))

    async def look_fully(self, actor: Actor, match_id: str, at: int | None, reason: str) -> Position:
        """The match with all hands, its sealed answers and the wall in drawing order. The reason is kept for good.

        Raises ``reason_missing``, ``match_not_found``, ``event_not_found``, ``own_match``.
        """
        why = clean_reason(reason)
        record, entries = await self._read(match_id)
        _refuse_own(actor, record)
        position, state = await asyncio.to_thread(_at, entries, at)
        await self._ledger.write(actor, "look_fully", match_id, why, {"at": position.seq})
        wall = [] if state.wall is None else list(state.wall)
        return Position(position.seq, position.kind, position.at_ms, dump(state), wall)

    async def _read(self, match_id: str) -> tuple[MatchRecord, list[Entry]]:
        def work(session: Session) -> tuple[MatchRecord | None, list[Entry]]:
            record = load_match(session, match_id)
            return record, [] if record is None else read_everything(session, match_id)

        record, entries = await self._database.query(work)
        if record is None:
            raise Problem("match_not_found", "there is no such match")
        return record, entries


def _at(entries: Sequence[Entry], at: int | None) -> tuple[Position, MatchState]:
    """The state after event ``at``, with the sealed answers given before the next one."""
    numbered = [entry for entry in entries if not entry.sealed]
    last = numbered[-1].seq if numbered else 0
    wanted = last if at is None else at
    if not 1 <= wanted <= last:
        raise Problem("event_not_found", f"this match has events 1 to {last}", last=last)
    state = MatchState(registry.rules_for)
    shown = numbered[0]
    for entry in entries:
        if entry.seq > wanted:
            break
        evolve(state, decode_stored(entry.kind, entry.payload))
        shown = shown if entry.sealed else entry
    return Position(shown.seq, shown.kind, shown.at_ms, {}), state


def _refuse_own(actor: Actor, record: MatchRecord, but: Seat | None = None) -> None:
    """Who plays a match has no business in the others' hands while it is not over."""
    seating = None if actor.person_id is None else record.seat_of(actor.person_id)
    if record.state != "over" and seating is not None and seating.seat != but:
        raise Problem("own_match", "you have a seat in this match, and it is not over")
