"""The tree of error ids of the rules core.

An id is a stable word for machines; the sentence a person reads comes from the i18n catalogue under ``refusal.<id>``.
"""

from typing import Final

#: Ids a seat can be answered with when an action or a win is refused, with the anchor of the rules page that explains it.
REFUSALS: Final[dict[str, str]] = {
    # whose turn, which phase
    "not_your_turn": "flow.turn",
    "already_answered": "flow.answer_once",
    "no_deal_running": "flow.deal",
    "deal_over": "flow.deal",
    "match_over": "flow.match_end",
    "match_paused": "flow.pause",
    # tiles
    "tile_not_held": "flow.discard",
    "not_the_drawn_tile": "flow.discard",
    "swap_forbidden": "claims.swap",
    # claims
    "not_next_seat": "claims.chow",
    "tiles_do_not_fit": "claims.chow",
    "wall_exhausted": "kongs.wall",
    "last_discard": "claims.last_discard",
    "declared_ready": "ready.after",
    "claimed_this_turn": "kongs.after_claim",
    "no_pung_to_add": "kongs.added",
    "four_kongs": "kongs.four",
    "not_four": "kongs.kinds",
    "outranked": "claims.order",
    "too_late": "claims.window",
    "waits_would_change": "ready.concealed_kong",
    # ready
    "not_ready": "ready.declare",
    "already_declared": "ready.declare",
    "hand_not_concealed": "ready.declare",
    "too_few_tiles": "ready.declare",
    "too_few_points": "ready.declare",
    "ready_not_played": "ready.declare",
    # wins
    "not_a_hand": "wins.shape",
    "below_min": "wins.minimum",
    "no_yaku": "wins.minimum",
    "passed_win": "locks.passed_win",
    "furiten": "locks.furiten",
    "furiten_discard": "locks.furiten",
    "furiten_passed": "locks.furiten",
    "furiten_ready": "locks.furiten",
    "invalid_tiles": "wins.shape",
    "no_offer": "wins.flower_hands",
    # abortive draw
    "no_abortive_draw": "draws.abortive",
}


class RulesError(Exception):
    """Root of what the rules core raises; ``code`` is the id."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class IllegalAction(RulesError):
    """An action that the state does not allow; ``code`` is a key of :data:`REFUSALS`."""


class InvalidTiles(RulesError):
    """Tiles that cannot exist: unknown spelling, a fifth copy, a wrong number of tiles."""


class InvalidRequest(RulesError):
    """A scoring request that cannot be read; ``detail`` names the field."""


class UnknownRuleset(RulesError):
    """A ruleset id or an option that does not exist."""


class CorruptState(RulesError):
    """An event that cannot follow the state it is applied to."""
