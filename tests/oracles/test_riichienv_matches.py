"""Another program reads the mjai records of our matches and finds every action among those it would allow."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from riichienv import MjaiReplay

from mahjong_club.history.mjai import Line, mjai_lines, mjai_text
from mahjong_club.rules.actions import Action, DeclareReady, Win
from mahjong_club.rules.events import DealWon, Event
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import Tile
from tests.oracles.majiang_notation import wall_from
from tests.oracles.majiang_walls import RIGGED
from tests.support.random_play import Playout, fair_wall

MATCHES, PARTS = 52, 4
#: Lines that are somebody's choice.
CHOICES = ("dahai", "reach", "chi", "pon", "daiminkan", "ankan", "kakan", "hora")


def eager(state: MatchState, seat: int, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """Mostly wins and declares where it can, else does anything."""
    wanted = [action for action in legal if isinstance(action, Win | DeclareReady)]
    return rng.choice(wanted) if wanted and rng.random() < 0.8 else rng.choice(legal)


def rigged_wall(tiles: tuple[Tile, ...], rng: random.Random) -> tuple[Tile, ...]:
    return wall_from(rng.choice(RIGGED)(rng, (1, 1, 1)))


def a_match(seed: int) -> list[Event]:
    playout = Playout("riichi/2", seed, chooser=eager, walls=rigged_wall if seed % 2 else fair_wall)
    playout.play(12)
    return playout.events


def key_of(action: Any) -> tuple[str, str, list[str]]:
    """What makes two actions the same choice: the other program writes one discard for each copy of a tile."""
    line = json.loads(action.to_mjai())
    return line["type"], line.get("pai", "") if line["type"] in ("dahai", "kakan") else "", sorted(line.get("consumed", []))


@pytest.mark.parametrize("part", range(PARTS))
def test_every_action_is_legal_elsewhere(part: int, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    for seed in range(part, MATCHES, PARTS):
        events = a_match(seed)
        path.write_text(mjai_text(events), encoding="utf-8")
        wanted = Counter(line["type"] for line in mjai_lines(events) if line["type"] in CHOICES)
        found: Counter[str] = Counter()
        for deal, kyoku in enumerate(MjaiReplay.from_jsonl(str(path)).take_kyokus()):
            for seat in range(4):
                for seen, action in kyoku.steps(seat, skip_single_action=False):
                    found[key_of(action)[0]] += 1
                    assert key_of(action) in [key_of(other) for other in seen.legal_actions()], (seed, deal, seat)
        assert {name: found[name] for name in CHOICES} == {name: wanted[name] for name in CHOICES}, seed


def test_a_seat_s_record_hides_what_it_did_not_see() -> None:
    events = a_match(3)
    seat = 2
    whole, seen = list(mjai_lines(events)), list(mjai_lines([event.seen_by(seat) for event in events if not event.sealed]))
    first = events[0].first_dealer  # type: ignore[attr-defined]
    player = (seat - first) & 3
    assert len(whole) == len(seen)
    for full, partial in zip(whole, seen, strict=True):
        assert _hidden(full, player) == partial


def _hidden(line: Line, player: int) -> Line:
    if line["type"] == "tsumo" and line["actor"] != player:
        return line | {"pai": "?"}
    if line["type"] == "start_kyoku":
        return line | {"tehais": [hand if i == player else ["?"] * 13 for i, hand in enumerate(line["tehais"])]}
    return line


def test_players_are_counted_from_the_first_dealer() -> None:
    events = a_match(6)
    lines = list(mjai_lines(events, ("a", "b", "c", "d")))
    assert lines[0] == {"type": "start_game", "names": ["c", "d", "a", "b"]}
    assert all(line["oya"] == line["kyoku"] - 1 for line in lines if line["type"] == "start_kyoku")
    won = [event for event in events if isinstance(event, DealWon)]
    written = [line for line in lines if line["type"] == "hora"]
    assert [(line["actor"] + 2) & 3 for line in written] == [event.seat for event in won]
    assert [line["deltas"] for line in written] == [[*event.deltas[2:], *event.deltas[:2]] for event in won]
