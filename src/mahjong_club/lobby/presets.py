"""Presets: named sets of options that a table is created with. They are data, in ``presets.json``."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from mahjong_club.lobby.choices import check_options, find_ruleset
from mahjong_club.rules.rulesets import Ruleset

_FILE: Final = Path(__file__).with_name("presets.json")


@dataclass(frozen=True, slots=True)
class Preset:
    """``options`` are what differs from the ruleset. Names and explanations are in the catalogue ``lobby``."""

    id: str
    ruleset: Ruleset
    options: dict[str, Any]


@cache
def presets() -> tuple[Preset, ...]:
    """Every preset, for the newest revision of its ruleset; a variant's first is the club's own."""
    return tuple(_preset(raw) for raw in json.loads(_FILE.read_text(encoding="utf-8")))


def _preset(raw: dict[str, Any]) -> Preset:
    ruleset = find_ruleset(raw["ruleset"])
    return Preset(raw["id"], ruleset, check_options(ruleset, raw["options"]))
