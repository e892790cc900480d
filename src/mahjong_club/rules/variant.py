"""What a variant is: one object of data and hooks over the shared flow, with defaults.

A hook reads the state and answers; it never changes it. Whatever a hook decides is written into an event, so that
``evolve`` needs no variant to replay a deal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mahjong_club.rules.events import DealDrawn, DealWon, Discarded, Event, KongDeclared, Standing, WinLock
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.rulesets import Options
from mahjong_club.rules.scoring import Opening, ReadyRank, Verdict, WinBy, WinFacts
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import Tile

#: Gives the rules object for a ruleset key (``hong_kong/2``) and its expanded options.
RulesFor = Callable[[str, dict[str, Any]], "Rules"]


@dataclass(frozen=True, slots=True)
class NextDeal:
    """How the match goes on after a deal; ``over`` ends it."""

    dealer: Seat
    round_wind: int
    repeat: int
    deposits: int
    over: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished deal: its results, and the scores and deposits after them."""

    results: tuple[DealWon | DealDrawn, ...]
    scores: tuple[int, int, int, int]
    deposits: int


class Rules:
    """Base of every variant, bound to one set of options. Class attributes are data, methods are hooks."""

    #: Word used in ids; the registry's name of the variant.
    variant: ClassVar[str] = ""
    hand_size: ClassVar[int] = 13
    sets: ClassVar[int] = 4
    #: Tiles at the end of the wall that are never drawn as live tiles.
    reserve: int = 0
    #: Live tiles that join the reserve with every completed kong.
    reserve_growth: int = 0
    #: Replacement tiles come from the live wall's back end, or from the first tiles of the reserve (a dead wall; the live
    #: wall then loses its last tile for each).
    replacement_from: ClassVar[str] = "live_end"
    #: Which tile of the opening counts as the dealer's draw: the last one taken, or the extra tile (where that is a bonus tile,
    #: the first playing tile taken after it).
    opening_draw: ClassVar[str] = "last_taken"
    #: Whether the discard that follows the last tile of the live wall may be chowed and punged.
    last_discard_claims: bool = False
    #: Whether a concealed or added kong may be declared right after a chow or a pung.
    kong_after_claim: bool = False

    def __init__(self, options: Options) -> None:
        self.options = options
        self.tiles = self.tile_set()
        self.wall_size = len(self.tiles)

    # --- data that may depend on options
    def tile_set(self) -> tuple[Tile, ...]:
        """All tiles of the wall, sorted."""
        raise NotImplementedError

    def starting_scores(self) -> tuple[int, int, int, int]:
        """Scores of seats 0-3 when the match starts, in points."""
        return (0, 0, 0, 0)

    @property
    def opening_until_clean(self) -> bool:
        """At the deal each seat replaces until it holds no bonus tile, before the next seat begins."""
        return False

    @property
    def max_winners(self) -> int:
        """How many seats may win one tile; 1 is head bump."""
        return 1

    # --- what completes a hand
    def waits(self, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        """Mask of the kinds that give a 3n+1 hand the shape of a win."""
        raise NotImplementedError

    def judge(self, facts: WinFacts) -> Verdict:
        """Value a win, or say why it is none."""
        raise NotImplementedError

    def opening_of(self, state: MatchState, seat: Seat, by: WinBy, from_seat: Seat | None) -> Opening | None:
        """Which first-turn situation a win of ``seat`` now would be."""
        return None

    def indicators_of(self, state: MatchState, seat: Seat) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """Open indicators that count for a win of ``seat`` now, and those that only the win itself would turn up."""
        return tuple(state.indicators), ()

    # --- what a seat may do
    def discards(self, state: MatchState, seat: Seat) -> tuple[tuple[Tile, bool], ...] | None:
        """Allowed discards as (tile, is the drawn tile) in hand order; ``None`` means any tile."""
        return None

    def ready_discards(self, state: MatchState, seat: Seat) -> tuple[tuple[Tile, bool], ...]:
        """Discards with which the seat may declare readiness, after a draw or a claim."""
        return ()

    def refused_ready(self, state: MatchState, seat: Seat) -> str:
        """Why a declaration of readiness outside :meth:`ready_discards` is refused."""
        return "ready_not_played"

    def ready_rank(self, state: MatchState, seat: Seat) -> ReadyRank:
        """The rank of a declaration made now."""
        return "ordinary"

    def may_kong(self, state: MatchState, seat: Seat, form: str, tile: Tile) -> str | None:
        """Reason why a kong that the tiles allow is refused, else ``None``. The shared flow has checked the wall."""
        return None

    def may_claim(self, state: MatchState, seat: Seat, kind: str, own: tuple[Tile, ...]) -> str | None:
        """Reason why a chow, pung or exposed kong that the tiles allow is refused, else ``None``."""
        return "declared_ready" if state.seats[seat].ready else None

    def may_abort(self, state: MatchState, seat: Seat) -> bool:
        """Whether the seat may call an abortive draw."""
        return False

    def must_win(self, state: MatchState, seat: Seat) -> bool:
        """Whether the seat has no choice but to take a win it may take (it plays on by itself after a declaration)."""
        return False

    def draw_instead(self, state: MatchState, winners: Sequence[Seat]) -> DealDrawn | None:
        """The abortive draw that so many winners of one tile make, if they do."""
        return None

    # --- locks
    def lock_after_draw(self, state: MatchState, seat: Seat, source: str) -> WinLock | None:
        """The seat's lock after it takes a tile."""
        return None

    def lock_after_discard(self, state: MatchState, seat: Seat, tile: Tile, ready: ReadyRank | None) -> WinLock | None:
        """The seat's lock after its own discard (the hand still holds the tile)."""
        return state.seats[seat].lock

    def lock_after_window(self, state: MatchState, seat: Seat, *, offered: bool) -> WinLock | None:
        """The seat's lock after it let a tile go that completes its hand; ``offered``: a win was among its answers."""
        return state.seats[seat].lock

    # --- consequences
    def opening_indicators(self, wall: Sequence[Tile]) -> tuple[Tile, ...]:
        """Indicators turned at the deal."""
        return ()

    def liable_after_claim(self, state: MatchState, seat: Seat, meld: Meld) -> tuple[tuple[str, Seat], ...]:
        """Who pays for the seat from now on, as pairs (pattern id, payer); the seat's present list where nothing changes."""
        return state.seats[seat].liable

    def at_once(self, state: MatchState, event: Discarded | KongDeclared) -> tuple[Event, ...]:
        """Facts that follow a discard or an own kong before anybody may answer it; the state is the one before the event."""
        return ()

    def after_discard_stands(self, state: MatchState) -> tuple[Event, ...]:
        """Facts that follow when nobody wins a discard, before claims; a :class:`DealDrawn` among them ends the deal."""
        return ()

    def before_replacement(self, state: MatchState) -> tuple[Event, ...]:
        """Facts that come before the replacement tile of a kong (a new indicator)."""
        return ()

    def resolve_bonus(self, state: MatchState) -> tuple[Event, ...]:
        """With all eight bonus tiles out: an offer, a win, or nothing."""
        return ()

    def offered_tile(self, state: MatchState, seat: Seat) -> Tile | None:
        """The tile that completes the hand of a seat that is offered a flower win, where such a hand counts at all."""
        return None

    def accepted_offer(self, state: MatchState, seat: Seat, by: WinBy, from_seat: Seat | None) -> tuple[Event, ...]:
        """The facts of an accepted flower win; nothing where the win as it stands is all there is."""
        return ()

    def exhaustive_draw(self, state: MatchState) -> DealDrawn:
        """The wall is empty."""
        return DealDrawn(kind="exhaustive_draw", reason="wall_exhausted")

    def abortive_draw(self, state: MatchState, seat: Seat) -> DealDrawn:
        """The draw that ``seat`` called."""
        raise NotImplementedError

    # --- the match
    def next_deal(self, state: MatchState, outcome: Outcome) -> NextDeal:
        """What follows a deal."""
        raise NotImplementedError

    def standings(self, scores: Sequence[int], first_dealer: Seat, deposits: int) -> tuple[Standing, ...]:
        """The final table, best first; ties go to the seat that comes first in turn order from the first dealer."""
        order = sorted(range(4), key=lambda s: (-scores[s], (s - first_dealer) & 3))
        return tuple(Standing(seat, place, scores[seat]) for place, seat in enumerate(order, 1))
