"""`mahjong-club saves` as a host calls it, beside a server and without one."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import httpx

from mahjong_club.lobby.records import public_part
from mahjong_club.rules.walls import commitment_of
from mahjong_club.saves.reading import match_in
from mahjong_club.storage.matches import load_match
from mahjong_club.storage.offline import Offline
from tests.saves.support import FIXTURES, empty_database
from tests.support.club import open_club
from tests.support.forge import command
from tests.support.server import LiveServer


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return command("saves", *arguments)


def test_a_host_moves_matches(start_server: Callable[..., LiveServer], tmp_path: Path) -> None:
    server = start_server()
    data = server.data_dir
    client = httpx.Client(base_url=f"{server.url}/api/v1", trust_env=False, verify=False)
    client.post("/guests", json={"name": "Mei"}).raise_for_status()
    mine = client.get("/me").json()["id"]
    played = client.post("/quickstart", json={"variant": "hong_kong"}).raise_for_status().json()["match"]["id"]

    listed = run("list", "--data", data, "--json")
    assert listed.returncode == 0, listed.stderr
    assert [json.loads(line)["match"] for line in listed.stdout.splitlines()] == [played]
    assert played in run("list", "--data", data).stdout
    exported = run("export", played, "-o", tmp_path / "out", "--data", data)
    file = tmp_path / "out" / f"{played}.mahjong.json.gz"
    assert exported.returncode == 0 and exported.stdout.strip() == str(file) and file.exists()
    missing = run("export", "abc", "-o", tmp_path, "--data", data)
    assert missing.returncode == 1 and missing.stderr.startswith("mahjong-club: match_not_found")

    linked = run("link", played, "0", "--url", "https://club.example/", "--data", data)
    assert linked.returncode == 0, linked.stderr
    (address,) = linked.stdout.splitlines()
    token = address.removeprefix(f"seat 0: https://club.example/claim/{played}#")
    assert client.post(f"/matches/{played}/claim", json={"token": token}).raise_for_status().json()["you"]
    assert run("link", played, "0", "--revoke", "--data", data).stdout.startswith("0 unused links")
    wrong = run("link", "abc", "0", "--data", data)
    assert wrong.returncode == 1 and wrong.stderr.startswith("mahjong-club: match_not_found")
    assert run("link", played, "4", "--data", data).returncode == 2
    beside = run("import", file, "--replace", "--data", data)
    assert beside.returncode == 1 and "another server has" in beside.stderr and len(beside.stderr.splitlines()) == 1
    assert server.stop() == 0
    again = run("import", file, "--data", data)
    assert again.returncode == 1 and "match_exists" in again.stdout
    assert run("import", file, "--replace", "--data", data).returncode == 0
    old = run("import", FIXTURES / "riichi_kong.json", "--seat", f"2={mine}", "--data", data)
    assert old.returncode == 0, old.stdout
    seats = [line.partition(":")[0] for line in old.stdout.splitlines()[1:]]
    assert seats == ["seat 0", "seat 1", "seat 3"] and "/claim/" in old.stdout
    assert run("import", file, "--seat", "5=club", "--data", data).returncode == 2
    told = run("migrate", "--dry-run", "--data", data)
    assert told.returncode == 0 and "riichi/1 becomes riichi/2" in told.stdout and "0 of 2 matches would change" in told.stdout

    server.start()
    matches = {match["id"]: match for match in client.get("/me/matches").raise_for_status().json()}
    assert len(matches) == 2 and matches[played]["state"] == "running"
    (taken,) = matches.keys() - {played}
    assert matches[taken]["ruleset"] == "riichi/1" and matches[taken]["seat"] == 2
    record = client.get(f"/matches/{taken}/record").raise_for_status().json()
    # The restored deal is still played: nothing of it is told.
    assert [event["type"] for event in record["events"]] == ["match_started"]


def test_a_restored_deal_is_no_part_of_the_record_while_it_runs() -> None:
    content = json.loads((FIXTURES / "hong_kong_turn.json").read_text(encoding="utf-8"))
    match = match_in(content, "", lambda events: None)
    assert [entry.kind for entry in match.entries] == ["match_started", "position_restored"]
    assert [entry.kind for entry in public_part(match.entries)] == ["match_started"]
    assert match.setup.secret.encode() not in b"".join(entry.payload for entry in match.entries)
    assert commitment_of(match.setup.secret).encode() in match.entries[0].payload


async def test_a_table_may_be_pinned(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        host = await club.guest("Mei")
        table = await host.post("/tables", {"ruleset": "hong_kong/1", "bots": 3, "pinned": True})
        await host.post(f"/tables/{table['code']}/start")
        (mine,) = await host.get("/me/matches")
        match = await club.app.state.tables.get(mine["id"])
        await match.idle()
        assert match.setup.pinned and match.state.ruleset == "hong_kong/1"
    other = empty_database(tmp_path / "other")
    with Offline(other, writing=False) as offline:
        assert offline.run(lambda session: load_match(session, mine["id"])) is None
