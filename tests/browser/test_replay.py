"""The replay in a real browser at every size; whoever looks on."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import overflow, small_targets, violations
from tests.browser.table_page import load_position, open_table, serving
from tests.support.browser import Size
from tests.support.club import open_club
from tests.support.server import LiveServer
from tests.support.stored import ended, entries, golden, store

Contexts = Callable[..., BrowserContext]
MATCHES = {"hong_kong": "aa" * 12, "taiwanese": "bb" * 12, "riichi": "cc" * 12}


async def _fill(data: Path) -> None:
    async with open_club(data) as club:
        for name, match_id in MATCHES.items():
            await store(club.app.state.database, match_id, golden(name), [None] * 4)
            # One of them goes on: what is over of it can be watched.
            log = entries(golden(name)) if name == "riichi" else ended(golden(name))
            await club.app.state.database.append(match_id, log)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A club with a match of each variant."""
    data = tmp_path_factory.mktemp("replay") / "data"
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_fill(data))).result()
    live = LiveServer(data)
    live.start()
    yield live
    live.kill()


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("#table[data-at]")
    return page


def at(page: Page, spot: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-at", spot)


@pytest.mark.parametrize(
    ("size", "name", "locale"), [("phone", "taiwanese", "zh-Hant"), ("landscape", "riichi", "ja"), ("desktop", "hong_kong", "en")]
)
def test_every_size(context_factory: Contexts, server: LiveServer, size: Size, name: str, locale: str) -> None:
    page = opened(context_factory(size=size, locale=locale).new_page(), f"{server.url}/replay/{MATCHES[name]}?lang={locale}#2")
    first = page.locator("#table").get_attribute("data-at") or ""
    page.locator('[data-way="on"]').click()
    page.locator('[data-way="on"]').click()
    page.locator('[data-way="back"]').click()
    expect(page.locator("#table")).not_to_have_attribute("data-at", first)
    page.locator('[data-way="back"]').click()
    at(page, first)
    viewport = page.viewport_size
    assert viewport is not None
    for way in ("deal.before", "decision.before", "back", "play", "on", "decision.next", "deal.next"):
        box = page.locator(f'[data-way="{way}"]').bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= viewport["width"]
        assert box["y"] >= 0 and box["y"] + box["height"] <= viewport["height"]
    assert overflow(page) <= 0
    # The hand is only looked at here: its tiles are no controls.
    assert [each for each in small_targets(page) if 'class="t' not in each] == []
    page.keyboard.press("w")
    expect(page.locator(".wall-tiles li.next")).to_be_in_viewport()
    expect(page.locator(".verdict")).to_have_attribute("data-outcome", "holds")
    assert violations(page) == []


def test_whoever_looks_on_turns_the_table(context_factory: Contexts) -> None:
    page = context_factory(size="landscape").new_page()
    with serving() as address:
        line = open_table(page, address, load_position("spectator"))
        names = [page.locator(f".seat.s{place}").get_attribute("aria-label") for place in range(4)]
        page.keyboard.press("3")
        expect(page.locator(".seat.s0")).to_have_attribute("aria-label", str(names[2]))
        page.locator(".icon.menu").click()
        page.get_by_label("Seat at the bottom").select_option("1")
        expect(page.locator(".seat.s0")).to_have_attribute("aria-label", str(names[1]))
        assert not line.of("act")
        assert page.locator(".conc .t:not(.back)").count() == 0
