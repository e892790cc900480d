"""The suit keys of a concealed hand, and the way from and to 34 counts.

A key holds the counts of one suit as base-5 digits, the lowest rank first, so that drawing a tile of
kind `k` is `keys[SUIT_OF[k]] += PLACE[k]`. At most four copies of a kind fit.
"""

from collections.abc import Sequence
from itertools import product

POW5: tuple[int, ...] = tuple(5**power for power in range(10))
SUIT_OF: tuple[int, ...] = tuple(kind // 9 for kind in range(34))
PLACE: tuple[int, ...] = tuple(POW5[kind % 9] for kind in range(34))
# A process that runs for months must not keep every suit it ever saw: tables by suit are emptied at this size.
TABLE_LIMIT = 100_000
ALL_KINDS = (1 << 34) - 1

_LOW = POW5[5]
_FIVE_RANKS = tuple(digits[::-1] for digits in product(range(5), repeat=5))
_FOUR_RANKS = tuple(digits[::-1] for digits in product(range(5), repeat=4))
_TWO_RANKS = tuple(digits[::-1] for digits in product(range(5), repeat=2))
# Counts beyond four become a byte that `int` refuses.
_DIGIT_OF_COUNT = bytes(ord("0") + count if count < 5 else ord("x") for count in range(256))


class _KeyTable(dict[bytes, int]):
    """Keys by the counts of a suit."""

    def __missing__(self, counts: bytes) -> int:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        key = self[counts] = int(counts[::-1].translate(_DIGIT_OF_COUNT), 5)
        return key


_KEYS = _KeyTable()


def keys_of(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """The four keys of 34 counts. ValueError if a count is not 0..4 or there are not 34 of them."""
    packed = bytes(counts)
    if len(packed) != 34:
        raise ValueError(f"34 counts expected, not {len(packed)}")
    return _KEYS[packed[:9]], _KEYS[packed[9:18]], _KEYS[packed[18:27]], _KEYS[packed[27:]]


def suit_counts(key: int) -> tuple[int, ...]:
    """The nine counts of one key, lowest rank first."""
    return _FIVE_RANKS[key % _LOW] + _FOUR_RANKS[key // _LOW]


def counts_of(keys: Sequence[int]) -> tuple[int, ...]:
    """The 34 counts that four keys stand for."""
    man, pin, sou, honours = keys
    return suit_counts(man) + suit_counts(pin) + suit_counts(sou) + _FIVE_RANKS[honours % _LOW] + _TWO_RANKS[honours // _LOW]
