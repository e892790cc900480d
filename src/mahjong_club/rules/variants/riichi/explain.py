"""Why patterns that a hand suggests do not count."""

from functools import lru_cache
from typing import Final

from mahjong_club.rules.scoring import PatternWorth, RejectedPattern
from mahjong_club.rules.variants.riichi.yaku import BIT, CLOSED_ONLY, yaku_of

Rejections = tuple[RejectedPattern, ...]
_MOST: Final = 4096
_FOUR, _THREE = BIT["four_concealed_triplets"], BIT["three_concealed_triplets"]


class RejectionTable(dict[tuple[int, int, int], Rejections]):
    """By masks of yaku: those the hand's state rules out, concealed triplets spoilt by a discard, those a yakuman silences.

    Reasons: ``hand_not_concealed``, ``not_in_open_hands``, ``not_played``, ``completed_by_discard``, ``yakuman_alone``.
    """

    def __init__(self, *, concealed: bool) -> None:
        super().__init__()
        self._concealed = concealed

    def __missing__(self, masks: tuple[int, int, int]) -> Rejections:
        if len(self) >= _MOST:
            self.clear()
        lost, spoilt, alone = masks
        out = [RejectedPattern(yaku.id, self._reason(BIT[yaku.id])) for yaku in yaku_of(lost)]
        out += [RejectedPattern(yaku.id, "completed_by_discard") for yaku in yaku_of(spoilt)]
        out += [RejectedPattern(yaku.id, "yakuman_alone") for yaku in yaku_of(alone)]
        answer = self[masks] = tuple(out)
        return answer

    def _reason(self, bit: int) -> str:
        if self._concealed:
            return "not_played"
        return "hand_not_concealed" if bit & CLOSED_ONLY else "not_in_open_hands"


#: For open (0) and concealed (1) hands.
REJECTIONS: Final = (RejectionTable(concealed=False), RejectionTable(concealed=True))


def spoilt_by_discard(hidden: int) -> int:
    """The mask of the yaku lost because a discard completed one of ``hidden`` + 1 concealed triplets."""
    return _FOUR if hidden == 3 else _THREE if hidden == 2 else 0


def rejected_dora(lines: tuple[PatternWorth, ...], reason: str) -> Rejections:
    """Dora lines as rejections: ``needs_a_yaku`` or ``yakuman_alone``."""
    return tuple([_rejected_line(line.id, reason) for line in lines])


@lru_cache(maxsize=16)
def _rejected_line(line: str, reason: str) -> RejectedPattern:
    return RejectedPattern(line, reason)
