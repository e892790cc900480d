"""Tiles and hands: spelling, order, and a hand's counts against plain multisets."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_club.rules.errors import CorruptState, InvalidTiles
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.tiles import (
    ALL_TILES,
    BONUS,
    KIND,
    KINDS,
    ORDER,
    RED_FIVES,
    bonus_number,
    format_tiles,
    full_set,
    is_bonus,
    parse_tiles,
    sort_tiles,
)

SPELT = [n + suit for suit in "mps" for n in "1234056789"] + [n + "z" for n in "1234567"] + [n + "f" for n in "12345678"]


def test_there_are_34_kinds_three_red_fives_and_eight_bonus_tiles() -> None:
    assert len(KINDS) == 34 and len(RED_FIVES) == 3 and len(BONUS) == 8
    assert set(SPELT) == ALL_TILES == {*KINDS, *RED_FIVES, *BONUS}
    assert [KIND[tile] for tile in KINDS] == list(range(34))
    assert all(KIND["0" + suit] == KIND["5" + suit] for suit in "mps")
    assert not set(BONUS) & set(KIND)


def test_hands_are_written_by_suit_with_a_red_five_before_the_plain_one() -> None:
    assert sorted(ORDER, key=ORDER.__getitem__) == SPELT
    assert sort_tiles(reversed(SPELT)) == tuple(SPELT)


@pytest.mark.parametrize(("reds", "size"), [(0, 136), (1, 136), (4, 136)])
def test_a_set_has_four_of_each_kind(reds: int, size: int) -> None:
    tiles = Counter(full_set(reds))
    assert tiles.total() == size
    kinds = Counter(KIND[tile] for tile in tiles.elements())
    assert set(kinds.values()) == {4} and len(kinds) == 34
    assert all(tiles[red] == reds for red in RED_FIVES)


def test_bonus_tiles_carry_the_numbers_one_to_four_twice() -> None:
    assert [bonus_number(tile) for tile in BONUS] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert all(is_bonus(tile) == (tile in BONUS) for tile in ALL_TILES)


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("123m0p55z", ("1m", "2m", "3m", "0p", "5z", "5z")),
        ("1m1p1m", ("1m", "1p", "1m")),
        ("8f", ("8f",)),
        ("", ()),
    ],
)
def test_the_compact_spelling(text: str, tiles: tuple[str, ...]) -> None:
    assert parse_tiles(text) == tiles
    assert format_tiles(tiles) == text


@pytest.mark.parametrize(
    "text", ["m", "1", "12", "1m2", "8z", "9f", "0z", "0f", "1x", "1M", " 1m", "1m ", "１m", "²m", "m1", "1mm", "1m\n", "東"]
)
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(InvalidTiles) as refused:
        parse_tiles(text)
    assert refused.value.code == "invalid_tiles"


def test_a_long_wrong_text_is_not_repeated_in_full() -> None:
    with pytest.raises(InvalidTiles) as refused:
        parse_tiles("x" * 10_000)
    assert len(refused.value.detail) <= 80


@given(st.lists(st.sampled_from(SPELT), max_size=40))
def test_spelling_round_trips(tiles: list[str]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)
    assert parse_tiles("".join(tiles)) == tuple(tiles)


# --- hands -------------------------------------------------------------------------------------------------------------
STOCK = (*full_set(1), *BONUS)


@st.composite
def holdings(draw: st.DrawFn) -> list[str]:
    """Up to 17 tiles of one set, in the order in which they come."""
    places = draw(st.lists(st.integers(0, len(STOCK) - 1), max_size=17, unique=True))
    return [STOCK[place] for place in places]


def check(hand: Hand, held: Counter[str]) -> None:
    assert hand.size == held.total()
    assert hand.tiles() == sort_tiles(held.elements())
    assert sort_tiles(hand.bonus) == sort_tiles(tile for tile in held.elements() if tile in BONUS)
    for tile in ALL_TILES:
        assert hand.copies(tile) == held[tile] and hand.holds(tile) == (held[tile] > 0)
    kinds = Counter(KIND[tile] for tile in held.elements() if tile in KIND)
    assert hand.counts == [kinds[kind] for kind in range(34)]
    starts = (0, 9, 18, 27, 34)
    for suit, key in enumerate(hand.keys):
        assert key == sum(kinds[kind] * 5 ** (kind - starts[suit]) for kind in range(starts[suit], starts[suit + 1]))


@given(holdings())
def test_a_hand_is_a_multiset(tiles: list[str]) -> None:
    hand, held = Hand(), Counter[str]()
    for tile in tiles:
        hand.add(tile)
        held[tile] += 1
    check(hand, held)
    kept = hand.copy()
    for tile in tiles[::2]:
        hand.remove(tile)
        held[tile] -= 1
    check(hand, +held)
    check(kept, Counter(tiles))


@given(holdings(), st.sampled_from(SPELT))
def test_a_tile_that_is_not_held_cannot_be_given_out(tiles: list[str], tile: str) -> None:
    hand = Hand(tiles)
    if tile in tiles:
        hand.remove(tile)
        assert hand.size == len(tiles) - 1
        return
    with pytest.raises(CorruptState):
        hand.remove(tile)
    check(hand, Counter(tiles))


@given(holdings(), st.integers(0, 33), st.integers(1, 4))
def test_every_way_to_take_copies_of_a_kind(tiles: list[str], kind: int, wanted: int) -> None:
    """Against all sub-multisets of the right size."""
    held = Counter(tile for tile in tiles if KIND.get(tile) == kind)
    red = "0" + KINDS[kind][1]
    expected = [
        (red,) * reds + (KINDS[kind],) * (wanted - reds)
        for reds in range(wanted, -1, -1)
        if reds <= (held[red] if red in RED_FIVES else 0) and wanted - reds <= held[KINDS[kind]]
    ]
    assert list(Hand(tiles).own_copies(kind, wanted)) == expected


def test_of_an_unknown_hand_only_the_size_is_kept() -> None:
    hand = Hand.unknown(13)
    hand.add("?")
    hand.remove("5m")
    hand.remove("1z")
    assert (hand.size, hand.known, hand.tiles()) == (12, False, ())
    assert hand.counts == [0] * 34 and hand.keys == [0] * 4
