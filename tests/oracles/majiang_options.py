"""Our options and the reference engine's rule keys that say the same."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Table:
    """Options that differ from the club's, and the keys of the engine's rule that do."""

    options: Mapping[str, Any] = field(default_factory=dict)
    rule: Mapping[str, Any] = field(default_factory=dict)


CLUB_TABLE: Final = Table()

#: For each option the other values, each with what it is called there.
SAME: Final[dict[str, list[tuple[Any, dict[str, Any]]]]] = {
    "red_fives": [((0, 0, 0), {"赤牌": {"m": 0, "p": 0, "s": 0}})],
    "open_all_simples": [(False, {"クイタンあり": False})],
    "ippatsu": [(False, {"一発あり": False})],
    "ura_dora": [(False, {"裏ドラあり": False})],
    "kong_dora": [(False, {"カンドラあり": False})],
    "kong_ura_dora": [(False, {"カン裏あり": False})],
    "kong_dora_timing": [("after_discard", {"カンドラ後乗せ": True})],
    "double_wind_pair_fu": [(2, {"連風牌は2符": True})],
    "rounded_mangan": [(True, {"切り上げ満貫あり": True})],
    "counted_yakuman": [(False, {"数え役満あり": False})],
    "combined_yakuman": [(False, {"役満の複合あり": False})],
    "double_yakuman": [(False, {"ダブル役満あり": False})],
    "liability": [(False, {"役満パオあり": False})],
    "swap_calling": [("other_end", {"喰い替え許可レベル": 1}), ("allowed", {"喰い替え許可レベル": 2})],
    "winners_per_tile": [(2, {"最大同時和了数": 2}), (3, {"最大同時和了数": 3})],
    "ready_needs_tiles": [(0, {"ツモ番なしリーチあり": True})],
    "kong_after_ready": [("same_shape", {"リーチ後暗槓許可レベル": 1}), ("never", {"リーチ後暗槓許可レベル": 0})],
    "abortive_draws": [(False, {"途中流局あり": False})],
    "all_thrown_mangan": [(False, {"流し満貫あり": False})],
    "not_ready_payment": [(0, {"ノーテン罰あり": False})],
    "rounds": [(1, {"場数": 1}), (4, {"場数": 4})],
    "dealer_repeats": [
        ("on_win", {"連荘方式": 1}),
        ("unless_another_wins", {"連荘方式": 3}),
        ("never", {"連荘方式": 0}),
    ],
    "extension": [
        ("sudden_death", {"延長戦方式": 1}),
        ("repeats_first", {"延長戦方式": 2}),
        ("whole_round", {"延長戦方式": 3}),
    ],
    "below_zero_ends": [(False, {"トビ終了あり": False})],
    "dealer_stop": [(False, {"オーラス止めあり": False})],
    "starting_points": [(30000, {"配給原点": 30000})],
    "placement": [((15000, 5000, -5000, -15000), {"順位点": ["15.0", "5.0", "-5.0", "-15.0"]})],
}
#: Values that the engine has no key for, or decides elsewhere (`target` is 30,000 there, ties go by seat).
NOT_COMPARED: Final = {"target", "ties"}


def mixed_table(seed: int) -> Table:
    """A table with about a fourth of all options changed."""
    rng = random.Random(f"options {seed}")
    options: dict[str, Any] = {}
    rule: dict[str, Any] = {}
    for name, values in SAME.items():
        if rng.random() < 0.25:
            value, keys = rng.choice(values)
            options[name] = value
            rule |= keys
    if options.get("winners_per_tile") == 2 and options.get("abortive_draws") is False:
        # There three winners abort the deal whatever is said of abortive draws.
        del options["abortive_draws"], rule["途中流局あり"]
    return Table(options, rule)
