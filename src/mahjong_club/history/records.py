"""What a match came to, deal by deal, from its log."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.standing import standing
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import (
    DealDrawn,
    DealEnded,
    DealStarted,
    DealWon,
    Event,
    MatchEnded,
    MatchStarted,
    PositionRestored,
    Standing,
)
from mahjong_club.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a deal came to. ``wins`` is empty for a drawn deal, whose ``drawn`` names the kind; ``scores`` are those after it.

    ``first`` is the number of its first event, ``won_at`` those of its wins; ``in_round`` counts dealers from 1.
    """

    number: int
    dealer: Seat
    round_wind: int
    repeat: int
    wins: tuple[DealWon, ...]
    drawn: DealDrawn | None
    deltas: tuple[int, ...]
    scores: tuple[int, ...]
    first: int
    won_at: tuple[int, ...]
    in_round: int
    restored: bool


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match as its record page shows it. ``standings`` is empty while it runs."""

    ruleset: str
    deals: tuple[DealResult, ...]
    standings: tuple[Standing, ...]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.standings)


def events_of(entries: Iterable[Entry]) -> list[Event]:
    """The numbered events of a log that stand, in order: sealed answers, and what was taken back, are left out."""
    return [decode_stored(entry.kind, entry.payload) for entry in standing(list(entries))]


def summary_of(events: Iterable[Event]) -> MatchSummary:
    """The results of a match from its first event on, deal by deal; a deal that still runs is left out."""
    ruleset, first_dealer = "", 0
    deals: list[DealResult] = []
    standings: tuple[Standing, ...] = ()
    open_: _Open | None = None
    for number, event in enumerate(events, 1):
        match event:
            case MatchStarted():
                ruleset, first_dealer = event.ruleset, event.first_dealer
            case DealStarted() | PositionRestored():
                open_ = _Open(event, number)
            case DealWon() if open_ is not None:
                open_.wins.append((number, event))
            case DealDrawn() if open_ is not None:
                open_.drawn = event
            case DealEnded() if open_ is not None:
                deals.append(open_.result(event, first_dealer))
                open_ = None
            case MatchEnded():
                standings = event.standings
            case _:
                pass
    return MatchSummary(ruleset, tuple(deals), standings)


@dataclass(slots=True)
class _Open:
    """A deal of which the end is still to come."""

    start: DealStarted | PositionRestored
    first: int
    wins: list[tuple[int, DealWon]] = field(default_factory=list)
    drawn: DealDrawn | None = None

    def result(self, ended: DealEnded, first_dealer: Seat) -> DealResult:
        start = self.start
        return DealResult(
            number=start.number,
            dealer=start.dealer,
            round_wind=start.round_wind,
            repeat=start.repeat,
            wins=tuple(win for _, win in self.wins),
            drawn=self.drawn,
            deltas=tuple(after - before for after, before in zip(ended.scores, start.scores, strict=True)),
            scores=ended.scores,
            first=self.first,
            won_at=tuple(number for number, _ in self.wins),
            in_round=((start.dealer - first_dealer) & 3) + 1,
            restored=isinstance(start, PositionRestored),
        )
