"""What play hands to storage: rows of the event log, the set-up of a match, and how saving can fail.

Play and storage do not know each other; both speak in these terms, and ``play/ports.py`` names them again.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

SeatKind = Literal["person", "bot"]
BotStrength = Literal["random", "club"]
AwayPolicy = Literal["bot", "pause", "wait"]
Banks = tuple[int, int, int, int]


class PlayError(Exception):
    """Root of what the ports raise."""


class StorageUnavailable(PlayError):
    """The store cannot take the entries now (locked, disk full, stopped); nothing of the call was kept."""


class SequenceTaken(PlayError):
    """Another writer appended to the match: the table's state is stale and has to be loaded again."""


class UnknownMatch(PlayError):
    """No match has this id."""


class Entry(msgspec.Struct, frozen=True):
    """One row of a match's log. A struct, since one is made for every event."""

    #: The entry's own number from 1; a sealed answer carries the number of the last event before it.
    seq: int
    #: Wire name of the event.
    kind: str
    #: JSON of the full event. Secret: never logged, never published.
    payload: bytes
    sealed: bool = False
    #: Whose act it came from, and the id that seat gave the act.
    seat: int | None = None
    act_id: str | None = None
    #: Clock banks of seats 0-3 in milliseconds after the entry.
    banks: Banks | None = None
    #: Wall time, for people who read the log; play never decides by it.
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Who plays a seat: a person, or a bot of some strength."""

    kind: SeatKind
    person_id: str | None = None
    name: str = ""
    bot: BotStrength | None = None


@dataclass(frozen=True, slots=True)
class ClockSetup:
    """Time for a decision in milliseconds: ``base_ms`` anew for each, then ``bank_ms`` for the whole match."""

    base_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True)
class AwaySetup:
    """What happens ``after_ms`` after a seat's last socket closed."""

    policy: AwayPolicy = "bot"
    after_ms: int = 30_000


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """How a match was set up; it never changes while the match runs. ``secret`` is 32 random bytes in hex."""

    id: str
    table_id: str
    ruleset_key: str
    options: dict[str, Any]
    seats: tuple[SeatSetup, SeatSetup, SeatSetup, SeatSetup]
    secret: str
    entropy: tuple[str, str, str, str] = ("", "", "", "")
    clock: ClockSetup | None = None
    away: AwaySetup = field(default_factory=AwaySetup)
    #: How long every claim window stays open; 0 turns all pacing off (bots then act at once, too).
    window_ms: int = 0
    first_dealer: int = 0
    #: The table's code that people type; shown in snapshots.
    code: str = ""
    #: Whether every deal is played by the revision the match began with, also when a newer one is published.
    pinned: bool = False
    #: Whether its one person may take back decisions and ask what the club's bot would do; its result does not count.
    practice: bool = False
