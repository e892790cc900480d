"""The forms of a complete hand: four sets and a pair, seven pairs, thirteen orphans."""

from collections.abc import Sequence
from itertools import product
from typing import Final

from mahjong_club.rules import shapes
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.readings import ONES, OVER, SUIT_BITS, SUIT_MASK, unpack
from mahjong_club.rules.tiles import KIND, KINDS, Tile
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions
from mahjong_club.rules.variants.hong_kong.reading import (
    NINE_GATES,
    NINE_GATES_HANDS,
    NOT_ORPHANS,
    ONE_PAIR,
    ORPHAN_ONES,
    ORPHANS,
    PAIRS_MASK,
    SEVEN_PAIRS,
    SUITS,
)

HAND_SIZE: Final = 13
SETS: Final = 4
_SUIT_M, _SUIT_P, _SUIT_S, _SUIT_Z = SUITS

Blocks = tuple[tuple[Tile, ...], ...]


def readings_of(concealed: int, before: int, code: int, *, melded: bool) -> tuple[list[int], list[Blocks]]:
    """Codes and blocks of every reading of packed concealed tiles, ``before`` being those without the winning tile.

    ``code`` is what the melds and the route contribute. Empty lists: no hand.
    """
    m = _SUIT_M[concealed & SUIT_MASK]
    p = _SUIT_P[concealed >> SUIT_BITS & SUIT_MASK]
    s = _SUIT_S[concealed >> 2 * SUIT_BITS & SUIT_MASK]
    z = _SUIT_Z[concealed >> 3 * SUIT_BITS]
    codes: list[int] = []
    blocks: list[Blocks] = []
    ways_m, ways_p, ways_s, ways_z = m.readings, p.readings, s.readings, z.readings
    if ways_m and ways_p and ways_s and ways_z:
        if not melded and before in NINE_GATES_HANDS:
            code += NINE_GATES
        for (cm, bm, pm), (cp, bp, pp), (cs, bs, ps), (cz, bz, pz) in product(ways_m, ways_p, ways_s, ways_z):
            whole = code + cm + cp + cs + cz
            if whole & PAIRS_MASK == ONE_PAIR:
                codes.append(whole)
                blocks.append(bm + bp + bs + bz + (pm or pp or ps or pz))
    if not melded:
        tiles = code + m.tiles + p.tiles + s.tiles + z.tiles
        if not concealed & ONES:
            codes.append(tiles + SEVEN_PAIRS)
            blocks.append(_pairs_of(concealed))
        elif not concealed & NOT_ORPHANS and (concealed + ORPHAN_ONES * 31) & OVER == ORPHAN_ONES * 32:
            codes.append(tiles + ORPHANS)
            blocks.append(_orphans_of(concealed))
    return codes, blocks


def _pairs_of(packed: int) -> Blocks:
    return tuple((KINDS[kind],) * 2 for kind, count in enumerate(unpack(packed)) for _ in range(count // 2))


def _orphans_of(packed: int) -> Blocks:
    counts = unpack(packed)
    singles = tuple((KINDS[kind],) for kind, count in enumerate(counts) if count == 1)
    return (*singles, (KINDS[counts.index(2)],) * 2)


def waits(keys: Sequence[int], melds: Sequence[Meld], options: HongKongOptions) -> int:
    """Mask of the kinds that complete a hand form: four sets and a pair, seven pairs or thirteen orphans.

    A kind of which the seat itself has all four, concealed or laid down, is left out. What the hand would be worth does not
    matter here, and no option changes the forms.
    """
    mask = shapes.waits(keys, SETS - len(melds)) if melds else shapes.waits_loose(keys)
    return mask & ~_held_out(keys, melds) if mask else 0


def _held_out(keys: Sequence[int], melds: Sequence[Meld]) -> int:
    counts = list(shapes.counts_of(keys))
    for meld in melds:
        for tile in meld.tiles:
            counts[KIND[tile]] += 1
    return sum(1 << kind for kind, count in enumerate(counts) if count >= 4)
