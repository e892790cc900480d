"""Requests: what is read, what is refused, and that no input does anything else."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mahjong_club.rules.errors import InvalidRequest, InvalidTiles
from mahjong_club.rules.requests import answer_json, parse_request
from mahjong_club.rules.variants.hong_kong.judge import judge_for
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions

JUDGE = judge_for(HongKongOptions())


def request(**changes: Any) -> dict[str, Any]:
    plain = {
        "ruleset": "hong_kong",
        "round_wind": "E",
        "dealer": 0,
        "repeat": 0,
        "winner": 1,
        "hand": "23467p99s",
        "melds": [
            {"kind": "chow", "tiles": "123m", "from": 0},
            {"kind": "kong", "tiles": "1111z", "from": None, "form": "concealed"},
        ],
        "bonus": "2f",
        "win": {"by": "discard", "tile": "8p", "from": 3},
        "facts": {"last_tile": True, "locked": "58p"},
    }
    return plain | changes


def test_facts_are_read() -> None:
    read = parse_request(request(options={"minimum": 4}))
    assert (read.ruleset_key, dict(read.options)) == ("hong_kong", {"minimum": 4})
    assert read.facts.hand == ("2p", "3p", "4p", "6p", "7p", "9s", "9s")
    assert read.facts.melds[1].form == "concealed"
    assert (read.facts.last_tile, read.facts.locked, read.facts.from_seat) == (True, ("5p", "8p"), 3)


@pytest.mark.parametrize(
    ("given_facts", "ready"),
    [
        ({"riichi": 1}, "ordinary"),
        ({"riichi": 2}, "double"),
        ({"riichi": 0}, None),
        ({"declared_ready": "earthly"}, "earthly"),
        ({"declared_ready": "ordinary"}, "ordinary"),
        ({}, None),
    ],
)
def test_ready(given_facts: dict[str, Any], ready: str | None) -> None:
    assert parse_request(request(facts=given_facts)).facts.ready == ready


def test_riichi_facts() -> None:
    facts = parse_request(request(facts={"ippatsu": True, "dora": "5m1z", "ura": "0p", "deposits": 2})).facts
    assert (facts.ippatsu, facts.dora, facts.ura, facts.deposits) == (True, ("5m", "1z"), ("0p",), 2)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ruleset": 3}, "ruleset"),
        ({"winner": 4}, "winner"),
        ({"winner": True}, "winner"),
        ({"dealer": "0"}, "dealer"),
        ({"round_wind": "X"}, "round_wind"),
        ({"round_wind": "ES"}, "round_wind"),
        ({"repeat": -1}, "repeat"),
        ({"hand": 5}, "hand"),
        ({"hand": "1m" * 200}, "hand"),
        ({"melds": {}}, "melds"),
        ({"melds": [3]}, "melds[0]"),
        ({"melds": [{"kind": "pong", "tiles": "111m", "from": 0}]}, "melds[0].kind"),
        ({"melds": [{"kind": "pung", "tiles": "111m", "from": 1}]}, "melds[0].from"),
        ({"melds": [{"kind": "kong", "tiles": "1111m", "from": 0}]}, "melds[0].form"),
        ({"melds": [{"kind": "pung", "tiles": "", "from": 0}]}, "melds[0].tiles"),
        ({"win": None}, "win"),
        ({"win": {"by": "luck", "tile": "8p"}}, "win.by"),
        ({"win": {"by": "discard", "tile": None, "from": 3}}, "win.tile"),
        ({"win": {"by": "discard", "tile": "8p", "from": None}}, "win.from"),
        ({"win": {"by": "discard", "tile": "8p", "from": 1}}, "win.from"),
        ({"options": []}, "options"),
        ({"facts": {"last_tile": 1}}, "facts.last_tile"),
        ({"facts": {"opening": "late"}}, "facts.opening"),
        ({"facts": {"riichi": 3}}, "facts.riichi"),
        ({"facts": {"unheard_of": 3}}, "facts.unheard_of"),
    ],
)
def test_refused_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        parse_request(request(**changes))
    assert caught.value.detail == field


@pytest.mark.parametrize("hand", ["12", "1x", "8z", "9f", "m", "1m ", "１m", "0z", "12m3"])
def test_refused_tiles(hand: str) -> None:
    with pytest.raises(InvalidTiles):
        parse_request(request(hand=hand))


def test_answer() -> None:
    answer = answer_json(JUDGE(parse_request(request(facts={})).facts))
    assert answer["wins"] is False
    assert answer["reason"] == "below_min"
    assert answer["blocks"] == ["234p", "678p", "123m", "1111z", "99s"]
    assert answer["patterns"] == {"round_wind": 1, "seat_flower": 1}
    assert answer["rejected"]["concealed_hand"] == "public_meld"


TILE = st.sampled_from([f"{n}{s}" for s in "mps" for n in range(10)] + [f"{n}z" for n in range(9)] + [f"{n}f" for n in range(10)])
COMPACT = st.one_of(st.lists(TILE, max_size=17).map("".join), st.text(max_size=8))
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
SEATS = st.integers(0, 3)
MELD = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["chow", "pung", "kong"]),
        "tiles": st.one_of(st.sampled_from(["111m", "123p", "1111z", "789s", "555z"]), COMPACT),
        "from": SEATS | st.none(),
    },
    optional={"form": st.sampled_from(["exposed", "added", "concealed"])},
)
REQUEST = st.fixed_dictionaries(
    {
        "ruleset": st.just("hong_kong"),
        "round_wind": st.sampled_from("ESWN"),
        "dealer": SEATS,
        "repeat": st.integers(0, 3),
        "winner": SEATS,
        "hand": COMPACT,
        "melds": st.lists(MELD, max_size=5),
        "bonus": COMPACT,
        "win": st.fixed_dictionaries(
            {
                "by": st.sampled_from(["self_draw", "discard", "robbed_kong", "eight_flowers", "seven_robs_one"]),
                "tile": TILE | st.none(),
                "from": SEATS | st.none(),
            }
        ),
        "facts": st.fixed_dictionaries({}, optional={"locked": COMPACT, "last_tile": st.booleans(), "after_kong": st.booleans()}),
    }
)


@settings(max_examples=400, deadline=None)
@given(
    REQUEST, st.dictionaries(st.sampled_from(["hand", "melds", "bonus", "win", "facts", "dealer", "options"]), JUNK, max_size=1)
)
def test_hostile_requests(asked: dict[str, Any], junk: dict[str, Any]) -> None:
    try:
        read = parse_request(asked | junk)
    except (InvalidRequest, InvalidTiles):
        return
    verdict = JUDGE(read.facts)
    assert sum(verdict.deltas) == 0
    assert verdict.wins is (verdict.reason is None)
    answer_json(verdict)


@settings(max_examples=200, deadline=None)
@given(JUNK)
def test_junk(asked: Any) -> None:
    with pytest.raises((InvalidRequest, InvalidTiles)):
        parse_request(asked)
