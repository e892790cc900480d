"""Old payloads of the log, lifted to the form of today.

A payload of version 1 carries no version; later ones carry ``v``. When an event's form changes, a small pure function is
added to :data:`LIFTS` that turns the last form into the new one, with a golden line of the old form in
tests/protocol/golden; nothing in the log is ever rewritten.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from mahjong_club.protocol.codec import BadPayload, build_event, decode_event
from mahjong_club.rules.events import Event

#: One step up: JSON-ready data of version n to that of version n + 1, without ``v``.
Lift = Callable[[dict[str, Any]], dict[str, Any]]
#: For each event name the steps from version 1 on. Its current version is one more than its number of steps.
LIFTS: Final[Mapping[str, Sequence[Lift]]] = {}


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
