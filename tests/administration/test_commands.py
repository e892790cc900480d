"""`mahjong-club admin` as a host calls it: beside a running server and without one, one rule for both."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import httpx
from sqlalchemy import text
from websockets.sync.client import ClientConnection

from mahjong_club.administration import handoff
from mahjong_club.storage.offline import Offline
from tests.administration.shell import Shell, events, hear, sit
from tests.administration.support import PASSWORD, REASON
from tests.support.server import LiveServer


def test_beside_a_running_server(start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    shell = Shell(server.data_dir)
    assert (server.data_dir / handoff.FILE).stat().st_mode & 0o777 == 0o600
    assert "mahjong-club admin password ada" in shell.ok("grant", "Ada")
    assert "bad_password" in shell.run("password", "ada", stdin="short\n").stderr
    shell.ok("password", "ada", stdin=PASSWORD + "\n")
    client = httpx.Client(base_url=f"{server.url}/api/v1", trust_env=False, verify=False)
    client.post("/admin/sign-in", json={"login": "ada", "password": PASSWORD}).raise_for_status()
    client.post("/guests", json={"name": "Mei"}).raise_for_status()
    match = client.post("/quickstart", json={"variant": "hong_kong"}).raise_for_status().json()["match"]["id"]
    with sit(server, client, match) as socket:
        _orders(shell, socket, match, client.get("/me").json()["id"])
    shown_full = shell.lines("show", match, "--at", "2", "--full", "--reason", REASON)
    assert shown_full[0]["seq"] == 2 and "match_not_found" in shell.refused(1, "show", "ffff")
    acted = [row["action"] for row in shell.lines("audit", "list")]
    assert acted[:6] == ["look_fully", "ban", "tell_table", "reset_deal", "pause", "sign_in"]
    assert server.stop() == 0
    assert not (server.data_dir / handoff.FILE).exists()


def _orders(shell: Shell, socket: ClientConnection, match: str, me: str) -> None:
    # Shown first; without a terminal nothing is done unasked, and nothing without a reason.
    assert "--reason" in shell.refused(2, "reset", match, "--yes")
    shown = shell.run("pause", match, "--reason", REASON)
    assert shown.returncode == 2 and "- The match and its clocks stop" in shown.stdout and "--yes" in shown.stderr
    assert "done; row" in shell.ok("pause", match, "--reason", REASON, "--yes")
    paused = hear(socket, events("match_paused"))
    assert any(event.get("note") == REASON for event in paused["items"])
    assert "no longer count" in shell.ok("reset", match, "--reason", REASON, "--yes")
    hear(socket, events("match_rewound"))
    assert "already_paused" in shell.refused(1, "pause", match, "--reason", REASON, "--yes")
    shell.ok("announce", "Dinner", "--match", match, "--yes")
    assert hear(socket, lambda frame: frame["type"] == "notice")["params"]["text"] == "Dinner"
    (table,) = shell.lines("tables")
    assert table["match"] == match and [each["name"] for each in table["connections"]] == ["Mei"]
    shell.ok("ban", me, "--minutes", "5", "--reason", REASON, "--yes")
    assert hear(socket, lambda frame: frame["type"] == "bye")["code"] == "banned"


def test_without_a_server(start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    shell = Shell(server.data_dir)
    client = httpx.Client(base_url=f"{server.url}/api/v1", trust_env=False, verify=False)
    client.post("/guests", json={"name": "Mei"}).raise_for_status()
    match = client.post("/quickstart", json={"variant": "riichi"}).raise_for_status().json()["match"]["id"]
    # Killed, it leaves the key of a server that is no more.
    server.kill()
    assert (server.data_dir / handoff.FILE).exists()
    assert "is an admin" in shell.ok("grant", "Ada")
    assert "Place 1" in shell.ok("end", match, "--reason", REASON, "--yes")
    assert [
        line["match"]
        for line in saves(shell, "--state", "over", "--ruleset", "riichi", "--person", "mei", "--since", "2020-01-01")
    ] == [match]
    assert "rows, each follows" in shell.ok("audit", "check")
    url = f"sqlite+aiosqlite:///{server.data_dir / 'club.sqlite3'}"
    with Offline(url, writing=True) as offline:
        offline.run(lambda session: session.execute(text("UPDATE audit_log SET reason = 'none' WHERE action = 'end_match'")))
    assert "row 2 is not as it was written" in shell.refused(1, "audit", "check")
    server.start()
    assert client.get(f"/matches/{match}").json()["state"] == "over"
    # Another server's file names this one, but with a key it does not know: then the database is asked for, and is in use.
    handoff.leave(server.data_dir, handoff.Handoff(server.url, "another key"))
    assert "another server has" in shell.refused(1, "list")


def saves(shell: Shell, *arguments: str) -> list[Any]:
    command = [sys.executable, "-m", "mahjong_club", "saves", "list", "--json", "--data", str(shell.data), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]
