"""Each option of the judge, flipped: what it changes, and that nothing changes without it."""

from dataclasses import fields
from typing import Any

import pytest

from mahjong_club.rules.errors import UnknownRuleset
from mahjong_club.rules.variants.taiwanese import RULESET
from tests.rules.taiwanese.table_talk import answer, request

CLOSED = "123456m789p23467s11z"
OPEN = ("456m789p23467s11z", "8s", "c123m")
NO_HAND = "147m147p147s1234567z"
DRAWN: dict[str, Any] = {"by": "self_draw"}
SEVEN: dict[str, Any] = {"by": "seven_robs_one", "bonus": "1234567f", "source": 3, "after_bonus": True}
WINDS = ("34m55s", "2m", "p111z p222z p333z p444z")
THREE_WINDS = ("34m44z", "2m", "p111z p222z p333z c123s")

#: option, value, the win, (patterns lost, patterns gained), change of the total
PATTERN_CASES: list[tuple[dict[str, Any], dict[str, Any], set[str], set[str], int]] = [
    ({"kong_bloom_on_flower": False}, request(*OPEN, **DRAWN, after_bonus=True), {"replacement_win"}, set(), -1),
    (
        {"heavenly_ready_keeps_mqzm": False},
        request(CLOSED, "8s", winner=0, **DRAWN, declared_ready="heavenly"),
        {"concealed_self_draw"},
        {"self_draw"},
        -2,
    ),
    ({"four_winds_add_winds": False}, request(*WINDS), {"round_wind", "seat_wind"}, set(), -2),
    ({"four_winds_add_winds": False}, request(*THREE_WINDS), {"round_wind", "seat_wind"}, set(), -2),
    (
        {"four_winds_add_winds": False, "little_four_winds_exempt": True},
        request(*WINDS),
        {"round_wind", "seat_wind"},
        set(),
        -2,
    ),
    ({"four_winds_add_winds": False, "little_four_winds_exempt": True}, request(*THREE_WINDS), set(), set(), 0),
    (
        {"human_stacks_ready": False},
        request(CLOSED, "8s", opening="human", declared_ready="earthly"),
        {"earthly_ready"},
        set(),
        -8,
    ),
    (
        {"single_wait_physical": False},
        request("23m456p789p234s11z", "4m", "x1111m"),
        {"single_wait"},
        set(),
        -1,
    ),
    (
        {"heavenly_single_wait": False},
        request("123456m789p234678s1z", "1z", winner=0, **DRAWN, opening="heavenly"),
        {"single_wait"},
        set(),
        -1,
    ),
    (
        {"qqr_no_concealed_kong": False},
        request("5p", "5p", "c123m c456m c789p c234s x9999s"),
        {"single_wait"},
        {"all_from_others"},
        1,
    ),
    (
        {"qqr_no_concealed_kong": False},
        request("5p", "5p", "c123m c456m c789p c234s x9999s", **DRAWN),
        set(),
        {"half_from_others"},
        1,
    ),
    ({"earthly_ready_keeps_mq": False}, request(CLOSED, "8s", declared_ready="earthly"), {"concealed_hand"}, set(), -1),
    (
        {"last_tile_and_bloom": False},
        request(*OPEN, **DRAWN, after_kong=True, last_tile=True),
        {"last_tile_draw"},
        set(),
        -1,
    ),
    (
        {"half_keeps_single_wait": False},
        request("5p", "5p", "c123m c456m c789p c234s p999s", **DRAWN),
        {"single_wait"},
        set(),
        -1,
    ),
    (
        {"flower_win_adds_hand": False},
        request(CLOSED, "8s", by="eight_flowers", bonus="12345678f", after_bonus=True),
        {"concealed_self_draw", "replacement_win"},
        set(),
        -4,
    ),
    ({"tai_limit": 24}, request(CLOSED, "8s", winner=0, **DRAWN, opening="heavenly", bonus="15f"), set(), set(), -2),
]


@pytest.mark.parametrize(
    ("options", "asked", "lost", "gained", "change"), PATTERN_CASES, ids=["+".join(case[0]) for case in PATTERN_CASES]
)
def test_option_changes_the_count(
    options: dict[str, Any], asked: dict[str, Any], lost: set[str], gained: set[str], change: int
) -> None:
    usual, changed = answer(asked), answer(asked, **options)
    before, after = set(usual["patterns"]), set(changed["patterns"])
    assert (before - after, after - before) == (lost, gained)
    assert changed["total"] - usual["total"] == change


PAYMENT_CASES: list[tuple[dict[str, Any], dict[str, Any], list[int], list[int]]] = [
    # South's seventh with a hand of four; seat 3 holds the one flower.
    ({"flower7_one_base": False}, request(CLOSED, "8s", **SEVEN), [-3000, 12000, -2500, -6500], [-3000, 12500, -2500, -7000]),
    ({"flower7_split": False}, request(CLOSED, "8s", **SEVEN), [-3000, 12000, -2500, -6500], [0, 6500, 0, -6500]),
    # The dealer's repeat belongs to each of the two payments.
    (
        {"flower7_one_base": False},
        request(CLOSED, "8s", **{**SEVEN, "source": 0}, repeat=1),
        [-8000, 13000, -2500, -2500],
        [-10000, 15000, -2500, -2500],
    ),
    ({"repeat_limit": 9}, request(CLOSED, "8s", source=0, repeat=12), [-13500, 13500, 0, 0], [-10500, 10500, 0, 0]),
    ({"repeat_limit": 9}, request(CLOSED, "8s", source=0, repeat=9), [-10500, 10500, 0, 0], [-10500, 10500, 0, 0]),
    ({"base": 300, "per_tai": 100}, request(CLOSED, "8s"), [0, 1000, -1000, 0], [0, 400, -400, 0]),
    (
        {"tai_limit": 24},
        request(CLOSED, "8s", winner=0, by="eight_flowers", bonus="12345678f", after_bonus=True, opening="heavenly"),
        [51000, -17000, -17000, -17000],
        [39000, -13000, -13000, -13000],
    ),
]


@pytest.mark.parametrize(("options", "asked", "usual", "changed"), PAYMENT_CASES)
def test_option_changes_the_payment(options: dict[str, Any], asked: dict[str, Any], usual: list[int], changed: list[int]) -> None:
    assert answer(asked)["points"] == usual
    assert answer(asked, **options)["points"] == changed


def test_robber_of_a_flower_may_take_a_replacement() -> None:
    """He then owns all eight; whoever drew the eighth pays for the hand as well, alone."""
    asked = request(CLOSED, "8s", **{**SEVEN, "bonus": "12345678f"})
    assert answer(asked)["reason"] == "not_a_hand"
    robbed = answer(asked, flower_robber_replaces=True)
    assert robbed["total"] == 12
    assert robbed["points"] == [0, 6500, 0, -6500]
    without = answer(request(NO_HAND, "9m", **{**SEVEN, "bonus": "12345678f"}), flower_robber_replaces=True)
    assert without["points"] == [0, 4500, 0, -4500]


def test_seven_pairs_and_a_triplet_may_be_allowed() -> None:
    hand = request("1199m1199p1199s1177z", "7z")
    assert answer(hand)["reason"] == "not_a_hand"
    allowed = answer(hand, seven_pairs_and_triplet=True)
    assert allowed["patterns"] == {"seven_pairs_and_triplet": 8, "concealed_hand": 1, "dragon_triplet": 1}
    assert allowed["blocks"] == ["777z", "11m", "99m", "11p", "99p", "11s", "99s", "11z"]
    four_alike = answer(request("111199m1199p1199s77z", "7z"), seven_pairs_and_triplet=True)
    assert four_alike["patterns"]["seven_pairs_and_triplet"] == 8
    single = answer(request("1199m1199p1199s1777z", "1z"), seven_pairs_and_triplet=True)
    assert single["patterns"]["single_wait"] == 1
    near_miss = answer(request("1199m1199p1199s1167z", "7z"), seven_pairs_and_triplet=True)
    assert near_miss["reason"] == "not_a_hand"
    called = answer(request("1199m1199p11s177z", "1z", "p999s"), seven_pairs_and_triplet=True)
    assert called["reason"] == "not_a_hand"


def test_every_option_has_choices_and_keeps_to_them() -> None:
    for option in fields(RULESET.options):
        choices = option.metadata["choices"]
        assert getattr(RULESET.options, option.name) in choices
        assert len(set(choices)) >= 2
        for choice in choices:
            assert getattr(RULESET.with_options({option.name: choice}).options, option.name) == choice
        with pytest.raises(UnknownRuleset):
            RULESET.with_options({option.name: "neither"})
