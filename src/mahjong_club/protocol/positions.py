"""States inside events: written as a view is, and back into a state.

What goes to the log has the wall and the deal's secret beside the view; what goes to a viewer is his view.
"""

from typing import Any, Final

from mahjong_club.protocol.viewtypes import SeatWire, ViewWire, WindowWire
from mahjong_club.protocol.wiretypes import OWN_FORMS, OwnForm, builder_of
from mahjong_club.rules.errors import CorruptState
from mahjong_club.rules.events import Answer, DealDrawn, DealWon, Standing, WinLock
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.sights import Position
from mahjong_club.rules.state import MatchState, RiverTile, SeatState, Window
from mahjong_club.rules.variant import Rules, RulesFor
from mahjong_club.rules.views import KeptState, dump
from mahjong_club.rules.walls import pack_wall, unpack_wall

_meld: Final = builder_of(Meld)
_lock: Final = builder_of(WinLock)
_answer: Final = builder_of(Answer)
_standing: Final = builder_of(Standing)
_RESULTS: Final = {"DealWon": builder_of(DealWon), "DealDrawn": builder_of(DealDrawn)}
#: State fields that the dump carries under their own name and in their own form.
_SAME: Final = (
    "seq", "ruleset", "options", "first_dealer", "number", "dealer", "round_wind", "repeat", "deposits", "phase", "turn", "due",
    "claimed", "live_left", "taken", "replacements", "discards", "calls", "draw_source", "after_kong", "after_bonus",
    "bonus_out", "bonus_settled", "opening_at", "opening_replacing", "match_commitment", "deal_commitment", "paused",
    "scores", "indicators", "upcoming",
)  # fmt: skip


class PositionWire(ViewWire, frozen=True, gc=False):
    """A state inside an event. Wall and secret stand in the log only."""

    wall: str | None = None
    secret: str | None = None


def state_of(wire: ViewWire, rules_for: RulesFor) -> MatchState:
    """The state, or view, of a decoded dump, without rules, wall and secret."""
    state = MatchState(rules_for)
    for name in _SAME:
        setattr(state, name, getattr(wire, name))
    state.entropy = tuple(wire.entropy)
    state.standings = tuple([_standing(line) for line in wire.standings])
    state.results = [_RESULTS[type(result).__name__](result) for result in wire.results]
    state.window = None if wire.window is None else _window(wire.window)
    state.seats = [_seat(seat) for seat in wire.seats]
    return state


def _window(wire: WindowWire) -> Window:
    window = Window(wire.kind, wire.from_seat, wire.tile)
    window.seat, window.by = wire.seat, wire.by
    window.answers = [None if answer is None else _answer(answer) for answer in wire.answers]
    return window


def _seat(wire: SeatWire) -> SeatState:
    seat = SeatState()
    seat.hand = Hand(wire.hand) if wire.hand is not None else Hand.unknown(wire.size)
    seat.drawn = wire.drawn
    seat.melds = [_meld(meld) for meld in wire.melds]
    seat.bonus = wire.bonus
    seat.river = [RiverTile(r.tile, r.drawn, r.ready, r.claimed_by) for r in wire.river]
    seat.ready = wire.ready
    seat.fresh_ready = wire.fresh_ready
    seat.lock = None if wire.lock is None else _lock(wire.lock)
    seat.liable = tuple(wire.liable)
    seat.owed = wire.owed
    seat.continued = wire.continued
    seat.left = wire.left
    return seat


def _write(position: KeptState) -> dict[str, Any]:
    state = position.state
    hidden = {"wall": None if state.wall is None else pack_wall(state.wall), "secret": state.secret or None}
    return dump(state) | {name: value for name, value in hidden.items() if value is not None}


def _read(wire: PositionWire | None) -> KeptState | None:
    if wire is None:
        return None
    state = state_of(wire, _no_rules)
    state.wall = None if wire.wall is None else unpack_wall(wire.wall)
    state.secret = wire.secret or ""
    return KeptState(state)


def _no_rules(key: str, options: dict[str, Any]) -> Rules:
    raise CorruptState("no_rules", "a state inside an event takes its rules from the match")


OWN_FORMS[Position] = OwnForm(PositionWire, _write, _read)
