"""What the table does for a person, and what it lets him choose."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_theme_can_be_read(
    scheme: Literal["light", "dark"], address: str, context_factory: Callable[..., BrowserContext]
) -> None:
    page = context_factory("desktop", color_scheme=scheme, reduced_motion="reduce").new_page()
    position = load_position("hong_kong_refused")
    position["frames"][0]["table"]["practice"] = True
    open_table(page, address, position)
    for theme in ("felt", "night", "wood", "paper"):
        page.evaluate("(theme) => document.documentElement.dataset.theme = theme", theme)
        assert violations(page) == [], theme


def test_undo_and_hint_are_keys_and_buttons_of_a_practice_table(page: Page, address: str) -> None:
    position = load_position("hong_kong_turn")
    position["frames"][0]["table"]["practice"] = True
    action = {"type": "discard", "tile": "9m"}
    position["answers"]["hint"] = {
        "hint": {"action": action, "reason": "shape", "shanten": 1, "accepts": [{"tile": "3m", "left": 3}]}
    }
    line = open_table(page, address, position)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hand .hinted")).to_have_attribute("data-tile", "9m")
    expect(page.locator(".status")).to_contain_text("Discard 9 of characters: leaves the best shape")
    expect(page.locator("[role=log] p").last).to_contain_text("leaves the best shape")
    page.keyboard.press("h")
    expect(page.locator(".hand .hinted")).to_have_count(0)
    page.keyboard.press("z")
    undo = line.wait_for(page, "undo", 1)[0]
    line.send({"type": "refused", "id": undo["id"], "code": "nothing_to_undo"})
    expect(page.locator(".status")).to_contain_text("There is nothing to take back")
    # Elsewhere neither the buttons nor the keys are there.
    other = open_table(page, address, load_position("hong_kong_turn"))
    expect(page.get_by_role("button", name="Hint")).to_be_hidden()
    page.keyboard.press("z")
    page.keyboard.press("h")
    page.keyboard.press("d")
    other.wait_for(page, "act", 1)
    assert [each["type"] for each in other.heard if each["type"] == "undo" or each.get("what") == "hint"] == []


def test_a_press_that_meant_the_tile_before_discards_nothing(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_turn"))
    # The hand moves under the pointer: another tile stands where it was aimed at, and the press comes at once.
    page.evaluate("""() => {
        const tile = document.querySelector('.hand .t');
        new MutationObserver((_, seen) => {
            seen.disconnect();
            const now = document.querySelector('.hand .t:not([aria-disabled])');
            now.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'mouse'}));
            now.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}));
        }).observe(tile.parentElement, {childList: true});
    }""")
    page.keyboard.press("s")
    hand = page.locator(".hand .t")
    box, end = hand.nth(0).bounding_box(), hand.nth(5).bounding_box()
    assert box and end
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 10, steps=4)
    page.mouse.up()
    expect(page.locator(".hand .t.up")).to_have_count(1)
    assert line.of("act") == []
