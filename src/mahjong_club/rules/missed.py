"""Why a seat did not get the last discard, or a tile added to a kong, once its window has closed: from its own view."""

from typing import NamedTuple

from mahjong_club.rules.actions import Action, Chow, Kong, Pung, Win
from mahjong_club.rules.claims import claims_of, may_win_tile
from mahjong_club.rules.events import DealWon
from mahjong_club.rules.legal import refusal_of
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState, Window
from mahjong_club.rules.tiles import BONUS_SET, KIND
from mahjong_club.rules.wins import win_waits


class Missed(NamedTuple):
    """The id of the reason, and the view as it stood when the window was open."""

    code: str
    then: MatchState


def missed_claim(view: MatchState, seat: Seat, action: Action) -> Missed | None:
    """``None`` where no closed window of another seat's tile is what the action is about.

    What was forbidden while the window stood is told as it was then. What was allowed went to another seat (``outranked``), or
    to nobody because the seat let it go (``too_late``). Nothing is told of what other seats could have done.
    """
    if not isinstance(action, Win | Chow | Pung | Kong) or (isinstance(action, Kong) and action.form != "exposed"):
        return None
    won = [each.seat for each in view.results if isinstance(each, DealWon)]
    if view.window is not None or seat in won:
        return None
    window = _robbed(view, seat) if isinstance(action, Win) else None
    if window is None:
        window = _discarded(view, seat)
    if window is None or window.tile is None:
        return None
    then = _as_it_stood(view, seat, window)
    allowed = may_win_tile(then, seat) if isinstance(action, Win) else action in claims_of(then, seat)
    if not allowed:
        return Missed(refusal_of(then, seat, action), then)
    lock = view.seats[seat].lock
    if isinstance(action, Win) and lock is not None and lock.blocks(window.tile):
        return Missed(lock.reason, then)
    return Missed("outranked" if won or _taken(view, window) else "too_late", then)


def _discarded(view: MatchState, seat: Seat) -> Window | None:
    """The window of the last discard, where another seat's it was."""
    from_seat = _last_discarder(view)
    if from_seat is None or from_seat == seat or not view.seats[from_seat].river:
        return None
    last = view.seats[from_seat].river[-1]
    return None if last.claimed_by == seat else Window("discard", from_seat, last.tile)


def _last_discarder(view: MatchState) -> Seat | None:
    for result in view.results:
        if isinstance(result, DealWon):
            return result.from_seat if result.by == "discard" else None
    if view.phase == "turn" and view.claimed:
        return view.seats[view.turn].melds[-1].from_seat
    if view.phase not in ("draw", "turn"):
        return None
    if view.after_kong or (view.phase == "draw" and view.due == "kong"):
        return _discarder_before_kong(view)
    return (view.turn - 1) & 3


def _discarder_before_kong(view: MatchState) -> Seat | None:
    """Only where what lies on the table leaves no doubt."""
    melds = view.seats[view.turn].melds
    if melds[-1].form == "exposed":
        return melds[-1].from_seat
    left = (view.turn - 1) & 3
    rivers = [each.river for seat, each in enumerate(view.seats) if seat != left]
    return None if any(river and river[-1].claimed_by == view.turn for river in rivers) else left


def _robbed(view: MatchState, seat: Seat) -> Window | None:
    """The window of the tile another seat has just added to a pung.

    Which of several it was the view does not keep: it is the one that completes the seat's hand, if any does.
    """
    for result in view.results:
        if isinstance(result, DealWon):
            return Window("robbed_kong", result.from_seat, result.tile) if result.by == "robbed_kong" else None
    replaced = view.phase == "turn" and view.after_kong and not view.claimed
    if view.turn == seat or not (replaced or (view.phase == "draw" and view.due == "kong")):
        return None
    kongs = [meld for meld in view.seats[view.turn].melds if meld.kind == "kong"]
    tiles = [meld.tiles[-1] for meld in kongs if meld.form == "added"]
    fitting = [tile for tile in tiles if win_waits(view, seat) >> KIND[tile] & 1]
    if not fitting and len(tiles) < len(kongs):
        return None
    return Window("robbed_kong", view.turn, (fitting or tiles)[-1]) if tiles else None


def _taken(view: MatchState, window: Window) -> bool:
    assert window.from_seat is not None
    return window.kind == "discard" and view.seats[window.from_seat].river[-1].claimed_by is not None


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
    if window.kind == "discard":
        then.seats[window.from_seat].river[-1].claimed_by = None
    return then
