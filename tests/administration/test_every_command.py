"""Each command of `mahjong-club admin` done for real: beside a server, where the people at the table hear of it, and, those that
take something from somebody, again without one."""

from collections.abc import Callable
from typing import Any

import httpx
import typer

from mahjong_club.cli_admin import app
from tests.administration.shell import Shell, events, hear, sit
from tests.administration.support import PASSWORD, REASON
from tests.support.server import LiveServer

SURE = ("--reason", REASON, "--yes")


def asked(frame: Any) -> bool:
    """Whether it is one's turn: a match waits for the people who have not come yet."""
    return bool(frame["type"] == "prompt")


def all_commands() -> set[str]:
    """Every command there is."""

    def names(group: Any, before: str = "") -> set[str]:
        found: set[str] = set()
        for name, each in group.commands.items():
            found |= names(each, f"{before}{name} ") if hasattr(each, "commands") else {before + name}
        return found

    return names(typer.main.get_command(app))


class Guest:
    """Somebody who plays at a table of his own against bots, or has no seat yet."""

    def __init__(self, server: LiveServer, name: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=f"{server.url}/api/v1", trust_env=False, verify=False)
        self.http.post("/guests", json={"name": name}).raise_for_status()
        self.id: str = self.get("/me")["id"]

    def get(self, path: str) -> Any:
        return self.http.get(path).raise_for_status().json()

    def quickstart(self, variant: str) -> tuple[str, str]:
        """The match and its table's code."""
        table = self.http.post("/quickstart", json={"variant": variant, "window_ms": 0}).raise_for_status().json()
        return table["match"]["id"], table["code"]

    def seat(self, match: str) -> int:
        found: int = self.get(f"/matches/{match}")["seat"]
        return found


def test_every_command_beside_a_server(start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    shell = Shell(server.data_dir)
    _the_role(shell)
    mei, lan = Guest(server, "Mei"), Guest(server, "Lan")
    match, code = mei.quickstart("riichi")
    with sit(server, mei.http, match) as socket:
        hear(socket, asked)
        _looking(shell, match, code, mei.seat(match))
        _orders(shell, socket, match)
    _seats(shell, match, mei, lan)
    _telling_and_kicking(shell, server, match, mei)
    with sit(server, mei.http, match) as socket:
        assert "deposits go to first place" in shell.ok("end", match, *SURE)
        hear(socket, events("match_ended"))
    again, code = mei.quickstart("hong_kong")
    with sit(server, mei.http, again) as socket:
        shown = shell.ok("close", code, *SURE)
        assert f"Table {code} is closed for good" in shown and "Place 4" in shown
        hear(socket, events("match_ended"))
        assert hear(socket, lambda frame: frame["type"] == "bye")["code"] == "table_closed"
    _banning(shell, lan)
    assert "each follows" in shell.ok("audit", "check")
    acted = [row["action"] for row in shell.lines("audit", "list", "--limit", "100") if row["action"] != "look"]
    assert acted[::-1] == [
        "grant", "password", "grant", "revoke", "look_fully", "pause", "rewind", "resume", "reset_deal", "swap_seats",
        "move_seat", "free_seat", "move_seat", "move_seat", "tell_lobby", "withdraw", "tell_table", "kick", "kick_person",
        "end_match", "close_table", "ban", "unban", "ban", "unban",
    ]  # fmt: skip
    assert shell.ran == all_commands()


def _the_role(shell: Shell) -> None:
    shell.ok("grant", "Ada")
    shell.ok("password", "ada", stdin=PASSWORD + "\n")
    shell.ok("grant", "Bo", "--login", "bobo")
    assert "no admin any more" in shell.ok("revoke", "bobo")
    assert [(each["login"], each["revoked_ms"] is None) for each in shell.lines("list")] == [("ada", True), ("bobo", False)]


def _looking(shell: Shell, match: str, code: str, seat: int) -> None:
    assert f"at table {code}, riichi/2, running" in shell.ok("show", match)
    (view,) = shell.lines("show", match, "--at", "3", "--seat", str(seat))
    hands = [each["hand"] for each in view["state"]["seats"]]
    assert view["seq"] == 3 and [hand is not None for hand in hands] == [n == seat for n in range(4)]
    assert "wall in drawing order" in shell.ok("show", match, "--full", "--reason", REASON)
    assert [(table["code"], table["match"]) for table in shell.lines("tables")] == [(code, match)]
    assert [person["name"] for person in shell.lines("people", "me")] == ["Mei"] and not shell.lines("people", "--banned")
    assert shell.lines("system")[0]["counts"]["matches_running"] == 1


def _orders(shell: Shell, socket: Any, match: str) -> None:
    shell.ok("pause", match, *SURE)
    hear(socket, events("match_paused"))
    assert "events no longer count" in shell.ok("rewind", match, "--to", "3", *SURE)
    assert hear(socket, events("match_rewound"))["items"][0]["to"] == 3
    shell.ok("resume", match, *SURE)
    hear(socket, events("match_resumed"))
    assert "with the same wall" in shell.ok("reset", match, *SURE)
    assert hear(socket, events("match_rewound"))["items"][0]["kind"] == "reset"


def _seats(shell: Shell, match: str, mei: Guest, lan: Guest) -> None:
    before = mei.seat(match)
    other = (before + 1) % 4
    assert f"Seat {before + 1}: Mei → club" in shell.ok("swap", match, "--seat", str(before), "--with", str(other), *SURE)
    assert mei.seat(match) == other
    assert "--bot" in shell.run("move", match, "--seat", "0", *SURE).stderr
    assert "--bot" in shell.run("move", match, "--seat", "0", "--person", lan.id, "--bot", "club", *SURE).stderr
    assert "person_seated" in shell.refused(1, "move", match, "--seat", str(before), "--person", mei.id, *SURE)
    shell.ok("move", match, "--seat", str(before), "--person", lan.id, *SURE)
    assert lan.seat(match) == before
    assert "Lan → club" in shell.ok("free", match, "--seat", str(before), *SURE)
    assert lan.seat(match) is None
    shell.ok("move", match, "--seat", str(other), "--bot", "random", *SURE)
    assert mei.seat(match) is None
    shell.ok("move", match, "--seat", str(other), "--person", mei.id, *SURE)
    elsewhere = lan.quickstart("taiwanese")[0]
    assert "person_elsewhere" in shell.refused(1, "move", elsewhere, "--seat", "3", "--person", mei.id, *SURE)


def _telling_and_kicking(shell: Shell, server: LiveServer, match: str, mei: Guest) -> None:
    with sit(server, mei.http, match) as socket:
        shell.ok("announce", "Dinner at eight", "--minutes", "5", "--yes")
        assert hear(socket, lambda frame: frame["type"] == "notice")["params"]["text"] == "Dinner at eight"
        (shown,) = shell.lines("announcements")
        assert [each["text"] for each in mei.get("/tables")["announcements"]] == ["Dinner at eight"]
        shell.ok("withdraw", shown["id"], "--yes")
        assert mei.get("/tables")["announcements"] == [] == shell.lines("announcements")
        shell.ok("announce", "Quiet, please", "--match", match, "--yes")
        hear(socket, lambda frame: frame["type"] == "notice" and frame["params"].get("text") == "Quiet, please")
        (connection,) = next(table for table in shell.lines("tables") if table["match"] == match)["connections"]
        shell.ok("kick", "--connection", str(connection["id"]), *SURE)
        assert hear(socket, lambda frame: frame["type"] == "bye")["code"] == "kicked"
    with sit(server, mei.http, match) as socket:
        assert "Every connection of Mei is closed" in shell.ok("kick", mei.id, *SURE)
        assert hear(socket, lambda frame: frame["type"] == "bye")["code"] == "kicked"


def _banning(shell: Shell, lan: Guest) -> None:
    for more, code in ((("--minutes", "5"), "banned_until"), ((), "banned")):
        shell.ok("ban", lan.id, *more, *SURE)
        assert lan.http.get("/me").json()["error"]["code"] == code
        assert [person["id"] for person in shell.lines("people", "--banned")] == [lan.id]
        assert REASON in shell.ok("unban", lan.id, *SURE)
        assert lan.get("/me")["id"] == lan.id


def test_what_takes_something_away_without_a_server(start_server: Callable[..., LiveServer]) -> None:
    server = start_server()
    shell = Shell(server.data_dir)
    mei, lan = Guest(server, "Mei"), Guest(server, "Lan")
    match, code = mei.quickstart("riichi")
    ended, _ = lan.quickstart("hong_kong")
    seat = mei.seat(match)
    with sit(server, mei.http, match) as socket:
        hear(socket, asked)
    server.kill()
    assert "with the same wall" in shell.ok("reset", match, *SURE)
    assert "events no longer count" in shell.ok("rewind", match, "--to", "2", *SURE)
    assert "Mei → club" in shell.ok("free", match, "--seat", str(seat), *SURE)
    assert "Place 1" in shell.ok("end", ended, *SURE)
    assert f"Seat {seat + 1}: club-{seat + 1} → Lan" in shell.ok("move", match, "--seat", str(seat), "--person", lan.id, *SURE)
    assert "Seats emptied: Mei" in shell.ok("close", code, *SURE)
    shell.ok("ban", mei.id, *SURE)
    assert "each follows" in shell.ok("audit", "check")
    server.start()
    assert lan.get(f"/matches/{match}")["state"] == "over" and lan.seat(match) == seat
    assert lan.get(f"/tables/{code}")["state"] == "closed" and lan.get(f"/matches/{ended}")["state"] == "over"
    assert mei.http.get("/me").json()["error"]["code"] == "banned"
