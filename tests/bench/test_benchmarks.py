"""Benchmarks run, agree with themselves and say what they are asked; no figure is judged here."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from mahjong_club.benchmarks import bots, copying, matches, recovery, saves
from mahjong_club.benchmarks.driver import play_match, random_chooser
from mahjong_club.benchmarks.report import PeerMissing, Report, Row, meets, save, show
from mahjong_club.benchmarks.resting import resting
from mahjong_club.benchmarks.stored import empty
from mahjong_club.rules.events import DealStarted, Event, MatchStarted
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import newest, rules_for
from mahjong_club.rules.views import dump
from tests.support.environment import missing

KEY = newest("hong_kong").key


def test_a_playout_is_its_events() -> None:
    seen: list[Event] = []
    played = play_match(KEY, {"rounds": 1}, random_chooser(random.Random(2)), 2, watch=lambda _, e: seen.append(e), most_deals=3)
    state = MatchState(rules_for)
    for event in seen:
        evolve(state, event)
    assert dump(state) == dump(played.state)
    kinds = Counter(type(event) for event in seen)
    assert kinds[MatchStarted] == 1
    assert kinds[DealStarted] == played.deals == 3
    assert played.events == len(seen)
    assert played.decisions >= played.choices > 0


def test_the_same_seed_is_the_same_match() -> None:
    first, second = (play_match(KEY, {}, random_chooser(random.Random(4)), 9, most_deals=2).state for _ in range(2))
    assert dump(first) == dump(second)


def test_comparison_takes_the_middle_of_the_turns() -> None:
    report = Report("x")
    report.compare("speed", [10.0, 40.0, 30.0], [10.0, 10.0, 10.0], "1/s", ">= 2")
    row = report.json()["rows"][0]
    assert (row["ours"], row["peer"], row["ratio"]) == (30.0, 10.0, 3.0)
    assert row["spread"] == pytest.approx(1.0)
    assert meets(row) is True


@pytest.mark.parametrize(
    ("row", "met"),
    [
        (Row("a", 1.0, "", ratio=1.9, target=">= 2"), False),
        (Row("a", 14.0, "ms", target="<= 15"), True),
        (Row("a", 16.0, "ms", target="<= 15"), False),
        (Row("a", 16.0, "ms"), None),
        (Row("a", None, "ms", target="<= 15"), None),
    ],
)
def test_targets(row: Row, met: bool | None) -> None:
    report = Report("x", [row])
    assert meets(report.json()["rows"][0]) is met


def test_a_report_is_saved_and_shown(tmp_path: Path) -> None:
    report = Report("x", [Row("turns", 12345.6, "1/s", 100, 123.456, ">= 2", 0.1), Row("none", None, "")], ["a note"]).json()
    save(report, tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8")) == report
    console = Console(record=True, width=120)
    show(report, console)
    text = console.export_text()
    assert all(part in text for part in ("12,346", "123.46x", ">= 2 ok", "10%", "a note"))


@pytest.mark.parametrize("ruleset", ["hong_kong", "riichi"])
def test_bots_counts_every_deal(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    short = [replace(series, quick_matches=4, most_deals=3) for series in bots.SERIES if series.ruleset == ruleset]
    monkeypatch.setattr(bots, "SERIES", short)
    told: list[tuple[int, int]] = []
    report = bots.run(lambda done, total, what: told.append((done, total)), quick=True)
    total = 4 * len(short)
    assert told == [*((done, total) for done in range(total)), (total, total)]
    for series in short:
        rows = {row["what"].removeprefix(f"{series.label}: "): row for row in report["rows"]}
        assert rows["matches"]["ours"] == 4 == sum(rows[f"places {place}"]["ours"] for place in (1, 2, 3, 4))
        wins = rows["deals won"]
        assert wins["ours"] + 3 * wins["peer"] + rows["drawn deals"]["ours"] == pytest.approx(1.0)


async def test_recovery_leads_to_the_same_states() -> None:
    report = await recovery._run(lambda done, total, what: None, 3, 1)
    assert report["rows"][0]["ratio"] > 0


def test_resting_tables_are_gone() -> None:
    assert resting(3)[0].ours == 0


def test_stored_matches_are_resumed_lifted_and_copied(tmp_path: Path) -> None:
    report = Report("saves")
    for name, part in (("a", saves._resuming), ("b", saves._migrating)):
        with empty(tmp_path / name) as kinds:
            part(report, kinds[0], 2, 1)
    with empty(tmp_path / "c") as kinds:
        copying.copies(report, kinds[0], tmp_path, 1, 1)
    assert all(row.ratio is None or row.ratio > 0 for row in report.rows) and len(report.rows) == 5


def test_our_matches_beside_majiang() -> None:
    try:
        found = matches.majiang_matches(0.1)
    except PeerMissing as absent:
        missing(str(absent))
    assert found["decisions_per_s"] > 0
    assert matches.random_matches(KEY, 0.1)["decisions"] > 0
