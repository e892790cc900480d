"""Facts, in the past tense: everything that ever happened at a table.

Each field declares who may see it (``rules/sights.py``); what happens to the people at a table rather than in the game stands
in ``rules/table_events.py``. Sealed events are answers in an open claim window: they are stored, but carry no number and
are published to nobody.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from mahjong_club.rules.actions import Action
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import FuPart, PatternWorth, ReadyRank, WinBy
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.sights import Event as Event
from mahjong_club.rules.sights import Viewer as Viewer
from mahjong_club.rules.sights import owner, per_seat, public
from mahjong_club.rules.sights import view_classes as view_classes
from mahjong_club.rules.table_events import MatchPaused as MatchPaused
from mahjong_club.rules.table_events import MatchResumed as MatchResumed
from mahjong_club.rules.table_events import MatchRewound as MatchRewound
from mahjong_club.rules.table_events import MatchStopped as MatchStopped
from mahjong_club.rules.table_events import Seated as Seated
from mahjong_club.rules.table_events import SeatLeft as SeatLeft
from mahjong_club.rules.table_events import SeatReturned as SeatReturned
from mahjong_club.rules.table_events import TimedOut as TimedOut
from mahjong_club.rules.tiles import Tile

DrawSource = Literal["wall", "kong", "bonus"]


@dataclass(frozen=True, slots=True)
class WinLock:
    """A seat may not win on other seats' tiles: on these kinds (spelt plain), or on any where ``kinds`` is ``None``."""

    reason: str
    kinds: tuple[Tile, ...] | None = None

    def blocks(self, tile: Tile) -> bool:
        """Whether the lock covers this tile."""
        return self.kinds is None or (tile if tile[0] != "0" else "5" + tile[1]) in self.kinds


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat answered in a claim window."""

    action: Action
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the final table: ``points`` are ranking points in tenths."""

    seat: Seat
    place: int
    score: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class Thrown:
    """A discard in a restored river, and which seat claimed it."""

    tile: Tile
    claimed_by: Seat | None = None


# --- the match ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """The sitting began. ``options`` is the whole set of the ruleset's options, ``commitment`` the hash of the match secret."""

    ruleset: str = public()
    options: dict[str, Any] = public()
    first_dealer: Seat = public()
    scores: tuple[int, int, int, int] = public()
    commitment: str = public("")
    entropy: tuple[str, ...] = public(())


@dataclass(frozen=True, slots=True)
class DealStarted(Event):
    """A deal began: the concealed tiles of each seat, before the dealer's extra tile and before flowers are replaced."""

    number: int = public()
    ruleset: str = public()
    options: dict[str, Any] = public()
    dealer: Seat = public()
    round_wind: int = public()
    repeat: int = public()
    deposits: int = public()
    scores: tuple[int, int, int, int] = public()
    commitment: str = public()
    hands: tuple[tuple[Tile, ...] | None, ...] = per_seat()
    indicators: tuple[Tile, ...] = public(())
    #: All tiles in drawing order, two characters each.
    wall: str | None = None
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class PositionRestored(Event):
    """The match was taken up from a save that has no events for what came before; see docs/saves.md.

    ``phase`` idle: the next deal is to start. Else ``seat`` is to take a tile (draw; ``due`` says what for), has one too many
    (turn), or has discarded the last tile of its river and the window is open (claim). Melds, bonus tiles and rivers are those
    of seats 0-3, each river in the order of discarding.
    """

    phase: Literal["idle", "draw", "turn", "claim"] = public()
    number: int = public()
    ruleset: str = public()
    options: dict[str, Any] = public()
    dealer: Seat = public()
    round_wind: int = public()
    repeat: int = public()
    deposits: int = public()
    scores: tuple[int, int, int, int] = public()
    seat: Seat = public(0)
    due: DrawSource = public("wall")
    #: In phase turn: the seat holds a claimed tile, not a drawn one.
    claimed: bool = public(default=False)
    hands: tuple[tuple[Tile, ...] | None, ...] = per_seat((None, None, None, None))
    drawn: Tile | None = owner(None)
    melds: tuple[tuple[Meld, ...], ...] = public(((), (), (), ()))
    bonus: tuple[tuple[Tile, ...], ...] = public(((), (), (), ()))
    rivers: tuple[tuple[Thrown, ...], ...] = public(((), (), (), ()))
    locks: tuple[WinLock | None, ...] = per_seat((None, None, None, None))
    indicators: tuple[Tile, ...] = public(())
    #: Tiles taken from the front of the wall and replacements so far, live tiles left, claims and completed kongs.
    taken: int = public(0)
    replacements: int = public(0)
    live_left: int = public(0)
    calls: int = public(0)
    #: All tiles in drawing order, two characters each; which of the tiles in play lies where in its used part is arbitrary.
    wall: str | None = None


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A seat took a tile: from the front, or a replacement for a kong or a bonus tile. ``lock`` is the seat's lock after it."""

    seat: Seat = public()
    tile: Tile | None = owner()
    source: DrawSource = public("wall")
    lock: WinLock | None = owner(None)


@dataclass(frozen=True, slots=True)
class BonusExposed(Event):
    """A seat laid a bonus tile open."""

    seat: Seat = public()
    tile: Tile = public()


@dataclass(frozen=True, slots=True)
class PlayBegan(Event):
    """All bonus tiles of the deal are replaced; the dealer is on turn. ``drawn`` is the tile that counts as just drawn."""

    seat: Seat = public()
    drawn: Tile | None = owner()


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A tile went to the river, perhaps with a declaration of readiness."""

    seat: Seat = public()
    tile: Tile = public()
    drawn: bool = public(default=False)
    ready: ReadyRank | None = public(None)
    lock: WinLock | None = owner(None)


@dataclass(frozen=True, slots=True)
class ClaimAnswered(Event):
    """A seat answered in the open window. Sealed until the window closes, and then known to that seat only."""

    sealed: ClassVar[bool] = True
    seat: Seat = public()
    answer: Answer | None = owner()


@dataclass(frozen=True, slots=True)
class WindowClosed(Event):
    """The claim window closed; what follows says with which result. ``locks`` are the seats' locks after it."""

    answers: tuple[Answer | None, ...] = per_seat()
    locks: tuple[WinLock | None, ...] = per_seat()


@dataclass(frozen=True, slots=True)
class MeldClaimed(Event):
    """A discard was claimed for a chow, a pung or an exposed kong. ``liable``: pairs (pattern, payer) that hold from now on."""

    seat: Seat = public()
    meld: Meld = public()
    liable: tuple[tuple[str, Seat], ...] = public(())


@dataclass(frozen=True, slots=True)
class KongDeclared(Event):
    """A concealed or an added kong was laid down on the own turn."""

    seat: Seat = public()
    meld: Meld = public()


@dataclass(frozen=True, slots=True)
class IndicatorRevealed(Event):
    """A further dora indicator was turned."""

    tile: Tile = public()


@dataclass(frozen=True, slots=True)
class DepositPaid(Event):
    """A seat put a stick of ``points`` on the table."""

    seat: Seat = public()
    points: int = public()


@dataclass(frozen=True, slots=True)
class WinOffered(Event):
    """A flower win was offered; the table waits for the seat's answer."""

    seat: Seat = public()
    by: WinBy = public()
    from_seat: Seat | None = public()


@dataclass(frozen=True, slots=True)
class DealWon(Event):
    """A seat won. ``hand`` is concealed and without ``tile``; ``total`` is faan, tai or han; ``deltas`` signed points."""

    seat: Seat = public()
    by: WinBy = public()
    tile: Tile | None = public()
    from_seat: Seat | None = public()
    hand: tuple[Tile, ...] = public()
    patterns: tuple[PatternWorth, ...] = public()
    total: int = public()
    deltas: tuple[int, int, int, int] = public()
    limits: tuple[str, ...] = public(())
    blocks: tuple[tuple[Tile, ...], ...] = public(())
    fu: int | None = public(None)
    fu_parts: tuple[FuPart, ...] = public(())
    yakuman: int = public(0)
    liable: tuple[tuple[str, Seat], ...] = public(())
    deposits_taken: int = public(0)
    #: Indicators shown only now (ura).
    indicators: tuple[Tile, ...] = public(())
    extra: tuple[tuple[str, int], ...] = public(())


@dataclass(frozen=True, slots=True)
class DealDrawn(Event):
    """Nobody won. ``shown`` holds the concealed tiles of the seats that show them."""

    kind: Literal["exhaustive_draw", "abortive_draw"] = public()
    reason: str = public()
    deltas: tuple[int, int, int, int] = public((0, 0, 0, 0))
    shown: tuple[tuple[Tile, ...] | None, ...] = public((None, None, None, None))
    seat: Seat | None = public(None)


@dataclass(frozen=True, slots=True)
class DealEnded(Event):
    """The books of a deal are closed: scores, what the next deal begins with, and the secret that opens its commitment."""

    scores: tuple[int, int, int, int] = public()
    dealer: Seat = public()
    round_wind: int = public()
    repeat: int = public()
    deposits: int = public()
    wall: str = public()
    secret: str = public()


@dataclass(frozen=True, slots=True)
class MatchContinued(Event):
    """A seat left the result sheet."""

    seat: Seat = public()


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The sitting is over. ``secret`` opens the commitment of :class:`MatchStarted`."""

    standings: tuple[Standing, ...] = public()
    deposits_taken: int = public(0)
    secret: str = public("")


EVENT_TYPES: tuple[type[Event], ...] = (
    MatchStarted, DealStarted, Drawn, BonusExposed, PlayBegan, Discarded, ClaimAnswered, WindowClosed, MeldClaimed,
    KongDeclared, IndicatorRevealed, DepositPaid, WinOffered, DealWon, DealDrawn, DealEnded, MatchContinued, MatchEnded,
    TimedOut, SeatLeft, SeatReturned, MatchPaused, MatchResumed, PositionRestored, MatchRewound, MatchStopped, Seated,
)  # fmt: skip
