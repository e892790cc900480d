"""Playing at the table by mouse, touch and keyboard; what it asks, says and does when the line breaks."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table_page import Line, load_position, open_table, serving

Json = dict[str, Any]
CLOSED: Json = {"type": "window_closed"}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


def acts_of(page: Page, line: Line, count: int) -> list[Json]:
    """The actions of the first ``count`` acts, each sent once."""
    found = line.wait_for(page, "act", count)
    assert len({frame["id"] for frame in found}) == len(found)
    return [frame["action"] for frame in found]


def test_a_click_discards(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_turn"))
    page.locator('.hand [data-tile="2p"]').click()
    assert acts_of(page, line, 1) == [{"type": "discard", "tile": "2p"}]


def test_the_second_tap_discards_and_the_first_tells_the_waits(
    address: str, context_factory: Callable[..., BrowserContext]
) -> None:
    page = context_factory("phone").new_page()
    line = open_table(page, address, load_position("hong_kong_turn"))
    tile = page.locator('.hand [data-tile="6s"]')
    tile.tap()
    expect(tile).to_have_class("t up")
    expect(page.locator(".waits")).to_contain_text("After 6 of bamboo")
    expect(page.locator(".waits .wt")).to_have_count(1)
    assert line.of("act") == []
    page.locator('.hand [data-tile="9m"]').tap()
    expect(tile).to_have_class("t")
    page.locator('.hand [data-tile="9m"]').tap()
    assert acts_of(page, line, 1) == [{"type": "discard", "tile": "9m"}]


def test_the_keyboard_moves_discards_and_answers(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_turn"))
    page.keyboard.press("Home")
    expect(page.locator(".hand .t").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".hand .t").nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".hand .t").last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    assert acts_of(page, line, 1) == [{"type": "discard", "tile": "2m"}]


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("w", {"type": "win"}),
        ("c", {"type": "chow", "tiles": ["3p", "4p"]}),
        ("3", {"type": "chow", "tiles": ["6p", "7p"]}),
        ("u", {"type": "pung", "tiles": ["5p", "5p"]}),
        ("k", {"type": "kong", "form": "exposed", "tile": "5p"}),
        ("Escape", {"type": "pass"}),
    ],
)
def test_letters_and_digits_answer_a_claim(key: str, action: Json, page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"))
    page.keyboard.press(key)
    assert acts_of(page, line, 1) == [action]


def test_declaring_asks_for_the_tile(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("taiwanese_full"))
    page.keyboard.press("r")
    expect(page.locator(".status")).to_contain_text("Choose the tile")
    expect(page.locator(".hand .t:not([aria-disabled])")).to_have_count(1)
    page.locator('.hand [data-tile="1z"]').first.click(force=True)
    page.locator('.hand [data-tile="9p"]').click()
    assert acts_of(page, line, 1) == [{"type": "declare_ready", "tile": "9p", "drawn": True}]


def test_why_a_win_is_refused(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_refused"), "zh-Hant")
    page.locator(".act.why").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("番數未夠起糊")
    expect(dialog).to_contain_text("平糊")
    link = dialog.get_by_role("link")
    expect(link).to_have_attribute("href", "/rules/hong_kong/2#wins.minimum")
    # Beside what the claims on offer would lead to.
    assert [frame["what"] for frame in line.of("ask") if "action" not in frame or frame["action"]["type"] == "win"] == [
        "waits",
        "why_not",
    ]
    # The rule is read over the table, in the same language, and the match is not left.
    link.click()
    expect(dialog.locator('[id="wins.minimum"]')).to_be_focused()
    expect(dialog.locator('[id="wins.minimum"]')).to_contain_text("番")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_claim_that_is_not_there_is_asked_about_by_its_key(page: Page, address: str) -> None:
    position = load_position("hong_kong_claim")
    position["answers"]["why_not"] = {"code": "not_next_seat", "rule": "claims.chow"}
    position["frames"][1]["legal"] = [each for each in position["frames"][1]["legal"] if each["type"] != "chow"]
    line = open_table(page, address, position)
    expect(page.locator(".act.why")).to_have_text("Why no chow?")
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_contain_text("Only the left neighbour's discard can be chowed")
    assert [each["action"]["type"] for each in line.of("ask") if each["what"] == "why_not"][-1] == "chow"
    assert line.of("act") == []


def test_help_names_the_keys(page: Page, address: str) -> None:
    open_table(page, address, load_position("hong_kong_turn"))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("discard the chosen tile")


def test_an_act_goes_out_again_under_its_id_until_it_is_answered(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"))
    line.accept = False
    page.keyboard.press("w")
    first = line.wait_for(page, "act", 1)[0]
    expect(page.locator(".status")).to_contain_text("Sent")
    expect(page.locator(".act")).to_have_count(0)
    # The banner may be there for no longer than the first try takes.
    page.evaluate(
        """() => {
            window.said = new Set();
            const note = () => window.said.add(document.querySelector('.banner')?.textContent ?? '');
            new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    line.sockets[-1].close()
    again = line.wait_for(page, "act", 2)[1]
    assert again == first
    assert any("reconnecting" in each for each in page.evaluate("[...window.said]"))
    expect(page.locator(".banner")).to_be_hidden()
    line.send({"type": "accepted", "id": first["id"], "seq": 300})
    expect(page.locator(".status")).not_to_contain_text("Sent")


def test_a_refusal_is_said_and_the_question_stays(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"))
    line.accept = False
    page.keyboard.press("c")
    act = line.wait_for(page, "act", 1)[0]
    line.send({"type": "refused", "id": act["id"], "code": "swap_forbidden", "rule": "claims.swap", "seq": 300})
    expect(page.locator(".status")).to_contain_text("This swap is not allowed")
    expect(page.locator(".act")).to_have_count(7)


def test_after_a_break_it_asks_for_what_it_missed(page: Page, address: str) -> None:
    position = load_position("hong_kong_claim")
    line = open_table(page, address, position)
    line.send({"type": "events", "from": 301, "items": [CLOSED]})
    expect(page.locator("#table")).to_have_attribute("data-seq", "301")
    line.position = {
        **position,
        "frames": [{"type": "events", "from": 302, "items": [{"type": "drawn", "seat": 0, "tile": "9s"}]}],
    }
    line.sockets[-1].close()
    expect(page.locator("#table")).to_have_attribute("data-seq", "302")
    assert [frame["since"] for frame in line.of("hello")] == [None, 301]
    expect(page.locator(".hand .t.drawn")).to_have_attribute("data-tile", "9s")


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "events", "from": 305, "items": [CLOSED]},
        {"type": "events", "from": 301, "items": [{"type": "discarded", "seat": 0, "tile": "7z"}]},
    ],
    ids=["a gap", "an event that cannot be"],
)
def test_what_does_not_fit_brings_a_new_snapshot(frame: Json, page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"))
    line.send(frame)
    line.wait_for(page, "hello", 2)
    assert [each["since"] for each in line.of("hello")] == [None, None]
    expect(page.locator("#table")).to_have_attribute("data-seq", "300")


def test_a_newer_tab_takes_the_seat_and_gives_it_back(page: Page, address: str) -> None:
    position = load_position("hong_kong_claim")
    line = open_table(page, address, position)
    line.send({"type": "notice", "code": "taken_over", "params": {}})
    expect(page.locator(".banner")).to_contain_text("newer tab")
    expect(page.locator(".act")).to_have_count(0)
    line.sockets[-1].close()
    expect(page.locator("#table")).to_have_attribute("data-connection", "closed")
    expect(page.locator(".banner")).to_contain_text("newer tab")
    missed = {"type": "events", "from": 301, "items": [{"type": "timed_out", "seat": 2}]}
    line.position = {**position, "frames": [missed, position["frames"][1]]}
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".banner")).to_be_hidden()
    expect(page.locator(".act")).to_have_count(7)
    assert [frame["since"] for frame in line.of("hello")] == [None, 300]


def test_a_goodbye_that_is_final_waits_for_the_person(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"))
    line.send({"type": "bye", "code": "left_table"})
    expect(page.locator(".banner")).to_contain_text("You have left this table")
    expect(page.locator("#table")).to_have_attribute("data-connection", "closed")


def test_peoples_words_stay_words(page: Page, address: str) -> None:
    position = load_position("hong_kong_turn")
    evil = "<img src=x onerror=document.title='owned'>"
    position["frames"][0]["people"][1]["name"] = evil
    line = open_table(page, address, position)
    line.send(
        {"type": "said", "seat": 1, "name": evil, "text": evil}, {"type": "said", "seat": 2, "name": "Lin", "phrase": "hello"}
    )
    expect(page.locator(".chat li")).to_have_count(2)
    expect(page.locator(".chat li").first).to_have_text(f"{evil}: {evil}")
    assert page.locator("img[src=x]").count() == 0
    page.get_by_label("Say something").fill("d w p ?")
    page.keyboard.press("Enter")
    assert line.wait_for(page, "say", 1) == [{"type": "say", "text": "d w p ?"}]
    assert line.of("act") == []


def test_each_event_is_said_once_in_the_readers_language(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_claim"), "zh-Hant")
    items = [CLOSED, {"type": "meld_claimed", "seat": 1, "meld": {"kind": "pung", "tiles": ["5p", "5p", "5p"], "from_seat": 3}}]
    line.send({"type": "events", "from": 301, "items": items})
    said = page.get_by_role("log").filter(has_text="阿明碰五筒")
    expect(said).to_have_count(1)
    line.send({"type": "events", "from": 301, "items": items}, {"type": "pong"})
    line.send({"type": "events", "from": 303, "items": [{"type": "discarded", "seat": 1, "tile": "1z"}]})
    expect(page.locator(".sr p").last).to_have_text("阿明打東")
    assert page.locator(".sr p", has_text="阿明碰五筒").count() == 1


def test_the_language_can_be_changed_at_the_table(page: Page, address: str) -> None:
    open_table(page, address, load_position("hong_kong_claim"))
    expect(page.locator('[data-word="win"]')).to_have_text("Win")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("zh-Hant")
    expect(page.locator('[data-word="win"]')).to_have_text("食糊")
    assert page.evaluate("document.documentElement.lang") == "zh-Hant"
    assert page.evaluate("document.cookie") == "lang=zh-Hant"


def test_the_result_leads_to_the_next_deal(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("result"))
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Half flush")
    expect(sheet).to_contain_text("+6,400")
    expect(sheet).to_contain_text("Next deal in")
    page.get_by_role("button", name="Show the table").click()
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Show the result").click()
    page.get_by_role("button", name="Next deal").click()
    assert acts_of(page, line, 1) == [{"type": "continue_match"}]


def test_the_clock_runs_from_the_base_into_the_bank(page: Page, address: str) -> None:
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    page.clock.set_fixed_time(begun)
    open_table(page, address, load_position("hong_kong_turn"))
    clock = page.get_by_role("timer")
    expect(clock).to_have_text("12 + 20 s")
    page.clock.set_fixed_time(begun + timedelta(seconds=9))
    expect(clock).to_have_text("4 + 20 s")
    page.clock.set_fixed_time(begun + timedelta(seconds=19))
    expect(clock).to_have_text("14 s")
    expect(clock).to_have_class("clock bank")


def test_only_what_changed_is_drawn_anew(page: Page, address: str) -> None:
    line = open_table(page, address, load_position("hong_kong_turn"))
    page.evaluate(
        """() => {
            window.changes = [];
            const note = (all) => all.forEach((m) => m.addedNodes.forEach((node) => changes.push(node.className)));
            new MutationObserver(note).observe(document.querySelector('.board'), {childList: true, subtree: true});
        }"""
    )
    line.send({"type": "events", "from": 301, "items": [{"type": "discarded", "seat": 0, "tile": "5s", "drawn": True}]})
    expect(page.locator(".s0 .river .t")).to_have_count(10)
    changed: list[str] = page.evaluate("changes")
    assert [each for each in changed if each.startswith("t")] == ["t own-draw last fresh"], json.dumps(changed)
