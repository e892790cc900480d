"""Scoring requests and answers as JSON objects, for every variant. Reading and writing of text is the caller's business."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NoReturn, cast, get_args

from mahjong_club.rules.errors import InvalidRequest, InvalidTiles
from mahjong_club.rules.melds import KongForm, Meld, MeldKind
from mahjong_club.rules.scoring import Opening, ReadyRank, Verdict, WinBy, WinFacts
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.tiles import ALL_TILES, WINDS, Tile, format_tiles, parse_tiles

#: Longest compact tile list that is looked at: more than every tile of a set.
_MAX_TEXT: Final = 300
_MAX_COUNT: Final = 10_000
_MELD_KINDS: Final = frozenset(get_args(MeldKind))
_FORMS: Final = frozenset(get_args(KongForm))
_BY: Final = frozenset(get_args(WinBy))
_FROM_OTHERS: Final = frozenset({"discard", "robbed_kong", "seven_robs_one"})
_OPENINGS: Final = frozenset(get_args(Opening))
_READY: Final = frozenset({"ordinary", "heavenly", "earthly"})
_RIICHI: Final[dict[int, ReadyRank]] = {1: "ordinary", 2: "double"}


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """A request that was read: which ruleset (id, or id and revision), the options that differ, the facts."""

    ruleset_key: str
    options: Mapping[str, Any]
    facts: WinFacts


def parse_request(obj: Mapping[str, Any]) -> ScoreRequest:
    """Read a request object.

    Raises :class:`InvalidRequest` with the field's name as ``detail``, or :class:`InvalidTiles` with the tiles. Whether the
    ruleset and the options exist, and whether the tiles make sense together, is judged later.
    """
    if type(obj) is not dict and not isinstance(obj, Mapping):
        raise _bad("request")
    get = obj.get
    key = get("ruleset")
    if not isinstance(key, str) or not key:
        raise _bad("ruleset")
    options = _object(get("options"), "options")
    winner = _seat(get("winner"), "winner")
    win = get("win")
    if type(win) is not dict and not isinstance(win, Mapping):
        raise _bad("win")
    by = _word(win.get("by"), _BY, "win.by")
    plain = WinFacts(
        winner,
        _seat(get("dealer"), "dealer"),
        _wind(get("round_wind")),
        _count(get("repeat", 0), "repeat"),
        _tiles(get("hand"), "hand"),
        _melds(get("melds"), winner),
        _tiles(get("bonus"), "bonus"),
        cast(WinBy, by),
        _winning_tile(win.get("tile"), by),
        _feeder(win.get("from"), by, winner),
        **_facts(_object(get("facts"), "facts")),
    )
    return ScoreRequest(key, options, plain)


def _bad(field: str) -> InvalidRequest:
    return InvalidRequest("invalid_request", field)


def _object(found: object, name: str) -> Mapping[str, Any]:
    if found is None:
        return {}
    if type(found) is dict or isinstance(found, Mapping):
        return found
    raise _bad(name)


def _seat(value: object, field: str) -> Seat:
    if type(value) is not int or not 0 <= value <= 3:
        raise _bad(field)
    return value


def _count(value: object, field: str) -> int:
    if type(value) is not int or not 0 <= value <= _MAX_COUNT:
        raise _bad(field)
    return value


def _word(value: object, words: frozenset[str], field: str) -> str:
    if not isinstance(value, str) or value not in words:
        raise _bad(field)
    return value


def _wind(value: object) -> int:
    if not isinstance(value, str) or len(value) != 1 or value not in WINDS:
        raise _bad("round_wind")
    return WINDS.index(value)


_SEGMENT: Final = re.compile("[0-9]+[mpszf]")
_SAME: Final = {tile: tile for tile in ALL_TILES}


@lru_cache(maxsize=16_384)
def _segment(text: str) -> tuple[Tile, ...]:
    # The tables' own strings are found by identity, which is what makes looking them up cheap.
    return tuple([_SAME[tile] for tile in parse_tiles(text)])


def _tiles(value: object, field: str) -> tuple[Tile, ...]:
    if not value and (value is None or value == ""):
        return ()
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        raise _bad(field)
    parts = _SEGMENT.findall(value)
    if len(parts) == 1 and parts[0] == value:
        return _segment(value)
    if "".join(parts) != value:
        raise InvalidTiles("invalid_tiles", field)
    return tuple(chain.from_iterable(map(_segment, parts)))


def _winning_tile(value: object, by: str) -> Tile | None:
    if value is None and by in ("eight_flowers", "seven_robs_one"):
        return None
    tiles = _tiles(value, "win.tile")
    if not tiles:
        raise _bad("win.tile")
    if len(tiles) != 1:
        raise InvalidTiles("invalid_tiles", "win.tile")
    return tiles[0]


def _feeder(value: object, by: str, winner: Seat) -> Seat | None:
    if by not in _FROM_OTHERS:
        return None
    feeder = _seat(value, "win.from")
    if feeder == winner:
        raise _bad("win.from")
    return feeder


def _melds(value: object, winner: Seat) -> tuple[Meld, ...]:
    if value is None:
        return ()
    if not isinstance(value, (list, tuple)) or len(value) > 10:
        raise _bad("melds")
    return tuple([_meld(entry, winner, f"melds[{place}]") for place, entry in enumerate(value)])


def _meld(entry: object, winner: Seat, field: str) -> Meld:
    if type(entry) is not dict and not isinstance(entry, Mapping):
        raise _bad(field)
    kind, tiles, source, form = entry.get("kind"), entry.get("tiles"), entry.get("from"), entry.get("form")
    if type(kind) is not str or type(tiles) is not str:
        raise _bad(f"{field}.kind" if type(kind) is not str else f"{field}.tiles")
    if form is not None and type(form) is not str:
        raise _bad(f"{field}.form")
    if form != "concealed" and (_seat(source, f"{field}.from") == winner):
        raise _bad(f"{field}.from")
    made = _made_meld(kind, tiles, None if form == "concealed" else cast(Seat, source), form)
    return made if isinstance(made, Meld) else _refuse(f"{field}.{made}")


def _refuse(field: str) -> NoReturn:
    raise _bad(field)


@lru_cache(maxsize=16_384)
def _made_meld(kind: str, tiles: str, source: Seat | None, form: str | None) -> Meld | str:
    """The meld, or the name of the part that is wrong."""
    if kind not in _MELD_KINDS:
        return "kind"
    if (kind == "kong") != (form is not None) or (form is not None and form not in _FORMS):
        return "form"
    held = _tiles(tiles, "melds.tiles")
    return Meld(cast(MeldKind, kind), held, source, cast("KongForm | None", form)) if held else "tiles"


def _flag(name: str) -> Callable[[object], tuple[str, object]]:
    def read(value: object) -> tuple[str, object]:
        if type(value) is not bool:
            raise _bad(f"facts.{name}")
        return name, value

    return read


def _tile_list(name: str) -> Callable[[object], tuple[str, object]]:
    return lambda value: (name, _tiles(value, f"facts.{name}"))


def _opening(value: object) -> tuple[str, object]:
    return "opening", None if value is None else _word(value, _OPENINGS, "facts.opening")


def _declared_ready(value: object) -> tuple[str, object]:
    return "ready", None if value is None else _word(value, _READY, "facts.declared_ready")


def _riichi(value: object) -> tuple[str, object]:
    if value is None or (type(value) is int and value == 0):
        return "ready", None
    if type(value) is not int or value not in _RIICHI:
        raise _bad("facts.riichi")
    return "ready", _RIICHI[value]


def _deposits(value: object) -> tuple[str, object]:
    return "deposits", _count(value, "facts.deposits")


_FACTS: Final[dict[str, Callable[[object], tuple[str, object]]]] = {
    **{name: _flag(name) for name in ("after_kong", "after_bonus", "last_tile", "ippatsu")},
    **{name: _tile_list(name) for name in ("locked", "dora", "ura")},
    "opening": _opening,
    "declared_ready": _declared_ready,
    "riichi": _riichi,
    "deposits": _deposits,
}


def _facts(given: Mapping[str, Any]) -> dict[str, Any]:
    if not given:
        return {}
    found: dict[str, Any] = {}
    for name, value in given.items():
        read = _FACTS.get(name)
        if read is None:
            raise _bad(f"facts.{str(name)[:40]}")
        field, worth = read(value)
        if found.get(field) is None:
            found[field] = worth
    return found


_block_text: Final = lru_cache(maxsize=4_096)(format_tiles)


def answer_json(verdict: Verdict) -> dict[str, Any]:
    """The answer object: the fields of the vectors, then the reading and what a player asks about it."""
    answer: dict[str, Any] = {
        "wins": verdict.wins,
        "reason": verdict.reason,
        "patterns": {line.id: line.worth for line in verdict.patterns},
        "total": verdict.total,
        "limits": list(verdict.limits),
        "points": list(verdict.deltas),
        "fu": verdict.fu,
        "yakuman": verdict.yakuman,
        "blocks": list(map(_block_text, verdict.blocks)),
        "rejected": {row.id: row.reason for row in verdict.rejected} if verdict.rejected else {},
        "liable": [{"pattern": name, "seat": seat} for name, seat in verdict.liable] if verdict.liable else [],
    }
    if verdict.fu_parts:
        answer["fu_parts"] = [{"id": part.id, "fu": part.fu} for part in verdict.fu_parts]
    if verdict.extra:
        answer["extra"] = dict(verdict.extra)
    return answer
