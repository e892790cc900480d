"""A hand as the fan table sees it.

A reading is coded as one integer: the codes of the concealed suits and of the melds are added up, fields of three bits count
and single bits mark honour sets. :func:`shape_key` keeps of that what some row asks for, so that few different keys arise,
and :func:`decode` turns a key into the named :class:`Reading` the predicates look at.
"""

from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.readings import BLOCK_TILES, ONES, PACKED_PLAIN, PAIR, pack, suit_counts, suit_readings
from mahjong_club.rules.shapes_readings import TRIPLET, Blocks
from mahjong_club.rules.tiles import EAST, GREEN, KINDS, RED, WHITE, Tile, parse_tiles

# additive fields of three bits; of the first three only "four" matters, of the counters only "some"
_SEQUENCES, _TRIPLETS, _KONGS, _PUBLIC, _PAIRS = 0, 3, 6, 9, 12
_SUITS: Final = (15, 18, 21, 24)
_TERMINALS, _SIMPLES = 27, 30
# single bits, one field of three bits for the number of wind triplets
_WIND_PAIR, _DRAGON_PAIR, _DRAGONS, _WINDS = 33, 34, 35, 38
_FORM, _NINE_GATES, _SELF_DRAW, _SEAT_SET, _ROUND_SET = 41, 43, 44, 45, 46
_GEM: Final = 47
# which winds; told in a key by the bits before
_WIND_MASK: Final = 49

PAIRS_MASK: Final = 7 << _PAIRS
ONE_PAIR: Final = 1 << _PAIRS
SEVEN_PAIRS: Final = 1 << _FORM
ORPHANS: Final = 2 << _FORM
NINE_GATES: Final = 1 << _NINE_GATES
SELF_DRAW: Final = 1 << _SELF_DRAW
_SOME: Final = sum(1 << at for at in (*_SUITS, _TERMINALS, _SIMPLES))
_COUNTERS: Final = _SOME * 7
_FOUR: Final = sum(4 << at for at in (_SEQUENCES, _TRIPLETS, _KONGS))
_KEPT: Final = _FOUR | 7 << _PUBLIC | sum(1 << at for at in range(_WIND_PAIR, _WIND_MASK))

_FOUR_TRIPLETS: Final = 4 << _TRIPLETS
_NUMBER_SUITS: Final = sum(1 << at for at in _SUITS[:3])
_DRAGON_SETS: Final = 7 << _DRAGONS
_PUBLIC_MELDS: Final = 7 << _PUBLIC
_ONE_PUBLIC: Final = 1 << _PUBLIC
_PLAIN: Final = ~(_NUMBER_SUITS | _DRAGON_SETS | _PUBLIC_MELDS | SELF_DRAW)
_ANY_TERMINAL: Final = 1 << _TERMINALS
_ANY_SIMPLE: Final = 1 << _SIMPLES


def _alike(places: tuple[int, int, int]) -> dict[int, int]:
    """By bits at three places: as many bits at the first places."""
    found = {}
    for mask in range(8):
        bits = [place for i, place in enumerate(places) if mask >> i & 1]
        found[sum(1 << place for place in bits)] = sum(1 << place for place in places[: len(bits)])
    return found


_SUITS_ALIKE: Final = _alike(_SUITS[:3])
_DRAGONS_ALIKE: Final = _alike((_DRAGONS, _DRAGONS + 1, _DRAGONS + 2))


def _wind_bits(mask: int, seat: int, wind: int) -> int:
    """Whether own and round wind are among the wind triplets, and how many there are (two are told as one)."""
    many = mask.bit_count() if mask.bit_count() >= 3 else int(mask != 0)
    return (mask >> seat & 1) << _SEAT_SET | (mask >> wind & 1) << _ROUND_SET | many << _WINDS


GEM_HANDS: Final = ("ruby_dragon", "pearl_dragon", "jade_dragon")
_GEM_MASK: Final = _NUMBER_SUITS | 1 << _SUITS[3] | _DRAGON_SETS | 7 << _WINDS | 1 << _WIND_PAIR | 1 << _DRAGON_PAIR
#: Suit and dragon of the gem hands: red with characters, white with circles, green with bamboo.
_GEMS: Final = {
    1 << _SUITS[suit] | 1 << _SUITS[3] | 1 << _DRAGONS + dragon - WHITE: gem + 1 << _GEM
    for gem, (suit, dragon) in enumerate(((0, RED), (1, WHITE), (2, GREEN)))
}

#: ``WIND_SETS[seat wind][round wind][mask of wind triplets]``: the bits of a key that tell of wind triplets.
WIND_SETS: Final = tuple(
    tuple(tuple(_wind_bits(mask, seat, wind) for mask in range(16)) for wind in range(4)) for seat in range(4)
)

FORMS: Final = ("standard", "seven_pairs", "thirteen_orphans")
NINE_GATES_HANDS: Final = frozenset(pack(parse_tiles(f"1112345678999{suit}")) for suit in "mps")
_ORPHAN_KINDS: Final = parse_tiles("19m19p19s1234567z")
ORPHAN_ONES: Final = pack(_ORPHAN_KINDS)
NOT_ORPHANS: Final = (ONES - ORPHAN_ONES) * 63


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a hand, the route of the win and the bonus tiles.

    ``suits`` has bit 0-2 for so many number suits and bit 3 for honours; ``gem`` is 1-3 for the hands of :data:`GEM_HANDS`;
    ``public_melds`` says one where there are more, unless beside four triplets; ``bonus`` is a mask of 1f-8f.
    ``seat_wind`` is 0-3; two ``wind_triplets`` are told as one. The rows of a group see only their part; the other fields keep
    these defaults.
    """

    form: str = "standard"
    only_sequences: bool = False
    only_triplets: bool = False
    only_kongs: bool = False
    public_melds: int = 0
    suits: int = 0
    terminals: bool = False
    simples: bool = False
    wind_pair: bool = False
    dragon_pair: bool = False
    wind_triplets: int = 0
    dragon_triplets: int = 0
    gem: int = 0
    seat_wind_triplet: bool = False
    round_wind_triplet: bool = False
    nine_gates: bool = False
    by: str = "discard"
    after_kong: bool = False
    after_bonus: bool = False
    last_tile: bool = False
    opening: str | None = None
    seat_wind: int = 0
    bonus: int = 0


def shape_key(code: int, wind_sets: tuple[int, ...]) -> int:
    """What the fan table asks of a code; ``wind_sets`` is an entry of :data:`WIND_SETS`.

    Which suit and which dragon it is matters only for a gem hand, the route and a second public meld only beside four
    triplets, terminals only without simples.
    """
    some = code & _COUNTERS
    key = code & _KEPT | (some | some >> 1 | some >> 2) & _SOME | wind_sets[code >> _WIND_MASK]
    if key & _ANY_SIMPLE:
        key &= ~_ANY_TERMINAL
    plain = key & _PLAIN | _SUITS_ALIKE[key & _NUMBER_SUITS] | _DRAGONS_ALIKE[key & _DRAGON_SETS]
    public = key & _PUBLIC_MELDS
    if not key & _FOUR_TRIPLETS:
        return plain | _ONE_PUBLIC if public else plain
    plain |= _GEMS.get(key & _GEM_MASK, 0)
    if not public:
        return plain | key & SELF_DRAW
    return plain | (_ONE_PUBLIC if public == _ONE_PUBLIC else 2 * _ONE_PUBLIC)


def decode(key: int) -> Reading:
    """The reading a key stands for (its shape part)."""

    def has(bit: int) -> bool:
        return key >> bit & 1 == 1

    return Reading(
        form=FORMS[key >> _FORM & 3],
        only_sequences=has(_SEQUENCES + 2),
        only_triplets=has(_TRIPLETS + 2),
        only_kongs=has(_KONGS + 2),
        public_melds=key >> _PUBLIC & 7,
        suits=sum(1 << i for i, at in enumerate(_SUITS) if has(at)),
        terminals=has(_TERMINALS),
        simples=has(_SIMPLES),
        wind_pair=has(_WIND_PAIR),
        dragon_pair=has(_DRAGON_PAIR),
        wind_triplets=key >> _WINDS & 7,
        dragon_triplets=(key >> _DRAGONS & 7).bit_count(),
        gem=key >> _GEM & 3,
        seat_wind_triplet=has(_SEAT_SET),
        round_wind_triplet=has(_ROUND_SET),
        nine_gates=has(_NINE_GATES),
        by="self_draw" if has(_SELF_DRAW) else "discard",
    )


def _tiles_code(mask: int, suit: int) -> int:
    """What the mere presence of tiles contributes; ``mask`` of places 0-8 within the suit."""
    if not mask:
        return 0
    code = 1 << _SUITS[suit]
    if suit < 3:
        if mask & _ENDS:
            code += 1 << _TERMINALS
        if mask & ~_ENDS:
            code += 1 << _SIMPLES
    return code


_ENDS: Final = 0b100000001


def _block_code(block: int) -> int:
    if block < TRIPLET:
        return 1 << _SEQUENCES
    kind = block & 63
    if block < PAIR:
        code = 1 << _TRIPLETS
        if WHITE > kind >= EAST:
            code += 1 << _WIND_MASK + kind - EAST
        elif kind >= WHITE:
            code += 1 << _DRAGONS + kind - WHITE
        return code
    return ONE_PAIR + (0 if kind < EAST else 1 << (_WIND_PAIR if kind < WHITE else _DRAGON_PAIR))


_BLOCK_CODES: Final = tuple(_block_code(block) for block in range(PAIR + 34))


SuitReading = tuple[int, tuple[tuple[Tile, ...], ...], tuple[tuple[Tile, ...], ...]]


@dataclass(frozen=True, slots=True)
class SuitRecord:
    """A concealed suit: the code of its tiles, and its readings as (code, tiles of the sets, tiles of the pair)."""

    tiles: int
    readings: tuple[SuitReading, ...]


class SuitRecords(dict[int, SuitRecord]):
    """Records of one suit by its packed count."""

    __slots__ = ("_suit",)

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._suit = suit

    def __missing__(self, packed: int) -> SuitRecord:
        if len(self) > 100_000:
            self.clear()
        found = self[packed] = self._make(packed)
        return found

    def _make(self, packed: int) -> SuitRecord:
        counts = suit_counts(packed)
        tiles = _tiles_code(sum([1 << place for place, count in enumerate(counts) if count]), self._suit)
        return SuitRecord(tiles, tuple([_suit_reading(tiles, blocks) for blocks in suit_readings(counts, self._suit)]))


def _suit_reading(tiles: int, blocks: Blocks) -> SuitReading:
    named = tuple([BLOCK_TILES[block] for block in blocks])
    code = tiles + sum([_BLOCK_CODES[block] for block in blocks])
    return (code, named[:-1], named[-1:]) if blocks and blocks[-1] >= PAIR else (code, named, ())


SUITS: Final = tuple(SuitRecords(suit) for suit in range(4))

_MeldKey = tuple[str, tuple[Tile, ...], str | None]


class MeldCodes(dict[_MeldKey, tuple[int, int]]):
    """(packed count, code) of a meld by kind, tiles and form; (0, 0) for a meld that cannot exist."""

    __slots__ = ()

    def __missing__(self, key: _MeldKey) -> tuple[int, int]:
        found = _meld_code(*key)
        if found[0]:
            self[key] = found
        return found


def _meld_code(kind: str, tiles: tuple[Tile, ...], form: str | None) -> tuple[int, int]:
    if any(tile not in PACKED_PLAIN for tile in tiles) or (kind == "kong") != (form is not None):
        return 0, 0
    kinds = sorted(KINDS.index(tile) for tile in tiles)
    block = _meld_block(kind, kinds)
    if block is None:
        return 0, 0
    code = _tiles_code(sum(1 << k % 9 for k in set(kinds)), kinds[0] // 9) + _block_code(block)
    code += (kind == "kong") << _KONGS
    code += (form != "concealed") << _PUBLIC
    return pack(tiles), code


def _meld_block(kind: str, kinds: list[int]) -> int | None:
    if kind == "chow":
        base = kinds[0] if kinds else 33
        fits = base < 27 and base % 9 < 7 and kinds == [base, base + 1, base + 2]
        return base if fits else None
    size = {"pung": 3, "kong": 4}.get(kind)
    return TRIPLET + kinds[0] if len(kinds) == size and len(set(kinds)) == 1 else None


MELDS: Final = MeldCodes()


def meld_code(meld: Meld) -> tuple[int, int]:
    """Packed count and code of a meld; (0, 0) if it cannot exist."""
    return MELDS[meld.kind, meld.tiles, meld.form]
