"""What a riichi win is worth, or why it is none. Source: ``docs/rules/riichi.md#value``."""

from typing import Final

from mahjong_club.rules.errors import InvalidTiles
from mahjong_club.rules.scoring import FuPart, PatternWorth, Verdict, WinFacts
from mahjong_club.rules.variants.riichi import packing
from mahjong_club.rules.variants.riichi.candidates import Candidate, CandidateFinder
from mahjong_club.rules.variants.riichi.dora import MOST_INDICATORS, count_dora
from mahjong_club.rules.variants.riichi.explain import REJECTIONS, Rejections, rejected_dora
from mahjong_club.rules.variants.riichi.fu import PLAIN_PARTS, SEVEN_PAIRS_PARTS, WAIT_FU, parts_of
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.payments import (
    YAKUMAN_AMOUNTS,
    Amounts,
    AmountsTable,
    liability,
    settle,
    settle_liable,
)
from mahjong_club.rules.variants.riichi.shown import shown_groups
from mahjong_club.rules.variants.riichi.yaku import (
    BIT,
    CLOSED_ONLY,
    DORA_LINES,
    HAN_OF_A_YAKUMAN,
    ORDINARY_MASK,
    WORTH,
    YAKUMAN,
    YakumanTable,
)

_INVALID: Final = Verdict(wins=False, reason="invalid_tiles")
_NO_HAND: Final = Verdict(wins=False, reason="not_a_hand")
_DORA, _RED, _URA = (DORA_LINES[name] for name in ("dora", "red_dora", "ura_dora"))
_WON, _REFUSED = True, False
_NOTHING: Final = (0, 0, 0, 0)
#: A verdict from all its fields at once: a third of the time of the constructor.
_made: Final = tuple.__new__
Lines = tuple[PatternWorth, ...]


class Judge:
    """The judge of one table's options, with its tables."""

    def __init__(self, options: RiichiOptions) -> None:
        self.options = options
        self._amounts = AmountsTable(options)
        self._yakuman_of = YakumanTable(combined=options.combined_yakuman, double=options.double_yakuman)
        finder = CandidateFinder(options)
        self._find, self._pair_fu = finder.find, finder.pair_fu
        closed = -1 if options.ippatsu else ~BIT["ippatsu"]
        opened = closed & ~CLOSED_ONLY
        self._allowed = (opened if options.open_all_simples else opened & ~BIT["all_simples"], closed)
        self._reds_limit = packing.reds_limit(options.red_fives)

    def _melds(self, facts: WinFacts) -> tuple[int, int, tuple[FuPart, ...], int]:
        """Summed contributions and addends of the melds, their fu parts, and 1 if the hand is concealed (else 0)."""
        total = packed = 0
        parts: tuple[FuPart, ...] = ()
        concealed = 1
        for meld in facts.melds:
            contribution, addend, fu_parts, _, kept = packing.meld_entry(meld)
            total += contribution
            packed += addend
            parts += fu_parts
            concealed &= kept
        return total, packed, parts, concealed

    def _check(self, facts: WinFacts, packed: int) -> None:
        """Raise for tiles that one set cannot hold; ``packed`` are all tiles of the winner."""
        if facts.bonus or len(facts.hand) + 3 * len(facts.melds) != 13:
            raise InvalidTiles("invalid_tiles", "wrong number of tiles")
        if (packed & packing.COUNTS_MASK) + packing.FOUR_COPIES & packing.EXCESS:
            raise InvalidTiles("invalid_tiles", "more than four copies")
        reds = packed >> packing.REDS_SHIFT
        if reds and (reds + self._reds_limit) & packing.REDS_EXCESS:
            raise InvalidTiles("invalid_tiles", "too many red fives")

    def verdict(self, facts: WinFacts) -> Verdict:
        """See :func:`judge`."""
        try:
            hand = whole = sum(map(packing.addend, facts.hand), packing.ADDEND[facts.tile or ""])
            if facts.melds:
                melded, addend, parts, concealed = self._melds(facts)
                whole += addend
            else:
                melded, parts, concealed = 0, (), 1
            self._check(facts, whole)
            lines, bonus = self._bonus(facts, whole)
        except (InvalidTiles, KeyError):
            return _INVALID
        found = self._find(facts, hand, melded, concealed)
        if not found:
            return _NO_HAND
        best = found[0] if len(found) == 1 else self._best(found, facts, bonus, concealed)
        mask = best[0] & self._allowed[concealed]
        if mask >= YAKUMAN:
            return self._yakuman(mask, best, facts, lines, hand)
        if not mask:
            return self._nothing(best, facts, lines, hand, concealed)
        return self._ordinary(mask, best, facts, lines, bonus, hand, concealed, parts)

    def _bonus(self, facts: WinFacts, packed: int) -> tuple[Lines, int]:
        """The dora lines and their sum; KeyError or :class:`InvalidTiles` for indicators no wall has."""
        if len(facts.dora) > MOST_INDICATORS or len(facts.ura) > MOST_INDICATORS:
            raise InvalidTiles("invalid_tiles", "too many indicators")
        bonus = count_dora(facts.dora, packed) if facts.dora else 0
        lines: Lines = (_DORA[bonus],) if bonus else ()
        reds = packed >> packing.REDS_SHIFT
        if reds:
            reds = (reds & 31) + (reds >> 5 & 31) + (reds >> 10)
            lines += (_RED[reds],)
            bonus += reds
        if facts.ura and facts.ready and self.options.ura_dora:
            ura = count_dora(facts.ura, packed)
            if ura:
                lines += (_URA[ura],)
                bonus += ura
        return lines, bonus

    # -- which reading counts ------------------------------------------------------------------------------------------

    def _best(self, found: list[Candidate], facts: WinFacts, bonus: int, concealed: int) -> Candidate:
        """The reading with the most points; between equals a yakuman, then more han, then more fu, then the earlier."""
        allowed = self._allowed[concealed]
        dealer, self_draw = facts.winner == facts.dealer, facts.by == "self_draw"
        best, best_rank = found[0], (-1, 0, 0, 0)
        for candidate in found:
            mask, fu = candidate[0] & allowed, candidate[1]
            stars = han = points = 0
            if mask:
                amounts: Amounts
                if mask >= YAKUMAN:
                    stars = self._yakuman_of[mask & ~ORDINARY_MASK][0]
                    amounts = YAKUMAN_AMOUNTS[stars]
                else:
                    han = WORTH[concealed][mask][0] + bonus
                    amounts = self._amounts[han << 8 | fu]
                points = amounts.total(dealer=dealer, self_draw=self_draw)
            rank = (points, 1, 0, 0) if stars else (points, 0, han, fu)
            # Han and fu do not tell yakuman apart: of equal ones the last is taken.
            if rank > best_rank or (stars and rank == best_rank):
                best, best_rank = candidate, rank
        return best

    # -- the answer ----------------------------------------------------------------------------------------------------

    def _ordinary(
        self,
        mask: int,
        best: Candidate,
        facts: WinFacts,
        lines: Lines,
        bonus: int,
        packed: int,
        concealed: int,
        parts: tuple[FuPart, ...],
    ) -> Verdict:
        suggested, fu, raw, wait, pair, opened, spoilt, divided = best
        han, patterns = WORTH[concealed][mask]
        han += bonus
        amounts = self._amounts[han << 8 | fu]
        if pair < 0:
            parts = SEVEN_PAIRS_PARTS
        else:
            pair_fu = self._pair_fu[4 * facts.round_wind + (facts.winner - facts.dealer & 3)][pair]
            state = concealed + 2 if facts.by == "self_draw" else concealed
            if raw == 20 + pair_fu + WAIT_FU[wait]:
                parts = PLAIN_PARTS[pair_fu][wait][state]
            else:
                m, p, s, z = divided
                parts = parts_of(pair_fu, wait, m.parts + p.parts + s.parts + z.parts + parts, opened, raw, state)
        lost = suggested & ~mask
        rejected = REJECTIONS[concealed][lost, spoilt, 0] if lost or spoilt else ()
        shown = shown_groups(pair, divided, facts, packed)
        if lines:
            patterns += lines
        if _locked(facts):
            return Verdict(_REFUSED, "furiten", patterns, han, amounts.limits, _NOTHING, rejected, shown, fu, parts)
        deltas = settle(amounts, facts)
        return _made(Verdict, (_WON, None, patterns, han, amounts.limits, deltas, rejected, shown, fu, parts, 0, (), ()))

    def _nothing(self, best: Candidate, facts: WinFacts, lines: Lines, packed: int, concealed: int) -> Verdict:
        suggested, _, _, _, pair, _, spoilt, divided = best
        rejected = REJECTIONS[concealed][suggested, spoilt, 0] if suggested or spoilt else ()
        if lines:
            rejected += rejected_dora(lines, "needs_a_yaku")
        reason = "furiten" if _locked(facts) else "no_yaku"
        return Verdict(_REFUSED, reason, rejected=rejected, blocks=shown_groups(pair, divided, facts, packed))

    def _yakuman(self, mask: int, best: Candidate, facts: WinFacts, lines: Lines, packed: int) -> Verdict:
        stars, patterns = self._yakuman_of[mask & ~ORDINARY_MASK]
        liable = liability(facts.melds) if self.options.liability else None
        share = sum(line.worth for line in patterns if liable and line.id == liable[0]) // HAN_OF_A_YAKUMAN
        locked = _locked(facts)
        if locked:
            deltas = _NOTHING
        elif liable and share:
            deltas = settle_liable(stars, share, liable[1], facts)
        else:
            deltas = settle(YAKUMAN_AMOUNTS[stars], facts)
        silenced: Rejections = REJECTIONS[1][0, 0, mask & ORDINARY_MASK]
        shown = shown_groups(best[4], best[7], facts, packed)
        return Verdict(
            not locked,
            "furiten" if locked else None,
            patterns,
            HAN_OF_A_YAKUMAN * stars,
            YAKUMAN_AMOUNTS[stars].limits,
            deltas,
            silenced + rejected_dora(lines, "yakuman_alone") if lines else silenced,
            shown,
            yakuman=stars,
            liable=(liable,) if liable and share else (),
        )


def _locked(facts: WinFacts) -> bool:
    """One passed or discarded wait locks every discard."""
    return (facts.locked_all or facts.locked != ()) and facts.by != "self_draw"


_JUDGES: Final[dict[int, Judge]] = {}
_MOST_JUDGES: Final = 64


def judge_for(options: RiichiOptions) -> Judge:
    """The judge of these options; kept, since its tables are worth keeping."""
    known = _JUDGES.get(id(options))
    if known is None or known.options is not options:
        if len(_JUDGES) >= _MOST_JUDGES:
            _JUDGES.clear()
        known = _JUDGES[id(options)] = Judge(options)
    return known


def judge(facts: WinFacts, options: RiichiOptions) -> Verdict:
    """The verdict on a claimed win.

    ``facts.repeat`` are the counters (honba) and ``facts.deposits`` the sticks that this winner takes; liability is read
    from the melds and ``facts.liable`` is not used. A refused win names ``invalid_tiles``, ``not_a_hand``, ``furiten`` or
    ``no_yaku``, in this order. Yakuman are worth 13 han each and have no fu.
    """
    return judge_for(options).verdict(facts)
