"""Every word that the administration's pages and commands ask for is in the catalogue, and none is there for nothing."""

import re
from pathlib import Path
from typing import get_args

from mahjong_club import resources
from mahjong_club.administration import actions
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.web.catalogues import Catalogues

TEXTS = Catalogues(resources.static_dir() / "i18n").namespace("en", "admin")


def sources(root: Path) -> str:
    folders = ("static/admin", "src/mahjong_club/web/templates/admin", "src/mahjong_club/administration")
    files = [file for folder in folders for file in (root / folder).iterdir() if file.suffix in (".js", ".html", ".py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_words_that_are_named_whole(root_dir: Path) -> None:
    named = set(re.findall(r"[\"`]admin\.([\w.]+\w)[\"`]\s*[,)]", sources(root_dir)))
    assert len(named) > 90 and named <= set(TEXTS), named - set(TEXTS)


def test_words_that_are_put_together(root_dir: Path) -> None:
    done = {kind.model_fields["do"].annotation for kind in get_args(get_args(actions.Action)[0])}
    names = {get_args(each)[0] for each in done}
    assert {f"do.{name}" for name in names} <= set(TEXTS)
    orders = {get_args(kind.model_fields["do"].annotation)[0] for kind in get_args(actions.MatchAction)}
    codes = set(re.findall(r"Change\(\"(\w+)\"", sources(root_dir))) | {f"do.{name}" for name in orders}
    assert {key.removeprefix("change.") for key in TEXTS if key.startswith("change.")} == codes
    events = {key.removeprefix("event.") for key in TEXTS if key.startswith("event.")}
    assert {name for kind, name in EVENT_NAMES.items() if not kind.__new__(kind).sealed} == events


def test_nothing_is_there_for_nothing(root_dir: Path) -> None:
    text = sources(root_dir)
    together = ("do.", "change.", "event.", "minutes.", "state.", "table.", "count.", "nav.", "position.left.")
    assert [key for key in TEXTS if f"admin.{key}" not in text and not key.startswith(together)] == []
