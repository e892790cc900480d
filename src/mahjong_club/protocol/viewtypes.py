"""The shape of a dumped view or state (``rules.views.dump``), for the schema and for loading a saved state back."""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from mahjong_club.protocol.wiretypes import mirror_of
from mahjong_club.rules.events import Answer, DealDrawn, DealWon, DrawSource, Standing, WinLock
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import ReadyRank, WinBy
from mahjong_club.rules.state import Phase, WindowKind

if TYPE_CHECKING:
    MeldWire: TypeAlias = Any
    LockWire: TypeAlias = Any
    AnswerWire: TypeAlias = Any
    ResultWire: TypeAlias = Any
    StandingWire: TypeAlias = Any
else:
    MeldWire = mirror_of(Meld)
    LockWire = mirror_of(WinLock)
    AnswerWire = mirror_of(Answer)
    ResultWire = mirror_of(DealWon) | mirror_of(DealDrawn)
    StandingWire = mirror_of(Standing)


class RiverTileWire(msgspec.Struct, frozen=True, gc=False):
    """A discard."""

    tile: str
    drawn: bool
    ready: bool
    claimed_by: int | None


class WindowWire(msgspec.Struct, frozen=True, gc=False):
    """An open claim window; in a view only the viewer's own answer is there."""

    kind: WindowKind
    from_seat: int | None
    tile: str | None
    seat: int | None
    by: WinBy | None
    answers: tuple[AnswerWire | None, AnswerWire | None, AnswerWire | None, AnswerWire | None]


class SeatWire(msgspec.Struct, frozen=True, gc=False):
    """One seat. ``hand`` is null where the viewer may not see it; a hidden drawn tile is ``?``."""

    hand: list[str] | None
    size: int
    drawn: str | None
    melds: list[MeldWire]
    bonus: list[str]
    river: list[RiverTileWire]
    ready: ReadyRank | None
    fresh_ready: bool
    lock: LockWire | None
    liable: list[tuple[str, int]]
    owed: int
    continued: bool
    left: Literal["bot", "pause", "wait"] | None


class ViewWire(msgspec.Struct, frozen=True, gc=False):
    """A match as one viewer may see it."""

    seq: int
    ruleset: str
    options: dict[str, Any]
    first_dealer: int
    number: int
    dealer: int
    round_wind: int
    repeat: int
    deposits: int
    phase: Phase
    turn: int
    due: DrawSource
    claimed: bool
    live_left: int
    taken: int
    replacements: int
    discards: int
    calls: int
    draw_source: DrawSource
    after_kong: bool
    after_bonus: bool
    bonus_out: int
    bonus_settled: bool
    opening_at: int
    opening_replacing: bool
    match_commitment: str
    deal_commitment: str
    paused: str
    entropy: list[str]
    scores: list[int]
    upcoming: tuple[int, int, int]
    indicators: list[str]
    window: WindowWire | None
    results: list[ResultWire]
    standings: list[StandingWire]
    seats: tuple[SeatWire, SeatWire, SeatWire, SeatWire]
