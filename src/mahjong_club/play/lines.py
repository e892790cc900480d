"""Small frames about a table: who sits there, what was agreed, what a seat is asked."""

from collections.abc import Sequence

from mahjong_club.play.clock import Decision
from mahjong_club.play.ports import MatchSetup
from mahjong_club.protocol.frames import (
    Away,
    Person,
    Presence,
    Present,
    PromptClock,
    TableFacts,
    Times,
    encode_frame,
    prompt_frame,
)
from mahjong_club.rules.actions import Action
from mahjong_club.rules.state import MatchState


def people_of(setup: MatchSetup, connected: Sequence[bool]) -> list[Person]:
    """The four seats' people; a bot is always there."""
    return [Person(i, seat.name, seat.kind, seat.kind == "bot" or connected[i], seat.bot) for i, seat in enumerate(setup.seats)]


def presence_of(setup: MatchSetup, connected: Sequence[bool], state: MatchState) -> bytes:
    """A ``presence`` frame."""
    seats = [Present(i, seat.kind == "bot" or connected[i], state.seats[i].left) for i, seat in enumerate(setup.seats)]
    return encode_frame(Presence(seats))


def table_facts(setup: MatchSetup, state: MatchState, window_ms: int) -> TableFacts:
    """What was agreed before the match."""
    clock = None if setup.clock is None else Times(setup.clock.base_ms, setup.clock.bank_ms)
    variant = state.rules.variant if state.rules is not None else setup.ruleset_key.partition("/")[0]
    return TableFacts(setup.code, variant, clock, Away(setup.away.policy, setup.away.after_ms), window_ms, setup.practice)


def prompt_of(decision: Decision, seq: int, legal: tuple[Action, ...], now: float) -> bytes:
    """A ``prompt`` frame with what is left of the clock."""
    clock = None
    if decision.base_ms is not None:
        clock = PromptClock(decision.base_at(now), decision.bank_at(now), max(0, int(decision.starts - now)))
    return prompt_frame(decision.prompt, seq, legal, clock)
