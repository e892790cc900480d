"""The riichi table as data and hooks over the shared flow. Source: docs/rules/riichi.md."""

from collections.abc import Sequence
from typing import ClassVar, Final

from mahjong_club.rules.events import (
    DealDrawn,
    DealWon,
    DepositPaid,
    Discarded,
    Event,
    IndicatorRevealed,
    KongDeclared,
    Standing,
    WinLock,
)
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.rotation import dealer_after
from mahjong_club.rules.scoring import Opening, ReadyRank, Verdict, WinBy, WinFacts
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.shapes import PLACE, SUIT_OF
from mahjong_club.rules.state import MatchState, SeatState
from mahjong_club.rules.tiles import KIND, KINDS, Tile
from mahjong_club.rules.variant import NextDeal, Outcome, Rules
from mahjong_club.rules.variants.riichi import draws, legality
from mahjong_club.rules.variants.riichi.dora import MOST_INDICATORS
from mahjong_club.rules.variants.riichi.judge import judge_for
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.rotation import DealResult, dealer_stays, match_over, next_repeat, ranking
from mahjong_club.rules.variants.riichi.waits import shape_waits, wait_mask
from mahjong_club.rules.wins import win_waits

Discards = tuple[tuple[Tile, bool], ...]

#: The wall: live tiles in drawing order, replacements, indicators in the order of turning, and the ones below them.
DEAD_WALL: Final = 14
LIVE: Final = 136 - DEAD_WALL
INDICATORS: Final = LIVE + legality.MOST_KONGS
URA_INDICATORS: Final = INDICATORS + MOST_INDICATORS

_THROWN = WinLock("furiten_discard")
_PASSED = WinLock("furiten_passed")
_FOR_GOOD = WinLock("furiten_ready")
_FOUR_WINDS_AT = 4


class RiichiRules(Rules):
    """Thirteen tiles, a dead wall, a yaku for every win, riichi with its sticks; everything else as the options say."""

    variant: ClassVar[str] = "riichi"
    reserve: int = DEAD_WALL
    replacement_from: ClassVar[str] = "dead_wall"
    options: RiichiOptions

    def __init__(self, options: RiichiOptions) -> None:
        super().__init__(options)
        self._verdict = judge_for(options).verdict
        self._turned_at_once = options.kong_dora_timing == "at_once"

    def tile_set(self) -> tuple[Tile, ...]:
        out: list[Tile] = []
        reds = dict(zip("mps", self.options.red_fives, strict=True))
        for tile in KINDS:
            red = reds[tile[1]] if tile[0] == "5" and tile[1] != "z" else 0
            out.extend(["0" + tile[1]] * red + [tile] * (4 - red))
        return tuple(out)

    def starting_scores(self) -> tuple[int, int, int, int]:
        points = self.options.starting_points
        return (points, points, points, points)

    @property
    def max_winners(self) -> int:
        return self.options.winners_per_tile

    # --- what completes a hand
    def waits(self, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        return shape_waits(keys, len(melds))

    def judge(self, facts: WinFacts) -> Verdict:
        return self._verdict(facts)

    def opening_of(self, state: MatchState, seat: Seat, by: WinBy, from_seat: Seat | None) -> Opening | None:
        if by != "self_draw" or not _first_turn(state, seat):
            return None
        return "heavenly" if seat == state.dealer else "earthly"

    def indicators_of(self, state: MatchState, seat: Seat) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        dora = tuple(state.indicators)
        if state.wall is None or state.seats[seat].ready is None or not self.options.ura_dora:
            return dora, ()
        count = len(dora) if self.options.kong_ura_dora else 1
        return dora, state.wall[URA_INDICATORS : URA_INDICATORS + count]

    # --- the own turn
    def discards(self, state: MatchState, seat: Seat) -> Discards | None:
        me = state.seats[seat]
        if me.drawn is None:
            banned = legality.swap_ban(me.melds[-1], self.options) if state.claimed else 0
            return legality.discards(me.hand, None, ready=False, banned=banned)
        if me.ready is not None:
            return ((me.drawn, True),)
        return legality.discards(me.hand, me.drawn, ready=False) if any(me.hand.reds) else None

    def ready_discards(self, state: MatchState, seat: Seat) -> Discards:
        me = state.seats[seat]
        if me.ready is not None or me.drawn is None:
            return ()
        for meld in me.melds:
            if meld.form != "concealed":
                return ()
        if self._refused_ready(state, seat) is not None:
            return ()
        return legality.ready_discards(me.hand, me.drawn, me.melds)

    def refused_ready(self, state: MatchState, seat: Seat) -> str:
        return self._refused_ready(state, seat) or "not_ready"

    def _refused_ready(self, state: MatchState, seat: Seat) -> str | None:
        me = state.seats[seat]
        return legality.refused_ready(
            declared=me.ready is not None,
            concealed=not me.melds or me.concealed,
            live_left=state.live_left,
            score=state.scores[seat],
            options=self.options,
        )

    def ready_rank(self, state: MatchState, seat: Seat) -> ReadyRank:
        return "double" if _first_turn(state, seat) else "ordinary"

    def may_kong(self, state: MatchState, seat: Seat, form: str, tile: Tile) -> str | None:
        # Every kong has had its replacement when a seat may make another.
        if state.replacements >= legality.MOST_KONGS:
            return "four_kongs"
        me = state.seats[seat]
        if me.ready is None:
            return None
        if form != "concealed" or me.drawn is None or KIND[me.drawn] != KIND[tile]:
            return "declared_ready"
        allowed = legality.may_kong_when_ready(me.hand, me.drawn, len(me.melds), KIND[tile], self.options)
        return None if allowed else "waits_would_change"

    def may_abort(self, state: MatchState, seat: Seat) -> bool:
        return self.options.abortive_draws and _first_turn(state, seat) and legality.nine_terminals(state.seats[seat].hand)

    def abortive_draw(self, state: MatchState, seat: Seat) -> DealDrawn:
        return _aborted(state, draws.NINE_TERMINALS, (seat,), seat)

    # --- other seats' tiles
    def may_claim(self, state: MatchState, seat: Seat, kind: str, own: tuple[Tile, ...]) -> str | None:
        me, window = state.seats[seat], state.window
        if me.ready is not None:
            return "declared_ready"
        if kind == "kong":
            return "four_kongs" if state.replacements >= legality.MOST_KONGS else None
        if kind == "pung" or window is None or window.tile is None:
            return None
        fits = legality.may_chow(me.hand, len(me.melds), own, window.tile, self.options)
        return None if fits else "swap_forbidden"

    def draw_instead(self, state: MatchState, winners: Sequence[Seat]) -> DealDrawn | None:
        # A fourth winner there cannot be: three winners are all the others.
        if len(winners) <= self.options.winners_per_tile or self.options.winners_per_tile == 1:
            return None
        return _aborted(state, draws.THREE_WINNERS, tuple(winners)) if self.options.abortive_draws else None

    # --- furiten
    def lock_after_draw(self, state: MatchState, seat: Seat, source: str) -> WinLock | None:
        return state.seats[seat].lock

    def lock_after_discard(self, state: MatchState, seat: Seat, tile: Tile, ready: ReadyRank | None) -> WinLock | None:
        me = state.seats[seat]
        if me.ready is not None:
            return me.lock if me.lock is not None or not _thrown(me, win_waits(state, seat), tile) else _FOR_GOOD
        kind = KIND[tile]
        if me.drawn is not None and KIND[me.drawn] == kind:
            waits = win_waits(state, seat)
        else:
            keys = me.hand.keys[:]
            keys[SUIT_OF[kind]] -= PLACE[kind]
            waits = shape_waits(keys, len(me.melds))
            state.cache["waits after", seat, tile] = waits
        if not _thrown(me, waits, tile):
            return None
        return _THROWN if ready is None else _FOR_GOOD

    def lock_after_window(self, state: MatchState, seat: Seat, *, offered: bool) -> WinLock | None:
        me = state.seats[seat]
        return me.lock or (_PASSED if me.ready is None else _FOR_GOOD)

    # --- indicators
    def opening_indicators(self, wall: Sequence[Tile]) -> tuple[Tile, ...]:
        return (wall[INDICATORS],)

    def before_replacement(self, state: MatchState) -> tuple[Event, ...]:
        return self._turned(state, 1) if self._turned_at_once else ()

    def at_once(self, state: MatchState, event: Discarded | KongDeclared) -> tuple[Event, ...]:
        """Under ``after_discard``: what earlier kongs have to turn yet, and at once for a concealed kong."""
        if self._turned_at_once:
            return ()
        owed = 1 + state.replacements - len(state.indicators)
        if isinstance(event, KongDeclared) and event.meld.form == "concealed":
            owed += 1
        return self._turned(state, owed)

    def _turned(self, state: MatchState, count: int) -> tuple[Event, ...]:
        if not self.options.kong_dora or not count:
            return ()
        assert state.wall is not None
        first = INDICATORS + len(state.indicators)
        return tuple([IndicatorRevealed(tile) for tile in state.wall[first : first + count]])

    # --- after a discard that nobody won
    def after_discard_stands(self, state: MatchState) -> tuple[Event, ...]:
        seat = state.turn
        declared = state.seats[seat].river[-1].ready
        if not declared and state.discards != _FOUR_WINDS_AT and state.replacements < legality.MOST_KONGS:
            return ()
        aborted = self._aborted_by_discard(state, declared=declared) if self.options.abortive_draws else None
        paid: tuple[Event, ...] = (DepositPaid(seat, legality.READY_STICK),) if declared else ()
        return (*paid, aborted) if aborted is not None else paid

    def _aborted_by_discard(self, state: MatchState, *, declared: bool) -> DealDrawn | None:
        if declared and all(each.ready is not None for each in state.seats):
            return _aborted(state, draws.FOUR_RIICHI, SEATS)
        if state.discards == _FOUR_WINDS_AT and not state.calls:
            first = [entry.tile for each in state.seats for entry in each.river]
            if draws.four_winds(first, claims=state.calls):
                return _aborted(state, draws.FOUR_WINDS, ())
        if state.replacements >= legality.MOST_KONGS:
            kongs = [sum(meld.kind == "kong" for meld in each.melds) for each in state.seats]
            if draws.four_kongs(kongs):
                return _aborted(state, draws.FOUR_KONGS, ())
        return None

    def exhaustive_draw(self, state: MatchState) -> DealDrawn:
        ready = [wait_mask(each.hand.keys, len(each.melds)) != 0 for each in state.seats]
        found = draws.exhausted(ready, [each.river for each in state.seats], state.dealer, self.options)
        return DealDrawn(
            kind="exhaustive_draw",
            reason=found.reason,
            deltas=found.deltas,
            shown=_shown(state, [seat for seat in SEATS if found.ready[seat] and self._shows(state, seat)]),
        )

    def _shows(self, state: MatchState, seat: Seat) -> bool:
        """Whether a ready hand has to be shown at the end of the wall: for payment, for a declaration, or for dealing again."""
        deals_again = seat == state.dealer and self.options.dealer_repeats == "on_ready"
        return self.options.not_ready_payment > 0 or state.seats[seat].ready is not None or deals_again

    # --- the match
    def next_deal(self, state: MatchState, outcome: Outcome) -> NextDeal:
        drawn = next((result for result in outcome.results if isinstance(result, DealDrawn)), None)
        result = DealResult(
            dealer=state.dealer,
            round_wind=state.round_wind,
            repeat=state.repeat,
            winners=tuple(result.seat for result in outcome.results if isinstance(result, DealWon)),
            aborted=drawn is not None and drawn.kind == "abortive_draw",
            dealer_ready=drawn is not None and drawn.shown[state.dealer] is not None,
        )
        stays = dealer_stays(result, self.options)
        over = match_over(result, outcome.scores, state.first_dealer, self.options)
        dealer, round_wind = dealer_after(state, stays=stays or over)
        return NextDeal(dealer, round_wind, next_repeat(result, stays=stays), outcome.deposits, over)

    def standings(self, scores: Sequence[int], first_dealer: Seat, deposits: int) -> tuple[Standing, ...]:
        return ranking(scores, first_dealer, deposits, self.options)


def _first_turn(state: MatchState, seat: Seat) -> bool:
    """Whether the first go-around is unbroken for the seat: it has discarded nothing, nobody has claimed or kong'd."""
    return not state.calls and not state.seats[seat].river


def _thrown(me: SeatState, waits: int, tile: Tile) -> bool:
    """Whether one of the waits lies in the seat's river, ``tile`` included."""
    return bool(waits) and (bool(waits >> KIND[tile] & 1) or any(waits >> KIND[entry.tile] & 1 for entry in me.river))


def _aborted(state: MatchState, reason: str, shown: Sequence[Seat], seat: Seat | None = None) -> DealDrawn:
    return DealDrawn(kind="abortive_draw", reason=reason, shown=_shown(state, shown), seat=seat)


def _shown(state: MatchState, seats: Sequence[Seat]) -> tuple[tuple[Tile, ...] | None, ...]:
    return tuple(state.seats[seat].hand.tiles() if seat in seats else None for seat in SEATS)
