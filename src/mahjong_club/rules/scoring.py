"""What a judge is asked about a win, and what it answers. One pair of types serves all variants."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.tiles import Tile

WinBy = Literal["self_draw", "discard", "robbed_kong", "eight_flowers", "seven_robs_one"]
Opening = Literal["heavenly", "earthly", "human"]
#: Ranks of a declaration of readiness; ``ordinary`` and ``double`` are used by riichi, the first three by Taiwanese.
ReadyRank = Literal["ordinary", "heavenly", "earthly", "double"]


@dataclass(frozen=True, slots=True)
class WinFacts:
    """Everything a judge may look at. ``hand`` is without the winning tile.

    ``tile`` is ``None`` only for a flower win without a replacement tile. ``from_seat`` is the discarder, the kong maker or
    the holder of the one flower. ``last_tile``: the live wall was empty when the tile came. ``liable`` holds pairs
    (pattern id, paying seat). ``first_turn_ready`` of riichi is ``ready == "double"``.
    """

    winner: Seat
    dealer: Seat
    round_wind: int
    repeat: int
    hand: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    bonus: tuple[Tile, ...]
    by: WinBy
    tile: Tile | None
    from_seat: Seat | None
    after_kong: bool = False
    after_bonus: bool = False
    last_tile: bool = False
    opening: Opening | None = None
    ready: ReadyRank | None = None
    ippatsu: bool = False
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    deposits: int = 0
    liable: tuple[tuple[str, Seat], ...] = ()
    #: Tile kinds (spelt plain) under a passed-win lock; ``None`` inside ``locked_all`` is not needed: all = every kind.
    locked: tuple[Tile, ...] = ()
    locked_all: bool = False


@dataclass(frozen=True, slots=True)
class PatternWorth:
    """One line of a result: the pattern's id, its whole worth (faan, tai or han; 13 per yakuman) and how often it counts."""

    id: str
    worth: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class RejectedPattern:
    """A pattern the shape suggests but that does not count, and why."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class FuPart:
    """One part of a riichi hand's fu."""

    id: str
    fu: int


class Verdict(NamedTuple):
    """The judge's answer; a tuple, because making a frozen dataclass of so many fields takes half as long as judging a hand.

    ``total`` is capped faan, tai or han (13 for each yakuman). ``deltas`` are signed points of seats 0-3 and sum to zero
    unless ``deposits`` of the facts were taken. A refused win has ``wins`` false, a ``reason`` and zero deltas, and still
    shows what the hand counts where it has a shape. ``blocks`` is the reading: groups of tiles, the pair last.
    """

    wins: bool
    reason: str | None
    patterns: tuple[PatternWorth, ...] = ()
    total: int = 0
    limits: tuple[str, ...] = ()
    deltas: tuple[int, int, int, int] = (0, 0, 0, 0)
    rejected: tuple[RejectedPattern, ...] = ()
    blocks: tuple[tuple[Tile, ...], ...] = ()
    fu: int | None = None
    fu_parts: tuple[FuPart, ...] = ()
    yakuman: int = 0
    liable: tuple[tuple[str, Seat], ...] = ()
    extra: tuple[tuple[str, int], ...] = ()
