"""Events, actions and views as JSON text, and strictly back.

An event has one text per distinct sight of it, made once: the full text for the log, one for the public, and one for each
seat that sees more than the public.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, Union, get_args

import msgspec

# Before any event is looked at: one of them carries a whole state.
import mahjong_club.protocol.positions  # noqa: F401
from mahjong_club.protocol.wiretypes import NONE4, builder_of, mirror_of, plan_of, to_wire
from mahjong_club.rules.actions import Action
from mahjong_club.rules.events import EVENT_TYPES, Discarded, Drawn, Event, Viewer, WindowClosed, view_classes
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.views import dump, view_for


class BadPayload(Exception):
    """Text that is not what it should be. The message names the place, never the content."""


_encode: Final = msgspec.json.Encoder().encode
_EVENT_MIRRORS: Final = {mirror_of(kind): builder_of(kind) for kind in EVENT_TYPES}
_ACTION_MIRRORS: Final = {mirror_of(kind): builder_of(kind) for kind in get_args(Action)}
#: The type that clients' actions are read with; frames use it, too.
ACTION_WIRE: Final[Any] = Union[tuple(_ACTION_MIRRORS)]  # noqa: UP007
_event_decoder: Final = msgspec.json.Decoder(Union[tuple(_EVENT_MIRRORS)], strict=True)  # noqa: UP007
_action_decoder: Final = msgspec.json.Decoder(ACTION_WIRE, strict=True)
_CLASS: Final = {kind: view_classes(kind.__new__(kind)) for kind in EVENT_TYPES}
_HIDING: Final = {kind: any(sight != "public" for _, _, _, sight in plan_of(kind)) for kind in EVENT_TYPES}
#: Whether a whole state is in it, which the projector shows to each viewer.
_CARRYING: Final = {kind: any(sight == "projected" for _, _, _, sight in plan_of(kind)) for kind in EVENT_TYPES}
#: Of these there are many events and few different ones: their texts are kept.
_FREQUENT: Final = (Discarded, Drawn, WindowClosed)
_TEXTS_KEPT: Final = 4096
#: How each of them is told apart: by its fields in a tuple, which hashes and compares faster than the event.
_FIELDS_OF: Final[dict[type[Event], Callable[[Event], Any]]] = {
    kind: attrgetter(*(f.name for f in fields(kind))) for kind in _FREQUENT
}
#: Actions whose texts are kept by identity: most are the same few objects, and hashing them would take longer.
_ACTIONS_KEPT: Final = 8192


class Texts:
    """The texts of one event: ``full`` goes to the log only; ``seats`` holds what differs from ``public``."""

    __slots__ = ("full", "public", "seats")

    def __init__(self, full: bytes, public: bytes, seats: dict[int, bytes] | None) -> None:
        self.full = full
        self.public = public
        self.seats = seats

    def seen_by(self, viewer: Viewer) -> bytes:
        """The text a viewer gets."""
        return self.public if self.seats is None or viewer is None else self.seats.get(viewer, self.public)


def encode_event(event: Event) -> bytes:
    """The full text of an event, for the log."""
    return _encode(_event_dict(event))


def texts_of(event: Event) -> Texts:
    """Every text of an event, each encoded once."""
    kind = type(event)
    fields_of = _FIELDS_OF.get(kind)
    if fields_of is None:
        return _texts_of(event)
    key = (kind, fields_of(event))
    texts = _event_texts.get(key)
    if texts is None:
        if len(_event_texts) >= _TEXTS_KEPT:
            _event_texts.clear()
        texts = _event_texts[key] = _texts_of(event)
    return texts


_event_texts: Final[dict[tuple[type[Event], Any], Texts]] = {}


def _texts_of(event: Event) -> Texts:
    kind = type(event)
    full_dict = _event_dict(event)
    full = _encode(full_dict)
    if not _HIDING[kind]:
        return Texts(full, full, None)
    if _CARRYING[kind]:
        views = {viewer: _encode(_event_dict(event.seen_by(viewer))) for viewer in (None, 0, 1, 2, 3)}
        return Texts(full, views[None], {seat: views[seat] for seat in range(4)})
    hidden = [n for n, _, _, sight in plan_of(kind) if sight == "hidden" and n in full_dict]
    private = [n for n, _, _, sight in plan_of(kind) if sight in ("owner", "per_seat") and n in full_dict]
    if not hidden and not private:
        return Texts(full, full, None)
    public = _encode({name: value for name, value in full_dict.items() if name not in hidden and name not in private})
    if not private:
        return Texts(full, public, None)
    if _CLASS[kind] == "owner":
        seat: int = event.seat  # type: ignore[attr-defined]
        owned = full if not hidden else _encode({n: v for n, v in full_dict.items() if n not in hidden})
        return Texts(full, public, {seat: owned})
    return Texts(full, public, _seat_texts(event, full_dict, hidden, private))


def _seat_texts(event: Event, full: dict[str, Any], hidden: list[str], private: list[str]) -> dict[int, bytes]:
    """One text for each seat that has an own entry in a per-seat tuple."""
    out: dict[int, bytes] = {}
    owner: int | None = getattr(event, "seat", None)
    sights = {name: sight for name, _, _, sight in plan_of(type(event))}
    for seat in range(4):
        mine: dict[str, Any] = {}
        for name in private:
            if sights[name] == "owner":
                if seat == owner:
                    mine[name] = full[name]
            elif full[name][seat] is not None:
                mine[name] = [value if i == seat else None for i, value in enumerate(full[name])]
        if mine:
            kept = {n: v for n, v in full.items() if n not in hidden and (n not in private or n in mine)}
            out[seat] = _encode(kept | mine)
    return out


def _event_dict(event: Event) -> dict[str, Any]:
    kind = type(event)
    out: dict[str, Any] = {"type": EVENT_NAMES[kind]}
    for name, default, convert, _ in plan_of(kind):
        value = getattr(event, name)
        if value is None or value in (default, NONE4):
            continue
        out[name] = value if convert is None else convert(value)
    return out


def decode_event(payload: bytes | str) -> Event:
    """The event of a text, full or redacted. Raises :class:`BadPayload`."""
    try:
        struct = _event_decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadPayload(place_of(error)) from None
    event: Event = _EVENT_MIRRORS[type(struct)](struct)
    return event


def build_event(data: Any) -> Event:
    """The event of JSON-ready data (an upcast payload). Raises :class:`BadPayload`."""
    try:
        struct = msgspec.convert(data, Union[tuple(_EVENT_MIRRORS)], strict=True)  # noqa: UP007
    except msgspec.ValidationError as error:
        raise BadPayload(place_of(error)) from None
    event: Event = _EVENT_MIRRORS[type(struct)](struct)
    return event


_action_texts: Final[dict[int, tuple[Action, bytes]]] = {}


def encode_action(action: Action) -> bytes:
    """The text of an action."""
    kept = _action_texts.get(id(action))
    if kept is None:
        if len(_action_texts) >= _ACTIONS_KEPT:
            _action_texts.clear()
        # The action is kept with its text, so that no other can have its identity.
        kept = _action_texts[id(action)] = (action, _encode(to_wire(action)))
    return kept[1]


def encode_actions(actions: Iterable[Action]) -> bytes:
    """The texts of several, with commas between them."""
    kept = _action_texts
    try:
        return b",".join([kept[id(action)][1] for action in actions])
    except KeyError:
        return b",".join([encode_action(action) for action in actions])


def decode_action(payload: bytes | str) -> Action:
    """The action of a text. Raises :class:`BadPayload`."""
    try:
        return build_action(_action_decoder.decode(payload))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadPayload(place_of(error)) from None


def build_action(struct: Any) -> Action:
    """The action of a decoded :data:`ACTION_WIRE` struct."""
    return _built_action(struct)


# There are few different ones, as their tiles are among 42.
@lru_cache(maxsize=_ACTIONS_KEPT)
def _built_action(struct: Any) -> Action:
    action: Action = _ACTION_MIRRORS[type(struct)](struct)
    return action


def encode_view(state: MatchState, viewer: Viewer) -> bytes:
    """The text of what a viewer may see of the state."""
    return _encode(dump(view_for(state, viewer)))


def encode_json(value: Any) -> bytes:
    """JSON-ready data as compact text."""
    return _encode(value)


def place_of(error: Exception) -> str:
    """Where a text went wrong: the path that msgspec names, without the value."""
    text = str(error)
    found = text.rpartition("`")[0].rpartition("`")[2]
    return found if found.startswith("$") else "$"
