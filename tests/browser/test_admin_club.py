"""What an admin does about tables and people, on a phone by finger, and what the system's pages tell him."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.admin_desk import PASSWORD, REASON, Contexts, House, at_table, open_desk
from tests.browser.people import table_of
from tests.system.client import Refused


def test_tables_are_told_and_emptied_by_finger(context_factory: Contexts, house: House) -> None:
    mei = house.room.person("Mei")
    table = table_of(mei)
    match, code = table["match"]["id"], table["code"]
    mei.sit(match)
    lobby = context_factory(size="phone").new_page()
    lobby.goto(house.server.url + "/")
    ada = open_desk(house, context_factory, "phone", "/admin")
    page = ada.page
    page.fill("#text", "Tournament <b>tonight</b>")
    page.select_option("#minutes", "240")
    ada.do(ada.button("Announce"), "Shown in the lobby until", "“Tournament <b>tonight</b>”", reason="")
    assert mei.frame("notice")["params"]["text"] == "Tournament <b>tonight</b>"
    expect(lobby.locator("#announcements li")).to_have_text("Tournament <b>tonight</b>")
    assert house.written("tell_lobby", reason="")["details"]["text"] == "Tournament <b>tonight</b>"
    ada.do(page.locator("#announcements").get_by_role("button"), "No longer shown", reason="")
    expect(lobby.locator("#announcements li")).to_have_count(0)
    assert house.written("withdraw", reason="")

    item = page.locator(f"#tables [data-code={code}]")
    ada.press(item.get_by_role("button", name=re.compile("^Tell this table")))
    page.fill("#table-text", "Dinner")
    ada.submit()
    ada.decide("The people at the table see: “Dinner”", reason="")
    assert mei.frame("notice", code="announcement")["params"]["text"] == "Dinner" and house.written("tell_table", match, "")

    ada.do(ada.button("Close the connection: Mei", item), "The connection of Mei", "The seat is kept")
    assert mei.frame("bye")["code"] == "kicked" and house.written("kick", match)["details"]["person"] == mei.id
    expect(item.locator(".nested")).to_have_count(0)
    mei.sit(match)
    ada.press(ada.button("Refresh"))
    ada.do(ada.button("Kick the person: Mei", item), "Every connection of Mei is closed")
    assert mei.frame("bye")["code"] == "kicked" and house.written("kick_person", mei.id)
    mei.sit(match)
    ada.press(ada.button("Refresh"))
    ada.do(
        item.get_by_role("button", name=re.compile("^Close the table")),
        f"Table {code} is closed for good.", "The match ends.", "Seats emptied: Mei", "Connections closed: 1",
    )  # fmt: skip
    mei.event("match_ended")
    assert mei.frame("bye")["code"] == "table_closed" and house.written("close_table", code)
    assert mei.call("GET", f"/tables/{code}")["state"] == "closed" and mei.call("GET", f"/matches/{match}")["state"] == "over"
    expect(item).to_have_count(0)


def test_people_are_banned_by_finger(context_factory: Contexts, house: House) -> None:
    eve = house.room.person("Eve")
    table = table_of(eve)
    eve.sit(table["match"]["id"])
    hers = at_table(context_factory, house, eve, table["code"])
    ada = open_desk(house, context_factory, "phone", "/admin/people")
    page = ada.page
    page.fill("#q", "eve")
    ada.press(ada.button("Search"))
    item = page.locator(f"#people [data-person='{eve.id}']")
    ada.do(ada.button("Kick the person: Eve", item), "Every connection of Eve is closed", "Connections closed: 2")
    expect(hers.get_by_text("An administrator closed your connection.").first).to_be_visible()
    for minutes, code, line in (("", "banned", "until the ban is lifted"), ("60", "banned_until", "Eve is kept out until 20")):
        eve.sit(table["match"]["id"])
        ada.press(ada.button("Ban: Eve", item))
        page.select_option("#ban-for", minutes)
        ada.submit()
        ada.decide(line)
        assert eve.frame("bye")["code"] == "banned"
        assert (house.written("ban", eve.id)["details"]["until_ms"] is None) == (code == "banned")
        with pytest.raises(Refused, match=f"403 {code}"):
            eve.call("GET", "/me")
        expect(item).to_contain_text(REASON)
        ada.do(ada.button("Unban: Eve", item), f"Eve may come in again. admin:ada gave as the reason: {REASON}")
        assert eve.call("GET", "/me")["id"] == eve.id and house.written("unban", eve.id)


def test_the_system_and_what_was_written_down(context_factory: Contexts, house: House) -> None:
    zoe = house.room.person("Zoe").id
    for do in ("ban", "unban"):
        house.shell.post("/act", json={"action": {"do": do, "person": zoe}, "reason": REASON}).raise_for_status()
    ada = open_desk(house, context_factory, "desktop", "/admin/system")
    page = ada.page
    expect(page.locator("#facts")).to_contain_text("sqlite 3")
    expect(page.locator("#settings")).to_contain_text("window_ms")
    expect(page.locator("#counts")).to_contain_text("Rows of the audit log")
    expect(page.locator("#admins")).to_contain_text("ada")
    page.fill("#old", PASSWORD)
    page.fill("#new", PASSWORD + "!")
    ada.press(ada.button("Change the password"))
    expect(page.locator("#status")).to_have_text("The password is changed.")
    ada.press(page.get_by_role("link", name="Audit log"))
    expect(page.locator("#audit .item").first).to_contain_text("New password")
    last = page.locator("#audit .item", has_text=REASON).first
    ada.press(last.locator("summary"))
    expect(last.locator(".details").last).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
    # The session that was open before the new password has ended, this one has not.
    old = open_desk(house, context_factory, "desktop", "/admin/audit").page
    expect(old).to_have_url(re.compile("/admin/sign-in"))
    house.signed_in = page.context.storage_state()
    page.reload()
    expect(page.locator("#audit .item").first).to_be_visible()
