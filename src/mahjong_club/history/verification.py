"""Checks of a match record: commitments, deal secrets, walls, and that the tiles came from those walls.

The browser's ``static/lobby/verify.js`` does the same; both are held to ``tests/golden/fairness.json``. How the walls are
made stands in docs/fairness.md.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from mahjong_club.rules.tiles import BONUS, KINDS, Tile, sort_tiles
from mahjong_club.rules.variants import registry
from mahjong_club.rules.walls import commitment_of, deal_secret, shuffle, unpack_wall, wall_seed

Outcome = Literal["holds", "fails", "unknown"]
_SEATS: Final = ("0", "1", "2", "3")


class NotARecord(ValueError):
    """The data is no match record."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check: of a deal, or of the whole match (``deal`` is ``None``). ``unknown``: its secret is not public yet."""

    deal: int | None
    what: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Deal:
    start: Mapping[str, Any]
    end: Mapping[str, Any] | None
    draws: tuple[Mapping[str, Any], ...]


def verify_record(record: Any) -> tuple[Check, ...]:
    """All checks of a record, the match's first. Raises :class:`NotARecord`."""
    facts = _facts(record)
    start = next((fact for fact in facts if fact.get("type") == "match_started"), None)
    if start is None:
        raise NotARecord("there is no match_started in it")
    end = next((fact for fact in facts if fact.get("type") == "match_ended"), None)
    secret = (end or {}).get("secret") or record.get("secret") or None
    try:
        checks = [_match_check(start, secret), *_lot_check(record.get("lot"), secret)]
        for deal in _deals(facts):
            checks += _deal_checks(deal, secret, start.get("entropy", ()))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as broken:
        raise NotARecord(f"an event cannot be read: {broken}") from broken
    return tuple(checks)


def _facts(record: Any) -> Sequence[Mapping[str, Any]]:
    events = record.get("events") if isinstance(record, Mapping) else None
    if not isinstance(events, list) or not all(isinstance(fact, Mapping) for fact in events):
        raise NotARecord("there is no list of events in it")
    return events


def _outcome(holds: object) -> Outcome:
    return "holds" if holds else "fails"


def _match_check(start: Mapping[str, Any], secret: str | None) -> Check:
    commitment = start.get("commitment")
    known = secret is not None and commitment
    return Check(None, "match_commitment", _outcome(commitment_of(secret) == commitment) if known and secret else "unknown")


def _lot_check(lot: Mapping[str, Any] | None, secret: str | None) -> Iterator[Check]:
    """Seats and first dealer follow from "deal 0"; a record of a running match does not tell the lot."""
    if lot is None:
        return
    if secret is None:
        yield Check(None, "lot", "unknown")
        return
    drawn = [int(place) for place in shuffle(_SEATS, wall_seed(deal_secret(secret, 0), lot["entropy"]))]
    told = (list(lot["places"]), lot["first_dealer"])
    yield Check(None, "lot", _outcome(told == ((drawn, 0) if lot["seating"] == "drawn" else ([0, 1, 2, 3], drawn[0]))))


def _deals(facts: Sequence[Mapping[str, Any]]) -> list[_Deal]:
    deals: list[_Deal] = []
    for fact in facts:
        kind = fact.get("type")
        if kind == "deal_started":
            deals.append(_Deal(fact, None, ()))
        elif deals and kind == "drawn":
            last = deals[-1]
            deals[-1] = _Deal(last.start, last.end, (*last.draws, fact))
        elif deals and kind == "deal_ended":
            deals[-1] = _Deal(deals[-1].start, fact, deals[-1].draws)
    return deals


def _deal_checks(deal: _Deal, match_secret: str | None, entropy: Sequence[str]) -> Iterator[Check]:
    number = deal.start["number"]
    secret = None if deal.end is None else deal.end.get("secret")
    if deal.end is None or not secret:
        yield Check(number, "deal_commitment", "unknown")
        return
    wall = unpack_wall(deal.end["wall"])
    yield Check(number, "deal_commitment", _outcome(commitment_of(secret) == deal.start["commitment"]))
    follows = _outcome(deal_secret(match_secret, number) == secret) if match_secret else "unknown"
    yield Check(number, "deal_secret", follows)
    yield Check(number, "whole_set", _outcome(is_whole_set(wall)))
    yield Check(number, "wall", _outcome(is_whole_set(wall) and shuffle(sort_tiles(wall), wall_seed(secret, entropy)) == wall))
    yield Check(number, "tiles_from_wall", _tiles_from_wall(deal, wall))


def is_whole_set(wall: Sequence[Tile]) -> bool:
    """Four of each kind, red fives among their fives, and all bonus tiles or none."""
    counts = Counter(tile if tile[0] != "0" else "5" + tile[1] for tile in wall)
    playing = dict.fromkeys(KINDS, 4)
    return counts in (playing, playing | dict.fromkeys(BONUS, 1))


def _tiles_from_wall(deal: _Deal, wall: Sequence[Tile]) -> Outcome:
    rules = registry.rules_for(deal.start["ruleset"], deal.start["options"])
    size, dealer = rules.hand_size, deal.start["dealer"]
    for turn in range(4):
        hand = deal.start["hands"][(dealer + turn) % 4] if deal.start.get("hands") else None
        if hand is not None and sort_tiles(hand) != sort_tiles(wall[turn * size : (turn + 1) * size]):
            return "fails"
    front, live, replaced = 4 * size, len(wall) - rules.reserve, 0
    for fact in deal.draws:
        if fact.get("source", "wall") == "wall":
            at, front = front, front + 1
        else:
            at = live - 1 - replaced if rules.replacement_from == "live_end" else live + replaced
            replaced += 1
        if fact.get("tile") is not None and fact["tile"] != wall[at]:
            return "fails"
    return "holds"
