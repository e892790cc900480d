"""Who deals next (docs/rules/taiwanese.md#match.dealer)."""

from dataclasses import dataclass

from mahjong_club.rules.seats import Seat, next_seat
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions


@dataclass(frozen=True, slots=True)
class Standing:
    """Place of a deal in the match: ``round`` counts from 0 (East), ``repeat`` is the n of 連 n 拉 n."""

    dealer: Seat
    round: int
    repeat: int
    over: bool = False


def next_standing(now: Standing, winner: Seat | None, first_dealer: Seat, options: TaiwaneseOptions) -> Standing:
    """The deal after one that ``winner`` won, or that nobody won (``None``).

    The dealer stays on a win and on an exhausted wall. The round wind moves on when the deal comes back to the match's
    first dealer; the match is over when the last round would end that way (its wind is then left as it was).
    """
    if winner is None or winner == now.dealer:
        return Standing(now.dealer, now.round, now.repeat + 1)
    dealer = next_seat(now.dealer)
    if dealer != first_dealer:
        return Standing(dealer, now.round, 0)
    if now.round + 1 >= options.rounds:
        return Standing(dealer, now.round, 0, over=True)
    return Standing(dealer, now.round + 1, 0)
