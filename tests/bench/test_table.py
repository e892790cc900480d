"""The table's benchmark says what it lacks, and reports what it saw."""

import json
import sys

import pytest

from mahjong_club.benchmarks import table
from mahjong_club.benchmarks.drawings import Drawing, drawings_in
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
    drawings = tuple(Drawing(1, 3.0, 1.0) for _ in range(90)) + tuple(Drawing(2, 30.0, 18.0) for _ in range(10))
    table._report_costs(report, "riichi", table.Played(drawings, (), 0, 120))
    table._report_frames(report, "riichi", table.Played(drawings, (61.0, 70.0), 1, 120))
    rows = report.json()["rows"]
    assert [(row["ours"], meets(row)) for row in rows if row["target"]] == [
        (130, True),
        (1600.0, False),
        (9.0, False),
        (1, False),
    ]


def mark(name: str, clock: int, processor: int, category: str = "blink.user_timing") -> dict[str, object]:
    return {"cat": category, "name": name, "ts": clock, "tts": processor}


def test_a_drawing_has_its_messages_before_and_what_follows_it() -> None:
    marks = [
        mark("cost drawing 3", 0, 0), mark("cost end", 900, 900),  # before the page was playable
        mark("cost playable", 1000, 950),
        mark("cost message", 2000, 1000), mark("cost end", 2500, 1200),
        mark("cost drawing 2", 3000, 1200), mark("cost end", 7000, 4200),
        mark("cost later", 8000, 4200), mark("cost end", 8100, 4300),
        mark("cost message", 9000, 5000), mark("cost end", 9100, 5100),
        mark("cost later", 9200, 5100), mark("cost end", 9300, 5200),
        mark("cost message", 9900, 6000), mark("cost end", 9950, 6050),
        mark("cost drawing 1", 10_000, 6100), mark("cost end", 12_000, 8100),
        mark("something else", 12_500, 8200), mark("cost end", 13_000, 9000, "v8"),
    ]  # fmt: skip
    trace = json.dumps({"traceEvents": list(reversed(marks))}).encode()
    first, second = drawings_in(trace)
    assert (first.events, second.events) == (2, 1)
    assert (first.clock_ms, first.processor_ms) == pytest.approx((4.8, 3.5))
    assert (second.clock_ms, second.processor_ms) == pytest.approx((2.05, 2.05))
