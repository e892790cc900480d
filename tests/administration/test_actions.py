"""What admins do, over HTTP: shown first, done with a reason, written down before, seen by the people it concerns."""

from typing import Any

from mahjong_club.accounts import service
from mahjong_club.accounts.tickets import Ticket
from tests.administration.support import REASON, admin, code_of, console, do, rows
from tests.support.club import Club, Guest, open_club


class Socket:
    """A socket as far as the administration closes it."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def bye(self, code: str) -> None:
        self.heard.append(code)


def connect(club: Club, match: str, person: str, name: str = "Mei", seat: int | None = 0) -> Socket:
    socket = Socket()
    club.app.state.connections.add(Ticket(match, seat, person, name), socket)
    return socket


async def playing(club: Club, name: str = "Mei") -> tuple[Guest, str, str]:
    """Somebody at a match against bots: the guest, the match, the table's code."""
    guest = await club.guest(name)
    table = await guest.post("/quickstart", {"variant": "riichi"})
    if (loaded := club.app.state.tables.loaded(table["match"]["id"])) is not None:
        await loaded.idle()
    return guest, table["match"]["id"], table["code"]


async def kinds(club: Club, match: str) -> list[str]:
    return [entry.kind for entry in await club.app.state.database.read(match)]


async def test_nothing_happens_before_it_is_done(club: Club) -> None:
    ada = await admin(club)
    _, match, _ = await playing(club)
    before = await kinds(club, match)
    shown = await ada.post("/admin/preview", {"action": {"do": "end_match", "match": match}})
    assert shown["needs_reason"] and shown["changes"][0]["code"] == "do.end_match"
    assert sum(change["code"] == "standing" for change in shown["changes"]) == 4
    assert await kinds(club, match) == before and await rows(ada, "end_match") == []
    action = {"do": "end_match", "match": match}
    for reason in ("", "  ", "x", "\x00\x01"):
        assert await ada.refused("POST", "/admin/act", {"action": action, "reason": reason}) == (400, "reason_missing")
    assert await kinds(club, match) == before


async def test_ending_a_match(club: Club) -> None:
    ada = await admin(club)
    guest, match, _ = await playing(club)
    done = await do(ada, do="end_match", match=match)
    (row,) = await rows(ada, "end_match")
    assert (row["seq"], row["actor"], row["subject"], row["reason"]) == (done["row"], "admin:ada", match, REASON)
    assert row["details"]["changes"][0]["code"] == "do.end_match"
    assert (await kinds(club, match))[-1] == "match_ended"
    assert (await guest.get(f"/matches/{match}"))["state"] == "over"
    again = {"action": {"do": "reset_deal", "match": match}}
    assert await ada.refused("POST", "/admin/preview", again) == (409, "match_over")


async def test_pausing_and_seats(club: Club) -> None:
    ada = await admin(club)
    guest, match, _ = await playing(club)
    await do(ada, do="pause", match=match)
    assert await ada.refused("POST", "/admin/preview", {"action": {"do": "pause", "match": match}}) == (409, "already_paused")
    other = await club.guest("Lan")
    lan = (await other.get("/me"))["id"]
    seat = next(each["seat"] for each in (await guest.get(f"/matches/{match}"))["seats"] if each["you"])
    await do(ada, do="move_seat", match=match, seat=seat, person=lan)
    assert (await other.get(f"/matches/{match}"))["seat"] == seat
    assert (await guest.get(f"/matches/{match}"))["seat"] is None
    await do(ada, do="free_seat", match=match, seat=seat)
    assert (await other.get(f"/matches/{match}"))["seat"] is None
    await do(ada, do="resume", match=match)
    missing = {"action": {"do": "move_seat", "match": match, "seat": seat, "person": "nobody"}}
    assert await ada.refused("POST", "/admin/preview", missing) == (404, "person_not_found")
    taken = {"action": {"do": "move_seat", "match": "abc", "seat": seat, "person": lan}}
    assert await ada.refused("POST", "/admin/preview", taken) == (404, "match_not_found")


async def test_going_back(club: Club) -> None:
    ada = await admin(club)
    _, match, _ = await playing(club)
    last = (await ada.get(f"/admin/matches/{match}"))["last"]
    assert await ada.refused("POST", "/admin/preview", {"action": {"do": "rewind", "match": match, "to": last + 9}}) == (
        400,
        "bad_seq",
    )
    shown = await ada.post("/admin/preview", {"action": {"do": "rewind", "match": match, "to": 1}})
    stale = {"action": {"do": "rewind", "match": match, "to": 1}, "reason": REASON, "basis": "another deal"}
    assert await ada.refused("POST", "/admin/act", stale) == (409, "preview_stale")
    assert "undone" in [change["code"] for change in shown["changes"]]
    await do(ada, do="rewind", match=match, to=1)
    rewound = next(entry for entry in await club.app.state.database.read(match) if entry.kind == "match_rewound")
    # The people at the table read who ordered it and why.
    assert b"Ada" in rewound.payload and REASON.encode() in rewound.payload


async def test_a_banned_person_is_out(club: Club) -> None:
    ada = await admin(club)
    guest, match, _ = await playing(club)
    person = (await guest.get("/me"))["id"]
    bot = (await guest.post("/bots", {"name": "Botty"}))["token"]
    ticket = (await guest.post(f"/matches/{match}/ticket"))["ticket"]
    mine, stranger = connect(club, match, person), connect(club, match, "", "Wei", None)
    shown = await ada.post("/admin/preview", {"action": {"do": "ban", "person": person, "minutes": 60}})
    assert {change["code"] for change in shown["changes"]} == {"ban_until", "connections", "bots_too"}
    await do(ada, do="ban", person=person, minutes=60)
    assert (mine.heard, stranger.heard) == (["banned"], [])
    for method, path in (("GET", "/me"), ("POST", "/tables"), ("POST", f"/matches/{match}/ticket"), ("POST", "/guests")):
        body = {"name": "Mei"} if path == "/guests" else {}
        assert await guest.refused(method, path, body) == (403, "banned_until")
    token = await club.stranger(authorization=f"Bearer {bot}")
    assert await token.refused("GET", "/me") == (403, "banned_until")
    # A ticket that was issued before is void, too.
    assert club.app.state.tickets.redeem(ticket, match) is None
    # And who had redeemed it just before is closed as soon as he is in.
    assert connect(club, match, person).heard == ["banned"]
    page = await guest.client.get("/", headers={"accept": "text/html", "accept-language": "en"})
    assert page.status_code == 403 and "banned" in page.text and REASON not in page.text
    (listed,) = await ada.get("/admin/people", params={"banned": "true"})
    assert listed["id"] == person and listed["ban"]["reason"] == REASON
    await do(ada, do="unban", person=person)
    assert (await guest.get("/me"))["id"] == person and connect(club, match, person).heard == []
    assert await ada.refused("POST", "/admin/preview", {"action": {"do": "unban", "person": person}}) == (409, "not_banned")
    assert [row["action"] for row in await rows(ada)][:2] == ["unban", "ban"]


async def test_a_ban_ends_by_itself_and_empties_waiting_rooms(club: Club, monkeypatch: Any) -> None:
    ada = await admin(club)
    guest = await club.guest("Mei")
    code = (await guest.post("/tables", {}))["code"]
    person = (await guest.get("/me"))["id"]
    await do(ada, do="ban", person=person, minutes=1)
    table = await ada.get(f"/tables/{code}")
    assert all(seat["kind"] != "person" for seat in table["seats"])
    later = service.now_ms() + 61_000
    monkeypatch.setattr(service, "now_ms", lambda: later)
    assert (await guest.get("/me"))["id"] == person


async def test_closing_and_kicking(club: Club) -> None:
    ada = await admin(club)
    guest, match, code = await playing(club)
    person = (await guest.get("/me"))["id"]
    socket = connect(club, match, person)
    (table,) = await ada.get("/admin/tables")
    assert table["code"] == code and [each["name"] for each in table["connections"]] == ["Mei"]
    await do(ada, do="kick", connection=table["connections"][0]["id"])
    assert socket.heard == ["kicked"]
    gone = {"action": {"do": "kick", "connection": table["connections"][0]["id"]}}
    assert await ada.refused("POST", "/admin/preview", gone) == (404, "connection_not_found")
    assert await ada.refused("POST", "/admin/preview", {"action": {"do": "kick_person", "person": person}}) == (
        404,
        "connection_not_found",
    )
    sockets = [connect(club, match, person) for _ in range(2)]
    await do(ada, do="kick_person", person=person)
    assert [each.heard for each in sockets] == [["kicked"]] * 2
    onlooker = connect(club, match, "", "Wei", None)
    done = await do(ada, do="close_table", code=code)
    assert "standing" in {change["code"] for change in done["changes"]}
    assert onlooker.heard == ["table_closed"]
    assert (await guest.get(f"/tables/{code}"))["state"] == "closed"
    assert (await guest.get(f"/matches/{match}"))["state"] == "over"
    assert await ada.refused("POST", "/admin/preview", {"action": {"do": "close_table", "code": code}}) == (409, "table_closed")


async def test_announcements(club: Club) -> None:
    ada, guest = await admin(club), await club.guest("Mei")
    assert (await guest.get("/tables"))["announcements"] == []
    await do(ada, reason="", do="tell_lobby", text=" Tournament <b>tonight</b>\n at eight ", minutes=60)
    (told,) = (await guest.get("/tables"))["announcements"]
    assert told["text"] == "Tournament <b>tonight</b> at eight"
    assert await ada.refused("POST", "/admin/preview", {"action": {"do": "tell_lobby", "text": "\n"}}) == (400, "bad_text")
    (shown,) = await ada.get("/admin/announcements")
    await do(ada, reason="", do="withdraw", announcement=shown["id"])
    assert (await guest.get("/tables"))["announcements"] == []
    refused = await ada.ask("POST", "/admin/preview", {"action": {"do": "withdraw", "announcement": shown["id"]}})
    assert code_of(refused) == "announcement_not_found"
    _, match, _ = await playing(club, "Lan")
    alone = {"action": {"do": "tell_table", "match": match, "text": "hello"}}
    assert await ada.refused("POST", "/admin/preview", alone) == (409, "nobody_there")


async def test_the_system_page_keeps_secrets(tmp_path: Any) -> None:
    async with open_club(tmp_path / "data", metrics_token="a-token-that-is-secret") as club:
        system = await (await console(club)).get("/admin/system")
    assert system["settings"]["metrics_token"] == "•••" and "a-token-that-is-secret" not in str(system)
    assert system["database"].startswith("sqlite 3") and system["schema_revision"].startswith("2026")
    assert system["counts"]["live_tables"] == 0


async def test_a_wish_that_means_nothing_is_refused(club: Club) -> None:
    ada = await admin(club)
    for action in (
        {"do": "nothing"},
        {"do": "ban"},
        {"do": "kick", "connection": "x"},
        {"do": "move_seat", "match": "../x", "seat": 9},
        {"do": "move_seat", "match": "ab12", "seat": 0},
        {"do": "move_seat", "match": "ab12", "seat": 0, "person": "cd34", "bot": "club"},
        {},
    ):
        assert await ada.refused("POST", "/admin/preview", {"action": action}) == (400, "bad_request")
