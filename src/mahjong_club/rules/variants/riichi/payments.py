"""Points of a win and who pays them. Source: ``docs/rules/riichi.md#points``."""

from dataclasses import dataclass
from typing import Final

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.tiles import KIND
from mahjong_club.rules.variants.riichi.options import RiichiOptions

YAKUMAN_BASE: Final = 8000
_LIMITS: Final = ((11, 6000, "sanbaiman"), (8, 4000, "baiman"), (6, 3000, "haneman"))
_MANGAN: Final = 2000
Deltas = tuple[int, int, int, int]

#: Limits as a result shows them, by name.
_NO_LIMIT: Final[tuple[str, ...]] = ()
_MOST_YAKUMAN: Final = 12


@dataclass(frozen=True, slots=True)
class Amounts:
    """What a base is worth: ``discard`` from one payer, or ``dealer_pays`` and ``other_pays`` at a self-draw.

    A self-drawing dealer gets ``dealer_pays`` from everybody.
    """

    base: int
    discard: int
    dealer_discard: int
    dealer_pays: int
    other_pays: int
    limits: tuple[str, ...] = _NO_LIMIT

    def total(self, *, dealer: bool, self_draw: bool) -> int:
        """Points of the hand without counters and deposits."""
        if not self_draw:
            return self.dealer_discard if dealer else self.discard
        return 3 * self.dealer_pays if dealer else self.dealer_pays + 2 * self.other_pays


def _hundreds(points: int) -> int:
    return -(-points // 100) * 100


def amounts_of(base: int, limits: tuple[str, ...] = _NO_LIMIT) -> Amounts:
    """Every payment of a base, rounded up to hundreds."""
    rounded = (_hundreds(base * 4), _hundreds(base * 6), _hundreds(base * 2), _hundreds(base))
    return Amounts(base, *rounded, limits)


class AmountsTable(dict[int, Amounts]):
    """By ``han << 8 | fu``: the amounts under one table's options."""

    def __init__(self, options: RiichiOptions) -> None:
        super().__init__()
        self._options = options

    def __missing__(self, worth: int) -> Amounts:
        amounts = self[worth] = self._amounts(worth >> 8, worth & 255)
        return amounts

    def _amounts(self, han: int, fu: int) -> Amounts:
        if han >= 13 and self._options.counted_yakuman:
            return amounts_of(YAKUMAN_BASE, ("counted_yakuman",))
        for least, base, name in _LIMITS:
            if han >= least:
                return amounts_of(base, (name,))
        base = fu << (2 + han)
        rounded_up = self._options.rounded_mangan and base >= 1920
        if han == 5 or base >= _MANGAN or rounded_up:
            return amounts_of(_MANGAN, ("mangan",))
        return amounts_of(base)


YAKUMAN_AMOUNTS: Final = tuple(amounts_of(YAKUMAN_BASE * n, ("yakuman",)) for n in range(_MOST_YAKUMAN))


def settle(amounts: Amounts, facts: WinFacts) -> Deltas:
    """Signed points of a win nobody is liable for, with counters (``facts.repeat``) and deposits."""
    deltas = [0, 0, 0, 0]
    winner, dealer, counters = facts.winner, facts.dealer, facts.repeat
    if facts.by != "self_draw":
        paid = (amounts.dealer_discard if winner == dealer else amounts.discard) + 300 * counters
        deltas[facts.from_seat or 0] = -paid
    else:
        high, low = amounts.dealer_pays + 100 * counters, amounts.other_pays + 100 * counters
        if winner == dealer:
            low, paid = high, 3 * high
        else:
            paid = high + 2 * low
        deltas = [-low, -low, -low, -low]
        deltas[dealer] = -high
    deltas[winner] = paid + 1000 * facts.deposits
    a, b, c, d = deltas
    return a, b, c, d


def settle_liable(total: int, share: int, liable: Seat, facts: WinFacts) -> Deltas:
    """Signed points of ``total`` yakuman of which ``liable`` answers for ``share``."""
    deltas = [0, 0, 0, 0]
    winner, counters = facts.winner, facts.repeat
    share = min(share, total)
    times = YAKUMAN_BASE * (6 if winner == facts.dealer else 4)
    rest = total - share
    if facts.by != "self_draw":
        deltas[liable] -= share * times // 2
        deltas[facts.from_seat or 0] -= (total * times - share * times // 2) + 300 * counters
    elif not rest:
        deltas[liable] -= share * times + 300 * counters
    else:
        deltas[liable] -= share * times
        amounts = YAKUMAN_AMOUNTS[rest]
        for seat in SEATS:
            if seat != winner:
                high = facts.dealer in (seat, winner)
                deltas[seat] -= (amounts.dealer_pays if high else amounts.other_pays) + 100 * counters
    deltas[winner] = -sum(deltas) + 1000 * facts.deposits
    return deltas[0], deltas[1], deltas[2], deltas[3]


#: Yakuman somebody can be liable for: first kind, last kind, how many such sets complete it.
_LIABLE: Final = (("big_three_dragons", 31, 33, 3), ("big_four_winds", 27, 30, 4))


def liability(melds: tuple[Meld, ...]) -> tuple[str, Seat] | None:
    """Who fed the last of the melded sets of big three dragons or big four winds, if every set is melded."""
    for name, first, last, needed in _LIABLE:
        sets = [meld for meld in melds if meld.kind != "chow" and first <= KIND[meld.tiles[0]] <= last]
        if len(sets) >= needed:
            feeder = sets[needed - 1].from_seat
            return None if feeder is None else (name, feeder)
    return None
