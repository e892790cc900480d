"""The i18n catalogues on the server's side: the same JSON files that the front end reads.

A catalogue lies under ``static/i18n/<language>/<namespace>.json``: key → text, where a nested object stands for keys with
dots. Parameters stand in braces (``{points}``). A variant's own word lies under ``<variant>.<key>`` or
``variants.<variant>.<key>`` and wins over ``<key>``.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("zh-Hant", "en", "ja")
DEFAULT_LANGUAGE: Final = "en"
#: Each language in its own words, for the switch.
LANGUAGE_NAMES: Final[Mapping[str, str]] = {"zh-Hant": "繁體中文", "en": "English", "ja": "日本語"}
#: What the switch shows, each a part of the name.
SHORT_NAMES: Final[Mapping[str, str]] = {"zh-Hant": "中", "en": "En", "ja": "日"}
NAMESPACES: Final = ("lobby", "rules", "patterns", "refusals", "errors", "table", "replay", "history", "admin")


class Catalogues:
    """All catalogues of a folder, read once."""

    def __init__(self, folder: Path) -> None:
        self._texts: dict[str, dict[str, dict[str, str]]] = {
            language: {
                path.stem: dict(flat(json.loads(path.read_text(encoding="utf-8"))))
                for path in sorted((folder / language).glob("*.json"))
            }
            for language in LANGUAGES
        }

    def namespace(self, language: str, namespace: str) -> Mapping[str, str]:
        """One catalogue; raises KeyError for a language or a namespace that does not exist."""
        return self._texts[language][namespace]

    def translator(self, language: str) -> "Translator":
        """``t(key)`` for one language."""
        return Translator(language, self._texts[language])


def flat(catalogue: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Pairs of dotted key and text, in the file's order."""
    for key, value in catalogue.items():
        if isinstance(value, str):
            yield prefix + key, value
        elif key == "variants" and not prefix:
            yield from flat(value)
        else:
            yield from flat(value, f"{prefix}{key}.")


class Translator:
    """``t("lobby.play_now", name=…)``: the part before the first dot is the namespace.

    Raises KeyError for a key that does not exist: a page with a hole in it must not be served unnoticed.
    """

    def __init__(self, language: str, texts: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, variant: str | None = None, /, **params: Any) -> str:
        namespace, _, name = key.partition(".")
        catalogue = self._texts[namespace]
        text = catalogue.get(f"{variant}.{name}") if variant else None
        if text is None:
            text = catalogue[name]
        return text.format(**params) if params else text

    def has(self, key: str, variant: str | None = None) -> bool:
        """Whether the key exists, for the variant or for all."""
        namespace, _, name = key.partition(".")
        catalogue = self._texts.get(namespace, {})
        return name in catalogue or (variant is not None and f"{variant}.{name}" in catalogue)


def language_of(chosen: str | None, cookie: str | None, accept: str | None) -> str:
    """The language of a request: ``?lang=``, else the cookie, else the best of Accept-Language, else English."""
    for wish in (chosen, cookie):
        if wish in LANGUAGES:
            return wish
    return _accepted(accept or "")


def _accepted(header: str) -> str:
    wishes: list[tuple[float, int, str]] = []
    for position, part in enumerate(header.split(",")[:20]):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if found := _language_of_tag(tag.strip().lower()):
            wishes.append((-weight, position, found))
    return min(wishes)[2] if wishes else DEFAULT_LANGUAGE


def _language_of_tag(tag: str) -> str | None:
    primary = tag.partition("-")[0]
    return {"zh": "zh-Hant", "yue": "zh-Hant", "en": "en", "ja": "ja"}.get(primary)
