"""What a table may be created with: rules, clocks, what happens with an empty chair."""

from dataclasses import fields
from typing import Any, Final

from mahjong_club.accounts.problems import Problem
from mahjong_club.protocol.entries import AwaySetup, ClockSetup
from mahjong_club.rules.errors import UnknownRuleset
from mahjong_club.rules.rulesets import Ruleset, change_options, options_json
from mahjong_club.rules.variants import registry

#: Time for a decision: base each time, bank for the whole match.
CLOCKS: Final[dict[str, ClockSetup | None]] = {
    "none": None,
    "relaxed": ClockSetup(30_000, 120_000),
    "normal": ClockSetup(10_000, 60_000),
    "fast": ClockSetup(5_000, 20_000),
}
DEFAULT_CLOCK: Final = "relaxed"
DEFAULT_AWAY: Final = AwaySetup("bot", 30_000)
WINDOW_MS: Final = range(10_001)


def find_ruleset(key: str) -> Ruleset:
    """A ruleset by ``id`` (the newest revision) or ``id/revision``. Raises ``unknown_ruleset``."""
    try:
        return registry.ruleset(key)
    except UnknownRuleset as unknown:
        raise Problem("unknown_ruleset", "there is no such ruleset", ruleset=key[:60]) from unknown


def check_options(found: Ruleset, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes that differ from the ruleset, every one checked. Raises ``unknown_option`` or ``invalid_option``."""
    try:
        changed = change_options(found.options, changes)
    except UnknownRuleset as wrong:
        code = wrong.code if wrong.code in ("unknown_option", "invalid_option") else "invalid_option"
        raise Problem(code, str(wrong), option=wrong.detail) from wrong
    base = options_json(found.options)
    return {name: value for name, value in options_json(changed).items() if value != base[name]}


def ruleset_json(found: Ruleset) -> dict[str, Any]:
    """A ruleset with its options, their defaults and choices, for a page that creates tables."""
    return {
        "key": found.key,
        "id": found.id,
        "revision": found.revision,
        "variant": found.variant,
        "options": [
            {
                "name": each.name,
                "default": _plain(getattr(found.options, each.name)),
                "choices": [_plain(choice) for choice in each.metadata.get("choices", ())],
                "anchor": each.metadata.get("anchor"),
            }
            for each in fields(found.options)
        ],
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
