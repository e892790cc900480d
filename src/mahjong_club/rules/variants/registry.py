"""The one place that names the variants: published rulesets and how to get their rules."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from mahjong_club.rules.errors import UnknownRuleset
from mahjong_club.rules.rulesets import Options, Ruleset, change_options, options_json
from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.variant import Rules
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions
from mahjong_club.rules.variants.hong_kong.rules import HongKongRules
from mahjong_club.rules.variants.riichi.options import FIRST as RIICHI_FIRST
from mahjong_club.rules.variants.riichi.options import PRESETS as RIICHI
from mahjong_club.rules.variants.riichi.rules import RiichiRules
from mahjong_club.rules.variants.taiwanese.options import RULESET as TAIWANESE
from mahjong_club.rules.variants.taiwanese.rules import TaiwaneseRules

_RULES: Final[dict[str, Callable[[Any], Rules]]] = {
    "hong_kong": HongKongRules,
    "riichi": RiichiRules,
    "taiwanese": TaiwaneseRules,
}

#: Every published ruleset. A published one never changes: tests/rules/test_digests.py holds its digest.
RULESETS: Final[tuple[Ruleset, ...]] = (
    Ruleset(
        "hong_kong",
        1,
        "hong_kong",
        HongKongOptions(track_first_turn=False, track_passed_win=False, track_liability=False),
        listing="hidden",
    ),
    Ruleset("hong_kong", 2, "hong_kong", HongKongOptions()),
    TAIWANESE,
    RIICHI_FIRST,
    *RIICHI,
)
_BY_KEY: Final = {found.key: found for found in RULESETS}


def listed() -> tuple[Ruleset, ...]:
    """The rulesets a club chooses from: the newest revision of each that is not hidden."""
    return tuple(found for found in RULESETS if found.listing == "listed" and newest(found.id) is found)


def ruleset(key: str) -> Ruleset:
    """The ruleset ``id/revision``, or the newest revision for a bare id. Raises :class:`UnknownRuleset`."""
    found = _BY_KEY.get(key)
    return found if found is not None else newest(key)


def newest(ruleset_id: str) -> Ruleset:
    """The newest revision of a ruleset. Raises :class:`UnknownRuleset`."""
    found = [each for each in RULESETS if each.id == ruleset_id]
    if not found:
        raise UnknownRuleset("unknown_ruleset", ruleset_id[:80])
    return max(found, key=lambda each: each.revision)


def upgraded(key: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Key and all options under which the next deal of a match is played, where a newer revision of its ruleset is published.

    What the match had changed against its revision stays changed. ``None`` where there is no newer revision, or where that
    does not know an option, or a value, which the match had changed: then the match keeps its own.
    """
    old = ruleset(key)
    new = newest(old.id)
    if new.revision <= old.revision:
        return None
    defaults = options_json(old.options)
    try:
        mine = options_json(change_options(old.options, options))
        changes = {name: value for name, value in mine.items() if value != defaults[name]}
        return new.key, options_json(change_options(new.options, changes))
    except UnknownRuleset:
        return None


def rules_for(key: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a ruleset with some or all options given by name. Raises :class:`UnknownRuleset`."""
    base = ruleset(key)
    return _bound(base.variant, change_options(base.options, options))


def judge_for(key: str, options: Mapping[str, Any]) -> Callable[[WinFacts], Verdict]:
    """The judge of a ruleset with some options changed. Raises :class:`UnknownRuleset`."""
    return rules_for(key, options).judge


@lru_cache(maxsize=256)
def _bound(variant: str, options: Options) -> Rules:
    return _RULES[variant](options)
