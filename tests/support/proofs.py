"""What proves the lines of the rules pages: markers on tests, and `tests/rules_lines.json` for lines proved by shared tests.

A proof is a test (`tests/…/test_x.py::test_y`) or vectors (`tests/vectors/x.jsonl#ID`, where the id may be a pattern).
"""

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def marked() -> dict[tuple[str, str], tuple[str, ...]]:
    """(variant, anchor) → tests that carry `@pytest.mark.proves(variant, anchor)`, or whose module does."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "proves":
                variant, anchor = (str(ast.literal_eval(argument)) for argument in node.args)
                found[variant, anchor].append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}")
    return {key: tuple(places) for key, places in found.items()}


@cache
def registered() -> dict[str, dict[str, list[str]]]:
    """`tests/rules_lines.json`: variant → anchor (or a pattern of anchors) → proofs."""
    lines: dict[str, dict[str, list[str]]] = json.loads((ROOT / "tests" / "rules_lines.json").read_text(encoding="utf-8"))
    return lines


def proofs_of(variant: str, anchor: str) -> Iterator[str]:
    """Everything that proves a line."""
    yield from marked().get((variant, anchor), ())
    for pattern, proofs in registered().get(variant, {}).items():
        if fnmatchcase(anchor, pattern):
            yield from proofs


def exists(proof: str) -> bool:
    """Whether a registered proof names a test that is there, or at least one vector."""
    if "#" in proof:
        name, _, wanted = proof.partition("#")
        return any(fnmatchcase(case, wanted) for case in _vector_ids(name))
    name, _, test = proof.partition("::")
    return test in _tests_of(name)


@cache
def _vector_ids(name: str) -> tuple[str, ...]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines() if (ROOT / name).is_file() else []
    return tuple(json.loads(line)["id"] for line in lines)


@cache
def _tests_of(name: str) -> frozenset[str]:
    path = ROOT / name
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
