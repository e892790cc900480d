"""The list of tables changes under its reader's eyes: who comes to look on, and who goes, without anything being loaded anew."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.people import Room, table_of
from tests.support.server import LiveServer


@pytest.fixture(scope="module")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for this module; it outlives the browsers' contexts."""
    server = LiveServer(tmp_path_factory.mktemp("club") / "data")
    server.start()
    yield server
    server.kill()


def test_onlookers_are_counted_as_they_come_and_go(
    context_factory: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    with Room(live_server.url).open() as room:
        host = room.person("Host")
        table = table_of(host)
        reader = context_factory(size="phone").new_page()
        reader.goto(live_server.url + "/")
        row = reader.locator("#tables .item", has_text=table["code"])
        expect(row).to_contain_text("0 of 1 people here")
        expect(row).not_to_contain_text("looking on")
        reader.evaluate("window.same = true")
        host.sit(table["match"]["id"])
        expect(row).to_contain_text("1 of 1 people here")
        looking = [context_factory().new_page() for _ in range(2)]
        for number, page in enumerate(looking, 1):
            page.goto(f"{live_server.url}/table/{table['code']}")
            page.wait_for_selector('#table[data-connection="open"]')
            expect(row).to_contain_text(f"{number} looking on")
        for page in looking:
            page.close()
        expect(row).not_to_contain_text("looking on", timeout=20_000)
        assert reader.evaluate("window.same"), "the page was loaded anew"
