"""What a riichi seat may do with its tiles. Source: ``docs/rules/riichi.md#play``.

Pure functions of tiles; whose turn it is and what the wall holds is the flow's business. ``hand`` always contains the drawn
tile. Lists are in the order of the hand, red fives first; the drawn tile as such comes last.
"""

from collections.abc import Sequence
from itertools import compress
from typing import Final

from mahjong_club.rules import shapes
from mahjong_club.rules.actions import Kong
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.tiles import KIND, KINDS, Tile
from mahjong_club.rules.variants.riichi.contributions import WAIT
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.waits import distance, keys_without, wait_mask, waits_after

#: A discard: the tile, and whether it is the drawn one.
DiscardChoice = tuple[Tile, bool]

READY_STICK: Final = 1000
MOST_KONGS: Final = 4
_ALL_KINDS: Final = range(34)
_PLAIN: Final[tuple[DiscardChoice, ...]] = tuple((tile, False) for tile in KINDS)
_YAOCHU: Final = (0, 8, 9, 17, 18, 26, *range(27, 34))
_RED_OF: Final = {4: (0, "0m"), 13: (1, "0p"), 22: (2, "0s")}
#: Suit keys of nine gates with their fourteenth tile.
_NINE_GATES: Final = frozenset(
    3 * shapes.POW5[0] + sum(shapes.POW5[1:8]) + 3 * shapes.POW5[8] + shapes.POW5[rank] for rank in range(9)
)
#: Number suits only: the two own kinds of a chow relative to the claimed one, the claimed tile high, middle, low.
_CHOWS: Final = ((-2, -1), (-1, 1), (1, 2))


def swap_ban(meld: Meld, options: RiichiOptions) -> int:
    """Mask of the kinds that may not be discarded right after claiming ``meld``: its kind and the other end of the run."""
    if options.swap_calling == "allowed" or meld.kind == "kong":
        return 0
    return _ban(KIND[meld.tiles[-1]], meld.base if meld.kind == "chow" else -1, options)


def _ban(claimed: int, lowest: int, options: RiichiOptions) -> int:
    """``lowest``: lowest kind of the run, or -1 for a pung."""
    mask = 1 << claimed
    if options.swap_calling == "forbidden" and lowest >= 0:
        if claimed == lowest and claimed % 9 < 6:
            mask |= 1 << (claimed + 3)
        elif claimed == lowest + 2 and claimed % 9 > 2:
            mask |= 1 << (claimed - 3)
    return mask


def discards(hand: Hand, drawn: Tile | None, *, ready: bool, banned: int = 0) -> tuple[DiscardChoice, ...]:
    """Allowed discards. ``drawn`` is ``None`` right after a claim, whose :func:`swap_ban` is ``banned``.

    A plain five counts as held in the hand beside a red one even where it is the drawn tile itself.
    """
    if ready and drawn is not None:
        return ((drawn, True),)
    drawn_kind = -1 if drawn is None else KIND[drawn]
    out: list[DiscardChoice] = []
    counts = hand.counts
    for kind in compress(_ALL_KINDS, counts):
        if kind == drawn_kind and counts[kind] == 1:
            continue
        if banned and banned >> kind & 1:
            continue
        red = _RED_OF.get(kind)
        if red is None:
            out.append(_PLAIN[kind])
            continue
        reds = hand.reds[red[0]]
        if reds and (reds > 1 or drawn != red[1]):
            out.append((red[1], False))
        if counts[kind] > reds:
            out.append(_PLAIN[kind])
    if drawn is not None:
        out.append((drawn, True))
    return tuple(out)


# ------------------------------------------------------------------------------------------------------------------ claims


def may_chow(hand: Hand, melds: int, own: tuple[Tile, ...], claimed: Tile, options: RiichiOptions) -> bool:
    """Whether a discard would be left after the chow; the tiles themselves fit."""
    if options.swap_calling == "allowed":
        return True
    kind = KIND[claimed]
    banned = _ban(kind, min(kind, KIND[own[0]], KIND[own[1]]), options)
    left = 11 - 3 * melds
    # A kind has four copies at most, and two kinds are banned at most.
    return left > 8 or sum(count for k, count in enumerate(hand.counts) if banned >> k & 1) < left


def chows(hand: Hand, melds: int, tile: Tile, options: RiichiOptions) -> tuple[tuple[Tile, Tile], ...]:
    """Own tiles of every chow of a claimed tile: the claimed one high, middle, low; with a red five first."""
    kind = KIND[tile]
    if kind >= 27:
        return ()
    out: list[tuple[Tile, Tile]] = []
    for low, high in _CHOWS:
        if kind % 9 + low < 0 or kind % 9 + high > 8:
            continue
        for first in hand.own_copies(kind + low, 1):
            for second in hand.own_copies(kind + high, 1):
                own = (first[0], second[0])
                if may_chow(hand, melds, own, tile, options):
                    out.append(own)
    return tuple(out)


def pungs(hand: Hand, tile: Tile) -> tuple[tuple[Tile, ...], ...]:
    """Own tiles of every pung of a claimed tile: with more red fives first."""
    return hand.own_copies(KIND[tile], 2)


def exposed_kong(hand: Hand, tile: Tile) -> tuple[Tile, ...] | None:
    """The three own tiles of an exposed kong of a claimed tile."""
    kind = KIND[tile]
    return hand.own_copies(kind, 3)[0] if hand.counts[kind] == 3 else None


# ------------------------------------------------------------------------------------------------------------------- kongs


def own_kongs(hand: Hand, drawn: Tile | None, melds: Sequence[Meld], options: RiichiOptions, *, ready: bool) -> tuple[Kong, ...]:
    """Kongs of the own turn by kind; none right after a claim. The wall and the kongs of others are not looked at."""
    if drawn is None:
        return ()
    added = {KIND[meld.tiles[0]] for meld in melds if meld.kind == "pung"}
    out: list[Kong] = []
    for kind, count in enumerate(hand.counts):
        if count == 4:
            if not ready or may_kong_when_ready(hand, drawn, len(melds), kind, options):
                out.append(Kong("concealed", KINDS[kind]))
        elif count and kind in added and not ready:
            out.append(Kong("added", hand.own_copies(kind, 1)[0][0]))
    return tuple(out)


def may_kong_when_ready(hand: Hand, drawn: Tile, melds: int, kind: int, options: RiichiOptions) -> bool:
    """Whether a ready seat may lay down the four copies of a kind: only of the drawn one, and without losing waits.

    ``same_shape`` also refuses what takes away a way to read the finished hand.
    """
    if options.kong_after_ready == "never" or KIND[drawn] != kind:
        return False
    before, after = keys_without(hand, kind), keys_without(hand, kind, 4)
    waits_before, waits_now = wait_mask(before, melds), wait_mask(after, melds + 1)
    if not waits_now or waits_before.bit_count() > waits_now.bit_count():
        return False
    if options.kong_after_ready == "same_shape":
        return _ways(before, waits_before, melds) <= _ways(after, waits_now, melds + 1)
    return True


def _ways(keys: Sequence[int], waits: int, melds: int) -> int:
    """In how many ways the waits finish the hand: readings with each place of the winning tile, and nine gates."""
    ways = 0
    for kind in range(34):
        if waits >> kind & 1:
            full = list(keys)
            full[shapes.SUIT_OF[kind]] += shapes.PLACE[kind]
            for pair, blocks in shapes.readings(full, 4 - melds):
                ways += (pair == kind) + len({code for code in blocks if WAIT[kind][code]})
            # A suit holds all fourteen of them or none.
            ways += any(key in _NINE_GATES for key in full[:3])
    return ways


# ------------------------------------------------------------------------------------------------------------------- ready


def ready_discards(hand: Hand, drawn: Tile | None, melds: Sequence[Meld]) -> tuple[DiscardChoice, ...]:
    """Discards that leave a concealed hand ready. Points, wall and an earlier declaration are not looked at."""
    if drawn is None or any(meld.form != "concealed" for meld in melds):
        return ()
    sets = len(melds)
    if distance(hand.keys, sets) > 0:
        return ()
    ready: dict[int, int] = {}
    for kind, count in enumerate(hand.counts):
        if count:
            ready[kind] = waits_after(hand, kind, sets)
    return tuple(choice for choice in discards(hand, drawn, ready=False) if ready[KIND[choice[0]]])


def refused_ready(*, declared: bool, concealed: bool, live_left: int, score: int, options: RiichiOptions) -> str | None:
    """Why riichi is out of the question whatever the tiles, or ``None``."""
    if declared:
        return "already_declared"
    if not concealed:
        return "hand_not_concealed"
    if live_left < options.ready_needs_tiles:
        return "too_few_tiles"
    if score < READY_STICK and options.below_zero_ends:
        return "too_few_points"
    return None


def nine_terminals(hand: Hand) -> bool:
    """Whether the hand holds nine kinds of terminals and honours."""
    return len([kind for kind in _YAOCHU if hand.counts[kind]]) >= 9
