"""Guests, their names, and bot accounts."""

import unicodedata
from pathlib import Path

import pytest

from mahjong_club.accounts.limits import Buckets, Rate
from mahjong_club.accounts.names import clean_name
from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import COOKIE
from mahjong_club.accounts.tickets import LIFETIME_S, Ticket, Tickets
from mahjong_club.storage.models import BotToken, Meta
from tests.support.club import Club, open_club


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Mei", "Mei"),
        ("  two   words ", "two words"),
        ("林美玲", "林美玲"),
        ("Zoe\u0308", "Zoë"),
        ("<b>&", "<b>&"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_are_kept(raw: str, name: str) -> None:
    assert clean_name(raw) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "   ",
        "x" * 25,
        "a\nb",
        "a\x00b",
        "a\u202eb",
        "\u2066a",
        "a\u200bb",
        "\ufeffa",
        "\u200d\u200d",
        "\u0301",
        "\ud800",
        "\ue000",
    ],
)
def test_misleading_names_are_refused(raw: str) -> None:
    with pytest.raises(Problem, match="bad_name"):
        clean_name(raw)


async def test_a_guest_signs_in_renames_and_signs_out(club: Club) -> None:
    guest = await club.stranger()
    assert await guest.refused("GET", "/me") == (401, "not_signed_in")
    response = await guest.ask("POST", "/guests", {"name": " Mei ", "language": "zh-Hant"})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    me = response.json()
    assert (me["name"], me["kind"], me["language"]) == ("Mei", "guest", "zh-Hant")
    assert await guest.get("/me") == me
    renamed = (await guest.ask("PATCH", "/me", {"name": "美"})).json()
    assert renamed == {**me, "name": "美"}
    assert (await guest.post("/guests", {"name": "Mei again"}))["id"] == me["id"]
    assert await guest.refused("PATCH", "/me", {"name": "a\u202eb"}) == (400, "bad_name")
    assert await guest.refused("PATCH", "/me", {"language": "xx"}) == (400, "bad_request")
    await guest.post("/sign-out")
    assert await guest.refused("GET", "/me") == (401, "not_signed_in")


async def test_a_forged_cookie_is_nobody(club: Club) -> None:
    guest = await club.guest("Mei")
    signed = guest.client.cookies[COOKIE]
    other = await club.stranger()
    for forged in (signed[:-2] + "xx", "6490", signed.split(".")[0], "a.b", "€"):
        response = await other.ask("GET", "/me", headers={"cookie": f"{COOKIE}={forged}".encode()})
        assert response.status_code == 401


async def test_a_renamed_guest_is_renamed_at_the_table(club: Club) -> None:
    guest = await club.guest("Mei")
    code = (await guest.post("/tables", {}))["code"]
    await guest.ask("PATCH", "/me", {"name": "Ling"})
    table = await guest.get(f"/tables/{code}")
    assert (table["host"], table["seats"][0]["name"]) == ("Ling", "Ling")


async def test_bot_accounts(any_club: Club) -> None:
    owner, other = await any_club.guests(2)
    made = await owner.post("/bots", {"name": "Robo"})
    bot = await any_club.stranger(authorization=f"Bearer {made['token']}")
    assert await bot.get("/me") == {"id": made["id"], "kind": "bot", "name": "Robo", "language": None}
    assert [each["id"] for each in await owner.get("/bots")] == [made["id"]]
    assert "token" not in (await owner.get("/bots"))[0]
    assert await bot.refused("POST", "/bots", {"name": "Child"}) == (403, "guests_only")
    table = await owner.post("/tables", {})
    assert (await bot.post(f"/tables/{table['code']}/join"))["you"]["place"] == 1
    assert await other.refused("DELETE", f"/bots/{made['id']}") == (404, "bot_not_found")
    assert (await owner.ask("DELETE", f"/bots/{made['id']}")).status_code == 204
    assert await bot.refused("GET", "/me") == (401, "not_signed_in")
    assert await owner.get("/bots") == []


async def test_no_token_is_stored_readable(club: Club) -> None:
    owner = await club.guest("Mei")
    token = (await owner.post("/bots", {"name": "Robo"}))["token"]
    rows = await club.app.state.database.query(lambda session: session.query(BotToken).all())
    assert [len(row.digest) for row in rows] == [64]
    assert all(token not in str(vars(row)) for row in rows)


async def test_every_installation_signs_with_its_own_key(tmp_path: Path) -> None:
    keys = []
    for name in ("one", "one", "two"):
        async with open_club(tmp_path / name) as club:
            keys.append(await club.app.state.database.query(lambda session: session.get(Meta, "signing_key").value))
    assert keys[0] == keys[1] != keys[2]


async def test_guests_are_not_made_without_end(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data", guests_burst=2, guests_per_minute=0.5) as club:
        await club.guests(2)
        third = await club.stranger()
        response = await third.ask("POST", "/guests", {"name": "Third"})
        assert (response.status_code, response.json()["error"]["code"]) == (429, "too_many_requests")
        assert int(response.headers["retry-after"]) == response.json()["error"]["params"]["seconds"] > 60


def test_buckets_fill_again() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 6), lambda: now)
    buckets.take("a")
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(Problem) as refused:
        buckets.take("a")
    assert refused.value.params == {"seconds": 11}
    now = 10.0
    buckets.take("a")
    with pytest.raises(Problem):
        buckets.take("a")
    now = 1000.0
    buckets.take("a")
    buckets.take("a")
    with pytest.raises(Problem):
        buckets.take("a")


def test_a_ticket_is_good_once_for_its_match_and_not_for_long() -> None:
    now = 0.0
    tickets = Tickets(lambda: now)
    ticket = Ticket("m", 2, "p", "Mei")
    text = tickets.issue(ticket)
    assert tickets.redeem(text, "m") == ticket
    assert tickets.redeem(text, "m") is None
    assert tickets.redeem(tickets.issue(ticket), "other") is None
    text = tickets.issue(ticket)
    now = LIFETIME_S + 1
    assert tickets.redeem(text, "m") is None
    assert tickets.redeem("nonsense", "m") is None
