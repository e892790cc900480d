"""Views: a state with what its viewer may not know left out, and the one text form that states and views share.

The law, tested on random play of every ruleset: ``evolve(view_for(s, v), e.seen_by(v))`` equals ``view_for(evolve(s, e), v)``,
and two states that are equal for ``v`` have equal dumps for ``v``.
"""

from dataclasses import asdict
from typing import Any, Final

from mahjong_club.rules.events import Viewer
from mahjong_club.rules.hands import UNKNOWN, Hand
from mahjong_club.rules.names import wire_name
from mahjong_club.rules.sights import Position
from mahjong_club.rules.state import MatchState, SeatState, Window

#: State fields copied as they are; each is public.
_PLAIN: Final = (
    "seq", "ruleset", "options", "first_dealer", "number", "dealer", "round_wind", "repeat", "deposits", "phase", "turn", "due",
    "claimed", "live_left", "taken", "replacements", "discards", "calls", "draw_source", "after_kong", "after_bonus",
    "bonus_out", "bonus_settled", "opening_at", "opening_replacing", "match_commitment", "deal_commitment", "paused",
)  # fmt: skip


def view_for(state: MatchState, viewer: Viewer) -> MatchState:
    """A copy of the state as a seat, or a spectator (``None``), may see it."""
    view = state.copy()
    view.wall = None
    view.secret = ""
    for index, seat in enumerate(view.seats):
        if index != viewer:
            _mask(seat)
    if view.window is not None:
        view.window.options = None
        view.window.completes = ()
        view.window.answers = [a if i == viewer else None for i, a in enumerate(view.window.answers)]
    return view


class KeptState(Position):
    """A state that an event carries; whoever takes it out copies it."""

    __slots__ = ("state",)

    def __init__(self, state: MatchState) -> None:
        self.state = state

    def seen_by(self, viewer: Viewer) -> "KeptState":
        """The view of a seat, or of a spectator."""
        return KeptState(view_for(self.state, viewer))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KeptState):
            return NotImplemented
        mine, its = self.state, other.state
        return (mine.wall, mine.secret) == (its.wall, its.secret) and dump(mine) == dump(its)

    def __hash__(self) -> int:
        return hash((self.state.seq, self.state.wall, self.state.secret))


def _mask(seat: SeatState) -> None:
    seat.hand = Hand.unknown(seat.hand.size)
    seat.drawn = None if seat.drawn is None else UNKNOWN
    seat.lock = None
    seat.waits = None


def dump(state: MatchState) -> dict[str, Any]:
    """The state or view as JSON-ready data. Concealed tiles of a masked hand are ``None``; caches are left out."""
    out: dict[str, Any] = {name: getattr(state, name) for name in _PLAIN}
    out["entropy"] = list(state.entropy)
    out["scores"] = list(state.scores)
    out["upcoming"] = list(state.upcoming)
    out["indicators"] = list(state.indicators)
    out["window"] = _dump_window(state.window)
    out["results"] = [{"type": wire_name(type(result)), **asdict(result)} for result in state.results]
    out["standings"] = [asdict(line) for line in state.standings]
    out["seats"] = [_dump_seat(seat) for seat in state.seats]
    return out


def _dump_window(window: Window | None) -> dict[str, Any] | None:
    if window is None:
        return None
    answers = [
        None
        if answer is None
        else {"action": {"type": wire_name(type(answer.action)), **asdict(answer.action)}, "timed_out": answer.timed_out}
        for answer in window.answers
    ]
    return {
        "kind": window.kind,
        "from_seat": window.from_seat,
        "tile": window.tile,
        "seat": window.seat,
        "by": window.by,
        "answers": answers,
    }


def _dump_seat(seat: SeatState) -> dict[str, Any]:
    return {
        "hand": list(seat.hand.tiles()) if seat.hand.known else None,
        "size": seat.hand.size,
        "drawn": seat.drawn,
        "melds": [asdict(meld) for meld in seat.melds],
        "bonus": list(seat.bonus),
        "river": [{"tile": r.tile, "drawn": r.drawn, "ready": r.ready, "claimed_by": r.claimed_by} for r in seat.river],
        "ready": seat.ready,
        "fresh_ready": seat.fresh_ready,
        "lock": None if seat.lock is None else asdict(seat.lock),
        "liable": [list(pair) for pair in seat.liable],
        "owed": seat.owed,
        "continued": seat.continued,
        "left": seat.left,
    }
