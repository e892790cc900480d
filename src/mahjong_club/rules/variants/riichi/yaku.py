"""Yaku as bits of one integer, in the order a result lists them.

A reading's yaku are gathered as a mask; what a mask is worth and how it is written are looked up. Bits from
:data:`YAKUMAN` up are yakuman, and their presence silences everything below.
"""

from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.scoring import PatternWorth


@dataclass(frozen=True, slots=True)
class Yaku:
    """A yaku: han of a concealed and of an open hand (0: does not count), or how many yakuman it is."""

    id: str
    closed: int
    open: int = 0
    yakuman: int = 0


ORDINARY: Final[tuple[Yaku, ...]] = (
    Yaku("riichi", 1),
    Yaku("double_riichi", 2),
    Yaku("ippatsu", 1),
    Yaku("last_tile_draw", 1, 1),
    Yaku("last_tile_discard", 1, 1),
    Yaku("replacement_win", 1, 1),
    Yaku("robbed_kong", 1, 1),
    Yaku("concealed_self_draw", 1),
    Yaku("round_wind", 1, 1),
    Yaku("seat_wind", 1, 1),
    Yaku("dragon_white", 1, 1),
    Yaku("dragon_green", 1, 1),
    Yaku("dragon_red", 1, 1),
    Yaku("all_sequences", 1),
    Yaku("all_simples", 1, 1),
    Yaku("identical_sequences", 1),
    Yaku("three_colour_sequences", 2, 1),
    Yaku("full_straight", 2, 1),
    Yaku("mixed_outside_hand", 2, 1),
    Yaku("seven_pairs", 2),
    Yaku("all_triplets", 2, 2),
    Yaku("three_concealed_triplets", 2, 2),
    Yaku("three_kongs", 2, 2),
    Yaku("three_colour_triplets", 2, 2),
    Yaku("mixed_terminals", 2, 2),
    Yaku("little_three_dragons", 2, 2),
    Yaku("half_flush", 3, 2),
    Yaku("pure_outside_hand", 3, 2),
    Yaku("two_identical_sequences", 3),
    Yaku("full_flush", 6, 5),
)

YAKUMAN_LIST: Final[tuple[Yaku, ...]] = (
    Yaku("heavenly_win", 0, 0, 1),
    Yaku("earthly_win", 0, 0, 1),
    Yaku("thirteen_orphans", 0, 0, 1),
    Yaku("thirteen_orphans_thirteen_waits", 0, 0, 2),
    Yaku("four_concealed_triplets", 0, 0, 1),
    Yaku("four_concealed_triplets_single_wait", 0, 0, 2),
    Yaku("big_three_dragons", 0, 0, 1),
    Yaku("big_four_winds", 0, 0, 2),
    Yaku("little_four_winds", 0, 0, 1),
    Yaku("all_honors", 0, 0, 1),
    Yaku("all_green", 0, 0, 1),
    Yaku("all_terminals", 0, 0, 1),
    Yaku("four_kongs", 0, 0, 1),
    Yaku("nine_gates", 0, 0, 1),
    Yaku("pure_nine_gates", 0, 0, 2),
)

ALL_YAKU: Final = ORDINARY + YAKUMAN_LIST
BIT: Final[dict[str, int]] = {yaku.id: 1 << i for i, yaku in enumerate(ALL_YAKU)}
#: Lowest bit of the yakuman.
YAKUMAN: Final = 1 << len(ORDINARY)
ORDINARY_MASK: Final = YAKUMAN - 1
CLOSED_ONLY: Final = sum(BIT[y.id] for y in ORDINARY if not y.open)
#: Yaku that come from how the tile was won, not from the tiles.
SITUATIONAL: Final = sum(
    BIT[name]
    for name in (
        "riichi",
        "double_riichi",
        "ippatsu",
        "last_tile_draw",
        "last_tile_discard",
        "replacement_win",
        "robbed_kong",
        "heavenly_win",
        "earthly_win",
    )
)

#: Bonus lines, which are worth nothing without a yaku.
DORA_IDS: Final = ("dora", "red_dora", "ura_dora")
_MOST_DORA: Final = 41
DORA_LINES: Final[dict[str, tuple[PatternWorth, ...]]] = {
    name: tuple(PatternWorth(name, n, n) for n in range(_MOST_DORA)) for name in DORA_IDS
}


def yaku_of(mask: int) -> list[Yaku]:
    """The yaku of a mask in output order."""
    return [yaku for i, yaku in enumerate(ALL_YAKU) if mask >> i & 1]


class WorthTable(dict[int, tuple[int, tuple[PatternWorth, ...]]]):
    """By mask of ordinary yaku: total han and the lines of the result."""

    def __init__(self, column: str) -> None:
        super().__init__()
        self._column = column

    def __missing__(self, mask: int) -> tuple[int, tuple[PatternWorth, ...]]:
        lines = tuple(PatternWorth(yaku.id, getattr(yaku, self._column)) for yaku in yaku_of(mask))
        answer = self[mask] = (sum(line.worth for line in lines), lines)
        return answer


#: What masks of ordinary yaku are worth in an open (0) and in a concealed hand (1).
WORTH: Final = (WorthTable("open"), WorthTable("closed"))
HAN_OF_A_YAKUMAN: Final = 13


class YakumanTable(dict[int, tuple[int, tuple[PatternWorth, ...]]]):
    """By mask of yakuman: as how many they are paid, and the lines of the result."""

    def __init__(self, *, combined: bool, double: bool) -> None:
        super().__init__()
        self._combined = combined
        self._double = double

    def __missing__(self, mask: int) -> tuple[int, tuple[PatternWorth, ...]]:
        each = [(yaku.id, yaku.yakuman if self._double else 1) for yaku in yaku_of(mask)]
        lines = tuple(PatternWorth(name, HAN_OF_A_YAKUMAN * times) for name, times in each)
        answer = self[mask] = (sum(times for _, times in each) if self._combined else 1, lines)
        return answer
