"""Databases full of resting matches, of both kinds, for measuring what is done with stored matches."""

import contextlib
import os
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import Session

from mahjong_club.benchmarks.club import database_url
from mahjong_club.benchmarks.driver import play_match, random_chooser
from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import AwaySetup, Entry, MatchSetup, SeatSetup
from mahjong_club.protocol.upcasts import stored
from mahjong_club.rules.events import DealStarted, Event, MatchPaused, SeatLeft
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.seats import SEATS
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import newest
from mahjong_club.storage import migrate
from mahjong_club.storage import saves as store
from mahjong_club.storage.migrate import run_apart
from mahjong_club.storage.offline import Offline
from mahjong_club.storage.people import PersonRecord, add_person

#: Address of a PostgreSQL server, for somebody who may create databases there. Without it only SQLite is measured.
POSTGRES: Final = "MAHJONG_CLUB_BENCH_POSTGRES"
#: Different matches that are played; the others are copies of them under another id.
PLAYED: Final = 16
_LATE: Final = (8, 14)
_EARLY: Final = (1, 1)
_PEOPLE: Final = tuple(SeatSetup("person", f"be{seat}", f"Player {seat}") for seat in SEATS)


class _Stop(Exception):
    """Everybody left here."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A database to measure: its name in the table, its address, and what a server on it needs in its environment."""

    name: str
    url: str
    environment: dict[str, str]


@contextlib.contextmanager
def empty(folder: Path) -> Iterator[list[Kind]]:
    """A new database of each kind that can be had, with today's tables."""
    with contextlib.ExitStack() as stack:
        folder.mkdir(parents=True, exist_ok=True)
        kinds = [Kind("SQLite", database_url(folder), {})]
        server = os.environ.get(POSTGRES)
        if server:
            url = stack.enter_context(_postgres(server))
            kinds.append(Kind("PostgreSQL", url, {"MAHJONG_CLUB_DATABASE_URL": url}))
        for kind in kinds:
            migrate.upgrade(kind.url)
        yield kinds


@contextlib.contextmanager
def _postgres(server: str) -> Iterator[str]:
    name = f"mahjong_club_bench_{secrets.token_hex(6)}"
    _execute(server, f'CREATE DATABASE "{name}"')
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        _execute(server, f'DROP DATABASE "{name}" WITH (FORCE)')


def _execute(server: str, statement: str) -> None:
    async def run() -> None:
        engine = create_async_engine(make_url(server), isolation_level="AUTOCOMMIT")
        try:
            async with engine.connect() as connection:
                await connection.execute(text(statement))
        finally:
            await engine.dispose()

    run_apart(run)


def fill(url: str, count: int, *, late: bool = True) -> list[str]:
    """Put resting matches in; ``late``: in a deal between the eighth and the fourteenth, else early in their first."""
    ids = [f"be{number:030x}" for number in range(count)]
    with Offline(url, writing=True) as offline:
        offline.run(_sit_down)
        for number, match_id in enumerate(ids[:PLAYED]):
            setup = _setup(match_id)
            entries = _resting(number, _LATE if late else _EARLY)

            def put(session: Session, setup: MatchSetup = setup, entries: list[Entry] = entries) -> None:
                store.insert_match(
                    session, setup, entries, state="running", lot={}, left=(False,) * 4, created_ms=1, finished_ms=None
                )

            offline.run(put)
        copies = [{"id": match_id, "of": ids[i % PLAYED]} for i, match_id in enumerate(ids)][PLAYED:]
        if copies:
            offline.run(lambda session: _copy(session.connection(), copies))
    return ids


def _sit_down(session: Session) -> None:
    for person in _PEOPLE:
        add_person(session, PersonRecord(person.person_id or "", "guest", person.name))


def _copy(connection: Connection, copies: list[dict[str, str]]) -> None:
    """Matches once more, each under an id of its own: inside the database, which is much faster than writing them."""
    for table, key in (("matches", "id"), ("seatings", "match_id"), ("match_events", "match_id"), ("match_answers", "match_id")):
        names = [f'"{column["name"]}"' for column in inspect(connection).get_columns(table) if column["name"] not in ("id", key)]
        kept = ", ".join(names)
        copy = f'INSERT INTO {table} ("{key}", {kept}) SELECT :id, {kept} FROM {table} WHERE "{key}" = :of'
        connection.execute(text(copy), copies)


def _setup(match_id: str) -> MatchSetup:
    a, b, c, d = _PEOPLE
    key = newest("hong_kong").key
    return MatchSetup(match_id, "be", key, {}, (a, b, c, d), secret="be" * 32, away=AwaySetup("wait", 0), code="BENCHA")


def _resting(number: int, deals: tuple[int, int]) -> list[Entry]:
    """The log of a match that everybody left in the middle of a deal."""
    rng = random.Random(number)
    last_deal, tail = rng.randint(*deals), rng.randrange(20, 160)
    entries: list[Entry] = []
    seen: list[MatchState] = []
    begun = [0, 0]

    def keep(state: MatchState, event: Event) -> None:
        kind = EVENT_NAMES[type(event)]
        seat = getattr(event, "seat", None)
        act = f"{state.seq}" if seat is not None else None
        entries.append(Entry(state.seq, kind, stored(kind, encode_event(event)), event.sealed, seat, act, at_ms=state.seq))
        seen[:] = [state]
        if isinstance(event, DealStarted):
            begun[:] = [begun[0] + 1, state.seq]
        if begun[0] == last_deal and state.seq >= begun[1] + tail and state.phase != "settled":
            raise _Stop

    with contextlib.suppress(_Stop):
        play_match(newest("hong_kong").key, {}, random_chooser(rng), number, watch=keep)
    (state,) = seen
    for event in (*(SeatLeft(seat, "wait") for seat in SEATS), MatchPaused("everybody_left")):
        evolve(state, event)
        kind = EVENT_NAMES[type(event)]
        entries.append(Entry(state.seq, kind, stored(kind, encode_event(event)), at_ms=state.seq))
    return entries
