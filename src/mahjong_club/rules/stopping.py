"""How a match ends before its time, by order and not by its rules."""

from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.events import DealEnded, MatchEnded, MatchStopped
from mahjong_club.rules.results import Events, rules_of
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.walls import pack_wall


def stop_match(state: MatchState, by: str, reason: str) -> Events:
    """The facts that end the match now: a running deal pays nobody, deposits on the table go where they go at a normal end.

    Raises :class:`IllegalAction` with ``match_over``.
    """
    if state.phase == "over":
        raise IllegalAction("match_over")
    a, b, c, d = state.scores
    ended = DealEnded(
        scores=(a, b, c, d),
        dealer=state.dealer,
        round_wind=state.round_wind,
        repeat=state.repeat,
        deposits=state.deposits,
        wall=pack_wall(state.wall or ()),
        secret=state.secret,
    )
    running = state.phase in ("opening", "draw", "turn", "claim")
    standings = rules_of(state).standings((a, b, c, d), state.first_dealer, state.deposits)
    return (MatchStopped(by, reason), *((ended,) if running else ()), MatchEnded(standings, state.deposits))
