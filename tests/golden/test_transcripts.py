"""The rules core still tells each viewer what the golden transcripts say, and a view that hears it stays a view."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.commands.record import parse_record
from mahjong_club.commands.verify import checks
from tools.make_golden import DEALS, FOLDER, ORDERED, RECORDS, SEEDS, VIEWERS, record, transcripts

Json = dict[str, Any]


def read(path: Path) -> Json:
    content: Json = json.loads(gzip.decompress(path.read_bytes()))
    return content


def plain(content: Json) -> Json:
    """As it is after a trip through JSON: tuples are lists."""
    made: Json = json.loads(json.dumps(content, ensure_ascii=False))
    return made


@pytest.mark.parametrize("ruleset", list(SEEDS))
def test_the_rules_core_tells_what_the_transcripts_say(ruleset: str) -> None:
    made = transcripts(ruleset, SEEDS[ruleset], DEALS)
    for viewer in VIEWERS:
        golden = read(FOLDER / f"{ruleset}-{'spectator' if viewer is None else viewer}.json.gz")
        fresh = plain(made[viewer])
        assert fresh["items"] == golden["items"], "run `python -m tools.make_golden` if the change is meant"
        assert fresh["checkpoints"] == golden["checkpoints"]


@pytest.mark.parametrize("ruleset", [name for name in SEEDS if name not in ORDERED])
def test_the_records_are_those_of_the_same_matches(ruleset: str) -> None:
    golden = read(RECORDS / f"{ruleset}.json.gz")
    assert plain(record(ruleset, SEEDS[ruleset], DEALS)) == golden, "run `python -m tools.make_golden` if the change is meant"
    assert [check for check in checks(parse_record(golden)) if check.ok is False] == []


def test_the_transcripts_show_most_of_what_can_happen() -> None:
    kinds = {item["type"] for path in FOLDER.glob("*.json.gz") for item in read(path)["items"]}
    assert {
        "drawn",
        "bonus_exposed",
        "discarded",
        "window_closed",
        "meld_claimed",
        "kong_declared",
        "deal_ended",
        "timed_out",
    } <= kinds


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json.gz")), ids=lambda path: path.name)
def test_other_seats_tiles_are_in_no_transcript(path: Path) -> None:
    golden = read(path)
    for view in [golden["snapshot"], *golden["checkpoints"]]:
        for seat, side in enumerate(view["seats"]):
            assert seat == golden["viewer"] or side["hand"] is None or side["size"] == 0
            assert seat == golden["viewer"] or side["drawn"] in (None, "?")
