"""Payments: the worked cases of the rules page, and their lines on the result sheet."""

from typing import Any

import pytest

from tests.rules.taiwanese.table_talk import answer, request

OPEN = "c123m"
REST = "456m789p23467s11z"  # with OPEN waits for 5s and 8s, worth nothing by itself
THREE: dict[str, Any] = {"bonus": "25678f"}  # south: two own flowers and one family
NO_HAND = "147m147p147s1234567z"
CLOSED = "123456m789p23467s11z"
SEVEN = "1234567f"

CASES: list[tuple[str, dict[str, Any], list[int]]] = [
    ("non-dealer off non-dealer", request(REST, "8s", OPEN, repeat=5, **THREE), [0, 2000, -2000, 0]),
    ("off the dealer", request(REST, "8s", OPEN, source=0, **THREE), [-2500, 2500, 0, 0]),
    ("off the dealer, n=2", request(REST, "8s", OPEN, source=0, repeat=2, **THREE), [-4500, 4500, 0, 0]),
    ("nothing off the dealer, n=4", request(REST, "8s", OPEN, source=0, repeat=4), [-5000, 5000, 0, 0]),
    (
        "dealer off seat 3, n=3",
        request(REST, "8s", OPEN, source=3, winner=0, repeat=3, bonus="15678f"),
        [5500, 0, 0, -5500],
    ),
    (
        "dealer draws it, n=2",
        request(CLOSED, "8s", by="self_draw", winner=0, repeat=2),
        [13500, -4500, -4500, -4500],
    ),
    ("south draws it, n=2", request(CLOSED, "8s", by="self_draw", repeat=2), [-4500, 8500, -2000, -2000]),
    ("robbing the dealer, n=1", request(REST, "8s", OPEN, by="robbed_kong", source=0, repeat=1), [-2500, 2500, 0, 0]),
    (
        "eight flowers without a hand, n=2",
        request(NO_HAND, "9m", by="eight_flowers", bonus="12345678f", repeat=2, after_bonus=True),
        [-7000, 16000, -4500, -4500],
    ),
    (
        "the dealer drew the eighth",
        request(NO_HAND, None, by="seven_robs_one", source=0, winner=2, bonus=SEVEN),
        [-5000, 0, 5000, 0],
    ),
    (
        "own seventh and a hand",
        request(CLOSED, "8s", by="seven_robs_one", source=3, bonus=SEVEN, after_bonus=True),
        [-3000, 12000, -2500, -6500],
    ),
    (
        "the same by the dealer, n=1",
        request(CLOSED, "8s", by="seven_robs_one", source=2, winner=0, repeat=1, bonus=SEVEN, after_bonus=True),
        [16000, -4000, -8000, -4000],
    ),
    (
        "heavenly win",
        request(CLOSED, "8s", by="self_draw", winner=0, opening="heavenly"),
        [39000, -13000, -13000, -13000],
    ),
    (
        "earthly win",
        request(CLOSED, "8s", by="self_draw", opening="earthly"),
        [-9000, 26000, -8500, -8500],
    ),
]


@pytest.mark.parametrize(("asked", "points"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_worked_payments(asked: dict[str, Any], points: list[int]) -> None:
    found = answer(asked)
    assert found["points"] == points
    assert sum(found["points"]) == 0


def test_only_the_dealers_payment_carries_the_repeat() -> None:
    found = answer(request(CLOSED, "8s", by="self_draw", repeat=3))
    assert found["points"] == [-5500, 9500, -2000, -2000]
    assert found["extra"] == {"tai_2": 3, "tai_3": 3, "tai_0": 10, "dealer_0": 1, "repeat_0": 6}


def test_a_winning_dealer_is_paid_the_repeat_by_all() -> None:
    found = answer(request(CLOSED, "8s", by="self_draw", winner=0, repeat=1))
    assert found["extra"] == {
        f"{name}_{seat}": worth for seat in (1, 2, 3) for name, worth in (("tai", 6), ("dealer", 1), ("repeat", 2))
    }


def test_first_deal_has_no_repeat_line() -> None:
    assert answer(request(CLOSED, "8s", source=0))["extra"] == {"tai_0": 2, "dealer_0": 1}


def test_lines_explain_the_points() -> None:
    for _, asked, _ in CASES:
        found = answer(asked)
        for seat in range(4):
            tai = found["extra"].get(f"tai_{seat}")
            paid = 0 if tai is None else 500 * found["extra"].get(f"bases_{seat}", 1) + 500 * tai
            assert seat == asked["winner"] or found["points"][seat] == -paid
