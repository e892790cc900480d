"""`mahjong-club saves`: matches into files and back, and old payloads lifted. The files: docs/saves.md."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from rich.markup import escape
from rich.table import Column, Table
from sqlalchemy.orm import Session

from mahjong_club.administration.browsing import DAY_MS, STATES, day_ms, keys_of
from mahjong_club.commands.console import OUT, WRONG_CALL, fail, progress
from mahjong_club.commands.links import tell_link
from mahjong_club.commands.migrate import brought_up, checked
from mahjong_club.commands.record import Mismatch, Record, replay
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.protocol.upcasts import LIFTS
from mahjong_club.rules.engine import decide
from mahjong_club.rules.errors import RulesError
from mahjong_club.rules.events import ClaimAnswered, Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.saves.container import read_file
from mahjong_club.saves.links import new_link
from mahjong_club.saves.migration import Lifts, Report, migrate_match, report_json
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.saves.reading import match_in
from mahjong_club.saves.storing import Taken, Wanted, store_match
from mahjong_club.saves.writing import export_match, instance_key, known_key
from mahjong_club.settings import Settings
from mahjong_club.storage.offline import Offline
from mahjong_club.storage.saves import UNFINISHED, Filter, SaveLine, match_ids, match_lines

T = TypeVar("T")
SUFFIX: Final = ".mahjong.json.gz"


def show_list(settings: Settings, wanted: Filter, *, as_json: bool) -> None:
    """The stored matches, the last played first."""
    lines = _with(settings, lambda offline: offline.run(lambda session: match_lines(session, wanted)))
    if as_json:
        for line in lines:
            OUT.print(json.dumps(_line_json(line), ensure_ascii=False), markup=False)
        return
    if not OUT.is_terminal:
        # For another program: whole, however wide.
        for line in lines:
            OUT.file.write("\t".join(_cells(line)) + "\n")
        return
    # An id that is cut short could not be given to `saves export`.
    match = Column("match", no_wrap=True, min_width=max((len(line.id) for line in lines), default=0))
    table = Table(match, "table", "state", "rules", "people", "deals", "last played")
    for line in lines:
        table.add_row(*map(escape, _cells(line)))
    OUT.print(table)


def _cells(line: SaveLine) -> tuple[str, ...]:
    day = datetime.fromtimestamp(line.last_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    return line.id, line.code, line.state, line.ruleset, ", ".join(line.people), str(line.deals), day


def filter_from(
    *, finished: bool, state: str | None, ruleset: str | None, person: str | None, code: str | None,
    since: str | None, until: str | None,
) -> Filter:  # fmt: skip
    """What the options of `saves list` ask for; one line and exit status 2 for a value that means nothing."""
    if state is not None and state not in STATES:
        fail(f"--state {state}: it is one of {', '.join(STATES)}", WRONG_CALL)
    keys = keys_of(ruleset or "")
    if ruleset and not keys:
        fail(f"--ruleset {ruleset}: no ruleset, revision or variant has this name", WRONG_CALL)
    states = (state,) if state is not None else () if finished else UNFINISHED.states
    return Filter(
        states, keys, person or "", code or "", _day(since, "--since"), None if until is None else _day(until, "--until", 1)
    )


def _day(text: str | None, option: str, later: int = 0) -> int | None:
    """The first millisecond of a day, so many days later."""
    if text is None:
        return None
    found = day_ms(text)
    if found is None:
        fail(f"{option} {text}: a day is YYYY-MM-DD", WRONG_CALL)
    return found + later * DAY_MS


def _line_json(line: SaveLine) -> dict[str, object]:
    return {
        "match": line.id,
        "table": line.code,
        "state": line.state,
        "ruleset": line.ruleset,
        "people": list(line.people),
        "deals": line.deals,
        "events": line.events,
        "last_ms": line.last_ms,
    }


def export(settings: Settings, matches: Sequence[str], out: Path, *, running_deal: bool) -> None:
    """Write a save file of each match into a folder."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for match_id in matches:
            data = _with(settings, partial(_exported, match_id=match_id, running_deal=running_deal))
            file = out / f"{match_id}{SUFFIX}"
            file.write_bytes(data)
            OUT.print(str(file), markup=False)
    except OSError as failure:
        fail(f"cannot write to {out}: {failure.strerror or failure}")


def _exported(offline: Offline, match_id: str, *, running_deal: bool) -> bytes:
    key = offline.run(known_key) if running_deal else None
    if running_deal and key is None:
        key = offline.run(instance_key)
    return offline.run(lambda session: export_match(session, match_id, key))


def bring_in(settings: Settings, saves: Sequence[Path], wanted: Wanted, address: str | None, *, running_deal: bool) -> None:
    """Take save files in, each whole or not at all; the exit status says whether all were. Each new guest's link is told."""
    refused = 0
    for file in saves:
        try:
            taken, links = import_with_links(settings, file, wanted, running_deal=running_deal)
        except SaveRefused as wrong:
            refused += 1
            OUT.print(f"{file}: refused: {wrong}", markup=False)
        except OSError as failure:
            refused += 1
            OUT.print(f"{file}: cannot be read: {failure.strerror or failure}", markup=False)
        else:
            OUT.print(f"{file}: match {taken.match_id} at table {taken.code}, {taken.events} events", markup=False)
            for seat, token in links.items():
                tell_link(settings, address, taken.match_id, seat, token)
    if refused:
        fail(f"{refused} of {len(saves)} saves were refused")


def import_file(settings: Settings, file: Path, wanted: Wanted | None = None, *, running_deal: bool = True) -> Taken:
    """Take one save file in. Raises :class:`SaveRefused` with nothing stored, ``OSError`` for a file that cannot be read."""
    return import_with_links(settings, file, wanted, running_deal=running_deal)[0]


def import_with_links(
    settings: Settings, file: Path, wanted: Wanted | None = None, *, running_deal: bool = True
) -> tuple[Taken, dict[int, str]]:
    """Like :func:`import_file`, with a claim link's token for the seat of each guest that was made."""
    content = read_file(file)

    def take(offline: Offline) -> tuple[Taken, dict[int, str]]:
        key = offline.run(known_key) or ""
        match = match_in(content, key, check, running_deal=running_deal)

        def work(session: Session) -> tuple[Taken, dict[int, str]]:
            taken = store_match(session, match, wanted or Wanted())
            seats = taken.guests if match.state != "over" else ()
            return taken, {seat: new_link(session, taken.match_id, seat) for seat in seats}

        return offline.run(work)

    return _with(settings, take, writing=True)


def check(events: Sequence[Event]) -> tuple[int, str] | None:
    """The first event that the rules do not lead to, with the reason."""
    numbered = [i for i, event in enumerate(events) if not event.sealed]
    done, state = 0, None
    try:
        for place, _, after in replay(Record({}, tuple(events[i] for i in numbered))):
            done, state = place, after
        return _check_answers(state, events, numbered[-1] + 1 if numbered else 0)
    except (Mismatch, RulesError, AssertionError, LookupError, ValueError, TypeError, AttributeError) as wrong:
        return numbered[min(done, len(numbered) - 1)] if numbered else 0, str(wrong)


def _check_answers(state: MatchState | None, events: Sequence[Event], first: int) -> tuple[int, str] | None:
    """Answers in the window that is still open."""
    for i, event in enumerate(events[first:], first):
        try:
            assert state is not None and isinstance(event, ClaimAnswered) and event.answer is not None
            if not state.paused:
                decide(state, event.seat, event.answer.action)
            evolve(state, event)
        except (RulesError, AssertionError) as wrong:
            return i, f"this answer cannot be given: {wrong}"
    return None


def migrate(settings: Settings, matches: Sequence[str], *, dry_run: bool, as_json: bool, lifts: Lifts = LIFTS) -> None:
    """Lift stored payloads, each match in a transaction of its own. Exit status 1 where a match cannot be lifted."""

    def every(offline: Offline) -> list[Report]:
        wanted = list(matches) or offline.run(match_ids)
        return [
            offline.run(partial(migrate_match, match_id=match_id, write=not dry_run, lifts=lifts))
            for match_id in progress(wanted, "matches")
        ]

    reports = _with(settings, every, writing=not dry_run)
    if as_json:
        for report in reports:
            OUT.print(json.dumps(report_json(report), ensure_ascii=False), markup=False)
    else:
        _tell(reports, dry_run=dry_run)
    stuck = [report for report in reports if report.reason is not None]
    if stuck:
        fail(f"{len(stuck)} of {len(reports)} matches cannot be lifted and are as they were")


def _tell(reports: Sequence[Report], *, dry_run: bool) -> None:
    will = "would lift" if dry_run else "lifted"
    for report in reports:
        parts = []
        if report.reason is not None:
            parts.append(f"cannot be lifted: {report.reason}")
        if report.lifted:
            kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(report.lifted.items()))
            parts.append(f"now: {will} {kinds}")
        if report.drops_snapshot:
            parts.append("now: its cached state is dropped" if not dry_run else "now: its cached state would be dropped")
        if report.next_ruleset is not None:
            parts.append(f"at the next deal: {report.ruleset} becomes {report.next_ruleset}")
        if parts or dry_run:
            OUT.print(f"{report.match_id}: {'; '.join(parts) or 'nothing changes'}", markup=False)
    changed = sum(report.changes_now for report in reports)
    OUT.print(f"{changed} of {len(reports)} matches {'would change' if dry_run else 'changed'}", markup=False)


def seats_from(texts: Sequence[str]) -> dict[int, str]:
    """Seats and who takes them, from ``SEAT=WHO``; one line and exit status 2 for anything else."""
    out: dict[int, str] = {}
    for text in texts:
        seat, _, who = text.partition("=")
        if seat not in ("0", "1", "2", "3") or not who:
            fail(f"--seat {text}: it is SEAT=PERSON, SEAT=club or SEAT=random, with a seat from 0 to 3", WRONG_CALL)
        out[int(seat)] = who
    return out


def _with(settings: Settings, work: Callable[[Offline], T], *, writing: bool = False) -> T:
    """Open the database, its schema up to date, and do the work; one line where it cannot be used."""
    if writing and settings.embedded:
        brought_up(settings)
    else:
        checked(settings)
    try:
        with Offline(settings.url, writing=writing) as offline:
            return work(offline)
    except StorageUnavailable as failure:
        fail(f"the database cannot be used: {failure}")
    except SaveRefused as wrong:
        if writing:
            raise
        fail(str(wrong))
