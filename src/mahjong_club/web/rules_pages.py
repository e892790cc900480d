"""The rules page of a ruleset: values and options from its own data, sentences from the catalogue, an anchor on every line.

A line of the namespace ``rules`` is keyed ``<section>.<name>`` for all variants or ``<variant>.<section>.<name>`` for one.
An anchor that a refusal may point to and that has no line of its own on a page leads to the first line of its section.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.rulesets import OptionValue, Ruleset
from mahjong_club.rules.variants.tables import OptionRow, TableRow, option_rows, table_rows
from mahjong_club.web.catalogues import Translator

#: Sections made of sentences, in the order of the page.
SECTIONS: Final = (
    "match", "flow", "bonus", "claims", "kongs", "wins", "locks", "ready", "draws", "settlement", "fairness",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One rule: its anchor, further anchors that lead to it, and the sentence."""

    anchor: str
    text: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its lines."""

    id: str
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PatternLine:
    """One row of the fan table, ready to be read."""

    anchor: str
    name: str
    worth: str
    open_worth: str
    condition: str
    replaces: tuple[str, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, as the wire has it and as a person reads it."""

    value: Any
    text: str


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option, ready to be read or to become a field of a form."""

    name: str
    anchor: str
    label: str
    help: str
    value: Any
    text: str
    choices: tuple[Choice, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything the template shows."""

    key: str
    variant: str
    sections: tuple[Section, ...]
    patterns: tuple[PatternLine, ...]
    options: tuple[OptionLine, ...]
    shares: tuple[tuple[str, str], ...] = ()
    has_open_column: bool = False
    anchors: frozenset[str] = field(default=frozenset())


def rules_page(ruleset: Ruleset, t: Translator, lines: Iterable[str]) -> RulesPage:
    """The page of a ruleset. ``lines`` are the keys of the ``rules`` catalogue, in their order."""
    keys = tuple(lines)
    params = _params(ruleset)
    sections = tuple(section for name in SECTIONS if (section := _section(name, ruleset.variant, keys, t, params)).lines)
    patterns = tuple(_pattern_line(row, ruleset.variant, t) for row in table_rows(ruleset))
    options = option_lines(ruleset, t, taken={line.anchor for section in sections for line in section.lines})
    return RulesPage(
        ruleset.key,
        ruleset.variant,
        sections,
        patterns,
        options,
        _shares(ruleset, t),
        any(line.open_worth for line in patterns),
        _anchors(sections, patterns, options),
    )


def option_lines(ruleset: Ruleset, t: Translator, *, taken: Iterable[str] = ()) -> tuple[OptionLine, ...]:
    """The options of a ruleset; ``taken`` are anchors that stand elsewhere on the page."""
    seen = set(taken)
    lines = []
    for row in option_rows(ruleset.options):
        anchor = f"options.{row.name}"
        also = () if row.anchor in seen or row.anchor == anchor else (row.anchor,)
        seen.update((anchor, *also))
        lines.append(_option_line(row, anchor, also, ruleset.variant, t))
    return tuple(lines)


def line_keys(variant: str, keys: Iterable[str]) -> dict[str, str]:
    """Anchor → key of its text for one variant, in the order of the catalogue."""
    found: dict[str, str] = {}
    for key in keys:
        first, _, rest = key.partition(".")
        if first in SECTIONS:
            found.setdefault(key, key)
        elif first == variant and rest.partition(".")[0] in SECTIONS:
            found[rest] = key
    return found


def _section(name: str, variant: str, keys: tuple[str, ...], t: Translator, params: Mapping[str, str]) -> Section:
    anchors = [anchor for anchor in line_keys(variant, keys) if anchor.startswith(f"{name}.")]
    missing = dict.fromkeys(a for a in REFUSALS.values() if a.startswith(f"{name}.") and a not in anchors)
    lines = [Line(anchor, t(f"rules.{anchor}", variant, **params)) for anchor in anchors]
    if missing and lines:
        lines[0] = Line(lines[0].anchor, lines[0].text, tuple(missing))
    return Section(name, t(f"rules.section.{name}", variant), tuple(lines))


def _params(ruleset: Ruleset) -> dict[str, str]:
    values = {"ruleset": ruleset.key}
    for name, value in asdict(ruleset.options).items():
        values[name] = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return values


def _pattern_line(row: TableRow, variant: str, t: Translator) -> PatternLine:
    anchor = f"patterns.{row.id}"
    return PatternLine(
        anchor,
        t(f"patterns.{row.id}", variant),
        _worth(row, variant, t),
        "" if row.open_worth is None else _han(row.open_worth, variant, t),
        t(f"rules.patterns.{row.id}", variant),
        tuple(t(f"patterns.{each}", variant) for each in row.replaces),
        (row.anchor,) if row.anchor not in ("", anchor) else (),
    )


def _worth(row: TableRow, variant: str, t: Translator) -> str:
    if row.yakuman:
        return t("rules.unit.yakuman" if row.yakuman == 1 else "rules.unit.double_yakuman")
    if row.limit:
        return t("rules.unit.limit", variant, n=row.worth)
    unit = "unit" if row.count == "once" else f"unit.{row.count}"
    return t(f"rules.{unit}", variant, n=row.worth)


def _han(worth: int, variant: str, t: Translator) -> str:
    return t("rules.unit", variant, n=worth) if worth else t("rules.unit.off")


def _option_line(row: OptionRow, anchor: str, also: tuple[str, ...], variant: str, t: Translator) -> OptionLine:
    choices = tuple(Choice(_plain(value), value_text(row.name, value, variant, t)) for value in row.choices)
    return OptionLine(
        row.name,
        anchor,
        t(f"rules.options.{row.name}", variant),
        t(f"rules.options.{row.name}.help", variant),
        _plain(row.value),
        value_text(row.name, row.value, variant, t),
        choices,
        also,
    )


def value_text(name: str, value: OptionValue, variant: str, t: Translator) -> str:
    """An option's value in words: the option's own word, else a common one, else the number."""
    if isinstance(value, tuple):
        return " · ".join(f"{number:,}" for number in value)
    word = str(value).lower() if isinstance(value, bool) else str(value)
    if t.has(f"rules.options.{name}.{word}", variant):
        return t(f"rules.options.{name}.{word}", variant)
    if isinstance(value, bool):
        return t(f"rules.choice.{word}")
    return t(f"rules.value.{value}", variant) if isinstance(value, str) else f"{value:,}"


def _plain(value: OptionValue) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shares(ruleset: Ruleset, t: Translator) -> tuple[tuple[str, str], ...]:
    """Ranges of totals with the points of a share, for rulesets that pay by such a table."""
    shares = getattr(ruleset.options, "shares", None)
    if shares is None:
        return ()
    rows: list[tuple[int, int, int]] = []
    for total in range(getattr(ruleset.options, "minimum", 0), min(len(shares), getattr(ruleset.options, "limit", 99) + 1)):
        if rows and rows[-1][2] == shares[total]:
            rows[-1] = (rows[-1][0], total, shares[total])
        else:
            rows.append((total, total, shares[total]))
    return tuple(
        (t("rules.shares.one" if low == high else "rules.shares.range", low=low, high=high), f"{points:,}")
        for low, high, points in rows
    )


def _anchors(sections: Iterable[Section], patterns: Iterable[PatternLine], options: Iterable[OptionLine]) -> frozenset[str]:
    lines: list[Line | PatternLine | OptionLine] = [line for section in sections for line in section.lines]
    lines += [*patterns, *options]
    return frozenset(anchor for line in lines for anchor in (line.anchor, *line.also))
