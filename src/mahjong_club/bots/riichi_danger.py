"""What a discard may cost against declared or nearly finished hands, by what the table shows.

A tile is safe against a declared seat if that seat discarded it, or let it pass after its declaration. For any other tile every
pair, single tile and half of a sequence that could wait for it is counted with the copies that are still out: that has the
tiles three places from a safe one (suji), walls of visible tiles and honours seen twice or thrice in it without naming them.
"""

from collections.abc import Sequence
from typing import Final

from mahjong_club.bots.sight import Sight
from mahjong_club.rules.indicators import DORA_OF
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import EAST, KIND

#: How often a finished hand waits in a way, for each combination of tiles that makes it.
_TWO_SIDED: Final = 3.5
_PAIR, _SINGLE, _HONOUR_PAIR, _HONOUR_SINGLE = 2.0, 1.6, 4.0, 3.0
#: Points of an average win by discard: of a declared hand, of one with open melds; of the dealer half as much again.
_DECLARED, _OPEN, _DEALER = 5600.0, 3000.0, 1.5
_DORA, _AT_ONCE = 1.4, 1.15
#: Chance that a seat with so many open melds is ready.
_READY_WITH: Final = (0.0, 0.0, 0.0, 0.5, 0.85)


def threats(view: MatchState, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that have declared."""
    return tuple(other for other in SEATS if other != seat and view.seats[other].ready is not None)


def feared(sight: Sight) -> Sequence[float]:
    """By kind: points that discarding a tile of it is expected to lose to the other seats."""
    view = sight.view
    costs = [0.0] * 34
    for other in SEATS:
        if other == sight.seat:
            continue
        each = view.seats[other]
        if each.ready is not None:
            points = _DECLARED * (_AT_ONCE if each.fresh_ready else 1.0)
        else:
            points = _OPEN * _READY_WITH[sum(meld.form != "concealed" for meld in each.melds)]
        if not points:
            continue
        if other == view.dealer:
            points *= _DEALER
        for kind, chance in enumerate(waited_for(sight.left, safe_kinds(view, other))):
            costs[kind] += points * chance
    for indicator in view.indicators:
        costs[KIND[DORA_OF[indicator]]] *= _DORA
    return costs


# --- what is safe
def safe_kinds(view: MatchState, other: Seat) -> int:
    """Mask of the kinds that ``other`` cannot win on by discard: its own river and what it let pass since it declared."""
    each = view.seats[other]
    mask = 0
    for entry in each.river:
        mask |= 1 << KIND[entry.tile]
    if each.ready is None:
        return mask
    for seat in SEATS:
        if seat != other:
            since = discards_since(view, other, seat)
            for entry in view.seats[seat].river[-since:] if since > 0 else ():
                mask |= 1 << KIND[entry.tile]
    return mask


def discards_since(view: MatchState, declared: Seat, seat: Seat) -> int:
    """How many discards ``seat`` has made at least since ``declared`` declared.

    Rivers do not tell the order between seats, but a declared seat takes every turn of its own: between two of its discards each
    other seat has discarded, or was passed over by a claim. Every claim over its head is taken to have been since.
    """
    river = view.seats[declared].river
    at = next((number for number, entry in enumerate(river) if entry.ready), len(river))
    laps = len(river) - 1 - at
    if laps < 0:
        return 0
    here = (seat - declared) & 3 < (view.turn - declared) & 3
    return max(laps + here - _passed_over(view, seat), 0)


def _passed_over(view: MatchState, seat: Seat) -> int:
    count = 0
    for claimant in SEATS:
        for meld in view.seats[claimant].melds:
            feeder = meld.from_seat
            if feeder is not None and 0 < (seat - feeder) & 3 < (claimant - feeder) & 3:
                count += 1
    return count


# --- what is waited for
def waited_for(left: Sequence[int], safe: int) -> Sequence[float]:
    """By kind: chance that a ready hand waits for it, with so many copies unseen and the ``safe`` kinds ruled out."""
    weights = [0.0] * 34
    total = 0.0
    for kind, copies in enumerate(left):
        if not copies or safe >> kind & 1:
            continue
        pair, single = (_PAIR, _SINGLE) if kind < EAST else (_HONOUR_PAIR, _HONOUR_SINGLE)
        weights[kind] = pair * copies * (copies - 1) / 2 + single * copies
        total += weights[kind]
    for first in range(0, EAST, 9):
        for low in range(first, first + 8):
            total += _halves(weights, left, safe, low, first)
    return [weight / total for weight in weights] if total else weights


def _halves(weights: list[float], left: Sequence[int], safe: int, low: int, first: int) -> float:
    """Count the halves of a sequence whose lower tile is ``low``: neighbours, and those with a gap. Returns their weight."""
    total = 0.0
    if left[low]:
        below, above = low - 1, low + 2
        waits = [kind for kind in (below, above) if first <= kind < first + 9]
        weight = (_TWO_SIDED if len(waits) == 2 else 1.0) * left[low] * left[low + 1]
        if weight and not any(safe >> kind & 1 for kind in waits):
            total += weight
            for kind in waits:
                weights[kind] += weight
        if above < first + 9 and left[above] and not safe >> (low + 1) & 1:
            weight = float(left[low] * left[above])
            total += weight
            weights[low + 1] += weight
    return total
