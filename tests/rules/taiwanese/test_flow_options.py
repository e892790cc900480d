"""The laws of the flow on random play with the options of play flipped, one set after another."""

import random
from collections import Counter
from typing import Any

import pytest

from mahjong_club.rules.engine import decide
from mahjong_club.rules.events import DealWon, WinOffered
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.tiles import BONUS, BONUS_SET, Tile
from mahjong_club.rules.views import dump, view_for
from tests.rules.test_properties import VIEWERS, tiles_on_table
from tests.support.random_play import Playout, WallMaker, fair_wall, gathered_wall

KEY = "taiwanese/1"
FLIPS: tuple[dict[str, Any], ...] = (
    {"bonus_wins": "optional", "flower_robber_replaces": True},
    {"flower_robber_replaces": True, "opening_bonus": "round_by_round"},
    {"last_discard_claims": True, "kong_after_claim": True, "reserve_grows_with_kongs": True},
    {"swap_calling": "both_ends", "open_ready": False, "passed_kong_locks": False},
    {"swap_calling": "same_tile", "added_kong_from_hand": False, "reserve": 0, "seven_pairs_and_triplet": True},
)


def flowery_wall(tiles: tuple[Tile, ...], rng: random.Random) -> tuple[Tile, ...]:
    """One seat is dealt six or seven flowers; the others come early."""
    wall = list(fair_wall(tuple(tile for tile in tiles if tile not in BONUS_SET), rng))
    flowers = rng.sample(BONUS, 8)
    seat, held = 16 * rng.randrange(4), rng.choice((6, 7))
    for at in sorted(rng.sample(range(64, 90), 8 - held)):
        wall.insert(at, flowers.pop())
    wall[seat:seat] = flowers
    return tuple(wall)


def walls_of(seed: int) -> WallMaker:
    return flowery_wall if seed % 2 else gathered_wall


@pytest.mark.parametrize("options", FLIPS, ids=["+".join(flip) for flip in FLIPS])
def test_the_laws_hold_whatever_the_club_chooses(options: dict[str, Any]) -> None:
    for seed in range(6):
        playout = Playout(KEY, seed, options=options, walls=walls_of(seed))
        every = Counter(playout.rules.tiles)
        views = {viewer: view_for(playout.state, viewer) for viewer in VIEWERS}
        for index, (_, _, made) in enumerate(playout.steps(2)):
            state = playout.state.copy()
            for event in made:
                evolve(state, event)
                for viewer in VIEWERS:
                    evolve(views[viewer], event.seen_by(viewer))
            if index % 7 == 0:
                for viewer in VIEWERS:
                    assert dump(views[viewer]) == dump(view_for(state, viewer)), (viewer, made)
                if state.wall is not None and state.phase in ("draw", "turn", "claim"):
                    assert tiles_on_table(state) == every
                    assert state.live_left >= 0
            for event in made:
                if isinstance(event, DealWon):
                    assert sum(event.deltas) == 0


@pytest.mark.parametrize("options", FLIPS, ids=["+".join(flip) for flip in FLIPS])
def test_whatever_is_offered_is_accepted_and_somebody_is_always_asked(options: dict[str, Any]) -> None:
    offers = 0
    for seed in range(25):
        playout = Playout(KEY, seed, options=options, walls=walls_of(seed))
        for index, (_, _, made) in enumerate(playout.steps(3)):
            offers += sum(isinstance(event, WinOffered) for event in made)
            assert index < 3 * 1200
            if index % 29 == 0 and playout.state.rules is not None:
                for seat in range(4):
                    for action in legal_actions(playout.state, seat):
                        assert decide(playout.state, seat, action)
        assert playout.state.phase in ("idle", "over")
    assert (offers > 0) is (options.get("bonus_wins") == "optional")
