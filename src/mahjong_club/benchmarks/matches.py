"""Whole matches by random legal play, next to majiang-core on node in the same run.

Both sides do the same: every seat that may do something is given its list of legal actions and picks one at random; a list
with one entry counts as a decision too. Ours asks through ``legal_actions``, ``decide`` and ``evolve``, so every action is
checked and written as events.
"""

import json
import os
import random
import subprocess
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from mahjong_club.benchmarks.driver import play_match, random_chooser
from mahjong_club.benchmarks.report import PeerMissing, Progress, Report, silent
from mahjong_club.rules.variants.registry import newest

PEERS: Final = Path(__file__).parent / "peers"
SECONDS, QUICK_SECONDS = 5.0, 1.0
REPEATS = 5
DEALS = 16
TARGET = ">= 2"


def run(
    progress: Progress | None = None,
    quick: bool = False,  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    repeats: int | None = None,
    ruleset: str = "hong_kong",
) -> dict[str, Any]:
    """Decisions a second of both sides, turn about. Raises :class:`PeerMissing` without node or majiang-core."""
    tell = progress or silent
    seconds, turns = (QUICK_SECONDS, 1) if quick else (SECONDS, repeats or REPEATS)
    key = newest(ruleset).key
    random_matches(key, 1.0)
    ours, peer = [], []
    for turn in range(turns):
        tell(2 * turn, 2 * turns, "our matches")
        ours.append(random_matches(key, seconds, first=1 + turn * 10_000))
        tell(2 * turn + 1, 2 * turns, "matches of majiang-core")
        peer.append(majiang_matches(seconds))
    tell(2 * turns, 2 * turns, "done")
    report = Report(f"matches {key}")
    report.compare("decisions", [r["decisions_per_s"] for r in ours], [r["decisions_per_s"] for r in peer], "1/s", TARGET)
    report.compare("deals", [r["deals_per_s"] for r in ours], [r["kyoku_per_s"] for r in peer], "1/s")
    report.measure("decisions a deal", [r["decisions"] / r["deals"] for r in ours], "")
    report.measure("events", [r["events_per_s"] for r in ours], "1/s")
    report.notes.append("The peer is majiang-core 1.4.1 on node with random players; it writes no events and checks no replies.")
    return report.json()


def random_matches(key: str, seconds: float, first: int = 0) -> dict[str, float]:
    """Play matches of at most :data:`DEALS` deals until the time is up; a match that runs is finished."""
    decisions = events = deals = 0
    seed = first
    start = perf_counter()
    while perf_counter() - start < seconds:
        played = play_match(key, {"rounds": 1}, random_chooser(random.Random(seed)), seed, most_deals=DEALS)
        decisions += played.decisions
        events += played.events
        deals += played.deals
        seed += 1
    elapsed = perf_counter() - start
    return {
        "decisions": decisions,
        "deals": deals,
        "decisions_per_s": decisions / elapsed,
        "deals_per_s": deals / elapsed,
        "events_per_s": events / elapsed,
    }


def majiang_matches(seconds: float) -> dict[str, float]:
    """What majiang-core does in so many seconds, after its own warm-up."""
    answer = json.loads(node("sim_js.cjs", "random", str(seconds), package="@kobalab/majiang-core@1.4.1"))
    return {name: float(value) for name, value in answer.items() if isinstance(value, int | float)}


def node(script: str, *arguments: str, package: str, environment: dict[str, str] | None = None) -> str:
    """Run one of the peers' drivers. Raises :class:`PeerMissing` when node or the package is not there."""
    try:
        done = subprocess.run(
            ["node", str(PEERS / script), *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=node_environment() | (environment or {}),
        )
    except FileNotFoundError as failure:
        raise PeerMissing("this benchmark compares with a program on node, which is not installed") from failure
    if done.returncode:
        if "Cannot find module" in done.stderr:
            raise PeerMissing(f"this benchmark compares with {package}: run `npm install` in the checkout")
        raise RuntimeError(f"{script} failed: {done.stderr.strip()[-400:]}")
    return done.stdout


def node_environment() -> dict[str, str]:
    """Modules are looked for beside the checkout's package.json and in the working folder."""
    return {**os.environ, "NODE_PATH": os.pathsep.join([str(Path.cwd() / "node_modules"), os.environ.get("NODE_PATH", "")])}
