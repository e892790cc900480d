"""Options of the Taiwanese ruleset: everything a club may decide differently, each with the house's choice.

The numbers O1-O24 in the comments are those of ``docs/rules/taiwanese.md#options``.
"""

from dataclasses import dataclass, field
from typing import Any

from mahjong_club.rules.rulesets import Options, Ruleset


def _option(default: Any, *choices: Any) -> Any:
    """A field of :class:`TaiwaneseOptions` with its choices; two-valued options need not list theirs."""
    allowed = (True, False) if isinstance(default, bool) else choices
    return field(default=default, metadata={"choices": allowed, "since": 1})


@dataclass(frozen=True, slots=True)
class TaiwaneseOptions(Options):
    """Every option of ``taiwanese/1``. A limit of 0 means "no limit"."""

    # -- the match
    rounds: int = _option(4, 1, 2, 4)
    starting_points: int = _option(0, 0, 10_000, 25_000, 50_000, 100_000)
    base: int = _option(500, 100, 200, 300, 500, 1000)
    per_tai: int = _option(500, 10, 20, 50, 100, 200, 300, 500, 1000)
    # -- walls and flowers
    reserve: int = _option(16, 0, 14, 16)
    reserve_grows_with_kongs: bool = _option(default=False)  # O24
    opening_bonus: str = _option("until_clean", "until_clean", "round_by_round")  # O21
    bonus_wins: str = _option("automatic", "automatic", "optional")  # O17
    # -- the turn
    last_discard_claims: bool = _option(default=False)  # O20
    kong_after_claim: bool = _option(default=False)  # O22
    swap_calling: str = _option("free", "free", "same_tile", "both_ends")  # O22
    added_kong_from_hand: bool = _option(default=True)  # O22
    passed_kong_locks: bool = _option(default=True)  # O13
    open_ready: bool = _option(default=True)  # O14
    # -- opening wins
    heavenly_after_kong: bool = _option(default=True)  # O12
    human_win_seats: str = _option("any", "any", "non_dealer")  # O6
    human_win_discard: str = _option("shooters_first", "shooters_first", "deals_first")  # O6
    human_win_after_draw: bool = _option(default=True)  # O6
    human_win_after_calls: bool = _option(default=False)  # O6
    # -- the table of tai
    kong_bloom_on_flower: bool = _option(default=True)  # O1
    heavenly_ready_keeps_mqzm: bool = _option(default=True)  # O2
    four_winds_add_winds: bool = _option(default=True)  # O3
    little_four_winds_exempt: bool = _option(default=False)  # O3, only where the line above is off
    human_stacks_ready: bool = _option(default=True)  # O7
    single_wait_physical: bool = _option(default=True)  # O8
    heavenly_single_wait: bool = _option(default=True)  # O9
    qqr_no_concealed_kong: bool = _option(default=True)  # O10
    earthly_ready_keeps_mq: bool = _option(default=True)  # O11
    last_tile_and_bloom: bool = _option(default=True)  # O15
    half_keeps_single_wait: bool = _option(default=True)  # O18
    seven_pairs_and_triplet: bool = _option(default=False)  # O19
    # -- flower wins
    flower_win_adds_hand: bool = _option(default=True)  # O5
    flower_robber_replaces: bool = _option(default=False)  # O5
    flower7_one_base: bool = _option(default=True)  # O4
    flower7_split: bool = _option(default=True)  # O4c
    # -- payments
    repeat_limit: int = _option(0, 0, 9, 10)  # O16
    tai_limit: int = _option(0, 0, 24, 81)  # O16


RULESET = Ruleset("taiwanese", 1, "taiwanese", TaiwaneseOptions())
