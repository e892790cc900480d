"""Records of matches that club bots play among themselves, and what the commands make of them."""

import asyncio
import copy
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.commands.record import Mismatch, parse_record, replay
from mahjong_club.commands.verify import checks
from mahjong_club.lobby.records import record_json
from mahjong_club.storage import matches
from tests.support.club import Club, Json, open_club


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Json, list[Json]]:
    """The record of a whole match, and those that could be had while its first deals ran."""

    async def play() -> tuple[Json, list[Json]]:
        async with open_club(tmp_path_factory.mktemp("records") / "data") as club:
            return await _played(club)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(play())).result()


async def _played(club: Club) -> tuple[Json, list[Json]]:
    host = await club.guest("Mei")
    wishes = {"ruleset": "hong_kong", "options": {"rounds": 1}, "place": None, "bots": 3, "clock": None, "seating": "drawn"}
    table = await host.post("/tables", wishes)
    table = await host.post(f"/tables/{table['code']}/start", {"fill": "club"})
    while table["state"] == "playing":
        update = await host.get(f"/tables/{table['code']}/updates", params={"after": table["revision"]})
        table = update["table"] or table
    record = await host.get(f"/matches/{table['match']['id']}/record")
    database = club.app.state.database
    match = await database.query(lambda session: matches.load_match(session, record["match"]))
    entries = await database.read(record["match"])
    ends = [place for place, entry in enumerate(entries) if entry.kind == "deal_ended"]
    partial = [json.loads(record_json(match, entries[:cut])) for cut in (5, ends[0], ends[0] + 1, ends[1] - 3)]
    return record, partial


def test_a_whole_match_is_verified(finished: tuple[Json, list[Json]]) -> None:
    record, _ = finished
    assert record["complete"]
    found = list(checks(parse_record(record)))
    assert [check for check in found if check.ok is not True] == []
    assert {"seats by lot", "first dealer by lot", "deal 1"} <= {check.what for check in found}


def test_a_running_deal_leaves_no_trace(finished: tuple[Json, list[Json]]) -> None:
    record, partial = finished
    deal = [event for event in record["events"] if event["type"] == "deal_started"]
    for running in partial:
        assert not running["complete"]
        assert running["secret"] is None
        assert record["secret"] not in json.dumps(running)
        kinds = [event["type"] for event in running["events"]]
        assert kinds.count("deal_started") == kinds.count("deal_ended")
        text = json.dumps(running)
        for hidden in deal[kinds.count("deal_ended") :]:
            assert hidden["commitment"] not in text
    assert [sum(event["type"] == "deal_ended" for event in running["events"]) for running in partial] == [0, 0, 1, 1]
    found = list(checks(parse_record(partial[2])))
    assert [check.ok for check in found].count(None) == 1
    assert all(check.ok is not False for check in found)


def _swap_tiles(record: Json) -> None:
    event = next(event for event in record["events"] if event["type"] == "drawn")
    event["tile"] = "1z" if event["tile"] != "1z" else "2z"


def _other_secret(record: Json) -> None:
    record["events"][-1]["secret"] = "00" * 32


def _other_wall(record: Json) -> None:
    event = next(event for event in record["events"] if event["type"] == "deal_ended")
    event["wall"] = event["wall"][2:] + event["wall"][:2]


def _other_entropy(record: Json) -> None:
    record["events"][0]["entropy"][1] = "chosen later"


def _other_dealer(record: Json) -> None:
    record["events"][0]["first_dealer"] ^= 1


def _other_seats(record: Json) -> None:
    record["lot"]["places"].reverse()


def _more_points(record: Json) -> None:
    event = next(event for event in record["events"] if event["type"] == "deal_ended")
    event["scores"] = [score + 8 for score in event["scores"]]


@pytest.mark.parametrize(
    "change", [_swap_tiles, _other_secret, _other_wall, _other_entropy, _other_dealer, _other_seats, _more_points]
)
def test_a_changed_record_fails(finished: tuple[Json, list[Json]], change: Any) -> None:
    record = copy.deepcopy(finished[0])
    change(record)
    assert any(check.ok is False for check in checks(parse_record(record)))


def test_every_single_event_matters_to_the_replay(finished: tuple[Json, list[Json]]) -> None:
    events = finished[0]["events"]
    for missing in range(1, 120, 7):
        record = copy.deepcopy(finished[0])
        del record["events"][missing]
        for place, event in enumerate(record["events"]):
            event["seq"] = place + 1
        with pytest.raises(Mismatch):
            list(replay(parse_record(record)))
    assert len(list(replay(parse_record(finished[0])))) == len(events)


@pytest.mark.parametrize("data", [[], {}, {"format": "mahjong-club/record", "version": 9, "events": []}, {"events": 3}])
def test_what_is_no_record_is_said_to_be_none(data: Any) -> None:
    with pytest.raises(Mismatch):
        parse_record(data)


def test_records_are_documented(root_dir: Path, finished: tuple[Json, list[Json]]) -> None:
    text = (root_dir / "docs" / "records.md").read_text(encoding="utf-8")
    assert [name for name in finished[0] if f"`{name}`" not in text] == []
