"""Who may see what of an event.

Each field declares who may see it. A field without a declaration is hidden from everybody, so that a field added later
cannot leak. :meth:`Event.seen_by` gives the event as one viewer (a seat, or ``None`` for a spectator) may see it; what is
hidden becomes ``None``.
"""

from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Literal

from mahjong_club.rules.seats import Seat

Viewer = Seat | None
_REQUIRED: Any = object()


def public(default: Any = _REQUIRED) -> Any:
    """A field everybody may see."""
    return _field("public", default)


def owner(default: Any = _REQUIRED) -> Any:
    """A field only the event's own seat may see."""
    return _field("owner", default)


def per_seat(default: Any = _REQUIRED) -> Any:
    """A tuple of four of which each seat sees its own entry."""
    return _field("per_seat", default)


def projected() -> Any:
    """A whole :class:`Position`, of which everybody sees what the projector leaves him; a text without it is no fault."""
    return _field("projected", None)


def _field(sight: str, default: Any) -> Any:
    if default is _REQUIRED:
        return field(metadata={"sight": sight})
    return field(default=default, metadata={"sight": sight})


class Position:
    """A whole state that an event carries. ``rules/views.py`` has the only one there is."""

    __slots__ = ()

    def seen_by(self, viewer: Viewer) -> "Position":
        """The state as a viewer may see it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all facts."""

    sealed: ClassVar[bool] = False

    def seen_by(self, viewer: Viewer) -> "Event":
        """The event as ``viewer`` may see it; itself where nothing is hidden."""
        hidden, owners, tuples, positions = _sight(type(self))
        if not hidden and not owners and not tuples and not positions:
            return self
        changes: dict[str, Any] = dict.fromkeys(hidden)
        if owners and (viewer is None or viewer != self.seat):  # type: ignore[attr-defined]
            changes.update(dict.fromkeys(owners))
        for name in tuples:
            entries = getattr(self, name)
            if entries is not None:
                changes[name] = tuple(entry if i == viewer else None for i, entry in enumerate(entries))
        for name in positions:
            position = getattr(self, name)
            if position is not None:
                changes[name] = position.seen_by(viewer)
        return replace(self, **changes) if changes else self


#: Names of the fields that are hidden, their seat's own, a tuple of the seats' own entries, and projected.
_Sight = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
_SIGHT: dict[type, _Sight] = {}


def _sight(kind: type) -> _Sight:
    found = _SIGHT.get(kind)
    if found is None:
        by: dict[str, list[str]] = {"public": [], "owner": [], "per_seat": [], "projected": [], "hidden": []}
        for f in fields(kind):
            by[f.metadata.get("sight", "hidden")].append(f.name)
        found = _SIGHT[kind] = (tuple(by["hidden"]), tuple(by["owner"]), tuple(by["per_seat"]), tuple(by["projected"]))
    return found


def view_classes(event: Event) -> Literal["same", "owner", "each"]:
    """How many different texts an event has: one for all, one for its seat and one for the others, or one for each."""
    _, owners, tuples, positions = _sight(type(event))
    return "each" if tuples or positions else "owner" if owners else "same"
