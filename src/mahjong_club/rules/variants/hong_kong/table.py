"""The fan table, as data. What a row is worth comes from the options; the rules page is generated from it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from mahjong_club.rules.patterns import Pattern
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions
from mahjong_club.rules.variants.hong_kong.reading import GEM_HANDS, Reading

Row = Pattern[Reading]

_HONORS: Final = 0b1000
FORM_PAIRS: Final = "seven_pairs"
#: Worth at which a pattern whose worth is an option becomes a limit hand.
LIMIT_WORTH: Final = 13


def _takes(r: Reading, *, pairs: bool) -> bool:
    return r.form == "standard" or (pairs and r.form == FORM_PAIRS)


def _concealed(r: Reading) -> bool:
    return r.form == "standard" and r.public_melds == 0


def _why_not_concealed(r: Reading) -> str | None:
    if r.form == "standard":
        return "public_meld"
    return "absorbed_by:seven_pairs" if r.form == "seven_pairs" else None


def _all_sequences(r: Reading) -> bool:
    return r.only_sequences and not r.wind_pair and not r.dragon_pair


def _all_triplets(r: Reading) -> bool:
    return r.only_triplets


def _half_flush(r: Reading) -> bool:
    return r.suits & _HONORS != 0 and (r.suits & 7).bit_count() == 1


def _full_flush(r: Reading) -> bool:
    return r.suits in (1, 2, 4)


def _four_concealed(r: Reading) -> bool:
    return r.only_triplets and r.public_melds == 0 and r.by == "self_draw"


def _why_not_four_concealed(r: Reading) -> str | None:
    if not r.only_triplets or r.public_melds > 1:
        return None
    return "public_meld" if r.public_melds else "not_self_drawn"


def _gem(name: str) -> Callable[[Reading], bool]:
    number = GEM_HANDS.index(name) + 1
    return lambda r: r.gem == number


def _own_numbers(r: Reading, *, count_full_sets: bool) -> int:
    series = (r.bonus & 15, r.bonus >> 4)
    return sum(part >> r.seat_wind & 1 for part in series if count_full_sets or part != 15)


def _seat_flowers(r: Reading) -> int:
    return _own_numbers(r, count_full_sets=False)


def _why_not_seat_flower(r: Reading) -> str | None:
    return "absorbed_by:flower_set" if _own_numbers(r, count_full_sets=True) else None


def _flower_sets(r: Reading) -> int:
    return (r.bonus & 15 == 15) + (r.bonus >> 4 == 15)


def _shape_rows(o: HongKongOptions) -> list[Row]:
    winds = {"seat_wind", "round_wind"} | ({"half_flush"} if o.small_four_winds_absorbs_half_flush else set())
    pairs = o.pairs_take_mixed_terminals
    return [
        _row("concealed_hand", 1, _concealed, near=_why_not_concealed),
        _row("all_sequences", 1, _all_sequences),
        _row("all_triplets", 3, _all_triplets),
        _row("half_flush", 3, _half_flush),
        _row("full_flush", 6, _full_flush, "half_flush"),
        _row("seven_pairs", o.seven_pairs, lambda r: r.form == "seven_pairs", "concealed_hand"),
        _row("dragon_triplet", 1, lambda r: r.dragon_triplets),
        _row("seat_wind", 1, lambda r: r.seat_wind_triplet),
        _row("round_wind", 1, lambda r: r.round_wind_triplet),
        _row(
            "little_three_dragons", o.little_three_dragons, lambda r: r.dragon_triplets == 2 and r.dragon_pair, "dragon_triplet"
        ),
        _row("little_four_winds", o.little_four_winds, lambda r: r.wind_triplets == 3 and r.wind_pair, *winds),
        _row(
            "mixed_terminals",
            1,
            lambda r: not r.simples and r.terminals and bool(r.suits & _HONORS) and _takes(r, pairs=pairs),
        ),
    ]


def _limit_rows(o: HongKongOptions) -> list[Row]:
    pairs = o.pairs_take_tile_limits
    pure = o.pure_limits_worth
    gem = o.gem_dragons
    gem_holds = ("all_triplets", "half_flush", "dragon_triplet")
    return [
        _row("big_three_dragons", 13, lambda r: r.dragon_triplets == 3, limit=True),
        _row("big_four_winds", 13, lambda r: r.wind_triplets == 4, limit=True),
        _row("all_honors", pure, lambda r: r.suits == _HONORS and _takes(r, pairs=pairs), limit=True),
        _row("all_terminals", pure, lambda r: not r.simples and not r.suits & _HONORS and _takes(r, pairs=pairs), limit=True),
        _row(
            "four_concealed_triplets",
            o.four_concealed_triplets,
            _four_concealed,
            "all_triplets",
            "concealed_hand",
            near=_why_not_four_concealed,
        ),
        _row("four_kongs", 13, lambda r: r.only_kongs, limit=True),
        _row("nine_gates", pure, lambda r: r.nine_gates, limit=True),
        _row("thirteen_orphans", 13, lambda r: r.form == "thirteen_orphans", limit=True),
        _row("ruby_dragon", gem, _gem("ruby_dragon"), *gem_holds),
        _row("pearl_dragon", gem, _gem("pearl_dragon"), *gem_holds),
        _row("jade_dragon", gem, _gem("jade_dragon"), *gem_holds),
    ]


def _route_rows(o: HongKongOptions) -> list[Row]:
    rows = [
        _row("self_draw", 1, lambda r: r.by == "self_draw", group="route"),
        _row("robbed_kong", 1, lambda r: r.by == "robbed_kong", group="route"),
        _row("replacement_win", 1, lambda r: r.by == "self_draw" and r.after_kong, near=_why_not_replacement, group="route"),
        _row("last_tile_draw", 1, lambda r: r.by == "self_draw" and r.last_tile, group="route"),
    ]
    if o.last_tile_discard:
        rows.append(_row("last_tile_discard", o.last_tile_discard, lambda r: r.by == "discard" and r.last_tile, group="route"))
    rows.append(_row("heavenly_win", 13, lambda r: r.opening == "heavenly", limit=True, group="route"))
    rows.append(_row("earthly_win", 13, lambda r: r.opening == "earthly", limit=True, group="route"))
    return rows


def _why_not_replacement(r: Reading) -> str | None:
    return "bonus_replacement" if r.by == "self_draw" and r.after_bonus else None


def _bonus_rows() -> list[Row]:
    return [
        _row("no_flowers", 1, lambda r: r.bonus == 0, group="bonus"),
        _row("seat_flower", 1, _seat_flowers, near=_why_not_seat_flower, group="bonus"),
        _row("flower_set", 2, _flower_sets, group="bonus"),
    ]


def _flower_win_rows(o: HongKongOptions) -> list[Row]:
    return [
        _row("seven_robs_one", o.seven_robs_one, lambda r: r.bonus.bit_count() == 7, flat=True, group="bonus_win"),
        _row("eight_flowers", o.eight_flowers, lambda r: r.bonus == 255, flat=True, group="bonus_win"),
    ]


_ORDER: Final = (
    "self_draw",
    "concealed_hand",
    "no_flowers",
    "seat_flower",
    "flower_set",
    "all_sequences",
    "all_triplets",
    "half_flush",
    "full_flush",
    "seven_pairs",
    "dragon_triplet",
    "seat_wind",
    "round_wind",
    "little_three_dragons",
    "little_four_winds",
    "mixed_terminals",
    "robbed_kong",
    "replacement_win",
    "last_tile_draw",
    "last_tile_discard",
    "heavenly_win",
    "earthly_win",
    "big_three_dragons",
    "big_four_winds",
    "all_honors",
    "all_terminals",
    "thirteen_orphans",
    "nine_gates",
    "four_kongs",
    "four_concealed_triplets",
    "ruby_dragon",
    "pearl_dragon",
    "jade_dragon",
    "seven_robs_one",
    "eight_flowers",
)
_MAY_BE_LIMIT: Final = {"little_four_winds", "four_concealed_triplets", "ruby_dragon", "pearl_dragon", "jade_dragon"}


def _row(
    id: str,
    worth: int,
    times: Callable[[Reading], int],
    *absorbs: str,
    limit: bool = False,
    flat: bool = False,
    near: Callable[[Reading], str | None] | None = None,
    group: str = "shape",
) -> Row:
    limit = limit or (id in _MAY_BE_LIMIT and worth == LIMIT_WORTH)
    held = frozenset() if limit else frozenset(absorbs)
    return Pattern(id, worth, times, held, limit=limit, flat=flat, near=near, group=group, anchor=f"patterns.{id}")


@lru_cache(maxsize=256)
def table_for(options: HongKongOptions) -> tuple[Row, ...]:
    """The rows under these options, in the order of the rules page."""
    rows = [*_shape_rows(options), *_limit_rows(options), *_route_rows(options), *_bonus_rows(), *_flower_win_rows(options)]
    return tuple(sorted(rows, key=lambda row: _ORDER.index(row.id)))


#: The page's own table.
TABLE: Final[tuple[Row, ...]] = table_for(HongKongOptions())
