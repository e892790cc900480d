"""The club player against three others: places, wins, points, and how long a decision takes.

At Hong Kong the others pick at random. Such players hardly ever reach the minimum, so the dealer's seat, kept by its winner and
in a drawn deal, does not move for hundreds of deals: a match there is one round of at most :data:`DEALS` deals, and the standings
are those of the scores then. At riichi whole matches are played, against three random players and against three club players
that differ in one thing, that they never fold. The strong seat goes round the table from match to match.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import mean, median
from time import thread_time
from typing import Any, Final

from mahjong_club.benchmarks.driver import MOST_DEALS, play_match
from mahjong_club.benchmarks.report import Progress, Report, Row, silent
from mahjong_club.bots import choose
from mahjong_club.bots.club import choose_club
from mahjong_club.bots.riichi import RiichiTemperament
from mahjong_club.rules.actions import Action
from mahjong_club.rules.events import DealDrawn, DealWon, Discarded, Event
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import newest
from mahjong_club.rules.views import view_for

DEALS = 16
MOST_MS = 2.0

#: From a view, the legal actions, the seat and a source of chance to one of the actions.
Player = Callable[[MatchState, tuple[Action, ...], Seat, random.Random], Action]

_NEVER_FOLDS: Final = RiichiTemperament(defends=False)


def _at_random(view: MatchState, legal: tuple[Action, ...], seat: Seat, rng: random.Random) -> Action:
    return choose("random", view, legal, seat, rng)


def _never_folding(view: MatchState, legal: tuple[Action, ...], seat: Seat, rng: random.Random) -> Action:
    return legal[0] if len(legal) == 1 else choose_club(view, legal, seat, _NEVER_FOLDS)


@dataclass(frozen=True, slots=True)
class Series:
    """Matches of the club player against three of the same kind. ``place``: the average place asked for at most."""

    ruleset: str
    against: str
    others: Player
    matches: int
    quick_matches: int
    place: float
    options: Mapping[str, Any]
    most_deals: int = MOST_DEALS

    @property
    def label(self) -> str:
        """What the rows of the series begin with."""
        return f"{self.ruleset}, three {self.against}"


SERIES: Final = (
    Series("hong_kong", "at random", _at_random, 200, 12, 1.8, {"rounds": 1}, DEALS),
    Series("riichi", "at random", _at_random, 300, 8, 1.2, {}),
    Series("riichi", "that never fold", _never_folding, 300, 8, 2.5, {}),
)


class _Match:
    """One match: the strong player at ``strong``, the others elsewhere."""

    def __init__(self, series: Series, number: int) -> None:
        self.strong: Seat = number % 4
        self.wins: Counter[bool] = Counter()
        self.fed: Counter[bool] = Counter()
        self.declared: Counter[bool] = Counter()
        self.drawn = 0
        self.seconds: list[float] = []
        self._others = series.others
        self._rng = random.Random(number)
        key = newest(series.ruleset).key
        played = play_match(key, series.options, self._choose, number, watch=self._watch, most_deals=series.most_deals)
        state = played.state
        self.deals = played.deals
        assert state.rules is not None
        lines = state.standings or state.rules.standings(state.scores, state.first_dealer, state.deposits)
        self.place = next(line.place for line in lines if line.seat == self.strong)
        start = state.rules.starting_scores()
        self.points = [line.score - start[line.seat] for line in sorted(lines, key=lambda line: line.seat)]

    def _choose(self, state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        # Nothing is hidden from a player that does not look; the others are shown their view.
        view = state if seat != self.strong and self._others is _at_random else view_for(state, seat)
        if seat != self.strong:
            return self._others(view, legal, seat, self._rng)
        start = thread_time()
        action = choose("club", view, legal, seat, self._rng)
        self.seconds.append(thread_time() - start)
        return action

    def _watch(self, state: MatchState, event: Event) -> None:
        if isinstance(event, DealWon):
            self.wins[event.seat == self.strong] += 1
            if event.from_seat is not None:
                self.fed[event.from_seat == self.strong] += 1
        elif isinstance(event, Discarded):
            self.declared[event.seat == self.strong] += event.ready is not None
        elif isinstance(event, DealDrawn):
            self.drawn += 1


def run(
    progress: Progress | None = None,
    quick: bool = False,  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    repeats: int | None = None,
    ruleset: str | None = None,
) -> dict[str, Any]:
    """Play the matches and count, of one ruleset or of all; ``repeats`` is not used, the matches are the repeats."""
    tell = progress or silent
    chosen = [series for series in SERIES if ruleset in (None, series.ruleset)]
    total = sum(_matches(series, quick=quick) for series in chosen)
    report, done = Report("bots"), 0
    for series in chosen:
        matches = []
        for number in range(_matches(series, quick=quick)):
            tell(done, total, series.label)
            matches.append(_Match(series, number))
            done += 1
        report.rows.extend(_rows(series, matches))
    tell(total, total, "done")
    report.notes = [
        f"A match of Hong Kong is one round of at most {DEALS} deals: random players hardly ever win, so rounds do not end.",
        "The peer of a row is one of the other three seats, on average. Decisions are measured in processor time.",
    ]
    return report.json()


def _matches(series: Series, *, quick: bool) -> int:
    return series.quick_matches if quick else series.matches


def _rows(series: Series, matches: list[_Match]) -> list[Row]:
    deals = sum(match.deals for match in matches)
    places = Counter(match.place for match in matches)
    wins, fed, declared = (
        sum((getattr(match, name) for match in matches), Counter[bool]()) for name in ("wins", "fed", "declared")
    )
    ours = [float(match.points[match.strong]) for match in matches]
    theirs = [mean(match.points[seat] for seat in SEATS if seat != match.strong) for match in matches]
    seconds = sorted(second for match in matches for second in match.seconds)
    average = sum(match.place for match in matches) / len(matches)
    rows = [
        Row("matches", len(matches), ""),
        Row("deals", deals, ""),
        Row("first places", places[1] / len(matches), "", 0.25),
        *(Row(f"places {place}", places[place], "matches") for place in (1, 2, 3, 4)),
        Row("place on average", average, "", (10 - average) / 3, target=f"<= {series.place:g}"),
        Row("points a match", mean(ours), "points", mean(theirs)),
        Row("deals won", wins[True] / deals, "of deals", wins[False] / 3 / deals),
        Row("deals lost by a discard", fed[True] / deals, "of deals", fed[False] / 3 / deals),
        Row("declared ready", declared[True] / deals, "of deals", declared[False] / 3 / deals),
        Row("drawn deals", sum(match.drawn for match in matches) / deals, "of deals"),
        Row("a decision, median", median(seconds) * 1000, "ms", target=f"<= {MOST_MS:g}"),
        Row("a decision, 99 of 100", seconds[len(seconds) * 99 // 100] * 1000, "ms"),
    ]
    for row in rows:
        row.what = f"{series.label}: {row.what}"
    return rows
