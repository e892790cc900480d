"""What completes a riichi hand. Source: ``docs/rules/riichi.md#waits``.

Keys are those of :mod:`mahjong_club.rules.shapes`; ``melds`` is the number of declared sets.
"""

from collections.abc import Sequence

from mahjong_club.rules import shapes
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.shapes import PLACE, SUIT_OF

Keys = Sequence[int]


def shape_waits(keys: Keys, melds: int) -> int:
    """Mask of the kinds that give the tiles the shape of a win, the fifth copies among them."""
    return shapes.waits(keys, 4 - melds) if melds else shapes.waits_nearest(keys)


def held_fully(keys: Keys) -> int:
    """Mask of the kinds of which all four copies are concealed."""
    return sum(1 << kind for kind, count in enumerate(shapes.counts_of(keys)) if count == 4)


def wait_mask(keys: Keys, melds: int) -> int:
    """Mask of the waits of concealed tiles before a draw: no kind of which the concealed tiles hold all four copies.

    A hand is ready exactly if the mask is not empty. Tiles in the seat's own melds do not shorten it.
    """
    mask = shape_waits(keys, melds)
    return mask & ~held_fully(keys) if mask else 0


def distance(keys: Keys, melds: int) -> int:
    """Shanten: -1 complete, 0 ready (perhaps for a fifth copy)."""
    return shapes.shanten(keys, 4 - melds) if melds else shapes.shanten_nearest(keys)


def improving(keys: Keys, melds: int) -> int:
    """Mask of the kinds whose arrival lowers the distance, without those held four times. For hands before a draw."""
    now = shapes.shanten(keys, 4 - melds)
    mask = shapes.improving(keys, 4 - melds)
    if not melds:
        for other, kinds in (
            (shapes.shanten_pairs(keys), shapes.improving_pairs),
            (shapes.shanten_orphans(keys), shapes.improving_orphans),
        ):
            if other < now:
                now, mask = other, kinds(keys)
            elif other == now:
                mask |= kinds(keys)
    return mask & ~held_fully(keys)


def keys_without(hand: Hand, kind: int, copies: int = 1) -> list[int]:
    """The hand's keys with some copies of a kind taken out."""
    keys = hand.keys[:]
    keys[SUIT_OF[kind]] -= copies * PLACE[kind]
    return keys


def waits_after(hand: Hand, kind: int, melds: int) -> int:
    """Waits after discarding a kind from a hand that holds its drawn tile."""
    return wait_mask(keys_without(hand, kind), melds)
