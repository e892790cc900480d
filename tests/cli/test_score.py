"""`mahjong-club score` on the shared vectors and on lines that cannot be read."""

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.commands.score import answer_line, score

VECTORS = Path(__file__).resolve().parents[1] / "vectors"


def scored(text: str) -> list[dict[str, Any]]:
    target = io.StringIO()
    score(io.StringIO(text), target)
    return [json.loads(line) for line in target.getvalue().splitlines()]


@pytest.mark.parametrize("name", ["hong_kong.jsonl", "hong_kong_random.jsonl.gz"])
def test_vectors_agree(name: str) -> None:
    raw = (VECTORS / name).read_bytes()
    text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode()
    cases = [json.loads(line) for line in text.splitlines()]
    answers = scored(text)
    assert len(answers) == len(cases) > 50
    for case, answer in zip(cases, answers, strict=True):
        expected = case["expect"]
        assert answer["id"] == case["id"]
        assert [answer[key] for key in ("wins", "total", "points")] == [expected[key] for key in ("wins", "total", "points")], (
            case
        )
        if expected.get("patterns_unique", True) and "patterns" in expected:
            assert answer["patterns"] == expected["patterns"], case


@pytest.mark.parametrize(
    ("line", "name", "code"),
    [
        ("nonsense", None, "invalid_json"),
        ("[" * 100_000, None, "invalid_json"),
        ("3", None, "invalid_request"),
        ('{"id":1}', 1, "invalid_request"),
        ('{"id":"a","request":[]}', "a", "invalid_request"),
        ('{"id":2,"request":{"ruleset":"hong_kong","winner":0}}', 2, "invalid_request"),
    ],
)
def test_a_line_that_cannot_be_read_is_answered(line: str, name: object, code: str) -> None:
    answer = answer_line(line)
    assert (answer["id"], answer["error"]["code"]) == (name, code)
    assert answer["error"]["message"]


def test_an_unknown_ruleset_or_option_is_answered() -> None:
    case = json.loads((VECTORS / "hong_kong.jsonl").read_text(encoding="utf-8").splitlines()[0])
    for change, code in (({"ruleset": "bridge"}, "unknown_ruleset"), ({"options": {"x": 1}}, "unknown_option")):
        line = json.dumps({"id": 1, "request": {**case["request"], **change}})
        assert answer_line(line)["error"]["code"] == code
        assert answer_line(json.dumps(case))["wins"] in (True, False)


def test_bad_lines_do_not_stop_the_rest() -> None:
    good = (VECTORS / "hong_kong.jsonl").read_text(encoding="utf-8").splitlines()[0]
    command = [sys.executable, "-m", "mahjong_club", "score"]
    raw = b"\xff\xfe\n" + good.encode() + b"\n\n{}\n"
    done = subprocess.run(command, input=raw, capture_output=True, check=True, timeout=60)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [True, False, True]
    assert done.stderr == b""


def test_each_answer_comes_before_the_next_question() -> None:
    good = (VECTORS / "hong_kong.jsonl").read_text(encoding="utf-8").splitlines()[:3]
    command = [sys.executable, "-m", "mahjong_club", "score"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in good:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == json.loads(line)["id"]
        process.stdin.close()
    assert process.returncode == 0
