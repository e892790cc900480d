"""Chromium for the tests in this folder.

They are plain functions, not coroutines: Playwright's synchronous face keeps an event loop running in this thread for as
long as it is open. The fixtures that hold it are therefore of package scope: it is closed again before the worker goes on
to a coroutine test of another folder. Each worker has a browser of its own: together they are done in half the time.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.admin_desk import House, open_house
from tests.support.browser import BROWSER_LOCALES, CHROMIUM_ARGS, SIZES, TOUCH_SIZES, BrowserErrors, Locale, Size
from tests.support.environment import missing

#: Milliseconds. What does not come fails a little later; what comes on a busy machine is not to fail.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)
#: Pages without an address of their own have no store.
FORGET = "() => { try { localStorage.clear() } catch {} }"
SHOWN_AROUND = """try { localStorage.setItem('walkthrough', '["lobby","table"]') } catch {}"""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The running browser: CHROMIUM, else on the path the one without windows, which opens a page in half the time, or any."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if executable is None:
        missing("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def browser_errors() -> BrowserErrors:
    """What the pages of this test complained about; `allow(pattern)` for what the test provokes."""
    return BrowserErrors()


@pytest.fixture
def context_factory(chromium: Browser, browser_errors: BrowserErrors) -> Iterator[Callable[..., BrowserContext]]:
    """`context_factory(size="phone", locale="en", **new_context_options)`: a person's own browser, own cookies.

    The person has been shown around before; a `newcomer=True` has not.

    The test fails at its end if any page logged an error, threw, or asked a foreign host for something.
    """
    contexts: list[BrowserContext] = []

    def make(size: Size = "desktop", locale: Locale = "en", *, newcomer: bool = False, **options: Any) -> BrowserContext:
        context = _context(chromium, size, locale, newcomer=newcomer, **options)
        browser_errors.listen_to(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    _fail_on(browser_errors)


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[House]:
    """A server with an admin who is signed in."""
    with open_house(tmp_path_factory.mktemp("house") / "data", chromium) as opened:
        yield opened


@pytest.fixture(scope="package")
def desk(chromium: Browser) -> Iterator[BrowserContext]:
    """One browser for every `page`: a new one for each would cost more than most of their tests."""
    context = _context(chromium)
    yield context
    context.close()


@pytest.fixture
def page(desk: BrowserContext, browser_errors: BrowserErrors) -> Iterator[Page]:
    """A page at desktop size, in English, with nothing kept from the test before. It complains as those of `context_factory`."""
    with browser_errors.listening_to(desk):
        yield desk.new_page()
        for opened in desk.pages:
            opened.evaluate(FORGET)
            opened.close()
    desk.set_offline(False)
    desk.clear_cookies()
    desk.clear_permissions()
    _fail_on(browser_errors)


def _context(
    chromium: Browser, size: Size = "desktop", locale: Locale = "en", *, newcomer: bool = False, **options: Any
) -> BrowserContext:
    touch = size in TOUCH_SIZES
    chosen: dict[str, Any] = {
        "viewport": SIZES[size],
        "has_touch": touch,
        "is_mobile": touch,
        "locale": BROWSER_LOCALES[locale],
    }
    # What a service worker asks for, and what it answers, goes past the routes that tests lay.
    chosen |= {"service_workers": "block", **options}
    context = chromium.new_context(**chosen)
    if not newcomer:
        context.add_init_script(SHOWN_AROUND)
    context.set_default_timeout(PATIENCE)
    return context


def _fail_on(errors: BrowserErrors) -> None:
    unexpected = errors.unexpected()
    assert not unexpected, "the pages complained:\n" + "\n".join(unexpected)
