"""Riichi: a win needs a yaku. A concealed hand can always declare; an open one has to show its yaku by its tiles."""

from collections.abc import Sequence

from mahjong_club.bots.plans import ALL_KINDS, HONOURS, SUITS, Plan
from mahjong_club.bots.sight import Sight
from mahjong_club.rules.shapes import ORPHANS
from mahjong_club.rules.tiles import EAST, KIND, WHITE

#: Points of a win by han, at thirty fu or the limit.
_POINTS = (0.0, 1300.0, 2600.0, 5200.0, 7700.0, 8000.0, 12000.0, 12000.0, 16000.0)
_YAKUMAN = 32000.0


class RiichiTemperament:
    """Concealed hands for the declaration, open ones for honours, simples, flushes and triplets."""

    def plans(self, sight: Sight) -> Sequence[Plan]:
        """Plans with at least one yaku."""
        melds, counts = sight.melds, sight.counts
        used = 0
        for meld in melds:
            for tile in meld.tiles:
                used |= 1 << KIND[tile]
        concealed = sight.concealed
        own = 1 if concealed else 0
        values = {WHITE, WHITE + 1, WHITE + 2, EAST + sight.seat_wind, EAST + sight.view.round_wind}
        laid = sum(KIND[meld.tiles[0]] in values for meld in melds if meld.kind != "chow")
        held = tuple(kind for kind in values if counts[kind] >= 3)
        wanted = tuple(kind for kind in values if counts[kind] == 2 and sight.left[kind])
        out = []
        han = own + laid + len(held)
        if han:
            out.append(_plan(sight, han + own, triplets=held))
        out.extend(_plan(sight, han + 1, triplets=(*held, kind)) for kind in wanted)
        if not used & ORPHANS:
            out.append(_plan(sight, 1 + 2 * own, keep=ALL_KINDS & ~ORPHANS))
        if all(meld.kind != "chow" for meld in melds):
            out.append(Plan("triplets", _points(2 + laid + own)))
        flushes = [suit | HONOURS for suit in SUITS if not used & ~(suit | HONOURS)]
        out.extend(_plan(sight, 2 + laid + 2 * own, keep=keep) for keep in flushes)
        if not melds:
            out.append(Plan("pairs", 0.8 * _points(3)))
            out.append(Plan("orphans", 0.7 * _YAKUMAN, keep=ORPHANS))
        return [plan for plan in out if plan.pay > 0]

    def danger(self, sight: Sight, kind: int) -> float:
        """Points feared for a tile that a declared seat has not shown to be safe: its own discards are, terminals nearly."""
        cost = 0.0
        for number, other in enumerate(sight.view.seats):
            if number == sight.seat or other.ready is None:
                continue
            if any(KIND[tile.tile] == kind for tile in other.river):
                continue
            cost += 700.0 if kind < 27 and 1 < kind % 9 < 7 else 450.0 if kind < 27 else 120.0 * sight.left[kind]
        return cost

    def ready_factor(self, sight: Sight, live: int) -> float:
        """A declaration brings its yaku (the judge has counted it) and a chance of ippatsu and ura."""
        return 1.25


def _plan(sight: Sight, han: int, *, keep: int = ALL_KINDS, triplets: tuple[int, ...] = ()) -> Plan:
    if len(triplets) > sight.rules.sets - len(sight.melds):
        return Plan("sets", 0.0)
    return Plan("sets", _points(han), keep, triplets)


def _points(han: int) -> float:
    return _POINTS[min(han, len(_POINTS) - 1)]
