"""The reading as a result shows it."""

from typing import Final

from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.tiles import KINDS, RED_FIVES, sort_tiles
from mahjong_club.rules.variants.riichi import packing
from mahjong_club.rules.variants.riichi.divisions import Division, Groups, painted
from mahjong_club.rules.variants.riichi.special import PAIRS, pair_kinds

_PAIRS: Final[Groups] = tuple((tile, tile) for tile in KINDS)


def shown_groups(pair: int, divided: tuple[Division, ...], facts: WinFacts, packed: int) -> Groups:
    """Groups of tiles: concealed sets, melds in their order, the pair; a red five in the first group with its five.

    ``packed`` are the concealed tiles with the winning tile.
    """
    reds = packed >> packing.REDS_SHIFT
    if pair < 0:
        return _special(pair, facts, packed, reds)
    m, p, s, z = divided
    if reds:
        (m_sets, m_pair), (p_sets, p_pair), (s_sets, s_pair) = m.shown[reds & 31], p.shown[reds >> 5 & 31], s.shown[reds >> 10]
        sets = m_sets + p_sets + s_sets + z.groups
        last = m_pair + p_pair + s_pair or (_PAIRS[pair],)
    else:
        sets, last = m.groups + p.groups + s.groups + z.groups, (_PAIRS[pair],)
    for meld in facts.melds:
        sets += (meld.tiles,)
    return sets + last


def _special(pair: int, facts: WinFacts, packed: int, reds: int) -> Groups:
    if pair != PAIRS:
        return (sort_tiles((*facts.hand, facts.tile or "")),)
    groups: Groups = tuple(_PAIRS[kind] for kind in pair_kinds(packed))
    for suit, red in enumerate(RED_FIVES):
        for _ in range(reds >> packing.COUNT_BITS * suit & 31):
            groups = painted(groups, red)
    return groups
