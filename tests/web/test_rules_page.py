"""The rules pages: complete, generated from the rulesets' own data, every line anchored and proved."""

import re
from dataclasses import fields

import pytest

from mahjong_club import resources
from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.rulesets import Ruleset
from mahjong_club.rules.variants.registry import RULESETS, listed
from mahjong_club.rules.variants.tables import option_rows, table_rows
from mahjong_club.web.catalogues import LANGUAGES, Catalogues
from mahjong_club.web.rules_pages import RulesPage, line_keys, rules_page
from mahjong_club.web.templating import Templates
from tests.support.proofs import exists, marked, proofs_of, registered

CATALOGUES = Catalogues(resources.static_dir() / "i18n")
TEMPLATES = Templates(CATALOGUES)


def key_of(value: object) -> str:
    return value.key if isinstance(value, Ruleset) else str(value)


def page_of(ruleset: Ruleset, language: str = "en") -> RulesPage:
    return rules_page(ruleset, CATALOGUES.translator(language), CATALOGUES.namespace(language, "rules"))


def html_of(ruleset: Ruleset, language: str) -> str:
    return TEMPLATES.render(
        "rules.html",
        language=language,
        path=f"/rules/{ruleset.id}",
        me=None,
        page=page_of(ruleset, language),
        rulesets=listed(),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=key_of)
def test_every_line_has_its_own_anchor(ruleset: Ruleset, language: str) -> None:
    html = html_of(ruleset, language)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), sorted(each for each in ids if ids.count(each) > 1)
    assert page_of(ruleset, language).anchors <= set(ids)
    assert html.count('class="anchor"') == len(re.findall(r'<(?:li|tr) id="', html))


@pytest.mark.parametrize("ruleset", RULESETS, ids=key_of)
def test_refusals_rows_and_options_lead_to_a_line(ruleset: Ruleset) -> None:
    anchors = page_of(ruleset).anchors
    assert set(REFUSALS.values()) <= anchors
    assert {row.anchor for row in table_rows(ruleset) if row.anchor} <= anchors
    named = {option.metadata["anchor"] for option in fields(ruleset.options) if option.metadata.get("anchor")}
    assert named <= anchors


@pytest.mark.parametrize("ruleset", RULESETS, ids=key_of)
def test_values_come_from_the_data(ruleset: Ruleset) -> None:
    page = page_of(ruleset)
    for line, row in zip(page.patterns, table_rows(ruleset), strict=True):
        assert row.yakuman or re.search(rf"\b{row.worth}\b", line.worth), line
    for option, data in zip(page.options, option_rows(ruleset.options), strict=True):
        assert option.value == (list(data.value) if isinstance(data.value, tuple) else data.value)
        assert len({choice.text for choice in option.choices}) == len(data.choices), option


def test_a_changed_option_changes_the_page() -> None:
    ruleset = next(each for each in RULESETS if each.key == "hong_kong/2")
    changed = ruleset.with_options({"minimum": 5, "seven_pairs": 3})
    page = page_of(changed)
    lines = {line.anchor: line.text for section in page.sections for line in section.lines}
    assert "at least 5 faan" in lines["wins.minimum"]
    assert next(row for row in page.patterns if row.anchor == "patterns.seven_pairs").worth == "3 faan"
    assert page.shares[0] == ("5 to 6 faan", "1,600")


def test_the_share_table_is_the_rulesets() -> None:
    page = page_of(next(each for each in RULESETS if each.key == "hong_kong/2"))
    assert page.shares == (("3 faan", "800"), ("4 to 6 faan", "1,600"), ("7 to 9 faan", "3,200"), ("10 to 13 faan", "6,400"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=key_of)
def test_no_parameter_is_left_open(ruleset: Ruleset, language: str) -> None:
    assert not re.search(r"\{\w+\}", html_of(ruleset, language))


@pytest.mark.parametrize("ruleset", listed(), ids=key_of)
def test_every_line_is_proved(ruleset: Ruleset) -> None:
    page = page_of(ruleset)
    lines = [line.anchor for section in page.sections for line in section.lines]
    lines += [row.anchor for row in page.patterns]
    lines += [option.anchor for option in page.options]
    unproved = [anchor for anchor in lines if not any(proofs_of(ruleset.variant, anchor))]
    assert unproved == []


def test_registered_proofs_exist() -> None:
    gone = [proof for lines in registered().values() for proofs in lines.values() for proof in proofs if not exists(proof)]
    assert gone == []


def test_markers_and_the_register_name_lines() -> None:
    anchors: dict[str, set[str]] = {}
    for ruleset in RULESETS:
        anchors.setdefault(ruleset.variant, set()).update(page_of(ruleset).anchors)
    assert [key for key in marked() if key[0] in anchors and key[1] not in anchors[key[0]]] == []
    lonely = [
        (variant, anchor)
        for variant, lines in registered().items()
        if variant in anchors
        for anchor in lines
        if "*" not in anchor and anchor not in anchors[variant]
    ]
    assert lonely == []


def test_a_line_without_a_proof_is_noticed() -> None:
    assert not any(proofs_of("hong_kong", "wins.no_such_line"))
    assert not exists("tests/web/test_rules_page.py::test_that_is_not_there")
    assert not exists("tests/vectors/hong_kong.jsonl#HK-NO-*")


def test_variants_lines_win_over_common_ones() -> None:
    found = line_keys("hong_kong", ("flow.turn", "hong_kong.flow.turn", "taiwanese.flow.turn", "column.open", "flow.deal"))
    assert found == {"flow.turn": "hong_kong.flow.turn", "flow.deal": "flow.deal"}
