"""Drives a match: applies what an act or the time leads to, and keeps the clocks of the questions that are open."""

import logging
import random
from dataclasses import replace
from typing import Final, Protocol

from mahjong_club.play.agenda import Agenda, Upcoming
from mahjong_club.play.clock import Decision
from mahjong_club.play.deals import Dealer
from mahjong_club.play.lines import prompt_of
from mahjong_club.play.ports import MatchSetup
from mahjong_club.play.writer import Writer
from mahjong_club.rules.actions import PROCEED, Action, TableAction
from mahjong_club.rules.engine import decide
from mahjong_club.rules.events import Event, MatchEnded, MatchPaused, MatchRewound, MatchStopped, Seated, SeatLeft
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.views import view_for

log = logging.getLogger(__name__)

#: Orders after which whatever was asked before is asked anew, or not at all.
_ASKED_ANEW: Final = frozenset((MatchRewound, MatchStopped, Seated))
#: Events of one commit; a longer chain of automatic moves is committed in several.
STEP: Final = 48


class Choose(Protocol):
    """A bot: from its view and its legal actions to one of them."""

    def __call__(self, strength: str, view: MatchState, legal: tuple[Action, ...], seat: int, rng: random.Random, /) -> Action:
        """One of ``legal``."""
        ...


class Driver:
    """The moves of one match. Nothing here is committed or told; that is the table's work."""

    __slots__ = ("_agenda", "_choose", "_deal", "_rng", "_setup", "_writer", "decisions", "exhausted")

    def __init__(
        self, setup: MatchSetup, writer: Writer, agenda: Agenda, *, choose: Choose, deal: Dealer, rng: random.Random
    ) -> None:
        self._setup = setup
        self._writer = writer
        self._agenda = agenda
        self._choose = choose
        self._deal = deal
        self._rng = rng
        #: The running clock of each seat whose person is asked something.
        self.decisions: list[Decision | None] = [None] * 4
        #: Whether the last chain went as far as it could, and not just as far as one commit.
        self.exhausted = False

    def reseat(self, setup: MatchSetup) -> None:
        """Other people play from now on."""
        self._setup = setup

    # --- moves
    def upcoming(self) -> Upcoming | None:
        """The next automatic move."""
        w = self._writer
        return self._agenda.next(w.state, w.asked, w.asked_at, self.decisions)

    def chain(self, now: float) -> None:
        """Apply automatic moves that are due, as many as one commit takes."""
        self.exhausted = False
        while self._writer.pending < STEP:
            upcoming = self.upcoming()
            if upcoming is None or upcoming.when > now:
                self.exhausted = True
                return
            self._move(upcoming, now)

    def act(self, seat: int, action: Action, act_id: str, now: float) -> int:
        """Apply a person's act and what it leads to at once; the number it was done with. Raises :class:`IllegalAction`."""
        events = self._decide(seat, action)
        self.charge(seat, now)
        number = self._writer.apply(events, now, seat=seat, act_id=act_id)
        self.chain(now)
        return number

    def _move(self, upcoming: Upcoming, now: float) -> None:
        writer, seat = self._writer, upcoming.seat
        if upcoming.move == "deal":
            writer.apply(self._decide(None, self._deal(self._setup, writer.state)), now)
        elif upcoming.move == "proceed":
            writer.apply(self._decide(None, PROCEED), now)
        elif upcoming.move == "bot":
            writer.apply(self._decide(seat, self._bot_action(seat)), now, seat=seat)
        elif upcoming.move == "forced":
            writer.apply(self._decide(seat, legal_actions(writer.state, seat)[0]), now, seat=seat)
        else:
            self.charge(seat, now)
            first = legal_actions(writer.state, seat)[0]
            writer.apply(self._decide(seat, first, timed_out=True), now, seat=seat)

    def _decide(self, seat: int | None, action: Action | TableAction, *, timed_out: bool = False) -> tuple[Event, ...]:
        events = decide(self._writer.state, seat, action, timed_out=timed_out)
        if type(events[-1]) is MatchEnded:
            events = (*events[:-1], replace(events[-1], secret=self._setup.secret))
        return events

    def _bot_action(self, seat: int) -> Action:
        state = self._writer.state
        legal = legal_actions(state, seat)
        strength = self._agenda.bot_of(state, seat)
        if len(legal) == 1 or strength is None:
            return legal[0]
        try:
            action = self._choose(strength, view_for(state, seat), legal, seat, self._rng)
        except Exception:
            log.exception("match %s: the %s bot failed", self._setup.id, strength)
            return legal[0]
        if action not in legal:
            log.error("match %s: the %s bot chose an illegal action", self._setup.id, strength)
            return legal[0]
        return action

    def advice(self, seat: int) -> Action | None:
        """What the club's bot would do for the seat now, from the seat's own view; ``None`` where the seat is asked nothing."""
        state = self._writer.state
        legal = legal_actions(state, seat)
        if not legal or state.paused or state.phase not in ("turn", "claim"):
            return None
        return self._choose("club", view_for(state, seat), legal, seat, self._rng)

    # --- clocks and questions
    def charge(self, seat: int, now: float) -> None:
        """Take what a seat's decision has used of its bank."""
        decision = self.decisions[seat]
        if decision is not None and decision.charged:
            self._writer.banks[seat] = decision.bank_at(now)

    def stop_clocks(self, changes: tuple[Event, ...], now: float) -> None:
        """Stop and charge the clocks that a pause, or a bot's taking over, ends; forget those of what is not asked any more."""
        paused = any(type(event) is MatchPaused for event in changes)
        if any(type(event) in _ASKED_ANEW for event in changes):
            self.decisions = [None] * 4
        gone = {event.seat for event in changes if isinstance(event, SeatLeft) and event.policy == "bot"}
        for seat in range(4):
            if paused or seat in gone:
                self.charge(seat, now)
                self.decisions[seat] = None

    def hold_clocks(self, until: float) -> None:
        """Nobody's time runs before then: decisions start again."""
        for decision in self.decisions:
            if decision is not None:
                decision.starts = max(decision.starts, until)

    @property
    def alone(self) -> int | None:
        """The seat whose turn it is, when nobody else can be asked anything."""
        state = self._writer.state
        return state.turn if state.phase == "turn" and state.window is None else None

    def open_questions(self, now: float) -> list[int]:
        """Start the clocks of what people are asked now and stop the others; the seats that are newly asked."""
        writer, agenda, state, fresh = self._writer, self._agenda, self._writer.state, []
        # This is most of what comes here.
        alone = self.alone
        for seat, decision in enumerate(self.decisions):
            asked = not state.paused and alone in (None, seat) and legal_actions(state, seat)
            if not asked or agenda.bot_of(state, seat) is not None or agenda.forced(state, seat):
                self.decisions[seat] = None
            elif decision is None or decision.prompt != writer.asked:
                self.decisions[seat] = agenda.decision(state, writer.asked, writer.banks[seat], writer.asked_at, now)
                fresh.append(seat)
        return fresh

    def prompt(self, seat: int, now: float) -> bytes | None:
        """The frame of a seat's open question."""
        decision, state = self.decisions[seat], self._writer.state
        if decision is None or decision.prompt != self._writer.asked:
            return None
        legal = legal_actions(state, seat)
        return prompt_of(decision, state.seq, legal, now) if legal else None
