"""`mahjong-club bench`: measure, print a table, write JSON. Each benchmark is a module of `mahjong_club.benchmarks`."""

import importlib
import json
import os
import platform
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rich.table import Table

from mahjong_club import __version__
from mahjong_club.commands.console import ERR, OUT, WRONG_CALL, fail

#: What a name stands for: the modules that are run, in order.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": ("shapes", "hand_value", "matches"),
    "shapes": ("shapes",),
    "hand_value": ("hand_value",),
    "matches": ("matches",),
    "table": ("table",),
    "server": ("server",),
    "saves": ("saves",),
    "bots": ("bots",),
}
ALL: Final = ("rules", "table", "server", "saves", "bots")


def bench(names: list[str], out: Path, repeats: int | None) -> None:
    """Run benchmarks and write ``out``/<name>.json. Exit status 1 where one cannot be run, 2 for a name that does not exist."""
    wanted = names or list(ALL)
    for name in wanted:
        if name not in GROUPS:
            fail(f"no benchmark is called {name}; there are {', '.join(GROUPS)}", WRONG_CALL)
    machine = this_machine()
    ERR.print(" · ".join(f"{key} {value}" for key, value in machine.items()), markup=False)
    failed = []
    for module in dict.fromkeys(module for name in wanted for module in GROUPS[name]):
        try:
            results = _run(module, repeats)
        except Exception as failure:
            ERR.print(f"mahjong-club: {module}: {type(failure).__name__}: {failure}", markup=False)
            failed.append(module)
            continue
        _show(module, results)
        _write(out, module, machine, results)
    if failed:
        fail(f"could not run {', '.join(failed)}")


def this_machine() -> dict[str, Any]:
    """What a figure depends on."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "mahjong_club": __version__,
    }


def _run(module: str, repeats: int | None) -> Mapping[str, Any]:
    name = f"mahjong_club.benchmarks.{module}"
    try:
        found = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name == name:
            raise RuntimeError("this benchmark is not part of this installation") from missing
        raise
    results: Mapping[str, Any] = found.run() if repeats is None else found.run(repeats=repeats)
    return results


def _show(module: str, results: Mapping[str, Any]) -> None:
    rows = {name: row if isinstance(row, Mapping) else {"value": row} for name, row in results.items()}
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    table = Table(title=module, title_justify="left")
    table.add_column("")
    for column in columns:
        table.add_column(column, justify="right")
    for name, row in rows.items():
        table.add_row(name, *(_figure(row.get(column)) for column in columns))
    OUT.print(table)


def _figure(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _write(out: Path, module: str, machine: dict[str, Any], results: Mapping[str, Any]) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        file = out / f"{module}.json"
        now = datetime.now(UTC).isoformat(timespec="seconds")
        text = json.dumps({"benchmark": module, "at": now, "machine": machine, "results": results}, indent=2, default=str)
        file.write_text(text + "\n", encoding="utf-8")
    except OSError as failure:
        fail(f"cannot write to {out}: {failure.strerror or failure}")
    ERR.print(f"written to {file}", markup=False)


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine() or sys.platform
