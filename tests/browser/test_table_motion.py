"""The table in motion: the drawing is final before anything moves, what moves comes to rest, and presses count meanwhile."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.recorded import transcript
from tests.browser.table_page import Line, load_position, open_table, serving
from tests.support.browser import Size

Json = dict[str, Any]
Step = tuple[Json, list[Json], Json | None]
WATCH = (Path(__file__).parent / "table_motion.js").read_text(encoding="utf-8")
GOLDEN = {
    "hong_kong": ("hong_kong", "hong_kong_ordered"),
    "taiwanese": ("taiwanese",),
    "riichi": ("riichi", "riichi_ordered"),
}
KINDS = ("deal_started", "drawn", "discarded", "meld_claimed", "kong_declared", "bonus_exposed", "indicator_revealed", "deal_won")
#: What the recorded matches have; whatever a variant has not, it does not know, or is told below.
EXPECTED = {
    "hong_kong": {"deal_started", "drawn own", "drawn", "discarded own", "discarded", "meld_claimed own", "meld_claimed",
                  "kong_declared", "bonus_exposed own", "bonus_exposed", "deal_won own"},
    "taiwanese": {"deal_started", "drawn own", "drawn", "discarded own", "discarded", "meld_claimed own", "meld_claimed",
                  "kong_declared", "bonus_exposed own", "bonus_exposed", "deal_won"},
    "riichi": {"deal_started", "drawn own", "drawn", "discarded own", "discarded", "meld_claimed own", "meld_claimed",
               "kong_declared own", "indicator_revealed", "deal_won own"},
}  # fmt: skip


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.fixture
def moving(context_factory: Callable[..., BrowserContext]) -> Callable[..., Page]:
    def make(size: Size = "desktop", motion: str = "normal", **options: Any) -> Page:
        context = context_factory(size, **{"reduced_motion": "no-preference", **options})
        context.add_init_script(WATCH)
        context.add_init_script(
            f"try {{ localStorage.setItem('table.settings', '{json.dumps({'motion': motion})}') }} catch {{}}"
        )
        return context.new_page()

    return make


def steps(variant: str) -> dict[str, Step]:
    """By name: a view, what happens then, and the view after it, where one was kept."""
    found: dict[str, Step] = {}
    for golden in map(transcript, GOLDEN[variant]):
        checkpoints, items = golden["checkpoints"], golden["items"]
        for at in range(1, len(items)):
            kind, seat = items[at]["type"], items[at].get("seat")
            # A flower's replacement before the play begins goes into the hand unseen.
            if kind in KINDS and (kind != "drawn" or checkpoints[at]["seats"][seat]["drawn"]):
                found.setdefault(f"{kind} own" if seat == 0 else kind, (checkpoints[at - 1], [items[at]], checkpoints[at]))
    if variant == "riichi":
        view = load_position("riichi_result")["frames"][0]["view"]
        won = view["results"][0]
        view |= {"phase": "turn", "turn": 0, "results": [], "scores": [25_000] * 4}
        view["seats"][0] |= {"hand": [*won["hand"], won["tile"]], "size": 14, "drawn": won["tile"]}
        found["deal_won own"] = (view, [won], None)
    return found


def show(page: Page, line: Line, view: Json, prompt: list[Json] | None = None) -> None:
    """The table as this view has it, at once."""
    page.evaluate("seen.begin()")
    # The view may have the number of what is shown already.
    page.evaluate("document.getElementById('table').dataset.seq = ''")
    first = {**line.position["frames"][0], "view": view, "seq": view["seq"]}
    asked = {"type": "prompt", "id": 900, "seq": view["seq"], "legal": prompt, "clock": None}
    line.send(first, *([asked] if prompt else []))
    drawn(page, view["seq"])


def drawn(page: Page, seq: int) -> None:
    """Waits until what the page heard up to a number is what it shows."""
    expect(page.locator("#table")).to_have_attribute("data-seq", str(seq))


def tell(page: Page, line: Line, after: int, items: list[Json]) -> None:
    """These events come in one frame."""
    line.send({"type": "events", "from": after + 1, "items": items})
    drawn(page, after + len(items))


@pytest.mark.parametrize(("size", "motion"), [("phone", "fast"), ("desktop", "normal")])
@pytest.mark.parametrize("variant", list(GOLDEN))
def test_what_moves_is_already_there_and_comes_to_rest(
    variant: str, size: Size, motion: str, address: str, moving: Callable[..., Page]
) -> None:
    page = moving(size, motion)
    line = open_table(page, address, load_position(f"{variant}_turn" if variant != "taiwanese" else "taiwanese_melds"))
    found = steps(variant)
    assert set(found) == EXPECTED[variant]
    for name, (before, items, after) in found.items():
        show(page, line, before)
        assert page.evaluate("seen.all.length") == 0, f"{name}: a view taken anew moves"
        tell(page, line, before["seq"], items)
        states = page.evaluate("seen.ended()")
        assert states and set(states) == {"finished"}, name
        at_rest = page.evaluate("seen.drawing()")
        assert page.evaluate("seen.first") == at_rest, f"{name}: the drawing was not final when it began to move"
        assert page.locator(".gain").count() == 0, f"{name}: something is left"
        assert page.evaluate("document.querySelectorAll('#table [style*=translate], #table [style*=scale]').length") == 0, name
        if after is not None:
            show(page, line, after)
            assert page.evaluate("seen.drawing()") == at_rest, f"{name}: without motion it looks otherwise"


def test_fast_is_faster_and_a_calm_system_has_the_last_word(address: str, moving: Callable[..., Page]) -> None:
    before, items, _ = steps("hong_kong")["drawn own"]

    def played(motion: str) -> tuple[Page, Line, float]:
        page = moving(motion=motion)
        line = open_table(page, address, load_position("hong_kong_turn"))
        show(page, line, before)
        tell(page, line, before["seq"], items)
        return page, line, page.evaluate("seen.longest()")

    _, _, normal = played("normal")
    page, line, fast = played("fast")
    assert 0 < fast < normal
    # The system's wish counts from the moment it is made, also while the page is open.
    page.emulate_media(reduced_motion="reduce")
    show(page, line, before)
    tell(page, line, before["seq"], items)
    assert page.evaluate("seen.all.length") == 0
    page.emulate_media(reduced_motion="no-preference")
    show(page, line, before)
    tell(page, line, before["seq"], items)
    assert page.evaluate("seen.all.length") > 0


def test_motion_that_is_off_moves_nothing(address: str, moving: Callable[..., Page]) -> None:
    page = moving(motion="none")
    line = open_table(page, address, load_position("hong_kong_turn"))
    for before, items, _ in steps("hong_kong").values():
        show(page, line, before)
        tell(page, line, before["seq"], items)
    assert page.evaluate("seen.all.length") == 0


def test_newer_events_put_what_still_moves_where_it_belongs(address: str, moving: Callable[..., Page]) -> None:
    page = moving()
    line = open_table(page, address, load_position("hong_kong_turn"))
    golden = transcript("hong_kong")
    at = next(
        at for at, item in enumerate(golden["items"]) if item["type"] == "drawn" and golden["checkpoints"][at]["discards"] > 3
    )
    show(page, line, golden["checkpoints"][at - 1])
    page.evaluate("seen.hold = true")
    for n in range(at, at + 30):
        tell(page, line, golden["checkpoints"][n - 1]["seq"], [golden["items"][n]])
    assert page.evaluate("seen.all.length") > 10
    drawing = page.evaluate("seen.drawing()")
    page.evaluate("seen.release()")
    assert set(page.evaluate("seen.ended()")) <= {"finished", "idle"}
    show(page, line, golden["checkpoints"][at + 29])
    assert page.evaluate("seen.drawing()") == drawing


def own_draw(page: Page, line: Line) -> tuple[Json, list[Json]]:
    """The viewer's draw comes, and with it the question; whatever moves stands at its beginning."""
    before, items, after = steps("hong_kong")["drawn own"]
    assert after is not None
    mine = after["seats"][0]
    legal = [{"type": "discard", "tile": tile, "drawn": tile == mine["drawn"]} for tile in sorted(set(mine["hand"]))]
    show(page, line, before)
    page.evaluate("seen.hold = true")
    asked = {"type": "prompt", "id": 901, "seq": after["seq"], "legal": legal, "clock": None}
    line.send({"type": "events", "from": after["seq"], "items": items}, asked)
    drawn(page, after["seq"])
    return mine, legal


def pressed(page: Page, line: Line, press: Callable[[], None]) -> Json:
    """What the press sends. A hand drawn anew has only just come under the pointer: until it has settled a press lifts."""
    deadline = time.monotonic() + 20
    while not line.of("act"):
        assert time.monotonic() < deadline, "nothing was sent"
        press()
        page.evaluate("() => new Promise(requestAnimationFrame)")
    action: Json = line.of("act")[0]["action"]
    return action


def test_a_tile_that_stands_is_discarded_while_another_flies(address: str, moving: Callable[..., Page]) -> None:
    page = moving()
    line = open_table(page, address, load_position("hong_kong_turn"))
    own_draw(page, line)
    tile = page.locator(".hand .t").first
    face = tile.get_attribute("data-tile")
    # Playwright's own click would wait for an animation to end.
    box = tile.bounding_box()
    assert box is not None
    heard = pressed(page, line, lambda: page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    assert heard == {"type": "discard", "tile": face, "drawn": False}
    page.evaluate("seen.release()")
    page.evaluate("seen.ended()")


def test_a_tap_lifts_and_a_second_one_discards_while_another_flies(address: str, moving: Callable[..., Page]) -> None:
    page = moving("phone")
    line = open_table(page, address, load_position("hong_kong_turn"))
    own_draw(page, line)
    tile = page.locator(".hand .t").first
    box = tile.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(tile).to_have_class("t up")
    assert line.of("act") == []
    heard = pressed(page, line, lambda: page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    assert heard["tile"] == tile.get_attribute("data-tile")


def test_a_press_on_the_tile_that_flies_lifts_it(address: str, moving: Callable[..., Page]) -> None:
    page = moving()
    line = open_table(page, address, load_position("hong_kong_turn"))
    # No time passes between the drawing and the press, however slow the machine is.
    page.evaluate("() => { const at = performance.now(); performance.now = () => at; }")
    own_draw(page, line)
    page.wait_for_selector(".hand .t.drawn:not([aria-disabled])")
    page.evaluate("""() => {
        const el = document.querySelector('.hand .t.drawn');
        const flies = (each) => each.effect.target === el && each.playState === 'paused';
        if (!seen.all.some(flies)) throw new Error('it does not fly');
        el.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerType: 'mouse'}));
        el.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}));
        delete performance.now;
    }""")
    expect(page.locator(".hand .t.up")).to_have_class("t drawn up")
    assert line.of("act") == []
    page.evaluate("seen.release()")
    page.evaluate("seen.ended()")
    expect(page.locator(".hand .t.up")).to_have_class("t drawn up")


def test_a_claim_is_answered_while_the_discard_flies(address: str, moving: Callable[..., Page]) -> None:
    page = moving()
    line = open_table(page, address, load_position("hong_kong_turn"))
    golden = transcript("hong_kong")
    at = next(at for at, item in enumerate(golden["items"]) if item["type"] == "meld_claimed" and item["seat"] == 0)
    thrown = max(n for n in range(at) if golden["items"][n]["type"] == "discarded")
    meld = golden["items"][at]["meld"]
    before, after = golden["checkpoints"][thrown - 1], golden["checkpoints"][thrown]
    legal = [{"type": "pass"}, {"type": meld["kind"], "tiles": meld["tiles"][:-1]}]
    show(page, line, before)
    page.evaluate("seen.hold = true")
    asked = {"type": "prompt", "id": 902, "seq": after["seq"], "legal": legal, "clock": None}
    line.send({"type": "events", "from": after["seq"], "items": [golden["items"][thrown]]}, asked)
    drawn(page, after["seq"])
    page.locator(f'.act[data-word="{meld["kind"]}"]').click()
    assert line.wait_for(page, "act", 1)[0]["action"] == legal[1]
    page.evaluate("seen.release()")
    page.evaluate("seen.ended()")


def test_a_result_that_is_not_to_be_seen_yet_is_not_pressed_by_accident(address: str, moving: Callable[..., Page]) -> None:
    page = moving("phone")
    line = open_table(page, address, load_position("hong_kong_turn"))
    before, items, after = steps("hong_kong")["deal_won own"]
    assert after is not None
    show(page, line, before)
    page.evaluate("seen.hold = true")
    asked = {"type": "prompt", "id": 903, "seq": after["seq"], "legal": [{"type": "continue_match"}], "clock": None}
    line.send({"type": "events", "from": after["seq"], "items": items}, asked)
    on = page.get_by_role("button", name="Next deal")
    expect(on).to_be_attached()
    box = on.bounding_box()
    assert box is not None
    drawn(page, after["seq"])
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate("seen.release()")
    page.evaluate("seen.ended()")
    assert line.of("act") == []
    on.tap()
    assert line.wait_for(page, "act", 1)[0]["action"] == {"type": "continue_match"}
