"""The catalogues say the same things in every language, cover every id there is, and hold nothing unused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mahjong_club import resources
from mahjong_club.accounts.problems import STATUS
from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.rulesets import Ruleset
from mahjong_club.rules.variants.registry import RULESETS
from mahjong_club.rules.variants.tables import option_rows, table_rows
from mahjong_club.web.catalogues import LANGUAGES, Catalogues, flat, language_of
from mahjong_club.web.rules_pages import SECTIONS

FOLDER = resources.static_dir() / "i18n"
NAMESPACES = ("lobby", "rules", "patterns", "refusals", "errors", "table", "replay", "history", "admin")
CATALOGUES = Catalogues(FOLDER)
#: Namespaces in which a language may lack another's variant-specific word, since the common one serves there.
ONLY_COMMON = {"refusals", "table"}


def keys_of(language: str, namespace: str) -> set[str]:
    raw: dict[str, Any] = json.loads((FOLDER / language / f"{namespace}.json").read_text(encoding="utf-8"))
    if namespace in ONLY_COMMON:
        raw.pop("variants", None)
    return {key for key, _ in flat(raw)}


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_languages_have_the_same_keys(namespace: str) -> None:
    english = keys_of("en", namespace)
    for language in LANGUAGES:
        found = keys_of(language, namespace)
        assert found == english, (language, sorted(found ^ english))


@pytest.mark.parametrize("namespace", ["lobby", "rules", "errors", "replay", "history", "admin"])
def test_languages_use_the_same_parameters(namespace: str) -> None:
    for key, english in CATALOGUES.namespace("en", namespace).items():
        wanted = set(re.findall(r"\{(\w+)\}", english))
        for language in LANGUAGES:
            assert set(re.findall(r"\{(\w+)\}", CATALOGUES.namespace(language, namespace)[key])) == wanted, (language, key)


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_no_text_is_empty(namespace: str) -> None:
    for language in LANGUAGES:
        assert [key for key, text in CATALOGUES.namespace(language, namespace).items() if not text.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_every_pattern_has_a_name_and_a_condition(ruleset: Ruleset, language: str) -> None:
    t = CATALOGUES.translator(language)
    for row in table_rows(ruleset):
        assert t.has(f"patterns.{row.id}", ruleset.variant), row.id
        assert t.has(f"rules.patterns.{row.id}", ruleset.variant), row.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_error_has_a_sentence(language: str) -> None:
    assert set(REFUSALS) <= keys_of(language, "refusals")
    assert keys_of(language, "errors") == set(STATUS) | {"offline", "unknown"}


def test_rules_hold_no_option_or_pattern_that_does_not_exist() -> None:
    by_variant: dict[str, set[str]] = {}
    for ruleset in RULESETS:
        known = by_variant.setdefault(ruleset.variant, set())
        known |= {f"options.{row.name}" for row in option_rows(ruleset.options)}
        known |= {f"patterns.{row.id}" for row in table_rows(ruleset)}
    for key in keys_of("en", "rules"):
        variant, _, rest = key.partition(".")
        if variant in by_variant and rest.startswith(("options.", "patterns.")):
            assert ".".join(rest.split(".")[:2]) in by_variant[variant], key


def test_every_key_of_the_rules_is_of_a_known_kind() -> None:
    kinds = {*SECTIONS, "section", "column", "shares", "unit", "choice", "value", "options", "patterns"}
    alone = {"title", "intro", "ruleset", "variants", "contents", "link", "join", "unit"}
    variants = {"hong_kong", "taiwanese", "riichi"}
    for key in keys_of("en", "rules"):
        parts = key.split(".")
        kind = parts[1] if parts[0] in variants else parts[0]
        assert kind in kinds or key in alone, key


def test_nothing_of_the_lobby_is_unused(root_dir: Path) -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for folder, pattern in (
            ("static/lobby", "*.js"),
            ("src/mahjong_club/web/templates", "*.html"),
            ("src/mahjong_club/web", "*.py"),
        )
        for path in (root_dir / folder).glob(pattern)
    ]
    used = _uses("\n".join(sources))
    assert [key for key in sorted(keys_of("en", "lobby")) if not any(use.fullmatch(key) for use in used)] == []


def _uses(text: str) -> list[re.Pattern[str]]:
    """What the sources ask for: whole keys, and keys whose parts are put in by `${…}` or `~`."""
    whole = set(re.findall(r"lobby\.([\w.]+)[\"'`]", text)) | set(re.findall(r"[\"'`]((?:room|verify)\.[\w.]+)[\"'`]", text))
    uses = [re.compile(re.escape(key)) for key in whole]
    uses += [re.compile(re.escape(prefix) + r"\w+") for prefix in re.findall(r"lobby\.([\w.]+\.)\" ~", text)]
    for built in re.findall(r"lobby\.([\w.]+\$\{[^`]*)`", text):
        parts = re.split(r"\$\{[^}]*\}", built)
        uses.append(re.compile(r"[\w.]+".join(re.escape(part) for part in parts)))
    return uses


@pytest.mark.parametrize(
    ("chosen", "cookie", "accept", "expected"),
    [
        ("ja", "en", "zh-TW", "ja"),
        (None, "zh-Hant", "en", "zh-Hant"),
        ("xx", None, "zh-HK,zh;q=0.9,en;q=0.8", "zh-Hant"),
        (None, None, "fr-FR, ja;q=0.5, en;q=0.4", "ja"),
        (None, None, "fr", "en"),
        (None, "../..", None, "en"),
        (None, None, "en;q=nonsense, ja", "ja"),
    ],
)
def test_the_language_of_a_request(chosen: str | None, cookie: str | None, accept: str | None, expected: str) -> None:
    assert language_of(chosen, cookie, accept) == expected
