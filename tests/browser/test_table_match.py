"""Four browsers of four sizes, in three languages, play a whole deal against the real server and see the same result."""

from collections.abc import Callable
from typing import Any

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
#: One step of a person who takes every win, claims every second time, and discards what was just drawn.
STEP = """(turn) => {
    const shown = (query) => [...document.querySelectorAll(query)].filter((el) => el.getClientRects().length);
    const win = shown('.act.win')[0], claims = shown('.act.claim, .act.chow'), pass = shown('.act[data-word="pass"]')[0];
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


def seat_four(contexts: list[BrowserContext], server: LiveServer) -> str:
    """Everybody signs in and sits down at one table, which starts; gives its code."""
    for context, (name, _, _) in zip(contexts, PLAYERS, strict=True):
        call(context, server, "/guests", {"name": name})
    made = call(contexts[0], server, "/tables", {"ruleset": "hong_kong", "clock": "none", "window_ms": 0})
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


def test_four_browsers_play_a_whole_deal(live_server: LiveServer, context_factory: Callable[..., BrowserContext]) -> None:
    contexts = [
        context_factory(size, locale, reduced_motion="reduce", has_touch=False, is_mobile=False) for _, size, locale in PLAYERS
    ]
    code = seat_four(contexts, live_server)
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
