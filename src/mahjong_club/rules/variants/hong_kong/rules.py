"""Hong Kong old style as data and hooks over the shared flow. Source: docs/rules/hong_kong.md."""

from collections.abc import Sequence
from typing import ClassVar

from mahjong_club.rules.events import DealWon, Event, WinLock, WinOffered
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.results import win_event
from mahjong_club.rules.rotation import dealer_after
from mahjong_club.rules.scoring import Opening, Verdict, WinBy, WinFacts
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import BONUS, EAST, KIND, KINDS, NORTH, RED, WHITE, Tile, full_set
from mahjong_club.rules.variant import NextDeal, Outcome, Rules
from mahjong_club.rules.variants.hong_kong.judge import judge, waits
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions

_FULL_SET = full_set() + BONUS


class HongKongRules(Rules):
    """The Hong Kong table: 13 tiles, a minimum of faan, everything else as the options say."""

    variant: ClassVar[str] = "hong_kong"
    opening_draw: ClassVar[str] = "extra_tile"
    options: HongKongOptions

    def __init__(self, options: HongKongOptions) -> None:
        super().__init__(options)

    def tile_set(self) -> tuple[Tile, ...]:
        return _FULL_SET

    def starting_scores(self) -> tuple[int, int, int, int]:
        points = self.options.starting_points
        return (points, points, points, points)

    @property
    def opening_until_clean(self) -> bool:
        return self.options.opening_bonus == "until_clean"

    def waits(self, keys: Sequence[int], melds: Sequence[Meld]) -> int:
        return waits(keys, melds, self.options)

    def judge(self, facts: WinFacts) -> Verdict:
        return judge(facts, self.options)

    def opening_of(self, state: MatchState, seat: Seat, by: WinBy, from_seat: Seat | None) -> Opening | None:
        if state.calls or not self.options.track_first_turn:
            return None
        if by == "self_draw" and seat == state.dealer and state.discards == 0:
            return "heavenly"
        if by == "discard" and from_seat == state.dealer and state.discards == 1:
            return "earthly"
        return None

    def lock_after_draw(self, state: MatchState, seat: Seat, source: str) -> WinLock | None:
        ends = source == "wall" or self.options.passed_win_lock_ends == "any_draw"
        return None if ends else state.seats[seat].lock

    def lock_after_window(self, state: MatchState, seat: Seat, *, offered: bool) -> WinLock | None:
        window, lock = state.window, state.seats[seat].lock
        if not offered or window is None or window.tile is None or not self.options.track_passed_win:
            return lock
        kinds = (lock.kinds or ()) if lock is not None else ()
        tile = KINDS[KIND[window.tile]]
        return WinLock("passed_win", (*kinds, tile))

    def liable_after_claim(self, state: MatchState, seat: Seat, meld: Meld) -> tuple[tuple[str, Seat], ...]:
        liable = state.seats[seat].liable
        kind = KIND[meld.tiles[0]]
        if meld.kind == "chow" or kind < EAST or not self.options.track_liability or meld.from_seat is None:
            return liable
        dragons = kind >= WHITE
        low, high, needed = (WHITE, RED, 2) if dragons else (EAST, NORTH, 3)
        sets = [m for m in state.seats[seat].melds if low <= KIND[m.tiles[0]] <= high and m.kind != "chow"]
        if not self.options.concealed_kong_is_public:
            sets = [m for m in sets if m.public]
        if len(sets) != needed:
            return liable
        return (*liable, ("big_three_dragons" if dragons else "big_four_winds", meld.from_seat))

    def resolve_bonus(self, state: MatchState) -> tuple[Event, ...]:
        counts = [len(seat.bonus) for seat in state.seats]
        if 8 in counts:
            return self._flower_win(state, counts.index(8), None)
        if 7 in counts:
            return self._flower_win(state, counts.index(7), counts.index(1))
        return ()

    def _flower_win(self, state: MatchState, seat: Seat, from_seat: Seat | None) -> tuple[Event, ...]:
        by: WinBy = "eight_flowers" if from_seat is None else "seven_robs_one"
        if self.options.bonus_wins == "automatic":
            return (win_event(state, seat, by, None, from_seat),)
        return (WinOffered(seat, by, from_seat),)

    def next_deal(self, state: MatchState, outcome: Outcome) -> NextDeal:
        won = [result.seat for result in outcome.results if isinstance(result, DealWon)]
        stays = not won or state.dealer in won
        dealer, round_wind = dealer_after(state, stays=stays)
        over = round_wind >= self.options.rounds
        if over:
            dealer, round_wind = state.dealer, state.round_wind
        return NextDeal(dealer, round_wind, state.repeat + 1 if stays else 0, 0, over)
