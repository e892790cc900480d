"""The pages' templates: Jinja2 with autoescape, the catalogue of one language, and nothing inline (the CSP forbids it)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from mahjong_club.web.catalogues import LANGUAGE_NAMES, LANGUAGES, SHORT_NAMES, Catalogues

_TEMPLATES: Final = Path(__file__).resolve().parent / "templates"


class Templates:
    """Renders a page in a language. ``asset`` gives the address of a static file: ``asset("css/base.css")``."""

    def __init__(self, catalogues: Catalogues, asset: Callable[[str], str] = "/static/{}".format) -> None:
        self.catalogues = catalogues
        self._environment = Environment(
            loader=FileSystemLoader(_TEMPLATES),
            autoescape=select_autoescape(("html",)),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["asset"] = asset

    def render(self, name: str, *, language: str, path: str, **context: Any) -> str:
        """The page as HTML. ``path`` is the page's own address, without a query."""
        return self._environment.get_template(name).render(
            t=self.catalogues.translator(language),
            lang=language,
            languages=[(code, SHORT_NAMES[code], LANGUAGE_NAMES[code]) for code in LANGUAGES],
            path=path,
            **context,
        )
