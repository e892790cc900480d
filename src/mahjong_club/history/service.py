"""A person's own history: pages of finished matches, and totals. Nobody sees another's."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from mahjong_club.history.tallies import Kept, Tally, tallies_of
from mahjong_club.rules.variants import registry
from mahjong_club.storage.database import Database
from mahjong_club.storage.history import Played, counted_matches, finished_of, outcomes_of, places_of
from mahjong_club.storage.people import PersonRecord

#: The rates are those of so many matches: older ones say little about how somebody plays.
RATED: Final = 200


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, the newest first; ``next`` asks for the page behind it."""

    matches: tuple[Played, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class Totals:
    """All finished matches of a variant, practice left out.

    ``places`` says how often first to fourth; ``tally`` is that of the newest ``rated`` matches.
    """

    variant: str
    matches: int
    places: tuple[int, int, int, int]
    rated: int
    tally: Tally

    @property
    def average(self) -> float:
        """The mean of the places."""
        return sum(place * times for place, times in enumerate(self.places, 1)) / self.matches


class History:
    """What people have played."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._kept = Kept()

    async def page(self, person: PersonRecord, before: str | None, limit: int) -> Page:
        """Finished matches. ``before`` is a page's ``next``."""
        spot = None if before is None else _spot(before)
        found = await self._database.query(lambda session: finished_of(session, person.id, spot, limit + 1))
        shown = found[:limit]
        more = f"{shown[-1].match.finished_ms}-{shown[-1].match.setup.id}" if len(found) > limit else None
        return Page(tuple(shown), more)

    async def totals(self, person: PersonRecord) -> tuple[Totals, ...]:
        """One line for each variant the person has finished a match of, the most played first."""
        counted: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for line in await self._database.query(lambda session: places_of(session, person.id)):
            counted[_variant(line.ruleset)][line.place - 1] += line.times
        tallies: defaultdict[str, list[Tally]] = defaultdict(list)
        for seated in await self._database.query(lambda session: counted_matches(session, person.id, RATED)):
            tallies[_variant(seated.ruleset)].append((await self._tallies(seated.match_id))[seated.seat])
        lines = []
        for variant, (first, second, third, fourth) in counted.items():
            rated = tallies[variant]
            places = (first, second, third, fourth)
            lines.append(Totals(variant, sum(places), places, len(rated), sum(rated, Tally())))
        return tuple(sorted(lines, key=lambda each: (-each.matches, each.variant)))

    async def _tallies(self, match_id: str) -> tuple[Tally, ...]:
        found = self._kept.get(match_id)
        if found is None:
            found = tallies_of(await self._database.look(lambda connection: outcomes_of(connection, match_id)))
            self._kept.put(match_id, found)
        return found


def _spot(before: str) -> tuple[int, str]:
    ended, _, match_id = before.partition("-")
    return int(ended), match_id


def _variant(ruleset: str) -> str:
    return registry.ruleset(ruleset).variant
