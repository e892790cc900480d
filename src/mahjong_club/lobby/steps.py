"""The steps of the lobby's transactions: functions over a session that create a table, start its match, leave it."""

import secrets
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.orm import Session

from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import new_id, now_ms
from mahjong_club.lobby import tables as rules
from mahjong_club.lobby.choices import check_options, find_ruleset
from mahjong_club.lobby.lot import draw
from mahjong_club.protocol.entries import AwaySetup, BotStrength, ClockSetup, MatchSetup, SeatSetup
from mahjong_club.rules.seats import SEATS
from mahjong_club.storage import matches, tables
from mahjong_club.storage.matches import MatchRecord
from mahjong_club.storage.people import PersonRecord
from mahjong_club.storage.tables import SeatRecord, TableRecord

#: Letters of a table's code: none that are easily taken for another or for a digit.
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 6


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a new table is to be."""

    ruleset: str
    options: dict[str, Any]
    clock: ClockSetup | None
    away: AwaySetup
    window_ms: int
    listed: bool
    seating: str
    bot: BotStrength = "club"
    bots: int = 0
    place: int | None = 0
    pinned: bool = False
    practice: bool = False


def need_table(table: TableRecord | None) -> TableRecord:
    """The table. Raises ``table_not_found``."""
    if table is None:
        raise Problem("table_not_found", "there is no table with this code")
    return table


def locked(session: Session, code: str) -> TableRecord:
    """The table, for a change. Raises ``table_not_found``."""
    return need_table(tables.lock_table(session, code.upper()))


def save(session: Session, table: TableRecord) -> None:
    """Store a change under a new revision."""
    table.revision += 1
    table.changed_ms = now_ms()
    tables.save_table(session, table)


def refuse_seated_elsewhere(session: Session, person_ids: list[str], but: str | None = None) -> None:
    """Raises where one of the people sits at a running match other than ``but``."""
    busy = matches.running_elsewhere(session, person_ids, but)
    if busy:
        code = next(iter(busy.values()))
        raise Problem("seated_elsewhere", "somebody sits at another running table", table=code)


def create(session: Session, host: PersonRecord, wishes: Wishes) -> TableRecord:
    """A new table with its host and the bots that were asked for."""
    found = find_ruleset(wishes.ruleset)
    now = now_ms()
    table = TableRecord(
        id=new_id(),
        code=_free_code(session),
        host_id=host.id,
        host_name=host.name,
        ruleset_key=found.key,
        options=check_options(found, wishes.options),
        clock=wishes.clock,
        away=wishes.away,
        window_ms=wishes.window_ms,
        listed=wishes.listed,
        seating=wishes.seating,
        bot=wishes.bot,
        next_match_id=new_id(),
        next_secret=secrets.token_hex(32),
        created_ms=now,
        changed_ms=now,
        pinned=wishes.pinned,
        practice=wishes.practice,
    )
    if wishes.place is not None:
        refuse_seated_elsewhere(session, [host.id])
        rules.sit(table, host, wishes.place)
    free = [place for place in reversed(SEATS) if place not in table.seats]
    for place in free[: wishes.bots]:
        rules.put_bot(table, place, wishes.bot)
    tables.save_table(session, table)
    return table


def _free_code(session: Session) -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if not tables.code_exists(session, code):
            return code


def start(session: Session, table: TableRecord) -> tuple[MatchSetup, list[str]]:
    """Store the match; gives its set-up and the codes of other tables whose waiting rooms its people have left."""
    people = [seat.person_id for seat in table.seats.values() if seat.person_id is not None]
    matches.lock_people(session, people)
    refuse_seated_elsewhere(session, people)
    emptied = _leave_waiting_rooms(session, table, people)
    places = [table.seats[place] for place in SEATS]
    lot = draw(table.next_secret, [seat.entropy for seat in places], table.seating)
    a, b, c, d = (places[place] for place in lot.places)
    setup = MatchSetup(
        id=table.next_match_id,
        table_id=table.id,
        ruleset_key=table.ruleset_key,
        options=table.options,
        seats=(_who(a), _who(b), _who(c), _who(d)),
        secret=table.next_secret,
        entropy=(a.entropy, b.entropy, c.entropy, d.entropy),
        clock=table.clock,
        away=table.away,
        window_ms=table.window_ms,
        first_dealer=lot.first_dealer,
        code=table.code,
        pinned=table.pinned,
        practice=table.practice,
    )
    matches.add_match(session, setup, lot.record(), now_ms())
    table.match_id, table.match_state = setup.id, "running"
    table.next_match_id, table.next_secret = new_id(), secrets.token_hex(32)
    for seat in table.seats.values():
        seat.ready, seat.entropy = seat.bot is not None, ""
    save(session, table)
    return setup, emptied


def _who(seat: SeatRecord) -> SeatSetup:
    return SeatSetup("bot" if seat.bot else "person", seat.person_id, seat.name, seat.bot)


def _leave_waiting_rooms(session: Session, table: TableRecord, people: list[str]) -> list[str]:
    emptied = []
    for code in tables.waiting_codes(session, people, table.code):
        other = tables.lock_table(session, code)
        if other is None or rules.state_of(other) not in ("waiting", "finished"):
            continue
        for person_id in people:
            rules.stand_up(other, person_id)
        save(session, other)
        emptied.append(code)
    return emptied


def leave(session: Session, table: TableRecord, person_id: str) -> int | None:
    """Leave the table; gives the seat that a bot has to take over, if a match runs."""
    taken_over = None
    match = matches.load_match(session, table.match_id) if table.match_id is not None else None
    if match is not None and match.state != "over":
        seating = match.seat_of(person_id)
        if seating is not None and not seating.left:
            matches.set_left(session, match.setup.id, person_id, left=True)
            taken_over = seating.seat
    if not table.closed and rules.stand_up(table, person_id):
        save(session, table)
    return taken_over if match is not None and match.state == "running" else None


def take_back(table: TableRecord, match: MatchRecord, person: PersonRecord) -> None:
    """A place in the waiting room for somebody who came back to the running match."""
    place = next((free for free in SEATS if free not in table.seats), None)
    if place is not None:
        table.seats[place] = SeatRecord(place, person.name, person.id)
        if table.closed:
            table.closed, table.host_id, table.host_name = False, person.id, person.name
