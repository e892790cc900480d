"""Taiwanese sixteen-tile mahjong (docs/rules/taiwanese.md)."""

from mahjong_club.rules.variants.taiwanese.judge import judge
from mahjong_club.rules.variants.taiwanese.options import RULESET, TaiwaneseOptions

__all__ = ["RULESET", "TaiwaneseOptions", "judge"]
