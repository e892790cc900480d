"""The vectors through the command that the outside speaks to: JSON lines in, JSON lines out, by the registry's judge."""

import io
import json
from typing import Any

import pytest

from mahjong_club.commands.score import score
from tests.rules.taiwanese.table_talk import vector_lines


def scored(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    answers = io.StringIO()
    score(io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.mark.parametrize("name", ["taiwanese.jsonl", "taiwanese_random.jsonl.gz"])
def test_every_vector_agrees_through_the_command(name: str) -> None:
    vectors = vector_lines(name)
    answers = scored(vectors)
    assert [answer["id"] for answer in answers] == [vector["id"] for vector in vectors]
    wrong = {}
    for vector, found in zip(vectors, answers, strict=True):
        expect = vector["expect"]
        names = [field for field in ("wins", "reason", "total", "points") if field in expect]
        if "patterns" in expect and expect.get("patterns_unique") is not False:
            names.append("patterns")
        if differing := [field for field in names if found.get(field) != expect[field]]:
            wrong[vector["id"]] = differing
    assert wrong == {}


def test_options_and_the_full_key_are_read() -> None:
    request = next(vector["request"] for vector in vector_lines("taiwanese.jsonl") if vector["expect"]["wins"])
    (plain,) = scored([{"id": 1, "request": {**request, "ruleset": "taiwanese/1"}}])
    (cheap,) = scored([{"id": 1, "request": {**request, "options": {"base": 100, "per_tai": 100}}}])
    assert [5 * points for points in cheap["points"]] == plain["points"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ruleset": "taiwanese/9"}, "unknown_ruleset"),
        ({"options": {"no_such": 1}}, "unknown_option"),
        ({"options": {"base": "500"}}, "invalid_option"),
        ({"hand": "123x"}, "invalid_tiles"),
        ({"winner": 4}, "invalid_request"),
        ({"win": {"by": "discard", "tile": "1m", "from": None}}, "invalid_request"),
    ],
)
def test_bad_lines_are_answered_and_the_rest_goes_on(changes: dict[str, Any], code: str) -> None:
    request = vector_lines("taiwanese.jsonl")[0]["request"]
    bad, good = scored([{"id": 1, "request": {**request, **changes}}, {"id": 2, "request": request}])
    assert bad["id"] == 1 and bad["error"]["code"] == code
    assert good["id"] == 2 and "error" not in good
