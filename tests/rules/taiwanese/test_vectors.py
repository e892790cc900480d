"""The scoring vectors, and a second scorer that works differently."""

import random
from typing import Any

import pytest

from tests.oracles.taiwanese_brute_force import random_win, score
from tests.rules.taiwanese.table_talk import answer, vector_lines


def differences(vector: dict[str, Any]) -> dict[str, Any]:
    """What the product says differently."""
    expected, found = vector["expect"], answer(vector["request"])
    names = [name for name in ("wins", "reason", "total", "points") if name in expected]
    if "patterns" in expected and expected.get("patterns_unique") is not False:
        names.append("patterns")
    return {name: (expected[name], found[name]) for name in names if expected[name] != found[name]}


@pytest.mark.parametrize(("name", "lines"), [("taiwanese.jsonl", 313), ("taiwanese_random.jsonl.gz", 2991)])
def test_vectors_agree(name: str, lines: int) -> None:
    vectors = vector_lines(name)
    assert len(vectors) == lines
    assert {vector["id"]: wrong for vector in vectors if (wrong := differences(vector))} == {}


def assert_agrees(request: dict[str, Any]) -> set[str]:
    expected, found = score(request), answer(request)
    assert found["wins"] == expected["wins"], request
    if "readings" in expected:
        assert (found["total"], found["points"]) == (expected["total"], expected["points"]), (request, expected)
        assert found["patterns"] in expected["readings"], (request, expected)
    return set(found["patterns"])


@pytest.mark.slow
def test_brute_force_agrees_on_twenty_thousand_random_wins() -> None:
    rng = random.Random(20_000)
    seen: set[str] = set()
    for _ in range(20_000):
        seen |= assert_agrees(random_win(rng))
    # The generator would prove little if it never came to the rare rows.
    assert len(seen) >= 34, seen


def test_brute_force_agrees_on_broken_hands() -> None:
    """One tile of a winning hand replaced: mostly no hand, now and then another one."""
    rng = random.Random(17)
    losses = 0
    for _ in range(600):
        request = random_win(rng)
        request["hand"] = request["hand"][:-2] + rng.choice(["1m", "5p", "9s", "3z", "5z", "4s", "6m"])
        tiles = request["hand"] + "".join(meld["tiles"] for meld in request["melds"])
        if answer(request)["reason"] == "invalid_tiles" or len(tiles) == 0:
            continue
        assert_agrees(request)
        losses += not answer(request)["wins"]
    assert losses > 100
