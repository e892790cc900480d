"""What a seat works out from its view once per decision: its tiles, how many of each kind may still come, how long is left."""

from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import ReadyRank, WinBy, WinFacts
from mahjong_club.rules.seats import Seat, wind_of
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import KIND, Tile
from mahjong_club.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Sight:
    """A seat's own hand among what it sees.

    ``left[kind]``: copies neither in the own hand nor visible on the table. ``turns``: own draws still to be expected.
    ``melds`` may be those after a claim that is only thought of.
    """

    view: MatchState
    rules: Rules
    seat: Seat
    melds: tuple[Meld, ...]
    counts: Sequence[int]
    left: Sequence[int]
    #: Masks of the kinds of which at least 1, 2, 3, 4 copies are left.
    at_least: tuple[int, int, int, int]
    turns: float

    def live(self, mask: int) -> int:
        """Copies of the kinds in ``mask`` that may still come."""
        one, two, three, four = self.at_least
        return (mask & one).bit_count() + (mask & two).bit_count() + (mask & three).bit_count() + (mask & four).bit_count()

    @property
    def seat_wind(self) -> int:
        """0-3: East to North."""
        return wind_of(self.seat, self.view.dealer)

    @property
    def concealed(self) -> bool:
        """Whether no other seat fed any meld."""
        return all(meld.form == "concealed" for meld in self.melds)

    @property
    def bonus(self) -> tuple[Tile, ...]:
        """The seat's exposed bonus tiles."""
        return tuple(self.view.seats[self.seat].bonus)


def look(view: MatchState, seat: Seat) -> Sight:
    """What ``seat`` sees now."""
    rules = view.rules
    assert rules is not None
    me = view.seats[seat]
    seen = me.hand.counts[:]
    for each in view.seats:
        for river in each.river:
            if river.claimed_by is None:
                seen[KIND[river.tile]] += 1
        for meld in each.melds:
            for tile in meld.tiles:
                seen[KIND[tile]] += 1
    for tile in view.indicators:
        seen[KIND[tile]] += 1
    left = [4 - count if count < 4 else 0 for count in seen]
    at_least = [0, 0, 0, 0]
    for kind, copies in enumerate(left):
        for i in range(copies):
            at_least[i] |= 1 << kind
    one, two, three, four = at_least
    return Sight(view, rules, seat, tuple(me.melds), me.hand.counts, left, (one, two, three, four), view.live_left / 4)


def facts_of_win(sight: Sight, hand: tuple[Tile, ...], tile: Tile, by: WinBy, ready: ReadyRank | None) -> WinFacts:
    """The facts of a win thought of: ``hand`` without ``tile``, no luck (last tile, kong) counted."""
    view, seat = sight.view, sight.seat
    me = view.seats[seat]
    dora, ura = sight.rules.indicators_of(view, seat)
    return WinFacts(
        winner=seat,
        dealer=view.dealer,
        round_wind=view.round_wind,
        repeat=view.repeat,
        hand=hand,
        melds=sight.melds,
        bonus=sight.bonus,
        by=by,
        tile=tile,
        from_seat=None if by == "self_draw" else (seat + 1) & 3,
        ready=ready or me.ready,
        dora=dora,
        ura=ura,
        liable=me.liable,
    )
