"""The club player against three random ones: places, wins, points, and how long a decision takes.

Players who pick at random hardly ever reach the minimum, so the dealer's seat, kept by its winner and in a drawn deal, does not
move for hundreds of deals. A match here is one round of at most :data:`DEALS` deals, and the standings are those of the scores
then. The strong seat goes round the table from match to match.
"""

import random
from collections import Counter
from statistics import mean, median
from time import perf_counter
from typing import Any

from mahjong_club.benchmarks.driver import play_match
from mahjong_club.benchmarks.report import Progress, Report, Row, silent
from mahjong_club.bots import choose
from mahjong_club.rules.actions import Action
from mahjong_club.rules.events import DealDrawn, DealWon, Event
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import newest
from mahjong_club.rules.views import view_for

MATCHES, QUICK_MATCHES = 200, 12
DEALS = 16
MOST_MS = 2.0


class _Match:
    """One match: the strong player at ``strong``, random ones elsewhere."""

    def __init__(self, ruleset: str, number: int) -> None:
        self.strong: Seat = number % 4
        self.wins: Counter[bool] = Counter()
        self.fed: Counter[bool] = Counter()
        self.drawn = 0
        self.seconds: list[float] = []
        self._rng = random.Random(number)
        played = play_match(ruleset, {"rounds": 1}, self._choose, number, watch=self._watch, most_deals=DEALS)
        state = played.state
        self.deals = played.deals
        assert state.rules is not None
        lines = state.standings or state.rules.standings(state.scores, state.first_dealer, state.deposits)
        self.place = next(line.place for line in lines if line.seat == self.strong)
        start = state.rules.starting_scores()
        self.points = [line.score - start[line.seat] for line in sorted(lines, key=lambda line: line.seat)]

    def _choose(self, state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        if seat != self.strong:
            return choose("random", state, legal, seat, self._rng)
        view = view_for(state, seat)
        start = perf_counter()
        action = choose("club", view, legal, seat, self._rng)
        self.seconds.append(perf_counter() - start)
        return action

    def _watch(self, state: MatchState, event: Event) -> None:
        if isinstance(event, DealWon):
            self.wins[event.seat == self.strong] += 1
            if event.from_seat is not None:
                self.fed[event.from_seat == self.strong] += 1
        elif isinstance(event, DealDrawn):
            self.drawn += 1


def run(
    progress: Progress | None = None,
    quick: bool = False,  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    repeats: int | None = None,
    ruleset: str = "hong_kong",
) -> dict[str, Any]:
    """Play the matches and count; ``repeats`` is not used, the matches are the repeats."""
    tell, total = progress or silent, QUICK_MATCHES if quick else MATCHES
    key = newest(ruleset).key
    matches = []
    for number in range(total):
        tell(number, total, "matches of club against three random")
        matches.append(_Match(key, number))
    tell(total, total, "done")
    return _report(key, matches).json()


def _report(key: str, matches: list[_Match]) -> Report:
    report = Report(f"bots {key}")
    deals = sum(match.deals for match in matches)
    places = Counter(match.place for match in matches)
    wins = sum((match.wins for match in matches), Counter[bool]())
    fed = sum((match.fed for match in matches), Counter[bool]())
    ours = [float(match.points[match.strong]) for match in matches]
    theirs = [mean(match.points[seat] for seat in SEATS if seat != match.strong) for match in matches]
    seconds = sorted(second for match in matches for second in match.seconds)
    report.rows = [
        Row("matches", len(matches), ""),
        Row("first places of club, random would have a quarter", places[1] / len(matches), "", 0.25, target=">= 0.5"),
        *(Row(f"places {place}", places[place], "matches") for place in (2, 3, 4)),
        Row("points a match, club and the mean of the others", mean(ours), "points", mean(theirs)),
        Row("deals won, club and the others each", wins[True] / deals, "of deals", wins[False] / 3 / deals),
        Row("discards that were won, club and the others each", fed[True] / deals, "of deals", fed[False] / 3 / deals),
        Row("drawn deals", sum(match.drawn for match in matches) / deals, "of deals"),
        Row("a decision of club, median", median(seconds) * 1000, "ms", target=f"<= {MOST_MS:g}"),
        Row("a decision of club, 99 of 100", seconds[len(seconds) * 99 // 100] * 1000, "ms", target=f"<= {MOST_MS:g}"),
    ]
    report.notes.append(
        f"A match is one round of at most {DEALS} deals: random players hardly ever win, so rounds do not end by themselves."
    )
    return report
