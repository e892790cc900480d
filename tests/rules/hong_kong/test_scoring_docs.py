"""The written rules and the ruleset's data say the same."""

import re
from dataclasses import fields
from pathlib import Path

from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions
from mahjong_club.rules.variants.hong_kong.table import TABLE

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "hong_kong.md").read_text("utf-8")
ANCHORS = re.findall(r'<a id="([^"]+)"></a>', PAGE)
#: Refusals of rules this table does not have.
ELSEWHERE = {"locks.furiten", "draws.abortive", "kongs.four", "ready.after", "ready.concealed_kong", "ready.declare"}


def test_anchors_are_distinct() -> None:
    assert len(ANCHORS) == len(set(ANCHORS))


def test_every_row_option_and_refusal_has_its_line() -> None:
    needed = {row.anchor for row in TABLE} | {option.metadata["anchor"] for option in fields(HongKongOptions)}
    assert needed | (set(REFUSALS.values()) - ELSEWHERE) <= set(ANCHORS)


def test_worths_and_order_are_those_of_the_table() -> None:
    rows = re.findall(r'^\| <a id="patterns\.(\w+)"></a>[^|]*\| (\w+)', PAGE, re.MULTILINE)
    assert rows == [(row.id, "limit" if row.limit else str(row.worth)) for row in TABLE]


def test_options_are_described_with_their_choices() -> None:
    for option in fields(HongKongOptions):
        line = next(line for line in PAGE.splitlines() if f'<a id="{option.metadata["anchor"]}"></a>' in line)
        if option.metadata["anchor"].startswith("options.") and type(option.default) is int:
            assert all(re.search(rf"\b{choice}\b", line) for choice in option.metadata["choices"]), option.name
        if option.metadata["anchor"].startswith("options."):
            assert f"`{option.name}`" in line, option.name
