"""Distances of plans: what a plan says brings it nearer does, and nothing else does."""

import random

import pytest

from mahjong_club.bots.plans import ALL_KINDS, HONOURS, SUITS, Plan, Pursuit
from mahjong_club.rules import shapes

PLANS = [
    Plan("sets", 1.0),
    Plan("sets", 1.0, keep=SUITS[1] | HONOURS),
    Plan("sets", 1.0, keep=SUITS[2]),
    Plan("sets", 1.0, keep=ALL_KINDS & ~shapes.ORPHANS),
    Plan("sets", 1.0, triplets=(31, 27)),
    Plan("triplets", 1.0),
    Plan("triplets", 1.0, keep=SUITS[0] | HONOURS),
    Plan("pairs", 1.0),
    Plan("orphans", 1.0, keep=shapes.ORPHANS),
]


def _counts(rng: random.Random, tiles: int) -> list[int]:
    counts = [0] * 34
    pool = [kind for kind in range(34) if rng.random() < 0.5] * 4
    for kind in rng.sample(pool, min(tiles, len(pool))):
        counts[kind] += 1
    return counts


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.form}-{plan.keep:x}-{len(plan.triplets)}")
def test_reach(plan: Plan) -> None:
    rng = random.Random(3)
    for _ in range(150):
        sets = 4 if plan.form in ("pairs", "orphans") else rng.randrange(len(plan.triplets) + 1, 6)
        counts = _counts(rng, 3 * sets + 1)
        if sum(counts) != 3 * sets + 1:
            continue
        away, mask = Pursuit(plan, counts, shapes.keys_of(counts), sets).reach
        for kind in range(34):
            if counts[kind] == 4:
                continue
            more = counts[:]
            more[kind] += 1
            pursuit = Pursuit(plan, more, shapes.keys_of(more), sets)
            assert pursuit.reach[0] == away - (mask >> kind & 1)
            assert pursuit.without(kind) == (away, mask)
