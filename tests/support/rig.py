"""A rigged deal: chosen hands, draws and replacements, driven by scripted actions through the engine's public functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mahjong_club.rules.actions import PASS, PROCEED, Action, Discard, StartDeal
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.events import DealDrawn, DealWon, Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.seats import seats_after
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import BONUS_SET, Tile, parse_tiles
from mahjong_club.rules.variants.registry import rules_for


class Rig:
    """One deal. ``hands`` by seat, ``draws`` from the front (the dealer's extra tile first), ``replacements`` in order.

    What is not given is filled with playing tiles; bonus tiles that are not named go to the middle of the wall, those named
    in ``reserve`` are never drawn.
    """

    def __init__(
        self,
        key: str,
        hands: Mapping[int, str] | None = None,
        draws: str = "",
        replacements: str = "",
        *,
        dealer: int = 0,
        options: Mapping[str, Any] | None = None,
        reserve: str = "",
    ) -> None:
        self.events: list[Event] = []
        self.rules = rules_for(key, options or {})
        self.state = MatchState(rules_for)
        self._apply((start_match(key, self.rules, first_dealer=dealer),))
        given = {seat: parse_tiles(text) for seat, text in (hands or {}).items()}
        self.wall = self._wall(dealer, given, parse_tiles(draws), parse_tiles(replacements), parse_tiles(reserve))
        self._apply(decide(self.state, None, StartDeal(self.wall, "00" * 32, "c")))
        self.proceed()

    def _wall(
        self,
        dealer: int,
        hands: dict[int, tuple[Tile, ...]],
        draws: tuple[Tile, ...],
        tail: tuple[Tile, ...],
        reserve: tuple[Tile, ...],
    ) -> tuple[Tile, ...]:
        rules, size = self.rules, self.rules.hand_size
        rest = Counter(rules.tiles)
        for tiles in (*hands.values(), draws, tail, reserve):
            rest.subtract(tiles)
        assert min(rest.values()) >= 0, f"more copies than there are: {[t for t, n in rest.items() if n < 0]}"
        plain = sorted((t for t in rest.elements() if t not in BONUS_SET), key=lambda t: (int(t[0]) * 7 + ord(t[1]) * 5) % 31)
        bonus = [t for t in rest.elements() if t in BONUS_SET]
        order: list[Tile] = []
        for seat in (dealer, *seats_after(dealer)):
            hand = list(hands.get(seat, ()))
            assert len(hand) <= size, f"seat {seat} is given {len(hand)} tiles"
            while len(hand) < size:
                hand.append(plain.pop())
            order.extend(hand)
        order.extend(draws)
        end = rules.wall_size - rules.reserve
        after = list(reversed(tail)) if rules.replacement_from == "live_end" else []
        middle = end - len(order) - len(after)
        live = [plain.pop() for _ in range(min(len(plain), max(middle - len(bonus), 0)))]
        half = len(live) // 2
        filler = (live[:half] + bonus + live[half:] + plain)[:middle]
        rest_tiles = Counter(rules.tiles)
        rest_tiles.subtract(order + filler + after + (list(tail) if not after else []))
        dead = (list(tail) if rules.replacement_from != "live_end" else []) + sorted(rest_tiles.elements())
        return (*order, *filler, *after, *dead)

    # --- driving
    def proceed(self) -> None:
        """Carry out everything that nobody has to choose."""
        while is_due(self.state):
            self._apply(decide(self.state, None, PROCEED))

    def act(self, seat: int, action: Action) -> None:
        """An action of a seat and what follows by itself. Raises IllegalAction."""
        self._apply(decide(self.state, seat, action))
        self.proceed()

    def discard(self, tile: Tile) -> None:
        """The seat on turn discards a tile (as drawn where it is the drawn tile and the only copy)."""
        self.lay(tile)
        self.proceed()

    def lay(self, tile: Tile) -> None:
        """As :meth:`discard`, and nothing follows yet: the window stays open even where nobody has a choice in it."""
        seat = self.state.turn
        held = [a for a in legal_actions(self.state, seat) if isinstance(a, Discard) and a.tile == tile]
        assert held, f"{tile} is not among the discards of seat {seat}"
        self._apply(decide(self.state, seat, held[-1]))

    def pass_all(self) -> None:
        """Everybody asked in the open window passes; an offered flower win is left open."""
        while self.state.window is not None and self.state.window.kind != "offer":
            seat = next((s for s in range(4) if legal_actions(self.state, s)), None)
            if seat is None:
                self.proceed()
            else:
                self.act(seat, PASS)

    def turn(self, tile: Tile) -> None:
        """The seat on turn discards a tile and everybody passes."""
        self.discard(tile)
        self.pass_all()

    def claim(self, seat: int, action: Action) -> None:
        """A seat answers in the open window and everybody else who is asked passes."""
        self.act(seat, action)
        self.pass_all()

    def refused(self, seat: int, action: Action) -> str | None:
        """The id with which an action is refused now; ``None`` where it is accepted (and not carried out)."""
        try:
            decide(self.state, seat, action)
        except IllegalAction as refusal:
            return refusal.code
        return None

    def tsumogiri(self) -> None:
        """The seat on turn discards what it drew and everybody passes."""
        seat = self.state.turn
        drawn = self.state.seats[seat].drawn
        self.act(seat, Discard(drawn, drawn=True) if drawn else next(a for a in self.legal(seat) if isinstance(a, Discard)))
        self.pass_all()

    def run_down(self, live_left: int) -> None:
        """Draw and discard until so many live tiles are left and the seat on turn has drawn."""
        while self.state.live_left > live_left and self.state.phase == "turn":
            self.tsumogiri()
        assert self.state.live_left == live_left and self.state.phase == "turn"

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Legal actions of a seat."""
        return legal_actions(self.state, seat)

    @property
    def won(self) -> DealWon:
        """The win that ended the deal."""
        assert isinstance(self.result, DealWon), self.result
        return self.result

    @property
    def worths(self) -> dict[str, int]:
        """Patterns of the win with their worth."""
        return {line.id: line.worth for line in self.won.patterns}

    @property
    def result(self) -> DealWon | DealDrawn | None:
        """The deal's result, if it has one."""
        return next((e for e in reversed(self.events) if isinstance(e, DealWon | DealDrawn)), None)

    def next_deal(self, wall: tuple[Tile, ...] | None = None) -> None:
        """Leave the result sheet and start the next deal."""
        from mahjong_club.rules.actions import CONTINUE

        for seat in range(4):
            if self.legal(seat):
                self.act(seat, CONTINUE)
        assert awaits_deal(self.state)
        self._apply(decide(self.state, None, StartDeal(wall or self.wall, "00" * 32, "c")))
        self.proceed()

    def _apply(self, made: tuple[Event, ...]) -> None:
        for event in made:
            evolve(self.state, event)
        self.events.extend(made)
