"""A match from a save file into the database, with its people and a table, in the session's transaction."""

import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from sqlalchemy.orm import Session

from mahjong_club.accounts.names import clean_name
from mahjong_club.accounts.problems import Problem
from mahjong_club.protocol.entries import BotStrength, MatchSetup, SeatSetup
from mahjong_club.rules.seats import SEATS
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.saves.reading import Match
from mahjong_club.storage import saves as store
from mahjong_club.storage.matches import running_elsewhere
from mahjong_club.storage.people import PersonRecord, add_person, find_person
from mahjong_club.storage.tables import SeatRecord, TableRecord, code_exists, save_table

_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a save is to be taken in. ``replace``: in place of a stored match with the same id. ``seats``: who takes a seat
    instead of its person, by person id or a club bot's strength."""

    replace: bool = False
    seats: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Taken:
    """A save that was taken in: the match's id, its table's code, how many events it came with, and the seats of people who
    were not known here: they are guests now, whose cookie nobody has."""

    match_id: str
    code: str
    events: int
    guests: tuple[int, ...] = ()


def store_match(session: Session, match: Match, wanted: Wanted) -> Taken:
    """Store a match that was read, with its people and its table. Raises :class:`SaveRefused`; then the caller rolls back."""
    setup = match.setup
    if store.has_match(session, setup.id):
        if not wanted.replace:
            raise SaveRefused("match_exists", "$.match.id", "this match is stored here; --replace takes the file's state instead")
        store.delete_match(session, setup.id)
    known = {
        each.person_id for each in setup.seats if each.person_id is not None and find_person(session, each.person_id) is not None
    }
    seats = [_seated(session, setup.seats[seat], wanted.seats.get(seat), seat) for seat in SEATS]
    people = [seat.person_id for seat in seats if seat.person_id is not None]
    if len(set(people)) != len(people):
        raise SaveRefused("person_twice", "$.seats", "one person cannot play two seats")
    setup = replace(setup, seats=(seats[0], seats[1], seats[2], seats[3]))
    setup, new_table = _at_table(session, setup)
    state = "saved" if match.state == "running" and running_elsewhere(session, people) else match.state
    store.insert_match(
        session,
        setup,
        match.entries,
        state=state,
        lot=match.lot,
        left=[gone and seat.person_id is not None for gone, seat in zip(match.left, seats, strict=True)],
        created_ms=match.created_ms,
        finished_ms=match.finished_ms,
    )
    if new_table is not None:
        save_table(session, new_table)
    guests = tuple(i for i, seat in enumerate(seats) if seat.person_id and seat.person_id not in known and i not in wanted.seats)
    return Taken(setup.id, setup.code, sum(not entry.sealed for entry in match.entries), guests)


def _seated(session: Session, saved: SeatSetup, instead: str | None, seat: int) -> SeatSetup:
    if instead in ("club", "random"):
        strength: BotStrength = "club" if instead == "club" else "random"
        return SeatSetup("bot", None, saved.name, strength)
    if instead is not None:
        found = find_person(session, instead)
        if found is None:
            raise SaveRefused("unknown_person", f"$.seats[{seat}]", f"nobody here has the id {instead[:40]}")
        return SeatSetup("person", found.id, found.name)
    if saved.kind == "bot":
        return saved
    if saved.person_id is not None and find_person(session, saved.person_id) is not None:
        return saved
    try:
        name = clean_name(saved.name or f"Seat {seat + 1}")
    except Problem as wrong:
        raise SaveRefused("bad_field", f"$.seats[{seat}].name", wrong.message) from wrong
    person_id = saved.person_id or secrets.token_hex(12)
    add_person(session, PersonRecord(person_id, "guest", name, None, None, time.time_ns() // 1_000_000))
    return SeatSetup("person", person_id, name)


def _at_table(session: Session, setup: MatchSetup) -> tuple[MatchSetup, TableRecord | None]:
    """The match at its own table where that is free for it, else at a new one that its first person hosts."""
    found = store.table_of(session, setup.table_id)
    if found is not None and found[1] in (None, setup.id):
        store.place_at_table(session, setup.table_id, setup.id)
        return replace(setup, code=found[0]), None
    host = next((seat for seat in setup.seats if seat.person_id is not None), None)
    code = setup.code if setup.code and not code_exists(session, setup.code) else _free_code(session)
    setup = replace(setup, table_id=secrets.token_hex(12), code=code)
    if host is None or host.person_id is None:
        return setup, None
    now = time.time_ns() // 1_000_000
    table = TableRecord(
        id=setup.table_id,
        code=code,
        host_id=host.person_id,
        host_name=host.name,
        ruleset_key=setup.ruleset_key,
        options=setup.options,
        clock=setup.clock,
        away=setup.away,
        window_ms=setup.window_ms,
        listed=False,
        seating="chosen",
        bot="club",
        next_match_id=secrets.token_hex(12),
        next_secret=secrets.token_hex(32),
        created_ms=now,
        changed_ms=now,
        match_id=setup.id,
        pinned=setup.pinned,
        practice=setup.practice,
        seats={i: SeatRecord(i, seat.name, seat.person_id, seat.bot, seat.bot is not None) for i, seat in enumerate(setup.seats)},
    )
    return setup, table


def _free_code(session: Session) -> str:
    while True:
        code = "".join(secrets.choice(_LETTERS) for _ in range(6))
        if not code_exists(session, code):
            return code
