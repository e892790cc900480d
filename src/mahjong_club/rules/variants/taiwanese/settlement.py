"""Who pays how much (docs/rules/taiwanese.md#settlement.share).

One payment is ``base + per_tai x tai``: the tai of the hand and of the flower win that this payer owes, and, when the
winner or the payer is the dealer, one for the dealer and two for each repeat.
"""

from typing import Final, NamedTuple

from mahjong_club.rules.scoring import WinBy
from mahjong_club.rules.seats import Seat, seats_after
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions

Deltas = tuple[int, int, int, int]
Lines = tuple[tuple[str, int], ...]

_TAI: Final = tuple(f"tai_{seat}" for seat in range(4))
_DEALER: Final = tuple(f"dealer_{seat}" for seat in range(4))
_REPEAT: Final = tuple(f"repeat_{seat}" for seat in range(4))
_BASES: Final = tuple(f"bases_{seat}" for seat in range(4))


class Bill(NamedTuple):
    """What a settlement rests on.

    ``total`` are the win's tai (limit applied), ``flower`` those of a flower win among them. ``complete``: there is a hand.
    ``robbed``: the winner took the eighth flower from its owner, who then pays for everything.
    """

    by: WinBy
    winner: Seat
    dealer: Seat
    repeat: int
    from_seat: Seat | None
    total: int
    flower: int
    complete: bool
    robbed: bool


def settle(bill: Bill, options: TaiwaneseOptions) -> tuple[Deltas, Lines]:
    """Signed points of seats 0-3, and each payment as named numbers for the result sheet.

    The lines: ``tai_<seat>`` all tai that the payer owes, ``dealer_<seat>`` and ``repeat_<seat>`` the parts of it that belong
    to the dealer's payments (absent when 0), ``bases_<seat>`` how many bases where there is more than one.
    """
    points = [0, 0, 0, 0]
    lines: list[tuple[str, int]] = []
    winner = bill.winner
    for payer in _payers(bill):
        owed = _owed(bill, payer, options)
        if not owed:
            continue
        bases = len(owed)
        tai = sum(owed)
        dealer = repeat = 0
        if bill.dealer in (payer, winner):
            repeats = min(bill.repeat, options.repeat_limit) if options.repeat_limit else bill.repeat
            dealer, repeat = bases, 2 * repeats * bases
            tai += dealer + repeat
        share = bases * options.base + options.per_tai * tai
        points[payer] -= share
        points[winner] += share
        lines.append((_TAI[payer], tai))
        if dealer:
            lines.append((_DEALER[payer], dealer))
        if repeat:
            lines.append((_REPEAT[payer], repeat))
        if bases > 1:
            lines.append((_BASES[payer], bases))
    return (points[0], points[1], points[2], points[3]), tuple(lines)


def _payers(bill: Bill) -> tuple[Seat, ...]:
    if bill.by in ("discard", "robbed_kong") and bill.from_seat is not None:
        return (bill.from_seat,)
    return seats_after(bill.winner)


def _owed(bill: Bill, payer: Seat, options: TaiwaneseOptions) -> tuple[int, ...]:
    """Tai of each payment that ``payer`` makes, without those of the dealer; empty when he pays nothing."""
    if bill.by != "seven_robs_one":
        return (bill.total,)
    hand = bill.total - bill.flower
    if payer != bill.from_seat:
        return (hand,) if bill.complete and options.flower7_split and not bill.robbed else ()
    if not bill.complete:
        return (bill.flower,)
    return (bill.total,) if options.flower7_one_base else (bill.flower, hand)
