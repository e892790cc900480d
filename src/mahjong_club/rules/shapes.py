"""Shapes of a concealed hand: distance, waits, improving tiles, readings.

A hand is four suit keys (see `shapes_keys`), and `sets` is the number of sets still to be formed from
the concealed tiles: 4 or 5 less the declared melds. Sets of kinds are bit masks, bit k = kind k. Nothing
here knows declared melds or limits a kind to four copies: a mask may name a kind of which the hand
holds all four, and the caller masks that out.
"""

from collections.abc import Sequence
from typing import Literal

from mahjong_club.rules.shapes_distances import HONOURS, NUMBERED, active_entries
from mahjong_club.rules.shapes_keys import ALL_KINDS, PLACE, POW5, SUIT_OF, counts_of, keys_of
from mahjong_club.rules.shapes_readings import TRIPLET, Reading34, readings_of
from mahjong_club.rules.shapes_suits import (
    BROKEN,
    HONOUR_PRESENCE,
    HONOUR_RAISING,
    HONOUR_STATES,
    MAN_PRESENCE,
    ODD_SHIFT,
    PAIRED,
    PIN_PRESENCE,
    RAISING,
    SINGLES_SHIFT,
    SOU_PRESENCE,
    STATES,
    SUMMED,
    TO_PAIR_SHIFT,
    TO_SETS_SHIFT,
)

__all__ = [
    "ORPHANS",
    "PLACE",
    "POW5",
    "SUIT_OF",
    "TRIPLET",
    "Reading34",
    "counts_of",
    "improving",
    "improving_orphans",
    "improving_pairs",
    "is_complete",
    "keys_of",
    "pairs_waits_distinct",
    "pairs_waits_loose",
    "readings",
    "shanten",
    "shanten_nearest",
    "shanten_orphans",
    "shanten_pairs",
    "waits",
    "waits_before",
    "waits_loose",
    "waits_nearest",
    "waits_orphans",
    "waits_pairs",
]

ORPHANS: int = sum(1 << kind for kind in (0, 8, 9, 17, 18, 26, *range(27, 34)))
"""Mask of the thirteen terminals and honours."""

_NOT_ORPHANS = ALL_KINDS & ~ORPHANS
_RANKS = (1 << 9) - 1


def shanten(keys: Sequence[int], sets: int) -> int:
    """Distance of the standard form: -1 complete, 0 ready. A kind of which four are held may still be hoped for."""
    man, pin, sou, honours = keys
    return NUMBERED[man][NUMBERED[pin]][NUMBERED[sou][HONOURS[honours]]].shanten[sets]


def _presence(keys: Sequence[int]) -> int:
    man, pin, sou, honours = keys
    return MAN_PRESENCE[man] | PIN_PRESENCE[pin] | SOU_PRESENCE[sou] | HONOUR_PRESENCE[honours]


def shanten_pairs(keys: Sequence[int]) -> int:
    """Distance of seven different pairs, for 13 or 14 concealed tiles; four equal tiles are one pair."""
    presence = _presence(keys)
    kinds = (presence & ALL_KINDS).bit_count()
    pairs = kinds - (presence >> SINGLES_SHIFT & ALL_KINDS).bit_count()
    return 6 - pairs if kinds >= 7 else 13 - pairs - kinds


def shanten_orphans(keys: Sequence[int]) -> int:
    """Distance of the thirteen orphans, for 13 or 14 concealed tiles."""
    presence = _presence(keys)
    held = presence & ORPHANS
    return 13 - held.bit_count() - (1 if held & ~(presence >> SINGLES_SHIFT) else 0)


def shanten_nearest(keys: Sequence[int]) -> int:
    """The least of the standard, pairs and orphans distances, for 13 or 14 concealed tiles and no melds."""
    man, pin, sou, honours = keys
    nearest = NUMBERED[man][NUMBERED[pin]][NUMBERED[sou][HONOURS[honours]]].shanten[4]
    presence = MAN_PRESENCE[man] | PIN_PRESENCE[pin] | SOU_PRESENCE[sou] | HONOUR_PRESENCE[honours]
    present = presence & ALL_KINDS
    singles = presence >> SINGLES_SHIFT
    kinds = present.bit_count()
    pairs = (present & ~singles).bit_count()
    distance = 6 - pairs if kinds >= 7 else 13 - pairs - kinds
    if distance < nearest:
        nearest = distance
    present &= ORPHANS
    distance = 13 - present.bit_count()
    if distance <= nearest:
        if present & ~singles:
            distance -= 1
        if distance < nearest:
            nearest = distance
    return nearest


def is_complete(keys: Sequence[int], sets: int) -> bool:
    """Whether the tiles are exactly `sets` sets and a pair."""
    man, pin, sou, honours = keys
    state = STATES[man] + STATES[pin] + STATES[sou] + HONOUR_STATES[honours]
    return state & SUMMED == 3 * sets + 2 + PAIRED


def waits(keys: Sequence[int], sets: int) -> int:
    """Kinds that complete the standard form; 0 unless there are `3 * sets + 1` tiles and they are ready."""
    man, pin, sou, honours = keys
    m, p, s, z = STATES[man], STATES[pin], STATES[sou], HONOUR_STATES[honours]
    state = (m + p + s + z & SUMMED) - 3 * sets - 1
    if state == BROKEN:
        shift = TO_PAIR_SHIFT
    elif state == 2 * PAIRED:
        shift = TO_SETS_SHIFT
    elif state == BROKEN + PAIRED:
        # The suit with the pair keeps it; the broken one becomes sets.
        shift = TO_SETS_SHIFT
        m, p, s, z = (suit if suit & BROKEN else 0 for suit in (m, p, s, z))
    else:
        return 0
    return (m >> shift & _RANKS) | (p >> shift & _RANKS) << 9 | (s >> shift & _RANKS) << 18 | (z >> shift & _RANKS) << 27


def waits_before(keys: Sequence[int], kind: int, pair: int) -> int:
    """:func:`waits` of a complete hand without its tile of ``kind``; ``pair`` is the kind of the pair in any reading of it.

    Suits that neither tile nor pair are in are sets whatever one thinks of, so that they need not be looked at.
    """
    suit, paired = SUIT_OF[kind], SUIT_OF[pair]
    states = HONOUR_STATES if suit == 3 else STATES
    state = states[keys[suit] - PLACE[kind]]
    if suit == paired:
        return (state >> TO_PAIR_SHIFT & _RANKS) << 9 * suit
    mask = (state >> TO_SETS_SHIFT & _RANKS) << 9 * suit
    if state & PAIRED:
        # Either suit may keep its pair, and the other becomes sets.
        states = HONOUR_STATES if paired == 3 else STATES
        mask |= (states[keys[paired]] >> TO_SETS_SHIFT & _RANKS) << 9 * paired
    return mask


def pairs_waits_distinct(keys: Sequence[int]) -> int:
    """Kinds that complete seven different pairs from 13 tiles."""
    presence = _presence(keys)
    present = presence & ALL_KINDS
    singles = presence >> SINGLES_SHIFT & ALL_KINDS
    odd = presence >> ODD_SHIFT
    if present.bit_count() == 7 and singles.bit_count() == 1 and odd == singles and _tiles(keys) == 13:
        return singles
    return 0


def pairs_waits_loose(keys: Sequence[int]) -> int:
    """Kinds that complete seven pairs from 13 tiles where four equal tiles are two pairs."""
    odd = _presence(keys) >> ODD_SHIFT
    return odd if odd.bit_count() == 1 and _tiles(keys) == 13 else 0


def waits_pairs(keys: Sequence[int], reading: Literal["distinct", "loose"] = "distinct") -> int:
    """Kinds that complete seven pairs from 13 tiles, in the named reading of four equal tiles."""
    return pairs_waits_distinct(keys) if reading == "distinct" else pairs_waits_loose(keys)


def waits_orphans(keys: Sequence[int]) -> int:
    """Kinds that complete the thirteen orphans from 13 tiles."""
    present = _presence(keys) & ALL_KINDS
    if present & ~ORPHANS or _tiles(keys) != 13:
        return 0
    missing = ORPHANS & ~present
    if not missing:
        return ORPHANS
    return missing if missing.bit_count() == 1 else 0


def waits_nearest(keys: Sequence[int]) -> int:
    """Kinds that complete the standard form, seven different pairs or the orphans, for 13 tiles and no melds."""
    man, pin, sou, honours = keys
    found = waits(keys, 4)
    presence = MAN_PRESENCE[man] | PIN_PRESENCE[pin] | SOU_PRESENCE[sou] | HONOUR_PRESENCE[honours]
    if (presence >> ODD_SHIFT).bit_count() == 1:
        found |= pairs_waits_distinct(keys)
    elif not presence & _NOT_ORPHANS:
        found |= waits_orphans(keys)
    return found


def waits_loose(keys: Sequence[int]) -> int:
    """Like :func:`waits_nearest`, where four equal tiles are two pairs."""
    man, pin, sou, honours = keys
    found = waits(keys, 4)
    presence = MAN_PRESENCE[man] | PIN_PRESENCE[pin] | SOU_PRESENCE[sou] | HONOUR_PRESENCE[honours]
    odd = presence >> ODD_SHIFT
    if odd.bit_count() == 1:
        if _tiles(keys) == 13:
            found |= odd
    elif not presence & _NOT_ORPHANS:
        found |= waits_orphans(keys)
    return found


def _tiles(keys: Sequence[int]) -> int:
    man, pin, sou, honours = keys
    return (STATES[man] + STATES[pin] + STATES[sou] + HONOUR_STATES[honours]) & (BROKEN - 1)


def improving(keys: Sequence[int], sets: int) -> int:
    """Kinds that lower the standard distance, for `3 * sets + 1` tiles."""
    man, pin, sou, honours = keys
    m, p, s, z = NUMBERED[man], NUMBERED[pin], NUMBERED[sou], HONOURS[honours]
    mp, sz = m[p], s[z]
    return (
        RAISING[man][active_entries(m, p[sz])[sets]]
        | RAISING[pin][active_entries(p, m[sz])[sets]] << 9
        | RAISING[sou][active_entries(s, z[mp])[sets]] << 18
        | HONOUR_RAISING[honours][active_entries(z, s[mp])[sets]] << 27
    )


def improving_pairs(keys: Sequence[int]) -> int:
    """Kinds that lower the distance of seven different pairs."""
    presence = _presence(keys)
    present = presence & ALL_KINDS
    singles = presence >> SINGLES_SHIFT & ALL_KINDS
    return singles if present.bit_count() >= 7 else singles | ALL_KINDS & ~present


def improving_orphans(keys: Sequence[int]) -> int:
    """Kinds that lower the distance of the thirteen orphans."""
    presence = _presence(keys)
    held = presence & ORPHANS
    return ORPHANS & ~held if held & ~(presence >> SINGLES_SHIFT) else ORPHANS


def readings(keys: Sequence[int], sets: int) -> tuple[Reading34, ...]:
    """All different decompositions of complete concealed tiles; empty if they are not complete.

    By pair from kind 0 up; for one pair, sequences are tried before triplets from low to high.
    """
    man, pin, sou, honours = keys
    return readings_of(man, pin, sou, honours, sets)
