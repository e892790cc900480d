"""What a hand is worth to its holder: over all plans, points times the chance to get there."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mahjong_club.bots.plans import Plan, Pursuit, Reach, Temperament
from mahjong_club.bots.sight import Sight, facts_of_win
from mahjong_club.rules.scoring import ReadyRank
from mahjong_club.rules.shapes import PLACE, SUIT_OF, keys_of
from mahjong_club.rules.tiles import KIND, KINDS, Tile

#: Chance to win from so many tiles before ready, and live improving tiles at which it holds.
_CHANCE: Final = (0.45, 0.22, 0.10, 0.04, 0.015, 0.005, 0.0015, 0.0004)
_USUAL: Final = (5.0, 14.0, 24.0, 34.0, 44.0, 52.0, 60.0, 66.0)
#: Own draws left at which a hand at each distance keeps half of its chance.
_NEEDS: Final = (4.0, 7.0, 10.0, 13.0, 16.0, 19.0, 22.0, 25.0)
_FARTHEST: Final = len(_CHANCE) - 1
#: How a win comes about once a hand is ready.
_BY_DISCARD: Final = 0.65
#: What plans beside the best one add, and how many are looked at, if they promise at least this part of the best.
_SECOND_PLANS: Final = 0.25
_MOST_PLANS: Final = 4
_PROMISING: Final = 0.1


def chance(away: int, tiles: float, turns: float) -> float:
    """Chance to win from ``away`` tiles before ready with so many live improving tiles and own draws left."""
    if away > _FARTHEST or tiles <= 0:
        return 0.0
    breadth = math.pow(tiles / _USUAL[away], 0.8)
    return _CHANCE[away] * min(breadth, 2.0) * turns / (turns + _NEEDS[away])


class Appraisal:
    """What concealed tiles with the melds of ``sight`` are worth, whole or after a discard."""

    def __init__(self, temperament: Temperament, sight: Sight, hand: tuple[Tile, ...]) -> None:
        self._temperament = temperament
        self._sight = sight
        self._hand = hand
        self._keys = keys_of(sight.counts)
        self._pursuits = self._most_promising(temperament.plans(sight))

    def _most_promising(self, plans: Sequence[Plan]) -> list[Pursuit]:
        sets = self._sight.rules.sets - len(self._sight.melds)
        rated: list[tuple[float, int, Pursuit]] = []
        for number, plan in enumerate(plans):
            pursuit = Pursuit(plan, self._sight.counts, self._keys, sets)
            value = self._value(plan, pursuit.reach, ready=False)
            if value > 0:
                rated.append((-value, number, pursuit))
        rated.sort()
        return [pursuit for value, _, pursuit in rated[:_MOST_PLANS] if value <= _PROMISING * rated[0][0]]

    def whole(self) -> float:
        """Worth of all the tiles, 3n+1 of them."""
        return self._worth([(p.plan, p.reach) for p in self._pursuits], self._keys, self._hand, None, None)

    def without(self, tile: Tile, declared: ReadyRank | None = None) -> float:
        """Worth of 3n+2 tiles after a discard, with a declaration of readiness where ``declared`` is its rank."""
        kind = KIND[tile]
        keys = list(self._keys)
        keys[SUIT_OF[kind]] -= PLACE[kind]
        rest = list(self._hand)
        rest.remove(tile)
        return self._worth([(p.plan, p.without(kind)) for p in self._pursuits], keys, tuple(rest), tile, declared)

    def _worth(
        self,
        reaches: list[tuple[Plan, Reach]],
        keys: Sequence[int],
        hand: tuple[Tile, ...],
        let_go: Tile | None,
        declared: ReadyRank | None,
    ) -> float:
        sight = self._sight
        waits = sight.rules.waits(keys, sight.melds)
        pay, tiles = self._ready_pay(hand, waits, let_go, declared) if waits else (0.0, 0)
        exact = pay * chance(0, tiles, sight.turns)
        if declared is not None:
            # A declared hand can no longer be changed for a better one.
            return exact * self._temperament.ready_factor(sight, sight.live(waits), pay)
        values = [self._value(plan, reach, ready=bool(waits)) for plan, reach in reaches]
        best = max(values, default=0.0)
        return max(best + _SECOND_PLANS * (sum(values) - best), exact)

    def _value(self, plan: Plan, reach: Reach, *, ready: bool) -> float:
        away, mask = reach
        if ready and away <= 0:
            return 0.0
        return plan.pay * chance(max(away, 0), self._sight.live(mask), self._sight.turns)

    def _ready_pay(
        self, hand: tuple[Tile, ...], waits: int, let_go: Tile | None, declared: ReadyRank | None
    ) -> tuple[float, int]:
        """Points on average and live tiles that win, by the judge's own answer for each: none for a hand that may never win."""
        sight = self._sight
        lock = sight.view.seats[sight.seat].lock
        barred = self._temperament.self_draw_only(sight, waits, let_go)
        pays, tiles = 0.0, 0
        for kind in range(34):
            copies = sight.left[kind] if waits >> kind & 1 else 0
            if not copies:
                continue
            tile, pay = KINDS[kind], 0.0
            facts = facts_of_win(sight, hand, tile, "self_draw", declared)
            drawn = sight.rules.judge(facts)
            if drawn.wins:
                pay += (1 - _BY_DISCARD) * drawn.deltas[sight.seat]
            if not barred and (lock is None or not lock.blocks(tile)):
                fed = sight.rules.judge(replace(facts, by="discard", from_seat=(sight.seat + 1) & 3))
                if fed.wins:
                    pay += _BY_DISCARD * fed.deltas[sight.seat]
            if pay:
                pays += copies * pay
                tiles += copies
        return (pays / tiles if tiles else 0.0), tiles
