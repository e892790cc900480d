"""Every recorded question about legal actions, with the reference engine's answer and order."""

from collections import Counter

from mahjong_club.rules.hands import Hand
from mahjong_club.rules.tiles import KINDS
from mahjong_club.rules.variants.riichi.waits import distance, improving, wait_mask
from tests.oracles.majiang_notation import hand_from, hand_to, tile_to
from tests.oracles.majiang_queries import ANSWERS, fifth_copies
from tests.oracles.majiang_vectors import rows


def test_answers_equal_the_engine() -> None:
    seen: Counter[str] = Counter()
    for op, query, expected in rows("legal"):
        if fifth_copies(query):
            seen["impossible"] += 1
            continue
        assert ANSWERS[op](query) == expected, (op, query)
        seen[op] += 1
    assert set(seen) - {"impossible"} <= set(ANSWERS)
    assert seen["impossible"] < 200


def test_distances_and_waits_equal_the_engine() -> None:
    ready = 0
    for text, nearest, _, _, _, waits in rows("xiangting"):
        hand = hand_from(text, 0)
        tiles, melds = Hand(hand.concealed), len(hand.melds)
        # A hand that has just claimed is never complete in the engine.
        assert distance(tiles.keys, melds) == nearest or (hand.claimed and nearest == 0), text
        if waits is None:
            continue
        mask = improving(tiles.keys, melds)
        assert [tile_to(tile) for kind, tile in enumerate(KINDS) if mask >> kind & 1] == waits, text
        assert wait_mask(tiles.keys, melds) == (mask if nearest == 0 else 0), text
        ready += nearest == 0
    assert ready > 1000


def test_hands_survive_the_way_to_the_engine_and_back() -> None:
    for _, query, _ in rows("legal"):
        hand = hand_from(query["shoupai"], 1)
        assert hand_from(hand_to(hand, 1), 1) == hand, query
