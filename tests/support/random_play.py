"""Drives matches by random legal play through the engine's three functions, for property tests of every ruleset."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mahjong_club.rules.actions import PROCEED, Action, StartDeal, Win
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.events import Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import Tile
from mahjong_club.rules.variants.registry import newest, rules_for, ruleset

Chooser = Callable[[MatchState, int, tuple[Action, ...], random.Random], Action]
WallMaker = Callable[[tuple[Tile, ...], random.Random], tuple[Tile, ...]]


def seeds(key: str, number: int) -> range:
    """So many for the newest ruleset of a variant; a third for its revisions and sets of options, which the same code plays."""
    found = ruleset(key)
    return range(number if found is newest(found.variant) else max(2, number // 3))


def fair_wall(tiles: tuple[Tile, ...], rng: random.Random) -> tuple[Tile, ...]:
    """An ordinary shuffle."""
    wall = list(tiles)
    rng.shuffle(wall)
    return tuple(wall)


def gathered_wall(tiles: tuple[Tile, ...], rng: random.Random) -> tuple[Tile, ...]:
    """A shuffle that keeps equal tiles close together, so that hands come out rich: pungs, kongs, flushes, flowers."""
    kinds = sorted(set(tiles))
    rng.shuffle(kinds)
    at = {kind: i for i, kind in enumerate(kinds)}
    spread = rng.choice((2.0, 5.0, 9.0))
    return tuple(sorted(tiles, key=lambda tile: at[tile] + rng.random() * spread))


def any_action(state: MatchState, seat: int, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """Any legal action, each equally likely."""
    return rng.choice(legal)


def any_but_wins(state: MatchState, seat: int, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """A win where there is one (three times out of four), else any legal action."""
    return legal[0] if isinstance(legal[0], Win) and rng.random() < 0.75 else rng.choice(legal)


@dataclass
class Playout:
    """A match under way. ``events`` holds everything that happened, sealed answers included."""

    key: str
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    chooser: Chooser = any_but_wins
    walls: WallMaker = fair_wall
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.rules = rules_for(self.key, self.options)
        self.state = MatchState(rules_for)

    def steps(self, deals: int) -> Iterator[tuple[int | None, Action | None, tuple[Event, ...]]]:
        """Play ``deals`` deals, or the match if it ends before. Yields (seat, action, events) before they are applied."""
        state = self.state
        if state.rules is None:
            yield None, None, (start_match(self.key, self.rules, first_dealer=self.seed % 4),)
            self._apply((start_match(self.key, self.rules, first_dealer=self.seed % 4),))
        last = state.number + deals
        while state.phase != "over":
            if awaits_deal(state):
                if state.number >= last:
                    return
                made = decide(state, None, StartDeal(self.walls(self.rules.tiles, self.rng), f"{state.number:064x}"))
                yield None, None, made
            elif is_due(state):
                made = decide(state, None, PROCEED)
                yield None, None, made
            else:
                seat, action = self._choose()
                made = decide(state, seat, action)
                yield seat, action, made
            self._apply(made)

    def play(self, deals: int) -> MatchState:
        """Play without looking on."""
        for _ in self.steps(deals):
            pass
        return self.state

    def _choose(self) -> tuple[int, Action]:
        asked = [(seat, legal) for seat in range(4) if (legal := legal_actions(self.state, seat))]
        assert asked, f"nobody is asked in {self.state.phase} of {self.key}, seed {self.seed}"
        seat, legal = self.rng.choice(asked)
        return seat, self.chooser(self.state, seat, legal, self.rng)

    def _apply(self, made: tuple[Event, ...]) -> None:
        for event in made:
            evolve(self.state, event)
        self.events.extend(made)
