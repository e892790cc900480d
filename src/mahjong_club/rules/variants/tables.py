"""A variant's table of patterns and its options as plain rows, for pages and forms: whatever shows them reads them here."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

from mahjong_club.rules.patterns import Pattern
from mahjong_club.rules.rulesets import Options, OptionValue, Ruleset
from mahjong_club.rules.variants.hong_kong.table import table_for
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.yaku import ALL_YAKU, DORA_IDS
from mahjong_club.rules.variants.taiwanese.table import table_for as tai_table_for


@dataclass(frozen=True, slots=True)
class TableRow:
    """One pattern. ``worth`` is faan, tai or han; ``open_worth`` only where an open hand counts differently (0: not at all).

    ``count`` says how a row counts: once, for each set or tile, once and alone, or for each repeat of the dealer.
    """

    id: str
    worth: int
    open_worth: int | None = None
    limit: bool = False
    yakuman: int = 0
    count: str = "once"
    replaces: tuple[str, ...] = ()
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option: its value in the ruleset, what a club may choose instead, and the line of the rules page on it."""

    name: str
    value: OptionValue
    choices: tuple[OptionValue, ...]
    anchor: str


_EACH: Final = frozenset(("dragon_triplet", "seat_flower", "flower_set"))


def _row(pattern: Pattern[Any]) -> TableRow:
    repeats = pattern.group == "payment" and pattern.id == "dealer_repeat"
    count = "flat" if pattern.flat else "per_repeat" if repeats else "each" if pattern.id in _EACH else "once"
    replaces = tuple(sorted(pattern.absorbs))
    return TableRow(pattern.id, pattern.worth, limit=pattern.limit, count=count, replaces=replaces, anchor=pattern.anchor)


def _hong_kong(options: Any) -> tuple[TableRow, ...]:
    return tuple(_row(pattern) for pattern in table_for(options))


def _taiwanese(options: Any) -> tuple[TableRow, ...]:
    return tuple(_row(pattern) for pattern in tai_table_for(options))


def _riichi(options: RiichiOptions) -> tuple[TableRow, ...]:
    off = {"ippatsu"} if not options.ippatsu else set()
    if not options.ura_dora and not options.kong_ura_dora:
        off.add("ura_dora")
    if not any(options.red_fives):
        off.add("red_dora")
    most = 2 if options.double_yakuman else 1
    rows = [
        TableRow(y.id, y.closed, open_worth=y.open if y.open != y.closed else None, yakuman=min(y.yakuman, most))
        for y in ALL_YAKU
    ]
    rows += [TableRow(name, 1, count="each") for name in DORA_IDS]
    return tuple(row for row in rows if row.id not in off)


_TABLES: Final[dict[str, Callable[[Any], tuple[TableRow, ...]]]] = {
    "hong_kong": _hong_kong,
    "taiwanese": _taiwanese,
    "riichi": _riichi,
}


def table_rows(ruleset: Ruleset) -> tuple[TableRow, ...]:
    """The patterns of a ruleset under its options, in the order in which they are shown."""
    return _TABLES[ruleset.variant](ruleset.options)


def option_rows(options: Options) -> tuple[OptionRow, ...]:
    """Every option with its choices, the present value among them."""
    rows = []
    for each in fields(options):
        value = getattr(options, each.name)
        choices = tuple(dict.fromkeys((*each.metadata.get("choices", ()), value)))
        rows.append(OptionRow(each.name, value, choices, each.metadata.get("anchor", f"options.{each.name}")))
    return tuple(rows)
