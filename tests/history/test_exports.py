"""Records as files: over HTTP and from the command line, in the club's own format and as mjai."""

import gzip
import json
from pathlib import Path

import pytest
import typer

from mahjong_club.commands import replay as command
from mahjong_club.commands.record import parse_record
from mahjong_club.commands.verify import checks
from tests.support.club import open_club
from tests.support.stored import RECORDS, entries, golden, store

MATCH = "cd" * 12


async def test_downloads(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        stranger = await club.stranger()
        database = club.app.state.database
        for match_id, name in ((MATCH, "riichi"), ("ef" * 12, "taiwanese")):
            record = golden(name)
            await store(database, match_id, record, [None] * 4)
            await database.append(match_id, entries(record))
        answer = await stranger.ask("GET", f"/matches/{MATCH}/record?download")
        assert answer.headers["content-disposition"] == f'attachment; filename="{MATCH}.json"'
        assert answer.json()["events"] == golden("riichi")["events"]
        answer = await stranger.ask("GET", f"/matches/{MATCH}/record?download&format=mjai")
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert answer.headers["content-disposition"] == f'attachment; filename="{MATCH}.mjson"'
        kinds = [json.loads(line)["type"] for line in answer.text.splitlines()]
        assert kinds[:2] == ["start_game", "start_kyoku"]
        assert kinds.count("start_kyoku") == kinds.count("end_kyoku") == 2
        assert await stranger.refused("GET", f"/matches/{'ef' * 12}/record?format=mjai") == (409, "not_riichi")
        assert await stranger.refused("GET", f"/matches/{MATCH}/record?format=xml") == (400, "bad_request")
        assert await stranger.refused("GET", f"/matches/{'00' * 12}/record?format=mjai") == (404, "match_not_found")


def written(tmp_path: Path, name: str) -> Path:
    file = tmp_path / f"{name}.json"
    file.write_bytes(gzip.decompress((RECORDS / f"{name}.json.gz").read_bytes()))
    return file


def test_the_command_prints_mjai(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.mjai(written(tmp_path, "riichi"))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == {"type": "start_game", "names": ["Mei", "阿明", "はな", "<Lin>"]}
    assert {line["type"] for line in lines} >= {"start_kyoku", "tsumo", "dahai", "end_kyoku"}


def test_the_command_refuses_what_has_no_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as left:
        command.mjai(written(tmp_path, "hong_kong"))
    assert left.value.exit_code == 2
    assert "only riichi records" in capsys.readouterr().err
    file = written(tmp_path, "riichi")
    record = json.loads(file.read_text(encoding="utf-8"))
    next(event for event in record["events"] if event["type"] == "drawn")["tile"] = "9m"
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(typer.Exit) as left:
        command.mjai(file)
    assert left.value.exit_code == 1


@pytest.mark.parametrize("name", ["hong_kong", "taiwanese", "riichi", "hong_kong_restored"])
def test_golden_records_are_sound(name: str) -> None:
    assert [check for check in checks(parse_record(golden(name))) if check.ok is False] == []
