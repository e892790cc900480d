"""After a deal: who deals next, when the match is over, and the ranking. Source: ``docs/rules/riichi.md#match``."""

from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_club.rules.events import Standing
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.variants.riichi.options import RiichiOptions

_LAST_POSSIBLE = 15
STICK = 1000


@dataclass(frozen=True, slots=True)
class DealResult:
    """What the next deal depends on. ``winners`` is empty for a draw; ``aborted`` for an abortive one."""

    dealer: Seat
    round_wind: int
    repeat: int
    winners: tuple[Seat, ...] = ()
    aborted: bool = False
    dealer_ready: bool = False


def dealer_stays(result: DealResult, options: RiichiOptions) -> bool:
    """Whether the dealer deals again."""
    if result.aborted:
        return True
    if result.winners:
        return options.dealer_repeats != "never" and result.dealer in result.winners
    if options.dealer_repeats == "on_ready":
        return result.dealer_ready
    return options.dealer_repeats == "unless_another_wins"


def next_repeat(result: DealResult, *, stays: bool) -> int:
    """Counters (honba) of the next deal: one more after a draw or a dealer's win, else none."""
    return result.repeat + 1 if stays or not result.winners else 0


def leader(scores: Sequence[int], first_dealer: Seat) -> Seat:
    """The seat with the most points; of equals the one that comes first from the first dealer."""
    return max(SEATS, key=lambda seat: (scores[seat], -((seat - first_dealer) & 3)))


def match_over(result: DealResult, scores: Sequence[int], first_dealer: Seat, options: RiichiOptions) -> bool:
    """Whether the match ends after a deal; ``scores`` include its payments."""
    stays = dealer_stays(result, options)
    played = 4 * result.round_wind + ((result.dealer - first_dealer) & 3)
    upcoming = played if stays else played + 1
    if options.below_zero_ends and min(scores) < 0:
        return True
    planned = 4 * options.rounds - 1
    if upcoming > min(planned + 4, _LAST_POSSIBLE):
        return True
    first = leader(scores, first_dealer)
    reached = scores[first] >= options.target
    last = _last_deal(played, planned, options)
    if upcoming > last:
        return options.extension == "none" or reached
    stops = options.dealer_stop and stays and not result.aborted and first == result.dealer
    return upcoming == last and stops and reached


def _last_deal(played: int, planned: int, options: RiichiOptions) -> int:
    """The deal after which the target decides, numbered from 0: the last planned one, or where the extension stands."""
    if played <= planned:
        return planned
    if options.extension == "repeats_first":
        return played
    return planned + 4 if options.extension == "whole_round" else planned


def ranking(scores: Sequence[int], first_dealer: Seat, deposits: int, options: RiichiOptions) -> tuple[Standing, ...]:
    """The final table, best first. Deposits go to the first place after ranking; points are tenths of 1,000 points."""
    order = sorted(SEATS, key=lambda seat: (-scores[seat], (seat - first_dealer) & 3))
    final = list(scores)
    final[order[0]] += STICK * deposits
    bonus = [points // 100 for points in options.placement]
    places = [1, 2, 3, 4]
    if options.ties == "shared":
        for at in range(4):
            tied = [i for i in range(4) if scores[order[i]] == scores[order[at]]]
            bonus[at] = sum(options.placement[i] for i in tied) // (100 * len(tied))
            places[at] = tied[0] + 1
    points = [(final[seat] - options.target) // 100 + bonus[at] for at, seat in enumerate(order)]
    # What the others lose is the first place's: so the table sums to zero, the difference of start and target included.
    points[0] = -sum(points[1:])
    return tuple(Standing(seat, places[at], final[seat], points[at]) for at, seat in enumerate(order))
