"""Where swap-calling is restricted: why a chow is not offered, and why a tile may not follow a claim."""

from typing import Any

import pytest

from mahjong_club.play.asks import rule_of, why_not
from mahjong_club.rules.actions import Action, Chow, Discard, Pung
from mahjong_club.rules.melds import Meld
from tests.support.rig import Rig

E, S, W, N = range(4)


def code(rig: Rig, seat: int, action: Action) -> str | None:
    found = why_not(rig.state, seat, action)[0]
    assert found is None or rule_of(found) is not None
    return found


def chowed(key: str, hands: dict[int, str], tile: str, own: tuple[str, str], swaps: str) -> Rig:
    rig = Rig(key, hands, options={"swap_calling": swaps})
    rig.discard(tile)
    rig.claim(S, Chow(own))
    return rig


@pytest.mark.parametrize(
    ("swaps", "barred"),
    [("forbidden", {"1m", "4m"}), ("other_end", {"1m"}), ("allowed", set())],
    ids=["forbidden", "other_end", "allowed"],
)
def test_what_may_not_follow_a_chow_in_riichi(swaps: str, barred: set[str]) -> None:
    hands = {E: "1m2468p2468s5z6z7z7m", S: "1234m19p4567s135z"}
    rig = chowed("riichi/2", hands, "1m", ("2m", "3m"), swaps)
    told = {tile: code(rig, S, Discard(tile)) for tile in set(rig.state.seats[S].hand.tiles())}
    assert {tile for tile, why in told.items() if why == "swap_forbidden"} == barred
    assert {why for tile, why in told.items() if tile not in barred} == {None}
    assert rule_of("swap_forbidden") == "claims.swap"


def test_what_may_not_follow_a_pung_in_riichi() -> None:
    hands = {E: "7p147m258s1347z69s", S: "777p19m1478s123z6m"}
    for swaps, expected in (("forbidden", "swap_forbidden"), ("allowed", None)):
        rig = Rig("riichi/2", hands, options={"swap_calling": swaps})
        rig.discard("7p")
        rig.claim(S, Pung(("7p", "7p")))
        assert code(rig, S, Discard("7p")) == expected
        assert code(rig, S, Discard("1z")) is None


@pytest.mark.parametrize(("swaps", "barred"), [("free", set()), ("same_tile", {"5p"}), ("both_ends", {"5p", "2p"})])
def test_what_may_not_follow_a_chow_in_taiwanese(swaps: str, barred: set[str]) -> None:
    rig = chowed("taiwanese/1", {E: "5p", S: "2345p5p1479m1479s12z"}, "5p", ("3p", "4p"), swaps)
    told = {tile: code(rig, S, Discard(tile)) for tile in set(rig.state.seats[S].hand.tiles())}
    assert {tile for tile, why in told.items() if why is not None} == barred


def all_but(rig: Rig, *kept: str) -> None:
    """South has laid open everything else; what the triplets were made of is of no account here."""
    me = rig.state.seats[S]
    rest = [tile for tile in me.hand.tiles() if tile not in kept]
    for tile in rest[: len(rest) - len(rest) % 3]:
        me.hand.remove(tile)
    me.melds.extend(Meld("pung", ("1z", "1z", "1z"), N) for _ in range(len(rest) // 3))
    me.waits = None


@pytest.mark.parametrize(
    ("key", "swaps", "expected"),
    [
        ("riichi/2", "forbidden", "swap_forbidden"),
        ("riichi/2", "allowed", None),
        ("taiwanese/1", "both_ends", "swap_forbidden"),
        ("taiwanese/1", "free", None),
    ],
)
def test_a_chow_that_would_leave_nothing_to_discard_says_so_also_afterwards(key: str, swaps: str, expected: str | None) -> None:
    """South's last four tiles are 4456m: after a chow of 4m with 56m only the tile claimed is left."""
    hand: dict[str, Any] = {"riichi/2": "4456m777p888s999p", "taiwanese/1": "4456m777p888s999p111s"}
    rig = Rig(key, {E: "4m", S: hand[key]}, options={"swap_calling": swaps})
    all_but(rig, "4m", "5m", "6m")
    rig.lay("4m")
    chow = Chow(("5m", "6m"))
    assert (chow in rig.legal(S)) is (expected is None)
    assert code(rig, S, chow) == expected
    if expected:
        rig.proceed()
        rig.pass_all()
        assert rig.state.window is None
        assert code(rig, S, chow) == expected
