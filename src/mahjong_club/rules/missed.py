"""Why a seat did not get the last discard, asked after its window has closed: from its own view and what everybody saw."""

from typing import NamedTuple

from mahjong_club.rules.actions import Action, Chow, Kong, Pung, Win
from mahjong_club.rules.claims import claims_of, may_win_tile
from mahjong_club.rules.events import DealWon
from mahjong_club.rules.legal import refusal_of
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState, Window
from mahjong_club.rules.tiles import BONUS_SET


class Missed(NamedTuple):
    """The id of the reason, and the view as it stood when the window was open."""

    code: str
    then: MatchState


def missed_claim(view: MatchState, seat: Seat, action: Action) -> Missed | None:
    """``None`` where no closed window of another seat's discard is what the action is about.

    What was forbidden while the window stood is told as it was then. What was allowed went to another seat (``outranked``), or
    to nobody because the seat let it go (``too_late``). Nothing is told of what other seats could have done.
    """
    if not isinstance(action, Win | Chow | Pung | Kong) or (isinstance(action, Kong) and action.form != "exposed"):
        return None
    from_seat = _last_discarder(view)
    if view.window is not None or from_seat is None or from_seat == seat or not view.seats[from_seat].river:
        return None
    last = view.seats[from_seat].river[-1]
    won = [each.seat for each in view.results if isinstance(each, DealWon)]
    if seat in won or last.claimed_by == seat:
        return None
    then = _as_it_stood(view, seat, Window("discard", from_seat, last.tile))
    allowed = may_win_tile(then, seat) if isinstance(action, Win) else action in claims_of(then, seat)
    if not allowed:
        return Missed(refusal_of(then, seat, action), then)
    lock = view.seats[seat].lock
    if isinstance(action, Win) and lock is not None and lock.blocks(last.tile):
        return Missed(lock.reason, then)
    return Missed("outranked" if won or last.claimed_by is not None else "too_late", then)


def _last_discarder(view: MatchState) -> Seat | None:
    for result in view.results:
        if isinstance(result, DealWon):
            return result.from_seat if result.by == "discard" else None
    if view.phase == "turn" and view.claimed:
        return view.seats[view.turn].melds[-1].from_seat
    if view.phase not in ("draw", "turn") or view.after_kong:
        return None
    if view.due == "kong" and view.phase == "draw":
        meld = view.seats[view.turn].melds[-1]
        return meld.from_seat if meld.form == "exposed" else None
    return (view.turn - 1) & 3


def _as_it_stood(view: MatchState, seat: Seat, window: Window) -> MatchState:
    then = view.copy()
    me = then.seats[seat]
    if me.drawn is not None and me.drawn not in BONUS_SET:
        me.hand.remove(me.drawn)
    me.drawn = None
    # It may have come with the end of this very window; what the hand itself lacked is the better answer.
    me.lock = None
    # Whoever drew since took a tile that was still there.
    then.live_left += view.phase == "turn" and not view.claimed
    then.phase, then.claimed, then.window = "claim", False, window
    then.cache.clear()
    assert window.from_seat is not None
    then.turn = window.from_seat
    then.seats[window.from_seat].river[-1].claimed_by = None
    return then
