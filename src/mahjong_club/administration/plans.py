"""What an action would change, said before it is done, and how to do it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from mahjong_club.accounts.problems import Problem

#: Longest text of an announcement.
LONGEST_TEXT: Final = 300


@dataclass(frozen=True, slots=True)
class Change:
    """One line of what changes: ``admin.change.<code>`` of the catalogues, with its parameters."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """An action that is ready to be done with a reason. ``basis`` names what it was worked out from: where that is another by
    the time the admin has made up his mind, he looks again."""

    subject: str
    changes: tuple[Change, ...]
    run: Callable[[str], Awaitable[None]]
    basis: str = ""
    details: dict[str, Any] = field(default_factory=dict)


def clean_text(raw: str) -> str:
    """An announcement on one line. Raises ``bad_text`` unless 1-300 characters remain, one of them visible."""
    text = " ".join("".join(sign if sign.isprintable() or sign == "\u200d" else " " for sign in raw).split())
    if not 1 <= len(text) <= LONGEST_TEXT:
        raise Problem("bad_text", f"a text has 1 to {LONGEST_TEXT} characters", longest=LONGEST_TEXT)
    return text


def day_text(ms: int) -> str:
    """A time as every reader understands it."""
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
