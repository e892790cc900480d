"""Fresh matches against the reference engine on node, other ones every day; MAHJONG_CLUB_SEED repeats a run."""

import shutil
from collections import Counter
from dataclasses import fields

import pytest

from mahjong_club.rules.variants.riichi.options import RiichiOptions
from tests.oracles.majiang_live import compared, first_seed, results_of
from tests.oracles.majiang_options import NOT_COMPARED, SAME, mixed_table
from tests.oracles.majiang_process import MODULES, EngineProcess
from tests.support.environment import missing

PARTS = 4
#: The least number of matches under the club's rules, and of those under mixed options.
CLUB_MATCHES, MIXED_MATCHES = 320, 80


@pytest.fixture(autouse=True)
def _engine() -> None:
    if shutil.which("node") is None:
        missing("node is not installed")
    if not (MODULES / "@kobalab" / "majiang-core").is_dir():
        missing("npm's packages are not installed: run `npm ci`")


def part_of(start: int, number: int, part: int) -> range:
    """Every fifth of a part has the same kind of match, so parts are cut in one piece."""
    size = -(-number // PARTS)
    return range(start + part * size, start + (part + 1) * size)


def test_it_is_the_release_that_the_rules_name() -> None:
    with EngineProcess() as engine:
        assert engine.ask(op="version")["core"] == "1.4.1"


@pytest.mark.parametrize("part", range(PARTS))
def test_fresh_matches_equal_the_engine(part: int, oracle_cases: int) -> None:
    seen: Counter[str] = Counter()
    refused = 0
    for _, replayed in compared(part_of(first_seed(), max(CLUB_MATCHES, oracle_cases), part)):
        seen += results_of(replayed.match)
        refused += replayed.refused
    assert refused > 100
    assert {"discard", "self_draw", "wall_exhausted"} <= set(seen)


@pytest.mark.parametrize("part", range(PARTS))
def test_matches_under_any_options_equal_the_engine(part: int, oracle_cases: int) -> None:
    for _ in compared(part_of(first_seed() + 500_000, max(MIXED_MATCHES, oracle_cases // 4), part), mixed_table):
        pass


def test_every_option_is_compared() -> None:
    assert set(SAME) | NOT_COMPARED == {option.name for option in fields(RiichiOptions)}
