"""The options of a riichi table, and the published presets.

The defaults are the club's own rules; ``docs/rules/riichi.md`` explains each of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from mahjong_club.rules.rulesets import Options, OptionValue, Ruleset

SwapCalling = Literal["forbidden", "other_end", "allowed"]
DealerRepeats = Literal["never", "on_win", "on_ready", "unless_another_wins"]
Extension = Literal["none", "sudden_death", "repeats_first", "whole_round"]
KongAfterReady = Literal["never", "same_shape", "same_waits"]
DoraTiming = Literal["at_once", "after_discard"]
Ties = Literal["first_seat", "shared"]


def _of(anchor: str, *choices: OptionValue) -> Mapping[str, Any]:
    return {"choices": choices, "anchor": f"options.{anchor}", "since": 2}


def _switch(anchor: str) -> Mapping[str, Any]:
    return _of(anchor, *(True, False))


@dataclass(frozen=True, slots=True)
class RiichiOptions(Options):
    """What clubs vary in riichi; ``metadata["anchor"]`` is the line of docs/rules/riichi.md about it.

    Points are whole points; placement bonuses too (20,000 is 20.0 in the ranking).

    ``red_fives``: red copies in characters, circles, bamboo. ``winners_per_tile``: 1 head bump, 2 double ron (three at once
    abort the deal where abortive draws are on), 3 triple ron. ``rounds``: winds played before the extension.
    ``ready_needs_tiles``: live tiles that must be left to declare riichi. ``extension``: how a match goes on that ends its
    last deal with nobody at ``target``. ``dealer_stop``: the leading dealer of the last deal ends the match by repeating.
    """

    # tiles and values
    red_fives: tuple[int, ...] = field(default=(1, 1, 1), metadata=_of("red_fives", (1, 1, 1), (0, 0, 0), (1, 2, 1), (2, 2, 2)))
    open_all_simples: bool = field(default=True, metadata=_switch("open_all_simples"))
    ippatsu: bool = field(default=True, metadata=_switch("ippatsu"))
    ura_dora: bool = field(default=True, metadata=_switch("ura_dora"))
    kong_dora: bool = field(default=True, metadata=_switch("kong_dora"))
    kong_ura_dora: bool = field(default=True, metadata=_switch("kong_ura_dora"))
    kong_dora_timing: DoraTiming = field(default="at_once", metadata=_of("kong_dora_timing", "at_once", "after_discard"))
    double_wind_pair_fu: int = field(default=4, metadata=_of("double_wind_pair_fu", 4, 2))
    rounded_mangan: bool = field(default=False, metadata=_switch("rounded_mangan"))
    counted_yakuman: bool = field(default=True, metadata=_switch("counted_yakuman"))
    combined_yakuman: bool = field(default=True, metadata=_switch("combined_yakuman"))
    double_yakuman: bool = field(default=True, metadata=_switch("double_yakuman"))
    liability: bool = field(default=True, metadata=_switch("liability"))
    # play
    swap_calling: SwapCalling = field(default="forbidden", metadata=_of("swap_calling", "forbidden", "other_end", "allowed"))
    winners_per_tile: int = field(default=1, metadata=_of("winners_per_tile", 1, 2, 3))
    ready_needs_tiles: int = field(default=4, metadata=_of("ready_needs_tiles", 4, 0))
    kong_after_ready: KongAfterReady = field(
        default="same_waits", metadata=_of("kong_after_ready", "same_waits", "same_shape", "never")
    )
    # draws
    abortive_draws: bool = field(default=True, metadata=_switch("abortive_draws"))
    all_thrown_mangan: bool = field(default=True, metadata=_switch("all_thrown_mangan"))
    not_ready_payment: int = field(default=3000, metadata=_of("not_ready_payment", 3000, 0))
    # the match
    rounds: int = field(default=2, metadata=_of("rounds", 2, 1, 4))
    dealer_repeats: DealerRepeats = field(
        default="on_ready", metadata=_of("dealer_repeats", "on_ready", "on_win", "unless_another_wins", "never")
    )
    extension: Extension = field(
        default="none", metadata=_of("extension", "none", "sudden_death", "repeats_first", "whole_round")
    )
    below_zero_ends: bool = field(default=True, metadata=_switch("below_zero_ends"))
    dealer_stop: bool = field(default=True, metadata=_switch("dealer_stop"))
    starting_points: int = field(default=25000, metadata=_of("starting_points", 25000, 20000, 27000, 30000, 35000))
    target: int = field(default=30000, metadata=_of("target", 30000, 25000, 35000))
    placement: tuple[int, ...] = field(
        default=(20000, 10000, -10000, -20000),
        metadata=_of(
            "placement",
            (20000, 10000, -10000, -20000),
            (30000, 10000, -10000, -30000),
            (15000, 5000, -5000, -15000),
            (10000, 5000, -5000, -10000),
            (0, 0, 0, 0),
        ),
    )
    ties: Ties = field(default="first_seat", metadata=_of("ties", "first_seat", "shared"))


#: What the club played at first; kept for its saves.
FIRST: Final = Ruleset(
    "riichi",
    1,
    "riichi",
    RiichiOptions(
        red_fives=(0, 0, 0),
        ippatsu=False,
        ura_dora=False,
        kong_dora=False,
        kong_ura_dora=False,
        liability=False,
        abortive_draws=False,
        all_thrown_mangan=False,
    ),
    listing="hidden",
)

CLUB: Final = Ruleset("riichi", 2, "riichi", RiichiOptions())

TENHOU: Final = Ruleset(
    "riichi_tenhou",
    1,
    "riichi",
    RiichiOptions(
        winners_per_tile=2,
        extension="sudden_death",
        kong_dora_timing="after_discard",
        double_yakuman=False,
        kong_after_ready="same_shape",
        placement=(20000, 10000, -10000, -20000),
    ),
)

WRC: Final = Ruleset(
    "riichi_wrc",
    1,
    "riichi",
    RiichiOptions(
        red_fives=(0, 0, 0),
        rounded_mangan=True,
        counted_yakuman=False,
        double_yakuman=False,
        abortive_draws=False,
        dealer_stop=False,
        starting_points=30000,
        placement=(15000, 5000, -5000, -15000),
        ties="shared",
    ),
)

PRESETS: Final[tuple[Ruleset, ...]] = (CLUB, TENHOU, WRC)
