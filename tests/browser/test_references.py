"""The pages look as somebody has seen and approved them: `tests/browser/references`, remade by `make references`.

The table's pictures are made of moments of the golden transcripts, the others of a server with nothing in it. Where one
differs, `test-results/references` has both pictures and the place of the difference.
"""

import io
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.likeness import ALLOWED, differing, keep, tell
from tests.browser.recorded import moment
from tests.browser.table_page import Line, serving
from tests.support.browser import SIZES, BrowserErrors, Locale, Size
from tests.support.environment import missing
from tests.support.server import LiveServer

HERE: Final = Path(__file__).parent / "references"
DIFFERENCES: Final = Path(__file__).resolve().parents[2] / "test-results" / "references"
REMAKE: Final = bool(os.environ.get("MAHJONG_CLUB_REMAKE_REFERENCES"))
TABLES: Final[tuple[tuple[str, str, Size, Locale], ...]] = (
    ("hong_kong", "turn", "phone", "zh-Hant"),
    ("hong_kong", "claim", "desktop", "en"),
    ("hong_kong", "result", "tablet", "ja"),
    ("taiwanese", "turn", "desktop", "zh-Hant"),
    ("taiwanese", "claim", "phone", "en"),
    ("taiwanese", "result", "landscape", "zh-Hant"),
    ("riichi", "turn", "landscape", "ja"),
    ("riichi", "claim", "tablet", "en"),
    ("riichi", "result", "phone", "ja"),
)
PAGES: Final[tuple[tuple[str, Size, Locale], ...]] = (
    ("lobby", "phone", "zh-Hant"),
    ("lobby", "desktop", "en"),
    ("room", "phone", "ja"),
    ("room", "tablet", "zh-Hant"),
    ("rules", "landscape", "en"),
    ("rules", "desktop", "ja"),
)
#: What is made by chance gets a fixed form: the table's code, its address, the server's promise, the code for cameras.
FIXED: Final = """([code, origin]) => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const promise = /[0-9a-f]{64}/g;
    const fixed = (text) => text.replaceAll(code, 'QWERTY').replaceAll(origin, 'https://club.example').replace(promise, '0');
    while (walk.nextNode()) walk.currentNode.data = fixed(walk.currentNode.data);
    for (const el of document.querySelectorAll('input')) el.value = fixed(el.value);
    for (const el of document.querySelectorAll('img.qr')) el.style.opacity = 0;
    document.activeElement?.blur();
}"""
#: What runs with the time, or has just been called.
TIMELESS: Final = "() => document.querySelectorAll('.clock, .next, .call').forEach((each) => (each.style.visibility = 'hidden'))"
#: The record is written when the browser has nothing else to do.
RECORDED: Final = "() => document.querySelectorAll('.log li').length === __table.model.log.length"
#: What is there once the page has asked for everything and drawn it.
DRAWN: Final = {
    "lobby": ("#create:enabled", "#tables:not([aria-busy])", "#here:not(:empty)"),
    "room": ("#seats li",),
    "rules": ("main h2",),
}
READY: Final = """() => {
    const pictures = [...document.images].filter((each) => each.src);
    return Promise.all([document.fonts.ready, ...pictures.map((each) => each.decode())]);
}"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("references") / "data")
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def open_page(chromium: Browser, club: LiveServer) -> Iterator[Callable[[Size, Locale], Page]]:
    """One context for all pictures; the page takes the size that is asked for. It is closed before its server."""
    if shutil.which("fc-list") is None or not subprocess.run(["fc-list", ":lang=ja", "family"], capture_output=True).stdout:
        missing("no fonts with Chinese and Japanese characters are installed")
    errors = BrowserErrors()
    context = chromium.new_context(
        color_scheme="light", reduced_motion="reduce", locale="en-GB", timezone_id="Asia/Hong_Kong", service_workers="block"
    )
    context.set_default_timeout(20_000)
    context.add_init_script("""try { localStorage.setItem('walkthrough', '["lobby","table"]') } catch {}""")
    errors.listen_to(context)
    page = context.new_page()

    def sized(size: Size, locale: Locale) -> Page:
        page.set_viewport_size(SIZES[size])
        return page

    yield sized
    context.close()
    assert not errors.unexpected()


def compare(page: Page, name: str, *, whole: bool = False) -> None:
    page.evaluate(READY)
    ours = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide", full_page=whole))).convert("RGB")
    file = HERE / f"{name}.webp"
    if REMAKE:
        keep(ours, file)
        return
    reference = Image.open(file).convert("RGB")
    share, mask = differing(ours, reference)
    if share > ALLOWED:
        tell(ours, reference, mask, DIFFERENCES, name)
        pytest.fail(
            f"{name}: {share:.1%} of the picture differs; see {DIFFERENCES.name}/{name}.*.png, `make references` if meant"
        )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.mark.parametrize(("ruleset", "name", "size", "lang"), TABLES, ids=lambda each: str(each))
def test_the_table(ruleset: str, name: str, size: Size, lang: Locale, address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(size, lang)
    position = moment(ruleset, name)
    Line(position).attach(page)
    page.goto(f"{address}/table/QWERTY?lang={lang}")
    page.wait_for_selector(f'#table[data-connection="open"][data-seq="{position["seq"]}"]')
    asked = ".sheet:not([hidden]) button.main:not([hidden])" if name == "result" else ".hand .t:not([aria-disabled]), .act"
    page.wait_for_selector(asked)
    page.wait_for_function(RECORDED)
    page.evaluate(TIMELESS)
    compare(page, f"{ruleset}-{name}-{size}")


@pytest.fixture(scope="module")
def room(club: LiveServer, open_page: Callable[..., Page]) -> str:
    """A table of one person's with two bots at it; its code."""
    context = open_page("phone", "en").context
    post(context, f"{club.url}/api/v1/guests", {"name": "阿明"})
    made = post(context, f"{club.url}/api/v1/tables", {"ruleset": "hong_kong", "clock": "none", "listed": False, "bots": 2})
    return str(made["code"])


def post(context: BrowserContext, url: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = context.request.post(url, data=body)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(("name", "size", "lang"), PAGES, ids=lambda each: str(each))
def test_the_pages(name: str, size: Size, lang: Locale, club: LiveServer, room: str, open_page: Callable[..., Page]) -> None:
    page = open_page(size, lang)
    paths = {"lobby": "/", "room": f"/table/{room}", "rules": "/rules/riichi"}
    page.goto(f"{club.url}{paths[name]}?lang={lang}")
    for part in DRAWN[name]:
        page.wait_for_selector(part)
    page.evaluate(FIXED, [room, club.url])
    compare(page, f"{name}-{size}")


def test_a_missing_tile_is_noticed() -> None:
    """The comparison is worth something: a picture without one of its tiles is another picture."""
    reference = Image.open(HERE / "hong_kong-turn-phone.webp").convert("RGB")
    changed = reference.copy()
    changed.paste((214, 226, 216), (34, 503, 79, 566))
    assert differing(reference, reference)[0] == 0
    assert differing(changed, reference)[0] > ALLOWED
