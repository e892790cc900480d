"""Riichi: hand value against the PyPI package `mahjong`, and whole random matches against majiang-core, in one run.

The judge does all its work (validation, every reading, yaku, fu with its parts, rejected yaku, payments); the package is asked
for the value of the same hands. Matches go through ``legal_actions``, ``decide`` and ``evolve``. The package `riichienv` is
compiled Rust under Python; its figure stands beside ours, with its own random agent playing.
"""

import gc
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter, process_time
from typing import Any, Final

from mahjong_club.benchmarks import hand_value
from mahjong_club.benchmarks.matches import majiang_matches, random_matches
from mahjong_club.benchmarks.report import PeerMissing, Progress, Report, silent
from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.tiles import KIND, Tile
from mahjong_club.rules.variants.registry import judge_for, newest

REPEATS: Final = 5
SECONDS, QUICK_SECONDS = 5.0, 1.0
HANDS, QUICK_HANDS = 3_000, 600
#: Hands that the judge has valued before it is measured, as a table in service has.
SERVED: Final = 40_000
PEER_PART: Final = 3
VALUE_TARGET, MATCHES_TARGET = ">= 6", ">= 2"
_INDICATOR: Final = "1s"
_MIXED, _MORE_FLUSHES = 2, 39


def run(progress: Progress | None = None, quick: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    """Rates of both sides, turn about, and their ratios. Raises :class:`PeerMissing`."""
    tell, repeats = progress or silent, 1 if quick else REPEATS
    report = Report(f"riichi {newest('riichi').key}")
    tell(0, 2, "hand value")
    _hand_value(report, repeats, QUICK_HANDS if quick else HANDS)
    tell(1, 2, "random matches")
    _matches(report, repeats, QUICK_SECONDS if quick else SECONDS)
    tell(2, 2, "done")
    return report.json()


# -- hand value ------------------------------------------------------------------------------------------------------------


def riichi_hands(number: int) -> list[WinFacts]:
    """Complete hands of 0-4 melds, one in eleven of one suit; concealed ones have declared, so that most have a yaku."""
    made = hand_value.make_hands(2 * number)
    # By turns two of all suits and two of one; of those one in ten is enough.
    mixed = [facts for i, facts in enumerate(made) if i % 4 < _MIXED or i % _MORE_FLUSHES < _MIXED]
    return [replace(facts, bonus=(), ready=None if facts.melds else "ordinary", dora=(_INDICATOR,)) for facts in mixed[:number]]


def _hand_value(report: Report, repeats: int, number: int) -> None:
    hands = riichi_hands(SERVED + number * repeats)
    starts = range(SERVED, len(hands), number)
    judge = judge_for("riichi", {})
    questions = [[_peer_question(facts) for facts in hands[start : start + number : PEER_PART]] for start in starts]
    _rate(judge, hands[:SERVED])
    # The hands that wait for their turn are the benchmark's own; nobody's collector has to look at them.
    gc.collect()
    gc.freeze()
    ours: list[float] = []
    again: list[float] = []
    peer: list[float] = []
    for start, asked in zip(starts, questions, strict=True):
        part = hands[start : start + number]
        ours.append(_rate(judge, part))
        peer.append(_rate(_call, asked))
        again.append(_rate(judge, part))
    gc.unfreeze()
    report.compare("hands valued, tables warm", again, peer, "1/s", VALUE_TARGET)
    report.compare("hands never seen before", ours, peer, "1/s")
    report.notes.append("Hand value: the peer is the PyPI package `mahjong`, timed by processor time like ours.")


def _rate(ask: Callable[[Any], Any], questions: Sequence[Any]) -> float:
    start = process_time()
    for question in questions:
        ask(question)
    return len(questions) / (process_time() - start)


def _call(question: Callable[[], Any]) -> None:
    question()


def _peer_question(facts: WinFacts) -> Callable[[], Any]:
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
        from mahjong.meld import Meld as PeerMeld
    except ImportError as error:
        raise PeerMissing("the package `mahjong` is not installed") from error
    numbers = _Numbers()
    kinds = {"chow": PeerMeld.CHI, "pung": PeerMeld.PON, "kong": PeerMeld.KAN}
    melds = [PeerMeld(kinds[meld.kind], numbers.take(meld.tiles), opened=meld.form != "concealed") for meld in facts.melds]
    win = numbers.take((str(facts.tile),))[0]
    tiles = [*numbers.take(facts.hand), win, *(number for meld in melds for number in meld.tiles)]
    self_draw = facts.by == "self_draw"
    config = HandConfig(
        is_tsumo=self_draw,
        is_riichi=facts.ready is not None,
        is_haitei=facts.last_tile and self_draw,
        is_houtei=facts.last_tile and not self_draw,
        player_wind=27 + ((facts.winner - facts.dealer) & 3),
        round_wind=27 + facts.round_wind,
        options=OptionalRules(has_open_tanyao=True, has_aka_dora=False),
    )
    dora = [4 * KIND[tile] + 1 for tile in facts.dora]
    return lambda: HandCalculator.estimate_hand_value(tiles, win, melds=melds, dora_indicators=dora, config=config)


class _Numbers:
    """The package's 0-135 tile numbers, each copy once."""

    def __init__(self) -> None:
        self._used: dict[int, int] = {}

    def take(self, tiles: Sequence[Tile]) -> list[int]:
        taken = []
        for tile in tiles:
            kind = KIND[tile]
            copy = self._used.get(kind, 0)
            self._used[kind] = copy + 1
            taken.append(4 * kind + copy)
        return taken


# -- matches ---------------------------------------------------------------------------------------------------------------


def _matches(report: Report, repeats: int, seconds: float) -> None:
    key = newest("riichi").key
    random_matches(key, 1.0)
    ours, peer, compiled = [], [], []
    for turn in range(repeats):
        ours.append(random_matches(key, seconds, first=1 + turn * 10_000))
        peer.append(majiang_matches(seconds))
        compiled.append(riichienv_matches(seconds))
    decisions = [each["decisions_per_s"] for each in ours]
    report.compare("decisions in random matches", decisions, [each["decisions_per_s"] for each in peer], "1/s", MATCHES_TARGET)
    report.compare("deals", [each["deals_per_s"] for each in ours], [each["kyoku_per_s"] for each in peer], "1/s")
    report.measure("decisions a deal", [each["decisions"] / each["deals"] for each in ours], "")
    found = [each for each in compiled if each is not None]
    if found:
        report.compare("decisions, riichienv as the peer", decisions[: len(found)], found, "1/s")
    else:
        report.notes.append("The package `riichienv` is not installed; its row is left out.")
    report.notes.append("Matches: the peer is majiang-core 1.4.1 on node with random players; it writes no events.")


def riichienv_matches(seconds: float) -> float | None:
    """Decisions a second of `riichienv` with its random agent; ``None`` where it is not installed."""
    try:
        from riichienv import RiichiEnv
        from riichienv.agents import RandomAgent
    except ImportError:
        return None
    random.seed(1)
    agent = RandomAgent()
    decisions = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        table = RiichiEnv(game_mode="4p-red-half", skip_mjai_logging=True)
        asked = table.reset()
        while not table.done():
            decisions += len(asked)
            asked = table.step({player: agent.act(seen) for player, seen in asked.items()})
    return decisions / (perf_counter() - start)
