"""Who pays whom, and who is liable for a limit hand he fed."""

from functools import lru_cache
from typing import Final

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.seats import SEATS, Seat
from mahjong_club.rules.tiles import KIND, WHITE, Tile
from mahjong_club.rules.variants.hong_kong.options import HongKongOptions

Deltas = tuple[int, int, int, int]
#: What a self-draw brings, in shares; also what a liable seat or a lone payer owes.
SELF_DRAW_SHARES: Final = 6
DISCARD_SHARES: Final = 4

_LIABLE_SETS: Final = (("big_three_dragons", range(WHITE, WHITE + 3), 3), ("big_four_winds", range(27, 31), 4))


@lru_cache(maxsize=4096)
def split(share: int, winner: Seat, feeder: Seat | None, liable: Seat | None, alone: int = 0) -> Deltas:
    """Signed points of the four seats.

    ``feeder`` discarded or was robbed, ``None`` for a self-draw. ``alone`` shares are paid by the feeder only (0: no lone
    payer); ``liable`` pays for the others.
    """
    paid = [0, 0, 0, 0]
    if alone and feeder is not None and liable is None:
        paid[feeder] = alone
    elif feeder is None:
        for seat in SEATS:
            paid[seat] = 2 if liable is None else SELF_DRAW_SHARES * (seat == liable)
    elif liable is None:
        paid = [1, 1, 1, 1]
        paid[feeder] = 2
    else:
        paid[feeder] += DISCARD_SHARES // 2
        paid[liable] += DISCARD_SHARES // 2
    paid[winner] = 0
    points = [-shares * share for shares in paid]
    points[winner] = -sum(points)
    return points[0], points[1], points[2], points[3]


def liabilities(melds: tuple[Meld, ...], options: HongKongOptions) -> tuple[tuple[str, Seat], ...]:
    """Pairs (limit hand, seat that fed its last public set), from melds in the order they were laid down.

    An added kong stands where its pung stood and keeps the pung's feeder, so it neither makes nor lifts a liability.
    """
    found: list[tuple[str, Seat]] = []
    for name, kinds, needed in _LIABLE_SETS:
        public = 0
        for meld in melds:
            if meld.kind == "chow" or KIND[meld.tiles[0]] not in kinds:
                continue
            if meld.form == "concealed":
                public += options.concealed_kong_is_public
                continue
            public += 1
            if public == needed and meld.from_seat is not None:
                found.append((name, meld.from_seat))
    return tuple(found)


def fed_by_winning_tile(
    melds: tuple[Meld, ...], tile: Tile, feeder: Seat, limits: tuple[str, ...], options: HongKongOptions
) -> tuple[tuple[str, Seat], ...]:
    """Liability of a discarder whose tile itself completes the last set of a limit hand, where the club has chosen that."""
    for name, kinds, needed in _LIABLE_SETS:
        if name not in limits or KIND[tile] not in kinds:
            continue
        laid = sum(
            meld.kind != "chow"
            and KIND[meld.tiles[0]] in kinds
            and (meld.form != "concealed" or options.concealed_kong_is_public)
            for meld in melds
        )
        if laid == needed - 1:
            return ((name, feeder),)
    return ()
