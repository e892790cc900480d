"""``waits_loose`` is the three forms together, answered in one go."""

import random

from mahjong_club.rules import shapes


def _hand(rng: random.Random, turn: int) -> list[int]:
    orphans = [kind for kind in range(34) if shapes.ORPHANS >> kind & 1]
    counts = [0] * 34
    if turn % 3 == 0:
        for kind in orphans:
            counts[kind] = 1
        counts[rng.choice(orphans)] -= 1
        counts[rng.choice(orphans)] += 1
    elif turn % 3 == 1:
        for _ in range(6):
            counts[rng.choice([kind for kind in range(34) if counts[kind] <= 2])] += 2
        counts[rng.choice([kind for kind in range(34) if counts[kind] < 4])] += 1
    else:
        first = rng.randrange(3) * 9
        for kind in rng.sample([kind for kind in range(first, first + 9) for _ in range(4)], 13):
            counts[kind] += 1
    return counts


def test_it_is_the_union_of_the_forms() -> None:
    rng = random.Random(7)
    found = 0
    for turn in range(3000):
        keys = shapes.keys_of(_hand(rng, turn))
        expected = shapes.waits(keys, 4) | shapes.pairs_waits_loose(keys) | shapes.waits_orphans(keys)
        assert shapes.waits_loose(keys) == expected
        found += expected != 0
    assert found > 1000
