"""The replay in a real browser: every size, the keyboard alone, links to a step, a file without a network."""

import asyncio
import json
import subprocess
import sys
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


def spot(page: Page) -> str:
    """Where the page is, once what was pressed is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.locator("#table").get_attribute("data-at") or ""


@pytest.mark.parametrize(
    ("size", "name", "locale"), [("phone", "taiwanese", "zh-Hant"), ("landscape", "riichi", "ja"), ("desktop", "hong_kong", "en")]
)
def test_every_size(context_factory: Contexts, server: LiveServer, size: Size, name: str, locale: str) -> None:
    page = opened(context_factory(size=size, locale=locale).new_page(), f"{server.url}/replay/{MATCHES[name]}?lang={locale}#2")
    first = spot(page)
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


def test_by_keyboard_alone(context_factory: Contexts, server: LiveServer) -> None:
    page = context_factory().new_page()
    record = golden("riichi")["events"]
    opened(page, f"{server.url}/replay/{MATCHES['riichi']}?lang=en#1")
    start = spot(page)
    assert start.endswith(".open")
    # What is said comes when nothing is left to draw, each step once.
    spoken = page.locator('[role="log"] p')
    expect(spoken).to_have_count(1)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(spoken).to_have_count(4)
    page.keyboard.press("3")
    page.keyboard.press("0")
    at(page, ".".join(spot(page).split(".")[:2]) + ".2")
    # The next decision of that seat: its own discard follows.
    page.keyboard.press("Shift+ArrowRight")
    before = int(spot(page).split(".")[1])
    page.keyboard.press("ArrowRight")
    event = int(spot(page).split(".")[1])
    assert any(each.get("seat") == 2 or (each.get("answers") or [None] * 4)[2] for each in record[before:event])
    page.keyboard.press("Home")
    at(page, f"1.{start.split('.')[1]}.2")
    page.keyboard.press("PageDown")
    second = next(each["seq"] for each in record if each["type"] == "deal_started" and each["number"] == 2)
    at(page, f"2.{second}.2")
    page.keyboard.press(" ")
    expect(page.locator("#table")).to_have_attribute("data-playing", "true")
    expect(page.locator("#table")).not_to_have_attribute("data-at", f"2.{second}.2")
    page.keyboard.press(" ")
    expect(page.locator("#table")).to_have_attribute("data-playing", "false")
    page.keyboard.press("End")
    expect(page.locator(".sheet")).to_be_visible()
    assert page.evaluate("document.activeElement === document.body"), "the focus was moved"
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_be_hidden()
    page.keyboard.press("w")
    expect(page.locator(".rpanel.wall")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rpanel.wall")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()


def test_a_link_opens_the_very_step(context_factory: Contexts, server: LiveServer) -> None:
    context = context_factory()
    page = opened(context.new_page(), f"{server.url}/replay/{MATCHES['hong_kong']}?lang=en")
    page.locator('input[type="range"]').first.fill("40")
    page.keyboard.press("2")
    page.keyboard.press("0")
    here = spot(page)
    expect(page).to_have_url(f"{server.url}/replay/{MATCHES['hong_kong']}?lang=en#{here}")
    other = opened(context.new_page(), page.url)
    at(other, here)
    assert other.locator(".board").aria_snapshot() == page.locator(".board").aria_snapshot()
    assert other.locator(".status .words").inner_text() == page.locator(".status .words").inner_text()
    # From the deal index to the winning moment.
    record = golden("hong_kong")["events"]
    won = next((each for each in record if each["type"] == "deal_won"), None)
    assert won is not None
    index = context.new_page()
    index.goto(f"{server.url}/records/{MATCHES['hong_kong']}?lang=en")
    assert violations(index) == []
    index.get_by_role("link", name="The winning moment").first.click()
    deal = sum(each["type"] == "deal_started" for each in record[: record.index(won)])
    expect(index.locator("#table")).to_have_attribute("data-at", f"{deal}.{won['seq']}.{won['seat']}")
    expect(index.locator(".sheet")).to_be_visible()


def test_a_download_is_verified_and_replayed_without_a_network(
    context_factory: Contexts, server: LiveServer, tmp_path: Path
) -> None:
    context = context_factory(size="phone")
    page = opened(context.new_page(), f"{server.url}/replay/{MATCHES['riichi']}?lang=en")
    page.keyboard.press("o")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    command = [sys.executable, "-m", "mahjong_club", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert file.name == f"{MATCHES['riichi']}.json"
    page.goto(f"{server.url}/replay?lang=en")
    expect(page.get_by_role("button", name="Choose a file")).to_be_visible()
    assert violations(page) == []
    broken = tmp_path / "broken.json"
    record = json.loads(file.read_text(encoding="utf-8"))
    del record["events"][30]
    broken.write_text(json.dumps(record), encoding="utf-8")
    page.set_input_files('input[type="file"]', broken)
    expect(page.get_by_role("alert")).to_have_text("This record is damaged: event 31 cannot follow.")
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.set_input_files('input[type="file"]', file)
    page.wait_for_selector("#table[data-at]")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_contain_text("2 / ")


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
