"""Which tile an indicator points to: the next of its row, winds and dragons each in a row of their own."""

from typing import Final

from mahjong_club.rules.tiles import EAST, KIND, KINDS, WHITE, Tile


def _next_kind(kind: int) -> int:
    if kind < EAST:
        return kind + 1 if kind % 9 < 8 else kind - 8
    first, length = (EAST, 4) if kind < WHITE else (WHITE, 3)
    return first + (kind - first + 1) % length


#: The dora an indicator points to; a red five counts as a five.
DORA_OF: Final[dict[Tile, Tile]] = {tile: KINDS[_next_kind(kind)] for tile, kind in KIND.items()}
