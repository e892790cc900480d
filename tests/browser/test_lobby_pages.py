"""The lobby and the waiting room in a real browser: from a nickname to a running match, on a phone and on a desktop."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import overflow, small_targets, violations
from tests.support.browser import BrowserErrors, Locale, Size
from tests.support.server import LiveServer

Contexts = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for this module; it outlives the browsers' contexts."""
    server = LiveServer(tmp_path_factory.mktemp("club") / "data")
    server.start()
    yield server
    server.kill()


def sign_in(page: Page, name: str) -> None:
    page.fill("#nickname", name)
    page.click("dialog button[type=submit]")


def submit_table(page: Page) -> None:
    page.locator("dialog", has=page.locator("#create-title")).locator("button[type=submit]").click()


def create_table(page: Page, server: LiveServer, name: str) -> str:
    """A listed table made through the dialog; gives its code."""
    page.goto(server.url + "/")
    page.click("#create")
    sign_in(page, name)
    submit_table(page)
    page.wait_for_url("**/table/*")
    expect(page.locator(".seat")).to_have_count(4)
    return page.url.rsplit("/", 1)[1]


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lobby_is_accessible(context_factory: Contexts, live_server: LiveServer, size: Size, scheme: str) -> None:
    page = context_factory(size=size, color_scheme=scheme).new_page()
    page.goto(live_server.url + "/")
    expect(page.locator("#quick button").first).to_be_visible()
    page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
    assert violations(page) == []
    assert small_targets(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dialogs_and_the_waiting_room_are_accessible(
    context_factory: Contexts, live_server: LiveServer, size: Size, scheme: str
) -> None:
    page = context_factory(size=size, color_scheme=scheme).new_page()
    page.goto(live_server.url + "/")
    page.click("#create")
    assert violations(page) == []
    sign_in(page, "Mei")
    page.click("dialog summary")
    expect(page.locator("dialog select").first).to_be_visible()
    assert violations(page) == []
    assert small_targets(page) == []
    submit_table(page)
    expect(page.locator(".seat.mine")).to_be_visible()
    assert violations(page) == []
    assert small_targets(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize(("locale", "words"), [("zh-Hant", "坐低"), ("en", "Take a seat"), ("ja", "卓につく")])
def test_the_readers_language(context_factory: Contexts, live_server: LiveServer, locale: Locale, words: str) -> None:
    page = context_factory(locale=locale).new_page()
    page.goto(live_server.url + "/")
    expect(page.locator("h1")).to_contain_text(words)
    page.get_by_role("link", name="English").click()
    expect(page.locator("h1")).to_contain_text("Take a seat")
    page.goto(live_server.url + "/verify")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_play_now_is_one_press_to_a_running_table(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory(size="phone").new_page()
    page.goto(live_server.url + "/")
    page.locator("#quick button").first.click()
    page.wait_for_url("**/table/*")
    expect(page.locator("body")).to_have_attribute("data-match", re.compile("^[0-9a-f]+$"))
    code = page.url.rsplit("/", 1)[1]
    page.goto(live_server.url + "/")
    expect(page.locator("#person")).to_contain_text(re.compile(r"You are Guest \d{3}"))
    mine = page.locator("#mine")
    expect(mine).to_contain_text(code)
    mine.get_by_role("link", name="Continue").click()
    page.wait_for_url(f"**/table/{code}")


def test_leaving_a_running_match_frees_the_person_and_can_be_undone(context_factory: Contexts, live_server: LiveServer) -> None:
    page, friend = context_factory(size="phone").new_page(), context_factory().request
    page.on("dialog", lambda asked: asked.accept())
    code = create_table(page, live_server, "Mei")
    api = f"{live_server.url}/api/v1"
    assert friend.post(f"{api}/guests", data={"name": "Tom"}).ok
    assert friend.post(f"{api}/tables/{code}/join", data={}).ok
    assert friend.post(f"{api}/tables/{code}/ready", data={"entropy": "a"}).ok
    page.get_by_role("button", name="Fill with bots and start").click()
    page.wait_for_selector('#table[data-connection="open"]')
    page.get_by_role("button", name="Menu").click()
    assert violations(page) == []
    page.get_by_role("button", name="Leave the match").click()
    page.wait_for_url(live_server.url + "/")
    page.goto(f"{live_server.url}/table/{code}")
    page.wait_for_selector('#table[data-connection="open"]')
    assert page.evaluate("__table.state.viewer") is None
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take my seat back").click()
    page.wait_for_selector('body:not([data-left]) #table[data-connection="open"]')
    assert page.evaluate("__table.state.viewer") == 0
    page.goto(live_server.url + "/")
    page.get_by_role("button", name=f"Leave: Table {code}").click()
    expect(page.locator("#mine")).to_be_hidden()
    page.locator("#quick button").first.click()
    page.wait_for_selector('#table[data-connection="open"]')
    assert code not in page.url


def test_an_open_page_of_a_seat_that_was_left_offers_it_again(context_factory: Contexts, live_server: LiveServer) -> None:
    context = context_factory()
    page = context.new_page()
    page.goto(live_server.url + "/")
    page.locator("#quick button").first.click()
    page.wait_for_selector('#table[data-connection="open"]')
    match = page.evaluate("__table.state.match")
    assert context.request.post(f"{live_server.url}/api/v1/matches/{match}/leave", data={}).ok
    page.get_by_role("button", name="Take my seat back").click()
    page.wait_for_selector('#table[data-connection="open"]')
    assert page.evaluate("__table.state.viewer") == 0


def test_a_table_appears_for_others_and_fills(context_factory: Contexts, live_server: LiveServer) -> None:
    guest = context_factory(size="phone").new_page()
    guest.goto(live_server.url + "/")
    expect(guest.locator("#tables li").first).not_to_have_text("Loading…")
    host = context_factory().new_page()
    code = create_table(host, live_server, "Host")
    row = guest.locator("#tables .item", has_text=code)
    expect(row).to_contain_text("3 seats free")
    row.get_by_role("link").click()
    guest.get_by_role("button", name="Sit here: Seat 2").click()
    sign_in(guest, "<i>Ming</i>")
    expect(guest.locator(".seat.mine .name")).to_have_text("<i>Ming</i>")
    expect(host.locator(".seat").nth(1)).to_contain_text("<i>Ming</i>")
    for seat in (3, 4):
        host.get_by_role("button", name=f"Add a bot: Seat {seat}").click()
        expect(host.locator(".seat").nth(seat - 1)).to_contain_text("Club bot")
    start = host.get_by_role("button", name="Start the match")
    expect(start).to_be_disabled()
    guest.get_by_role("button", name="I am ready").click()
    expect(start).to_be_enabled()
    start.click()
    for page in (host, guest):
        expect(page.locator("body")).to_have_attribute("data-code", code)


def test_getting_ready_sends_entropy_of_the_browser(context_factory: Contexts, live_server: LiveServer) -> None:
    host = context_factory().new_page()
    code = create_table(host, live_server, "Host")
    page = context_factory().new_page()
    page.goto(f"{live_server.url}/table/{code}")
    page.get_by_role("button", name="Sit here: Seat 3").click()
    sign_in(page, "Lin")
    expect(page.locator(".seat.mine")).to_be_visible()
    with page.expect_request("**/ready") as sent:
        page.get_by_role("button", name="I am ready").click()
    body = json.loads(sent.value.post_data or "{}")
    assert re.fullmatch("[0-9a-f]{32}", body["entropy"])
    commitment = page.locator("#commitment").inner_text()
    assert re.fullmatch("[0-9a-f]{64}", commitment)


def test_presets_and_options_reach_the_table_and_the_list(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/")
    page.click("#create")
    sign_in(page, "Mei")
    page.get_by_label("Limit at ten").check()
    page.click("dialog summary")
    changed = page.locator(".changes")
    expect(changed).to_contain_text("Limit: 10")
    page.get_by_label("Minimum to win").select_option("5")
    rule = page.locator(".field", has=page.get_by_label("Minimum to win")).get_by_role("link")
    expect(rule).to_have_attribute("href", "/rules/hong_kong#options.minimum")
    expect(changed).to_contain_text("Minimum to win: 5")
    for choice in ("No clock", "Drawn at the start"):
        page.get_by_label(choice).check()
    submit_table(page)
    settings = page.locator("#settings")
    for words in ("Own options", "Minimum to win: 5", "Limit: 10", "No clock", "Drawn at the start"):
        expect(settings).to_contain_text(words)
    code = page.url.rsplit("/", 1)[1]
    page.goto(live_server.url + "/")
    row = page.locator("#tables .item", has_text=code)
    expect(row).to_contain_text("Minimum to win: 5")
    page.click("#create")
    page.get_by_label("Riichi").check()
    page.get_by_label("Like the WRC").check()
    submit_table(page)
    expect(page.locator("#settings")).to_contain_text("Riichi · Like the WRC")


def test_people_of_a_room_see_who_is_there_and_talk_and_mute(
    context_factory: Contexts, live_server: LiveServer, browser_errors: BrowserErrors
) -> None:
    browser_errors.allow("429")
    host = context_factory().new_page()
    code = create_table(host, live_server, "Host")
    context = context_factory(size="phone", locale="ja")
    guest = context.new_page()
    assert context.request.post(f"{live_server.url}/api/v1/guests", data={"name": "<i>Ming</i>"}).ok
    assert context.request.post(f"{live_server.url}/api/v1/tables/{code}/join", data={}).ok
    seat = host.locator(".seat").nth(1)
    expect(seat).to_contain_text("Away")
    guest.goto(f"{live_server.url}/table/{code}")
    expect(seat).to_contain_text("Here")
    guest.fill("#word", "<img src=x>")
    guest.keyboard.press("Enter")
    words = host.locator("#words")
    expect(words).to_contain_text("<i>Ming</i> <img src=x>")
    expect(guest.locator("#word")).to_have_value("")
    host.get_by_role("button", name="One moment, please").click()
    expect(guest.locator("#words")).to_contain_text("Host 少し待ってください")
    assert violations(guest) == []
    host.locator(".mutes summary").click()
    host.get_by_role("checkbox", name="<i>Ming</i>").check()
    expect(words).not_to_contain_text("<img src=x>")
    expect(words).to_contain_text("1 muted")
    host.reload()
    guest.fill("#word", "still there?")
    guest.keyboard.press("Enter")
    expect(guest.locator("#words")).to_contain_text("still there?")
    expect(words).to_contain_text("2 muted")
    # All at once: who takes his time is never told to wait.
    guest.evaluate("() => { for (let n = 0; n < 30; n++) document.querySelector('#phrases button').click(); }")
    expect(guest.locator("#talk-message")).to_contain_text("待って")


#: Whether an element's middle is what one sees there.
ON_TOP: Final = """(el) => {
    const { left, right, top, bottom } = el.getBoundingClientRect();
    return el.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def test_a_newcomer_is_shown_around_once_and_again_when_asked(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory(size="phone", newcomer=True).new_page()
    page.goto(live_server.url + "/")
    tour = page.locator(".tour")
    expect(tour).to_contain_text("1 of 5")
    assert violations(page) == []
    assert small_targets(page) == []
    for step in range(2, 6):
        tour.get_by_role("button", name="Next").click()
        expect(tour).to_contain_text(f"{step} of 5")
    tour.get_by_role("button", name="Done").click()
    expect(tour).to_have_count(0)
    page.locator("#quick button").first.click()
    page.wait_for_selector('#table[data-connection="open"]')
    expect(tour).to_contain_text("Your first table")
    assert page.evaluate("document.activeElement === document.body")
    tour.get_by_role("button", name="Next").press("Enter")
    expect(tour).to_contain_text("tap it again")
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)
    page.reload()
    page.wait_for_selector('#table[data-connection="open"]')
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("button", name="Show me around").click()
    expect(tour).to_contain_text("1 of 5")


def test_a_lost_line_is_told_to_newcomers_too(
    context_factory: Contexts, live_server: LiveServer, browser_errors: BrowserErrors
) -> None:
    browser_errors.allow("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket")
    page = context_factory(size="phone", newcomer=True).new_page()
    page.goto(live_server.url + "/")
    page.get_by_role("button", name="Skip").click()
    page.locator("#quick button").first.click()
    tour = page.locator(".tour")
    expect(tour).to_contain_text("Your first table")
    live_server.kill()
    expect(page.locator(".banner")).to_be_visible()
    assert page.locator(".banner").evaluate(ON_TOP)
    expect(tour).to_be_hidden()
    live_server.start()
    page.wait_for_selector('#table[data-connection="open"]')
    expect(tour).to_be_visible()


def test_practice_is_remembered(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/")
    page.locator("#practice").check()
    page.locator("#quick button").first.click()
    page.wait_for_selector('#table[data-connection="open"]')
    assert page.evaluate("__table.state.table.practice")
    page.goto(live_server.url + "/")
    expect(page.locator("#practice")).to_be_checked()


def test_a_code_joins_and_a_wrong_one_is_explained(
    context_factory: Contexts, live_server: LiveServer, browser_errors: BrowserErrors
) -> None:
    browser_errors.allow("404")
    host = context_factory().new_page()
    code = create_table(host, live_server, "Host")
    page = context_factory(size="phone").new_page()
    page.goto(live_server.url + "/")
    page.fill("#code", code.lower())
    page.click("#join button")
    page.wait_for_url(f"**/table/{code}")
    page.goto(live_server.url + "/")
    page.fill("#code", "qqqqqq")
    page.click("#join button")
    expect(page.locator("main")).to_contain_text("There is no table with that code")


def test_the_lobby_by_keyboard(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/")
    expect(page.locator("#quick button").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.locator("#create").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#nickname")).to_be_focused()
    page.keyboard.type("Mei")
    page.keyboard.press("Enter")
    expect(page.locator("#create-title")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#person")).to_contain_text("Mei")


def test_the_server_comes_back_and_the_list_goes_on(
    context_factory: Contexts, live_server: LiveServer, browser_errors: BrowserErrors
) -> None:
    browser_errors.allow("Failed to load|ERR_")
    page = context_factory().new_page()
    page.goto(live_server.url + "/")
    expect(page.locator("#tables li").first).not_to_have_text("Loading…")
    live_server.kill()
    expect(page.locator("#offline")).to_be_visible()
    live_server.start()
    expect(page.locator("#offline")).to_be_hidden(timeout=30_000)
    host = context_factory().new_page()
    code = create_table(host, live_server, "Host")
    expect(page.locator("#tables")).to_contain_text(code)
