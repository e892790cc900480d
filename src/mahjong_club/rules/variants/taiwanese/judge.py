"""The judge: what a win is worth and who pays (docs/rules/taiwanese.md)."""

from typing import Any, Final, NamedTuple

from mahjong_club.rules.errors import InvalidRequest
from mahjong_club.rules.patterns import Evaluation, Evaluations, best, evaluate
from mahjong_club.rules.scoring import Verdict, WinBy, WinFacts
from mahjong_club.rules.shapes import waits_before
from mahjong_club.rules.tiles import BONUS_SET, KIND, Tile
from mahjong_club.rules.variants.taiwanese import pairs
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.reading import (
    CONCEALED_TRIPLET,
    NO_PAIR,
    Bonus,
    Route,
    Shape,
    decode_shape,
    rest_code,
    shape_code,
)
from mahjong_club.rules.variants.taiwanese.settlement import Bill, Deltas, Lines, settle
from mahjong_club.rules.variants.taiwanese.table import FLOWER_WINS, table_for
from mahjong_club.rules.variants.taiwanese.tiles17 import (
    PACKED,
    Keys,
    count_of,
    five_of_a_kind,
    keys_of_packed,
    meld_info,
    owned_entirely,
)
from mahjong_club.rules.variants.taiwanese.waits import shape_waits
from mahjong_club.rules.variants.taiwanese.ways import Way, needs_triplet, take_apart

_SEASONS: Final = frozenset(("1f", "2f", "3f", "4f"))
_PLANTS: Final = frozenset(("5f", "6f", "7f", "8f"))
#: The two flowers of each seat wind.
_OWN_FLOWERS: Final = tuple(frozenset((f"{wind + 1}f", f"{wind + 5}f")) for wind in range(4))
_INVALID: Final = Verdict(wins=False, reason="invalid_tiles")
_NO_HAND: Final = Verdict(wins=False, reason="not_a_hand")
_WON: Final = True
#: A tuple with names from all its fields at once: a third of the time of the constructor.
_made: Final = tuple.__new__
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


class _Settlements(dict[Bill, tuple[Deltas, Lines]]):
    """Bills settled before."""

    def __init__(self, options: TaiwaneseOptions) -> None:
        super().__init__()
        self._options = options

    def __missing__(self, bill: Bill) -> tuple[Deltas, Lines]:
        if len(self) >= _MEMO_SIZE:
            self.clear()
        found = self[bill] = settle(bill, self._options)
        return found


class _Tables:
    """The table under one set of options, with what it has been asked so far."""

    def __init__(self, options: TaiwaneseOptions) -> None:
        self.options = options
        self.routes = _Routes(options)
        self.bonuses = _Bonuses(options)
        self.settlements = _Settlements(options)
        rows = tuple([row for row in table_for(options) if row.group == "shape"])
        self.shapes: Evaluations[Shape] = Evaluations(rows, decode_shape)


# By identity: hashing forty options for every win would cost more than valuing it.
_tables: Final[dict[int, _Tables]] = {}


class _Tiles(NamedTuple):
    """The tiles of a request, checked.

    ``packed``: the concealed ones without the winning tile, ``owned``: those and the melds, ``full``: the keys of the
    concealed ones with it. ``melds``: how many, ``exposed``: how many of them others fed, ``code``: their blocks' codes,
    ``suits``: their suits as bits.
    """

    packed: int
    full: Keys
    owned: int
    melds: int
    exposed: int
    code: int
    suits: int


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
    found = [] if flower_win and not options.flower_win_adds_hand else _readings(facts, tiles, options)
    if not found:
        return _verdict(facts, tables, (bonus,), None) if flower_win else _NO_HAND
    codes = _shape_codes(facts, tiles, found)
    chosen, shape = (0, tables.shapes[codes[0]]) if len(codes) == 1 else best(codes, tables.shapes)
    route = tables.routes[_route_key(facts, tiles, found[0].pair - 1, options)]
    return _verdict(facts, tables, (route, shape, bonus), found[chosen])


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
    exposed = code = suits = 0
    for meld in facts.melds:
        info = meld_info(meld.kind, meld.tiles, meld.form)
        if info is None:
            return None
        counts, block, suit_bit, fed = info
        owned += counts
        code += block
        suits |= suit_bit
        exposed += fed
    melds = len(facts.melds)
    if len(hand) != 16 - 3 * melds or five_of_a_kind(owned):
        return None
    # Whoever robs a kong cannot own a copy of its kind.
    if tile is not None and facts.by == "robbed_kong" and count_of(owned, tile):
        return None
    return _made(_Tiles, (packed, keys_of_packed(packed + won), owned, melds, exposed, code, suits))


def _flowers_suffice(facts: WinFacts, options: TaiwaneseOptions) -> bool:
    if facts.by == "eight_flowers":
        return len(facts.bonus) == 8
    return len(facts.bonus) == 7 or (len(facts.bonus) == 8 and options.flower_robber_replaces)


def _readings(facts: WinFacts, tiles: _Tiles, options: TaiwaneseOptions) -> list[Way]:
    # A fifth copy of the winning tile does not exist, so nothing waits for it.
    if facts.tile is None or count_of(tiles.owned, facts.tile) >= 4:
        return []
    found = take_apart(tiles.full)
    if options.seven_pairs_and_triplet and not tiles.melds and pairs.complete(tiles.full):
        groups = pairs.groups((*facts.hand, facts.tile))
        found.append(Way(pairs.code(tiles.full), NO_PAIR + 1, (), groups))
    return found


def _tables_for(options: TaiwaneseOptions) -> _Tables:
    kept = _tables.get(id(options))
    if kept is not None and kept.options is options:
        return kept
    if len(_tables) >= _TABLES_KEPT:
        _tables.clear()
    _tables[id(options)] = fresh = _Tables(options)
    return fresh


def _route_key(facts: WinFacts, tiles: _Tiles, pair: int, options: TaiwaneseOptions) -> _RouteKey:
    by = facts.by
    packed, full, owned, melds, exposed, _, _ = tiles
    if options.seven_pairs_and_triplet or facts.tile is None:
        waited = shape_waits(keys_of_packed(packed), melds, options)
    else:
        waited = waits_before(full, KIND[facts.tile], pair)
    if options.single_wait_physical:
        waited &= ~owned_entirely(owned)
    return (
        by,
        by != "discard" and by != "robbed_kong",
        facts.after_kong,
        facts.after_bonus,
        facts.last_tile,
        facts.opening,
        facts.ready,
        facts.winner == facts.dealer,
        _EXPOSURE[melds],
        _EXPOSURE[exposed],
        waited.bit_count() == 1,
    )


def _shape_codes(facts: WinFacts, tiles: _Tiles, found: list[Way]) -> list[int]:
    """For every way to take the hand apart the number of its shape.

    The winning tile goes where it suits best: places differ only in whether the tile finished a concealed triplet, and not
    having finished one is never worse.
    """
    self_drawn = facts.by != "discard" and facts.by != "robbed_kong"
    _, (man, pin, sou, honours), _, _, _, melded, suits = tiles
    suits |= (man > 0) | (pin > 0) << 1 | (sou > 0) << 2 | (honours > 0) << 3
    rest = rest_code(suits, flowers=bool(facts.bonus), self_drawn=self_drawn)
    winds = (facts.winner - facts.dealer & 3) << 2 | facts.round_wind
    kind = KIND[facts.tile or ""]
    codes = []
    for way in found:
        summed = way.code + melded
        if not self_drawn and needs_triplet(way, kind):
            summed -= CONCEALED_TRIPLET
        codes.append(shape_code(summed, way.pair - 1, winds, rest))
    return codes


def _verdict(facts: WinFacts, tables: _Tables, parts: tuple[Evaluation, ...], way: Way | None) -> Verdict:
    options = tables.options
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
    blocks = () if way is None else (*[meld.tiles for meld in facts.melds], *way.tiles)
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
    by = facts.by
    flower = min(total, bonus.total) if by in FLOWER_WINS else 0
    robbed = by == "seven_robs_one" and len(facts.bonus) == 8
    deltas, lines = tables.settlements[
        _made(Bill, (by, facts.winner, facts.dealer, facts.repeat, facts.from_seat, total, flower, way is not None, robbed))
    ]
    return _made(Verdict, (_WON, None, patterns, total, limits, deltas, rejected, blocks, None, (), 0, (), lines))
