"""The wire form of the rules' dataclasses: how each is written and how it is read back, derived from its fields.

Writing leaves out what the reader can supply: ``None``, a field's default, and a tuple in which every entry is ``None``.
Reading goes through mirror structs, strict in types and names, and is the exact inverse.
"""

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from mahjong_club.rules.actions import Action
from mahjong_club.rules.events import Event
from mahjong_club.rules.names import wire_name

Convert = Callable[[Any], Any]
#: A field as it is written: name, default (``MISSING`` where it has none), how its value is written, who may see it.
FieldPlan = tuple[str, Any, Convert | None, str]

T = TypeVar("T")


def _remembered(derive: Callable[[Any], T]) -> Callable[[Any], T]:
    """Each type is looked at once."""
    return lru_cache(maxsize=None)(derive)


class OwnForm(NamedTuple):
    """How a type that is no dataclass is written and read: the struct it is read as, and both directions."""

    mirror: Any
    write: Convert
    read: Convert


#: Types with a form of their own. Whoever adds one does so before an event that carries it is looked at.
OWN_FORMS: Final[dict[Any, OwnForm]] = {}
NONE4: Final = (None, None, None, None)
_ACTIONS: Final = frozenset(get_args(Action))


@_remembered
def plan_of(kind: type) -> tuple[FieldPlan, ...]:
    """How the fields of a dataclass are written, in their order."""
    hints = get_type_hints(kind)
    return tuple((f.name, f.default, writer_of(hints[f.name]), f.metadata.get("sight", "hidden")) for f in fields(kind))


def is_tagged(kind: type) -> bool:
    """Whether the type's objects carry their name in ``type``."""
    return kind in _ACTIONS or issubclass(kind, Event)


@_remembered
def writer_of(hint: Any) -> Convert | None:
    """How a value of this type becomes JSON-ready; ``None`` where it already is."""
    if hint in OWN_FORMS:
        return OWN_FORMS[hint].write
    if isinstance(hint, type) and is_dataclass(hint):
        return to_wire
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        parts = [arg for arg in args if arg is not type(None)]
        writers = {writer_of(part) for part in parts} - {None}
        if not writers:
            return None
        (writer,) = writers
        assert writer is not None
        return _optional(writer)
    if origin is tuple:
        items = {writer_of(arg) for arg in args if arg is not Ellipsis} - {None}
        if not items:
            return None
        (item,) = items
        assert item is not None
        return _each(item)
    return None


def _optional(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


def _each(convert: Convert) -> Convert:
    return lambda values: [convert(value) for value in values]


def to_wire(value: Any) -> dict[str, Any]:
    """A dataclass as JSON-ready data."""
    kind = type(value)
    out: dict[str, Any] = {"type": wire_name(kind)} if is_tagged(kind) else {}
    for name, default, convert, _ in plan_of(kind):
        found = getattr(value, name)
        if found is None or found in (default, NONE4):
            continue
        out[name] = found if convert is None else convert(found)
    return out


# --- reading -----------------------------------------------------------------------------------------------------------
@_remembered
def mirror_of(kind: type) -> type[msgspec.Struct]:
    """A struct with the dataclass's fields, what may be left out having a default; events take no unknown field."""
    hints = get_type_hints(kind)
    members: list[Any] = []
    for f in fields(kind):
        hint = _mirror_hint(hints[f.name])
        default = _absent(hints[f.name]) if f.default is MISSING else f.default
        if f.default_factory is not MISSING:
            default = f.default_factory()
        members.append((f.name, hint) if default is MISSING else (f.name, hint, default))
    return msgspec.defstruct(
        kind.__name__,
        members,
        frozen=True,
        kw_only=True,
        gc=False,
        tag=wire_name(kind) if is_tagged(kind) else None,
        tag_field="type" if is_tagged(kind) else None,
        forbid_unknown_fields=issubclass(kind, Event),
    )


def _absent(hint: Any) -> Any:
    """What a left-out value stands for, where the field has no default of its own."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) and type(None) in args:
        return None
    if origin is tuple and _absent(args[0]) is None:
        return NONE4
    return MISSING


def _mirror_hint(hint: Any) -> Any:
    if hint in OWN_FORMS:
        return OWN_FORMS[hint].mirror
    if isinstance(hint, type) and is_dataclass(hint):
        return mirror_of(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return Union[tuple(_mirror_hint(arg) for arg in args)]  # noqa: UP007
    if origin is tuple:
        return tuple[tuple(arg if arg is Ellipsis else _mirror_hint(arg) for arg in args)]  # type: ignore[misc]
    if origin is Literal or hint in (int, str, bool, type(None)):
        return hint
    return dict[str, Any] if origin is dict else hint


@_remembered
def builder_of(kind: type) -> Convert:
    """From a mirror struct to the dataclass."""
    hints = get_type_hints(kind)
    parts = [(f.name, reader_of(hints[f.name])) for f in fields(kind)]

    def build(struct: Any) -> Any:
        return kind(*[getattr(struct, n) if read is None else read(getattr(struct, n)) for n, read in parts])

    return build


@_remembered
def reader_of(hint: Any) -> Convert | None:
    """From decoded mirror values of this type to the rules' values; ``None`` where they are the same."""
    if hint in OWN_FORMS:
        return OWN_FORMS[hint].read
    if isinstance(hint, type) and is_dataclass(hint):
        return builder_of(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        kinds = [arg for arg in args if isinstance(arg, type) and is_dataclass(arg)]
        if kinds:
            return _pick({mirror_of(kind): builder_of(kind) for kind in kinds})
        readers = [reader for arg in args if (reader := reader_of(arg)) is not None]
        return _optional(readers[0]) if readers else None
    if origin is tuple:
        item = next((reader for arg in args if arg is not Ellipsis and (reader := reader_of(arg)) is not None), None)
        return None if item is None else _each_tuple(item)
    return None


def _pick(builders: dict[type[msgspec.Struct], Convert]) -> Convert:
    return lambda value: builders[type(value)](value) if isinstance(value, msgspec.Struct) else value


def _each_tuple(convert: Convert) -> Convert:
    return lambda values: tuple([convert(value) for value in values])
