"""Recorded matches of the reference engine at our public API: every event, state and list of legal actions."""

from collections import Counter

import pytest

from tests.oracles.majiang_replay import replay
from tests.oracles.majiang_vectors import rows

#: Whole matches of each file, and into how many parts a file is cut.
MATCHES = {"games_random": (60, 6), "games_rigged": (100, 4), "games_ai": (40, 4)}
PARTS = [(name, part) for name, (_, parts) in MATCHES.items() for part in range(parts)]


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_whole_matches_equal_the_engine(name: str, part: int) -> None:
    number, parts = MATCHES[name]
    played = [replay(row["q"], row["events"]) for row in rows(name, part, parts)]
    assert len(played) >= number // parts
    assert all(each.match.state.phase == "over" for each in played)
    assert sum(each.compared for each in played) > 200 * len(played)


def test_scenarios_equal_the_engine() -> None:
    names: Counter[str] = Counter()
    refused = 0
    for row in rows("scenarios"):
        refused += replay(row["q"], row["events"]).refused
        names[row["name"]] += 1
    assert len(names) >= 93
    assert refused > 20
