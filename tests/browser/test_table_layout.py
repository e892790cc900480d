"""Nothing leaves the screen, overlaps or gets too small to press, at five sizes and in the fullest positions; axe agrees.

With MAHJONG_CLUB_SHOTS set, screenshots go to ``test-results/table`` for people to look at.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.table_page import load_position, open_table, serving
from tests.support.environment import missing

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "test-results" / "table"
SIZES = {"360x640": (360, 640), "390x664": (390, 664), "844x390": (844, 390), "1024x768": (1024, 768), "1920x1080": (1920, 1080)}
POSITIONS = (
    "hong_kong_turn", "hong_kong_claim", "hong_kong_refused", "taiwanese_full", "taiwanese_melds", "taiwanese_locked",
    "taiwanese_result", "riichi_turn", "riichi_declare", "riichi_furiten", "riichi_result", "riichi_drawn", "spectator", "result",
    "result_many_patterns", "over", "drawn_deal",
)  # fmt: skip

#: A function of the page: what is wrong with it, as sentences.
FAULTS = (Path(__file__).parent / "table_faults.js").read_text(encoding="utf-8").split("\n", 1)[1]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.fixture
def open_page(context_factory: Callable[..., BrowserContext]) -> Callable[..., Page]:
    def make(size: str, scheme: Literal["dark", "light"] = "dark") -> Page:
        width, height = SIZES[size]
        touch = width < 1000
        context = context_factory(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        return context.new_page()

    return make


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overflows_or_overlaps(size: str, address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(size)
    faults = [fault for position in POSITIONS for fault in faults_of(page, address, position, "en", size)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("lang", ["zh-Hant", "ja"])
@pytest.mark.parametrize("size", ["360x640", "844x390"])
def test_other_languages_fit_the_phone(size: str, lang: str, address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(size, "light")
    chosen = (
        "hong_kong_claim", "hong_kong_refused", "taiwanese_full", "taiwanese_locked", "taiwanese_result", "riichi_turn",
        "riichi_declare", "riichi_furiten", "riichi_result", "riichi_drawn", "result",
    )  # fmt: skip
    faults = [fault for position in chosen for fault in faults_of(page, address, position, lang, size)]
    assert not faults, "\n".join(faults)


def faults_of(page: Page, address: str, position: str, lang: str, size: str) -> list[str]:
    """Opens the position and says what is wrong with it."""
    open_table(page, address, load_position(position), lang)
    if os.environ.get("MAHJONG_CLUB_SHOTS"):
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{position}-{size}-{lang}.png")
    return [f"{position}: {fault}" for fault in page.evaluate(FAULTS)]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", ["360x640", "1920x1080"])
def test_axe_finds_nothing_serious(
    size: str, scheme: Literal["dark", "light"], address: str, open_page: Callable[..., Page]
) -> None:
    axe = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not axe.exists():
        missing("axe-core is not installed (npm ci)")
    page = open_page(size, scheme)
    serious: list[str] = []
    for position in ("hong_kong_claim", "riichi_turn", "result", "spectator"):
        open_table(page, address, load_position(position))
        page.evaluate(axe.read_text(encoding="utf-8"))
        found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious += [
            f"{position}: {each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:3]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
    assert not serious, "\n".join(serious)
