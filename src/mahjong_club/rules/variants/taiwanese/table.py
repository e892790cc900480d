"""The tai table as data (docs/rules/taiwanese.md#wins.absorb).

A row's group says which part of a win it looks at: ``route``, ``shape`` or ``bonus``; ``payment`` rows belong to one payment
and not to the hand. Rows that others absorb are dropped all at once: a row that is itself absorbed still absorbs.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from mahjong_club.rules.patterns import Pattern
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.reading import Bonus, Route, Shape

_SUITS: Final = 0b0111
_HONOURS: Final = 0b1000
_ONE_SUIT: Final = frozenset((1, 2, 4))


@dataclass(frozen=True, slots=True)
class OptionalCondition:
    """The condition that ``row`` has instead where ``option`` is off."""

    option: str
    row: str
    times: Callable[[Route], int]


@dataclass(frozen=True, slots=True)
class OptionalAbsorption:
    """Rows that ``row`` absorbs as well where all of ``options`` are off."""

    options: tuple[str, ...]
    row: str
    absorbs: tuple[str, ...]


def _route(row: str, tai: int, times: Callable[[Route], int], *absorbs: str) -> Pattern[Route]:
    return Pattern(row, tai, times, frozenset(absorbs), group="route", anchor=f"patterns.{row}")


def _shape(row: str, tai: int, times: Callable[[Shape], int], *absorbs: str) -> Pattern[Shape]:
    return Pattern(row, tai, times, frozenset(absorbs), group="shape", anchor=f"patterns.{row}")


def _bonus(row: str, tai: int, times: Callable[[Bonus], int], *absorbs: str) -> Pattern[Bonus]:
    return Pattern(row, tai, times, frozenset(absorbs), group="bonus", anchor=f"patterns.{row}")


def _per_payment(row: str, tai: int) -> Pattern[Any]:
    return Pattern(row, tai, lambda _: 0, group="payment", anchor=f"patterns.{row}")


_SELF_DRAW_ROWS: Final = ("concealed_self_draw", "concealed_hand", "self_draw")

ROUTE_ROWS: Final = (
    _route(
        "heavenly_win",
        24,
        lambda r: r.opening == "heavenly" and r.self_drawn and r.is_dealer,
        *_SELF_DRAW_ROWS,
        "replacement_win",
    ),
    _route("earthly_win", 16, lambda r: r.opening == "earthly" and r.self_drawn and not r.is_dealer, *_SELF_DRAW_ROWS),
    _route("human_win", 8, lambda r: r.opening == "human" and r.by == "discard", "concealed_hand"),
    _route("heavenly_ready", 16, lambda r: r.ready == "heavenly", "concealed_hand", "declared_ready"),
    _route("earthly_ready", 8, lambda r: r.ready == "earthly", "declared_ready"),
    _route("declared_ready", 1, lambda r: r.ready == "ordinary"),
    _route("all_from_others", 2, lambda r: r.exposed == 5 and not r.self_drawn, "single_wait"),
    _route("half_from_others", 1, lambda r: r.exposed == 5 and r.self_drawn),
    _route("concealed_self_draw", 3, lambda r: r.self_drawn and not r.exposed, "concealed_hand", "self_draw"),
    _route("concealed_hand", 1, lambda r: not r.exposed),
    _route("self_draw", 1, lambda r: r.self_drawn),
    _route("robbed_kong", 1, lambda r: r.by == "robbed_kong"),
    _route("replacement_win", 1, lambda r: r.self_drawn and (r.after_kong or r.after_bonus)),
    _route("last_tile_draw", 1, lambda r: r.last_tile and r.self_drawn),
    _route("last_tile_discard", 1, lambda r: r.last_tile and r.by == "discard"),
    _route("single_wait", 1, lambda r: r.single_wait),
)

SHAPE_ROWS: Final = (
    _shape("big_four_winds", 16, lambda s: s.winds == 4),
    _shape("little_four_winds", 8, lambda s: s.winds == 3 and s.wind_pair),
    _shape("all_honors", 16, lambda s: s.suits == _HONOURS, "all_triplets"),
    _shape("full_flush", 8, lambda s: s.suits in _ONE_SUIT),
    _shape("half_flush", 4, lambda s: s.suits & _HONOURS and s.suits & _SUITS in _ONE_SUIT),
    _shape("big_three_dragons", 8, lambda s: s.dragons == 3, "dragon_triplet"),
    _shape("little_three_dragons", 4, lambda s: s.dragons == 2 and s.dragon_pair, "dragon_triplet"),
    _shape(
        "five_concealed_triplets",
        8,
        lambda s: s.concealed_triplets == 5,
        "four_concealed_triplets",
        "three_concealed_triplets",
    ),
    _shape("four_concealed_triplets", 5, lambda s: s.concealed_triplets >= 4, "three_concealed_triplets"),
    _shape("three_concealed_triplets", 2, lambda s: s.concealed_triplets >= 3),
    _shape("all_triplets", 4, lambda s: s.triplets == 5),
    _shape("all_sequences", 2, lambda s: s.sequences == 5 and not (s.suits & _HONOURS or s.flowers or s.self_drawn)),
    _shape("seven_pairs_and_triplet", 8, lambda s: s.pairs),
    _shape("dragon_triplet", 1, lambda s: s.dragons),
    _shape("round_wind", 1, lambda s: s.round_wind),
    _shape("seat_wind", 1, lambda s: s.seat_wind),
)

BONUS_ROWS: Final = (
    _bonus("eight_flowers", 8, lambda b: b.by == "eight_flowers", "seat_flower", "flower_set"),
    _bonus("seven_robs_one", 8, lambda b: b.by == "seven_robs_one", "seat_flower", "flower_set"),
    _bonus("seat_flower", 1, lambda b: b.own),
    _bonus("flower_set", 1, lambda b: b.families),
)

#: Paid when the winner or the payer is the dealer; the second for each repeat.
PAYMENT_ROWS: Final = (_per_payment("dealer", 1), _per_payment("dealer_repeat", 2))

#: The whole table, in the order in which it is shown.
TABLE: Final[tuple[Pattern[Any], ...]] = (*ROUTE_ROWS, *SHAPE_ROWS, *BONUS_ROWS, *PAYMENT_ROWS)

#: Rows that need no hand.
FLOWER_WINS: Final = frozenset(("eight_flowers", "seven_robs_one"))

OPTIONAL_CONDITIONS: Final = (
    OptionalCondition("kong_bloom_on_flower", "replacement_win", lambda r: r.self_drawn and r.after_kong),
    OptionalCondition(
        "heavenly_ready_keeps_mqzm",
        "concealed_self_draw",
        lambda r: r.self_drawn and not r.exposed and r.ready != "heavenly",
    ),
    OptionalCondition("qqr_no_concealed_kong", "all_from_others", lambda r: r.melds == 5 and not r.self_drawn),
    OptionalCondition("qqr_no_concealed_kong", "half_from_others", lambda r: r.melds == 5 and r.self_drawn),
)

OPTIONAL_ABSORPTIONS: Final = (
    OptionalAbsorption(("human_stacks_ready",), "human_win", ("heavenly_ready", "earthly_ready", "declared_ready")),
    OptionalAbsorption(("earthly_ready_keeps_mq",), "earthly_ready", ("concealed_hand",)),
    OptionalAbsorption(("four_winds_add_winds",), "big_four_winds", ("round_wind", "seat_wind")),
    OptionalAbsorption(("four_winds_add_winds", "little_four_winds_exempt"), "little_four_winds", ("round_wind", "seat_wind")),
    OptionalAbsorption(("heavenly_single_wait",), "heavenly_win", ("single_wait",)),
    OptionalAbsorption(("last_tile_and_bloom",), "replacement_win", ("last_tile_draw",)),
    OptionalAbsorption(("half_keeps_single_wait",), "half_from_others", ("single_wait",)),
)


def table_for(options: TaiwaneseOptions) -> tuple[Pattern[Any], ...]:
    """The table as ``options`` have it."""
    return tuple([_under(row, options) for row in TABLE])


def _under(row: Pattern[Any], options: TaiwaneseOptions) -> Pattern[Any]:
    for condition in OPTIONAL_CONDITIONS:
        if condition.row == row.id and not getattr(options, condition.option):
            row = replace(row, times=condition.times)
    for extra in OPTIONAL_ABSORPTIONS:
        if extra.row == row.id and not any(getattr(options, option) for option in extra.options):
            row = replace(row, absorbs=row.absorbs.union(extra.absorbs))
    return row
