"""Why the club player would do something, in a word and two numbers: how far the hand is from ready after it, and which tiles
would bring it nearer. Worked out from the seat's own view."""

from collections.abc import Sequence
from dataclasses import dataclass

from mahjong_club.bots.club import temperament_of
from mahjong_club.bots.sight import Sight, look
from mahjong_club.protocol.frames import HintReason
from mahjong_club.rules import shapes
from mahjong_club.rules.actions import AbortDeal, Action, Chow, DeclareReady, Discard, Kong, Pass, Pung, Win
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import BONUS_SET, KIND, KINDS, Tile


@dataclass(frozen=True, slots=True)
class Hint:
    """``shanten``: tiles before ready after the action (-1: complete). ``accepts``: tiles that bring the hand nearer, or win,
    with the copies that the seat cannot see."""

    action: Action
    reason: HintReason
    shanten: int | None
    accepts: tuple[tuple[Tile, int], ...]


def explain(view: MatchState, seat: Seat, action: Action) -> Hint:
    """The reasons for an action that the seat may do now."""
    if isinstance(action, Win):
        return Hint(action, "win", -1, ())
    if isinstance(action, AbortDeal):
        return Hint(action, "abort", None, ())
    sight = look(view, seat)
    before = _reach(sight, sight.counts, len(sight.melds))[0]
    counts, melds = _after(sight, action)
    if isinstance(action, Chow | Pung):
        counts = _best_discard(sight, counts, melds)
    away, mask = _reach(sight, counts, melds)
    accepts = tuple((KINDS[kind], sight.left[kind]) for kind in range(34) if mask >> kind & 1 and sight.left[kind])
    return Hint(action, _reason(action, before, away), away, accepts)


def _reason(action: Action, before: int, away: int) -> HintReason:
    if isinstance(action, Kong):
        return "kong"
    if isinstance(action, Pass):
        return "wait"
    if away == 0:
        return "ready"
    if isinstance(action, Chow | Pung):
        return "closer" if away < before else "value"
    return "shape" if away <= before else "value"


def _after(sight: Sight, action: Action) -> tuple[list[int], int]:
    """Own concealed tiles by kind, and the number of melds, after the action."""
    counts, melds = list(sight.counts), len(sight.melds)
    match action:
        case Discard(tile=tile) | DeclareReady(tile=tile):
            if tile not in BONUS_SET:
                counts[KIND[tile]] -= 1
        case Chow(tiles=tiles) | Pung(tiles=tiles):
            for tile in tiles:
                counts[KIND[tile]] -= 1
            melds += 1
        case Kong(form=form, tile=tile):
            counts[KIND[tile]] = 0 if form != "added" else counts[KIND[tile]] - 1
            melds += form != "added"
    return counts, melds


def _best_discard(sight: Sight, counts: list[int], melds: int) -> list[int]:
    """The tiles after the discard that leaves the hand nearest to ready."""
    ways = [[n - (i == kind) for i, n in enumerate(counts)] for kind in range(34) if counts[kind]]
    return min(ways, key=lambda way: _rank(sight, way, melds), default=counts)


def _rank(sight: Sight, counts: Sequence[int], melds: int) -> tuple[int, int]:
    away, mask = _reach(sight, counts, melds)
    return away, -sight.live(mask)


def _reach(sight: Sight, counts: Sequence[int], melds: int) -> tuple[int, int]:
    """Tiles before ready over the forms that this variant knows, and the mask of the kinds that bring it nearer."""
    keys, sets = shapes.keys_of(counts), sight.rules.sets - melds
    forms = {plan.form for plan in temperament_of(sight.rules).plans(sight)}
    found = [(shapes.shanten(keys, sets), shapes.improving(keys, sets))]
    if "pairs" in forms and not melds:
        found.append((shapes.shanten_pairs(keys), shapes.improving_pairs(keys)))
    if "orphans" in forms and not melds:
        found.append((shapes.shanten_orphans(keys), shapes.improving_orphans(keys)))
    away = min(each[0] for each in found)
    mask = 0
    for distance, kinds in found:
        mask |= kinds if distance == away else 0
    return away, mask
