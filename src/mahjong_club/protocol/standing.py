"""What stands of a log. Nothing is ever taken out of one: a rewind says that what came after an earlier event counts no more."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from mahjong_club.protocol.entries import Entry

REWOUND: Final = "match_rewound"
#: Events about people: they stand even where the game they came in was taken back.
_PEOPLE: Final = frozenset(("seat_left", "seat_returned", "match_paused", "match_resumed", "seated"))


class _Back(msgspec.Struct, frozen=True):
    to: int


def counting(entries: Iterable[Entry], number: int | None = None) -> set[int]:
    """Numbers of the game's events that count after the event ``number``, or after the last; rewinds are not among them."""
    last, back = 0, {}
    for entry in entries:
        last = entry.seq
        if entry.kind == REWOUND:
            back[entry.seq] = msgspec.json.decode(entry.payload, type=_Back).to
    if number is not None:
        last = number
    counts: set[int] = set()
    while last > 0:
        if last in back:
            last = back[last]
        else:
            counts.add(last)
            last -= 1
    return counts


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The numbered events that stand in the end, under their numbers: a game without a rewind in it."""
    numbered = [entry for entry in entries if not entry.sealed]
    if not any(entry.kind == REWOUND for entry in numbered):
        return numbered
    counts = counting(numbered)
    return [entry for entry in numbered if entry.seq in counts or entry.kind in _PEOPLE]
