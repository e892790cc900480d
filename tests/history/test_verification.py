"""The verification of records: against the golden file, and against changed records."""

import json
from typing import Any

import pytest

from mahjong_club.history.verification import NotARecord, is_whole_set, verify_record
from mahjong_club.rules.tiles import BONUS, full_set
from mahjong_club.rules.variants.registry import listed
from tools.fairness_vectors import TARGET, played_record, walls

GOLDEN: dict[str, Any] = json.loads(TARGET.read_text(encoding="utf-8"))


def test_the_golden_walls_are_what_the_tool_writes() -> None:
    assert GOLDEN["walls"] == walls()


@pytest.mark.parametrize("case", GOLDEN["records"], ids=lambda case: case["name"])
def test_golden_records(case: dict[str, Any]) -> None:
    found = [{"deal": c.deal, "what": c.what, "outcome": c.outcome} for c in verify_record(case["record"])]
    assert found == case["checks"]


@pytest.mark.parametrize("ruleset", listed(), ids=lambda ruleset: ruleset.key)
def test_every_rulesets_deals_verify(ruleset: Any) -> None:
    checks = verify_record(played_record(ruleset.id, 1))
    assert {check.what for check in checks} == {
        "match_commitment", "lot", "deal_commitment", "deal_secret", "whole_set", "wall", "tiles_from_wall",
    }  # fmt: skip
    assert {check.outcome for check in checks} == {"holds"}


@pytest.mark.parametrize("wrong", [None, [], {}, {"events": 1}, {"events": [1]}, {"events": []}, {"events": [{"type": "drawn"}]}])
def test_what_is_no_record_is_refused(wrong: Any) -> None:
    with pytest.raises(NotARecord):
        verify_record(wrong)


def test_a_broken_event_is_refused() -> None:
    record = json.loads(json.dumps(GOLDEN["records"][0]["record"]))
    ended = next(event for event in record["events"] if event["type"] == "deal_ended")
    ended["secret"] = "not hexadecimal"
    with pytest.raises(NotARecord):
        verify_record(record)


def test_whole_sets() -> None:
    assert is_whole_set(full_set())
    assert is_whole_set(full_set(1))
    assert is_whole_set(full_set() + BONUS)
    assert not is_whole_set((*full_set()[1:], "9s"))
    assert not is_whole_set((*full_set(), "1f"))
