"""Every scoring vector, asked through the JSON form."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.rules.requests import answer_json, parse_request
from mahjong_club.rules.variants.hong_kong.judge import judge_for
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions

VECTORS = Path(__file__).parents[2] / "vectors"
JUDGE = judge_for(HongKongOptions())


def lines(name: str) -> list[dict[str, Any]]:
    path = VECTORS / name
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def differences(vector: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Field: (expected, answered), for the fields that differ."""
    expected = vector["expect"]
    answer = answer_json(JUDGE(parse_request(vector["request"]).facts))
    asked = ["wins", "total", "points", "reason"]
    if expected.get("patterns_unique") is not False:
        asked.append("patterns")
    found = {name: (expected[name], answer[name]) for name in asked if expected[name] != answer[name]}
    if "limits" in expected and set(expected["limits"]) != set(answer["limits"]):
        found["limits"] = (expected["limits"], answer["limits"])
    return found


@pytest.mark.parametrize("vector", lines("hong_kong.jsonl"), ids=lambda vector: str(vector["id"]))
def test_vector(vector: dict[str, Any]) -> None:
    assert differences(vector) == {}


def test_random_vectors() -> None:
    vectors = lines("hong_kong_random.jsonl.gz")
    assert len(vectors) > 3_000
    assert {v["id"]: found for v in vectors if (found := differences(v))} == {}


def turned(request: dict[str, Any], by: int) -> dict[str, Any]:
    """The same win with every seat, the dealer's too, moved on by so many places."""

    def seat(value: int | None) -> int | None:
        return None if value is None else (value + by) % 4

    return request | {
        "dealer": seat(request["dealer"]),
        "winner": seat(request["winner"]),
        "melds": [meld | {"from": seat(meld["from"])} for meld in request["melds"]],
        "win": request["win"] | {"from": seat(request["win"]["from"])},
    }


@pytest.mark.parametrize("by", [1, 2, 3])
def test_only_the_distance_from_the_dealer_matters(by: int) -> None:
    for vector in lines("hong_kong.jsonl"):
        here = JUDGE(parse_request(vector["request"]).facts)
        there = JUDGE(parse_request(turned(vector["request"], by)).facts)
        assert (there.patterns, there.total, there.reason) == (here.patterns, here.total, here.reason), vector["id"]
        assert tuple(there.deltas[(seat + by) % 4] for seat in range(4)) == here.deltas, vector["id"]
