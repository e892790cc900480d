"""Records as the answers that one person gets to see."""

from dataclasses import asdict
from typing import Any

from mahjong_club.lobby import schemas as out
from mahjong_club.lobby.crowd import Crowd
from mahjong_club.lobby.presets import Preset
from mahjong_club.lobby.tables import state_of
from mahjong_club.lobby.talk import Talk
from mahjong_club.rules.seats import SEATS
from mahjong_club.rules.variants import registry
from mahjong_club.rules.walls import commitment_of
from mahjong_club.storage.matches import MatchRecord
from mahjong_club.storage.people import PersonRecord
from mahjong_club.storage.tables import TableRecord

Person = PersonRecord | None


def table_out(table: TableRecord, match: MatchRecord | None, person: Person) -> out.TableOut:
    """A table as a person, or a stranger, sees it."""
    mine = None if person is None else table.seat_of(person.id)
    return out.TableOut(
        code=table.code,
        state=state_of(table),
        revision=table.revision,
        host=table.host_name,
        ruleset=table.ruleset_key,
        variant=registry.ruleset(table.ruleset_key).variant,
        options=table.options,
        clock=clock_out(table.clock),
        away=out.AwayOut(policy=table.away.policy, after_ms=table.away.after_ms),
        window_ms=table.window_ms,
        listed=table.listed,
        practice=table.practice,
        seating="drawn" if table.seating == "drawn" else "chosen",
        seats=[_seat_out(table, place, person) for place in SEATS],
        commitment=commitment_of(table.next_secret),
        match=None if match is None else _table_match(match, person),
        you=out.You(
            place=None if mine is None else mine.place,
            host=person is not None and table.host_id == person.id,
            ready=mine is not None and mine.ready,
        ),
        invite=f"/table/{table.code}",
    )


def _seat_out(table: TableRecord, place: int, person: Person) -> out.SeatOut:
    seat = table.seats.get(place)
    if seat is None:
        return out.SeatOut(place=place, kind="empty")
    you = person is not None and seat.person_id == person.id
    kind: Any = "bot" if seat.bot else "person"
    return out.SeatOut(place=place, kind=kind, name=seat.name, bot=seat.bot, ready=seat.ready, you=you)


def _table_match(match: MatchRecord, person: Person) -> out.TableMatch:
    seating = None if person is None else match.seat_of(person.id)
    return out.TableMatch(
        id=match.setup.id,
        state=_match_state(match),
        seat=None if seating is None else seating.seat,
        left=seating is not None and seating.left,
    )


def _match_state(match: MatchRecord) -> Any:
    return match.state


def row_out(table: TableRecord, person: Person, crowd: Crowd) -> out.TableRow:
    """A line of the list."""
    seats = [table.seats[place] for place in sorted(table.seats)]
    seated = frozenset(seat.person_id for seat in seats if seat.person_id is not None)
    place = table.match_id if table.match_id and state_of(table) in ("playing", "saved") else table.code
    return out.TableRow(
        code=table.code,
        state=state_of(table),
        host=table.host_name,
        ruleset=table.ruleset_key,
        variant=registry.ruleset(table.ruleset_key).variant,
        options=table.options,
        clock=clock_out(table.clock),
        listed=table.listed,
        practice=table.practice,
        taken=len(seats),
        people=[seat.name for seat in seats if seat.person_id is not None],
        ready=sum(seat.ready for seat in seats),
        present=len(crowd.people(place) & seated),
        onlookers=crowd.others(place, seated),
        match=table.match_id,
        mine=person is not None and (table.host_id == person.id or table.seat_of(person.id) is not None),
    )


def room_out(table: TableRecord, person: Person, crowd: Crowd, talk: Talk, heard: int) -> out.RoomOut:
    """Who is in a table's waiting room, and what was said there."""
    places = {seat.person_id: place for place, seat in table.seats.items() if seat.person_id is not None}
    here = crowd.people(table.code)
    said = [
        out.SaidOut(
            number=each.number,
            name=each.name,
            place=places.get(each.person),
            you=person is not None and each.person == person.id,
            text=each.text,
            phrase=each.phrase,
        )
        for each in talk.after(table.code, heard)
    ]
    return out.RoomOut(
        number=talk.number(table.code),
        present=sorted(place for person_id, place in places.items() if person_id in here),
        onlookers=crowd.others(table.code, frozenset(places)),
        said=said,
    )


def preset_out(preset: Preset) -> out.PresetOut:
    """A preset."""
    return out.PresetOut(id=preset.id, ruleset=preset.ruleset.key, variant=preset.ruleset.variant, options=preset.options)


def match_out(match: MatchRecord, person: Person) -> out.MatchOut:
    """A match as a person, or a stranger, sees it."""
    setup = match.setup
    mine = None if person is None else match.seat_of(person.id)
    seats = [
        out.SeatingOut(
            seat=each.seat,
            kind="bot" if each.person_id is None else "person",
            name=each.name,
            bot=setup.seats[each.seat].bot,
            left=each.left,
            you=person is not None and each.person_id == person.id,
        )
        for each in match.seatings
    ]
    return out.MatchOut(
        id=setup.id,
        code=setup.code,
        state=_match_state(match),
        ruleset=setup.ruleset_key,
        variant=registry.ruleset(setup.ruleset_key).variant,
        options=setup.options,
        clock=clock_out(setup.clock),
        away=out.AwayOut(policy=setup.away.policy, after_ms=setup.away.after_ms),
        window_ms=setup.window_ms,
        seats=seats,
        seat=None if mine is None or mine.left else mine.seat,
        commitment=commitment_of(setup.secret),
        practice=setup.practice,
        created_ms=match.created_ms,
        finished_ms=match.finished_ms,
        standings=list(match.standings),
    )


def clock_out(clock: Any) -> out.ClockOut | None:
    """A clock, or none."""
    return None if clock is None else out.ClockOut(**asdict(clock))
