"""Old payloads of the log, lifted to the form of today.

A payload of version 1 carries no version; later ones carry ``v``. When an event's form changes, a small pure function is
added to :data:`LIFTS` that turns the last form into the new one, with a golden line of the old form in
tests/protocol/golden. Old payloads are lifted whenever they are read; only `mahjong-club saves migrate` rewrites them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from mahjong_club.protocol.codec import BadPayload, build_event, decode_event, encode_event
from mahjong_club.rules.events import Event
from mahjong_club.rules.names import EVENT_NAMES

#: One step up: JSON-ready data of version n to that of version n + 1, without ``v``.
Lift = Callable[[dict[str, Any]], dict[str, Any]]
#: For each event name the steps from version 1 on. Its current version is one more than its number of steps.
LIFTS: Final[Mapping[str, Sequence[Lift]]] = {}


class _Versioned(msgspec.Struct, frozen=True):
    v: int = 1


def stored(kind: str, text: bytes, lifts: Mapping[str, Sequence[Lift]] = LIFTS) -> bytes:
    """The payload that keeps an event's full text, marked with its version where that is not the first."""
    steps = lifts.get(kind)
    return text if not steps else b'%b,"v":%d}' % (text[:-1], len(steps) + 1)


def decode_stored(kind: str, payload: bytes, lifts: Mapping[str, Sequence[Lift]] = LIFTS) -> Event:
    """The event of a stored payload of any version. Raises :class:`BadPayload`."""
    steps = lifts.get(kind)
    if not steps:
        return decode_event(payload)
    try:
        data = msgspec.json.decode(payload, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadPayload(kind) from None
    version = data.pop("v", 1)
    if not isinstance(version, int) or not 1 <= version <= len(steps) + 1:
        raise BadPayload(f"{kind}.v")
    for step in steps[version - 1 :]:
        data = step(data)
    return build_event(data)


def lift_stored(kind: str, payload: bytes, lifts: Mapping[str, Sequence[Lift]] = LIFTS) -> tuple[Event, bytes | None]:
    """The event of a stored payload, and the payload in its newest form where the stored one is older.

    Raises :class:`BadPayload`.
    """
    try:
        event = decode_stored(kind, payload, lifts)
    except (LookupError, TypeError, ValueError, AttributeError) as wrong:
        raise BadPayload(f"{kind}: it cannot be lifted: {wrong!r}") from wrong
    if EVENT_NAMES[type(event)] != kind:
        raise BadPayload(f"{kind}.type")
    steps = lifts.get(kind)
    if not steps or msgspec.json.decode(payload, type=_Versioned).v == len(steps) + 1:
        return event, None
    return event, stored(kind, encode_event(event), lifts)
