"""Everything a club may decide differently, with the page's answer as the default."""

from dataclasses import Field, dataclass, field
from typing import Any, Final, cast

from mahjong_club.rules.rulesets import Options, OptionValue

#: Points of one share for totals 0-13. Below three faan nobody wins, so nothing is due.
SHARES: Final = (0, 0, 0, 800, 1600, 1600, 1600, 3200, 3200, 3200, 6400, 6400, 6400, 6400)


def _choose(default: Any, *others: OptionValue, anchor: str) -> Any:
    made: Field[Any] = field(default=default, metadata={"choices": (default, *others), "anchor": anchor, "since": 1})
    return cast(Any, made)


def _switch(*, default: bool, anchor: str) -> Any:
    return _choose(default, not default, anchor=anchor)


@dataclass(frozen=True, slots=True)
class HongKongOptions(Options):
    """Options of the Hong Kong table. ``metadata["anchor"]`` is the line of docs/rules/hong_kong.md that explains each.

    Where a worth may be 13, that choice makes the pattern a limit hand.
    """

    # what a win is worth
    minimum: int = _choose(3, 4, 5, 6, anchor="wins.minimum")
    limit: int = _choose(13, 10, anchor="wins.limit")
    shares: tuple[int, ...] = _choose(SHARES, anchor="settlement.shares")
    little_four_winds: int = _choose(6, 13, anchor="options.little_four_winds")
    small_four_winds_absorbs_half_flush: bool = _switch(default=False, anchor="options.little_four_winds")
    four_concealed_triplets: int = _choose(13, 8, anchor="options.four_concealed_triplets")
    gem_dragons: int = _choose(13, 10, anchor="options.gem_dragons")
    pure_limits_worth: int = _choose(13, 10, anchor="options.pure_limits")
    last_tile_discard: int = _choose(1, 0, anchor="options.last_tile_discard")
    little_three_dragons: int = _choose(5, 4, anchor="options.little_three_dragons")
    seven_pairs: int = _choose(4, 5, 3, anchor="options.seven_pairs")
    pairs_take_tile_limits: bool = _switch(default=True, anchor="options.pairs_take")
    pairs_take_mixed_terminals: bool = _switch(default=True, anchor="options.pairs_take")
    # flower hands
    seven_robs_one: int = _choose(3, 8, 13, anchor="options.seven_robs_one")
    seven_rob_one_shares: int = _choose(6, 4, anchor="options.seven_robs_one")
    eight_flowers: int = _choose(8, 13, anchor="options.eight_flowers")
    bonus_wins: str = _choose("offered", "automatic", anchor="options.bonus_wins")
    # who pays
    rob_kong_pays_all: bool = _switch(default=False, anchor="options.rob_kong_pays_all")
    concealed_kong_is_public: bool = _switch(default=False, anchor="options.concealed_kong_is_public")
    winning_discard_makes_liable: bool = _switch(default=False, anchor="options.winning_discard_makes_liable")
    # flow
    opening_bonus: str = _choose("round_robin", "until_clean", anchor="options.opening_bonus")
    passed_win_lock_ends: str = _choose("any_draw", "head_draw", anchor="options.passed_win_lock_ends")
    track_first_turn: bool = _switch(default=True, anchor="options.tracking")
    track_passed_win: bool = _switch(default=True, anchor="options.tracking")
    track_liability: bool = _switch(default=True, anchor="options.tracking")
    # match
    starting_points: int = _choose(0, 25_000, 50_000, 100_000, anchor="match.starting_points")
    rounds: int = _choose(4, 1, 2, anchor="match.rounds")
