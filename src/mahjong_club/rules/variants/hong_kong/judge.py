"""Valuing a Hong Kong win.

The hot path adds packed counts and reading codes and looks everything else up: a suit's readings, a meld, what the table says
about a code, a route and a set of bonus tiles. Predicates run only on what has not been seen before.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, cast

from mahjong_club.rules.errors import InvalidRequest
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.patterns import Evaluation, Evaluations, best, evaluate
from mahjong_club.rules.readings import OVER, PACKED_PLAIN, TO_FIVE
from mahjong_club.rules.scoring import PatternWorth, RejectedPattern, Verdict, WinFacts
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.tiles import BONUS, Tile
from mahjong_club.rules.variants.hong_kong.forms import HAND_SIZE, SETS, Blocks, readings_of, waits
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions
from mahjong_club.rules.variants.hong_kong.reading import MELDS, SELF_DRAW, WIND_SETS, Reading, decode, shape_key
from mahjong_club.rules.variants.hong_kong.settlement import SELF_DRAW_SHARES, fed_by_winning_tile, liabilities, split
from mahjong_club.rules.variants.hong_kong.table import table_for

__all__ = ["Judge", "judge", "judge_for", "waits"]

_INVALID: Final = Verdict(wins=False, reason="invalid_tiles")
_NOT_A_HAND: Final = Verdict(wins=False, reason="not_a_hand")
_WON: Final = True
#: A verdict from all its fields at once: a third of the time of the constructor.
_made: Final = tuple.__new__
_BONUS_BIT: Final = {tile: 1 << place for place, tile in enumerate(BONUS)}
_PUBLIC_LIMITS: Final = frozenset({"big_three_dragons", "big_four_winds"})

_RouteKey = tuple[str, bool, bool, bool, str | None]
_BonusKey = tuple[tuple[Tile, ...], int]


class _Routes(dict[_RouteKey, Evaluation]):
    """What the way a hand was completed adds, by (by, after_kong, after_bonus, last_tile, opening that holds)."""

    def __init__(self, options: HongKongOptions) -> None:
        super().__init__()
        self._rows = tuple(row for row in table_for(options) if row.group == "route")

    def __missing__(self, key: _RouteKey) -> Evaluation:
        by, after_kong, after_bonus, last_tile, opening = key
        reading = Reading(by=by, after_kong=after_kong, after_bonus=after_bonus, last_tile=last_tile, opening=opening)
        found = evaluate(self._rows, reading)
        if len(self) < 1_000:
            self[key] = found
        return found


class _Bonuses(dict[_BonusKey, "Evaluation | None"]):
    """What bonus tiles add, by (tiles, seat wind); ``None`` for tiles that cannot be together."""

    def __init__(self, options: HongKongOptions) -> None:
        super().__init__()
        self._rows = tuple(row for row in table_for(options) if row.group == "bonus")

    def __missing__(self, key: _BonusKey) -> Evaluation | None:
        tiles, seat_wind = key
        mask = bonus_mask(tiles)
        found = None if mask is None else evaluate(self._rows, Reading(bonus=mask, seat_wind=seat_wind))
        if len(self) < 20_000:
            self[key] = found
        return found


def bonus_mask(tiles: tuple[Tile, ...]) -> int | None:
    """Mask of bonus tiles, bit 0-7 for 1f-8f; ``None`` when one is there twice or is no bonus tile."""
    mask = 0
    for tile in tiles:
        bit = _BONUS_BIT.get(tile, 0)
        if not bit or mask & bit:
            return None
        mask |= bit
    return mask


class Judge:
    """The judge under one set of options; call it with the facts of a win."""

    def __init__(self, options: HongKongOptions) -> None:
        self.options = options
        rows = table_for(options)
        self._shapes = Evaluations(tuple(row for row in rows if row.group == "shape"), decode)
        self._routes = _Routes(options)
        self._bonuses = _Bonuses(options)
        self._flower_wins = {row.id: row.worth for row in rows if row.group == "bonus_win"}

    def __call__(self, facts: WinFacts) -> Verdict:
        """The verdict. Raises :class:`InvalidRequest` when a win from another seat does not say which."""
        by = facts.by
        if by == "eight_flowers" or by == "seven_robs_one":
            return self._flower_win(facts)
        melds = facts.melds
        seat_wind = facts.winner - facts.dealer & 3
        bonus = self._bonuses[facts.bonus, seat_wind]
        packed = _pack(facts)
        if packed is None or bonus is None:
            return _INVALID
        before, won, code = packed
        codes, blocks = readings_of(before + won, before, code, melded=bool(melds))
        if not codes:
            return _NOT_A_HAND
        wind_sets = WIND_SETS[seat_wind][facts.round_wind & 3]
        if len(codes) == 1:
            chosen, shape = 0, self._shapes[shape_key(codes[0], wind_sets)]
        else:
            chosen, shape = best([shape_key(one, wind_sets) for one in codes], self._shapes)
        opening = _opening_that_holds(facts) if facts.opening is not None else None
        route = self._routes[by, facts.after_kong, facts.after_bonus, facts.last_tile, opening]
        whole = _with_melds(blocks[chosen], melds) if melds else blocks[chosen]
        return self._verdict(facts, shape, route, bonus, whole)

    def _verdict(self, facts: WinFacts, shape: Evaluation, route: Evaluation, bonus: Evaluation, blocks: Blocks) -> Verdict:
        options = self.options
        limit = options.limit
        rejected = shape.rejected + route.rejected + bonus.rejected
        found = route.limits + shape.limits if route.limits else shape.limits
        limits: tuple[str, ...] = ()
        if found:
            top = max(found, key=_worth)
            total = min(top.worth, limit)
            lines: tuple[PatternWorth, ...] = (top if top.worth == total else PatternWorth(top.id, total),)
            limits = tuple(line.id for line in found)
        else:
            lines = shape.lines + route.lines + bonus.lines
            total = shape.total + route.total + bonus.total
            if total > limit:
                total = limit
        reason = None
        if total < options.minimum:
            reason = "below_min"
        elif (facts.locked or facts.locked_all) and facts.by != "self_draw" and _is_locked(facts):
            reason = "passed_win"
        if reason is not None:
            return Verdict(
                wins=False, reason=reason, patterns=lines, total=total, limits=limits, rejected=rejected, blocks=blocks
            )
        liable: tuple[tuple[str, Seat], ...] = ()
        if limits and not _PUBLIC_LIMITS.isdisjoint(limits):
            liable = self._liable(facts, limits)
        payer = liable[0][1] if liable else None
        deltas = _deltas(options, total, facts, payer)
        return _made(Verdict, (_WON, None, lines, total, limits, deltas, rejected, blocks, None, (), 0, liable, ()))

    def _liable(self, facts: WinFacts, limits: tuple[str, ...]) -> tuple[tuple[str, Seat], ...]:
        options = self.options
        if not options.track_liability:
            return ()
        known = facts.liable or liabilities(facts.melds, options)
        used = tuple(pair for pair in known if pair[0] in limits and pair[1] != facts.winner)
        if not used and options.winning_discard_makes_liable and facts.by == "discard" and facts.from_seat is not None:
            return fed_by_winning_tile(facts.melds, cast(Tile, facts.tile), facts.from_seat, limits, options)
        return used

    def _flower_win(self, facts: WinFacts) -> Verdict:
        mask = bonus_mask(facts.bonus)
        if mask is None:
            return _INVALID
        name = facts.by
        if mask.bit_count() != (8 if name == "eight_flowers" else 7):
            return _NOT_A_HAND
        options = self.options
        worth = min(self._flower_wins[name], options.limit)
        alone = options.seven_rob_one_shares if name == "seven_robs_one" else 0
        deltas = split(options.shares[worth], facts.winner, _feeder(facts) if alone else None, None, alone)
        beside = self._bonuses[facts.bonus, facts.winner - facts.dealer & 3]
        rejected = tuple([RejectedPattern(line.id, f"absorbed_by:{name}") for line in beside.lines]) if beside else ()
        lines = (PatternWorth(name, worth),)
        return Verdict(wins=True, reason=None, patterns=lines, total=worth, deltas=deltas, rejected=rejected)


def _pack(facts: WinFacts) -> tuple[int, int, int] | None:
    """Packed hand, packed winning tile, and the code of melds and route; ``None`` for tiles that cannot be."""
    melds = facts.melds
    if len(facts.hand) + 3 * len(melds) != HAND_SIZE or len(melds) > SETS:
        return None
    try:
        before = sum(map(PACKED_PLAIN.__getitem__, facts.hand))
        won = PACKED_PLAIN[facts.tile]  # type: ignore[index]
    except (KeyError, TypeError):
        return None
    others = before
    code = SELF_DRAW if facts.by == "self_draw" else 0
    for meld in melds:
        packed, shape = MELDS[meld.kind, meld.tiles, meld.form]
        if not packed:
            return None
        others += packed
        code += shape
    if (others + won + TO_FIVE) & OVER or (facts.by == "robbed_kong" and others & won * 63):
        return None
    return before, won, code


def _worth(line: PatternWorth) -> int:
    return line.worth


def _opening_that_holds(facts: WinFacts) -> str | None:
    """The opening fact where route and seat agree with it; a declared set of the winner's own speaks against it."""
    if facts.melds:
        return None
    if facts.opening == "heavenly" and facts.by == "self_draw" and facts.winner == facts.dealer:
        return "heavenly"
    if facts.opening == "earthly" and facts.by == "discard" and facts.winner != facts.dealer == facts.from_seat:
        return "earthly"
    return None


def _is_locked(facts: WinFacts) -> bool:
    return facts.locked_all or facts.tile in facts.locked


def _feeder(facts: WinFacts) -> Seat:
    feeder = facts.from_seat
    if feeder is None or feeder == facts.winner:
        raise InvalidRequest("invalid_request", "win.from")
    return feeder


def _deltas(options: HongKongOptions, total: int, facts: WinFacts, payer: Seat | None) -> tuple[int, int, int, int]:
    share = options.shares[total]
    if facts.by == "self_draw":
        return split(share, facts.winner, None, payer)
    alone = SELF_DRAW_SHARES if options.rob_kong_pays_all and facts.by == "robbed_kong" else 0
    return split(share, facts.winner, _feeder(facts), payer, alone)


def _with_melds(blocks: Blocks, melds: tuple[Meld, ...]) -> Blocks:
    return blocks[:-1] + tuple([meld.tiles for meld in melds]) + blocks[-1:]


@lru_cache(maxsize=256)
def judge_for(options: HongKongOptions) -> Callable[[WinFacts], Verdict]:
    """The judge of these options. Keep it: it remembers what it has worked out."""
    return Judge(options)


#: Judges by the identity of the options they were asked with: a table asks with the same object again and again.
_KNOWN: Final[dict[int, tuple[HongKongOptions, Callable[[WinFacts], Verdict]]]] = {}


def judge(facts: WinFacts, options: HongKongOptions) -> Verdict:
    """Value a win, or say why it is none. See :class:`Judge`."""
    known = _KNOWN.get(id(options))
    if known is None or known[0] is not options:
        if len(_KNOWN) >= 256:
            _KNOWN.clear()
        known = _KNOWN[id(options)] = options, judge_for(options)
    return known[1](facts)
