"""Every way to count a complete hand, in order of preference between equals.

Pairs from characters to dragons; for one pair the divisions of characters before those of circles and bamboo, sequences
before triplets; then the places of the winning tile; then seven pairs, thirteen orphans and nine gates.
"""

from itertools import product
from typing import Final

from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.tiles import KIND
from mahjong_club.rules.variants.riichi import packing
from mahjong_club.rules.variants.riichi.contributions import (
    CONCEALED_SHIFT,
    FU_SHIFT,
    HONOURS_SHIFT,
    LOOK,
    LOOKS,
    LOST_BY_DISCARD,
    PAIR_SHIFT,
    SEQUENCES,
    SEQUENCES_SHIFT,
    THIRD,
    TRIPLETS_SHIFT,
)
from mahjong_club.rules.variants.riichi.divisions import DIVISIONS, Division
from mahjong_club.rules.variants.riichi.explain import spoilt_by_discard
from mahjong_club.rules.variants.riichi.fu import PAIR_WAIT, TOTAL, WAIT_FU
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.special import special_candidates
from mahjong_club.rules.variants.riichi.yaku import BIT

#: Yaku the reading suggests; fu; fu before the win's own (see ``fu.WIN_PARTS``); how the tile waited; pair kind (negative
#: for special shapes); kind of the triplet that a discard completed, or -1; yaku spoilt by that; the divided suits.
Candidate = tuple[int, int, int, int, int, int, int, tuple[Division, ...]]
Divided = tuple[Division, Division, Division, Division]

_READY: Final[dict[str | None, int]] = {"ordinary": BIT["riichi"], "double": BIT["double_riichi"]}
_OPENING: Final[dict[str | None, int]] = {"heavenly": BIT["heavenly_win"], "earthly": BIT["earthly_win"]}
_IPPATSU, _SELF_DRAW = BIT["ippatsu"], BIT["concealed_self_draw"]
_REPLACEMENT, _LAST_DRAW = BIT["replacement_win"], BIT["last_tile_draw"]
_ROBBED, _LAST_DISCARD = BIT["robbed_kong"], BIT["last_tile_discard"]
_SEQUENCES_ONLY: Final = BIT["all_sequences"]
_THREE_CONCEALED, _FOUR_CONCEALED = BIT["three_concealed_triplets"], BIT["four_concealed_triplets"]
_SINGLE_FOUR: Final = BIT["four_concealed_triplets_single_wait"]
_THREE_KONGS, _FOUR_KONGS = BIT["three_kongs"], BIT["four_kongs"]
_THREE_COLOURS: Final = BIT["three_colour_triplets"]
_MAYBE_SPECIAL: Final = BIT["two_identical_sequences"] | BIT["full_flush"]
_DRAGONS: Final = ("dragon_white", "dragon_green", "dragon_red")
_NUMBER_TRIPLETS: Final = (1 << 27) - 1
_SUIT: Final = packing.SUIT_MASK
_HONOURS_FIELD: Final = packing.HONOURS_MASK
_M, _P, _S, _Z = DIVISIONS


def situation(facts: WinFacts) -> int:
    """The mask of yaku of how the tile was won."""
    mask = 0
    if facts.ready:
        mask = _READY.get(facts.ready, 0)
        if facts.ippatsu and mask:
            mask |= _IPPATSU
    if facts.by == "self_draw":
        mask |= _SELF_DRAW
        if facts.after_kong:
            mask |= _REPLACEMENT
        elif facts.last_tile:
            mask |= _LAST_DRAW
        if facts.opening:
            mask |= _OPENING.get(facts.opening, 0)
    elif facts.by == "robbed_kong":
        mask |= _ROBBED
    elif facts.last_tile:
        mask |= _LAST_DISCARD
    return mask


def _honour_yaku(round_wind: int, seat_wind: int, held: int) -> int:
    mask = sum(BIT[name] for i, name in enumerate(_DRAGONS) if held >> (4 + i) & 1)
    mask += BIT["round_wind"] if held >> round_wind & 1 else 0
    return mask + (BIT["seat_wind"] if held >> seat_wind & 1 else 0)


#: By ``4 * round wind + seat wind`` and mask of honour triplets.
_HONOURS: Final = tuple(tuple(_honour_yaku(i >> 2, i & 3, held) for held in range(128)) for i in range(16))


def _pair_fu(round_wind: int, seat_wind: int, double_wind: int, kind: int) -> int:
    if kind < 27:
        return 0
    if kind >= 31:
        return 2
    winds = (kind - 27 == round_wind) + (kind - 27 == seat_wind)
    return (0, 2, double_wind)[winds]


class CandidateFinder:
    """Finds the candidates of one table's options."""

    def __init__(self, options: RiichiOptions) -> None:
        double_wind = options.double_wind_pair_fu
        #: Fu of a pair, by ``4 * round wind + seat wind`` and kind.
        self.pair_fu = tuple(tuple(_pair_fu(i >> 2, i & 3, double_wind, kind) for kind in range(34)) for i in range(16))

    def find(self, facts: WinFacts, packed: int, melded: int, concealed: int) -> list[Candidate]:
        """All candidates of packed concealed tiles; ``melded`` is the sum of the melds' contributions."""
        ways_m, ways_p = _M[packed & _SUIT], _P[packed >> 45 & _SUIT]
        ways_s, ways_z = _S[packed >> 90 & _SUIT], _Z[packed >> 135 & _HONOURS_FIELD]
        mask = situation(facts)
        found: list[Candidate] = []
        ways = len(ways_m) * len(ways_p) * len(ways_s) * len(ways_z)
        if ways == 1:
            self._count(found, (ways_m[0], ways_p[0], ways_s[0], ways_z[0]), facts, melded, mask, concealed)
        elif ways:
            for divided in sorted(product(ways_m, ways_p, ways_s, ways_z), key=_pair_of):
                self._count(found, divided, facts, melded, mask, concealed)
        # Pairs that are also sets are twin sequences, and nine gates are a flush.
        if not facts.melds and (not found or found[0][0] & _MAYBE_SPECIAL):
            special_candidates(found, packed, facts.tile or "", mask)
        return found

    def _count(self, found: list[Candidate], divided: Divided, facts: WinFacts, melded: int, mask: int, concealed: int) -> None:
        """Add one division of the hand with every place of the winning tile, if there is exactly one pair."""
        m, p, s, z = divided
        total = melded + m.total + p.total + s.total + z.total
        if total & 7 != 5:
            return
        pair = total >> PAIR_SHIFT & 63
        winds = 4 * facts.round_wind + (facts.winner - facts.dealer & 3)
        mask |= LOOKS[total & LOOK] | SEQUENCES[total >> SEQUENCES_SHIFT] | _HONOURS[winds][total >> HONOURS_SHIFT & 127]
        triplets = total >> TRIPLETS_SHIFT & _NUMBER_TRIPLETS
        if triplets and triplets & triplets >> 9 & triplets >> 18:
            mask |= _THREE_COLOURS
        counters = total >> CONCEALED_SHIFT & 0x3FFF
        fu = 20 + self.pair_fu[winds][pair] + (counters >> 6)
        hidden = counters & 7
        if counters >= 3 << 3:
            kongs = counters >> 3 & 7
            if kongs >= 3:
                mask |= _THREE_KONGS if kongs == 3 else _FOUR_KONGS
        kind = KIND[facts.tile or ""]
        taken = facts.by != "self_draw"
        totals = TOTAL[concealed if taken else concealed + 2]
        for wait in divided[kind // 9].waits[kind % 9]:
            if wait == THIRD and taken:
                lost = LOST_BY_DISCARD[kind] >> FU_SHIFT
                placed = _hidden_yaku(mask, hidden - 1, wait)
                spoilt = spoilt_by_discard(hidden - 1)
                found.append((placed, totals[fu - lost], fu - lost, wait, pair, kind, spoilt, divided))
            else:
                raw = fu + WAIT_FU[wait]
                placed = _hidden_yaku(mask, hidden, wait) if hidden > 2 else mask
                if raw == 20:
                    placed |= _SEQUENCES_ONLY
                found.append((placed, totals[raw], raw, wait, pair, -1, 0, divided))


def _pair_of(divided: Divided) -> int:
    return max(division.pair for division in divided)


def _hidden_yaku(mask: int, hidden: int, wait: int) -> int:
    """The mask with the yaku of ``hidden`` concealed triplets."""
    if hidden == 3:
        return mask | _THREE_CONCEALED
    if hidden == 4:
        return mask | (_SINGLE_FOUR if wait == PAIR_WAIT else _FOUR_CONCEALED)
    return mask
