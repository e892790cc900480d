"""What every benchmark hands back, as a table to read and a file to keep.

``run(progress=None, quick=False)`` of a benchmark gives a :class:`Report` as JSON-ready data: ``name``, ``machine``, ``notes``
and ``rows``. A row compares *ours* with a *peer* measured in the same run; ``spread`` is the range of our repeats (of the
ratio where there is a peer) over their median.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from mahjong_club.benchmarks.machine import machine

#: Told how far a benchmark is: (steps done, steps in all, what it is doing).
Progress = Callable[[int, int, str], None]


class PeerMissing(RuntimeError):
    """The program to compare with is not installed; the message says what to install."""


@dataclass(slots=True)
class Row:
    """One line. ``target``: the least ratio (or, without a peer, the figure) asked for, with its sign: ``>= 2``."""

    what: str
    ours: float | int | str | None
    unit: str
    peer: float | int | str | None = None
    ratio: float | None = None
    target: str | None = None
    spread: float | None = None


@dataclass(slots=True)
class Report:
    """A benchmark's answer."""

    name: str
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def compare(self, what: str, ours: Sequence[float], peer: Sequence[float], unit: str, target: str | None = None) -> None:
        """A row from repeats taken turn about: medians of both, and of the ratios of each turn."""
        ratios = [a / b for a, b in zip(ours, peer, strict=True)]
        middle = median(ratios)
        spread = (max(ratios) - min(ratios)) / middle
        self.rows.append(Row(what, median(ours), unit, median(peer), middle, target, spread))

    def measure(self, what: str, ours: Sequence[float], unit: str, target: str | None = None) -> None:
        """A row without a peer, from repeats."""
        middle = median(ours)
        spread = (max(ours) - min(ours)) / middle if middle else 0.0
        self.rows.append(Row(what, middle, unit, target=target, spread=spread))

    def json(self) -> dict[str, Any]:
        """JSON-ready data."""
        return {"name": self.name, "machine": machine(), "rows": [asdict(row) for row in self.rows], "notes": self.notes}


def silent(done: int, total: int, what: str) -> None:
    """A progress that says nothing."""


def save(report: dict[str, Any], path: Path) -> None:
    """Write a report as JSON."""
    path.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def show(report: dict[str, Any], console: Console | None = None) -> None:
    """Print a report as a table."""
    console = console or Console()
    where = report["machine"]
    table = Table(title=f"{report['name']}  ·  {where['processor']}, {where['cores']} cores, {where['python']}")
    table.add_column("what")
    for heading in ("ours", "peer", "ratio", "target", "spread"):
        table.add_column(heading, justify="right")
    for row in report["rows"]:
        table.add_row(
            f"{row['what']} ({row['unit']})" if row["unit"] else row["what"],
            number(row["ours"]),
            number(row["peer"]),
            "" if row["ratio"] is None else f"{row['ratio']:.2f}x",
            _judged(row),
            "" if row["spread"] is None else f"{row['spread']:.0%}",
        )
    console.print(table)
    for note in report["notes"]:
        console.print(f"  {note}", highlight=False)


def number(value: float | int | str | None) -> str:
    """A figure with as many digits as mean something."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def meets(row: dict[str, Any]) -> bool | None:
    """Whether a row meets its target; ``None`` where it has none or nothing was measured."""
    target = row["target"]
    if target is None:
        return None
    sign, _, wanted = target.partition(" ")
    found = row["ours"] if row["ratio"] is None else row["ratio"]
    if not isinstance(found, int | float):
        return None
    limit = float(wanted.replace(",", ""))
    return found >= limit if sign == ">=" else found <= limit


def _judged(row: dict[str, Any]) -> str:
    met = meets(row)
    if met is None:
        return row["target"] or ""
    return f"[green]{row['target']} ok[/green]" if met else f"[red]{row['target']} missed[/red]"
