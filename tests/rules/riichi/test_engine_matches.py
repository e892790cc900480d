"""Recorded matches of the reference engine at our public API: every event, state and list of legal actions."""

from collections import Counter
from typing import Any

import pytest

from tests.oracles.majiang_match import EngineMatch, Message, Replies
from tests.oracles.majiang_replay import CLUB, replay, wall_maker
from tests.oracles.majiang_vectors import OURS, rows

#: Whole matches of each file, and into how many parts a file is cut.
MATCHES = {"games_random": (60, 6), "games_rigged": (100, 4), "games_ai": (40, 4)}
PARTS = [(name, part) for name, (_, parts) in MATCHES.items() for part in range(parts)]


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_whole_matches_equal_the_engine(name: str, part: int) -> None:
    number, parts = MATCHES[name]
    played = [replay(row["q"], row["events"]) for row in rows(name, part, parts)]
    assert all(each.match.state.phase == "over" for each in played)
    assert not OURS or len(played) == number // parts
    assert sum(each.compared for each in played) > 200 * len(played)


def test_scenarios_equal_the_engine() -> None:
    names: Counter[str] = Counter()
    refused = 0
    for row in rows("scenarios"):
        refused += replay(row["q"], row["events"]).refused
        names[row["name"]] += 1
    assert not OURS or (len(names) == 93 and refused > 20)


def test_states_and_legal_replies_are_equal_word_for_word() -> None:
    for row in rows("full_sample"):
        events: list[dict[str, Any]] = row["events"]
        at = iter(events)

        def players(message: Message, at: Any = at) -> Replies:
            event = next(at)
            assert (message.type, message.msg, message.legal) == (event["type"], event["msg"], event["legal"])
            assert message.state == event["state"]
            return {int(seat): reply for seat, reply in (event.get("reply") or {}).items()}

        query = row["q"]
        EngineMatch(
            CLUB, players, wall_maker(query), first_dealer=query.get("qijia", 0), most_deals=query.get("max_hands")
        ).play()
        assert next(at, None) is None
