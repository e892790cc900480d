"""`mahjong-club replay`: tell a record, check that the rules lead to each of its events, or write it as mjai."""

import json
from pathlib import Path

from mahjong_club.commands.console import OUT, WRONG_CALL, fail, progress
from mahjong_club.commands.record import Mismatch, Record, read_record
from mahjong_club.commands.record import replay as walk
from mahjong_club.history.mjai import NotRiichi, mjai_text
from mahjong_club.protocol.codec import encode_event
from mahjong_club.rules.events import DealDrawn, DealEnded, DealStarted, DealWon, MatchEnded


def replay(file: Path, *, quiet: bool, as_json: bool) -> None:
    """Play the record through the rules. Exit status 1 where an event is not what the rules make of the ones before."""
    record = read_record(file)
    names = [person.get("name", "?") for person in record.head.get("people", [])] or ["0", "1", "2", "3"]
    deals = 0
    try:
        for number, event, _state in progress(walk(record), "replaying", len(record.events)):
            deals += isinstance(event, DealEnded)
            if as_json:
                print(json.dumps({"seq": number, **json.loads(encode_event(event))}, ensure_ascii=False))
            elif not quiet and (line := _line(event, names)):
                OUT.print(line, markup=False)
    except Mismatch as wrong:
        fail(f"{file}: {wrong}")
    if not as_json:
        OUT.print(f"{len(record.events)} events, {deals} deals: every event follows from the rules", markup=False)
        _warn_if_unfinished(record)


def mjai(file: Path) -> None:
    """Print a riichi record as mjai, a line for each object; status 1 for one the rules do not lead to, 2 for another variant."""
    record = read_record(file)
    people = [person for person in record.head.get("people") or () if isinstance(person, dict)]
    names = {person.get("seat"): str(person.get("name", "")) for person in people}
    try:
        events = [event for _, event, _ in walk(record)]
        print(mjai_text(events, [names.get(seat, "") for seat in range(4)]), end="")
    except Mismatch as wrong:
        fail(f"{file}: {wrong}")
    except NotRiichi:
        fail(f"{file}: only riichi records have words in mjai", WRONG_CALL)


def _line(event: object, names: list[str]) -> str:
    match event:
        case DealStarted():
            wind = "ESWN"[event.round_wind]
            return f"deal {event.number}: round {wind}, dealer {names[event.dealer]}, repeat {event.repeat}"
        case DealWon():
            source = "" if event.from_seat is None else f" from {names[event.from_seat]}"
            patterns = ", ".join(f"{line.id} {line.worth}" for line in event.patterns)
            return f"  {names[event.seat]} wins by {event.by}{source}: {event.total} ({patterns}) {_signed(event.deltas)}"
        case DealDrawn():
            return f"  {event.kind} ({event.reason}) {_signed(event.deltas)}"
        case DealEnded():
            return f"  scores {' '.join(str(score) for score in event.scores)}"
        case MatchEnded():
            return "final: " + ", ".join(f"{line.place}. {names[line.seat]} {line.score}" for line in event.standings)
        case _:
            return ""


def _signed(deltas: tuple[int, int, int, int]) -> str:
    return " ".join(f"{delta:+d}" for delta in deltas)


def _warn_if_unfinished(record: Record) -> None:
    if not record.events or not isinstance(record.events[-1], MatchEnded):
        OUT.print("the match is not over: its last deal is not in the record", markup=False)
