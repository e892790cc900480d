"""Rotation, readiness, flower wins and openings, as the play vectors ask about them."""

from typing import Any

import pytest

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.tiles import KINDS, parse_tiles
from mahjong_club.rules.variants.taiwanese import RULESET
from mahjong_club.rules.variants.taiwanese.bonus import flower_win, opening_flower_win
from mahjong_club.rules.variants.taiwanese.openings import OpeningFacts, opening_of, ready_rank
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.ready import ready_refusal
from mahjong_club.rules.variants.taiwanese.rotation import Standing, next_standing
from mahjong_club.rules.variants.taiwanese.tiles17 import keys_of_tiles
from mahjong_club.rules.variants.taiwanese.waits import waits
from tests.rules.taiwanese.table_talk import vector_lines

OPTIONS = TaiwaneseOptions()
PLAY = vector_lines("taiwanese_play.jsonl")


def asked(name: str) -> list[Any]:
    """The play vectors of one kind."""
    found = [
        pytest.param(line["given"], line["expect"], id=f"{line['id']} {line['note']}") for line in PLAY if line["fn"] == name
    ]
    assert found
    return found


def letters(text: str) -> str:
    """Tiles as the play vectors write them: ``123m EE`` and so on."""
    names = {"E": "1z", "S": "2z", "W": "3z", "N": "4z", "P": "5z", "F": "6z", "C": "7z"}
    return "".join("".join(names.get(char, char) for char in word) for word in text.split())


def meld_of(word: str) -> Meld:
    tiles = parse_tiles(letters(word[1:].split("<")[0]))
    kind, form = {"c": ("chow", None), "p": ("pung", None), "k": ("kong", "exposed"), "x": ("kong", "concealed")}[word[0]]
    return Meld(kind, tiles, 0 if "<" in word else None, form)  # type: ignore[arg-type]


@pytest.mark.parametrize(("given", "expect"), asked("nextdeal"))
def test_next_deal(given: dict[str, Any], expect: dict[str, Any]) -> None:
    now = Standing(given["dealer"], "ESWN".index(given["round"]), given["continuation"])
    winner = None if given["outcome"] == "exhausted" else given["outcome"]
    found = next_standing(now, winner, given["first_dealer"], OPTIONS)
    wanted = Standing(expect["dealer"], "ESWN".index(expect["round"]), expect["continuation"], expect["over"])
    assert found == wanted


def test_a_match_of_two_rounds_ends_in_the_south() -> None:
    short = RULESET.with_options({"rounds": 2}).options
    assert isinstance(short, TaiwaneseOptions)
    assert next_standing(Standing(3, 0, 0), 1, 0, short) == Standing(0, 1, 0)
    assert next_standing(Standing(3, 1, 0), 1, 0, short).over


@pytest.mark.parametrize(("given", "expect"), asked("flower"))
def test_flower_win(given: dict[str, Any], expect: dict[str, Any] | None) -> None:
    found = flower_win(given["counts"], given["drawer"])
    if expect is None:
        assert found is None
        return
    assert found is not None
    by = "eight_flowers" if expect["event"] == "flower8" else "seven_robs_one"
    assert (found.by, found.winner) == (by, expect["winner"])
    assert sorted(found.payers) == sorted(expect["payers"])
    assert found.replacement_first == expect["replacement_first"]


def test_anybody_elses_eighth_flower_is_robbed() -> None:
    found = flower_win([1, 0, 7, 0], 0)
    assert found is not None
    assert (found.winner, found.from_seat, found.payers, found.replacement_first) == (2, 0, (0,), False)
    # The seventh flower of seat 2 was drawn while seat 0 had none; seat 1's draw of something else causes nothing.
    assert flower_win([0, 0, 7, 0], 1) is None


def test_flower_wins_at_the_deal() -> None:
    eight = opening_flower_win([0, 0, 0, 8], 2)
    assert eight is not None
    assert (eight.winner, eight.by, eight.payers) == (3, "eight_flowers", (0, 1, 2))
    seven = opening_flower_win([1, 0, 7, 0], 2)
    assert seven is not None
    assert (seven.winner, seven.from_seat) == (2, 0)
    assert opening_flower_win([0, 0, 7, 0], 2) is None
    assert opening_flower_win([2, 0, 6, 0], 2) is None


@pytest.mark.parametrize(("given", "expect"), asked("declare"))
def test_declaration(given: dict[str, Any], expect: str) -> None:
    hand = parse_tiles(letters(given["hand"]))
    melds = tuple(meld_of(word) for word in given["melds"].split())
    refused = "already_declared" if given.get("already") else ready_refusal(keys_of_tiles(hand), melds, OPTIONS)
    if expect == "illegal":
        assert refused in ("not_ready", "already_declared")
        return
    assert refused is None
    rank = ready_rank("dealer" if given["dealer"] else "other", given["own_discards"], given["calls_before"])
    assert rank == {"normal": "ordinary", "heaven": "heavenly", "earth": "earthly"}.get(expect, expect)


def test_open_hands_may_be_kept_from_declaring() -> None:
    closed_only = TaiwaneseOptions(open_ready=False)
    keys = keys_of_tiles(parse_tiles("456m789p23467s11z"))
    chow = (Meld("chow", ("1m", "2m", "3m"), 0),)
    assert ready_refusal(keys, chow, OPTIONS) is None
    assert ready_refusal(keys, chow, closed_only) == "hand_not_concealed"
    kong = (Meld("kong", ("9m",) * 4, None, "concealed"),)
    assert ready_refusal(keys, kong, closed_only) is None


def flags_of(given: dict[str, Any], options: TaiwaneseOptions = OPTIONS, **more: Any) -> str | None:
    facts = {
        "seat": "dealer" if given["winner_is_dealer"] else "other",
        "by": {"rob": "robbed_kong", "self_draw": "self_draw", "discard": "discard"}[given["how"]],
        "winner_discards": given["winner_discards"],
        "from_discards": given["from_discards"] or 0,
        "deal_discards": 1,
        "calls": given["calls_before"],
        "own_kongs": 0,
        "winner_drew": False,
    }
    return opening_of(OpeningFacts(**{**facts, **more}), options)


@pytest.mark.parametrize(("given", "expect"), asked("flags"))
def test_openings_and_ranks(given: dict[str, Any], expect: list[str]) -> None:
    names = {"heaven": "heavenly", "earth": "earthly", "human": "human", "none": None}
    assert flags_of(given) == names[expect[0]]
    if given["ready_at"]:
        seat = "dealer" if given["winner_is_dealer"] else "other"
        rank = ready_rank(seat, given["ready_at"], given["calls_before_ready"])  # type: ignore[arg-type]
        assert rank == {"normal": "ordinary", "heaven": "heavenly", "earth": "earthly"}[expect[1]]


HUMAN = {"winner_is_dealer": False, "how": "discard", "winner_discards": 0, "from_discards": 1, "calls_before": 0}


@pytest.mark.parametrize(
    ("options", "more"),
    [
        ({"human_win_seats": "non_dealer"}, {"seat": "dealer"}),
        ({"human_win_discard": "deals_first"}, {"deal_discards": 2}),
        ({"human_win_after_draw": False}, {"winner_drew": True}),
    ],
)
def test_stricter_human_wins(options: dict[str, Any], more: dict[str, Any]) -> None:
    strict = TaiwaneseOptions(**options)
    assert flags_of(HUMAN, OPTIONS, **more) == "human"
    assert flags_of(HUMAN, strict, **more) is None
    assert flags_of(HUMAN, strict) == "human"


def test_looser_human_win_and_stricter_heavenly_win() -> None:
    after_a_call = {**HUMAN, "calls_before": 1}
    assert flags_of(after_a_call) is None
    assert flags_of(after_a_call, TaiwaneseOptions(human_win_after_calls=True)) == "human"
    kong = {"winner_is_dealer": True, "how": "self_draw", "winner_discards": 0, "from_discards": None, "calls_before": 1}
    assert flags_of(kong, own_kongs=1) == "heavenly"
    assert flags_of(kong, TaiwaneseOptions(heavenly_after_kong=False), own_kongs=1) is None


def kinds(mask: int) -> str:
    return " ".join(KINDS[kind] for kind in range(34) if mask >> kind & 1)


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("123456m789p23467s11z", "", "5s 8s"),
        ("23m456p789p234s11z", "x1111m", "4m"),
        ("123m456m789p234s1111z", "", ""),
        ("5p", "c123m c456m c789p c234s p999s", "5p"),
        ("1199m1199p1199s1177z", "", ""),
    ],
)
def test_waits(hand: str, melds: str, expected: str) -> None:
    keys = keys_of_tiles(parse_tiles(hand))
    own = tuple(meld_of(word) for word in melds.split())
    assert kinds(waits(keys, own, OPTIONS)) == expected


def test_waits_of_pairs_where_they_are_allowed() -> None:
    allowed = TaiwaneseOptions(seven_pairs_and_triplet=True)
    assert kinds(waits(keys_of_tiles(parse_tiles("1199m1199p1199s1177z")), (), allowed)) == "1m 9m 1p 9p 1s 9s 1z 7z"
    assert kinds(waits(keys_of_tiles(parse_tiles("1199m1199p1199s1777z")), (), allowed)) == "1z"
