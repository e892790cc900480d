"""The rules page names every row, option and refusal, with what the data says."""

import re
from dataclasses import fields
from pathlib import Path

from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.table import TABLE

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "rules" / "taiwanese.md").read_text()
ANCHORS = re.findall(r'<a id="([^"]+)"></a>', PAGE)


def line_of(anchor: str) -> str:
    return next(line for line in PAGE.splitlines() if f'<a id="{anchor}"></a>' in line)


def test_anchors_are_distinct_and_lines_have_one() -> None:
    assert len(set(ANCHORS)) == len(ANCHORS)
    bullets = [line for line in PAGE.splitlines() if line.startswith("- ")]
    assert bullets
    assert all(line.startswith('- <a id="') for line in bullets)


def test_rows_and_options_have_their_line() -> None:
    needed = {row.anchor for row in TABLE} | {option.metadata["anchor"] for option in fields(TaiwaneseOptions)}
    assert needed <= set(ANCHORS)
    named = {anchor for anchor in ANCHORS if anchor.startswith(("patterns.", "options."))}
    assert named <= needed


def test_worths_on_the_page_are_those_of_the_table() -> None:
    for row in TABLE:
        tai = line_of(row.anchor).split("|")[2].strip()
        assert tai.removesuffix(" each") == str(row.worth), row.id


def test_option_lines_name_their_options() -> None:
    for option in fields(TaiwaneseOptions):
        if option.metadata["anchor"] != "settlement.share":
            assert f"`{option.name}`" in line_of(option.metadata["anchor"]), option.name


def test_links_inside_the_page_lead_somewhere() -> None:
    assert set(re.findall(r"\(#([^)]+)\)", PAGE)) <= set(ANCHORS)


def test_code_points_to_existing_lines() -> None:
    package = Path(__file__).resolve().parents[3] / "src" / "mahjong_club" / "rules" / "variants" / "taiwanese"
    text = "".join(path.read_text() for path in package.glob("*.py"))
    assert set(re.findall(r"taiwanese\.md#([\w.]+)", text)) <= set(ANCHORS)
