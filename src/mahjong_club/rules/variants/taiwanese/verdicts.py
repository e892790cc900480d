"""Verdicts of wins, made quickly.

A frozen dataclass sets its fields by name; setting its slots directly saves a part of the time of judging a hand.
"""

from dataclasses import fields
from typing import Any, Final

from mahjong_club.rules.scoring import PatternWorth, RejectedPattern, Verdict
from mahjong_club.rules.tiles import Tile
from mahjong_club.rules.variants.taiwanese.settlement import Deltas, Lines

_WON: Final = True
_new: Final = object.__new__
_SLOTS: Final[dict[str, Any]] = {field.name: vars(Verdict)[field.name].__set__ for field in fields(Verdict)}
_wins, _reason, _patterns, _total = (_SLOTS[name] for name in ("wins", "reason", "patterns", "total"))
_limits, _deltas, _rejected, _blocks = (_SLOTS[name] for name in ("limits", "deltas", "rejected", "blocks"))
_fu, _fu_parts, _yakuman, _liable, _extra = (_SLOTS[name] for name in ("fu", "fu_parts", "yakuman", "liable", "extra"))


def won(
    patterns: tuple[PatternWorth, ...],
    total: int,
    limits: tuple[str, ...],
    deltas: Deltas,
    rejected: tuple[RejectedPattern, ...],
    blocks: tuple[tuple[Tile, ...], ...],
    lines: Lines,
) -> Verdict:
    """The same as the constructor for a win; ``lines`` are its ``extra``."""
    verdict = _new(Verdict)
    _wins(verdict, _WON)
    _reason(verdict, None)
    _patterns(verdict, patterns)
    _total(verdict, total)
    _limits(verdict, limits)
    _deltas(verdict, deltas)
    _rejected(verdict, rejected)
    _blocks(verdict, blocks)
    _fu(verdict, None)
    _fu_parts(verdict, ())
    _yakuman(verdict, 0)
    _liable(verdict, ())
    _extra(verdict, lines)
    return verdict
