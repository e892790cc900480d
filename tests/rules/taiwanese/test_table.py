"""Every row of the tai table: a hand that earns it, and a near miss."""

from typing import Any

import pytest

from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.table import BONUS_ROWS, ROUTE_ROWS, SHAPE_ROWS, TABLE, table_for
from tests.rules.taiwanese.table_talk import answer, request

DRAWN: dict[str, Any] = {"by": "self_draw"}
NO_HAND = "147m147p147s1234567z"


def closed(**rest: Any) -> dict[str, Any]:
    """A concealed hand worth nothing else; waits for 5s and 8s."""
    return request("123456m789p23467s11z", "8s", **rest)


def opened(**rest: Any) -> dict[str, Any]:
    """The same with its first chow called."""
    return request("456m789p23467s11z", "8s", "c123m", **rest)


def winds(tile: str) -> dict[str, Any]:
    """Three wind pungs, then a pair of North and a pair of 5m."""
    return request("44z234m55m", tile, "p111z p222z p333z")


def dragons(tile: str, pair: str = "55z") -> dict[str, Any]:
    """A pung and a triplet of dragons, then two pairs."""
    return request(f"666z{pair}99m", tile, "p777z c123s c123p")


def triplets(melds: str = "", **rest: Any) -> dict[str, Any]:
    """Five triplets with 3s the last of its three, those named in ``melds`` called."""
    called_kinds = {meld[-2:] for meld in melds.split()}
    hand = "".join(group for group in ("222m", "444m", "666p", "888p", "3355s") if group[-2:] not in called_kinds)
    return request(hand, "3s", melds, **rest)


def called(melds: str = "k9999s", **rest: Any) -> dict[str, Any]:
    """Five melds and one tile in hand."""
    return request("5p", "5p", f"c123m p777z c456m c789p {melds}", **rest)


ROWS: dict[str, tuple[int, dict[str, Any], dict[str, Any]]] = {
    "heavenly_win": (
        24,
        closed(**DRAWN, winner=0, opening="heavenly"),
        closed(**DRAWN, opening="heavenly"),
    ),
    "earthly_win": (16, closed(**DRAWN, opening="earthly"), closed(**DRAWN, winner=0, opening="earthly")),
    "human_win": (8, closed(opening="human"), closed(opening="human", by="robbed_kong")),
    "heavenly_ready": (
        16,
        closed(winner=0, declared_ready="heavenly"),
        closed(winner=0, declared_ready="ordinary"),
    ),
    "earthly_ready": (8, closed(declared_ready="earthly"), closed(declared_ready="ordinary")),
    "declared_ready": (1, opened(declared_ready="ordinary"), closed(declared_ready="earthly")),
    "eight_flowers": (
        8,
        request(NO_HAND, "9m", by="eight_flowers", bonus="12345678f", after_bonus=True),
        closed(bonus="12345678f"),
    ),
    "seven_robs_one": (
        8,
        request(NO_HAND, None, by="seven_robs_one", bonus="1234567f"),
        closed(bonus="1234567f"),
    ),
    "big_four_winds": (16, winds("4z"), winds("5m")),
    "little_four_winds": (
        8,
        request("33z44z234m567m", "3z", "p111z p222z"),
        request("33z55z234m567m", "3z", "p111z p222z"),
    ),
    "all_honors": (16, request("1112223335556677z", "6z"), request("11122233355566z77m", "6z")),
    "full_flush": (
        8,
        request("1123456789m", "7m", "c123m c456m"),
        request("23456789m11z", "7m", "c123m c456m"),
    ),
    "half_flush": (
        4,
        request("23456789m11z", "7m", "c123m c456m"),
        request("23456789m11p", "7m", "c123m c456m"),
    ),
    "big_three_dragons": (8, dragons("5z"), dragons("9m")),
    "little_three_dragons": (4, dragons("9m"), dragons("9m", "11z")),
    "five_concealed_triplets": (8, triplets(**DRAWN), triplets()),
    "four_concealed_triplets": (5, triplets(), triplets("p888p")),
    "three_concealed_triplets": (2, triplets("p888p"), triplets("p888p p666p")),
    "all_triplets": (4, triplets("p888p p666p k2222m"), request("222444m666p3455s", "2s", "p888p")),
    "all_sequences": (
        2,
        request("45678m55789p234s", "3m", "c678s"),
        request("45678m55789p234s", "3m", "c678s", **DRAWN),
    ),
    "all_from_others": (2, called(), called("x9999s")),
    "half_from_others": (1, called(**DRAWN), called("x9999s", **DRAWN)),
    "concealed_self_draw": (3, closed(**DRAWN), opened(**DRAWN)),
    "concealed_hand": (
        1,
        request("456m789p67s11z", "8s", "x9999s x1111m"),
        request("456m789p67s11z", "8s", "x9999s k1111m"),
    ),
    "self_draw": (1, opened(**DRAWN), closed(**DRAWN)),
    "robbed_kong": (1, opened(by="robbed_kong"), opened()),
    "replacement_win": (1, opened(**DRAWN, after_kong=True), opened(after_kong=True)),
    "last_tile_draw": (1, opened(**DRAWN, last_tile=True), opened(last_tile=True)),
    "last_tile_discard": (1, opened(last_tile=True), opened(last_tile=True, by="robbed_kong")),
    "single_wait": (1, request("456m789p23468s11z", "7s", "c123m"), opened()),
    "dragon_triplet": (
        2,
        request("67s11z456m", "8s", "p777z k6666z c123m"),
        request("67s77z456m", "8s", "p111s k9999p c123m"),
    ),
    "round_wind": (
        1,
        request("67s22z456m", "8s", "p111z c123m c789p"),
        request("67s11z456m", "8s", "p222z c123m c789p"),
    ),
    "seat_wind": (
        1,
        request("67s11z456m", "8s", "p222z c123m c789p"),
        request("67s22z456m", "8s", "p333z c123m c789p"),
    ),
    "seat_flower": (2, opened(bonus="26f"), opened(bonus="15f")),
    "flower_set": (2, opened(bonus="12345678f"), opened(bonus="123567f")),
}
#: Proved elsewhere: a row of an option, and tai of payments.
ELSEWHERE = {"seven_pairs_and_triplet", "dealer", "dealer_repeat"}


def test_every_row_is_tried() -> None:
    assert set(ROWS) | ELSEWHERE == {row.id for row in TABLE}
    assert len({row.id for row in TABLE}) == len(TABLE)


@pytest.mark.parametrize("row", ROWS)
def test_row(row: str) -> None:
    worth, earns, near_miss = ROWS[row]
    assert answer(earns)["patterns"].get(row) == worth
    missed = answer(near_miss)
    assert missed["wins"]
    assert row not in missed["patterns"]


def test_no_row_absorbs_a_row_of_another_part() -> None:
    """What lets the judge value the parts of a win on their own."""
    everything_off = TaiwaneseOptions(
        human_stacks_ready=False,
        earthly_ready_keeps_mq=False,
        four_winds_add_winds=False,
        heavenly_single_wait=False,
        last_tile_and_bloom=False,
        half_keeps_single_wait=False,
    )
    for options in (TaiwaneseOptions(), everything_off):
        group = {row.id: row.group for row in table_for(options)}
        assert all(group[name] == row.group for row in table_for(options) for name in row.absorbs)


def test_an_absorbed_row_is_told() -> None:
    assert answer(closed(**DRAWN))["rejected"] == {
        "concealed_hand": "absorbed_by:concealed_self_draw",
        "self_draw": "absorbed_by:concealed_self_draw",
    }


def test_rows_are_grouped_by_what_they_look_at() -> None:
    assert {row.group for row in ROUTE_ROWS} == {"route"}
    assert {row.group for row in SHAPE_ROWS} == {"shape"}
    assert {row.group for row in BONUS_ROWS} == {"bonus"}
