"""What each option changes, and that the published rulesets stay as they are."""

from dataclasses import fields, replace
from typing import Any

import pytest

from mahjong_club.rules.hands import Hand
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.rulesets import digest, options_json
from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.tiles import parse_tiles
from mahjong_club.rules.variants.riichi import legality
from mahjong_club.rules.variants.riichi.judge import judge
from mahjong_club.rules.variants.riichi.options import CLUB, PRESETS, RiichiOptions

FACTS = WinFacts(winner=1, dealer=0, round_wind=0, repeat=0, hand=(), melds=(), bonus=(), by="discard", tile="1m", from_seat=3)


def win(hand: str, tile: str, *, melds: tuple[Meld, ...] = (), options: dict[str, Any] | None = None, **facts: Any) -> Verdict:
    asked = replace(FACTS, hand=parse_tiles(hand), tile=tile, melds=melds, **facts)
    return judge(asked, RiichiOptions(**(options or {})))


def ids(verdict: Verdict) -> set[str]:
    return {line.id for line in verdict.patterns}


def test_defaults_are_the_first_choice() -> None:
    for option in fields(RiichiOptions):
        assert option.metadata["choices"][0] == option.default or isinstance(option.default, bool), option.name
        assert option.metadata["anchor"] == f"options.{option.name}"
        for preset in PRESETS:
            assert getattr(preset.options, option.name) in option.metadata["choices"], (preset.key, option.name)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("riichi/2", "5c11e881dd539ac595f645cb880ef6ac1702c4396fc6a4c4fd3c44a45126f61e"),
        ("riichi_tenhou/1", "db51448e77a4e5aab583c70e4166a5e2ef68e13a4c836d0675116d2c86300faf"),
        ("riichi_wrc/1", "7418e26f5eb627ad14bed58622507def9a5134c804a61608daf4ffc24e7f6649"),
    ],
)
def test_published_rulesets_do_not_change(key: str, expected: str) -> None:
    ruleset = next(preset for preset in PRESETS if preset.key == key)
    assert digest(options_json(ruleset.options)) == expected


def test_the_club_plays_the_defaults() -> None:
    assert CLUB.options == RiichiOptions()


def test_open_all_simples() -> None:
    chow = Meld("chow", ("6s", "7s", "8s"), 0)
    assert win("234m345p2255s", "2s", melds=(chow,)).total == 1
    refused = win("234m345p2255s", "2s", melds=(chow,), options={"open_all_simples": False})
    assert (refused.wins, refused.reason) == (False, "no_yaku")
    assert ("all_simples", "not_in_open_hands") in {(line.id, line.reason) for line in refused.rejected}


def test_ippatsu_and_ura() -> None:
    facts: dict[str, Any] = {"ready": "ordinary", "ippatsu": True, "ura": ("1m",)}
    assert {"riichi", "ippatsu", "ura_dora"} <= ids(win("234m345p2234678s", "5s", **facts))
    assert "ippatsu" not in ids(win("234m345p2234678s", "5s", options={"ippatsu": False}, **facts))
    assert "ura_dora" not in ids(win("234m345p2234678s", "5s", options={"ura_dora": False}, **facts))
    assert "ura_dora" not in ids(win("234m345p2234678s", "5s", ura=("1m",)))


def test_double_wind_pair() -> None:
    hand: dict[str, Any] = {"melds": (Meld("pung", ("5z", "5z", "5z"), 3),), "winner": 0}
    four = win("123p78s222m11z", "9s", **hand)
    two = win("123p78s222m11z", "9s", options={"double_wind_pair_fu": 2}, **hand)
    assert (four.fu, two.fu) == (40, 30)
    assert ("pair", 4) in {(part.id, part.fu) for part in four.fu_parts}


def test_rounded_mangan() -> None:
    small = win("234m340p22s34678s", "5s", ready="ordinary")
    assert (small.total, small.fu, small.deltas[1]) == (4, 30, 7700)
    rounded = win("234m340p22s34678s", "5s", ready="ordinary", options={"rounded_mangan": True})
    assert (rounded.deltas[1], rounded.limits) == (8000, ("mangan",))


def test_counted_yakuman() -> None:
    facts: dict[str, Any] = {"ready": "ordinary", "ippatsu": True, "dora": ("6s",), "ura": ("6s",)}
    counted = win("1122334455667s", "7s", **facts)
    assert (counted.total, counted.yakuman, counted.limits, counted.deltas[1]) == (16, 0, ("counted_yakuman",), 32000)
    capped = win("1122334455667s", "7s", options={"counted_yakuman": False}, **facts)
    assert (capped.total, capped.limits, capped.deltas[1]) == (16, ("sanbaiman",), 24000)


def test_double_and_combined_yakuman() -> None:
    five = win("1112223334445z", "5z")
    assert (five.yakuman, five.deltas[1]) == (5, 160000)
    assert win("1112223334445z", "5z", options={"double_yakuman": False}).yakuman == 3
    assert win("1112223334445z", "5z", options={"combined_yakuman": False}).deltas[1] == 32000


def test_liability() -> None:
    melds = (Meld("pung", ("5z",) * 3, 2), Meld("pung", ("6z",) * 3, 0), Meld("pung", ("7z",) * 3, 2))
    facts: dict[str, Any] = {"melds": melds, "repeat": 2, "deposits": 1, "from_seat": 3}
    assert win("12m11p", "3m", **facts).deltas == (0, 33600, -16000, -16600)
    assert win("12m11p", "3m", by="self_draw", **{**facts, "from_seat": None}).deltas == (0, 33600, -32600, 0)
    assert win("12m11p", "3m", options={"liability": False}, **facts).deltas == (0, 33600, 0, -32600)


def test_red_fives_beyond_the_set_are_refused() -> None:
    assert win("234m340p22s34678s", "5s", ready="ordinary").wins
    assert win("234m340p22s34678s", "5s", options={"red_fives": (0, 0, 0)}).reason == "invalid_tiles"
    assert win("234m340p00p23467s", "5s", options={"red_fives": (1, 2, 1)}).reason == "invalid_tiles"


def test_swap_calling() -> None:
    low = Meld("chow", ("2m", "3m", "1m"), 0)
    expected = {"forbidden": {0, 3}, "other_end": {0}, "allowed": set()}
    for name, kinds in expected.items():
        mask = legality.swap_ban(low, RiichiOptions(swap_calling=name))  # type: ignore[arg-type]
        assert {kind for kind in range(34) if mask >> kind & 1} == kinds
    # Only a claimed kind would be left.
    assert not legality.may_chow(Hand(parse_tiles("5567m")), 3, ("6m", "7m"), "0m", RiichiOptions(swap_calling="other_end"))
    assert legality.may_chow(Hand(parse_tiles("5567m")), 3, ("6m", "7m"), "0m", RiichiOptions(swap_calling="allowed"))


@pytest.mark.parametrize(
    ("tiles", "drawn", "allowed"),
    [
        ("123m456s1178s333z", "3z", {"same_waits": True, "same_shape": True, "never": False}),
        ("333456m123p789s2z", "3m", {"same_waits": True, "same_shape": True, "never": False}),
        ("1123456678999p", "9p", {"same_waits": True, "same_shape": False, "never": False}),
        ("123m456p3334s222z", "3s", {"same_waits": False, "same_shape": False, "never": False}),
    ],
)
def test_kong_after_ready(tiles: str, drawn: str, allowed: dict[str, bool]) -> None:
    hand = Hand([*parse_tiles(tiles), drawn])
    for name, expected in allowed.items():
        options = RiichiOptions(kong_after_ready=name)  # type: ignore[arg-type]
        assert bool(legality.own_kongs(hand, drawn, (), options, ready=True)) is expected, name


def test_riichi_with_few_tiles_or_points() -> None:
    def refused(live_left: int, score: int, **options: Any) -> str | None:
        asked = RiichiOptions(**options)
        return legality.refused_ready(declared=False, concealed=True, live_left=live_left, score=score, options=asked)

    assert (refused(4, 1000), refused(3, 1000), refused(4, 900)) == (None, "too_few_tiles", "too_few_points")
    assert refused(0, 1000, ready_needs_tiles=0) is None
    assert refused(4, 0, below_zero_ends=False) is None
