"""What a table does next without being told, and when: the one place that knows the order of automatic moves.

A claim window of a paced match has a fixed length where two or more people play, whether or not anybody could claim: had it
ended early, or waited for somebody's bank, everybody would know that somebody could. Where one person plays against bots
nobody can learn anything, so the window waits for that person's own clock, and never closes earlier than ``window_ms``.
"""

from math import inf
from typing import Literal, NamedTuple

from mahjong_club.play.clock import Decision, Pacing
from mahjong_club.play.ports import BotStrength, MatchSetup
from mahjong_club.rules.claims import NOBODY, window_options
from mahjong_club.rules.engine import awaits_deal, is_due
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState, Window

Move = Literal["deal", "proceed", "bot", "forced", "timeout"]


class Upcoming(NamedTuple):
    """The next automatic move: when, what, and whose."""

    when: float
    move: Move
    seat: int = -1


_NOW = 0.0
_DEAL = Upcoming(_NOW, "deal")
_PROCEED = Upcoming(_NOW, "proceed")


class Agenda:
    """The timing rules of one match."""

    __slots__ = ("_bots", "bot_ms", "forced_ms", "grace_ms", "pacing", "setup", "shared", "window_ms")

    def __init__(self, setup: MatchSetup, pacing: Pacing) -> None:
        self.pacing = pacing
        paced = setup.window_ms > 0
        self.grace_ms = pacing.grace_ms if paced else 0
        self.bot_ms = pacing.bot_ms if paced else 0
        self.forced_ms = pacing.forced_ms if paced else 0
        self.reseat(setup)

    def reseat(self, setup: MatchSetup) -> None:
        """These people and bots play from now on."""
        self.setup = setup
        self._bots: list[BotStrength | None] = [s.bot or "club" if s.kind == "bot" else None for s in setup.seats]
        #: Whether somebody could learn from the length of a window.
        self.shared = setup.window_ms > 0 and self._bots.count(None) > 1
        #: Length of a claim window, at least; in a shared match, exactly.
        self.window_ms = setup.window_ms * (self.pacing.shared_windows if self.shared else 1)

    def bot_of(self, state: MatchState, seat: int) -> BotStrength | None:
        """The bot that plays the seat now; ``None`` where its person does."""
        return self._bots[seat] or ("club" if state.seats[seat].left == "bot" else None)

    def forced(self, state: MatchState, seat: int) -> bool:
        """Whether the seat has declared and has no choice left: the table plays for it, and asks nobody."""
        return state.phase in ("turn", "claim") and state.seats[seat].ready is not None and len(legal_actions(state, seat)) == 1

    def fixed_window(self, window: Window | None) -> bool:
        """Whether this window has a fixed length. An offer names its seat openly, so there is nothing to hide."""
        return self.shared and window is not None and window.kind != "offer"

    def decision(self, state: MatchState, prompt: int, bank_ms: int, asked_at: float, now: float) -> Decision:
        """The clock of a question to a person; time that the question was open before ``now`` is not charged."""
        if state.phase == "settled":
            return Decision(prompt, now, self.pacing.result_ms, 0)
        if self.fixed_window(state.window):
            return Decision(prompt, asked_at, self.window_ms, 0)
        clock = self.setup.clock
        if clock is None:
            return Decision(prompt, now, None, 0)
        base = clock.base_ms if state.window is None else max(clock.base_ms, self.window_ms)
        return Decision(prompt, now + self.grace_ms, base, bank_ms, charged=True)

    def next(self, state: MatchState, asked: int, asked_at: float, decisions: list[Decision | None]) -> Upcoming | None:
        """The earliest automatic move; ``None`` while nothing but a person's act can move the match."""
        if state.phase == "over" or state.paused or state.rules is None:
            return None
        if state.window is not None:
            return self._in_window(state, state.window, asked, asked_at, decisions)
        if is_due(state):
            return _PROCEED
        if state.phase == "turn":
            return self._in_turn(state, state.turn, asked, asked_at, decisions)
        if state.phase == "settled":
            waiting = [s for s in range(4) if not state.seats[s].continued]
            moves = [
                Upcoming(_NOW, "bot", s)
                if self.bot_of(state, s) is not None
                else Upcoming(_deadline(decisions[s], asked), "timeout", s)
                for s in waiting
            ]
            return _earliest(moves)
        return _DEAL if awaits_deal(state) else None

    def _in_turn(
        self, state: MatchState, seat: int, asked: int, asked_at: float, decisions: list[Decision | None]
    ) -> Upcoming | None:
        if self.bot_of(state, seat) is not None:
            return Upcoming(asked_at + self.bot_ms, "bot", seat)
        if self.forced(state, seat):
            return Upcoming(asked_at + self.forced_ms, "forced", seat)
        when = _deadline(decisions[seat], asked)
        return None if when == inf else Upcoming(when, "timeout", seat)

    def _in_window(
        self, state: MatchState, window: Window, asked: int, asked_at: float, decisions: list[Decision | None]
    ) -> Upcoming | None:
        length = 0 if window.kind == "offer" else self.window_ms
        closes = asked_at + length
        options = window_options(state)
        if options is NOBODY:
            return Upcoming(closes, "proceed") if length else _PROCEED
        moves: list[Upcoming] = []
        for seat in range(4):
            if not options[seat] or window.answers[seat] is not None:
                continue
            if self.bot_of(state, seat) is not None:
                # Neither the discard nor the close waits for a bot's thinking.
                moves.append(Upcoming(asked_at + min(self.bot_ms, length / 2), "bot", seat))
            elif self.forced(state, seat):
                moves.append(Upcoming(asked_at + min(self.forced_ms, length / 2), "forced", seat))
            else:
                moves.append(Upcoming(_deadline(decisions[seat], asked), "timeout", seat))
        if is_due(state):
            moves.append(Upcoming(closes, "proceed"))
        return _earliest(moves)


def _deadline(decision: Decision | None, asked: int) -> float:
    return inf if decision is None or decision.prompt != asked else decision.deadline


def _earliest(moves: list[Upcoming]) -> Upcoming | None:
    if not moves:
        return None
    first = min(moves, key=lambda move: move.when)
    return None if first.when == inf else first
