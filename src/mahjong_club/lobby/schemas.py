"""Bodies of requests and answers about tables and matches."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, field_validator, model_validator

from mahjong_club.accounts.schemas import Strict
from mahjong_club.lobby.choices import DEFAULT_AWAY, DEFAULT_CLOCK

Place = Annotated[int, Field(ge=0, le=3, strict=True)]
Bot = Literal["random", "club"]
Preset = Literal["none", "relaxed", "normal", "fast"]
LONGEST_ENTROPY = 64


class Clock(Strict):
    """Time for a decision, in milliseconds."""

    base_ms: Annotated[int, Field(ge=1_000, le=600_000)]
    bank_ms: Annotated[int, Field(ge=0, le=3_600_000)] = 0


class Away(Strict):
    """What happens when a seat's person is gone for ``after_ms``: a bot plays, the match pauses, or the table waits."""

    policy: Literal["bot", "pause", "wait"] = DEFAULT_AWAY.policy
    after_ms: Annotated[int, Field(ge=0, le=600_000)] = DEFAULT_AWAY.after_ms


class CreateTable(Strict):
    """A new table. ``clock``: a preset's name, own times, or null for none. ``window_ms`` null takes the club's default."""

    ruleset: Annotated[str, Field(max_length=60)] = "hong_kong"
    options: Annotated[dict[str, Any], Field(max_length=100)] = Field(default_factory=dict)
    clock: Preset | Clock | None = DEFAULT_CLOCK
    away: Away = Away()
    window_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    listed: bool = True
    seating: Literal["chosen", "drawn"] = "chosen"
    bots: Annotated[int, Field(ge=0, le=3, description="how many places club bots take at once")] = 0
    bot: Bot = "club"
    place: Annotated[Place | None, Field(description="the host's own place; null: the host does not sit down")] = 0
    pinned: Annotated[bool, Field(description="keep the revision of the rules, also when a newer one is published")] = False
    practice: Annotated[bool, Field(description="one person against bots, with undo and hints; its results do not count")] = False


class Quickstart(Strict):
    """Play at once against three club bots."""

    variant: Annotated[str, Field(max_length=60)] = "hong_kong"
    options: Annotated[dict[str, Any], Field(max_length=100)] = Field(default_factory=dict)
    clock: Preset | Clock | None = "none"
    bot: Bot = "club"
    window_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    practice: Annotated[bool, Field(description="with undo and hints; the result does not count")] = False


class TakeSeat(Strict):
    """Which place; null takes the first free one."""

    place: Place | None = None


class Entropy(Strict):
    """Any text, mixed into every wall of the match."""

    entropy: Annotated[str, Field(max_length=LONGEST_ENTROPY)] = ""

    @field_validator("entropy")
    @classmethod
    def encodable(cls, text: str) -> str:
        """A lone surrogate has no bytes that could go into a hash."""
        text.encode()
        return text


class Ready(Entropy):
    """Ready, or (``ready`` false) not any more."""

    ready: bool = True


class PutBot(Strict):
    """A club bot's strength."""

    bot: Bot = "club"


class Start(Strict):
    """``fill``: bots of this strength take the empty places; null leaves them empty, and then the start is refused."""

    fill: Bot | None = None


class SayInRoom(Strict):
    """A word in the waiting room: free text, or the id of a phrase that each reader sees in his own language."""

    text: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    phrase: Annotated[str, Field(pattern="^[a-z0-9_]{1,40}$")] | None = None

    @model_validator(mode="after")
    def one_of_both(self) -> "SayInRoom":
        """Exactly one of the two, in characters that have bytes."""
        if (self.text is None) == (self.phrase is None):
            raise ValueError("either text or phrase")
        (self.text or "").encode()
        return self


class SeatOut(BaseModel):
    """One place of the waiting room."""

    place: int
    kind: Literal["person", "bot", "empty"]
    name: str | None = None
    bot: Bot | None = None
    ready: bool = False
    you: bool = False


class ClockOut(BaseModel):
    """Time for a decision."""

    base_ms: int
    bank_ms: int


class AwayOut(BaseModel):
    """Policy for empty chairs."""

    policy: str
    after_ms: int


class TableMatch(BaseModel):
    """The match that was started last at a table; ``seat`` is one's own seat in it."""

    id: str
    state: Literal["running", "saved", "over"]
    seat: int | None
    left: bool


class You(BaseModel):
    """One's own part at a table."""

    place: int | None
    host: bool
    ready: bool


class TableOut(BaseModel):
    """A table. ``commitment`` is the hash of the secret behind the walls of the next match, to be seen before entropy is sent."""

    code: str
    state: Literal["waiting", "playing", "saved", "finished", "closed"]
    revision: int
    host: str
    ruleset: str
    variant: str
    options: dict[str, Any]
    clock: ClockOut | None
    away: AwayOut
    window_ms: int
    listed: bool
    practice: bool
    seating: Literal["chosen", "drawn"]
    seats: list[SeatOut]
    commitment: str
    match: TableMatch | None
    you: You
    invite: str


class TableRow(BaseModel):
    """A line of the list of tables."""

    code: str
    state: Literal["waiting", "playing", "saved", "finished", "closed"]
    host: str
    ruleset: str
    variant: str
    options: dict[str, Any]
    clock: ClockOut | None
    listed: bool
    practice: bool
    taken: int
    people: list[str]
    ready: Annotated[int, Field(description="how many places are taken and ready")]
    present: Annotated[int, Field(description="how many of the people have the table open just now")]
    onlookers: Annotated[int, Field(description="how many others have it open")]
    match: str | None
    mine: bool


class AnnouncementOut(BaseModel):
    """What an admin tells everybody."""

    id: str
    text: str


class TableList(BaseModel):
    """The list, and the revision to ask for changes after. ``here``: how many have the list open just now."""

    revision: int
    tables: list[TableRow]
    here: int
    announcements: list[AnnouncementOut]


class SaidOut(BaseModel):
    """A word in the waiting room. ``place`` is where the speaker sits now."""

    number: int
    name: str
    place: int | None
    you: bool
    text: str | None
    phrase: str | None


class RoomOut(BaseModel):
    """What a waiting room knows beside the table. ``present``: places whose people have it open; ``said``: since ``heard``."""

    number: int
    present: list[int]
    onlookers: int
    said: list[SaidOut]


class TableUpdate(BaseModel):
    """``table`` is null where it did not change in the time, ``room`` where it was not asked for."""

    revision: int
    table: TableOut | None
    room: RoomOut | None = None


class SeatingOut(BaseModel):
    """Who plays a seat."""

    seat: int
    kind: Literal["person", "bot"]
    name: str
    bot: Bot | None = None
    left: bool = False
    you: bool = False


class MatchOut(BaseModel):
    """A match without anything hidden."""

    id: str
    code: str
    state: Literal["running", "saved", "over"]
    ruleset: str
    variant: str
    options: dict[str, Any]
    clock: ClockOut | None
    away: AwayOut
    window_ms: int
    seats: list[SeatingOut]
    seat: int | None
    commitment: str
    practice: bool
    created_ms: int
    finished_ms: int | None
    standings: list[dict[str, int]]


class TicketOut(BaseModel):
    """A ticket for one socket, good for 30 seconds; ``seat`` null looks on."""

    ticket: str
    seat: int | None


class ClockPreset(BaseModel):
    """A clock by name."""

    name: str
    clock: ClockOut | None


class PresetOut(BaseModel):
    """A named set of options; ``options`` are what differs from the ruleset."""

    id: str
    ruleset: str
    variant: str
    options: dict[str, Any]


class Choices(BaseModel):
    """What a table may be created with."""

    rulesets: list[dict[str, Any]]
    presets: list[PresetOut]
    clocks: list[ClockPreset]
    window_ms: int
    bots: list[Bot]
