"""Matches to save: played at random through the rules, their logs as play writes them, and databases to put them into."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mahjong_club.play.deals import fair_deal
from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import AwaySetup, ClockSetup, Entry, MatchSetup, SeatSetup
from mahjong_club.protocol.upcasts import stored
from mahjong_club.rules.actions import PROCEED
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.events import Event, MatchEnded
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.walls import commitment_of
from mahjong_club.storage import saves as store
from mahjong_club.storage.offline import Offline
from mahjong_club.storage.people import PersonRecord, add_person, find_person
from tests.support.databases import migrated

FIXTURES = Path(__file__).parent / "fixtures"
SECRET = "c5" * 32
LOT: dict[str, Any] = {"seating": "chosen", "places": [0, 1, 2, 3], "first_dealer": 0, "entropy": ["a", "b", "c", "d"]}
PEOPLE = ("a1", "b2", "c3")


def setup_for(key: str = "hong_kong/2", match_id: str = "ab12", **changes: Any) -> MatchSetup:
    """A match of three people and a bot."""
    people = [SeatSetup("person", person, f"Name {person}") for person in PEOPLE]
    setup = MatchSetup(
        id=match_id,
        table_id="7ab1e0",
        ruleset_key=key,
        options={},
        seats=(people[0], people[1], people[2], SeatSetup("bot", None, "Bot", "club")),
        secret=SECRET,
        entropy=("a", "b", "c", "d"),
        clock=ClockSetup(10_000, 60_000),
        away=AwaySetup("wait", 1_000),
        code="ABCDEF",
    )
    return replace(setup, **changes)


@dataclass
class Played:
    """A match played through the rules, and its log."""

    setup: MatchSetup
    seed: int = 1
    entries: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.state = MatchState(rules_for)
        self.acts = 0

    def until(self, wanted: Callable[[MatchState], object]) -> "Played":
        """Play at random (a win wherever there is one) until the condition holds."""
        for _ in range(200_000):
            if wanted(self.state):
                return self
            self.step()
        raise AssertionError("it never came to that")

    def step(self) -> None:
        """One action, or one thing that is due."""
        state, setup = self.state, self.setup
        if state.rules is None:
            rules = rules_for(setup.ruleset_key, setup.options)
            commitment = commitment_of(setup.secret)
            first = start_match(
                setup.ruleset_key, rules, first_dealer=setup.first_dealer, commitment=commitment, entropy=setup.entropy
            )
            self.add((first,))
        elif awaits_deal(state):
            self.add(decide(state, None, fair_deal(setup, state)))
        elif is_due(state):
            self.add(decide(state, None, PROCEED))
        else:
            seat = next(s for s in self.rng.sample(range(4), 4) if legal_actions(state, s))
            legal = legal_actions(state, seat)
            action = legal[0] if self.rng.random() < 0.7 else self.rng.choice(legal)
            self.acts += 1
            self.add(decide(state, seat, action), seat, f"act{self.acts}")

    def add(self, events: tuple[Event, ...], seat: int | None = None, act: str | None = None) -> None:
        """Apply events and put them into the log."""
        for event in events:
            if isinstance(event, MatchEnded):
                event = replace(event, secret=self.setup.secret)
            evolve(self.state, event)
            kind = EVENT_NAMES[type(event)]
            payload = stored(kind, encode_event(event))
            banks = (60_000, 59_000 - len(self.entries), 58_000, 57_000)
            at_ms = 1_700_000_000_000 + len(self.entries)
            self.entries.append(Entry(self.state.seq, kind, payload, event.sealed, seat, act, banks, at_ms))
            act = None

    def store(self, offline: Offline, state: str = "running") -> "Played":
        """Put it into a database, with its people."""

        def work(session: Any) -> None:
            for seat in self.setup.seats:
                if seat.person_id is not None and find_person(session, seat.person_id) is None:
                    add_person(session, PersonRecord(seat.person_id, "guest", seat.name))
            store.insert_match(
                session,
                self.setup,
                self.entries,
                state=state,
                lot=LOT,
                left=(False, True, False, False),
                created_ms=1_700_000_000_000,
                finished_ms=1_700_000_009_999 if state == "over" else None,
            )

        offline.run(work)
        return self


def empty_database(folder: Path) -> str:
    """The address of a new SQLite database in a folder."""
    return migrated(folder)


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, for telling that nothing changed."""
    from sqlalchemy import text

    from mahjong_club.storage.models import Base

    def read(session: Any) -> dict[str, list[tuple[Any, ...]]]:
        return {
            name: sorted(map(tuple, session.execute(text(f"SELECT * FROM {name}"))), key=repr) for name in Base.metadata.tables
        }

    with Offline(url, writing=False) as offline:
        return offline.run(read)
