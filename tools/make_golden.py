"""Writes the golden transcripts that Python and JavaScript share: what one viewer hears of a random match, and the view after it.

    python -m tools.make_golden            # tests/golden/transcripts/*.json.gz, tests/golden/records/*.json.gz

A transcript is one JSON object: ``ruleset``, ``viewer`` (a seat or null), ``snapshot`` (the view before the first item),
``items`` (events as the wire writes them) and ``checkpoints`` (the view after each item, as a dump). The records are those
of the same matches.
"""

import gzip
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from mahjong_club.lobby.records import FORMAT, VERSION
from mahjong_club.protocol.codec import encode_event
from mahjong_club.rules.actions import PROCEED, ContinueMatch, Discard, Pass, StartDeal, Win
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.events import Event, MatchPaused, MatchResumed, MatchRewound, Seated, SeatLeft, Viewer
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.stopping import stop_match
from mahjong_club.rules.variants.registry import newest, rules_for
from mahjong_club.rules.views import KeptState, dump, view_for
from mahjong_club.rules.walls import SHUFFLE, commitment_of, deal_secret, shuffle, wall_seed
from mahjong_club.saves.positions import read_snapshot
from mahjong_club.saves.restoring import events_of

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden" / "transcripts"
#: A ruleset of each variant with the seed of its match, and how many deals are played of it.
SEEDS = {"hong_kong": 11, "taiwanese": 30, "riichi": 5, "hong_kong_restored": 3, "riichi_restored": 2}
SEEDS |= {"hong_kong_ordered": 4, "riichi_ordered": 6}
#: Matches taken up from a save without events.
RESTORED = {"hong_kong_restored": "hong_kong_claim", "riichi_restored": "riichi_turn"}
#: Matches with orders, of which there is no record.
ORDERED = {"hong_kong_ordered": "hong_kong", "riichi_ordered": "riichi"}
#: After which event, what is ordered (``None``: the end), and where a rewind goes back to.
ORDERS: tuple[tuple[int, Event | None, int], ...] = (
    (30, MatchRewound(2, "reset", None, "Ada", "a tile fell"), 2),
    (60, SeatLeft(3, "bot"), 0),
    (61, MatchPaused("by_order", "Ada", "<dinner>"), 0),
    (62, MatchRewound(44, "rewind", None, "Ada", "one too many"), 44),
    (63, MatchResumed("by_order", 0, "Ada", "all have eaten"), 0),
    (64, Seated(3, "person", "阿明", None, "Ada", "he came late"), 0),
    (65, Seated(1, "bot", "club-2", "club", "Ada", "she went home"), 0),
    (110, MatchRewound(100, "undo", 0), 100),
    (300, MatchRewound(120, "rewind", None, "Ada", "over the end of deals"), 120),
    (420, None, 0),
)
RECORDS = FOLDER.parent / "records"
FIXTURES = FOLDER.parents[1] / "saves" / "fixtures"
DEALS = 2
PEOPLE = ("Mei", "阿明", "はな", "<Lin>")
VIEWERS: tuple[Viewer, ...] = (0, 2, None)
Step = tuple[MatchState, Event, MatchState]


def to_wire(event: Event) -> dict[str, Any]:
    """The event as frames carry it."""
    wire: dict[str, Any] = json.loads(encode_event(event))
    return wire


def play(ruleset: str, seed: int, deals: int) -> Iterator[Step]:
    """Random legal play that prefers to claim and to win: (state before, event, state after) of every public event."""
    dice = random.Random(seed)
    secret = dice.randbytes(32).hex()
    entropy = tuple(dice.randbytes(8).hex() for _ in range(4))
    key = newest(ruleset).key
    state = MatchState(rules_for)
    rules = rules_for(key, {})
    yield from _steps(state, (start_match(key, rules, commitment=commitment_of(secret), entropy=entropy),))
    while state.number < deals or not awaits_deal(state):
        if state.phase == "over":
            return
        yield from _steps(state, _next(state, secret, entropy, dice))


def _next(state: MatchState, secret: str, entropy: tuple[str, ...], dice: random.Random) -> tuple[Event, ...]:
    if awaits_deal(state):
        opened = deal_secret(secret, state.number + 1)
        assert state.rules is not None
        wall = shuffle(state.rules.tiles, wall_seed(opened, entropy))
        return decide(state, None, StartDeal(wall, opened, commitment_of(opened)))
    return decide(state, None, PROCEED) if is_due(state) else _choice(state, dice)


def play_ordered(ruleset: str, seed: int) -> Iterator[Step]:
    """A match at which much is ordered: taken back within a deal, to a deal's start and over its end, reseated, ended early."""
    dice = random.Random(seed)
    secret = dice.randbytes(32).hex()
    key = newest(ruleset).key
    state, after = MatchState(rules_for), {0: MatchState(rules_for)}
    orders = iter(ORDERS)
    when, order, to = next(orders)
    events: tuple[Event, ...] = (start_match(key, rules_for(key, {}), commitment=commitment_of(secret)),)
    while events:
        for step in _steps(state, events):
            after[state.seq] = state.copy()
            yield step
        if state.phase == "over":
            return
        if state.seq < when:
            events = _next(state, secret, ("", "", "", ""), dice)
        elif order is None:
            *before, end = stop_match(state, "Ada", "the club closes")
            events = (*before, end)
        else:
            events = (replace(order, position=KeptState(after[to])) if isinstance(order, MatchRewound) else order,)
            when, order, to = next(orders)


def play_restored(fixture: str, seed: int) -> Iterator[Step]:
    """The same from a restored position on, to the end of its deal."""
    dice = random.Random(seed)
    state = MatchState(rules_for)
    old = read_snapshot(json.loads((FIXTURES / f"{fixture}.json").read_text(encoding="utf-8")))
    yield from _steps(state, events_of(old, commitment_of(dice.randbytes(32).hex()), ()))
    while state.phase != "settled":
        yield from _steps(state, decide(state, None, PROCEED) if is_due(state) else _choice(state, dice))


def _choice(state: MatchState, dice: random.Random) -> tuple[Event, ...]:
    seats = [seat for seat in range(4) if legal_actions(state, seat)]
    seat = dice.choice(seats)
    legal = legal_actions(state, seat)
    eager = [a for a in legal if not isinstance(a, Discard | Pass | ContinueMatch)]
    wins = [a for a in legal if isinstance(a, Win)]
    action = dice.choice(wins or (eager if eager and dice.random() < 0.7 else legal))
    timed_out = action == legal[0] and dice.random() < 0.05
    return decide(state, seat, action, timed_out=timed_out)


def _steps(state: MatchState, events: tuple[Event, ...]) -> Iterator[Step]:
    for event in events:
        before = state.copy()
        evolve(state, event)
        if not event.sealed:
            yield before, event, state


def played(ruleset: str, seed: int, deals: int) -> Iterator[Step]:
    """A match, or the rest of one that was taken up."""
    if ruleset in ORDERED:
        return play_ordered(ORDERED[ruleset], seed)
    restored = RESTORED.get(ruleset)
    return play(ruleset, seed, deals) if restored is None else play_restored(restored, seed)


def record(ruleset: str, seed: int, deals: int) -> dict[str, Any]:
    """The record of the match, which is not over."""
    events = [to_wire(event) for _, event, _ in played(ruleset, seed, deals)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "shuffle": SHUFFLE,
        "match": ruleset,
        "table": "GOLDEN",
        "state": "running",
        "ruleset": events[0]["ruleset"],
        "options": {},
        "clock": None,
        "people": [{"seat": seat, "name": name, "kind": "person", "bot": None} for seat, name in enumerate(PEOPLE)],
        "commitment": events[0]["commitment"],
        "secret": None,
        "lot": None,
        "started_ms": 0,
        "finished_ms": None,
        "complete": False,
        "events": [{"seq": seq, **event} for seq, event in enumerate(events, 1)],
    }


def transcripts(ruleset: str, seed: int, deals: int) -> dict[Viewer, dict[str, Any]]:
    """One transcript for each viewer; a ruleset named after a save's fixture is played on from that."""
    made: dict[Viewer, dict[str, Any]] = {}
    variant = ruleset.removesuffix("_restored").removesuffix("_ordered")
    for before, event, after in played(ruleset, seed, deals):
        for viewer in VIEWERS:
            if viewer not in made:
                snapshot = dump(view_for(before, viewer))
                made[viewer] = {"ruleset": variant, "viewer": viewer, "snapshot": snapshot, "items": [], "checkpoints": []}
            made[viewer]["items"].append(to_wire(event.seen_by(viewer)))
            made[viewer]["checkpoints"].append(dump(view_for(after, viewer)))
    return made


def write(path: Path, content: dict[str, Any]) -> Path:
    """The file is the same bytes for the same content."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(text, 9, mtime=0))
    return path


def main() -> None:
    for folder in (FOLDER, RECORDS):
        folder.mkdir(parents=True, exist_ok=True)
    for ruleset, seed in SEEDS.items():
        for viewer, content in transcripts(ruleset, seed, DEALS).items():
            path = write(FOLDER / f"{ruleset}-{'spectator' if viewer is None else viewer}.json.gz", content)
            print(f"{path.name}: {len(content['items'])} events, {path.stat().st_size} bytes")
        if ruleset in ORDERED:
            continue
        path = write(RECORDS / f"{ruleset}.json.gz", record(ruleset, seed, DEALS))
        print(f"records/{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
