"""Which tiles may not follow a claim where swap-calling is restricted (docs/rules/taiwanese.md#claims.swap)."""

from mahjong_club.rules.tiles import KIND, Tile

_RANKS = 9


def forbidden_after(claimed: Tile, own: tuple[Tile, ...], swap_calling: str) -> frozenset[int]:
    """Kinds that may not be discarded after ``claimed`` was taken with the ``own`` tiles.

    ``same_tile``: the claimed kind. ``both_ends``: also the tile that the own two of a chow would have taken at their other
    end. ``free``: none.
    """
    if swap_calling == "free":
        return frozenset()
    kind = KIND[claimed]
    kinds = sorted(KIND[tile] for tile in own)
    if swap_calling == "same_tile" or len(kinds) != 2 or kinds[1] != kinds[0] + 1:
        return frozenset((kind,))
    other = kinds[1] + 1 if kind < kinds[0] else kinds[0] - 1
    return frozenset((kind, other) if other // _RANKS == kind // _RANKS else (kind,))
