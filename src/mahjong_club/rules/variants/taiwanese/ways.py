"""Taking the concealed part of a complete hand apart, suit by suit, with what each way adds to the number of its shape."""

from itertools import product
from typing import Final, NamedTuple

from mahjong_club.rules.readings import BLOCK_TILES, PAIR
from mahjong_club.rules.shapes import TRIPLET
from mahjong_club.rules.shapes_keys import suit_counts
from mahjong_club.rules.shapes_readings import Blocks, PairTable, SetsTable
from mahjong_club.rules.tiles import Tile
from mahjong_club.rules.variants.taiwanese.reading import HONOURS_SHIFT, block_code
from mahjong_club.rules.variants.taiwanese.tiles17 import Keys

#: Added to a way's code for its pair; exactly one suit has it.
_PAIRED: Final = 1 << (HONOURS_SHIFT + 7)
_MEMO_SIZE: Final = 100_000
#: A way from all its fields at once: a third of the time of the constructor.
_made: Final = tuple.__new__
_CODES: Final = tuple([block_code(block, "concealed") for block in range(TRIPLET + 34)])


class Way(NamedTuple):
    """``code`` adds up over suits and melds to what :func:`reading.shape_code` takes. ``pair``: its kind + 1, or 0."""

    code: int
    pair: int
    blocks: Blocks
    tiles: tuple[tuple[Tile, ...], ...]


class _SuitWays(dict[int, tuple[Way, ...]]):
    """By the key of a suit: every way to divide it into sets and at most one pair; none at all if there is none."""

    def __init__(self, first_kind: int, sets: SetsTable, paired: PairTable) -> None:
        super().__init__()
        self._first_kind = first_kind
        self._sets, self._paired = sets, paired

    def __missing__(self, key: int) -> tuple[Way, ...]:
        if len(self) >= _MEMO_SIZE:
            self.clear()
        left, first = sum(suit_counts(key)) % 3, self._first_kind
        found: tuple[Way, ...] = ()
        if left == 0:
            found = tuple([_way(0, [first + block for block in blocks]) for blocks in self._sets[key]])
        elif left == 2:
            found = tuple([_way(first + pair + 1, [first + block for block in blocks]) for pair, blocks in self._paired[key]])
        self[key] = found
        return found


def _way(pair: int, blocks: list[int]) -> Way:
    code = sum([_CODES[block] for block in blocks]) + (_PAIRED if pair else 0)
    return Way(code, pair, tuple(blocks), tuple([BLOCK_TILES[block] for block in blocks]))


# Suits divide alike: what is known of the ranks serves all three.
_SETS, _PAIRS = SetsTable(0), PairTable(0)
_MAN, _PIN, _SOU = (_SuitWays(first_kind, _SETS, _PAIRS) for first_kind in (0, 9, 18))
_HONOURS = _SuitWays(0, SetsTable(27), PairTable(27))


def take_apart(keys: Keys) -> list[Way]:
    """Every way to divide the tiles into sets and one pair, the pair's tiles last; empty if there is none."""
    man, pin, sou, honours = keys
    in_man, in_pin, in_sou, in_honours = _MAN[man], _PIN[pin], _SOU[sou], _HONOURS[honours]
    if not (in_man and in_pin and in_sou and in_honours):
        return []
    found = []
    if len(in_man) == len(in_pin) == len(in_sou) == len(in_honours) == 1:
        m, p, s, z = in_man[0], in_pin[0], in_sou[0], in_honours[0]
        code = m[0] + p[0] + s[0] + z[0] - _PAIRED
        if not 0 <= code < _PAIRED:
            return []
        pair = m[1] + p[1] + s[1] + z[1]
        tiles = m[3] + p[3] + s[3] + z[3]
        return [_made(Way, (code, pair, m[2] + p[2] + s[2] + z[2], (*tiles, BLOCK_TILES[PAIR + pair - 1])))]
    for m, p, s, z in product(in_man, in_pin, in_sou, in_honours):
        code = m[0] + p[0] + s[0] + z[0] - _PAIRED
        if 0 <= code < _PAIRED:
            pair = m[1] + p[1] + s[1] + z[1]
            tiles = m[3] + p[3] + s[3] + z[3]
            found.append(Way(code, pair, m[2] + p[2] + s[2] + z[2], (*tiles, BLOCK_TILES[PAIR + pair - 1])))
    return found


def needs_triplet(way: Way, kind: int) -> bool:
    """Whether a tile of ``kind`` can only have finished a triplet of the concealed part.

    That is all a discard's place in the hand decides: a triplet finished by it is not concealed.
    """
    blocks = way.blocks
    if way.pair == kind + 1 or TRIPLET + kind not in blocks:
        return False
    # A code below 0 is no block, and a sequence never reaches from one suit into the next.
    return kind not in blocks and kind - 1 not in blocks and kind - 2 not in blocks
