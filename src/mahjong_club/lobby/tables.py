"""What people may do at a table between matches: pure changes of a table's record.

Each function raises ``Problem`` or changes the record; the caller stores it.
"""

from typing import Literal

from mahjong_club.accounts.problems import Problem
from mahjong_club.protocol.entries import BotStrength
from mahjong_club.rules.seats import SEATS
from mahjong_club.storage.people import PersonRecord
from mahjong_club.storage.tables import SeatRecord, TableRecord

State = Literal["waiting", "playing", "saved", "finished", "closed"]


def state_of(table: TableRecord) -> State:
    """How the table stands. ``finished`` is a waiting room again, after at least one match."""
    if table.closed:
        return "closed"
    if table.match_id is None:
        return "waiting"
    return {"running": "playing", "saved": "saved"}.get(table.match_state or "", "finished")  # type: ignore[return-value]


def need_room(table: TableRecord) -> None:
    """Raises unless the table waits for a match."""
    state = state_of(table)
    if state == "closed":
        raise Problem("table_closed", "this table is closed")
    if state not in ("waiting", "finished"):
        raise Problem("already_started", "the match has begun")


def need_host(table: TableRecord, person: PersonRecord) -> None:
    """Raises ``host_only``."""
    if table.host_id != person.id:
        raise Problem("host_only", "only the table's host may do this")


def sit(table: TableRecord, person: PersonRecord, place: int | None) -> None:
    """Take a place, or move to another; ``None`` takes the first free one, and stays where one sits already."""
    need_room(table)
    mine = table.seat_of(person.id)
    if place is None:
        if mine is not None:
            return
        place = next((free for free in SEATS if free not in table.seats), None)
        if place is None:
            raise Problem("table_full", "all four seats are taken")
    elif place in table.seats:
        if mine is not None and mine.place == place:
            return
        full = mine is None and len(table.seats) == len(SEATS)
        raise Problem("table_full" if full else "seat_taken", "this seat is taken")
    if mine is None:
        need_practice_seat(table)
    if mine is not None:
        del table.seats[mine.place]
    table.seats[place] = SeatRecord(place, person.name, person.id)


def need_practice_seat(table: TableRecord) -> None:
    """Raises ``practice_table`` where a practice table has its one person already."""
    if table.practice and any(seat.person_id is not None for seat in table.seats.values()):
        raise Problem("practice_table", "a practice table is for one person and bots")


def stand_up(table: TableRecord, person_id: str) -> bool:
    """Give up a place between matches; the host's part goes to the next person. ``False`` where the person has none.

    A table that nobody sits at any more is closed.
    """
    mine = table.seat_of(person_id)
    if mine is None and table.host_id != person_id:
        return False
    if mine is not None:
        del table.seats[mine.place]
    heir = next((seat for seat in _in_order(table) if seat.person_id is not None), None)
    if heir is None or heir.person_id is None:
        table.closed = True
    elif table.host_id == person_id:
        table.host_id, table.host_name = heir.person_id, heir.name
    return True


def put_bot(table: TableRecord, place: int, strength: BotStrength) -> None:
    """A club bot onto a free place, or another strength for the bot there."""
    need_room(table)
    there = table.seats.get(place)
    if there is not None and there.person_id is not None:
        raise Problem("seat_taken", "somebody sits there")
    table.seats[place] = bot_seat(place, strength)


def clear(table: TableRecord, place: int) -> str | None:
    """Free a place; gives the id of the person who sat there."""
    need_room(table)
    there = table.seats.pop(place, None)
    if there is None:
        raise Problem("seat_empty", "nobody sits there")
    return there.person_id


def set_ready(table: TableRecord, person_id: str, entropy: str, *, ready: bool) -> None:
    """Say whether one is ready, and with which text one mixes into the walls."""
    need_room(table)
    mine = table.seat_of(person_id)
    if mine is None:
        raise Problem("not_seated", "take a seat first")
    mine.ready = ready
    mine.entropy = entropy if ready else ""


def fill(table: TableRecord, strength: BotStrength) -> None:
    """Bots onto every free place."""
    for place in SEATS:
        if place not in table.seats:
            table.seats[place] = bot_seat(place, strength)


def need_complete(table: TableRecord) -> None:
    """Raises ``not_ready`` with the places that are empty or not ready."""
    empty = [place for place in SEATS if place not in table.seats]
    waiting = [seat.place for seat in _in_order(table) if not seat.ready]
    if empty or waiting:
        raise Problem("not_ready", "not everybody is ready", empty=empty, waiting=waiting)


def is_complete(table: TableRecord) -> bool:
    """Whether all four places are taken and ready."""
    return len(table.seats) == len(SEATS) and all(seat.ready for seat in table.seats.values())


def bot_seat(place: int, strength: BotStrength) -> SeatRecord:
    """A club bot, which is always ready. Bots of one table are told apart by a number."""
    return SeatRecord(place, f"{strength}-{place + 1}", bot=strength, ready=True)


def _in_order(table: TableRecord) -> list[SeatRecord]:
    return [table.seats[place] for place in sorted(table.seats)]
