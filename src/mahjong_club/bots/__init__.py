"""Built-in players: pure functions from what one seat sees to one of its legal actions.

``choose`` is given a *view* (``rules.views.view_for``) and never the whole state, so a bot knows exactly what a person at that
seat knows. A strength is a player; what a variant adds to the club player is a :class:`~mahjong_club.bots.plans.Temperament`
in a file of its own.
"""

import random
from typing import Final

from mahjong_club.bots.club import choose_club
from mahjong_club.rules.actions import Action
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState

__all__ = ["STRENGTHS", "choose"]

STRENGTHS: Final[tuple[str, ...]] = ("random", "club")


def choose(strength: str, view: MatchState, legal: tuple[Action, ...], seat: Seat, rng: random.Random) -> Action:
    """One of ``legal`` for ``seat``. ``random``: any of them. ``club``: towards a ready hand that is worth enough to win.

    Raises :class:`ValueError` for an unknown strength or an empty list.
    """
    if not legal:
        raise ValueError("nothing to choose from")
    if strength == "random":
        return legal[rng.randrange(len(legal))]
    if strength == "club":
        return legal[0] if len(legal) == 1 else choose_club(view, legal, seat)
    raise ValueError(f"unknown strength {strength!r}")
