"""Fresh matches, played by the reference engine and by ours, compared event by event.

``python -m tests.oracles.majiang_live 2000`` compares so many and prints the seed of the first that differs; MAHJONG_CLUB_SEED
gives the first seed, else the date does.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from mahjong_club.rules.events import DealDrawn, DealWon
from tests.oracles.majiang_match import EngineMatch, Message, Replies
from tests.oracles.majiang_options import CLUB_TABLE, Table
from tests.oracles.majiang_process import EngineProcess
from tests.oracles.majiang_replay import CLUB, Replayed, replay, wall_maker
from tests.oracles.majiang_replies import NOTHING, Reply
from tests.oracles.majiang_walls import RIGGED

#: How many requests the engine may be ahead.
_AHEAD: Final = 3
_RIGGED_DEALS: Final = 12


def first_seed() -> int:
    """MAHJONG_CLUB_SEED, else the date: the same all day, another tomorrow."""
    given = os.environ.get("MAHJONG_CLUB_SEED")
    return int(given) if given else int(datetime.now(UTC).strftime("%y%m%d")) * 1000


def request_of(seed: int, table: Table = CLUB_TABLE) -> dict[str, Any]:
    """The match with this seed: by turns uniform, greedy, on rigged walls, and with replies of ours, junk among them."""
    rng = random.Random(seed)
    reds = table.options.get("red_fives", (1, 1, 1))
    request: dict[str, Any] = {"op": "game", "seed": seed, "qijia": rng.randrange(4), "log": "compact"}
    if table.rule:
        request["rule"] = dict(table.rule)
    kind = seed % 5
    if kind in (2, 3) or rng.random() < 0.3:
        request["walls"] = [rng.choice(RIGGED)(rng, reds) for _ in range(_RIGGED_DEALS)]
    if rng.random() < 0.2:
        request["init"] = _late(rng)
    request["policy"] = {"kind": "uniform"} if kind == 0 else _greedy(rng)
    return request


def _greedy(rng: random.Random) -> dict[str, Any]:
    return {
        "kind": "greedy",
        "daopai": rng.choice((0, 128, 256)),
        "hule": rng.choice((64, 200, 256)),
        "gang": rng.choice((96, 256)),
        "fulou": rng.choice((16, 48, 160)),
        "lizhi": rng.choice((128, 256)),
        "drop": rng.choice((0, 0, 24)),
        "dapai": rng.choice(("xt", "xt", "xt", "yao", "any")),
    }


def _late(rng: random.Random) -> dict[str, Any]:
    """A match close to its end."""
    scores = [rng.choice((0, 900, 1000, 25000, 30000)) for _ in range(3)]
    deposits = rng.randrange(4)
    scores.append(100_000 - 1000 * deposits - sum(scores))
    rng.shuffle(scores)
    return {
        "defen": scores,
        "zhuangfeng": 1,
        "jushu": rng.choice((0, 2, 3, 3)),
        "changbang": rng.randrange(5),
        "lizhibang": deposits,
    }


# ------------------------------------------------------------------------------------------------------------------- junk


class Junk:
    """Players who mostly do something legal and else say whatever comes to their minds; every reply is written down."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.replies: list[dict[str, Reply]] = []

    def __call__(self, message: Message) -> Replies:
        if message.legal is None:
            return {}
        given = {seat: self._reply(message, legal) for seat, legal in enumerate(message.legal)}
        given = {seat: reply for seat, reply in given.items() if reply}
        self.replies.append({str(seat): reply for seat, reply in given.items()})
        return given

    def _reply(self, message: Message, legal: list[Reply]) -> Reply:
        rng = self.rng
        if rng.random() < (0.12 if len(legal) > 1 else 0.06):
            return self._nonsense(message)
        if legal[0].get("hule") and rng.random() < 0.7:
            return legal[0]
        declared = [reply for reply in legal if reply.get("dapai", "").endswith("*")]
        return rng.choice(declared if declared and rng.random() < 0.7 else legal)

    def _nonsense(self, message: Message) -> Reply:
        rng = self.rng
        suit, number = rng.choice("mpsz"), rng.randrange(0, 10)
        tile = str(message.msg.get("p", suit + str(number)))[:2] if rng.random() < 0.5 else f"{suit}{number}"
        low = rng.randrange(1, 8)
        melds = [
            tile[0] + tile[1] * 4,
            f"{tile}{tile[1]}{tile[1]}{rng.choice('+=-')}",
            f"{tile}{tile[1]}{tile[1]}{rng.choice('+=-')}{tile[1]}",
            f"{tile}{tile[1]}{tile[1]}{tile[1]}{rng.choice('+=-')}",
            f"{suit}{low}-{low + 1}{low + 2}",
            f"{suit}{low}{low + 1}-{low + 2}",
            f"{suit}{low}{low + 1}{low + 2}-",
        ]
        return rng.choice(
            [
                NOTHING,
                {"hule": "-"},
                {"daopai": "-"},
                {"dapai": tile},
                {"dapai": tile + "_"},
                {"dapai": tile + "*"},
                {"dapai": tile + "_*"},
                {"dapai": rng.choice(("", "x1", "m", "_", "*", "m11", "m5*_"))},
                {"gang": rng.choice(melds)},
                {"fulou": rng.choice(melds)},
            ]
        )


def with_junk(request: dict[str, Any], table: Table = CLUB_TABLE) -> dict[str, Any]:
    """The request for the same match with replies that players of ours gave in it."""
    junk = Junk(random.Random(request["seed"]))
    match = EngineMatch(
        CLUB,
        junk,
        wall_maker(request, table.options.get("red_fives", (1, 1, 1))),
        options=table.options,
        first_dealer=request["qijia"],
        init=request.get("init"),
    )
    match.play()
    return request | {"policy": {"kind": "replies", "replies": junk.replies}}


# ---------------------------------------------------------------------------------------------------------------- the run


def compared(seeds: range, tables: Callable[[int], Table] = lambda seed: CLUB_TABLE) -> Iterator[tuple[int, Replayed]]:
    """Compare a fresh match for every seed; an AssertionError names the seed of a match that differs."""
    waiting: list[tuple[int, Table, dict[str, Any]]] = []
    with EngineProcess() as engine:
        upcoming = iter(seeds)
        while True:
            for seed in upcoming:
                table = tables(seed)
                request = request_of(seed, table)
                request = with_junk(request, table) if seed % 5 == 4 else request
                engine.send(**request)
                waiting.append((seed, table, request))
                if len(waiting) > _AHEAD:
                    break
            if not waiting:
                return
            seed, table, request = waiting.pop(0)
            try:
                replayed = replay(request, engine.receive()["events"], options=table.options)
            except AssertionError as difference:
                raise AssertionError(f"MAHJONG_CLUB_SEED={seed} differs under {table.options}: {difference}") from difference
            yield seed, replayed


def results_of(match: EngineMatch) -> Counter[str]:
    """What the deals of a match came to, for saying what a run has seen."""
    found: Counter[str] = Counter()
    for event in match.events:
        if isinstance(event, DealWon):
            found[event.by] += 1
            found["yakuman"] += bool(event.yakuman)
            found["liable"] += bool(event.liable)
        elif isinstance(event, DealDrawn):
            found[event.reason] += 1
    return found


def main(number: int) -> int:
    """Compare with a progress bar; 1 where a match differs."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    start = first_seed()
    seen: Counter[str] = Counter()
    events = refused = 0
    columns = ("[progress.description]{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task(f"riichi from seed {start}", total=number)
        try:
            for _, replayed in compared(range(start, start + number)):
                events += replayed.compared
                refused += replayed.refused
                seen += results_of(replayed.match)
                progress.advance(task)
        except AssertionError as difference:
            progress.stop()
            print(str(difference)[:4000])
            return 1
    print(f"{number} matches equal: {events} events, {refused} replies refused by both; {dict(seen.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
