"""An admin's browser, and the server, the people and the log on which its actions are seen."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from mahjong_club.administration import handoff
from tests.browser.axe import overflow, small_targets
from tests.browser.people import Person, Room
from tests.support.server import LiveServer

Contexts = Callable[..., BrowserContext]
PASSWORD = "correct horse battery"
REASON = "the tiles fell off the table"
ENV = {f"MAHJONG_CLUB_{name}_MS": "0" for name in ("WINDOW", "GRACE", "BOT", "RESULT")}


@dataclass
class House:
    """A server with an admin who is signed in, the people of its tables, and the audit log as the command line reads it."""

    server: LiveServer
    room: Room
    shell: httpx.Client
    signed_in: Any

    def written(self, action: str, subject: str | None = None, reason: str = REASON) -> dict[str, Any]:
        """The newest row of an action: the admin's, with the reason that was given."""
        row: dict[str, Any] = self.shell.get("/audit", params={"action": action}).raise_for_status().json()[0]
        assert (row["actor"], row["reason"]) == ("admin:ada", reason)
        assert subject is None or row["subject"] == subject
        return row


@contextmanager
def open_house(data: Path, chromium: Browser) -> Iterator[House]:
    """The server and its people, for a while."""
    server = LiveServer(data, env=ENV)
    server.start()
    try:
        found = handoff.find(server.data_dir)
        assert found is not None
        bearer = {"authorization": f"Bearer {found.key}"}
        with (
            httpx.Client(base_url=f"{server.url}/api/v1/admin", headers=bearer, trust_env=False, verify=False) as shell,
            Room(server.url).open() as room,
        ):
            shell.post("/administrators", json={"who": "Ada"}).raise_for_status()
            shell.put("/administrators/ada/password", json={"password": PASSWORD}).raise_for_status()
            yield House(server, room, shell, _sign_in(chromium, server))
    finally:
        server.kill()


def _sign_in(chromium: Browser, server: LiveServer) -> Any:
    """By keyboard, a wrong password first; what the browser then keeps."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{server.url}/admin/people?lang=en")
    expect(page).to_have_url(re.compile("/admin/sign-in"))
    page.locator("#login").focus()
    page.keyboard.type("ada")
    page.keyboard.press("Tab")
    page.keyboard.type("a wrong password")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_have_text("The name or the password is wrong.")
    expect(page.locator("#password")).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{server.url}/admin/people")
    kept = context.storage_state()
    context.close()
    return kept


class Desk:
    """The admin in front of a page."""

    def __init__(self, page: Page, *, touch: bool) -> None:
        self.page = page
        self._touch = touch

    def press(self, where: Locator) -> None:
        if self._touch:
            where.tap()
        else:
            where.click()

    def button(self, name: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=name, exact=True)

    def submit(self) -> None:
        self.press(self.page.locator("dialog button[type=submit]"))

    def decide(self, *lines: str, reason: str = REASON) -> None:
        """In the dialog that is open: read what would change, give the reason, do it."""
        changes = self.page.locator("dialog .changes")
        for line in lines:
            expect(changes).to_contain_text(line)
        assert small_targets(self.page) == [] and overflow(self.page) <= 0
        if reason:
            self.page.fill("#reason", reason)
        else:
            expect(self.page.locator("#reason")).to_have_count(0)
        self.submit()
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.page.locator("#message")).to_have_text("")
        expect(self.page.locator("#status")).to_contain_text("Done")

    def do(self, button: Locator, *lines: str, reason: str = REASON) -> None:
        """One action from its button to its end."""
        self.press(button)
        self.decide(*lines, reason=reason)


def open_desk(house: House, contexts: Contexts, size: str, path: str) -> Desk:
    page = contexts(size=size, storage_state=house.signed_in).new_page()
    page.goto(house.server.url + path)
    return Desk(page, touch=size == "phone")


def at_table(contexts: Contexts, house: House, person: Person, code: str) -> Page:
    """The person's own browser, at the table."""
    context = contexts(size="phone")
    kept = person.player.http.cookies.jar
    context.add_cookies([{"name": each.name, "value": each.value or "", "url": house.server.url} for each in kept])
    page = context.new_page()
    page.goto(f"{house.server.url}/table/{code}")
    expect(page.locator("#table .hand").first).to_be_visible()
    return page


def seat_names(house: House, match: str) -> list[str]:
    return [seat["name"] for seat in house.shell.get(f"/matches/{match}").raise_for_status().json()["seats"]]
