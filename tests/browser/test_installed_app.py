"""The club as an app: the offline page in the reader's language, and never a page or a file of the version before."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import overflow, violations
from tests.support.browser import BrowserErrors, Locale
from tests.support.server import LiveServer

Contexts = Callable[..., BrowserContext]
#: Unlike what is waited for with `wait_for_function`, these conditions are asked of the browser in several steps.
WAIT: Final = "async (old) => { while (!(await (%s)(old))) await new Promise((done) => setTimeout(done, 50)); }"
IN_CHARGE: Final = "async () => (await navigator.serviceWorker.ready).active === navigator.serviceWorker.controller"
REPLACED: Final = """async (old) => {
    const shells = (await caches.keys()).filter((name) => /shell/.test(name));
    return shells.length === 1 && !old.includes(shells[0]);
}"""


def visited(context: BrowserContext, server: LiveServer) -> Page:
    """A page whose service worker is in charge."""
    page = context.new_page()
    page.goto(server.url + "/")
    page.evaluate(WAIT % IN_CHARGE)
    return page


WORDS: Final[dict[Locale, str]] = {"zh-Hant": "未能連線", "en": "No connection", "ja": "接続できません"}


def test_without_a_network_every_address_shows_the_offline_page(
    context_factory: Contexts, live_server: LiveServer, browser_errors: BrowserErrors
) -> None:
    browser_errors.allow("ERR_INTERNET_DISCONNECTED")
    for locale, words in WORDS.items():
        context = context_factory(size="phone", locale=locale, service_workers="allow")
        page = visited(context, live_server)
        context.set_offline(True)
        for path in ("/table/ABCDEF", "/rules"):
            page.goto(live_server.url + path)
            expect(page.locator("h1")).to_have_text(words)
        assert page.locator("html").get_attribute("lang") == locale
        assert page.evaluate("fetch('/api/v1/tables').then(() => 'kept', () => 'network only')") == "network only"
        assert violations(page) == []
        assert overflow(page) <= 0
        # It opens what was asked for as soon as there is a network.
        context.set_offline(False)
        expect(page.locator("nav.row a").first).to_be_visible()


#: What is kept is dropped, as by the worker of the next version; then everything in it is asked for. What is kept after that.
DROPPED: Final = """async () => {
    const shells = async () => (await caches.keys()).filter((name) => /shell/.test(name));
    const [shell] = await shells();
    const urls = (await (await caches.open(shell)).keys()).map((request) => request.url);
    await caches.delete(shell);
    const answers = await Promise.all(urls.map((url) => fetch(url)));
    return {asked: urls.length, ok: answers.every((answer) => answer.ok), kept: await shells()};
}"""


def test_a_dropped_shell_is_not_made_anew(live_server: LiveServer, context_factory: Contexts) -> None:
    page = visited(context_factory(service_workers="allow"), live_server)
    found = page.evaluate(DROPPED)
    assert found["asked"] > 3 and found["ok"] and found["kept"] == []


def upgraded(root: Path, into: Path) -> Path:
    """A checkout of the next version: other words, another script, another offline page. Gives its Python path."""
    for name in ("src", "static", "migrations"):
        shutil.copytree(root / name, into / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "alembic.ini", into)
    words = into / "static" / "i18n" / "en" / "lobby.json"
    catalogue = json.loads(words.read_text(encoding="utf-8"))
    words.write_text(
        json.dumps({**catalogue, "home.title": "Version two", "offline.title": "Version two is away"}), encoding="utf-8"
    )
    with (into / "static" / "lobby" / "home.js").open("a", encoding="utf-8") as script:
        script.write('\ndocument.body.dataset.script = "two";\n')
    return into / "src"


def test_after_an_upgrade_nothing_old_is_shown(
    context_factory: Contexts, live_server: LiveServer, browser_errors: BrowserErrors, root_dir: Path, tmp_path: Path
) -> None:
    browser_errors.allow("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")
    page = visited(context_factory(service_workers="allow"), live_server)
    old = page.evaluate("caches.keys()")
    live_server.stop()
    page.goto(live_server.url + "/")
    expect(page.locator("h1")).to_have_text("No connection")
    port = str(urlsplit(live_server.url).port)
    path = upgraded(root_dir, tmp_path / "next")
    two = LiveServer(tmp_path / "data", env={"PYTHONPATH": str(path)}, args=["--port", port])
    try:
        two.start()
        # The offline page looks again by itself.
        expect(page.locator("h1")).to_have_text("Version two")
        expect(page.locator("body")).to_have_attribute("data-script", "two")
        # The worker has heard of it from the page, and is still the same.
        page.evaluate(WAIT % REPLACED, old)
        assert page.evaluate(IN_CHARGE)
    finally:
        two.kill()
    page.goto(live_server.url + "/verify")
    expect(page.locator("h1")).to_have_text("Version two is away")
