"""From the state to the judge: which kinds complete a hand, and what a win would be worth now."""

from dataclasses import replace

from mahjong_club.rules.scoring import Verdict, WinBy, WinFacts
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState, SeatState
from mahjong_club.rules.tiles import BONUS_SET, KIND, Tile

_SUIT = tuple(min(kind // 9, 3) for kind in range(34))
_PLACE = tuple(5 ** (kind % 9) for kind in range(34))


def win_waits(state: MatchState, seat: Seat) -> int:
    """Mask of the kinds that complete the seat's hand (without the tile it has just drawn)."""
    me = state.seats[seat]
    if me.waits is None:
        assert state.rules is not None
        me.waits = state.rules.waits(_keys_before_draw(me), me.melds)
    return me.waits


def _keys_before_draw(me: SeatState) -> list[int]:
    keys = me.hand.keys
    if me.drawn is not None and me.drawn not in BONUS_SET:
        kind = KIND[me.drawn]
        keys = keys[:]
        keys[_SUIT[kind]] -= _PLACE[kind]
    return keys


def may_self_draw(state: MatchState, seat: Seat) -> bool:
    """Whether the seat may win with the tile it has just drawn."""
    me = state.seats[seat]
    if me.drawn is None or me.drawn in BONUS_SET or not win_waits(state, seat) >> KIND[me.drawn] & 1:
        return False
    return win_verdict(state, seat).wins


def win_verdict(state: MatchState, seat: Seat) -> Verdict:
    """What a win of the seat would be worth now: on the open window's tile, or with its drawn tile.

    As far as the seat can know: indicators that only a win turns up are left out. The lock is not looked at. Cached until the
    next event.
    """
    found = state.cache.get(seat)
    if found is None:
        assert state.rules is not None
        found = state.cache[seat] = state.rules.judge(facts_now(state, seat))
    return found


def win_taken(state: MatchState, seat: Seat) -> tuple[WinFacts, Verdict]:
    """The facts and the worth of a win that the seat takes now, with the indicators it turns up."""
    facts = facts_now(state, seat)
    assert state.rules is not None
    _, ura = state.rules.indicators_of(state, seat)
    if not ura:
        return facts, win_verdict(state, seat)
    facts = replace(facts, ura=ura)
    return facts, state.rules.judge(facts)


def facts_now(state: MatchState, seat: Seat) -> WinFacts:
    """The facts of a win of the seat now."""
    window = state.window
    by: WinBy = "self_draw"
    tile: Tile | None
    if window is not None:
        if window.kind == "offer":
            assert state.rules is not None
            by, tile = window.by or "seven_robs_one", state.rules.offered_tile(state, seat)
        else:
            by, tile = window.kind, window.tile
        from_seat = window.from_seat
    else:
        tile, from_seat = state.seats[seat].drawn, None
    return facts_of(state, seat, by, tile, from_seat)


def facts_of(state: MatchState, seat: Seat, by: WinBy, tile: Tile | None, from_seat: Seat | None) -> WinFacts:
    """The facts of a win of the seat on ``tile``; a drawn tile is taken out of the hand."""
    me, rules = state.seats[seat], state.rules
    assert rules is not None
    hand = list(me.hand.tiles())
    drawn = by not in ("discard", "robbed_kong")
    if drawn and tile is not None and tile in hand:
        hand.remove(tile)
    dora, _ = rules.indicators_of(state, seat)
    return WinFacts(
        winner=seat,
        dealer=state.dealer,
        round_wind=state.round_wind,
        repeat=state.repeat,
        hand=tuple(hand),
        melds=tuple(me.melds),
        bonus=tuple(me.bonus),
        by=by,
        tile=tile,
        from_seat=from_seat,
        after_kong=drawn and state.after_kong,
        after_bonus=drawn and state.after_bonus,
        last_tile=state.live_left == 0 and by != "robbed_kong",
        opening=rules.opening_of(state, seat, by, from_seat),
        ready=me.ready,
        ippatsu=me.fresh_ready,
        dora=dora,
        deposits=state.deposits,
        liable=me.liable,
    )
