"""`saves import` and `saves migrate` that are killed at one statement after the other: all or nothing, a match at a time."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mahjong_club.storage.offline import Offline
from tests.saves.support import FIXTURES, Played, everything, setup_for

#: Works in a process of its own, which ends itself (kill -9) before its n-th statement or commit; a few later each time that
#: it is told to go on, until it comes to the end alive.
KILLED = """
import itertools, os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from mahjong_club.commands.saves import import_file, migrate
from mahjong_club.settings import Settings

what, url, file, first, stride = sys.argv[1:]
settings = Settings(database_url=url)

def work():
    if what == "import":
        import_file(settings, Path(file))
    else:
        migrate(settings, (), dry_run=False, as_json=True, lifts={"drawn": [lambda content: content]})

def die_at(last):
    steps = itertools.count(1)
    def step(*_):
        if next(steps) == last:
            os.kill(os.getpid(), signal.SIGKILL)
    event.listen(Engine, "before_cursor_execute", step)
    event.listen(Engine, "commit", step)

for last in itertools.count(int(first), int(stride)):
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        die_at(last)
        work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print("died" if os.WIFSIGNALED(status) else f"ended {os.waitstatus_to_exitcode(status)}", flush=True)
    if not os.WIFSIGNALED(status):
        break
    sys.stdin.readline()
"""


@contextmanager
def killed(what: str, url: str, file: Path | str = "") -> Iterator[Callable[[], str]]:
    """What becomes of the next attempt is asked for by calling."""
    stride = 4 if what == "import" else 3
    command = [sys.executable, "-c", KILLED, what, url, str(file), str(random.randint(1, stride)), str(stride)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        first = True

        def attempt() -> str:
            nonlocal first
            if not first:
                process.stdin.write("\n")  # type: ignore[union-attr]
                process.stdin.flush()  # type: ignore[union-attr]
            first = False
            return process.stdout.readline().strip()  # type: ignore[union-attr]

        yield attempt


def test_a_killed_import_leaves_nothing(any_url: str) -> None:
    with Offline(any_url, writing=True) as offline:
        Played(setup_for()).until(lambda state: state.number == 2 and state.discards > 8).store(offline)
    before = everything(any_url)
    deaths = 0
    with killed("import", any_url, FIXTURES / "hong_kong_turn.json") as attempt:
        while (became := attempt()) == "died":
            deaths += 1
            assert everything(any_url) == before
    # It asks, and writes people, a match, its seats, its log, a table and links.
    assert became == "ended 0" and deaths > 5
    after = everything(any_url)
    assert len(after["matches"]) == 2 and len(after["match_events"]) == len(before["match_events"]) + 2
    assert len(after["claim_links"]) == 4 and len(after["seatings"]) == 8


def test_a_killed_migration_leaves_each_match_as_it_was_or_lifted(any_url: str) -> None:
    with Offline(any_url, writing=True) as offline:
        for number in range(3):
            setup = setup_for(
                match_id=f"ab{number}", secret=f"{number:02x}" * 32, table_id=f"7ab{number}", code=f"ABCDE{'XYZ'[number]}"
            )
            Played(setup, seed=number).until(lambda state: state.discards > 5).store(offline)
    old = by_match(everything(any_url))
    seen: list[dict[str, list[Any]]] = []
    with killed("migrate", any_url) as attempt:
        while (became := attempt()) == "died":
            seen.append(by_match(everything(any_url)))
    assert became == "ended 0"
    new = by_match(everything(any_url))
    assert all(new[match] != old[match] for match in old)
    assert all(found[match] in (old[match], new[match]) for found in seen for match in old)
    # What is done stays done: each attempt finds what the one before has left.
    lifted = [sum(found[match] == new[match] for match in old) for found in seen]
    assert lifted == sorted(lifted) and lifted[0] == 0 and set(lifted) >= {0, 1, 2}


def by_match(rows: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[Any]]:
    """The log of each match."""
    ids = sorted(str(row[0]) for row in rows["matches"])
    return {match: [row for row in rows["match_events"] if match in row] for match in ids}
