"""Four browsers of four sizes, in three languages, play a whole deal of each variant against the real server and see the same
result; one person plays a whole riichi match against bots by what the table does for him."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browser import Locale, Size
from tests.support.server import LiveServer

Json = dict[str, Any]
PLAYERS: tuple[tuple[str, Size, Locale], ...] = (
    ("Mei", "phone", "zh-Hant"),
    ("Tom", "desktop", "en"),
    ("Aiko", "landscape", "ja"),
    ("Lin", "tablet", "zh-Hant"),
)
#: One step of a person who takes every win, declares when he can, claims every second time, and discards what was just drawn.
STEP = """async (turn) => {
    const shown = (query) => [...document.querySelectorAll(query)].filter((el) => el.getClientRects().length);
    const win = shown('.act.win')[0], claims = shown('.act.claim, .act.chow'), pass = shown('.act[data-word="pass"]')[0];
    const ready = shown('.act.ready:not([aria-pressed="true"])')[0];
    if (ready && !win) {
        ready.click();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    const tiles = shown('.hand .t:not([aria-disabled])');
    const chosen = win ?? (claims.length && turn % 2 ? claims[0] : pass) ?? (tiles.length ? tiles[tiles.length - 1] : null);
    chosen?.click();
    return {acted: Boolean(chosen), over: Boolean(shown('.sheet').length)};
}"""
MOST_STEPS = 4000


def call(context: BrowserContext, server: LiveServer, path: str, body: Json) -> Json:
    answer = context.request.post(f"{server.url}/api/v1{path}", data=body)
    assert answer.ok, answer.text()
    found: Json = answer.json()
    return found


def seat_four(contexts: list[BrowserContext], server: LiveServer, ruleset: str) -> str:
    """Everybody signs in and sits down at one table, which starts; gives its code."""
    for context, (name, _, _) in zip(contexts, PLAYERS, strict=True):
        call(context, server, "/guests", {"name": name})
    made = call(contexts[0], server, "/tables", {"ruleset": ruleset, "clock": "none", "window_ms": 0})
    code: str = made["code"]
    for place, context in enumerate(contexts[1:], 1):
        call(context, server, f"/tables/{code}/join", {})
        call(context, server, f"/tables/{code}/seat", {"place": place})
    for context in contexts:
        call(context, server, f"/tables/{code}/ready", {"entropy": "a"})
    if contexts[0].request.get(f"{server.url}/api/v1/tables/{code}").json()["state"] != "playing":
        call(contexts[0], server, f"/tables/{code}/start", {})
    return code


def play_a_deal(pages: list[Page]) -> None:
    """Until every page shows the result."""
    for step in range(MOST_STEPS):
        states = [page.evaluate(STEP, step // 4) for page in pages]
        if all(state["over"] for state in states):
            return
        if not any(state["acted"] for state in states):
            pages[0].wait_for_timeout(5)
    raise AssertionError("the deal did not end")


#: Hong Kong's deal is played on four devices in test_four_players.
@pytest.mark.parametrize("ruleset", ["taiwanese", "riichi"])
def test_four_browsers_play_a_whole_deal(
    ruleset: str, live_server: LiveServer, context_factory: Callable[..., BrowserContext]
) -> None:
    contexts = [
        context_factory(size, locale, reduced_motion="reduce", has_touch=False, is_mobile=False) for _, size, locale in PLAYERS
    ]
    code = seat_four(contexts, live_server, ruleset)
    pages = []
    for context, (_, _, locale) in zip(contexts, PLAYERS, strict=True):
        page = context.new_page()
        page.goto(f"{live_server.url}/table/{code}?lang={locale}")
        page.wait_for_selector('#table[data-connection="open"]')
        pages.append(page)
    play_a_deal(pages)
    views: list[Json] = [page.evaluate("__table.state.view") for page in pages]
    for view in views[1:]:
        assert view["scores"] == views[0]["scores"]
        assert view["results"] == views[0]["results"]
        assert view["seq"] == views[0]["seq"]
    for seat, view in enumerate(views):
        assert [side["hand"] is not None for side in view["seats"]] == [each == seat for each in range(4)]
    for page in pages:
        page.keyboard.press("n")
    for page in pages:
        expect(page.locator(".sheet")).to_be_hidden()
        assert page.evaluate("__table.state.view.number") == 2


#: The table wins, lets claims go and discards by itself; what is left over is a click on the drawn tile or on to the next deal.
AUTOMATIC = """location.protocol === 'http:' && localStorage.setItem('table.settings', JSON.stringify({
    resetAuto: false, motion: 'none', auto: {win: true, noChow: true, noPung: true, noKong: true, discard: true},
}))"""
TO_THE_END = """async () => {
    for (let i = 0; i < 20000; i++) {
        const {model} = window.__table;
        if (model?.result?.over) return true;
        if (model?.result?.canContinue) document.querySelector('.sheet:not([hidden]) footer button.main:not([hidden])')?.click();
        else if (!model?.result && model?.choices.length) {
            const pass = document.querySelector('.act[data-word="pass"]');
            (pass ?? [...document.querySelectorAll('.hand .t:not([aria-disabled])')].pop())?.click();
        }
        await new Promise((done) => setTimeout(done, 5));
    }
    return false;
}"""


def test_one_person_plays_a_riichi_match_to_its_end(
    live_server: LiveServer, context_factory: Callable[..., BrowserContext]
) -> None:
    context = context_factory("desktop", "ja", reduced_motion="reduce")
    context.add_init_script(AUTOMATIC)
    call(context, live_server, "/guests", {"name": "Aiko"})
    body = {"ruleset": "riichi", "options": {"rounds": 1}, "clock": "none", "window_ms": 0, "bots": 3}
    code = call(context, live_server, "/tables", body)["code"]
    call(context, live_server, f"/tables/{code}/ready", {"entropy": "b"})
    if context.request.get(f"{live_server.url}/api/v1/tables/{code}").json()["state"] != "playing":
        call(context, live_server, f"/tables/{code}/start", {})
    page = context.new_page()
    page.goto(f"{live_server.url}/table/{code}?lang=ja")
    page.wait_for_selector('#table[data-connection="open"]')
    assert page.evaluate(TO_THE_END)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("最終結果")
    expect(sheet.get_by_role("link", name="もう一度")).to_be_visible()
    view: Json = page.evaluate("__table.state.view")
    assert view["phase"] == "over"
    assert sum(line["score"] for line in view["standings"]) == 100_000
    assert sum(line["points"] for line in view["standings"]) == 0
    assert sheet.locator(".scores:visible tr").count() == 4
    expect(sheet.locator(".scores:visible")).to_contain_text("pt")


def test_four_people_play_a_riichi_match_to_its_end(
    live_server: LiveServer, context_factory: Callable[..., BrowserContext]
) -> None:
    """East and South rounds, every page by what its table does for its player; all four see the same final table."""
    contexts = [
        context_factory(size, locale, reduced_motion="reduce", has_touch=False, is_mobile=False) for _, size, locale in PLAYERS
    ]
    code = seat_four(contexts, live_server, "riichi")
    pages = []
    for context, (_, _, locale) in zip(contexts, PLAYERS, strict=True):
        context.add_init_script(AUTOMATIC)
        page = context.new_page()
        page.goto(f"{live_server.url}/table/{code}?lang={locale}")
        page.wait_for_selector('#table[data-connection="open"]')
        page.evaluate(f"window.__ended = ({TO_THE_END})(); undefined")
        pages.append(page)
    assert all(page.evaluate("window.__ended") for page in pages)
    views: list[Json] = [page.evaluate("__table.state.view") for page in pages]
    assert views[0]["phase"] == "over"
    assert views[0]["round_wind"] == 1 or min(views[0]["scores"]) < 0
    assert all(view["standings"] == views[0]["standings"] for view in views)
    assert sum(line["score"] for line in views[0]["standings"]) == 100_000
