"""`mahjong-club verify`: were the walls fixed before the match, and were these the tiles that were dealt?

Nothing is asked of a server. What is checked, in order: the match's secret opens the commitment that was shown before the
seats added entropy; each deal's secret comes from it and opens the deal's commitment; each wall is the documented shuffle of
the whole set; seats and first dealer follow from the lot; and the rules lead from these walls to every event.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mahjong_club.commands.console import FAILED, OUT, fail
from mahjong_club.commands.record import Mismatch, Record, read_record, replay
from mahjong_club.lobby.lot import draw
from mahjong_club.rules.errors import RulesError
from mahjong_club.rules.events import DealEnded, DealStarted, MatchEnded, MatchStarted
from mahjong_club.rules.variants import registry
from mahjong_club.rules.walls import SHUFFLE, commitment_of, deal_secret, pack_wall, shuffle, wall_seed


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the result; ``ok`` is ``None`` for what cannot be known yet."""

    what: str
    ok: bool | None
    detail: str = ""


def verify(file: Path) -> None:
    """Print one line for each check. Exit status 1 where any fails."""
    found = list(checks(read_record(file)))
    for check in found:
        word = {True: "ok     ", False: "FAILED ", None: "unknown"}[check.ok]
        OUT.print(f"{word} {check.what}{': ' + check.detail if check.detail else ''}", markup=False)
    bad = sum(check.ok is False for check in found)
    if bad:
        fail(f"{file}: {bad} of {len(found)} checks failed", FAILED)
    open_ = sum(check.ok is None for check in found)
    rest = f", {open_} cannot be known before the match is over" if open_ else ""
    OUT.print(f"{len(found) - open_} checks passed{rest}", markup=False)


def checks(record: Record) -> Iterator[Check]:
    """Every check of a record."""
    try:
        yield from _checks(record)
    except (ValueError, TypeError, AttributeError, KeyError, RulesError) as wrong:
        yield Check("the record can be read", ok=False, detail=str(wrong))


def _checks(record: Record) -> Iterator[Check]:
    events = record.events
    started = events[0] if events else None
    if not isinstance(started, MatchStarted):
        yield Check("the record begins with the match", ok=False)
        return
    yield Check("shuffle", record.head.get("shuffle") == SHUFFLE, str(record.head.get("shuffle")))
    yield Check("commitment in the head and in the match", record.head.get("commitment") == started.commitment)
    last = events[-1]
    secret = last.secret if isinstance(last, MatchEnded) else None
    if secret:
        yield Check("the match's secret opens its commitment", commitment_of(secret) == started.commitment)
        yield from _lot(record.head.get("lot") or {}, secret, started)
    else:
        yield Check("the match's secret", ok=None, detail="it is opened when the match is over")
    yield from _deals(record, started, secret)
    try:
        count = sum(1 for _ in replay(record))
        yield Check("the rules lead to every event", ok=True, detail=f"{count} events")
    except Mismatch as wrong:
        yield Check("the rules lead to every event", ok=False, detail=str(wrong))


def _lot(written: dict[str, Any], secret: str, started: MatchStarted) -> Iterator[Check]:
    entropy = [str(text) for text in written.get("entropy", ())]
    lot = draw(secret, entropy, str(written.get("seating")))
    same = [entropy[place] for place in lot.places] == list(started.entropy) if len(entropy) == 4 else False
    yield Check("seats by lot", list(lot.places) == written.get("places") and same, str(written.get("seating")))
    yield Check("first dealer by lot", lot.first_dealer == started.first_dealer, f"seat {started.first_dealer}")


def _deals(record: Record, started: MatchStarted, secret: str | None) -> Iterator[Check]:
    begun: DealStarted | None = None
    for event in record.events:
        if isinstance(event, DealStarted):
            begun = event
        elif isinstance(event, DealEnded) and begun is not None:
            yield _deal(begun, event, started, secret)
            begun = None
    if begun is not None:
        yield Check(f"deal {begun.number}", ok=False, detail="it has no end")


def _deal(begun: DealStarted, ended: DealEnded, started: MatchStarted, secret: str | None) -> Check:
    what = f"deal {begun.number}"
    if commitment_of(ended.secret) != begun.commitment:
        return Check(what, ok=False, detail="its secret does not open its commitment")
    if secret and deal_secret(secret, begun.number) != ended.secret:
        return Check(what, ok=False, detail="its secret does not come from the match's")
    rules = registry.rules_for(begun.ruleset, begun.options)
    wall = pack_wall(shuffle(rules.tiles, wall_seed(ended.secret, started.entropy)))
    if wall != ended.wall:
        return Check(what, ok=False, detail="the wall is not the shuffle of its seed")
    if begun.wall is not None and begun.wall != ended.wall:
        return Check(what, ok=False, detail="the wall at the end is not the wall at the start")
    return Check(what, ok=True, detail="commitment, secret and wall agree")
