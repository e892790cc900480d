"""``evolve``: one event into the state, in place. Mechanical: whatever a variant decided stands in the event.

The same function keeps a view up to date, with the event as its viewer saw it: a hidden tile is ``None``, a hand of which
only the size is known counts tiles.
"""

from collections.abc import Callable
from typing import Any, Final

from mahjong_club.rules.errors import CorruptState
from mahjong_club.rules.events import (
    BonusExposed,
    ClaimAnswered,
    DealDrawn,
    DealEnded,
    DealStarted,
    DealWon,
    DepositPaid,
    Discarded,
    Drawn,
    Event,
    IndicatorRevealed,
    KongDeclared,
    MatchContinued,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchRewound,
    MatchStarted,
    MatchStopped,
    MeldClaimed,
    PlayBegan,
    PositionRestored,
    Seated,
    SeatLeft,
    SeatReturned,
    TimedOut,
    WindowClosed,
    WinOffered,
)
from mahjong_club.rules.hands import UNKNOWN, Hand
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.seats import next_seat
from mahjong_club.rules.state import MatchState, RiverTile, Window
from mahjong_club.rules.tiles import BONUS_SET, KIND
from mahjong_club.rules.views import KeptState
from mahjong_club.rules.walls import unpack_wall


def evolve(state: MatchState, event: Event) -> MatchState:
    """Apply one event to the state in place and return the state.

    Raises :class:`CorruptState` for an event that cannot follow.
    """
    apply = _APPLY.get(type(event))
    if apply is None:
        raise CorruptState("unknown_event", type(event).__name__)
    apply(state, event)
    if not event.sealed:
        state.seq += 1
    if state.cache:
        state.cache = {}
    return state


def _match_started(state: MatchState, e: MatchStarted) -> None:
    _take_rules(state, e.ruleset, e.options)
    state.first_dealer = state.dealer = state.turn = e.first_dealer
    state.upcoming = (e.first_dealer, 0, 0)
    state.scores = list(e.scores)
    state.match_commitment = e.commitment
    state.entropy = tuple(e.entropy)


def _take_rules(state: MatchState, ruleset: str, options: dict[str, Any]) -> None:
    if state.rules is None or ruleset != state.ruleset or options != state.options:
        state.rules = state.rules_for(ruleset, options)
        state.ruleset = ruleset
        state.options = options


def _deal_started(state: MatchState, e: DealStarted) -> None:
    state.clear_deal()
    _take_rules(state, e.ruleset, e.options)
    rules = state.rules
    assert rules is not None
    state.number, state.dealer, state.round_wind = e.number, e.dealer, e.round_wind
    state.repeat, state.deposits, state.scores = e.repeat, e.deposits, list(e.scores)
    state.deal_commitment = e.commitment
    state.wall = unpack_wall(e.wall) if e.wall is not None else None
    state.secret = e.secret or ""
    for seat, tiles in zip(state.seats, e.hands, strict=True):
        seat.hand = Hand(tiles) if tiles is not None else Hand.unknown(rules.hand_size)
    state.taken = 4 * rules.hand_size
    state.live_left = rules.wall_size - rules.reserve - state.taken
    state.indicators = list(e.indicators)
    state.phase = "opening"
    state.turn = state.opening_at = e.dealer
    state.due = "wall"


def _position_restored(state: MatchState, e: PositionRestored) -> None:
    state.clear_deal()
    _take_rules(state, e.ruleset, e.options)
    rules = state.rules
    assert rules is not None
    state.number, state.dealer, state.round_wind = e.number, e.dealer, e.round_wind
    state.repeat, state.deposits, state.scores = e.repeat, e.deposits, list(e.scores)
    state.upcoming = (e.dealer, e.round_wind, e.repeat)
    state.phase, state.turn, state.due = e.phase, e.seat, e.due
    state.wall = unpack_wall(e.wall) if e.wall is not None else None
    state.indicators = list(e.indicators)
    state.taken, state.replacements, state.live_left, state.calls = e.taken, e.replacements, e.live_left, e.calls
    state.discards = sum(map(len, e.rivers))
    state.bonus_out = sum(map(len, e.bonus))
    # Whether a flower win was offered before is not known; it is not offered again.
    state.bonus_settled = state.bonus_out >= len(BONUS_SET)
    state.opening_at = e.dealer
    if e.phase == "idle":
        return
    for i, seat in enumerate(state.seats):
        tiles, seat.melds, seat.bonus, seat.lock = e.hands[i], list(e.melds[i]), list(e.bonus[i]), e.locks[i]
        more = e.phase == "turn" and i == e.seat
        seat.hand = Hand(tiles) if tiles is not None else Hand.unknown(rules.hand_size - 3 * len(seat.melds) + more)
        seat.river = [RiverTile(thrown.tile, claimed_by=thrown.claimed_by) for thrown in e.rivers[i]]
    if e.phase == "turn":
        state.claimed = e.claimed
        state.seats[e.seat].drawn = None if e.claimed else e.drawn or UNKNOWN
    elif e.phase == "claim":
        state.window = Window("discard", e.seat, e.rivers[e.seat][-1].tile)


def _drawn(state: MatchState, e: Drawn) -> None:
    seat = state.seats[e.seat]
    seat.hand.add(e.tile)  # type: ignore[arg-type]
    seat.lock = e.lock
    state.live_left -= 1
    state.draw_source = e.source
    if e.source == "wall":
        state.taken += 1
        state.after_kong = state.after_bonus = False
    else:
        state.replacements += 1
        if e.source == "kong":
            state.after_kong = True
            state.after_bonus = False
            state.calls += 1
            assert state.rules is not None
            state.live_left = max(state.live_left - state.rules.reserve_growth, 0)
            for other in state.seats:
                other.fresh_ready = False
        else:
            state.after_bonus = True
            # Whoever takes another seat's flower owes nothing for it.
            seat.owed = max(seat.owed - 1, 0)
    if state.phase == "opening":
        state.opening_replacing = e.source == "bonus"
        if e.seat == state.dealer:
            assert state.rules is not None
            if seat.drawn is None or seat.drawn in BONUS_SET or state.rules.opening_draw == "last_taken":
                seat.drawn = e.tile or UNKNOWN
        else:
            seat.waits = None
        return
    seat.drawn = e.tile or UNKNOWN
    state.claimed = False
    state.phase = "turn"


def _bonus_exposed(state: MatchState, e: BonusExposed) -> None:
    seat = state.seats[e.seat]
    seat.hand.remove(e.tile)
    seat.bonus.append(e.tile)
    seat.owed += 1
    state.bonus_out += 1
    if state.phase == "opening":
        state.opening_at = e.seat
        state.opening_replacing = False
    else:
        seat.drawn = None
        state.phase = "draw"
        state.due = "bonus"


def _play_began(state: MatchState, e: PlayBegan) -> None:
    seat = state.seats[e.seat]
    seat.drawn = e.drawn or UNKNOWN
    for each in state.seats:
        each.waits = None
    state.phase = "turn"
    state.turn = e.seat
    state.after_bonus = state.opening_replacing = False
    state.draw_source = "wall"


def _discarded(state: MatchState, e: Discarded) -> None:
    seat = state.seats[e.seat]
    seat.hand.remove(e.tile)
    if not e.drawn or seat.drawn is None:
        # Where a hook needed them to decide this very discard they are known.
        seat.waits = state.cache.get(("waits after", e.seat, e.tile))
    seat.drawn = None
    seat.lock = e.lock
    seat.fresh_ready = e.ready is not None
    if e.ready is not None:
        seat.ready = e.ready
    seat.river.append(RiverTile(e.tile, e.drawn, e.ready is not None))
    state.discards += 1
    state.claimed = False
    state.phase = "claim"
    state.window = Window("discard", e.seat, e.tile)


def _claim_answered(state: MatchState, e: ClaimAnswered) -> None:
    if state.window is None:
        raise CorruptState("no_window")
    state.window.answers[e.seat] = e.answer


def _window_closed(state: MatchState, e: WindowClosed) -> None:
    window = state.window
    if window is None:
        raise CorruptState("no_window")
    state.window = None
    a, b, c, d = state.seats
    a.lock, b.lock, c.lock, d.lock = e.locks
    if window.kind == "offer":
        state.bonus_settled = True
        return
    assert window.from_seat is not None
    state.phase = "draw"
    if window.kind == "discard":
        state.turn, state.due = next_seat(window.from_seat), "wall"
    else:
        state.turn, state.due = window.from_seat, "kong"


def _meld_claimed(state: MatchState, e: MeldClaimed) -> None:
    seat = state.seats[e.seat]
    for tile in e.meld.tiles[:-1]:
        seat.hand.remove(tile)
    seat.melds.append(e.meld)
    seat.liable = e.liable
    seat.waits = None
    assert e.meld.from_seat is not None
    state.seats[e.meld.from_seat].river[-1].claimed_by = e.seat
    for each in state.seats:
        each.fresh_ready = False
    state.calls += 1
    state.turn = e.seat
    if e.meld.kind == "kong":
        state.phase, state.due = "draw", "kong"
    else:
        state.phase, state.claimed = "turn", True


def _kong_declared(state: MatchState, e: KongDeclared) -> None:
    seat = state.seats[e.seat]
    seat.drawn = None
    seat.waits = None
    if e.meld.form == "concealed":
        for tile in e.meld.tiles:
            seat.hand.remove(tile)
        seat.melds.append(e.meld)
        state.phase, state.due = "draw", "kong"
        return
    tile = e.meld.tiles[-1]
    seat.hand.remove(tile)
    seat.melds[_pung_index(seat.melds, e.meld)] = e.meld
    state.phase = "claim"
    state.window = Window("robbed_kong", e.seat, tile)


def _pung_index(melds: list[Meld], kong: Meld) -> int:
    for i, meld in enumerate(melds):
        if meld.kind == "pung" and KIND[meld.tiles[0]] == KIND[kong.tiles[0]]:
            return i
    raise CorruptState("no_pung_to_add")


def _indicator_revealed(state: MatchState, e: IndicatorRevealed) -> None:
    state.indicators.append(e.tile)


def _deposit_paid(state: MatchState, e: DepositPaid) -> None:
    state.scores[e.seat] -= e.points
    state.deposits += 1


def _win_offered(state: MatchState, e: WinOffered) -> None:
    window = Window("offer", e.from_seat, None)
    window.seat, window.by = e.seat, e.by
    state.window = window


def _deal_won(state: MatchState, e: DealWon) -> None:
    state.scores = [a + b for a, b in zip(state.scores, e.deltas, strict=True)]
    state.deposits -= e.deposits_taken
    state.results.append(e)
    state.phase = "settled"
    state.window = None
    if e.by == "robbed_kong" and e.from_seat is not None:
        maker = state.seats[e.from_seat]
        for i, meld in enumerate(maker.melds):
            if meld.form == "added" and meld.tiles[-1] == e.tile:
                maker.melds[i] = Meld("pung", meld.tiles[:-1], meld.from_seat)


def _deal_drawn(state: MatchState, e: DealDrawn) -> None:
    state.scores = [a + b for a, b in zip(state.scores, e.deltas, strict=True)]
    state.results.append(e)
    state.phase = "settled"
    state.window = None


def _deal_ended(state: MatchState, e: DealEnded) -> None:
    state.scores = list(e.scores)
    state.deposits = e.deposits
    state.upcoming = (e.dealer, e.round_wind, e.repeat)
    state.phase = "settled"


def _match_continued(state: MatchState, e: MatchContinued) -> None:
    state.seats[e.seat].continued = True
    if all(seat.continued for seat in state.seats):
        state.phase = "idle"


def _match_ended(state: MatchState, e: MatchEnded) -> None:
    state.standings = e.standings
    state.scores = [0, 0, 0, 0]
    for line in e.standings:
        state.scores[line.seat] = line.score
    state.deposits -= e.deposits_taken
    state.phase = "over"


def _timed_out(state: MatchState, e: TimedOut) -> None:
    """The log explains what follows; the state does not change."""


def _seat_left(state: MatchState, e: SeatLeft) -> None:
    state.seats[e.seat].left = e.policy


def _seat_returned(state: MatchState, e: SeatReturned) -> None:
    state.seats[e.seat].left = None


def _match_paused(state: MatchState, e: MatchPaused) -> None:
    state.paused = e.reason


def _match_resumed(state: MatchState, e: MatchResumed) -> None:
    state.paused = ""


def _match_rewound(state: MatchState, e: MatchRewound) -> None:
    if not isinstance(e.position, KeptState):
        raise CorruptState("no_position")
    earlier = e.position.state.copy()
    _take_rules(state, earlier.ruleset, earlier.options)
    for seat, now in zip(earlier.seats, state.seats, strict=True):
        seat.left = now.left
    for name in _GAME:
        setattr(state, name, getattr(earlier, name))


def _match_stopped(state: MatchState, e: MatchStopped) -> None:
    state.phase = "settled"
    state.window = None


def _seated(state: MatchState, e: Seated) -> None:
    state.seats[e.seat].left = None


#: What a rewind brings back: everything but the number of events, the rules in force (taken by their key) and the table's rest.
_GAME: Final = tuple(
    name for name in MatchState.__slots__ if name not in ("seq", "ruleset", "options", "rules", "rules_for", "paused", "cache")
)
_APPLY: dict[type, Callable[[MatchState, Any], None]] = {
    MatchStarted: _match_started,
    DealStarted: _deal_started,
    PositionRestored: _position_restored,
    Drawn: _drawn,
    BonusExposed: _bonus_exposed,
    PlayBegan: _play_began,
    Discarded: _discarded,
    ClaimAnswered: _claim_answered,
    WindowClosed: _window_closed,
    MeldClaimed: _meld_claimed,
    KongDeclared: _kong_declared,
    IndicatorRevealed: _indicator_revealed,
    DepositPaid: _deposit_paid,
    WinOffered: _win_offered,
    DealWon: _deal_won,
    DealDrawn: _deal_drawn,
    DealEnded: _deal_ended,
    MatchContinued: _match_continued,
    MatchEnded: _match_ended,
    TimedOut: _timed_out,
    SeatLeft: _seat_left,
    SeatReturned: _seat_returned,
    MatchPaused: _match_paused,
    MatchResumed: _match_resumed,
    MatchRewound: _match_rewound,
    MatchStopped: _match_stopped,
    Seated: _seated,
}
