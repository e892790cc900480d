"""Riichi: a win needs a yaku. A concealed hand can always declare; an open one has to show its yaku by its tiles.

Against a declared seat a far hand is given up: its plans are hardly worth anything, so the tile that is feared least goes.
"""

from collections.abc import Sequence
from typing import Final

from mahjong_club.bots.plans import ALL_KINDS, HONOURS, SUITS, Form, Plan
from mahjong_club.bots.riichi_danger import feared, threats
from mahjong_club.bots.sight import Sight
from mahjong_club.rules.indicators import DORA_OF
from mahjong_club.rules.shapes import ORPHANS, keys_of, shanten, shanten_nearest
from mahjong_club.rules.tiles import EAST, KIND, WHITE, Tile

#: Points of a win by han, at thirty fu or the limit.
_POINTS: Final = (0.0, 1200.0, 2300.0, 4300.0, 7800.0, 8200.0, 12000.0, 12300.0, 16000.0)
_YAKUMAN: Final = 32000.0
_DEALER: Final = 1.5
#: Han that a concealed hand brings besides the declaration: self-draw, ippatsu, ura.
_CONCEALED: Final = 1.2
#: A dora at hand is in the finished hand so often.
_DORA_KEPT: Final = 0.8
#: Pairs and orphans have to be drawn; a triplet that is not there yet may never come.
_EASE: Final[dict[Form, float]] = {"triplets": 1.0, "pairs": 0.8, "orphans": 0.7, "sets": 1.0}
_ONE_PAIR_YAKU: Final = 0.8
#: What a declared seat leaves of the worth of a hand that is ready, one tile away, farther.
_UNDER_THREAT: Final = (0.8, 0.5, 0.04)
#: What discarding a dora costs a hand that is ready, one tile away, ...
_DORA_COST: Final = (400.0, 220.0, 110.0, 50.0, 20.0)
#: A declaration brings ippatsu and ura, but tells the others to stop: a big hand that has a yaku stays silent.
_DECLARED, _DECLARED_BIG, _BIG = 1.05, 0.8, 8000.0
#: With so few own draws left it risks its stick for a win that hardly comes.
_LATE, _LATE_FACTOR = 2.5, 0.6


class RiichiTemperament:
    """Concealed hands for the declaration, open ones for honours, simples, flushes and triplets; folds where it is too late.

    ``defends`` is switched off by the benchmark only, to measure what folding is worth.
    """

    def __init__(self, *, defends: bool = True) -> None:
        self._defends = defends

    def plans(self, sight: Sight) -> Sequence[Plan]:
        """Plans with at least one yaku."""
        factor = _DEALER if sight.seat == sight.view.dealer else 1.0
        if self._defends:
            declared = len(threats(sight.view, sight.seat))
            if declared:
                factor *= _UNDER_THREAT[min(_distance(sight), len(_UNDER_THREAT) - 1)] ** declared
        return [
            Plan(plan.form, factor * _EASE[plan.form] * plan.pay, plan.keep, plan.triplets)
            for plan in _all_plans(sight)
            if plan.pay > 0
        ]

    def danger(self, sight: Sight, kind: int) -> float:
        """Points feared to be lost to hands of others, and what a dora is worth to the own one."""
        cache = sight.view.cache
        # A view is kept up to date by `evolve`, which empties the cache.
        costs: Sequence[float] | None = cache.get(("feared", sight.seat, self._defends))
        if costs is None:
            costs = feared(sight) if self._defends else (0.0,) * 34
            held = list(costs)
            worth = _DORA_COST[min(_distance(sight), len(_DORA_COST) - 1)]
            for dora in _dora_kinds(sight):
                held[dora] += worth
            costs = cache["feared", sight.seat, self._defends] = held
        return costs[kind]

    def ready_factor(self, sight: Sight, live: int, pay: float) -> float:
        """More than one for a usual hand, less for a big one and late."""
        return (_DECLARED if pay < _BIG else _DECLARED_BIG) * (_LATE_FACTOR if sight.turns < _LATE else 1.0)

    def self_draw_only(self, sight: Sight, waits: int, let_go: Tile | None) -> bool:
        """Furiten: one of the waits lies in the own river, or would with this discard."""
        if let_go is not None and waits >> KIND[let_go] & 1:
            return True
        return any(waits >> KIND[entry.tile] & 1 for entry in sight.view.seats[sight.seat].river)


def _distance(sight: Sight) -> int:
    """Tiles before ready, by any way; 0 also for a complete hand."""
    keys = keys_of(sight.counts)
    away = shanten(keys, sight.rules.sets - len(sight.melds)) if sight.melds else shanten_nearest(keys)
    return max(away, 0)


def _all_plans(sight: Sight) -> list[Plan]:
    melds, counts = sight.melds, sight.counts
    used = 0
    for meld in melds:
        for tile in meld.tiles:
            used |= 1 << KIND[tile]
    no_chows = all(meld.kind != "chow" for meld in melds)
    concealed = sight.concealed
    closed, shut = (_CONCEALED, 1.0) if concealed else (0.0, 0.0)
    values = _value_kinds(sight)
    laid = sum(values.get(KIND[meld.tiles[0]], 0) for meld in melds if meld.kind != "chow")
    held = tuple(kind for kind in values if counts[kind] >= 3)
    han = closed + laid + sum(values[kind] for kind in held)
    dora = _dora_of(sight, ALL_KINDS)
    out: list[Plan] = []
    if han:
        out.append(_plan(sight, "sets", han + dora, triplets=held))
    for kind, worth in values.items():
        if counts[kind] == 2 and sight.left[kind]:
            part = 1.0 if han else _ONE_PAIR_YAKU
            out.append(_plan(sight, "sets", han + worth + dora, part, triplets=(*held, kind)))
    if not used & ORPHANS and (concealed or bool(getattr(sight.rules.options, "open_all_simples", True))):
        simples = ALL_KINDS & ~ORPHANS
        out.append(_plan(sight, "sets", closed + 1 + _dora_of(sight, simples), keep=simples))
    for suit in SUITS:
        if used & ~(suit | HONOURS):
            continue
        keep = suit | HONOURS
        out.append(_plan(sight, "sets", closed + 2 + shut + laid + _dora_of(sight, keep), keep=keep))
        if not used & HONOURS:
            out.append(_plan(sight, "sets", closed + 5 + shut + _dora_of(sight, suit), keep=suit))
    if no_chows:
        out.append(_plan(sight, "triplets", han - closed + 2 + shut + dora))
    if not melds:
        out.append(_plan(sight, "pairs", closed + 2 + dora))
        out.append(Plan("orphans", _YAKUMAN, keep=ORPHANS))
    return out


def _plan(
    sight: Sight, form: Form, han: float, part: float = 1.0, *, keep: int = ALL_KINDS, triplets: tuple[int, ...] = ()
) -> Plan:
    if len(triplets) > sight.rules.sets - len(sight.melds):
        return Plan(form, 0.0)
    whole = min(int(han), len(_POINTS) - 2)
    over = min(han - whole, 1.0)
    return Plan(form, part * (_POINTS[whole] + over * (_POINTS[whole + 1] - _POINTS[whole])), keep, triplets)


def _value_kinds(sight: Sight) -> dict[int, int]:
    """Kinds whose triplet is a yaku, with its han."""
    values = {WHITE: 1, WHITE + 1: 1, WHITE + 2: 1, EAST + sight.seat_wind: 1}
    round_wind = EAST + sight.view.round_wind
    values[round_wind] = values.get(round_wind, 0) + 1
    return values


def _dora_kinds(sight: Sight) -> list[int]:
    """The kind of each dora; one that is shown twice counts twice."""
    return [KIND[DORA_OF[indicator]] for indicator in sight.view.indicators]


def _dora_of(sight: Sight, keep: int) -> float:
    """Han of the dora laid down, and of those in hand among the kept kinds as far as they can be expected to stay."""
    me, window = sight.view.seats[sight.seat], sight.view.window
    laid, held = 0, 0
    for dora in _dora_kinds(sight):
        laid += sum(KIND[tile] == dora for meld in sight.melds for tile in meld.tiles)
        held += sight.counts[dora] if keep >> dora & 1 else 0
    laid += sum(tile[0] == "0" for meld in sight.melds for tile in meld.tiles)
    for suit, reds in enumerate(me.hand.reds):
        held += reds if keep >> 9 * suit + 4 & 1 and sight.counts[9 * suit + 4] else 0
    if window is not None and len(sight.melds) > len(me.melds):
        # The view's hand still has the red fives of a claim that is only thought of.
        held -= sum(tile[0] == "0" for tile in sight.melds[-1].tiles[:-1])
    return laid + _DORA_KEPT * max(held, 0)
