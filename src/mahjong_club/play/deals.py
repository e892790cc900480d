"""Where a deal's wall comes from: the match's secret and what the seats added to it. See docs/fairness.md."""

from collections.abc import Callable

from mahjong_club.play.ports import MatchSetup
from mahjong_club.rules.actions import StartDeal
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.walls import commitment_of, deal_secret, shuffle, wall_seed

#: Gives the next deal of a match.
Dealer = Callable[[MatchSetup, MatchState], StartDeal]


def fair_deal(setup: MatchSetup, state: MatchState) -> StartDeal:
    """The next deal of a match, by the documented shuffle."""
    assert state.rules is not None
    secret = deal_secret(setup.secret, state.number + 1)
    wall = shuffle(state.rules.tiles, wall_seed(secret, setup.entropy))
    return StartDeal(wall, secret, commitment_of(secret))
