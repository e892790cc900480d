"""A save file into a match that can be stored. Nothing here touches the database."""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, Final

from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import AwaySetup, Banks, ClockSetup, Entry, MatchSetup, SeatSetup
from mahjong_club.protocol.upcasts import stored
from mahjong_club.rules.engine import start_match
from mahjong_club.rules.errors import RulesError
from mahjong_club.rules.events import DealStarted, Event, MatchStarted, PositionRestored
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.rulesets import options_json
from mahjong_club.rules.seats import SEATS
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants import registry
from mahjong_club.rules.walls import commitment_of
from mahjong_club.saves import files
from mahjong_club.saves.positions import VERSION as POSITION
from mahjong_club.saves.positions import read_snapshot, snapshot_of
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.saves.restoring import events_of
from mahjong_club.storage.rows import MATCH_ENDED

#: Whether the rules lead to these events, the first being the match's first: ``None``, or the index of the one that cannot be,
#: and why.
Check = Callable[[Sequence[Event]], tuple[int, str] | None]
_NO_LOT: Final = {"seating": "chosen", "places": [0, 1, 2, 3], "first_dealer": 0, "entropy": ["", "", "", ""]}
#: What a format 1 file does not say.
_WINDOW_MS: Final = 1_200
_AWAY: Final = AwaySetup("bot", 30_000)


@dataclass(frozen=True, slots=True)
class Match:
    """What a file comes to: a match that can be stored."""

    setup: MatchSetup
    entries: tuple[Entry, ...]
    state: str
    lot: dict[str, Any]
    left: tuple[bool, ...]
    created_ms: int
    finished_ms: int | None
    #: A new match, whatever is stored under the file's own id.
    fresh: bool


def match_in(content: dict[str, Any], key: str, check: Check, *, running_deal: bool = True) -> Match:
    """The match in a file's content, verified. Raises :class:`SaveRefused`; nothing is stored."""
    version = content.get("version")
    if version == POSITION and "format" not in content:
        return _from_position(content)
    if content.get("format") != files.FORMAT:
        raise SaveRefused("not_a_save", "$.format", "it is not a save of a match")
    if version != files.VERSION:
        raise SaveRefused("unknown_version", "$.version", "a newer program may read it")
    file = files.read_file2(content)
    _check_rules(file.match.ruleset, file.match.options, "$.match.options")
    _check_rules(file.next.ruleset, file.next.options, "$.next.options")
    plain, events = files.entries_of(file.log, "$.log")
    if file.match.state == "over":
        if not file.match.secret or commitment_of(file.match.secret) != file.match.commitment:
            raise SaveRefused("bad_field", "$.match.secret", "it does not open the commitment")
        _check_events(check, events, len(events))
        return _whole(file, file.match.secret, plain, events)
    if file.match.secret is not None:
        raise SaveRefused("bad_field", "$.match.secret", "the match is not over")
    if not running_deal:
        _check_events(check, events, len(events))
        return _from_next_deal(file, plain, events)
    inside = {name: value for name, value in content.items() if name not in ("running", "checksum")}
    running = files.unseal(file, inside, key)
    hidden, more = files.entries_of(running.log, "$.running.log", plain[-1].seq if plain else 0)
    if commitment_of(running.secret) != file.match.commitment:
        raise SaveRefused("bad_field", "$.match.commitment", "the secret does not open it")
    _check_events(check, [*events, *more], len(events))
    return _whole(file, running.secret, [*plain, *hidden], [*events, *more])


def _check_events(check: Check, events: Sequence[Event], plain: int) -> None:
    wrong = _wrong_position(events) or (check(events) if events else None)
    if wrong is not None:
        at, why = wrong
        place = f"$.log[{at}].event" if at < plain else f"$.running.log[{at - plain}].event"
        raise SaveRefused("bad_event", place, why[:200])


def _wrong_position(events: Sequence[Event]) -> tuple[int, str] | None:
    """A restored position that cannot be one: it is the second event, and what a format 1 file would have made of it."""
    for i, event in enumerate(events):
        if not isinstance(event, PositionRestored):
            continue
        try:
            if i != 1 or not _is_position(events[0], event):
                return i, "no such position can be restored here"
        except (SaveRefused, RulesError, AssertionError, LookupError, ValueError, TypeError, AttributeError) as wrong:
            return i, f"no such position can be restored: {wrong}"
    return None


def _is_position(started: Event, position: PositionRestored) -> bool:
    if not (position.dealer in SEATS and 0 <= position.round_wind < len(SEATS) and position.number >= 0 and position.repeat >= 0):
        return False
    if position.phase == "idle":
        bare = {f.name: getattr(position, f.name) for f in fields(position) if f.default is MISSING}
        return position.deposits >= 0 and position == PositionRestored(**bare, seat=position.dealer)
    state = MatchState(registry.rules_for)
    for event in (started, position):
        evolve(state, event)
    old = snapshot_of(state)
    return old is not None and position == events_of(old, "", ())[1]


def _check_rules(key: str, options: Mapping[str, Any], place: str) -> None:
    try:
        known = registry.ruleset(key).key == key
    except RulesError:
        known = False
    if not known:
        raise SaveRefused("unknown_ruleset", place.replace("options", "ruleset"), key[:60])
    try:
        registry.rules_for(key, options)
    except (RulesError, TypeError) as wrong:
        raise SaveRefused("unknown_ruleset", place, str(wrong)[:200]) from wrong


def _setup(file: files.File2, match_id: str, secret: str) -> MatchSetup:
    match = file.match
    a, b, c, d = (
        SeatSetup("person" if each.person else "bot", each.person, each.name, None if each.person else each.bot or "club")
        for each in file.seats
    )
    return MatchSetup(
        id=match_id,
        table_id=match.table_id,
        ruleset_key=match.ruleset,
        options=dict(match.options),
        seats=(a, b, c, d),
        secret=secret,
        entropy=match.entropy,
        clock=None if match.clock is None else ClockSetup(match.clock.base_ms, match.clock.bank_ms),
        away=AwaySetup(match.away.policy, match.away.after_ms),
        window_ms=match.window_ms,
        first_dealer=match.first_dealer,
        code=match.code,
        pinned=match.pinned,
        practice=match.practice,
    )


def _whole(file: files.File2, secret: str, entries: Sequence[Entry], events: Sequence[Event]) -> Match:
    match = file.match
    setup = _setup(file, match.id, secret)
    started = events[0] if events else None
    if events and (
        not isinstance(started, MatchStarted)
        or (started.ruleset, started.commitment) != (match.ruleset, match.commitment)
        or (started.first_dealer, started.entropy) != (match.first_dealer, match.entropy)
    ):
        raise SaveRefused("bad_event", "$.log[0].event", "the match did not begin as its head says")
    ended = any(entry.kind == MATCH_ENDED for entry in entries)
    if ended != (match.state == "over"):
        raise SaveRefused("bad_field", "$.match.state", "the log says otherwise")
    left = tuple(seat.left for seat in file.seats)
    return Match(setup, tuple(entries), match.state, dict(match.lot), left, match.created_ms, match.finished_ms, fresh=False)


def _from_next_deal(file: files.File2, plain: Sequence[Entry], events: Sequence[Event]) -> Match:
    """A new match, with a secret of its own, that begins with the deal the file's match was in or before."""
    after, match = file.next, file.match
    if any(isinstance(event, DealStarted | PositionRestored) for event in events):
        state = MatchState(registry.rules_for)
        for event in events:
            evolve(state, event)
        if (tuple(state.scores), *state.upcoming) != (after.scores, after.dealer, after.round_wind, after.repeat):
            raise SaveRefused("bad_field", "$.next", "it does not follow from the log")
    setup = replace(_setup(file, secrets.token_hex(16), secrets.token_hex(32)), table_id="")
    rules = registry.rules_for(after.ruleset, after.options)
    started = start_match(
        after.ruleset,
        rules,
        first_dealer=match.first_dealer,
        commitment=commitment_of(setup.secret),
        entropy=setup.entropy,
    )
    position = PositionRestored(
        phase="idle",
        number=after.number - 1,
        ruleset=after.ruleset,
        options=options_json(rules.options),
        dealer=after.dealer,
        round_wind=after.round_wind,
        repeat=after.repeat,
        deposits=after.deposits,
        scores=after.scores,
        seat=after.dealer,
    )
    banks = next((entry.banks for entry in reversed(plain) if entry.banks is not None), None)
    defaults = options_json(registry.ruleset(after.ruleset).options)
    changed = {name: value for name, value in options_json(rules.options).items() if value != defaults[name]}
    setup = replace(setup, ruleset_key=after.ruleset, options=changed)
    left = tuple(seat.left for seat in file.seats)
    return _fresh(setup, (started, position), dict(match.lot), left, banks)


def _from_position(content: dict[str, Any]) -> Match:
    old = read_snapshot(content)
    secret = secrets.token_hex(32)
    a, b, c, d = (SeatSetup("person", None, name) for name in old.names)
    started, position = events_of(old, commitment_of(secret), ("", "", "", ""))
    setup = MatchSetup(
        id=secrets.token_hex(16),
        table_id="",
        ruleset_key=started.ruleset,
        options={},
        seats=(a, b, c, d),
        secret=secret,
        away=_AWAY,
        window_ms=_WINDOW_MS,
    )
    return _fresh(setup, (started, position), dict(_NO_LOT), (False,) * 4, None)


def _fresh(
    setup: MatchSetup, events: tuple[Event, ...], lot: dict[str, Any], left: tuple[bool, ...], banks: Banks | None
) -> Match:
    now = time.time_ns() // 1_000_000
    if banks is None and setup.clock is not None:
        banks = (setup.clock.bank_ms,) * 4
    entries = tuple(
        Entry(seq, kind, stored(kind, encode_event(event)), banks=banks, at_ms=now)
        for seq, event in enumerate(events, 1)
        for kind in (EVENT_NAMES[type(event)],)
    )
    return Match(setup, entries, "running", lot, left, now, None, fresh=True)
