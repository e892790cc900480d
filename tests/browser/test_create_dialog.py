"""The dialog that creates a table offers nothing that could not be had."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import overflow, violations
from tests.support.browser import Locale
from tests.support.server import LiveServer

Contexts = Callable[..., BrowserContext]
#: What the tick is called, what cannot be chosen with it, and why.
WORDS: dict[Locale, tuple[str, str, str]] = {
    "en": ("Practice", "Wait for people", "Nobody can join a practice table"),
    "zh-Hant": ("練習", "等人入座", "練習枱不能有其他人加入"),
    "ja": ("練習", "人を待つ", "練習卓にはほかの人は入れません"),
}


@pytest.fixture(scope="module")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for this module; it outlives the browsers' contexts."""
    server = LiveServer(tmp_path_factory.mktemp("club") / "data")
    server.start()
    yield server
    server.kill()


def dialog_of(context: BrowserContext, server: LiveServer) -> Page:
    """The page of somebody who has a name, with the dialog open."""
    assert context.request.post(f"{server.url}/api/v1/guests", data={"name": "Mei"}).ok
    page = context.new_page()
    page.goto(server.url + "/")
    page.click("#create")
    return page


@pytest.mark.parametrize("locale", list(WORDS))
def test_a_practice_table_waits_for_nobody(locale: Locale, context_factory: Contexts, live_server: LiveServer) -> None:
    practice, people, reason = WORDS[locale]
    page = dialog_of(context_factory("phone", locale), live_server)
    dialog = page.get_by_role("dialog")
    wait, tick = dialog.get_by_label(people), dialog.get_by_role("checkbox", name=practice)
    club = dialog.locator('input[name=bots][value="club"]')
    expect(wait).to_be_checked()
    tick.check()
    expect(wait).to_be_disabled()
    expect(club).to_be_checked()
    expect(dialog).to_contain_text(reason)
    assert violations(page) == []
    assert overflow(page) <= 0
    # What the dialog chose it takes back; what the person chose stays.
    tick.uncheck()
    expect(wait).to_be_enabled()
    expect(wait).to_be_checked()
    expect(dialog).not_to_contain_text(reason)
    dialog.locator('.pick label:has(input[name=bots][value="random"])').click()
    tick.check()
    tick.uncheck()
    expect(dialog.locator('input[name=bots][value="random"]')).to_be_checked()


def test_a_practice_table_is_made_with_bots(context_factory: Contexts, live_server: LiveServer) -> None:
    page = dialog_of(context_factory(), live_server)
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("checkbox", name="Practice").check()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/tables")) as sent:
        dialog.locator("button[type=submit]").click()
    body = sent.value.post_data_json or {}
    assert (body["practice"], body["bots"], body["bot"]) == (True, 3, "club")
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat", has_text="Club bot")).to_have_count(3)
