"""Wins and declarations of the first go-around (docs/rules/taiwanese.md#wins.opening)."""

from dataclasses import dataclass
from typing import Literal

from mahjong_club.rules.scoring import Opening, ReadyRank, WinBy
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions


@dataclass(frozen=True, slots=True)
class OpeningFacts:
    """What the deal has seen when a win is claimed.

    ``winner_discards``: the winner's discards so far. ``from_discards``: the shooter's, the winning tile included.
    ``deal_discards``: everybody's, the winning tile included. ``calls``: chows, pungs and kongs laid down by anyone
    (robbed kongs do not count); ``own_kongs``: the winner's concealed kongs among them. ``winner_drew``: whether the
    winner has taken a tile in a turn of his own.
    """

    seat: Literal["dealer", "other"]
    by: WinBy
    winner_discards: int
    from_discards: int
    deal_discards: int
    calls: int
    own_kongs: int
    winner_drew: bool


def opening_of(facts: OpeningFacts, options: TaiwaneseOptions) -> Opening | None:
    """Which opening win the situation is, if any. Flower wins are judged as self-draws."""
    if facts.by == "robbed_kong":
        return None
    if facts.by == "discard":
        return "human" if _is_human(facts, options) else None
    if facts.winner_discards:
        return None
    if facts.seat == "dealer":
        return "heavenly" if options.heavenly_after_kong or not facts.own_kongs else None
    return "earthly" if not facts.calls else None


def _is_human(facts: OpeningFacts, options: TaiwaneseOptions) -> bool:
    if facts.from_discards != 1 or (facts.calls and not options.human_win_after_calls):
        return False
    if options.human_win_seats == "non_dealer" and facts.seat == "dealer":
        return False
    if options.human_win_discard == "deals_first" and facts.deal_discards != 1:
        return False
    return options.human_win_after_draw or not facts.winner_drew


def ready_rank(seat: Literal["dealer", "other"], own_discards: int, calls: int) -> ReadyRank:
    """Rank of a declaration made with a discard.

    ``own_discards`` counts this discard; ``calls`` are chows, pungs and kongs of every form laid down by anyone before it.
    """
    if own_discards != 1 or calls:
        return "ordinary"
    return "heavenly" if seat == "dealer" else "earthly"
