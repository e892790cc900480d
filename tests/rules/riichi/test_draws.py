"""Exhausted walls and abortive draws."""

import pytest

from mahjong_club.rules.hands import Hand
from mahjong_club.rules.state import RiverTile
from mahjong_club.rules.tiles import Tile, parse_tiles
from mahjong_club.rules.variants.riichi import draws
from mahjong_club.rules.variants.riichi.options import RiichiOptions

CLUB = RiichiOptions()
PLAIN = [RiverTile("1m"), RiverTile("5p")]
NOBLE = [RiverTile(tile) for tile in parse_tiles("19m19p19s1234567z")]


@pytest.mark.parametrize(
    ("ready", "deltas"),
    [
        ((False, False, False, False), (0, 0, 0, 0)),
        ((True, False, False, False), (3000, -1000, -1000, -1000)),
        ((False, True, True, False), (-1500, 1500, 1500, -1500)),
        ((True, True, True, False), (1000, 1000, 1000, -3000)),
        ((True, True, True, True), (0, 0, 0, 0)),
    ],
)
def test_those_not_ready_pay(ready: tuple[bool, ...], deltas: tuple[int, ...]) -> None:
    result = draws.exhausted(ready, [PLAIN] * 4, 0, CLUB)
    assert (result.reason, result.deltas, result.ready) == ("wall_exhausted", deltas, ready)


def test_nobody_pays_where_it_is_not_played() -> None:
    assert draws.exhausted((True, False, False, False), [PLAIN] * 4, 0, RiichiOptions(not_ready_payment=0)).deltas == (0, 0, 0, 0)


def test_terminals_only_pay_a_mangan_instead() -> None:
    ready = (True, False, False, False)
    result = draws.exhausted(ready, [PLAIN, NOBLE, PLAIN, PLAIN], 0, CLUB)
    assert (result.reason, result.deltas, result.ready) == ("all_thrown_mangan", (-4000, 8000, -2000, -2000), ready)
    assert draws.exhausted(ready, [PLAIN, NOBLE, PLAIN, PLAIN], 1, CLUB).deltas == (-4000, 12000, -4000, -4000)
    off = RiichiOptions(all_thrown_mangan=False)
    assert draws.exhausted(ready, [PLAIN, NOBLE, PLAIN, PLAIN], 1, off).reason == "wall_exhausted"


def test_two_seats_with_terminals_only_are_both_paid() -> None:
    result = draws.exhausted((False,) * 4, [NOBLE, NOBLE, PLAIN, PLAIN], 0, CLUB)
    assert result.deltas == (8000, 4000, -6000, -6000)


def test_a_claimed_tile_spoils_it() -> None:
    spoilt = [*NOBLE, RiverTile("1z", claimed_by=2)]
    assert not draws.thrown_only_terminals(spoilt)
    assert not draws.thrown_only_terminals([*NOBLE, RiverTile("0m")])
    assert draws.thrown_only_terminals(NOBLE)


@pytest.mark.parametrize(
    ("tiles", "melds", "ready"),
    [
        ("1111m234p234s222z", 0, False),  # waits for a fifth copy only
        ("46m123p789s11z", 1, True),  # four fives in an own kong do not shorten the wait
        ("19m19p19s1234567z", 0, True),
        ("1122m3344p5566s1z", 0, True),
        ("1111m2233p4455s1z", 0, False),
        ("1m", 4, True),
    ],
)
def test_readiness(tiles: str, melds: int, ready: bool) -> None:
    assert draws.is_ready(Hand(parse_tiles(tiles)), melds) is ready


@pytest.mark.parametrize(
    ("tiles", "claims", "ends"),
    [
        (("1z", "1z", "1z", "1z"), 0, True),
        (("1z", "1z", "1z", "1z"), 1, False),
        (("5z", "5z", "5z", "5z"), 0, False),
        (("1z", "1z", "2z", "1z"), 0, False),
        (("1z", "1z", "1z"), 0, False),
    ],
)
def test_four_winds(tiles: tuple[Tile, ...], claims: int, ends: bool) -> None:
    assert draws.four_winds(tiles, claims=claims) is ends


def test_four_kongs_of_one_seat_go_on() -> None:
    assert draws.four_kongs((3, 1, 0, 0))
    assert not draws.four_kongs((4, 0, 0, 0))
    assert not draws.four_kongs((2, 1, 0, 0))
