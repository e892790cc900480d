"""How often each seat of a match won and dealt in, counted from the events once and kept: a finished match does not change."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.standing import standing
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import DealEnded, DealWon

#: Winning on another's tile, for which its owner dealt in.
_DEALT_IN: Final = ("discard", "robbed_kong")
#: So many matches are kept; four small tallies each.
MOST_KEPT: Final = 4096


@dataclass(frozen=True, slots=True)
class Tally:
    """What a seat, or a person over many matches, did in how many deals."""

    deals: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.deals + other.deals,
            self.wins + other.wins,
            self.self_draws + other.self_draws,
            self.deal_ins + other.deal_ins,
        )


def tallies_of(outcomes: Sequence[Entry]) -> tuple[Tally, ...]:
    """The tallies of seats 0-3, from the stored wins, ends of deals and rewinds. Who lets two win at once deals in once."""
    seats = [Tally()] * 4
    wins: list[DealWon] = []
    for entry in standing(outcomes):
        match decode_stored(entry.kind, entry.payload):
            case DealWon() as won:
                wins.append(won)
            case DealEnded():
                seats = [tally + _deal(seat, wins) for seat, tally in enumerate(seats)]
                wins = []
            case _:
                pass
    return tuple(seats)


def _deal(seat: int, wins: list[DealWon]) -> Tally:
    own = [won for won in wins if won.seat == seat]
    dealt_in = any(won.from_seat == seat and won.by in _DEALT_IN for won in wins)
    return Tally(1, bool(own), any(won.by == "self_draw" for won in own), dealt_in)


class Kept:
    """The tallies of matches that were asked for lately."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[Tally, ...]] = OrderedDict()

    def get(self, match_id: str) -> tuple[Tally, ...] | None:
        """The tallies of a match, if they are here."""
        found = self._kept.get(match_id)
        if found is not None:
            self._kept.move_to_end(match_id)
        return found

    def put(self, match_id: str, tallies: tuple[Tally, ...]) -> None:
        """Keep them, and let the oldest go where there are too many."""
        self._kept[match_id] = tallies
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
