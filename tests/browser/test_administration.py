"""An admin in a real browser: sign in, look into a match, reset its deal with a reason; the table sees it."""

import json
from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from mahjong_club.administration import handoff
from tests.browser.axe import overflow, small_targets, violations
from tests.support.browser import Size
from tests.support.server import LiveServer

Contexts = Callable[..., BrowserContext]
PASSWORD = "correct horse battery"
REASON = "the tiles fell off the table"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with an admin."""
    started = LiveServer(tmp_path_factory.mktemp("administration") / "data")
    started.start()
    found = handoff.find(started.data_dir)
    assert found is not None
    api = httpx.Client(
        base_url=f"{started.url}/api/v1/admin", headers={"authorization": f"Bearer {found.key}"}, trust_env=False, verify=False
    )
    api.post("/administrators", json={"who": "Ada"}).raise_for_status()
    api.put("/administrators/ada/password", json={"password": PASSWORD}).raise_for_status()
    yield started
    started.kill()


def sign_in(page: Page, server: LiveServer, path: str = "/admin") -> None:
    page.goto(server.url + path)
    expect(page).to_have_url(f"{server.url}/admin/sign-in?next={path}")
    page.fill("#login", "Ada")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(server.url + path)


def accessible(page: Page) -> None:
    assert violations(page) == []
    assert small_targets(page) == []
    assert overflow(page) <= 0


def test_an_admin_resets_a_deal_and_the_table_sees_it(context_factory: Contexts, server: LiveServer) -> None:
    player = context_factory(size="phone").new_page()
    player.goto(server.url + "/")
    started = player.evaluate(
        """async () => {
          const post = (path, body) => fetch(`/api/v1${path}`, {method: 'POST', body: JSON.stringify(body),
            headers: {'content-type': 'application/json'}}).then((answer) => answer.json());
          await post('/guests', {name: 'Mei'});
          return post('/quickstart', {variant: 'hong_kong', window_ms: 0});
        }"""
    )
    match = started["match"]["id"]
    player.goto(f"{server.url}/table/{started['code']}")
    expect(player.locator("#table .hand").first).to_be_visible()

    page = context_factory(size="desktop").new_page()
    sign_in(page, server, f"/admin/saves/{match}")
    expect(page.locator("#position .seatbox")).to_have_count(4)
    # A spectator sees no hand; a seat sees its own.
    page.select_option("#eyes", "0")
    expect(page.locator("#position .seatbox").nth(0).locator(".tiles [role=img]:not(.back)").first).to_be_visible()
    expect(page.locator("#position .seatbox").nth(1).locator(".tiles .back").first).to_be_visible()
    page.get_by_role("button", name="See everything").click()
    page.fill("#reason", REASON)
    page.locator("dialog button[type=submit]").click()
    expect(page.get_by_role("region", name="Wall")).to_be_visible()

    page.get_by_role("button", name="Reset the deal").click()
    dialog = page.locator("dialog")
    expect(dialog.locator("li").first).to_have_text("The deal is played again from its start, with the same wall.")
    accessible(page)
    dialog.locator("button[type=submit]").click()  # the browser itself asks for the reason
    expect(dialog).to_be_visible()
    page.fill("#reason", REASON)
    dialog.locator("button[type=submit]").click()
    expect(dialog).to_have_count(0)
    expect(player.get_by_text(REASON).first).to_be_attached()

    page.goto(server.url + "/admin/audit")
    row = page.locator("#audit .item", has_text="Reset the deal")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(REASON)
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(server.url + "/admin/sign-in")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_every_page_is_accessible(context_factory: Contexts, server: LiveServer, size: Size) -> None:
    page = context_factory(size=size, color_scheme="dark" if size == "phone" else "light").new_page()
    sign_in(page, server)
    for path, filled in (
        ("/admin", "#announcements li"),
        ("/admin/saves", "#saves li:not(:text('…'))"),
        ("/admin/people?q=Ada", "#people .item"),
        ("/admin/audit", "#audit .item"),
        ("/admin/system", "#settings dd"),
    ):
        page.goto(server.url + path)
        expect(page.locator(filled).first).to_be_visible()
        accessible(page)
    page.goto(server.url + "/admin/people?q=Ada")
    page.get_by_role("button", name="Ban: Ada").click()
    expect(page.locator("dialog select")).to_be_focused()
    accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert json.loads(page.evaluate("() => JSON.stringify(document.cookie)")).find("mahjong_club_admin") == -1
