"""Rulesets: frozen data with an id and a revision."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from mahjong_club.rules.errors import UnknownRuleset

OptionValue = bool | int | str | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """Base of every variant's options: a frozen dataclass of plain values, each field with its default.

    A field's ``metadata["choices"]`` lists the values a club may choose from; ``metadata["since"]`` the revision.
    """


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A published set of rules. ``key`` (``hong_kong/2``) names it for ever; its digest is tested."""

    id: str
    revision: int
    variant: str
    options: Options
    #: ``hidden`` rulesets serve saves and replays and are not offered in the lobby.
    listing: Literal["listed", "hidden"] = "listed"

    @property
    def key(self) -> str:
        """Id and revision, as stored with every deal."""
        return f"{self.id}/{self.revision}"

    def with_options(self, changes: Mapping[str, Any]) -> "Ruleset":
        """The same ruleset with some options changed.

        Raises :class:`UnknownRuleset` for an option that does not exist or a value that is not among its choices.
        """
        return self if not changes else replace(self, options=change_options(self.options, changes))


def change_options(options: Options, changes: Mapping[str, Any]) -> Options:
    """Options with ``changes`` applied, every name and value checked."""
    known = {f.name: f for f in fields(options)}
    checked: dict[str, Any] = {}
    for name, raw in changes.items():
        if name not in known:
            raise UnknownRuleset("unknown_option", str(name)[:80])
        value = tuple(raw) if isinstance(raw, list) else raw
        default = getattr(options, name)
        choices = known[name].metadata.get("choices")
        same_type = type(value) is type(default)
        if not same_type or (choices is not None and value not in choices):
            raise UnknownRuleset("invalid_option", f"{name}={str(raw)[:80]}")
        checked[name] = value
    return replace(options, **checked)


def options_json(options: Options) -> dict[str, Any]:
    """The options spelt out, ready for JSON; tuples become lists."""
    return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(options).items()}


def digest(parts: Mapping[str, Any]) -> str:
    """SHA-256 (hex) of canonical JSON; used to prove that a published ruleset did not change."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
