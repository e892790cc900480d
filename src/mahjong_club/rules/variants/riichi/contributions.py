"""What each block of a reading adds, packed into one integer, so that a reading is a sum of five.

Fields, from the lowest bit: what the whole hand looks like (37 bits: see :data:`LOOK`), concealed triplets (3), kongs (3),
fu of the sets (8), honour triplets (7, one bit a kind), number triplets (27, one bit a kind), kind of the pair (6), sequences
(25 counters of 3 bits, by lowest kind). The look of a hand and its sequences are then read from two small memos.
"""

from typing import Final

from mahjong_club.rules.variants.riichi.yaku import BIT

TRIPLET: Final = 64

_YAOCHU: Final = frozenset((0, 8, 9, 17, 18, 26, *range(27, 34)))
_GREEN: Final = frozenset((19, 20, 21, 23, 25, 32))

#: Position of the counters that make up the look of a hand, all of 3 bits.
_BLOCKS, _SEQUENCES, _OUTSIDE, _EXTREME, _HONOUR = 0, 3, 6, 9, 12
_SUIT: Final = (15, 18, 21)
_GREENS, _DRAGONS, _DRAGON_PAIR, _WINDS, _WIND_PAIR = 24, 27, 29, 31, 34
LOOK: Final = (1 << 37) - 1

CONCEALED_SHIFT: Final = 37
KONG_SHIFT: Final = 40
FU_SHIFT: Final = 43
HONOURS_SHIFT: Final = 51
TRIPLETS_SHIFT: Final = 58
PAIR_SHIFT: Final = 85
SEQUENCES_SHIFT: Final = 91


def _look(kinds: tuple[int, ...]) -> int:
    first = kinds[0]
    total = 1 << _BLOCKS
    extremes = sum(kind in _YAOCHU for kind in kinds)
    total += (extremes > 0) << _OUTSIDE
    total += (extremes == len(kinds)) << _EXTREME
    total += 1 << (_HONOUR if first >= 27 else _SUIT[first // 9])
    total += all(kind in _GREEN for kind in kinds) << _GREENS
    return total


def sequence(start: int) -> int:
    """The contribution of a sequence, concealed or claimed."""
    look = _look((start, start + 1, start + 2)) + (1 << _SEQUENCES)
    return look + (1 << (SEQUENCES_SHIFT + 3 * start))


def triplet_fu(kind: int, *, concealed: bool, kong: bool) -> int:
    """Fu of a triplet or kong."""
    return 2 * (2 if kind in _YAOCHU else 1) * (2 if concealed else 1) * (4 if kong else 1)


def triplet(kind: int, *, concealed: bool, kong: bool = False) -> int:
    """The contribution of a triplet or kong."""
    total = _look((kind, kind, kind))
    total += (concealed << CONCEALED_SHIFT) + (kong << KONG_SHIFT)
    total += triplet_fu(kind, concealed=concealed, kong=kong) << FU_SHIFT
    if kind < 27:
        return total + (1 << (TRIPLETS_SHIFT + kind))
    total += 1 << (_DRAGONS if kind >= 31 else _WINDS)
    return total + (1 << (HONOURS_SHIFT + kind - 27))


def pair(kind: int) -> int:
    """The contribution of a pair."""
    total = _look((kind, kind)) + (kind << PAIR_SHIFT)
    if kind >= 27:
        total += 1 << (_DRAGON_PAIR if kind >= 31 else _WIND_PAIR)
    return total


PAIR: Final[tuple[int, ...]] = tuple(pair(kind) for kind in range(34))
#: By block code: a concealed sequence (its lowest kind) or a concealed triplet (64 + kind).
CONCEALED: Final[tuple[int, ...]] = tuple(
    triplet(code - TRIPLET, concealed=True) if code >= TRIPLET else sequence(code) if code < 27 and code % 9 < 7 else 0
    for code in range(TRIPLET + 34)
)
#: What a concealed triplet loses when its third tile came from another seat, by kind.
LOST_BY_DISCARD: Final[tuple[int, ...]] = tuple(
    triplet(kind, concealed=True) - triplet(kind, concealed=False) for kind in range(34)
)

#: How the winning tile sits in a block: not at all, in an open-ended sequence, in a closed or edge one, as a third copy.
ABSENT, OPEN_ENDED, NARROW, THIRD = range(4)


def _wait(code: int, kind: int) -> int:
    if code >= TRIPLET:
        return THIRD if code - TRIPLET == kind else ABSENT
    if code >= 27 or not code <= kind <= code + 2:
        return ABSENT
    edge = (kind == code + 2 and code % 9 == 0) or (kind == code and code % 9 == 6)
    return NARROW if edge or kind == code + 1 else OPEN_ENDED


#: ``WAIT[kind][code]``: see :data:`ABSENT`.
WAIT: Final[tuple[bytes, ...]] = tuple(bytes(_wait(code, kind) for code in range(TRIPLET + 34)) for kind in range(34))


class LookTable(dict[int, int]):
    """By look of a hand: the yaku that follow from it."""

    def __missing__(self, look: int) -> int:
        mask = self[look] = _read_look(look)
        return mask


def _colours(honours: int, suits: int, extremes: int, blocks: int) -> int:
    mask = 0
    if suits == 1:
        mask |= BIT["half_flush" if honours else "full_flush"]
    if extremes == blocks:
        mask |= BIT["all_honors" if not suits else "mixed_terminals" if honours else "all_terminals"]
    return mask


def _read_look(look: int) -> int:
    def at(position: int) -> int:
        return look >> position & 7

    blocks, sequences, honours = at(_BLOCKS), at(_SEQUENCES), at(_HONOUR)
    mask = _colours(honours, sum(at(suit) > 0 for suit in _SUIT), at(_EXTREME), blocks)
    if not at(_OUTSIDE):
        mask |= BIT["all_simples"]
    if at(_OUTSIDE) == blocks and sequences:
        mask |= BIT["mixed_outside_hand" if honours else "pure_outside_hand"]
    if at(_GREENS) == blocks:
        mask |= BIT["all_green"]
    if blocks == 7:
        return mask | BIT["seven_pairs"]
    if not sequences:
        mask |= BIT["all_triplets"]
    dragons, winds = look >> _DRAGONS & 3, at(_WINDS)
    if dragons == 3:
        mask |= BIT["big_three_dragons"]
    elif dragons == 2 and look >> _DRAGON_PAIR & 3:
        mask |= BIT["little_three_dragons"]
    if winds == 4:
        mask |= BIT["big_four_winds"]
    elif winds == 3 and at(_WIND_PAIR):
        mask |= BIT["little_four_winds"]
    return mask


class SequencesTable(dict[int, int]):
    """By sequence counters: the yaku of equal and matching sequences."""

    def __missing__(self, counters: int) -> int:
        mask = self[counters] = _read_sequences([counters >> 3 * start & 7 for start in range(25)])
        return mask


def _read_sequences(counts: list[int]) -> int:
    mask = 0
    twins = sum(count // 2 for count in counts)
    if twins:
        mask |= BIT["identical_sequences" if twins == 1 else "two_identical_sequences"]
    if any(counts[start] and counts[start + 9] and counts[start + 18] for start in range(7)):
        mask |= BIT["three_colour_sequences"]
    if any(counts[first] and counts[first + 3] and counts[first + 6] for first in (0, 9, 18)):
        mask |= BIT["full_straight"]
    return mask


LOOKS: Final = LookTable()
SEQUENCES: Final = SequencesTable()
