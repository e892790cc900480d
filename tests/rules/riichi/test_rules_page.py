"""The written rules have a line for everything that points to them."""

import re
from dataclasses import fields
from pathlib import Path

from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.yaku import ALL_YAKU, DORA_IDS


def anchors(root: Path) -> list[str]:
    return re.findall(r'<a id="([^"]+)">', (root / "docs" / "rules" / "riichi.md").read_text(encoding="utf-8"))


def test_every_anchor_is_unique(root_dir: Path) -> None:
    found = anchors(root_dir)
    assert len(found) == len(set(found))


def test_everything_that_points_to_the_page_finds_its_line(root_dir: Path) -> None:
    found = set(anchors(root_dir))
    assert set(REFUSALS.values()) <= found
    assert {str(option.metadata["anchor"]) for option in fields(RiichiOptions)} <= found
    assert {f"patterns.{yaku.id}" for yaku in ALL_YAKU} | {f"patterns.{name}" for name in DORA_IDS} <= found
    for source in (root_dir / "src" / "mahjong_club" / "rules" / "variants" / "riichi").glob("*.py"):
        for anchor in re.findall(r"riichi\.md#([\w.-]+)", source.read_text(encoding="utf-8")):
            assert anchor in found, (source.name, anchor)


def test_worths_of_the_page_are_those_of_the_data(root_dir: Path) -> None:
    page = (root_dir / "docs" / "rules" / "riichi.md").read_text(encoding="utf-8")
    for yaku in ALL_YAKU:
        row = next(line for line in page.splitlines() if f'"patterns.{yaku.id}"' in line)
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        worth = [str(yaku.yakuman)] if yaku.yakuman else [str(yaku.closed), str(yaku.open or "–")]
        assert cells[1 : 1 + len(worth)] == worth, row
