"""A table over a slow line, and one that is lost and found: play goes on, nothing is missed, nothing is complained about."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser import BrowserErrors
from tests.support.server import LiveServer

Json = dict[str, Any]
#: A telephone far from its mast: 300 ms there and back, 50 kB a second.
SLOW: Json = {"offline": False, "latency": 300, "downloadThroughput": 50_000, "uploadThroughput": 20_000}
OFFLINE: Json = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.fixture
def server(start_server: Callable[..., LiveServer]) -> LiveServer:
    return start_server(env={"MAHJONG_CLUB_BOT_MS": "40"})


def seat(context: BrowserContext, server: LiveServer) -> str:
    """A person at a table with three bots, the match begun; its address."""

    def call(path: str, body: Json) -> Json:
        answer = context.request.post(f"{server.url}/api/v1{path}", data=body)
        assert answer.ok, answer.text()
        found: Json = answer.json()
        return found

    call("/guests", {"name": "Mei"})
    code = call("/tables", {"ruleset": "hong_kong", "clock": "none", "window_ms": 60, "bots": 3})["code"]
    call(f"/tables/{code}/ready", {"entropy": "c"})
    if context.request.get(f"{server.url}/api/v1/tables/{code}").json()["state"] != "playing":
        call(f"/tables/{code}/start", {})
    return f"{server.url}/table/{code}?lang=en"


def seq_of(page: Page) -> int:
    seq: int = page.evaluate("__table.state.view.seq")
    return seq


def play_a_tile(page: Page) -> None:
    """Answers what is asked, until the server has taken a discard of this person's."""
    before = page.locator(".s0 .river .t").count()
    for _ in range(40):
        if page.locator(".s0 .river .t").count() > before:
            return
        choice = page.locator(".act[data-word='pass']").or_(page.locator(".hand .t:not([aria-disabled])").last)
        choice.first.click(timeout=5_000)
        page.wait_for_timeout(30)
    raise AssertionError("no tile could be discarded")


def test_a_slow_line_plays_and_a_lost_one_heals(
    server: LiveServer, context_factory: Callable[..., BrowserContext], browser_errors: BrowserErrors
) -> None:
    # What Chromium itself writes of a request without a network; the page catches the failure.
    browser_errors.allow(r"net::ERR_INTERNET_DISCONNECTED")
    context = context_factory("phone", service_workers="block")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    page.goto(seat(context, server))
    page.wait_for_selector('#table[data-connection="open"] .hand .t')
    play_a_tile(page)
    line.send("Network.emulateNetworkConditions", OFFLINE)
    expect(page.locator("#table")).not_to_have_attribute("data-connection", "open")
    expect(page.locator(".banner")).to_contain_text("reconnecting")
    missed = seq_of(page)
    line.send("Network.emulateNetworkConditions", SLOW)
    expect(page.locator("#table")).to_have_attribute("data-connection", "open")
    expect(page.locator(".banner")).to_be_hidden()
    play_a_tile(page)
    assert seq_of(page) > missed
    assert page.evaluate("__table.state.view.seats[0].river.length") == page.locator(".s0 .river .t").count()
