"""`mahjong-club score`: scoring requests as JSON lines in, answers as JSON lines out, in order."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TextIO

from mahjong_club.commands.console import fail, progress
from mahjong_club.rules.errors import RulesError
from mahjong_club.rules.requests import answer_json, parse_request
from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.variants import registry


def score(source: TextIO, target: TextIO) -> None:
    """Answer every line. Exit status 1 only where the input itself cannot be read."""
    try:
        for answer in answers(progress(source, "scoring")):
            target.write(json.dumps(answer, separators=(",", ":")))
            target.write("\n")
            target.flush()  # whoever asks line by line waits for each answer
    except UnicodeDecodeError as failure:
        fail(f"the input is not UTF-8: {failure}")
    except BrokenPipeError:
        return


def answers(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty."""
    for line in lines:
        if line.strip():
            yield answer_line(line)


def answer_line(line: str) -> dict[str, Any]:
    """The answer to one line; a line that cannot be read or scored is answered with an error object."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, "invalid_json", "the line is not JSON")
    if not isinstance(asked, dict):
        return _error(None, "invalid_request", "the line is not an object")
    name = asked.get("id")
    try:
        request = parse_request(asked.get("request") or {})
        verdict = _judge(request.ruleset_key, json.dumps(request.options, sort_keys=True))(request.facts)
    except RulesError as refused:
        return _error(name, refused.code, refused.detail or refused.code)
    except (TypeError, ValueError, KeyError, RecursionError) as failure:
        return _error(name, "invalid_request", f"{type(failure).__name__}: {failure}")
    return {"id": name, **answer_json(verdict)}


@lru_cache(maxsize=256)
def _judge(key: str, options: str) -> Callable[[WinFacts], Verdict]:
    return registry.judge_for(key, json.loads(options))


def _error(name: object, code: str, message: str) -> dict[str, Any]:
    return {"id": name, "error": {"code": code, "message": message[:300]}}
