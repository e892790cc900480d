"""Verdicts of ordinary wins and of hands without a yaku, made quickly.

A frozen dataclass sets its fields by name, which is a tenth of the time of judging a hand; its slots can be set directly.
"""

from typing import Any, Final

from mahjong_club.rules.scoring import FuPart, PatternWorth, RejectedPattern, Verdict
from mahjong_club.rules.tiles import Tile


def _setter(name: str) -> Any:
    return vars(Verdict)[name].__set__


_new: Final = object.__new__
_WON: Final = True
_NOTHING: Final = (0, 0, 0, 0)
_wins, _reason, _patterns, _total = _setter("wins"), _setter("reason"), _setter("patterns"), _setter("total")
_limits, _deltas, _rejected, _blocks = _setter("limits"), _setter("deltas"), _setter("rejected"), _setter("blocks")
_fu, _fu_parts, _yakuman = _setter("fu"), _setter("fu_parts"), _setter("yakuman")
_liable, _extra = _setter("liable"), _setter("extra")


def won(
    patterns: tuple[PatternWorth, ...],
    total: int,
    limits: tuple[str, ...],
    deltas: tuple[int, int, int, int],
    rejected: tuple[RejectedPattern, ...],
    blocks: tuple[tuple[Tile, ...], ...],
    fu: int,
    fu_parts: tuple[FuPart, ...],
) -> Verdict:
    """The same as the constructor for a win without yakuman."""
    verdict = _new(Verdict)
    _wins(verdict, _WON)
    _reason(verdict, None)
    _patterns(verdict, patterns)
    _total(verdict, total)
    _limits(verdict, limits)
    _deltas(verdict, deltas)
    _rejected(verdict, rejected)
    _blocks(verdict, blocks)
    _fu(verdict, fu)
    _fu_parts(verdict, fu_parts)
    _yakuman(verdict, 0)
    _liable(verdict, ())
    _extra(verdict, ())
    return verdict


def refused(reason: str, rejected: tuple[RejectedPattern, ...], blocks: tuple[tuple[Tile, ...], ...]) -> Verdict:
    """The same as the constructor for a shape that counts nothing."""
    verdict = _new(Verdict)
    _wins(verdict, not _WON)
    _reason(verdict, reason)
    _patterns(verdict, ())
    _total(verdict, 0)
    _limits(verdict, ())
    _deltas(verdict, _NOTHING)
    _rejected(verdict, rejected)
    _blocks(verdict, blocks)
    _fu(verdict, None)
    _fu_parts(verdict, ())
    _yakuman(verdict, 0)
    _liable(verdict, ())
    _extra(verdict, ())
    return verdict
