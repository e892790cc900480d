"""The built-in players behind the client's :class:`~mahjong_club.bots.client.Strategy`.

Keeps a view from snapshots and events with the rules' own ``evolve``, which is all a bot in Python needs to know the table.
"""

import random
from typing import Any

import msgspec

from mahjong_club.bots import STRENGTHS, choose
from mahjong_club.protocol.codec import build_event, decode_action
from mahjong_club.protocol.statedump import VERSION, load_state
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for

Json = dict[str, Any]


class BuiltIn:
    """One of :data:`~mahjong_club.bots.STRENGTHS` at a seat of one match."""

    def __init__(self, strength: str, rng: random.Random | None = None) -> None:
        if strength not in STRENGTHS:
            raise ValueError(f"unknown strength {strength!r}")
        self._strength = strength
        self._rng = rng or random.Random()
        self._seat = 0
        self._view: MatchState | None = None

    def snapshot(self, frame: Json) -> None:
        """Start again from what the server shows."""
        self._seat = frame["viewer"]
        saved = {"version": VERSION, "state": frame["view"], "wall": None, "secret": "", "extra": {}}
        self._view, _ = load_state(msgspec.json.encode(saved), rules_for)

    def events(self, items: list[Json]) -> None:
        """Bring the view up to date."""
        if self._view is None:
            return
        for item in items:
            evolve(self._view, build_event(item))

    def choose(self, legal: list[Json]) -> int:
        """The strength's choice."""
        actions = tuple(decode_action(msgspec.json.encode(action)) for action in legal)
        if self._view is None:
            return self._rng.randrange(len(actions))
        return actions.index(choose(self._strength, self._view, actions, self._seat, self._rng))
