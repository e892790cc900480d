"""Reading a match record and walking through its events with the rules. The format: docs/records.md."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from mahjong_club.commands.console import WRONG_CALL, fail
from mahjong_club.lobby.records import FORMAT, VERSION
from mahjong_club.protocol.codec import BadPayload, decode_event
from mahjong_club.rules.actions import (
    ABORT,
    CONTINUE,
    PROCEED,
    WIN,
    Action,
    DeclareReady,
    Discard,
    Kong,
    StartDeal,
    TableAction,
)
from mahjong_club.rules.engine import awaits_deal, decide, is_due
from mahjong_club.rules.errors import RulesError
from mahjong_club.rules.events import (
    ClaimAnswered,
    DealDrawn,
    DealStarted,
    DealWon,
    Discarded,
    Event,
    KongDeclared,
    MatchContinued,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchRewound,
    MatchStarted,
    MatchStopped,
    PositionRestored,
    Seated,
    SeatLeft,
    SeatReturned,
    TimedOut,
    WindowClosed,
)
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.stopping import stop_match
from mahjong_club.rules.variants import registry
from mahjong_club.rules.views import KeptState
from mahjong_club.rules.walls import unpack_wall

#: What the table itself notes; nothing in the rules leads to it.
NOTED: Final = (TimedOut, SeatLeft, SeatReturned, MatchPaused, MatchResumed, PositionRestored, Seated)


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: its head (everything but the events), and the events in order."""

    head: dict[str, Any]
    events: tuple[Event, ...]


class Mismatch(Exception):
    """The record cannot be what the rules make of it; the message names the place."""


def read_record(file: Path) -> Record:
    """Read a record; one line and exit status 2 where it is none."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as failure:
        fail(f"cannot read {file}: {failure.strerror or failure}", WRONG_CALL)
    except (ValueError, RecursionError):
        fail(f"{file} is not JSON", WRONG_CALL)
    try:
        return parse_record(data)
    except Mismatch as wrong:
        fail(f"{file}: {wrong}", WRONG_CALL)


def parse_record(data: Any) -> Record:
    """A record from JSON data. Raises :class:`Mismatch` where it is none."""
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("events"), list):
        raise Mismatch("this is not a match record")
    if data.get("version") != VERSION:
        raise Mismatch(f"version {data.get('version')!r} of the format is not known")
    events = []
    for place, item in enumerate(data["events"]):
        if not isinstance(item, dict) or item.get("seq") != place + 1:
            raise Mismatch(f"event {place + 1} is missing or out of order")
        try:
            events.append(decode_event(json.dumps({name: value for name, value in item.items() if name != "seq"})))
        except BadPayload as wrong:
            raise Mismatch(f"event {place + 1} cannot be read: {wrong}") from wrong
    return Record({name: value for name, value in data.items() if name != "events"}, tuple(events))


def replay(record: Record) -> Iterator[tuple[int, Event, MatchState]]:
    """Every event with its number and the state after it.

    Each is compared with what the rules decide at that point. Raises :class:`Mismatch` at the first that differs.
    """
    state = MatchState(registry.rules_for)
    events, place = record.events, 0
    # States that are gone back to later on; those of a record's own events never are, those of a whole log may be.
    back: dict[int, MatchState | None] = {event.to: None for event in events if isinstance(event, MatchRewound)}
    while place < len(events):
        for event in _rewound(events[place], back, place) or _step(state, events, place):
            if place >= len(events) or events[place] != event:
                raise Mismatch(f"event {place + 1}: {_difference(event, events[place] if place < len(events) else None)}")
            _evolve(state, event, place)
            place += 1
            if place in back:
                back[place] = state.copy()
            yield place, event, state


def _rewound(event: Event, back: dict[int, MatchState | None], place: int) -> tuple[Event, ...]:
    """A rewind as it has to be: with the state that was after the event it names."""
    if not isinstance(event, MatchRewound):
        return ()
    earlier = back[event.to]
    if earlier is None:
        raise Mismatch(f"event {place + 1}: there is no event {event.to} before it")
    return (replace(event, position=KeptState(earlier)),)


def _difference(decided: Event, written: Event | None) -> str:
    """What the record says otherwise than the rules."""
    kind = type(decided).__name__
    if type(written) is not type(decided):
        return f"the rules give {kind}, the record has {'the end' if written is None else type(written).__name__}"
    other = [each.name for each in fields(decided) if getattr(decided, each.name) != getattr(written, each.name)]
    return f"the {kind} of the rules differs from the record's in {', '.join(other)}"


def _step(state: MatchState, events: tuple[Event, ...], place: int) -> tuple[Event, ...]:
    """What the rules decide at this place, given which act the record tells of."""
    event = events[place]
    if isinstance(event, (MatchStarted, *NOTED)):
        return (event,)
    try:
        if isinstance(event, DealStarted):
            if not awaits_deal(state) or event.wall is None:
                raise Mismatch(f"event {place + 1}: no deal can start here")
            newer = event.ruleset != state.ruleset
            rules = (event.ruleset, event.options) if newer else (None, None)
            start = StartDeal(unpack_wall(event.wall), event.secret or "", event.commitment, *rules)
            return decide(state, None, start)
        if isinstance(event, MatchStopped):
            return _ended(stop_match(state, event.by, event.reason), events)
        if isinstance(event, WindowClosed):
            _answer(state, event, place)
            return _ended(decide(state, None, PROCEED), events)
        seat, action = _act_of(state, event)
        return _ended(decide(state, seat, action), events)
    except (RulesError, AssertionError, LookupError, ValueError) as wrong:
        raise Mismatch(f"event {place + 1}: the rules do not allow {type(event).__name__}: {wrong}") from wrong


def _ended(decided: tuple[Event, ...], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The match's secret is not the rules' business: the table writes it into the last event."""
    last = events[-1]
    if isinstance(last, MatchEnded) and isinstance(decided[-1], MatchEnded):
        return (*decided[:-1], MatchEnded(decided[-1].standings, decided[-1].deposits_taken, last.secret))
    return decided


def _answer(state: MatchState, closed: WindowClosed, place: int) -> None:
    """Give the answers that the closing event tells of."""
    if state.window is None:
        raise Mismatch(f"event {place + 1}: no window is open")
    for seat, answer in enumerate(closed.answers):
        if answer is not None:
            decide(state, seat, answer.action)
            evolve(state, ClaimAnswered(seat, answer))


def _act_of(state: MatchState, event: Event) -> tuple[int | None, Action | TableAction]:
    match event:
        case Discarded(seat, tile, drawn, None):
            return seat, Discard(tile, drawn)
        case Discarded(seat, tile, drawn, _):
            return seat, DeclareReady(tile, drawn)
        case KongDeclared(seat, meld):
            form = meld.form or "concealed"
            added = meld.tiles[-1] if form == "added" else meld.tiles[0]
            return seat, Kong(form, added if form == "added" else _plain(added))
        case MatchContinued(seat):
            return seat, CONTINUE
        case DealWon(seat) if state.phase == "turn" and state.turn == seat and state.window is None and not is_due(state):
            return seat, WIN
        case DealDrawn(kind="abortive_draw", seat=int(seat)) if state.phase == "turn":
            return seat, ABORT
        case _:
            return None, PROCEED


def _plain(tile: str) -> str:
    return tile if tile[0] != "0" else "5" + tile[1]


def _evolve(state: MatchState, event: Event, place: int) -> None:
    try:
        evolve(state, event)
    except (RulesError, AssertionError, LookupError, ValueError, TypeError) as wrong:
        raise Mismatch(f"event {place + 1} cannot follow: {wrong}") from wrong
