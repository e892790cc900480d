"""The table's benchmark says what it lacks, and reports what it saw."""

import sys

import pytest

from mahjong_club.benchmarks import table
from mahjong_club.benchmarks.report import PeerMissing, Report, meets


def test_without_a_browser_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(PeerMissing, match="Chromium, which is not installed"), table._chromium():
        pass


def test_without_its_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(PeerMissing, match="pip install playwright"), table._chromium():
        pass


def test_what_was_seen_is_held_against_the_aims() -> None:
    report = Report("table")
    table._report_loads(
        report, [table.Load(120.0, 30.0, 60, 900.0), table.Load(140.0, 30.0, 60, 1700.0), table.Load(130, 30, 60, 1600)]
    )
    table._report_costs(report, "riichi", table.Played(tuple([1.0] * 90 + [9.0] * 10), (1,) * 100, (), 120))
    table._report_frames(report, "riichi", table.Played((1.0,), (1,), (61.0,), 120))
    rows = report.json()["rows"]
    assert [(row["ours"], meets(row)) for row in rows if row["target"]] == [
        (130, True),
        (1600.0, False),
        (9.0, False),
        (1, False),
    ]
