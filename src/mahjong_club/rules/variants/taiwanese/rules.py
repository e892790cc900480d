"""The Taiwanese table as data and hooks over the shared flow. Source: docs/rules/taiwanese.md."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from mahjong_club.rules import shapes
from mahjong_club.rules.engine import take_tile
from mahjong_club.rules.events import DealWon, Event, WinLock, WinOffered
from mahjong_club.rules.legal import held_discards
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.results import win_event, won_event
from mahjong_club.rules.scoring import Opening, ReadyRank, Verdict, WinBy, WinFacts
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.shapes import PLACE, SUIT_OF
from mahjong_club.rules.state import MatchState, SeatState
from mahjong_club.rules.tiles import BONUS, BONUS_SET, KIND, Tile, full_set
from mahjong_club.rules.variant import NextDeal, Outcome, Rules
from mahjong_club.rules.variants.taiwanese.bonus import FlowerWin, flower_win, opening_flower_win
from mahjong_club.rules.variants.taiwanese.judge import judge
from mahjong_club.rules.variants.taiwanese.openings import OpeningFacts, opening_of, ready_rank
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.ready import ready_refusal
from mahjong_club.rules.variants.taiwanese.rotation import Standing, next_standing
from mahjong_club.rules.variants.taiwanese.swaps import forbidden_after
from mahjong_club.rules.variants.taiwanese.waits import waits
from mahjong_club.rules.wins import facts_of

_FULL_SET = full_set() + BONUS
#: Flowers of the seat that wins by them.
_NEEDED = 7
_LOCKED = WinLock("passed_win", None)
Discards = tuple[tuple[Tile, bool], ...]


class TaiwaneseRules(Rules):
    """Sixteen tiles, no minimum, declared readiness, a lock after every passed win; everything else as the options say."""

    variant: ClassVar[str] = "taiwanese"
    hand_size: ClassVar[int] = 16
    sets: ClassVar[int] = 5
    options: TaiwaneseOptions

    def __init__(self, options: TaiwaneseOptions) -> None:
        super().__init__(options)
        self.reserve = options.reserve
        self.reserve_growth = 1 if options.reserve_grows_with_kongs else 0
        self.last_discard_claims = options.last_discard_claims
        self.kong_after_claim = options.kong_after_claim

    def tile_set(self) -> tuple[Tile, ...]:
        return _FULL_SET

    def starting_scores(self) -> tuple[int, int, int, int]:
        points = self.options.starting_points
        return (points, points, points, points)

    @property
    def opening_until_clean(self) -> bool:
        return self.options.opening_bonus == "until_clean"

    # --- what completes a hand
    def waits(self, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        return waits(keys, melds, self.options)

    def judge(self, facts: WinFacts) -> Verdict:
        return judge(facts, self.options)

    def opening_of(self, state: MatchState, seat: Seat, by: WinBy, from_seat: Seat | None) -> Opening | None:
        me = state.seats[seat]
        own = len(me.river)
        if own and by != "discard":
            return None
        claims = sum(meld.from_seat is not None and meld.form != "exposed" for meld in me.melds)
        facts = OpeningFacts(
            seat="dealer" if seat == state.dealer else "other",
            by=by,
            winner_discards=own,
            from_discards=len(state.seats[from_seat].river) if from_seat is not None else 0,
            deal_discards=state.discards,
            calls=state.calls,
            own_kongs=sum(meld.form == "concealed" for meld in me.melds),
            winner_drew=seat == state.dealer or own > claims,
        )
        return opening_of(facts, self.options)

    # --- the own turn
    def discards(self, state: MatchState, seat: Seat) -> Discards | None:
        me = state.seats[seat]
        if me.ready and me.drawn is not None:
            return ((me.drawn, True),)
        if not state.claimed or self.options.swap_calling == "free":
            return None
        *own, claimed = me.melds[-1].tiles
        forbidden = forbidden_after(claimed, tuple(own), self.options.swap_calling)
        return tuple([each for each in held_discards(me) if KIND[each[0]] not in forbidden])

    def ready_discards(self, state: MatchState, seat: Seat) -> Discards:
        me = state.seats[seat]
        if me.ready or not self._near(me):
            return ()
        allowed = self.discards(state, seat)
        ways = held_discards(me) if allowed is None else allowed
        return tuple([way for way in ways if self._not_ready_after(me, way[0]) is None])

    def _near(self, me: SeatState) -> bool:
        """Whether any discard could leave a ready hand."""
        return self.options.seven_pairs_and_triplet or shapes.shanten(me.hand.keys, self.sets - len(me.melds)) <= 0

    def _not_ready_after(self, me: SeatState, tile: Tile) -> str | None:
        kind = KIND[tile]
        keys = me.hand.keys[:]
        keys[SUIT_OF[kind]] -= PLACE[kind]
        return ready_refusal(keys, me.melds, self.options)

    def refused_ready(self, state: MatchState, seat: Seat) -> str:
        me = state.seats[seat]
        if me.ready:
            return "already_declared"
        if not self.options.open_ready and any(meld.public for meld in me.melds):
            return "hand_not_concealed"
        return "not_ready"

    def ready_rank(self, state: MatchState, seat: Seat) -> ReadyRank:
        return ready_rank("dealer" if seat == state.dealer else "other", len(state.seats[seat].river) + 1, state.calls)

    def must_win(self, state: MatchState, seat: Seat) -> bool:
        return state.seats[seat].ready is not None

    def may_kong(self, state: MatchState, seat: Seat, form: str, tile: Tile) -> str | None:
        me = state.seats[seat]
        if me.ready:
            return "declared_ready"
        if form == "added" and not self.options.added_kong_from_hand:
            return None if me.drawn is not None and KIND[me.drawn] == KIND[tile] else "not_the_drawn_tile"
        return None

    # --- other seats' tiles
    def may_claim(self, state: MatchState, seat: Seat, kind: str, own: tuple[Tile, ...]) -> str | None:
        me, window = state.seats[seat], state.window
        if me.ready:
            return "declared_ready"
        if kind == "kong" or self.options.swap_calling == "free" or window is None or window.tile is None:
            return None
        counts = me.hand.counts[:]
        for tile in own:
            counts[KIND[tile]] -= 1
        forbidden = forbidden_after(window.tile, own, self.options.swap_calling)
        return None if any(count for each, count in enumerate(counts) if each not in forbidden) else "swap_forbidden"

    def lock_after_window(self, state: MatchState, seat: Seat, *, offered: bool) -> WinLock | None:
        window = state.window
        robbable = window is not None and window.kind == "robbed_kong"
        if not offered or (robbable and not self.options.passed_kong_locks):
            return state.seats[seat].lock
        return _LOCKED

    # --- flower wins
    def resolve_bonus(self, state: MatchState) -> tuple[Event, ...]:
        found = _flower_win_now(state)
        if found is None:
            return ()
        if self.options.bonus_wins == "optional":
            return (WinOffered(found.winner, found.by, found.from_seat),)
        robbed = self.accepted_offer(state, found.winner, found.by, found.from_seat)
        if robbed:
            return robbed
        return (win_event(state, found.winner, found.by, self.offered_tile(state, found.winner), found.from_seat),)

    def offered_tile(self, state: MatchState, seat: Seat) -> Tile | None:
        return state.seats[seat].drawn if state.phase == "turn" and state.turn == seat else None

    def accepted_offer(self, state: MatchState, seat: Seat, by: WinBy, from_seat: Seat | None) -> tuple[Event, ...]:
        """Under ``flower_robber_replaces`` the robber of the eighth flower takes it and its replacement, then wins."""
        robs = by == "seven_robs_one" and state.phase == "draw" and state.turn == from_seat
        if not robs or not self.options.flower_robber_replaces or state.live_left <= 0:
            return ()
        drawn = take_tile(state, seat, "bonus")
        facts = replace(
            facts_of(state, seat, by, None, from_seat),
            tile=drawn.tile,
            bonus=BONUS,
            after_kong=False,
            after_bonus=True,
            last_tile=state.live_left == 1,
        )
        return (drawn, won_event(facts, self.judge(facts)))

    # --- the match
    def next_deal(self, state: MatchState, outcome: Outcome) -> NextDeal:
        winner = next((result.seat for result in outcome.results if isinstance(result, DealWon)), None)
        now = Standing(state.dealer, state.round_wind, state.repeat)
        after = next_standing(now, winner, state.first_dealer, self.options)
        return NextDeal(after.dealer, after.round, after.repeat, 0, after.over)


def _flower_win_now(state: MatchState) -> FlowerWin | None:
    """The flower win that is to be settled now, if any.

    After the deal's own replacements the winner is looked for from the dealer on. In play whoever exposes a flower brings
    the win about; he first takes the replacement, where there is one, if the win is his own.
    """
    counts = [len(seat.bonus) for seat in state.seats]
    if max(counts) < _NEEDED:
        return None
    if state.phase == "turn":
        drawn = state.seats[state.turn].drawn
        return opening_flower_win(counts, state.dealer) if drawn not in BONUS_SET else None
    if state.phase != "draw" or state.due != "bonus":
        return None
    found = flower_win(counts, state.turn)
    return None if found is None or (found.replacement_first and state.live_left > 0) else found
