"""One's own matches in a real browser: nothing is cut off at any size, in any language, and the way to a replay."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from mahjong_club.accounts.service import COOKIE
from tests.browser.axe import overflow, small_targets, violations
from tests.support.browser import Locale, Size
from tests.support.club import open_club
from tests.support.server import LiveServer
from tests.support.stored import ended, golden, store

Contexts = Callable[..., BrowserContext]
VARIANTS = ("hong_kong", "riichi", "taiwanese")


async def _fill(data: Path) -> str:
    """A match of each variant for one person; the cookie that person is known by."""
    async with open_club(data) as club:
        state = club.app.state
        person = await state.accounts.sign_in("Mei", "en")
        for number, variant in enumerate(VARIANTS):
            match_id = f"{number:024x}"
            await store(state.database, match_id, golden(variant), [person.id, None, None, None])
            await state.database.append(match_id, ended(golden(variant)))
        cookie: str = state.accounts.cookie_of(person)
        return cookie


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A club's address, and the cookie of somebody who has played."""
    data = tmp_path_factory.mktemp("history") / "data"
    with ThreadPoolExecutor(1) as thread:
        cookie = thread.submit(lambda: asyncio.run(_fill(data))).result()
    server = LiveServer(data)
    server.start()
    yield server.url, cookie
    server.kill()


@pytest.mark.parametrize(
    ("size", "locale"), [("phone", "en"), ("phone", "ja"), ("landscape", "zh-Hant"), ("tablet", "ja"), ("desktop", "zh-Hant")]
)
def test_nothing_is_cut_off(club: tuple[str, str], context_factory: Contexts, size: Size, locale: Locale) -> None:
    url, cookie = club
    context = context_factory(size=size, locale=locale)
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
    page = context.new_page()
    page.goto(f"{url}/history?lang={locale}")
    totals = page.locator("#totals")
    expect(totals.locator("tbody tr")).to_have_count(len(VARIANTS))
    assert totals.evaluate("(table) => table.parentElement.scrollWidth <= table.parentElement.clientWidth")
    expect(page.locator("#played > li")).to_have_count(len(VARIANTS))
    assert overflow(page) <= 0
    assert small_targets(page) == []
    assert violations(page) == []
    page.locator("#played a[href*='/replay/']").first.click()
    page.wait_for_selector("#table[data-at]")
