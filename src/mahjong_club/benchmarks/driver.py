"""Whole matches without a table: a loop over the engine's functions, for benchmarks and tests. No I/O, no clock."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mahjong_club.rules.actions import PROCEED, Action, StartDeal
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.events import Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import Tile
from mahjong_club.rules.variants.registry import rules_for

#: Picks one of the legal actions of a seat. It is given the whole state; a player must look at ``view_for`` of it only.
Chooser = Callable[[MatchState, Seat, tuple[Action, ...]], Action]
Watcher = Callable[[MatchState, Event], None]

# A match of players who never win would go on for ever: the dealer stays after a drawn deal.
MOST_DEALS = 400


@dataclass(slots=True)
class Playout:
    """A match played to its end, or to the last deal allowed. ``decisions`` counts questions with a list of actions,
    also those with one entry; ``choices`` those with several. Leaving a result sheet is not counted."""

    state: MatchState
    decisions: int = 0
    choices: int = 0
    events: int = 0
    deals: int = 0


def random_chooser(rng: random.Random) -> Chooser:
    """Any legal action, each as likely as the others."""
    pick = rng.random

    def choose(state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        return legal[int(pick() * len(legal))]

    return choose


def play_match(
    ruleset: str,
    options: Mapping[str, Any],
    chooser: Chooser,
    seed: int,
    *,
    watch: Watcher | None = None,
    most_deals: int = MOST_DEALS,
) -> Playout:
    """Play one match to its end, or until ``most_deals`` deals are done.

    ``watch`` is told of every event after it was applied. The walls depend on ``seed`` alone.
    """
    played = Playout(MatchState(rules_for))
    state, rng = played.state, random.Random(seed)
    _apply(played, (start_match(ruleset, rules_for(ruleset, options)),), watch)
    while state.phase != "over":
        if is_due(state):
            _apply(played, decide(state, None, PROCEED), watch)
        elif not awaits_deal(state):
            _ask(played, chooser, watch)
        elif played.deals < most_deals:
            played.deals += 1
            _apply(played, decide(state, None, StartDeal(_shuffled(state, rng))), watch)
        else:
            break
    return played


def _shuffled(state: MatchState, rng: random.Random) -> tuple[Tile, ...]:
    assert state.rules is not None
    wall = list(state.rules.tiles)
    rng.shuffle(wall)
    return tuple(wall)


def _ask(played: Playout, chooser: Chooser, watch: Watcher | None) -> None:
    """Ask every seat that has something to answer; in a window until it can close."""
    state = played.state
    if state.phase == "turn" and state.window is None:
        _answer(played, state.turn, legal_actions(state, state.turn), chooser, watch)
        return
    asked = False
    settled = state.phase == "settled"
    for seat in SEATS:
        legal = legal_actions(state, seat)
        if not legal:
            continue
        asked = True
        if settled:
            _apply(played, decide(state, seat, legal[0]), watch)
        else:
            _answer(played, seat, legal, chooser, watch)
    if not asked:
        raise AssertionError(f"nobody is asked and nothing is due in phase {state.phase}")


def _answer(played: Playout, seat: Seat, legal: tuple[Action, ...], chooser: Chooser, watch: Watcher | None) -> None:
    played.decisions += 1
    if len(legal) > 1:
        played.choices += 1
    state = played.state
    _apply(played, decide(state, seat, chooser(state, seat, legal)), watch)


def _apply(played: Playout, events: tuple[Event, ...], watch: Watcher | None) -> None:
    state = played.state
    for event in events:
        evolve(state, event)
        if watch is not None:
            watch(state, event)
    played.events += len(events)
