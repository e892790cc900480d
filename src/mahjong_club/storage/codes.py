"""Small values as the text the database holds."""

import json
from typing import get_args

from mahjong_club.protocol.entries import AwaySetup, BotStrength, ClockSetup


def clock_json(clock: ClockSetup | None) -> str | None:
    """A clock as text; ``None`` plays without one."""
    return None if clock is None else json.dumps({"base_ms": clock.base_ms, "bank_ms": clock.bank_ms})


def clock_of(text: str | None) -> ClockSetup | None:
    """The clock of :func:`clock_json`."""
    return None if text is None else ClockSetup(**json.loads(text))


def away_json(away: AwaySetup) -> str:
    """The policy for a seat whose person is away, as text."""
    return json.dumps({"policy": away.policy, "after_ms": away.after_ms})


def away_of(text: str) -> AwaySetup:
    """The policy of :func:`away_json`."""
    return AwaySetup(**json.loads(text))


def bot_of(text: str | None) -> BotStrength | None:
    """A stored bot's strength."""
    found: BotStrength
    for found in get_args(BotStrength):
        if found == text:
            return found
    return None
