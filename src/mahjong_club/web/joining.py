"""A page's modules in one file: the same text, each module in a function of its own, in the order a browser runs them.

Seventy small files cost a browser more than their bytes do: each is a request to make, an answer to take and a module to link
on the thread that draws. The modules stay what is written, read and debugged: a line of the joined file is the line of its
module, which the source map says, so that developer tools show, and stop in, the modules themselves.

Only the forms of ``import`` and ``export`` that this front end uses are known; any other raises :class:`Unjoinable`.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

_IMPORT: Final = re.compile(
    r"""^import\s+(?:\{(?P<names>[^{}]*)\}\s*from\s*)?(?P<quote>['"])(?P<path>\.[^'"]+)(?P=quote);""", re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>[\w$]+))", re.MULTILINE)
_NOTHING: Final = re.compile(r"^export \{\};", re.MULTILINE)
_COMMENT: Final = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.MULTILINE | re.DOTALL)
#: What may not be left: a form that is not known, or a module that only the running page names.
_LEFT: Final = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(", re.MULTILINE)
_OWN_ADDRESS: Final = re.compile(r"\bimport\.meta\.url\b")
#: Lines that are put around a module's.
_AROUND: Final = 3


class Unjoinable(ValueError):
    """A module has a form that joining does not know."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The text of all modules, and where each one's lines begin in it: pairs of the first line, from 0, and the path."""

    text: str
    begins: tuple[tuple[int, str], ...]


def join(folder: Path, entry: str) -> Joined:
    """The module ``entry`` (``js/pages/table.js``) with all it imports. It is meant for an address in the entry's own folder."""
    order = tuple(modules_of(folder, entry))
    names = {path: f"$module{number}" for number, path in enumerate(order)}
    lines: list[str] = []
    begins: list[tuple[int, str]] = []
    for path in order:
        text, exports = _part(folder, path, names, entry)
        lines.append(f"const {names[path]} = (() => {{ // {path}")
        begins.append((len(lines), path))
        lines += [*text.splitlines(), f"return {{ {', '.join(exports)} }};", "})();"]
    return Joined("\n".join(lines) + "\n", tuple(begins))


def source_map(joined: Joined, entry: str) -> str:
    """The source map of a joined file that lies beside ``entry``: every line is the same line of its module."""
    ends = [begin for begin, _ in joined.begins[1:]] + [joined.text.count("\n") + 1]
    sections = [
        {"offset": {"line": begin, "column": 0}, "map": _same_lines(_beside(entry, path), end - begin - _AROUND)}
        for (begin, path), end in zip(joined.begins, ends, strict=True)
    ]
    return json.dumps({"version": 3, "sections": sections}, separators=(",", ":"))


def _same_lines(source: str, count: int) -> dict[str, Any]:
    """Of each line its first column is the first column of the source's next line."""
    return {"version": 3, "sources": [source], "names": [], "mappings": ";".join(["AAAA"] + ["AACA"] * (count - 1))}


def modules_of(folder: Path, entry: str) -> Iterator[str]:
    """The entry and all it imports, in the order in which a browser runs them: what is imported first."""
    done: set[str] = set()

    def visit(path: str, above: tuple[str, ...]) -> Iterator[str]:
        if path in above:
            raise Unjoinable(f"a circle of imports: {' → '.join((*above, path))}")
        if path in done:
            return
        for found in _IMPORT.finditer((folder / path).read_text(encoding="utf-8")):
            yield from visit(_resolved(path, found["path"]), (*above, path))
        done.add(path)
        yield path

    yield from visit(entry, ())


def _part(folder: Path, path: str, names: dict[str, str], entry: str) -> tuple[str, list[str]]:
    """A module's text as the inside of a function, line for line, and the names that it exports."""
    text = (folder / path).read_text(encoding="utf-8")
    exports = [found["name"] for found in _EXPORT.finditer(text)]

    def imported(found: re.Match[str]) -> str:
        module = names[_resolved(path, found["path"])]
        taken = "" if found["names"] is None else f"const {{{re.sub(r' as ', ': ', found['names'])}}} = {module};"
        return taken + "\n" * (found[0].count("\n") - taken.count("\n"))

    text = _IMPORT.sub(imported, text)
    # Spaces in its place: columns stay what they are, too.
    text = _EXPORT.sub(" " * len("export "), _NOTHING.sub("", text))
    text = _OWN_ADDRESS.sub(f"new URL({_beside(entry, path)!r}, import.meta.url).href", text)
    if left := _LEFT.search(_COMMENT.sub("", text)):
        raise Unjoinable(f"{path}: {left[0]}")
    return text, exports


def _resolved(path: str, wanted: str) -> str:
    return os.path.normpath(PurePosixPath(path).parent / wanted)


def _beside(entry: str, path: str) -> str:
    """A module's address from the entry's folder."""
    return os.path.relpath(path, PurePosixPath(entry).parent)
