"""What a match came to, deal by deal, from its log."""

from collections.abc import Iterable
from dataclasses import dataclass

from mahjong_club.protocol.entries import Entry
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
    """What a deal came to. ``wins`` is empty for a drawn deal, whose ``drawn`` names the kind; ``scores`` are those after it."""

    number: int
    dealer: Seat
    round_wind: int
    repeat: int
    wins: tuple[DealWon, ...]
    drawn: DealDrawn | None
    deltas: tuple[int, ...]
    scores: tuple[int, ...]


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
    """The numbered events of a log, in order; sealed answers are left out."""
    return [decode_stored(entry.kind, entry.payload) for entry in entries if not entry.sealed]


def summary_of(events: Iterable[Event]) -> MatchSummary:
    """The results of a match, deal by deal; a deal that still runs is left out."""
    ruleset = ""
    deals: list[DealResult] = []
    standings: tuple[Standing, ...] = ()
    start: DealStarted | PositionRestored | None = None
    wins: list[DealWon] = []
    drawn: DealDrawn | None = None
    for event in events:
        match event:
            case MatchStarted():
                ruleset = event.ruleset
            case DealStarted() | PositionRestored():
                start, wins, drawn = event, [], None
            case DealWon():
                wins.append(event)
            case DealDrawn():
                drawn = event
            case DealEnded() if start is not None:
                deltas = tuple(after - before for after, before in zip(event.scores, start.scores, strict=True))
                deals.append(
                    DealResult(
                        start.number, start.dealer, start.round_wind, start.repeat, tuple(wins), drawn, deltas, event.scores
                    )
                )
                start = None
            case MatchEnded():
                standings = event.standings
            case _:
                pass
    return MatchSummary(ruleset, tuple(deals), standings)
