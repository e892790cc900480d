"""`mahjong-club bench`: measure, print a table, write JSON. Each benchmark is a module of `mahjong_club.benchmarks`."""

import importlib
import importlib.util
import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from mahjong_club import __version__
from mahjong_club.benchmarks import report
from mahjong_club.benchmarks.machine import machine
from mahjong_club.commands.console import ERR, OUT, WRONG_CALL, fail

#: What a name stands for: the modules that are run, in order. A module's own name works, too.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": ("shapes", "hand_value", "taiwanese", "riichi", "matches"),
    "table": ("table",),
    "server": ("server",),
    "recovery": ("recovery",),
    "saves": ("saves",),
    "bots": ("bots",),
}
PACKAGE: Final = "mahjong_club.benchmarks"


def bench(names: list[str], out: Path, repeats: int | None, *, quick: bool) -> None:
    """Run benchmarks and write ``out``/<name>.json. Exit status 1 where one cannot be run, 2 for a name that does not exist."""
    modules = list(dict.fromkeys(module for name in names for module in _named(name))) or _installed()
    failed = []
    for module in modules:
        try:
            results = _run(module, repeats, quick=quick)
        except Exception as failure:
            ERR.print(f"mahjong-club: {module}: {type(failure).__name__}: {failure}", markup=False)
            failed.append(module)
            continue
        _show(module, results)
        _write(out, module, results)
    if failed:
        fail(f"could not run {', '.join(failed)}")


def _named(name: str) -> tuple[str, ...]:
    every = {module for group in GROUPS.values() for module in group}
    wanted = GROUPS.get(name) or ((name,) if name in every else ())
    if not wanted:
        fail(f"no benchmark is called {name}; there are {', '.join([*GROUPS, *sorted(every - set(GROUPS))])}", WRONG_CALL)
    missing = [module for module in wanted if not _exists(module)]
    if missing:
        fail(f"{', '.join(missing)}: this benchmark is not part of this installation", WRONG_CALL)
    return wanted


def _installed() -> list[str]:
    return [module for group in GROUPS.values() for module in group if _exists(module)]


def _exists(module: str) -> bool:
    return importlib.util.find_spec(f"{PACKAGE}.{module}") is not None


def _run(module: str, repeats: int | None, *, quick: bool) -> Mapping[str, Any]:
    run = importlib.import_module(f"{PACKAGE}.{module}").run
    accepted = inspect.signature(run).parameters
    if quick and "quick" not in accepted and repeats is None:
        repeats = 1
    with _bar(module) as tell:
        offered = {"progress": tell, "quick": quick, "repeats": repeats}
        results: Mapping[str, Any] = run(
            **{name: value for name, value in offered.items() if name in accepted and value is not None}
        )
    return results


@contextmanager
def _bar(module: str) -> Iterator[Callable[[int, int, str], None] | None]:
    """How far a benchmark is, on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=ERR, transient=True) as bar:
        task = bar.add_task(module, total=None)

        def tell(done: int, total: int, what: str) -> None:
            bar.update(task, completed=done, total=total, description=f"{module}: {what}")

        yield tell


def _show(module: str, results: Mapping[str, Any]) -> None:
    if "rows" in results and "machine" in results:
        report.show(dict(results), OUT)
        return
    rows = {name: row if isinstance(row, Mapping) else {"value": row} for name, row in results.items()}
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    where = machine()
    table = Table(title=f"{module}  ·  {where['processor']}, {where['cores']} cores, {where['python']}")
    table.add_column("what")
    for column in columns:
        table.add_column(column, justify="right")
    for name, row in rows.items():
        table.add_row(name, *(_figure(row.get(column)) for column in columns))
    OUT.print(table)


def _figure(value: Any) -> str:
    return report.number(value) if isinstance(value, (int, float, str)) or value is None else str(value)


def _write(out: Path, module: str, results: Mapping[str, Any]) -> None:
    kept = {
        "benchmark": module,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": __version__,
        "machine": results.get("machine") or machine(),
        "results": results,
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        file = out / f"{module}.json"
        file.write_text(json.dumps(kept, indent=2, ensure_ascii=False, default=str) + "\n", encoding="utf-8")
    except OSError as failure:
        fail(f"cannot write to {out}: {failure.strerror or failure}")
    ERR.print(f"written to {file}", markup=False)
