"""What one suit of a hand contributes to waits, improving tiles and the forms of pairs and orphans.

Everything is derived once per suit key. Kind masks here have bit 0 for the lowest rank of the suit; the
callers shift them to the suit's place, except for `PresenceTable`.
"""

from collections.abc import Callable, Sequence

from mahjong_club.rules.shapes_distances import (
    HONOURS,
    MOST_SETS,
    NUMBERED,
    Profile,
    ProfileTable,
    honours_profile,
    numbered_profile,
    octal,
)
from mahjong_club.rules.shapes_keys import TABLE_LIMIT, suit_counts

# A state is one integer; its low fields may be added up over the four suits:
#   bits 0-6 tiles, 7-9 suits that are not complete, 10-12 suits that are complete with the pair.
BROKEN = 1 << 7
PAIRED = 1 << 10
SUMMED = (1 << 13) - 1
# Above them: masks of the kinds that complete the suit without the pair and with it.
TO_SETS_SHIFT = 16
TO_PAIR_SHIFT = 32


def divides(counts: Sequence[int], *, sequences: bool) -> bool:
    """Whether the counts are sets and nothing else.

    The lowest rank tells: what is over after its triplets begins sequences, as three equal sequences are three triplets.
    """
    before_last = last = 0
    for count in counts:
        rest = count - before_last - last
        if rest < 0:
            return False
        before_last, last = last, rest % 3
        if last and not sequences:
            return False
    return not before_last and not last


def pair_ranks(counts: Sequence[int]) -> list[int]:
    """Ranks that the pair may have if the rest are sets: those of a set add up to a multiple of three."""
    first = 2 * sum([rank * count for rank, count in enumerate(counts)]) % 3
    return [rank for rank in range(first, len(counts), 3) if counts[rank] >= 2]


def _divides_with_pair(counts: list[int], moment: int, *, sequences: bool) -> bool:
    """Whether the counts, whose ranks add up to ``moment``, are sets and the pair."""
    for rank in range(2 * moment % 3, len(counts), 3):
        if counts[rank] >= 2:
            counts[rank] -= 2
            found = divides(counts, sequences=sequences)
            counts[rank] += 2
            if found:
                return True
    return False


class StateTable(dict[int, int]):
    """The state of a suit by its key."""

    def __init__(self, ranks: int, *, sequences: bool) -> None:
        super().__init__()
        self._ranks, self._sequences = ranks, sequences

    def __missing__(self, key: int) -> int:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        state = self[key] = self._state(key)
        return state

    def _state(self, key: int) -> int:
        counts = list(suit_counts(key))
        tiles = sum(counts)
        if tiles > 3 * MOST_SETS + 2:
            return tiles + BROKEN
        moment = sum([rank * count for rank, count in enumerate(counts)])
        remainder = tiles % 3
        if remainder == 0:
            return tiles + (0 if not moment % 3 and divides(counts, sequences=self._sequences) else BROKEN)
        if remainder == 1:
            return tiles + BROKEN | self._to_pair(counts, moment) << TO_PAIR_SHIFT
        paired = _divides_with_pair(counts, moment, sequences=self._sequences)
        to_sets = self._to_sets(counts, moment) if tiles < 3 * MOST_SETS else 0
        return tiles + (PAIRED if paired else BROKEN) | to_sets << TO_SETS_SHIFT

    def _to_sets(self, counts: list[int], moment: int) -> int:
        """Mask of the ranks that make the counts sets."""
        mask, sequences = 0, self._sequences
        for rank in range(-moment % 3, self._ranks, 3):
            counts[rank] += 1
            if divides(counts, sequences=sequences):
                mask |= 1 << rank
            counts[rank] -= 1
        return mask

    def _to_pair(self, counts: list[int], moment: int) -> int:
        """Mask of the ranks that make the counts sets and the pair: the pair's second tile, or what a set lacks beside it."""
        mask, sequences = 0, self._sequences
        for rank in range(self._ranks):
            count = counts[rank]
            if count and (moment - rank) % 3 == 0:
                counts[rank] = count - 1
                if divides(counts, sequences=sequences):
                    mask |= 1 << rank
            if count >= 2:
                counts[rank] = count - 2
                mask |= self._to_sets(counts, moment - 2 * rank)
            counts[rank] = count
        return mask


STATES = StateTable(9, sequences=True)
HONOUR_STATES = StateTable(7, sequences=False)


class Raising(dict[int, int]):
    """For one suit: mask of the ranks that raise any of the given entries of its profile."""

    def __init__(self, raised_by: tuple[int, ...]) -> None:
        super().__init__()
        self._raised_by = raised_by

    def __missing__(self, entries: int) -> int:
        mask = 0
        for rank, raised in enumerate(self._raised_by):
            if raised & entries:
                mask |= 1 << rank
        self[entries] = mask
        return mask


_shared_raisings: dict[tuple[int, ...], Raising] = {}


class RaisingTable(dict[int, Raising]):
    """The raising ranks of a suit by its key; suits that behave alike share one record."""

    def __init__(self, profiles: ProfileTable, build: Callable[[int], Profile], ranks: int) -> None:
        super().__init__()
        self._profiles, self._build, self._ranks = profiles, build, ranks

    def __missing__(self, key: int) -> Raising:
        if len(self) >= TABLE_LIMIT:
            self.clear()
            _shared_raisings.clear()
        suit = octal(suit_counts(key))
        before = self._profiles[key].used
        raised_by = tuple(_raised(before, self._build(suit + (1 << 3 * rank)).used) for rank in range(self._ranks))
        raising = self[key] = _shared_raisings.setdefault(raised_by, Raising(raised_by))
        return raising


def _raised(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    mask = 0
    for entry, (old, new) in enumerate(zip(before, after, strict=True)):
        if new > old:
            mask |= 1 << entry
    return mask


RAISING = RaisingTable(NUMBERED, numbered_profile, 9)
HONOUR_RAISING = RaisingTable(HONOURS, honours_profile, 7)

# Kind masks of the whole hand, side by side in one integer; those of the four suits are or-ed together.
SINGLES_SHIFT = 34
ODD_SHIFT = 68


class PresenceTable(dict[int, int]):
    """By the key of one suit: kinds held at all, held exactly once, held an odd number of times."""

    def __init__(self, first_kind: int) -> None:
        super().__init__()
        self._first_kind = first_kind

    def __missing__(self, key: int) -> int:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        masks = 0
        for kind, count in enumerate(suit_counts(key), self._first_kind):
            masks |= ((count > 0) | (count == 1) << SINGLES_SHIFT | (count & 1) << ODD_SHIFT) << kind
        self[key] = masks
        return masks


MAN_PRESENCE, PIN_PRESENCE, SOU_PRESENCE, HONOUR_PRESENCE = (PresenceTable(first_kind) for first_kind in (0, 9, 18, 27))
