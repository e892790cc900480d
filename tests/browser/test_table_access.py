"""A whole match by keyboard alone, told by ear alone; and a page that stayed open over an upgrade of the server."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import violations
from tests.support.server import LiveServer

Json = dict[str, Any]
LISTENER = (Path(__file__).parent / "table_listener.js").read_text(encoding="utf-8")
#: The key that a person would press now, and what it is pressed for; nothing while nothing is asked.
KEY = """(turn) => {
    const {model} = window.__table;
    if (!model || window.__table.state.pending) return null;
    if (model.result?.over) return ['over'];
    if (model.result) return model.result.canContinue ? ['n'] : null;
    const has = (word) => model.choices.find((each) => each.word === word);
    if (has('win') || has('self_draw')) return ['w'];
    if (has('pung') && turn % 2) return ['u'];
    if (has('pass')) return [turn % 2 ? 'p' : 'Escape'];
    if (!model.mayDiscard) return null;
    if (model.hand.some((each) => each.drawn) && turn % 3) return ['d'];
    return ['Home', 'ArrowRight', 'ArrowLeft', 'End', turn % 2 ? 'Enter' : ' '];
}"""
MOST_STEPS = 6000


def call(context: BrowserContext, server: LiveServer, path: str, body: Json) -> Json:
    answer = context.request.post(f"{server.url}/api/v1{path}", data=body)
    assert answer.ok, answer.text()
    found: Json = answer.json()
    return found


def against_bots(context: BrowserContext, server: LiveServer) -> str:
    call(context, server, "/guests", {"name": "Aiko"})
    body = {"ruleset": "hong_kong", "options": {"rounds": 1}, "clock": "none", "window_ms": 0, "bots": 3}
    code: str = call(context, server, "/tables", body)["code"]
    call(context, server, f"/tables/{code}/ready", {"entropy": "b"})
    if context.request.get(f"{server.url}/api/v1/tables/{code}").json()["state"] != "playing":
        call(context, server, f"/tables/{code}/start", {})
    return code


def play_by_keys(page: Page) -> None:
    """Until the match is over."""
    for step in range(MOST_STEPS):
        keys: list[str] | None = page.evaluate(KEY, step)
        if keys == ["over"]:
            return
        for key in keys or ():
            page.keyboard.press(key)
        if not keys:
            page.wait_for_timeout(5)
    raise AssertionError("the match did not end")


#: Everything that is to be spoken, once as much has been; what there is after ten seconds.
TOLD = """async () => {
    let told = await __heard.expected();
    for (let n = 0; n < 100 && told.spoken.length < told.expected.length; n++) {
        await new Promise((done) => setTimeout(done, 100));
        told = await __heard.expected();
    }
    return told;
}"""


def test_a_match_by_keyboard_and_ear_alone(live_server: LiveServer, context_factory: Callable[..., BrowserContext]) -> None:
    context = context_factory("desktop", "ja", reduced_motion="reduce")
    context.add_init_script(LISTENER)
    code = against_bots(context, live_server)
    page = context.new_page()
    page.goto(f"{live_server.url}/table/{code}?lang=ja")
    page.wait_for_selector('#table[data-connection="open"]')
    expect(page.locator(".hand .t:nth-child(13)")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    # The own tiles have names, and so has everything that lies open.
    hand = page.locator(".hand").aria_snapshot()
    assert len(re.findall(r'- button "', hand)) >= 13
    assert not re.search(r'"[0-9][mpszf]"|undefined', page.locator("#table").aria_snapshot())
    play_by_keys(page)
    # The final table has the focus, and its button works by keyboard, too.
    expect(page.get_by_role("dialog")).to_contain_text("最終結果")
    assert page.evaluate("document.activeElement.closest('.sheet') !== null")
    # What is spoken is written when the browser has nothing else to do.
    told: Json = page.evaluate(TOLD)
    assert told["spoken"] == told["expected"]
    assert len(told["expected"]) > 100
    assert told["asked"] > len(told["expected"])
    assert not [each for each in told["spoken"] if re.search(r"[0-9][mpszf]\b|undefined|\{", each)]
    heard: Json = page.evaluate("({lost: __heard.lost, unseen: __heard.unseen, keys: __heard.keys})")
    assert heard["lost"] == 0, "the focus fell to nowhere"
    assert heard["unseen"] == []
    assert heard["keys"] > 40
    # The record is reached by a key, copied as text, and left again.
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_focused()
    assert violations(page) == []


@pytest.fixture
def upgraded(tmp_path: Path) -> Path:
    """The same program with another front end."""
    root = Path(__file__).resolve().parents[2]
    for name in ("src/mahjong_club", "static", "migrations"):
        shutil.copytree(root / name, tmp_path / "new" / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "alembic.ini", tmp_path / "new" / "alembic.ini")
    style = tmp_path / "new" / "static" / "css" / "table.css"
    style.write_text(style.read_text(encoding="utf-8") + "\n/* new */\n", encoding="utf-8")
    return tmp_path / "new" / "src"


def version(page: Page) -> str:
    found = re.search(r"/v-([0-9a-f]{12})/", page.locator("script[src*='/js/pages/table.joined.js']").get_attribute("src") or "")
    assert found
    return found[1]


def test_a_page_left_open_over_an_upgrade_says_so_and_becomes_new(
    tmp_path: Path, upgraded: Path, context_factory: Callable[..., BrowserContext], browser_errors: Any
) -> None:
    browser_errors.allow("Failed to load resource|WebSocket|ERR_")
    old = LiveServer(tmp_path / "data")
    old.start()
    new: LiveServer | None = None
    try:
        context = context_factory("desktop", "en", reduced_motion="reduce")
        code = against_bots(context, old)
        page = context.new_page()
        page.goto(f"{old.url}/table/{code}?lang=en")
        expect(page.locator(".hand .t:not([aria-disabled]), .act[data-word='pass']").first).to_be_visible()
        first = version(page)
        old.kill()
        expect(page.locator("#table")).to_have_attribute("data-connection", "reconnecting")
        expect(page.locator(".banner")).to_contain_text("reconnecting")
        new = LiveServer(tmp_path / "data", env={"PYTHONPATH": str(upgraded)}, args=["--port", old.url.rsplit(":", 1)[1]])
        new.start()
        expect(page.locator("#table")).to_have_attribute("data-connection", "open", timeout=30_000)
        # It is this person's turn, so that the page only says it. The move he makes is the last thing the old page does.
        expect(page.locator(".banner")).to_contain_text("newer version")
        assert version(page) == first
        seq = page.evaluate("window.__table.state.view.seq")
        page.keyboard.press("p")
        page.keyboard.press("d")
        expect(page.locator(f"script[src*='/v-{first}/']")).to_have_count(0)
        expect(page.locator("#table")).to_have_attribute("data-connection", "open")
        assert version(page) != first
        expect(page.locator(".banner")).to_be_hidden()
        assert int(page.locator("#table").get_attribute("data-seq") or 0) > seq
    finally:
        old.kill()
        if new is not None:
            new.kill()
