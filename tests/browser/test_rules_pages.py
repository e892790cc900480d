"""The rules page in a real browser: anchors lead to their line, everything fits a phone."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.variants.registry import listed
from tests.browser.axe import overflow, small_targets, violations
from tests.support.browser import Size
from tests.support.server import LiveServer

Contexts = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for this module; it outlives the browsers' contexts."""
    server = LiveServer(tmp_path_factory.mktemp("club") / "data")
    server.start()
    yield server
    server.kill()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_rules_are_accessible(context_factory: Contexts, live_server: LiveServer, size: Size) -> None:
    page = context_factory(size=size, color_scheme="dark" if size == "phone" else "light").new_page()
    for path in ("/rules", *(f"/rules/{each.id}" for each in listed())):
        page.goto(live_server.url + path)
        assert violations(page) == [], path
        assert small_targets(page) == [], path
        assert overflow(page) <= 0, path


def test_a_refusals_link_shows_its_line(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory(size="phone").new_page()
    for anchor in sorted(set(REFUSALS.values())):
        page.goto(f"{live_server.url}/rules/hong_kong#{anchor}")
        expect(page.locator(f'[id="{anchor}"]')).to_be_in_viewport()


def test_a_lines_own_link(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/rules/hong_kong")
    page.get_by_role("link", name="Link to this line: patterns.nine_gates").click()
    assert page.url.endswith("#patterns.nine_gates")
    row = page.locator('[id="patterns.nine_gates"]')
    expect(row).to_be_in_viewport()
    expect(row).to_contain_text("1112345678999")
