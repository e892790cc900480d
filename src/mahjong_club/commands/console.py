"""How commands speak: results on standard output, everything else on standard error, one line for an error."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")
OUT: Final = Console(highlight=False, soft_wrap=True)
ERR: Final = Console(stderr=True, highlight=False, soft_wrap=True)

#: Exit statuses beside 0: a result that is not as it should be or an operation that failed, and a wrong call.
FAILED: Final = 1
WRONG_CALL: Final = 2


def fail(message: str, status: int = FAILED) -> NoReturn:
    """End the command with one line on standard error."""
    ERR.print(f"mahjong-club: {message}", markup=False)
    raise typer.Exit(status)


def progress(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The items, with a bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    if total is None and isinstance(items, Sequence):
        total = len(items)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=ERR, transient=True) as bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)
