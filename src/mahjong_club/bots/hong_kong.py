"""Hong Kong: nobody wins below the minimum, so every plan counts its faan first.

The faan here are what a player keeps in his head while planning; once the hand is ready the rules' own judge is asked.
"""

from collections.abc import Sequence
from typing import Final

from mahjong_club.bots.plans import ALL_KINDS, HONOURS, SUITS, Form, Plan
from mahjong_club.bots.sight import Sight
from mahjong_club.rules.shapes import ORPHANS
from mahjong_club.rules.tiles import EAST, KIND, WHITE, Tile, bonus_number

_ALL_TRIPLETS, _HALF_FLUSH, _FULL_FLUSH, _LIMIT = 3, 3, 6, 13
#: How much of its pay a hand keeps that reaches the minimum by self-draw only.
_SELF_DRAW_ONLY: Final = 0.3
#: Triplets are claimed from everybody; pairs and orphans have to be drawn.
_EASE: Final[dict[Form, float]] = {"triplets": 1.25, "pairs": 0.8, "orphans": 0.7, "sets": 1.0}
_DISCARD_SHARES: Final = 4


class HongKongTemperament:
    """Plans by faan: flushes, triplets, honours, sequences, pairs, orphans."""

    def plans(self, sight: Sight) -> Sequence[Plan]:
        """Every plan that can reach the minimum."""
        return [plan for plan in _all_plans(sight) if plan.pay > 0]

    def danger(self, sight: Sight, kind: int) -> float:
        """Not weighed: a win by discard costs little more than one by self-draw."""
        return 0.0

    def ready_factor(self, sight: Sight, live: int, pay: float) -> float:
        """Nothing is declared in Hong Kong."""
        return 1.0

    def self_draw_only(self, sight: Sight, waits: int, let_go: Tile | None) -> bool:
        """No tile is barred by one's own river."""
        return False


def _all_plans(sight: Sight) -> list[Plan]:
    melds, counts = sight.melds, sight.counts
    used = _mask_of_melds(sight)
    only_chows = all(meld.kind == "chow" for meld in melds)
    only_triplets = all(meld.kind != "chow" for meld in melds)
    base = _flower_faan(sight) + (1 if sight.concealed else 0)
    values = _value_kinds(sight)
    laid = sum(values.get(KIND[meld.tiles[0]], 0) for meld in melds if meld.kind != "chow")
    wanted = tuple(kind for kind in values if counts[kind] >= 3 or (counts[kind] == 2 and sight.left[kind]))
    held = tuple(kind for kind in wanted if counts[kind] >= 3)
    out = [
        _plan(sight, "sets", base + laid + _sum(values, held), triplets=held),
        _plan(sight, "sets", base + laid + _sum(values, wanted), triplets=wanted),
    ]
    one_more = [(*held, kind) for kind in wanted if kind not in held]
    out.extend(_plan(sight, "sets", base + laid + _sum(values, kinds), triplets=kinds) for kinds in one_more)
    if only_chows and not used & HONOURS:
        out.append(_plan(sight, "sets", base + 1, keep=ALL_KINDS & ~HONOURS))
    for suit in SUITS:
        if not used & ~(suit | HONOURS):
            honours = laid + _sum(values, held)
            out.append(_plan(sight, "sets", base + _HALF_FLUSH + honours, keep=suit | HONOURS, triplets=held))
            if not used & HONOURS:
                out.append(_plan(sight, "sets", base + _FULL_FLUSH, keep=suit))
            if only_triplets:
                out.append(_plan(sight, "triplets", base + _HALF_FLUSH + _ALL_TRIPLETS + honours, keep=suit | HONOURS))
    if only_triplets:
        out.append(_plan(sight, "triplets", base + _ALL_TRIPLETS + laid + _sum(values, held)))
    if not melds:
        pairs = int(getattr(sight.rules.options, "seven_pairs", 4))
        out.append(_plan(sight, "pairs", base - 1 + pairs))
        out.append(_plan(sight, "orphans", _LIMIT, keep=ORPHANS))
    return out


def _plan(sight: Sight, form: Form, faan: int, *, keep: int = ALL_KINDS, triplets: tuple[int, ...] = ()) -> Plan:
    if len(triplets) > sight.rules.sets - len(sight.melds):
        return Plan("sets", 0.0)
    return Plan(form, _pay(sight, faan) * _EASE[form], keep, triplets)


def _pay(sight: Sight, faan: int) -> float:
    """Points of a win with this total on a discard, or a part of them where only a self-draw (one faan more) is enough."""
    options = sight.rules.options
    minimum, limit = int(getattr(options, "minimum", 3)), int(getattr(options, "limit", 13))
    shares: tuple[int, ...] = getattr(options, "shares", ())
    part = 1.0
    if faan < minimum:
        if faan + 1 < minimum:
            return 0.0
        faan, part = faan + 1, _SELF_DRAW_ONLY
    share = shares[min(faan, limit, len(shares) - 1)] if shares else 800 * (1 << max(0, (min(faan, limit) - 1) // 3))
    return part * _DISCARD_SHARES * share


def _mask_of_melds(sight: Sight) -> int:
    mask = 0
    for meld in sight.melds:
        for tile in meld.tiles:
            mask |= 1 << KIND[tile]
    return mask


def _value_kinds(sight: Sight) -> dict[int, int]:
    """Kinds whose triplet brings faan, with how many."""
    values = {WHITE + dragon: 1 for dragon in range(3)}
    for wind in (sight.seat_wind, sight.view.round_wind):
        values[EAST + wind] = values.get(EAST + wind, 0) + 1
    return values


def _sum(values: dict[int, int], kinds: tuple[int, ...]) -> int:
    return sum(values[kind] for kind in kinds)


def _flower_faan(sight: Sight) -> int:
    """Faan of the bonus tiles exposed so far; none at all is worth one while it lasts."""
    tiles = sight.bonus
    if not tiles:
        return 1
    faan = 0
    for series in ("1234", "5678"):
        mine = [tile for tile in tiles if tile[0] in series]
        if len(mine) == 4:
            faan += 2
        else:
            faan += sum(bonus_number(tile) == sight.seat_wind + 1 for tile in mine)
    return faan
