"""One tap says why a robbing or a chow was not to be had, while the tile lies there and after its moment has passed."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_page import Line, load_position, open_table, serving

Json = dict[str, Any]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


def watching(position: str, hand: list[str], turn: int, waits: list[Json], why: Json) -> Json:
    """The viewer, seat 0, holds this hand while another seat is on turn; what the server says to his questions."""
    loaded = load_position(position)
    view = loaded["frames"][0]["view"]
    view["seats"][0] |= {"hand": hand, "size": len(hand), "drawn": None, "melds": [], "lock": None, "ready": None}
    view |= {"phase": "turn", "turn": turn, "window": None, "claimed": False, "results": []}
    loaded["frames"] = loaded["frames"][:1]
    loaded["answers"] = {"waits": {"waits": waits}, "why_not": why}
    return loaded


def asked(line: Line) -> list[Json]:
    return [frame["action"] for frame in line.of("ask") if frame["what"] == "why_not"]


@pytest.mark.parametrize(
    ("lang", "reason"), [("en", "Furiten"), ("zh-Hant", "振聽"), ("ja", "フリテン")], ids=lambda each: str(each)
)
def test_a_kong_that_was_not_robbed_is_explained_when_it_is_over(lang: str, reason: str, page: Page, address: str) -> None:
    wait = {"tile": "8p", "left": 0, "wins": False, "reason": "furiten_passed", "total": 2, "self_draw": None}
    hand = ["1m", "2m", "3m", "7m", "8m", "9m", "1s", "1s", "7p", "9p", "5z", "5z", "5z"]
    position = watching("riichi_turn", hand, 2, [wait], {"code": "furiten_passed", "rule": "furiten.passed", "total": 2})
    view = position["frames"][0]["view"]
    view["seats"][2] |= {"melds": [{"kind": "pung", "form": None, "tiles": ["8p"] * 3, "from_seat": 3}]}
    line = open_table(page, address, position, lang)
    line.wait_for(page, "ask", 1)
    kong = {"kind": "kong", "form": "added", "tiles": ["8p"] * 4, "from_seat": 3}
    line.send({"type": "events", "from": 301, "items": [{"type": "kong_declared", "seat": 2, "meld": kong}]})
    expect(page.locator(".act.why")).to_be_visible()
    after = [{"type": "window_closed"}, {"type": "drawn", "seat": 2, "source": "kong"}]
    line.send({"type": "events", "from": 302, "items": after})
    expect(page.locator("#table")).to_have_attribute("data-seq", "303")
    page.locator(".act.why").click()
    expect(page.get_by_role("dialog")).to_contain_text(reason)
    assert asked(line) == [{"type": "win"}]
    page.keyboard.press("Escape")
    # The next discard is another matter.
    line.send({"type": "events", "from": 304, "items": [{"type": "discarded", "seat": 2, "tile": "1z"}]})
    expect(page.locator(".act.why")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "question", "reason"),
    [("en", "Why no chow?", "This swap is not allowed"), ("zh-Hant", "上", "食替"), ("ja", "チー", "喰い替え")],
)
def test_a_chow_that_the_ban_on_swaps_forbids_says_so(lang: str, question: str, reason: str, page: Page, address: str) -> None:
    position = watching("riichi_turn", ["4p", "4p", "5p", "6p"], 3, [], {"code": "swap_forbidden", "rule": "claims.swap"})
    line = open_table(page, address, position, lang)
    line.send({"type": "events", "from": 301, "items": [{"type": "discarded", "seat": 3, "tile": "4p"}]})
    items = [{"type": "window_closed"}, {"type": "drawn", "seat": 0, "tile": "9m"}]
    expect(page.locator(".act.why")).to_be_visible()
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(reason)
    expect(dialog.get_by_role("link")).to_have_attribute("href", "/rules/riichi/1#claims.swap")
    assert asked(line) == [{"type": "chow", "tiles": ["5p", "6p"]}]
    page.keyboard.press("Escape")
    line.send({"type": "events", "from": 302, "items": items})
    expect(page.locator(".act.why")).to_have_count(0)


@pytest.mark.parametrize("position", ["riichi_declare", "taiwanese_full"])
def test_what_may_not_follow_a_claim_is_grey_and_says_why(position: str, page: Page, address: str) -> None:
    loaded = load_position(position)
    legal = [each for each in loaded["frames"][1]["legal"] if each["type"] == "discard"]
    barred = legal[0]["tile"]
    loaded["frames"][1]["legal"] = [each for each in legal if each["tile"] != barred]
    loaded["answers"]["why_not"] = {"code": "swap_forbidden", "rule": "claims.swap"}
    line = open_table(page, address, loaded)
    tile = page.locator(f'.hand [data-tile="{barred}"]').first
    expect(tile).to_contain_class("barred")
    expect(tile).to_have_attribute("aria-disabled", "true")
    tile.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".status")).to_contain_text("This swap is not allowed")
    assert {"type": "discard", "tile": barred} in asked(line)
    assert line.of("act") == []
