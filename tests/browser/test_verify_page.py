"""The verification page in a real browser: a played match, a changed record, and no network."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import overflow, violations
from tests.support.browser import Size
from tests.support.server import LiveServer

Contexts = Callable[..., BrowserContext]
GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "golden" / "fairness.json").read_text(encoding="utf-8"))
RECORDS: dict[str, Any] = {case["name"]: case["record"] for case in GOLDEN["records"]}


@pytest.fixture(scope="module")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for this module; it outlives the browsers' contexts."""
    server = LiveServer(tmp_path_factory.mktemp("club") / "data")
    server.start()
    yield server
    server.kill()


def verify(page: Page, record: Any) -> None:
    page.fill("#record", record if isinstance(record, str) else json.dumps(record))
    page.click("#form button")


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("as played", "holds"),
        ("two tiles of a wall swapped", "fails"),
        ("another match secret", "fails"),
        ("match still running", "unknown"),
    ],
)
def test_records(context_factory: Contexts, live_server: LiveServer, name: str, outcome: str) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/verify")
    verify(page, RECORDS[name])
    expect(page.locator("#result")).to_have_attribute("data-outcome", outcome)


def test_it_works_without_a_network(context_factory: Contexts, live_server: LiveServer, tmp_path: Path) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/verify")
    expect(page.locator("#form button")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(RECORDS["as played"]), encoding="utf-8")
    page.set_input_files("#file", file)
    expect(page.locator("#result")).to_have_attribute("data-outcome", "holds")


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"events": [1]}'])
def test_what_is_no_record_is_said_to_be_none(context_factory: Contexts, live_server: LiveServer, text: str) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/verify")
    verify(page, text)
    expect(page.locator("#message")).to_contain_text("This is not")
    expect(page.locator("#result")).to_be_hidden()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_it_is_accessible(context_factory: Contexts, live_server: LiveServer, size: Size) -> None:
    page = context_factory(size=size, color_scheme="dark").new_page()
    page.goto(live_server.url + "/verify")
    verify(page, RECORDS["another deal secret"])
    expect(page.locator("#result")).to_be_visible()
    assert violations(page) == []
    assert overflow(page) <= 0


def test_a_matchs_own_record(context_factory: Contexts, live_server: LiveServer) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/")
    page.locator("#quick button").first.click()
    page.wait_for_url("**/table/*")
    match = page.locator("body").get_attribute("data-match")
    page.goto(f"{live_server.url}/records/{match}")
    page.get_by_role("link", name="Verify the walls").click()
    expect(page.locator("#result")).to_have_attribute("data-outcome", "unknown")
