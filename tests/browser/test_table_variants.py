"""What riichi and Taiwanese add to the table: declarations, locks, open hands, the parts of a result."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import violations
from tests.browser.table_page import load_position, open_table, serving

Json = dict[str, Any]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


def test_riichi_candidates_are_marked_with_what_is_left(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("riichi_declare"), "ja")
    # Asked without a touch: the question offers a declaration.
    line.wait_for(page, "ask", 1)
    expect(page.locator(".hand .cand")).to_have_count(4)
    five = page.locator('.hand [data-tile="5s"].cand').first
    expect(five).to_have_attribute("data-left", "×4")
    expect(page.locator('.hand .flawed[data-tile="6s"]').last).to_have_attribute("data-left", "!×5")
    # Looked at before declaring, the hand has no yaku; declared, it has one.
    five.hover()
    expect(page.locator(".waits")).to_contain_text("五索切りの待ち")
    expect(page.locator(".waits .mark").first).to_have_text("役なし")
    page.keyboard.press("r")
    expect(page.locator(".waits")).to_contain_text("立直")
    expect(page.locator(".waits .mark").first).to_be_empty()
    expect(page.locator(".hand .t:not(.barred)")).to_have_count(4)
    page.mouse.move(5, 5)
    page.locator(".hand .drawn").hover()
    expect(page.locator(".waits .mark").first).to_have_text("フリテン")
    page.locator(".hand .drawn").click()
    assert line.wait_for(page, "act", 1)[0]["action"] == {"type": "declare_ready", "tile": "6s", "drawn": True}


@pytest.mark.parametrize(
    ("position", "lang", "tag", "sentence"),
    [
        ("riichi_furiten", "en", "furiten", "Furiten: a win was passed after riichi"),
        ("riichi_furiten", "ja", "フリテン", "リーチ後の見逃し"),
        ("taiwanese_locked", "zh-Hant", "過水", "過水：要等下次摸牌"),
    ],
)
def test_a_lock_is_shown_to_its_owner_with_the_reason(
    position: str, lang: str, tag: str, sentence: str, page: Page, address: str
) -> None:
    open_table(page, address, load_position(position), lang)
    expect(page.locator(".flag.bad")).to_have_text(tag)
    expect(page.locator(".status")).to_contain_text(sentence)
    expect(page.locator(".waits .wt.self_draw")).to_have_count(2)


def test_a_declared_hand_says_that_it_plays_by_itself(page: Page, address: str) -> None:
    position = load_position("riichi_furiten")
    position["frames"][0]["view"]["seats"][0]["lock"] = None
    open_table(page, address, position, "zh-Hant")
    expect(page.locator(".flag.good")).to_have_text("立直")
    expect(page.locator(".status")).to_contain_text("立直中，自動摸切")


def test_sticks_lie_in_riichi_and_words_in_taiwanese(page: Page, address: str) -> None:
    open_table(page, address, load_position("riichi_furiten"))
    expect(page.locator(".edge .stick:visible")).to_have_count(2)
    # The declared tile was claimed: the next discard lies sideways.
    expect(page.locator(".seat.s0 .river .side-l")).to_have_count(1)
    expect(page.locator(".seat.s0 .river .t.called + .side-l")).to_have_count(1)
    open_table(page, address, load_position("taiwanese_locked"), "zh-Hant")
    expect(page.locator(".edge .stick:visible")).to_have_count(0)
    assert page.locator(".edge .told:visible").all_text_contents() == ["地聽", "聽牌"]


def test_nine_terminals_can_be_called(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("riichi_turn"), "ja")
    button = page.locator('[data-word="abort_deal"]')
    expect(button).to_contain_text("九種九牌")
    button.click()
    assert line.wait_for(page, "act", 1)[0]["action"] == {"type": "abort_deal"}


@pytest.mark.parametrize(
    ("lang", "texts"),
    [
        ("ja", ("立直", "門前清自摸和", "8翻 40符", "倍満", "副底 20", "裏ドラ表示牌")),
        ("zh-Hant", ("門前清自摸和", "8 翻 40 符", "倍滿", "底符 20", "裏寶牌")),
        ("en", ("Riichi", "8 han 40 fu", "Baiman", "base 20", "Ura")),
    ],
)
def test_a_riichi_result_has_han_fu_and_the_limits_name(lang: str, texts: tuple[str, ...], page: Page, address: str) -> None:
    open_table(page, address, load_position("riichi_result"), lang)
    sheet = page.get_by_role("dialog")
    for text in texts:
        expect(sheet).to_contain_text(text)
    expect(sheet.locator(".uras .t")).to_have_count(2)


def test_ready_hands_are_laid_open_at_a_draw(page: Page, address: str) -> None:
    open_table(page, address, load_position("riichi_drawn"), "zh-Hant")
    lines = page.locator(".shown-hands .line")
    assert [each.split() for each in lines.locator(".how").all_text_contents()] == [["聽牌"], ["未聽牌"], ["聽牌"], ["未聽牌"]]
    expect(lines.nth(0).locator(".meld")).to_have_count(1)
    expect(lines.nth(2).locator(".conc .t")).to_have_count(13)


def test_what_each_payer_owes_in_taiwanese(page: Page, address: str) -> None:
    open_table(page, address, load_position("taiwanese_result"), "zh-Hant")
    payers = page.locator(".payers li")
    expect(payers).to_have_count(3)
    expect(payers.first).to_have_text("Wong Siu-ming付 11 台（含莊家 1、連莊拉莊 4）")


@pytest.mark.parametrize(("position", "word"), [("taiwanese_full", "聽牌"), ("hong_kong_claim", "食糊")])
def test_each_variant_has_its_own_words(position: str, word: str, page: Page, address: str) -> None:
    open_table(page, address, load_position(position), "zh-Hant")
    expect(page.locator(".acts")).to_contain_text(word)


def test_a_win_on_offer_says_what_it_is_worth(page: Page, address: str) -> None:
    position = load_position("taiwanese_full")
    position["answers"]["why_not"] = {"patterns": [{"id": "self_draw", "worth": 1, "count": 1}], "total": 7}
    open_table(page, address, position, "zh-Hant")
    expect(page.locator(".act.win")).to_have_text("自摸7 台")


@pytest.mark.parametrize("position", ["riichi_declare", "riichi_furiten", "riichi_drawn", "taiwanese_full", "taiwanese_result"])
def test_axe_finds_nothing_serious(position: str, context_factory: Callable[..., BrowserContext], address: str) -> None:
    page = context_factory("phone", color_scheme="light", reduced_motion="reduce").new_page()
    open_table(page, address, load_position(position), "zh-Hant")
    assert violations(page) == []
