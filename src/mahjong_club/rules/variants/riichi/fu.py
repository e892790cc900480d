"""Fu of a hand, part by part. Source: ``docs/rules/riichi.md#fu``."""

from typing import Final

from mahjong_club.rules.scoring import FuPart
from mahjong_club.rules.variants.riichi.contributions import triplet_fu

BASE: Final = 20
SEVEN_PAIRS: Final = 25
OPEN_MINIMUM: Final = 30
#: No hand has more fu before it is won: base, pair, wait and four kongs of honours.
_MOST: Final = 20 + 4 + 2 + 4 * 32

#: How the winning tile waited, beside the ways it can sit in a block: as the second tile of the pair.
PAIR_WAIT: Final = 4
#: Fu of a wait, by how the tile waited.
WAIT_FU: Final = (0, 0, 2, 0, 2)

Parts = tuple[FuPart, ...]
SEVEN_PAIRS_PARTS: Final[Parts] = (FuPart("seven_pairs", SEVEN_PAIRS),)
#: By fu of the pair and by how the tile waited: base, pair and wait.
_BASE_PARTS: Final[tuple[Parts, ...]] = tuple((FuPart("base", BASE),) + ((FuPart("pair", fu),) if fu else ()) for fu in range(5))
_WAIT_PARTS: Final[tuple[Parts, ...]] = tuple((FuPart("wait", fu),) if fu else () for fu in WAIT_FU)


def _set_part(kind: int, *, concealed: bool, kong: bool) -> FuPart:
    name = ("concealed_" if concealed else "open_") + ("kong" if kong else "triplet")
    return FuPart(name, triplet_fu(kind, concealed=concealed, kong=kong))


CONCEALED_TRIPLETS: Final = tuple(_set_part(kind, concealed=True, kong=False) for kind in range(34))
OPEN_TRIPLETS: Final = tuple(_set_part(kind, concealed=False, kong=False) for kind in range(34))
_CONCEALED_KONGS: Final = tuple(_set_part(kind, concealed=True, kong=True) for kind in range(34))
_OPEN_KONGS: Final = tuple(_set_part(kind, concealed=False, kong=True) for kind in range(34))


def _win_parts(raw: int, *, concealed: bool, self_draw: bool) -> Parts:
    plain = raw == BASE
    parts: list[FuPart] = []
    if self_draw:
        if not (plain and concealed):
            parts.append(FuPart("self_draw", 2))
    elif concealed:
        parts.append(FuPart("concealed_discard", 10))
    elif plain:
        parts.append(FuPart("open_minimum", OPEN_MINIMUM - BASE))
    missing = -(raw + sum(part.fu for part in parts)) % 10
    return (*parts, FuPart("rounding", missing)) if missing else tuple(parts)


#: ``WIN_PARTS[concealed + 2 * self_draw][raw]``: what the way of winning and the rounding up to tens add to base, pair, wait
#: and sets.
WIN_PARTS: Final[tuple[tuple[Parts, ...], ...]] = tuple(
    tuple(_win_parts(raw, concealed=bool(state & 1), self_draw=bool(state & 2)) for raw in range(_MOST + 1)) for state in range(4)
)
#: The fu that count for points, in the same way.
TOTAL: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(raw + sum(part.fu for part in parts) for raw, parts in enumerate(row)) for row in WIN_PARTS
)


def meld_part(kind: int, *, concealed: bool, kong: bool) -> FuPart:
    """The part of a melded triplet or kong."""
    if not kong:
        return OPEN_TRIPLETS[kind]
    return (_CONCEALED_KONGS if concealed else _OPEN_KONGS)[kind]


#: Parts of a hand whose sets have no fu: ``[pair fu][how the tile waited][state]``.
PLAIN_PARTS: Final[tuple[tuple[tuple[Parts, ...], ...], ...]] = tuple(
    tuple(
        tuple(_BASE_PARTS[fu] + _WAIT_PARTS[wait] + row[BASE + fu + WAIT_FU[wait]] for row in WIN_PARTS)
        for wait in range(len(WAIT_FU))
    )
    for fu in range(5)
)


def parts_of(pair_fu: int, wait: int, sets: Parts, opened: int, raw: int, state: int) -> Parts:
    """All parts of a standard hand whose sets have fu, adding up to its fu.

    ``sets`` counts concealed triplets as concealed; ``opened`` is the kind of the one that a discard completed, or -1.
    ``raw`` and ``state`` index :data:`WIN_PARTS`.
    """
    if opened >= 0:
        at = sets.index(CONCEALED_TRIPLETS[opened])
        sets = (*sets[:at], OPEN_TRIPLETS[opened], *sets[at + 1 :])
    return _BASE_PARTS[pair_fu] + _WAIT_PARTS[wait] + sets + WIN_PARTS[state][raw]
