"""The browser fixtures themselves: a page renders at the size asked for, and no complaint of a page goes unheard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser import BROWSER_LOCALES, SIZES, BrowserErrors, Locale, Size


@pytest.mark.parametrize("size", ["phone", "landscape", "tablet", "desktop"])
@pytest.mark.parametrize("locale", ["zh-Hant", "en", "ja"])
def test_a_page_renders_at_its_size_in_its_language(
    size: Size, locale: Locale, context_factory: Callable[..., BrowserContext]
) -> None:
    page = context_factory(size, locale).new_page()
    page.goto("data:text/html,<meta name=viewport content=width=device-width><meta charset=utf-8><p>%E7%99%BC</p>")
    expect(page.locator("p")).to_have_text("發")
    assert page.evaluate("[innerWidth, innerHeight]") == [SIZES[size]["width"], SIZES[size]["height"]]
    assert page.evaluate("navigator.language") == BROWSER_LOCALES[locale]


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("console.error('tile missing')", "console: tile missing"),
        ("throw new Error('no such seat')", "uncaught: .*no such seat"),
        ("fetch('http://foreign.invalid/font').catch(() => 0)", "foreign host: http://foreign.invalid/font"),
    ],
)
def test_what_a_page_complains_about_is_heard(script: str, complaint: str, page: Page, browser_errors: BrowserErrors) -> None:
    page.goto(f"data:text/html,<script>{script}</script>")
    page.wait_for_load_state("networkidle")
    assert browser_errors.unexpected()
    browser_errors.allow(complaint)
    browser_errors.allow("ERR_")
    assert not browser_errors.unexpected()
