"""Options of the Taiwanese ruleset: everything a club may decide differently, each with the house's choice.

Why each is as it is: ``docs/rules/taiwanese.md``, section Options, whose O numbers stand in the comments.
"""

from dataclasses import dataclass, field
from typing import Any

from mahjong_club.rules.rulesets import Options, Ruleset


def _choose(default: Any, *others: Any, anchor: str) -> Any:
    """A field of :class:`TaiwaneseOptions`: the house's choice, then the others; ``anchor`` is its line of the rules page."""
    return field(default=default, metadata={"choices": (default, *others), "anchor": anchor, "since": 1})


def _switch(*, default: bool, anchor: str) -> Any:
    return _choose(default, not default, anchor=anchor)


@dataclass(frozen=True, slots=True)
class TaiwaneseOptions(Options):
    """Every option of ``taiwanese/1``. A limit of 0 means "no limit"."""

    # -- the match
    rounds: int = _choose(4, 1, 2, anchor="match.rounds")
    starting_points: int = _choose(0, 10_000, 25_000, 50_000, 100_000, anchor="match.starting_points")
    base: int = _choose(500, 100, 200, 300, 1000, anchor="settlement.share")
    per_tai: int = _choose(500, 10, 20, 50, 100, 200, 300, 1000, anchor="settlement.share")
    # -- walls and flowers
    reserve: int = _choose(16, 0, 14, anchor="options.reserve")
    reserve_grows_with_kongs: bool = _switch(default=False, anchor="options.reserve_grows_with_kongs")  # O24
    opening_bonus: str = _choose("until_clean", "round_by_round", anchor="options.opening_bonus")  # O21
    bonus_wins: str = _choose("automatic", "optional", anchor="options.bonus_wins")  # O17
    # -- the turn
    last_discard_claims: bool = _switch(default=False, anchor="options.last_discard_claims")  # O20
    kong_after_claim: bool = _switch(default=False, anchor="options.kong_after_claim")  # O22
    swap_calling: str = _choose("free", "same_tile", "both_ends", anchor="options.swap_calling")  # O22
    added_kong_from_hand: bool = _switch(default=True, anchor="options.added_kong_from_hand")  # O22
    passed_kong_locks: bool = _switch(default=True, anchor="options.passed_kong_locks")  # O13
    open_ready: bool = _switch(default=True, anchor="options.open_ready")  # O14
    # -- opening wins
    heavenly_after_kong: bool = _switch(default=True, anchor="options.heavenly_after_kong")  # O12
    human_win_seats: str = _choose("any", "non_dealer", anchor="options.human_win")  # O6
    human_win_discard: str = _choose("shooters_first", "deals_first", anchor="options.human_win")  # O6
    human_win_after_draw: bool = _switch(default=True, anchor="options.human_win")  # O6
    human_win_after_calls: bool = _switch(default=False, anchor="options.human_win")  # O6
    # -- the table of tai
    kong_bloom_on_flower: bool = _switch(default=True, anchor="options.kong_bloom_on_flower")  # O1
    heavenly_ready_keeps_mqzm: bool = _switch(default=True, anchor="options.heavenly_ready_keeps_mqzm")  # O2
    four_winds_add_winds: bool = _switch(default=True, anchor="options.four_winds_add_winds")  # O3
    little_four_winds_exempt: bool = _switch(
        default=False, anchor="options.four_winds_add_winds"
    )  # O3, only where the line above is off
    human_stacks_ready: bool = _switch(default=True, anchor="options.human_stacks_ready")  # O7
    single_wait_physical: bool = _switch(default=True, anchor="options.single_wait_physical")  # O8
    heavenly_single_wait: bool = _switch(default=True, anchor="options.heavenly_single_wait")  # O9
    qqr_no_concealed_kong: bool = _switch(default=True, anchor="options.qqr_no_concealed_kong")  # O10
    earthly_ready_keeps_mq: bool = _switch(default=True, anchor="options.earthly_ready_keeps_mq")  # O11
    last_tile_and_bloom: bool = _switch(default=True, anchor="options.last_tile_and_bloom")  # O15
    half_keeps_single_wait: bool = _switch(default=True, anchor="options.half_keeps_single_wait")  # O18
    seven_pairs_and_triplet: bool = _switch(default=False, anchor="options.seven_pairs_and_triplet")  # O19
    # -- flower wins
    flower_win_adds_hand: bool = _switch(default=True, anchor="options.flower_win_adds_hand")  # O5
    flower_robber_replaces: bool = _switch(default=False, anchor="options.flower_robber_replaces")  # O5
    flower7_one_base: bool = _switch(default=True, anchor="options.flower7")  # O4
    flower7_split: bool = _switch(default=True, anchor="options.flower7")  # O4c
    # -- payments
    repeat_limit: int = _choose(0, 9, 10, anchor="options.repeat_limit")  # O16
    tai_limit: int = _choose(0, 24, 81, anchor="options.tai_limit")  # O16


RULESET = Ruleset("taiwanese", 1, "taiwanese", TaiwaneseOptions())
