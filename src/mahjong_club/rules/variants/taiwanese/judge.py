"""The judge: what a win is worth and who pays (docs/rules/taiwanese.md)."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from mahjong_club.rules.errors import InvalidRequest
from mahjong_club.rules.patterns import Evaluation, Evaluations, best, evaluate
from mahjong_club.rules.readings import BLOCK_TILES, PAIR
from mahjong_club.rules.scoring import Verdict, WinBy, WinFacts
from mahjong_club.rules.shapes import TRIPLET, Reading34, readings
from mahjong_club.rules.shapes_keys import suit_counts
from mahjong_club.rules.tiles import BONUS_SET, KIND, Tile
from mahjong_club.rules.variants.taiwanese import pairs
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.reading import (
    HONOUR_TRIPLET,
    NO_PAIR,
    Bonus,
    Route,
    Shape,
    decode_shape,
    needs_triplet,
    shape_code,
    tiles_code,
)
from mahjong_club.rules.variants.taiwanese.settlement import settle
from mahjong_club.rules.variants.taiwanese.table import FLOWER_WINS, table_for
from mahjong_club.rules.variants.taiwanese.tiles17 import (
    PACKED,
    SETS,
    Keys,
    MeldInfo,
    count_of,
    five_of_a_kind,
    keys_of_packed,
    meld_info,
    owned_entirely,
)
from mahjong_club.rules.variants.taiwanese.waits import shape_waits

_SEASONS: Final = frozenset(("1f", "2f", "3f", "4f"))
_PLANTS: Final = frozenset(("5f", "6f", "7f", "8f"))
#: The two flowers of each seat wind.
_OWN_FLOWERS: Final = tuple(frozenset((f"{wind + 1}f", f"{wind + 5}f")) for wind in range(4))
_INVALID: Final = Verdict(wins=False, reason="invalid_tiles")
_NO_HAND: Final = Verdict(wins=False, reason="not_a_hand")
_TABLES_KEPT: Final = 64
_MEMO_SIZE: Final = 20_000
_EXPOSURE: Final = (0, 1, 1, 1, 1, 5)

_RouteKey = tuple[Any, ...]


class _Routes(dict[_RouteKey, Evaluation]):
    """What the way a hand was won adds, by the fields of :class:`Route`."""

    def __init__(self, options: TaiwaneseOptions) -> None:
        super().__init__()
        self._rows = tuple([row for row in table_for(options) if row.group == "route"])

    def __missing__(self, key: _RouteKey) -> Evaluation:
        if len(self) >= _MEMO_SIZE:
            self.clear()
        found = self[key] = evaluate(self._rows, Route(*key))
        return found


class _Bonuses(dict[tuple[WinBy, tuple[Tile, ...], int], "Evaluation | None"]):
    """What flowers add, by (win, flowers, seat wind); ``None`` for flowers that cannot be together."""

    def __init__(self, options: TaiwaneseOptions) -> None:
        super().__init__()
        self._rows = tuple([row for row in table_for(options) if row.group == "bonus"])

    def __missing__(self, key: tuple[WinBy, tuple[Tile, ...], int]) -> Evaluation | None:
        if len(self) >= _MEMO_SIZE:
            self.clear()
        by, bonus, seat_wind = key
        found = None
        if BONUS_SET.issuperset(bonus) and len(set(bonus)) == len(bonus):
            families = _SEASONS.issubset(bonus) + _PLANTS.issubset(bonus)
            found = evaluate(self._rows, Bonus(by, len(_OWN_FLOWERS[seat_wind].intersection(bonus)), families))
        self[key] = found
        return found


class _Tables:
    """The table under one set of options, with what it has been asked so far."""

    def __init__(self, options: TaiwaneseOptions) -> None:
        self.options = options
        self.routes = _Routes(options)
        self.bonuses = _Bonuses(options)
        rows = tuple([row for row in table_for(options) if row.group == "shape"])
        self.shapes: Evaluations[Shape] = Evaluations(rows, decode_shape)


# By identity: hashing forty options for every win would cost more than valuing it.
_tables: Final[dict[int, _Tables]] = {}


class _Tiles(NamedTuple):
    """The tiles of a request, checked: ``packed`` the concealed ones without the winning tile, ``owned`` those and the melds."""

    packed: int
    full: Keys
    melds: tuple[MeldInfo, ...]
    owned: int


def judge(facts: WinFacts, options: TaiwaneseOptions) -> Verdict:
    """Value the win and settle it.

    A win that the rules refuse comes back with ``wins`` false and one of the reasons ``invalid_tiles`` (tiles that cannot
    exist), ``not_a_hand`` or ``passed_win`` (which still shows what the hand counts). ``extra`` holds the payments' lines,
    see :func:`settlement.settle`. Raises :class:`InvalidRequest` when a field that this kind of win needs is missing.
    """
    _check_request(facts)
    tables = _tables_for(options)
    tiles = _checked_tiles(facts)
    bonus = tables.bonuses[facts.by, facts.bonus, facts.winner - facts.dealer & 3]
    if tiles is None or bonus is None:
        return _INVALID
    flower_win = facts.by in FLOWER_WINS
    if flower_win and not _flowers_suffice(facts, options):
        return _NO_HAND
    found = () if flower_win and not options.flower_win_adds_hand else _readings(facts, tiles, options)
    if not found:
        return _verdict(facts, options, (bonus,), None) if flower_win else _NO_HAND
    exposed, codes = _shape_codes(facts, tiles, found)
    chosen, shape = (0, tables.shapes[codes[0]]) if len(codes) == 1 else best(codes, tables.shapes)
    route = tables.routes[_route_key(facts, tiles, exposed, options)]
    return _verdict(facts, options, (route, shape, bonus), found[chosen])


def _check_request(facts: WinFacts) -> None:
    if facts.tile is None and facts.by not in FLOWER_WINS:
        raise InvalidRequest("invalid_request", "win.tile")
    needs_seat = facts.by in ("discard", "robbed_kong", "seven_robs_one")
    if needs_seat and (facts.from_seat is None or facts.from_seat == facts.winner):
        raise InvalidRequest("invalid_request", "win.from")


def _checked_tiles(facts: WinFacts) -> _Tiles | None:
    """The tiles, or ``None`` when they cannot be together."""
    hand, tile = facts.hand, facts.tile
    try:
        packed = sum(map(PACKED.__getitem__, hand))
        won = 0 if tile is None else PACKED[tile]
    except KeyError:
        return None
    owned = packed
    melds = []
    for meld in facts.melds:
        info = meld_info(meld.kind, meld.tiles, meld.form)
        if info is None:
            return None
        owned += info.counts
        melds.append(info)
    if len(hand) != 16 - 3 * len(melds) or five_of_a_kind(owned):
        return None
    # Whoever robs a kong cannot own a copy of its kind.
    if tile is not None and facts.by == "robbed_kong" and count_of(owned, tile):
        return None
    return _Tiles(packed, keys_of_packed(packed + won), tuple(melds), owned)


def _flowers_suffice(facts: WinFacts, options: TaiwaneseOptions) -> bool:
    if facts.by == "eight_flowers":
        return len(facts.bonus) == 8
    return len(facts.bonus) == 7 or (len(facts.bonus) == 8 and options.flower_robber_replaces)


def _readings(facts: WinFacts, tiles: _Tiles, options: TaiwaneseOptions) -> tuple[Reading34, ...]:
    # A fifth copy of the winning tile does not exist, so nothing waits for it.
    if facts.tile is None or count_of(tiles.owned, facts.tile) >= 4:
        return ()
    found = readings(tiles.full, SETS - len(tiles.melds))
    if options.seven_pairs_and_triplet and not tiles.melds and pairs.complete(tiles.full):
        found += ((NO_PAIR, ()),)
    return found


def _tables_for(options: TaiwaneseOptions) -> _Tables:
    kept = _tables.get(id(options))
    if kept is not None and kept.options is options:
        return kept
    if len(_tables) >= _TABLES_KEPT:
        _tables.clear()
    _tables[id(options)] = fresh = _Tables(options)
    return fresh


def _route_key(facts: WinFacts, tiles: _Tiles, exposed: int, options: TaiwaneseOptions) -> _RouteKey:
    by = facts.by
    called = len(tiles.melds)
    waited = shape_waits(keys_of_packed(tiles.packed), called, options)
    if options.single_wait_physical:
        waited &= ~owned_entirely(tiles.owned)
    return (
        by,
        by != "discard" and by != "robbed_kong",
        facts.after_kong,
        facts.after_bonus,
        facts.last_tile,
        facts.opening,
        facts.ready,
        facts.winner == facts.dealer,
        _EXPOSURE[called],
        _EXPOSURE[exposed],
        waited.bit_count() == 1,
    )


def _shape_codes(facts: WinFacts, tiles: _Tiles, found: tuple[Reading34, ...]) -> tuple[int, list[int]]:
    """How many melds others fed, and for every way to take the hand apart the number of its shape.

    The winning tile goes where it suits best: places differ only in whether the tile finished a concealed triplet, and not
    having finished one is never worse.
    """
    self_drawn = facts.by != "discard" and facts.by != "robbed_kong"
    man, pin, sou, honours = tiles.full
    suits = (man > 0) | (pin > 0) << 1 | (sou > 0) << 2 | (honours > 0) << 3
    honour_triplets = _honour_triplets(honours) if honours else 0
    exposed = called_triplets = 0
    for block, _, suit_bit, is_exposed in tiles.melds:
        suits |= suit_bit
        if is_exposed:
            exposed += 1
        if block >= TRIPLET:
            called_triplets += 1
            if block >= HONOUR_TRIPLET:
                honour_triplets |= 1 << (block - HONOUR_TRIPLET)
    called = len(tiles.melds)
    kind = KIND[facts.tile or ""]
    seat_wind = facts.winner - facts.dealer & 3
    luck = (1 if self_drawn else 0) | (2 if facts.bonus else 0)
    codes = []
    for pair, blocks in found:
        triplets = sum([block >= TRIPLET for block in blocks])
        concealed = called - exposed + triplets
        if triplets and not self_drawn and needs_triplet(pair, blocks, kind):
            concealed -= 1
        code = tiles_code(suits, honour_triplets, pair, seat_wind, facts.round_wind) | luck
        sequences = called - called_triplets + len(blocks) - triplets
        codes.append(shape_code(code, sequences, called_triplets + triplets, concealed))
    return exposed, codes


@lru_cache(maxsize=4096)
def _honour_triplets(key: int) -> int:
    """Honours of which a complete concealed part holds three, bits 0-6."""
    return sum(1 << honour for honour, count in enumerate(suit_counts(key)) if count == 3)


def _verdict(facts: WinFacts, options: TaiwaneseOptions, parts: tuple[Evaluation, ...], taken_apart: Reading34 | None) -> Verdict:
    total = sum([part.total for part in parts])
    limits: tuple[str, ...] = ()
    if options.tai_limit and total > options.tai_limit:
        total, limits = options.tai_limit, ("tai_limit",)
    if len(parts) == 3:
        route, shape, bonus = parts
        patterns = route.lines + shape.lines + bonus.lines
        rejected = route.rejected + shape.rejected + bonus.rejected
    else:
        (bonus,) = parts
        patterns, rejected = bonus.lines, bonus.rejected
    blocks = () if taken_apart is None else _blocks(facts, taken_apart)
    if (facts.locked or facts.locked_all) and facts.by in ("discard", "robbed_kong"):
        return Verdict(
            wins=False,
            reason="passed_win",
            patterns=patterns,
            total=total,
            limits=limits,
            rejected=rejected,
            blocks=blocks,
        )
    flower = min(total, bonus.total) if facts.by in FLOWER_WINS else 0
    deltas, lines = settle(facts, total=total, flower=flower, complete=taken_apart is not None, options=options)
    return Verdict(
        wins=True,
        reason=None,
        patterns=patterns,
        total=total,
        limits=limits,
        deltas=deltas,
        rejected=rejected,
        blocks=blocks,
        extra=lines,
    )


def _blocks(facts: WinFacts, taken_apart: Reading34) -> tuple[tuple[Tile, ...], ...]:
    """The reading as groups of tiles: melds in the order they were laid down, the concealed sets, the pair."""
    pair, blocks = taken_apart
    if pair == NO_PAIR:
        return pairs.groups((*facts.hand, facts.tile or ""))
    concealed = [BLOCK_TILES[block] for block in blocks]
    return (*[meld.tiles for meld in facts.melds], *concealed, BLOCK_TILES[PAIR + pair])
