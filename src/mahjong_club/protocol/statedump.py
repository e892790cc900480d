"""A whole state as bytes and back, so that recovery need not replay a match from its first event. Secret, like the log."""

from typing import Any, Final

import msgspec

from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.viewtypes import SeatWire, ViewWire, WindowWire
from mahjong_club.protocol.wiretypes import builder_of
from mahjong_club.rules.events import Answer, DealDrawn, DealWon, Standing, WinLock
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.state import MatchState, RiverTile, SeatState, Window
from mahjong_club.rules.variant import RulesFor
from mahjong_club.rules.views import dump
from mahjong_club.rules.walls import pack_wall, unpack_wall

#: Version of the form; a snapshot of another version is not used, since the log says the same.
VERSION: Final = 1


class _Saved(msgspec.Struct, frozen=True):
    version: int
    state: ViewWire
    wall: str | None
    secret: str
    extra: dict[str, Any]


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(_Saved, strict=True)
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


def dump_state(state: MatchState, extra: dict[str, Any] | None = None) -> bytes:
    """The state, with ``extra`` JSON-ready data of the caller."""
    return _encoder.encode(
        {
            "version": VERSION,
            "state": dump(state),
            "wall": None if state.wall is None else pack_wall(state.wall),
            "secret": state.secret,
            "extra": extra or {},
        }
    )


def load_state(payload: bytes, rules_for: RulesFor) -> tuple[MatchState, dict[str, Any]]:
    """State and ``extra`` of :func:`dump_state`. Raises :class:`BadPayload` for anything else or another version."""
    try:
        saved = _decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadPayload("snapshot") from None
    if saved.version != VERSION:
        raise BadPayload("snapshot_version")
    state = MatchState(rules_for)
    wire = saved.state
    for name in _SAME:
        setattr(state, name, getattr(wire, name))
    state.entropy = tuple(wire.entropy)
    state.rules = rules_for(wire.ruleset, wire.options) if wire.ruleset else None
    state.standings = tuple([_standing(line) for line in wire.standings])
    state.results = [_RESULTS[type(result).__name__](result) for result in wire.results]
    state.wall = None if saved.wall is None else unpack_wall(saved.wall)
    state.secret = saved.secret
    state.window = None if wire.window is None else _window(wire.window)
    state.seats = [_seat(seat) for seat in wire.seats]
    return state, saved.extra


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
