"""Plans: what a hand may become, how far away that is, and what it would pay.

A plan keeps some tiles and ignores the others: a flush keeps one suit and the honours, a hand with a triplet of dragons
sets one set aside for them. Distances are exact for that: sets still to be formed, less the kept tiles that already fit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from mahjong_club.bots.sight import Sight
from mahjong_club.rules import shapes
from mahjong_club.rules.tiles import EAST, Tile

Form = Literal["sets", "triplets", "pairs", "orphans"]
#: How many tiles before ready (-1: complete), and the mask of the kinds that bring it nearer.
Reach = tuple[int, int]
ALL_KINDS = (1 << 34) - 1
HONOURS = ALL_KINDS >> EAST << EAST
SUITS = tuple(0x1FF << 9 * suit for suit in range(3))
_WHOLE = (0x1FF, 0x1FF, 0x1FF, 0x7F)


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to finish.

    ``keep``: mask of the kinds that may be used. ``triplets``: kinds of which a triplet is wanted besides. ``pay``: points
    that the finished hand brings, already weighed by how often it may be won (on any tile, or by self-draw only).
    """

    form: Form
    pay: float
    keep: int = ALL_KINDS
    triplets: tuple[int, ...] = ()


class Temperament(Protocol):
    """What a variant adds to the club player: data and small judgements, no flow."""

    def plans(self, sight: Sight) -> Sequence[Plan]:
        """Plans worth following with these tiles and melds; those that cannot reach the minimum are left out."""
        ...

    def danger(self, sight: Sight, kind: int) -> float:
        """Points that discarding a tile of this kind is feared to cost now."""
        ...

    def ready_factor(self, sight: Sight, live: int, pay: float) -> float:
        """What a declaration of readiness multiplies the worth of a ready hand by that waits for ``live`` tiles.

        ``pay``: points of its win on average, the declaration counted.
        """
        ...

    def self_draw_only(self, sight: Sight, waits: int, let_go: Tile | None) -> bool:
        """Whether a hand with these waits may not win by discard after letting the tile go."""
        ...


class Pursuit:
    """A plan on given concealed tiles: its reach with all of them, and after one is let go."""

    __slots__ = ("_counts", "_kept", "_keys", "_sets", "plan", "reach")

    def __init__(self, plan: Plan, counts: Sequence[int], keys: Sequence[int], sets: int) -> None:
        self.plan = plan
        self._counts = counts
        self._keys = keys
        self._sets = sets
        self._kept = _kept_keys(plan, counts, keys) if plan.form == "sets" else ()
        #: With all the tiles.
        self.reach = self._reach(counts, keys, self._kept)

    def without(self, kind: int) -> Reach:
        """After one tile of ``kind`` went."""
        plan = self.plan
        if not plan.keep >> kind & 1:
            return self.reach
        counts = list(self._counts)
        counts[kind] -= 1
        suit, place = shapes.SUIT_OF[kind], shapes.PLACE[kind]
        if plan.form == "sets":
            kept = list(self._kept)
            if kind not in plan.triplets:
                kept[suit] -= place
            return self._reach(counts, (), kept)
        keys = list(self._keys)
        keys[suit] -= place
        return self._reach(counts, keys, ())

    def _reach(self, counts: Sequence[int], keys: Sequence[int], kept: Sequence[int]) -> Reach:
        plan = self.plan
        if plan.form == "sets":
            return _sets_reach(plan, counts, kept, self._sets)
        if plan.form == "triplets":
            return _triplets_reach(plan.keep, counts, self._sets)
        if plan.form == "pairs":
            return shapes.shanten_pairs(keys), shapes.improving_pairs(keys)
        return shapes.shanten_orphans(keys), shapes.improving_orphans(keys)


def _kept_keys(plan: Plan, counts: Sequence[int], keys: Sequence[int]) -> tuple[int, ...]:
    """Suit keys of the kept tiles without the wanted triplets."""
    kept = []
    for suit, whole in enumerate(_WHOLE):
        part = plan.keep >> 9 * suit & whole
        key = keys[suit] if part else 0
        if key and part != whole:
            for kind in range(9 * suit, 9 * suit + whole.bit_length()):
                if not plan.keep >> kind & 1:
                    key -= counts[kind] * shapes.PLACE[kind]
        kept.append(key)
    for kind in plan.triplets:
        if plan.keep >> kind & 1:
            kept[shapes.SUIT_OF[kind]] -= counts[kind] * shapes.PLACE[kind]
    return tuple(kept)


def _sets_reach(plan: Plan, counts: Sequence[int], kept: Sequence[int], sets: int) -> Reach:
    free = sets - len(plan.triplets)
    away, mask = shapes.shanten(kept, free), shapes.improving(kept, free) & plan.keep
    for kind in plan.triplets:
        if counts[kind] < 3:
            away += 3 - counts[kind]
            mask |= 1 << kind
    return away, mask


def _triplets_reach(keep: int, counts: Sequence[int], sets: int) -> Reach:
    """Complete triplets take places first, then pairs; single tiles take what is left of `sets` places and one for the pair."""
    have = [0, 0, 0, 0]
    for kind, count in enumerate(counts):
        have[min(3, count)] |= 1 << kind
    ones, twos, threes = (have[n] & keep for n in (1, 2, 3))
    full = min(threes.bit_count(), sets)
    places = sets - full + 1
    pairs = min(threes.bit_count() - full + twos.bit_count(), places)
    singles = min(ones.bit_count(), places - pairs)
    mask = twos if full < sets else 0
    if pairs < places:
        mask |= ones
    if singles < places - pairs:
        mask |= have[0] & keep
    return 3 * sets + 1 - (3 * full + 2 * pairs + singles), mask
