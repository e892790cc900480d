"""Where a deal's wall comes from, and which rules it is played by. See docs/fairness.md and docs/saves.md."""

from collections.abc import Callable

from mahjong_club.play.ports import MatchSetup
from mahjong_club.rules.actions import StartDeal
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import upgraded
from mahjong_club.rules.walls import commitment_of, deal_secret, shuffle, wall_seed

#: Gives the next deal of a match.
Dealer = Callable[[MatchSetup, MatchState], StartDeal]


def fair_deal(setup: MatchSetup, state: MatchState) -> StartDeal:
    """The next deal of a match, by the documented shuffle and the newest revision of its ruleset."""
    assert state.rules is not None
    secret = deal_secret(setup.secret, state.number + 1)
    newer = None if setup.pinned else upgraded(state.ruleset, state.options)
    key, options = newer or (None, None)
    rules = state.rules if key is None else state.rules_for(key, options or {})
    wall = shuffle(rules.tiles, wall_seed(secret, setup.entropy))
    return StartDeal(wall, secret, commitment_of(secret), key, options)
