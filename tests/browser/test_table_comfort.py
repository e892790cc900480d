"""What the table does for a person, and what it lets him choose."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import violations
from tests.browser.table_page import Line, load_position, open_table, serving

Json = dict[str, Any]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


def switch(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_label(name).check()
    page.keyboard.press("Escape")


def setting(page: Page, name: str) -> Any:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    return page.get_by_label(name)


def claim(page: Page, line: Line, legal: list[Json], prompt: int) -> None:
    """The seat is asked again."""
    line.send({"type": "prompt", "id": prompt, "seq": 300, "legal": legal, "clock": None})


def test_claims_that_are_not_wanted_are_passed_and_not_shown(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"))
    expect(page.locator(".act")).to_have_count(7)
    switch(page, "No chow")
    expect(page.locator(".act")).to_have_count(4)
    expect(page.locator(".flag.quiet")).to_have_text("no chow")
    claim(page, line, [{"type": "pass"}, {"type": "chow", "tiles": ["3p", "4p"]}], 301)
    assert line.wait_for(page, "act", 1)[0]["action"] == {"type": "pass"}


def test_a_win_is_taken_by_itself(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"))
    page.keyboard.press("5")
    assert line.wait_for(page, "act", 1)[0]["action"] == {"type": "win"}


def test_the_drawn_tile_is_discarded_by_itself_unless_there_is_a_choice(page: Page, address: str) -> None:
    position = load_position("hong_kong_turn")
    line = open_table(page, address, position)
    page.keyboard.press("9")
    expect(page.locator(".flag.quiet")).to_have_text("auto discard")
    assert line.of("act") == []
    claim(page, line, position["frames"][1]["legal"][:3], 301)
    assert line.wait_for(page, "act", 1)[0]["action"] == {"type": "discard", "tile": "5s", "drawn": True}


def test_what_is_automatic_ends_with_the_deal_or_stays(page: Page, address: str) -> None:
    started = {
        "type": "deal_started", "number": 8, "ruleset": "hong_kong/2", "options": {}, "dealer": 0, "round_wind": 0, "repeat": 0,
        "deposits": 0, "scores": [0, 0, 0, 0], "hands": [["1m"] * 13, None, None, None],
    }  # fmt: skip
    line = open_table(page, address, load_position("hong_kong_claim"))
    page.keyboard.press("6")
    expect(page.locator(".flag.quiet")).to_have_count(1)
    line.send({"type": "events", "from": 301, "items": [{"type": "window_closed"}, started]})
    expect(page.locator(".flag.quiet")).to_have_count(0)
    setting(page, "End what is automatic").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("6")
    line.send({"type": "events", "from": 303, "items": [{**started, "number": 9}]})
    expect(page.locator("#table")).to_have_attribute("data-seq", "303")
    expect(page.locator(".flag.quiet")).to_have_count(1)


def test_a_tile_that_may_not_be_discarded_is_dimmed_and_says_why(page: Page, address: str) -> None:
    position = load_position("riichi_declare")
    legal = position["frames"][1]["legal"]
    position["frames"][1]["legal"] = [each for each in legal if each["tile"] not in ("1m", "2m")]
    position["answers"]["why_not"] = {"code": "swap_forbidden", "rule": "claims.swap"}
    line = open_table(page, address, position)
    expect(page.locator(".hand .barred")).to_have_count(2)
    page.locator('.hand [data-tile="1m"]').click(force=True)
    expect(page.locator(".status")).to_contain_text("This swap is not allowed")
    assert line.of("act") == []


def test_tiles_like_the_one_pointed_at_are_ringed(page: Page, address: str) -> None:
    open_table(page, address, load_position("riichi_turn"))
    page.locator('.hand [data-tile="2m"]').hover()
    expect(page.locator(".board .alike")).to_have_count(3)
    page.mouse.move(5, 5)
    expect(page.locator(".board .alike")).to_have_count(0)


def test_claims_say_what_they_lead_to(page: Page, address: str) -> None:
    position = load_position("hong_kong_claim")
    wins = {"tile": "2p", "left": 3, "wins": True, "reason": None, "total": 4, "self_draw": None}
    never = {"tile": "8p", "left": 2, "wins": False, "reason": "below_min", "total": 0, "self_draw": None}
    position["answers"]["discards"] = {"discards": [{"tile": "3s", "drawn": False, "waits": [wins, never]}]}
    line = open_table(page, address, position)
    expect(page.locator(".act.chow .note").first).to_have_text("ready ×3")
    expect(page.locator('.act[data-word="pung"]')).to_have_text("Pungready ×3")
    asked = [frame["action"]["type"] for frame in line.of("ask") if frame["what"] == "discards"]
    assert sorted(asked) == ["chow", "chow", "chow", "pung"]


def test_calls_are_captioned_beside_their_seat(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"), "zh-Hant")
    items = [
        {"type": "window_closed"},
        {"type": "meld_claimed", "seat": 1, "meld": {"kind": "pung", "tiles": ["5p"] * 3, "from_seat": 3}},
    ]
    line.send({"type": "events", "from": 301, "items": items})
    expect(page.locator(".call.s1")).to_have_text("碰")
    expect(page.locator(".call")).to_have_count(0)


def test_the_hand_can_be_laid_out_by_dragging(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_turn"))
    before = [each.get_attribute("data-tile") for each in page.locator(".hand .t").all()]
    page.keyboard.press("s")
    first, fourth = page.locator(".hand .t").nth(0), page.locator(".hand .t").nth(3)
    box, goal = first.bounding_box(), fourth.bounding_box()
    assert box is not None and goal is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] - 2, goal["y"] + 12, steps=4)
    page.mouse.up()
    expected = [*before[1:4], before[0], *before[4:]]
    expect(page.locator(".hand .t").nth(3)).to_have_attribute("data-tile", str(before[0]))
    assert [each.get_attribute("data-tile") for each in page.locator(".hand .t").all()] == expected
    assert line.of("act") == []
    page.keyboard.press("s")
    expect(page.locator(".hand .t").nth(0)).to_have_attribute("data-tile", str(before[0]))


def test_settings_change_the_page_and_are_kept(page: Page, address: str) -> None:
    open_table(page, address, load_position("hong_kong_turn"))
    size = page.locator(".hand .t").first.bounding_box()
    setting(page, "Print numbers").check()
    page.get_by_label("Table", exact=True).select_option("night")
    page.get_by_label("Motion").select_option("none")
    page.get_by_label("Tiles", exact=True).select_option("small")
    page.get_by_label("Sound").check()
    assert violations(page) == []
    page.reload()
    page.wait_for_selector('#table[data-connection="open"]')
    root = page.locator("html")
    for name, value in (("data-theme", "night"), ("data-motion", "none"), ("data-size", "small"), ("data-indices", "")):
        expect(root).to_have_attribute(name, value)
    page.wait_for_selector(".hand .t")
    smaller = page.locator(".hand .t").first.bounding_box()
    assert size is not None and smaller is not None
    assert smaller["width"] < size["width"]
    shown = page.evaluate("getComputedStyle(document.querySelector('.hand [data-tile=\"9m\"]'), '::before').content")
    assert shown == '"9"'


def test_a_flower_is_shown_before_its_replacement_where_it_is_wanted(page: Page, address: str) -> None:
    position = load_position("taiwanese_melds")
    base = position["frames"][0]["view"]
    base["seats"][0].update(hand=["5s", "1f"], drawn="1f", size=2, bonus=[])
    position["frames"] = position["frames"][:1]
    line = open_table(page, address, position)
    setting(page, "Replace flowers at once").uncheck()
    page.keyboard.press("Escape")
    items = [{"type": "bonus_exposed", "seat": 0, "tile": "1f"}, {"type": "drawn", "seat": 0, "tile": "9p", "source": "bonus"}]
    line.send({"type": "events", "from": 301, "items": items})
    claim(page, line, [{"type": "discard", "tile": "9p", "drawn": True}], 302)
    expect(page.locator(".status")).to_contain_text("You exposed spring")
    expect(page.locator(".hand .t")).to_have_count(1)
    page.keyboard.press("f")
    expect(page.locator(".hand .drawn")).to_have_attribute("data-tile", "9p")
    expect(page.locator(".acts .act")).to_have_count(0)


@pytest.mark.parametrize("theme", ["felt", "night", "wood", "paper"])
def test_every_theme_can_be_read(theme: str, address: str, context_factory: Callable[..., BrowserContext]) -> None:
    page = context_factory("desktop", color_scheme="light", reduced_motion="reduce").new_page()
    open_table(page, address, load_position("riichi_turn"))
    page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
    assert violations(page) == []
