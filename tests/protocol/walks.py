"""Random play through the rules alone: states and the events between them."""

import random
from collections.abc import Iterator
from typing import Any

from mahjong_club.rules.actions import PROCEED, StartDeal
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.events import Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import newest, rules_for
from mahjong_club.rules.walls import shuffle


def walk(seed: int, deals: int = 2, ruleset: str = "hong_kong", **options: Any) -> Iterator[tuple[MatchState, Event]]:
    """The state before each event, and the event; wins are taken more often than chance would."""
    rng = random.Random(seed)
    key = newest(ruleset).key
    rules = rules_for(key, options)
    state = MatchState(rules_for)
    pending: list[Event] = [start_match(key, rules, commitment="c" * 64, entropy=("a", "b", "", "麻"))]
    while True:
        for event in pending:
            yield state, event
            evolve(state, event)
        if state.phase == "over" or (state.phase == "settled" and state.number >= deals):
            return
        if awaits_deal(state):
            wall = shuffle(rules.tiles, rng.randbytes(32))
            pending = list(decide(state, None, StartDeal(wall, "5" * 64, "d" * 64)))
        elif is_due(state):
            pending = list(decide(state, None, PROCEED))
        else:
            seat = next(s for s in range(4) if legal_actions(state, s))
            legal = legal_actions(state, seat)
            action = legal[0] if rng.random() < 0.3 else rng.choice(legal)
            pending = list(decide(state, seat, action, timed_out=rng.random() < 0.05))
