"""A whole state as bytes and back, so that recovery need not replay a match from its first event. Secret, like the log."""

from typing import Any, Final

import msgspec

from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.positions import state_of
from mahjong_club.protocol.viewtypes import ViewWire
from mahjong_club.rules.state import MatchState
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
    wire = saved.state
    state = state_of(wire, rules_for)
    state.rules = rules_for(wire.ruleset, wire.options) if wire.ruleset else None
    state.wall = None if saved.wall is None else unpack_wall(saved.wall)
    state.secret = saved.secret
    return state, saved.extra
