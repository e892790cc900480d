"""The commands as a person calls them: what they print, and with which status they end."""

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from mahjong_club import __version__
from mahjong_club.administration import handoff
from tests.support import forge
from tests.support.server import LiveServer


def fresh(*arguments: str) -> subprocess.CompletedProcess[str]:
    """As a person starts it."""
    command = [sys.executable, "-m", "mahjong_club", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return forge.command(*arguments, env=env)


def one_line(done: subprocess.CompletedProcess[str], status: int) -> str:
    assert done.returncode == status, done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("mahjong-club: ")
    return done.stderr


def test_version() -> None:
    assert fresh("--version").stdout == f"mahjong-club {__version__}\n"


@pytest.mark.parametrize("command", ["serve", "migrate", "score", "replay", "verify", "bench", "bot", "saves"])
def test_every_command_explains_itself(command: str) -> None:
    done = fresh(command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout


def test_without_a_command_there_is_help() -> None:
    done = fresh()
    assert done.returncode == 2
    assert "Usage: mahjong-club" in done.stdout + done.stderr


def test_serving_and_stopping(start_server: Callable[..., LiveServer]) -> None:
    live_server = start_server(fresh=True)
    assert f"Mono Mahjong Club at {live_server.url}\n" in live_server.log
    assert httpx.get(f"{live_server.url}/readyz", trust_env=False).status_code == 200
    assert live_server.stop() == 0
    live_server.start()
    assert live_server.stop() == 0


def test_ctrl_c_ends_in_good_order(start_server: Callable[..., LiveServer]) -> None:
    live_server = start_server(fresh=True)
    assert live_server._end(signal.SIGINT) == 0
    assert "Traceback" not in live_server.log


def test_a_port_that_is_taken(live_server: LiveServer, tmp_path: Path) -> None:
    port = live_server.url.rsplit(":", 1)[1]
    done = run("serve", "--port", port, "--data", str(tmp_path / "other"))
    assert f"127.0.0.1:{port}" in one_line(done, 1)


def test_data_that_another_server_uses(live_server: LiveServer) -> None:
    for command in (["serve", "--port", "0"], ["migrate"]):
        assert "another server has" in one_line(run(*command, "--data", str(live_server.data_dir)), 1)
    assert httpx.get(f"{live_server.url}/readyz", trust_env=False).status_code == 200


def test_migrate_says_what_it_did(tmp_path: Path) -> None:
    first, second = (fresh("migrate", "--data", str(tmp_path)) for _ in range(2))
    assert first.stdout.startswith("from nothing to ")
    assert second.stdout.startswith("already at ")


def test_a_database_from_the_future(tmp_path: Path) -> None:
    run("migrate", "--data", str(tmp_path))
    with sqlite3.connect(tmp_path / "club.sqlite3") as database:
        database.execute("UPDATE alembic_version SET version_num = '29991231_later'")
    for command in (["migrate"], ["serve", "--port", "0"]):
        assert "newer version" in one_line(run(*command, "--data", str(tmp_path)), 1)


def test_postgres_is_migrated_by_hand_and_then_served(postgres_url: str, start_server: Callable[..., LiveServer]) -> None:
    assert run("migrate", "--database-url", postgres_url).returncode == 0
    server = start_server(env={"MAHJONG_CLUB_DATABASE_URL": postgres_url})
    assert httpx.get(f"{server.url}/readyz", trust_env=False).status_code == 200
    assert [path.name for path in server.data_dir.iterdir()] == [handoff.FILE]


@pytest.mark.parametrize(
    ("arguments", "env", "status", "word"),
    [
        (["nonsense"], {}, 2, "nonsense"),
        (["serve", "--nonsense"], {}, 2, "--nonsense"),
        (["serve", "--port", "soon"], {}, 2, "--port"),
        (["verify"], {}, 2, "Missing"),
        (["score", "file.jsonl"], {}, 2, "unexpected"),
        (["serve", "--port", "99999"], {}, 2, "port"),
        (["serve"], {"MAHJONG_CLUB_WINDOW_MS": "soon"}, 2, "window_ms"),
        (["migrate", "--database-url", "mysql://x/y"], {}, 2, "database_url"),
        (["migrate", "--database-url", "nonsense"], {}, 2, "database_url"),
        (["migrate", "--database-url", "postgresql://nobody@127.0.0.1:1/x"], {}, 1, "cannot be used"),
        (["migrate", "--data", "/dev/null/x"], {}, 1, "cannot be used"),
        (["verify", "/no/such/file"], {}, 2, "cannot read"),
        (["replay", "/dev/null"], {}, 2, "not JSON"),
        (["bench", "nonsense"], {}, 2, "nonsense"),
        (["bot", "--url", "ftp://x", "--token", "x"], {}, 2, "http://"),
    ],
)
def test_errors_are_one_line(arguments: list[str], env: dict[str, str], status: int, word: str) -> None:
    assert word in one_line(run(*arguments, **env), status)


def test_a_bot_plays_a_match_and_its_record_is_verified(start_server: Callable[..., LiveServer], tmp_path: Path) -> None:
    server = start_server(env={"MAHJONG_CLUB_RESULT_MS": "0"})
    api = f"{server.url}/api/v1"
    with httpx.Client(trust_env=False, verify=False, timeout=30) as host:
        host.post(f"{api}/guests", json={"name": "Host"}).raise_for_status()
        token = host.post(f"{api}/bots", json={"name": "Robo"}).json()["token"]
        wishes = {"options": {"rounds": 1}, "place": None, "bots": 3, "clock": None, "window_ms": 0, "seating": "drawn"}
        code = host.post(f"{api}/tables", json=wishes).json()["code"]
        options = ["--url", server.url, "--token", token, "--table", code, "--once"]
        bot = subprocess.Popen([sys.executable, "-m", "mahjong_club", "bot", *options], stderr=subprocess.DEVNULL)
        table = host.get(f"{api}/tables/{code}").json()
        while not table["seats"][0]["ready"]:
            update = host.get(f"{api}/tables/{code}/updates", params={"after": table["revision"]}, timeout=60).json()
            table = update["table"] or table
        match_id = host.post(f"{api}/tables/{code}/start", json={}).json()["match"]["id"]
        assert bot.wait(timeout=240) == 0
        record = host.get(f"{api}/matches/{match_id}/record").json()
    assert record["complete"]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert "FAILED" not in run("verify", str(file)).stdout
    told = run("replay", str(file))
    assert told.returncode == 0
    assert "final: 1." in told.stdout
    lines = run("replay", "--json", str(file)).stdout.splitlines()
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, len(record["events"]) + 1))
    ended = next(event for event in record["events"] if event["type"] == "deal_ended")
    scores, ended["scores"] = ended["scores"], [1, 2, 3, 4]
    file.write_text(json.dumps(record), encoding="utf-8")
    assert f"event {ended['seq']}: the DealEnded of the rules differs from the record's in scores" in one_line(
        run("replay", "-q", str(file)), 1
    )
    ended["scores"] = scores
    record["events"][0]["entropy"][0] = "forged"
    file.write_text(json.dumps(record), encoding="utf-8")
    forged = run("verify", str(file))
    assert forged.returncode == 1
    assert "FAILED" in forged.stdout


def test_bench_writes_what_it_shows(tmp_path: Path) -> None:
    done = run("bench", "shapes", "--repeats", "1", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    written = json.loads((tmp_path / "shapes.json").read_text(encoding="utf-8"))
    assert written["machine"]["cores"]
    for name in written["results"]:
        assert name in done.stdout
