"""The state of a match. ``evolve`` changes it in place; its one owner is the table's writer. A view is the same thing with
what its viewer may not know left out, so that one function keeps both up to date."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from mahjong_club.rules.actions import Action
from mahjong_club.rules.events import Answer, DealDrawn, DealWon, DrawSource, Standing, WinLock
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import ReadyRank, WinBy
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.tiles import Tile

if TYPE_CHECKING:
    from mahjong_club.rules.variant import Rules, RulesFor

#: idle: no deal; opening: bonus tiles of the deal are being replaced; draw: ``turn`` is to take a tile; turn: ``turn`` is to
#: act; claim: a window is open; settled: the result is shown; over.
Phase = Literal["idle", "opening", "draw", "turn", "claim", "settled", "over"]
WindowKind = Literal["discard", "robbed_kong", "offer"]


@dataclass(slots=True)
class RiverTile:
    """A discard: whether it was the drawn tile, declared readiness, and which seat claimed it."""

    tile: Tile
    drawn: bool = False
    ready: bool = False
    claimed_by: Seat | None = None


class SeatState:
    """One seat's side of the table."""

    __slots__ = (
        "bonus", "continued", "drawn", "fresh_ready", "hand", "left", "liable", "lock", "melds", "owed", "ready", "river",
        "waits",
    )  # fmt: skip

    def __init__(self) -> None:
        self.hand = Hand()
        self.drawn: Tile | None = None
        self.melds: list[Meld] = []
        self.bonus: list[Tile] = []
        self.river: list[RiverTile] = []
        self.ready: ReadyRank | None = None
        #: Set from the declaration until the seat's next discard, any claim, or any kong's replacement (ippatsu).
        self.fresh_ready = False
        self.lock: WinLock | None = None
        self.liable: tuple[tuple[str, Seat], ...] = ()
        #: Bonus tiles exposed and not yet replaced.
        self.owed = 0
        self.continued = False
        self.left: Literal["bot", "pause", "wait"] | None = None
        #: Cache: mask of kinds that complete the hand without the drawn tile.
        self.waits: int | None = None

    def copy(self) -> "SeatState":
        """An independent copy."""
        seat = SeatState.__new__(SeatState)
        seat.hand = self.hand.copy()
        seat.drawn = self.drawn
        seat.melds = self.melds[:]
        seat.bonus = self.bonus[:]
        seat.river = [RiverTile(r.tile, r.drawn, r.ready, r.claimed_by) for r in self.river]
        seat.ready = self.ready
        seat.fresh_ready = self.fresh_ready
        seat.lock = self.lock
        seat.liable = self.liable
        seat.owed = self.owed
        seat.continued = self.continued
        seat.left = self.left
        seat.waits = self.waits
        return seat

    @property
    def concealed(self) -> bool:
        """Whether no other seat fed any meld."""
        return all(meld.form == "concealed" for meld in self.melds)


class Window:
    """An open question about one tile (or a flower win).

    Caches, filled together: ``options``, each seat's legal answers, and ``completes``, the seats whose hands the tile completes.
    """

    __slots__ = ("answers", "by", "completes", "from_seat", "kind", "options", "seat", "tile")

    def __init__(self, kind: WindowKind, from_seat: Seat | None, tile: Tile | None) -> None:
        self.kind: WindowKind = kind
        self.from_seat = from_seat
        self.tile = tile
        #: Of an offer: who may take it and what it is.
        self.seat: Seat | None = None
        self.by: WinBy | None = None
        self.answers: list[Answer | None] = [None, None, None, None]
        self.options: tuple[tuple[Action, ...], ...] | None = None
        self.completes: tuple[Seat, ...] = ()

    def copy(self) -> "Window":
        """An independent copy."""
        window = Window(self.kind, self.from_seat, self.tile)
        window.seat, window.by = self.seat, self.by
        window.answers = self.answers[:]
        window.options = self.options
        window.completes = self.completes
        return window


class MatchState:
    """Everything about a match. Rules hooks read it; only :func:`engine.evolve` writes it."""

    __slots__ = (
        "after_bonus",
        "after_kong",
        "bonus_out",
        "bonus_settled",
        "cache",
        "calls",
        "claimed",
        "deal_commitment",
        "dealer",
        "deposits",
        "discards",
        "draw_source",
        "due",
        "entropy",
        "first_dealer",
        "indicators",
        "live_left",
        "match_commitment",
        "number",
        "opening_at",
        "opening_replacing",
        "options",
        "paused",
        "phase",
        "repeat",
        "replacements",
        "results",
        "round_wind",
        "rules",
        "rules_for",
        "ruleset",
        "scores",
        "seats",
        "secret",
        "seq",
        "standings",
        "taken",
        "turn",
        "upcoming",
        "wall",
        "window",
    )  # fmt: skip

    def __init__(self, rules_for: "RulesFor") -> None:
        self.rules_for = rules_for
        self.rules: Rules | None = None
        self.ruleset = ""
        self.options: dict[str, Any] = {}
        #: Number of the last event (0 before the first); sealed events are not counted.
        self.seq = 0
        self.match_commitment = ""
        self.entropy: tuple[str, ...] = ()
        self.first_dealer: Seat = 0
        self.scores = [0, 0, 0, 0]
        self.number = 0
        self.dealer: Seat = 0
        self.round_wind = 0
        self.repeat = 0
        self.deposits = 0
        #: Dealer, round wind and repeat of the next deal.
        self.upcoming: tuple[Seat, int, int] = (0, 0, 0)
        self.phase: Phase = "idle"
        self.turn: Seat = 0
        #: What the tile is for that ``turn`` is to take in phase draw.
        self.due: DrawSource = "wall"
        self.window: Window | None = None
        self.paused = ""
        self.standings: tuple[Standing, ...] = ()
        self.results: list[DealWon | DealDrawn] = []
        self.cache: dict[Any, Any] = {}
        self._clear_deal()

    def _clear_deal(self) -> None:
        self.seats = [SeatState() for _ in range(4)]
        self.deal_commitment = ""
        self.secret = ""
        self.wall: tuple[Tile, ...] | None = None
        self.taken = 0
        self.replacements = 0
        self.live_left = 0
        self.indicators: list[Tile] = []
        #: Discards, and claims plus completed kongs, of all seats so far.
        self.discards = 0
        self.calls = 0
        #: The seat on turn holds a claimed tile, not a drawn one.
        self.claimed = False
        self.draw_source: DrawSource = "wall"
        self.after_kong = False
        self.after_bonus = False
        self.bonus_out = 0
        self.bonus_settled = False
        self.opening_at: Seat = 0
        self.opening_replacing = False
        self.window = None
        self.results = []

    def clear_deal(self) -> None:
        """Forget the last deal, keep who has left the table."""
        left = [seat.left for seat in self.seats]
        self._clear_deal()
        for seat, policy in zip(self.seats, left, strict=True):
            seat.left = policy

    def copy(self) -> "MatchState":
        """An independent copy."""
        new = MatchState.__new__(MatchState)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.scores = self.scores[:]
        new.indicators = self.indicators[:]
        new.results = self.results[:]
        new.seats = [seat.copy() for seat in self.seats]
        new.window = self.window.copy() if self.window else None
        new.cache = {}
        return new
