"""Taiwanese: no minimum, so speed is everything; flushes and triplets only where they are almost there."""

from collections.abc import Sequence

from mahjong_club.bots.plans import HONOURS, SUITS, Plan
from mahjong_club.bots.sight import Sight
from mahjong_club.rules.tiles import KIND, Tile

#: Tai that a plain win brings on average besides what is planned, and what the plans add.
_PLAIN, _TRIPLETS, _HALF_FLUSH, _FULL_FLUSH = 2, 4, 4, 8
#: With so few tiles to wait for, and so many own draws to come, a hand is worth more while it can still be changed.
_THIN, _EARLY, _THIN_FACTOR = 2, 6.0, 0.7


class TaiwaneseTemperament:
    """Fast hands; also the fallback for a variant without a temperament of its own."""

    def plans(self, sight: Sight) -> Sequence[Plan]:
        """The nearest hand, and the few that pay for being slower."""
        used = 0
        for meld in sight.melds:
            for tile in meld.tiles:
                used |= 1 << KIND[tile]
        out = [Plan("sets", _points(sight, _PLAIN + (1 if sight.concealed else 0)))]
        if all(meld.kind != "chow" for meld in sight.melds):
            out.append(Plan("triplets", _points(sight, _PLAIN + _TRIPLETS)))
        for suit in SUITS:
            if not used & ~(suit | HONOURS):
                out.append(Plan("sets", _points(sight, _PLAIN + _HALF_FLUSH), keep=suit | HONOURS))
                if not used & HONOURS:
                    out.append(Plan("sets", _points(sight, _PLAIN + _FULL_FLUSH), keep=suit))
        return out

    def danger(self, sight: Sight, kind: int) -> float:
        """Not weighed: only the discarder pays, but a slow hand loses more."""
        return 0.0

    def ready_factor(self, sight: Sight, live: int, pay: float) -> float:
        """A declaration gives up changing the wait, which a thin one early in the deal should; the judge counts what it adds."""
        return _THIN_FACTOR if live <= _THIN and sight.turns >= _EARLY else 1.0

    def self_draw_only(self, sight: Sight, waits: int, let_go: Tile | None) -> bool:
        """No tile is barred by one's own river."""
        return False


def _points(sight: Sight, tai: int) -> float:
    options = sight.rules.options
    return float(getattr(options, "base", 500)) + tai * float(getattr(options, "per_tai", 100))
