"""Every frame between client and server. JSON text; the field ``type`` names the frame. See docs/protocol.md.

What a client sends is read strictly (types, lengths, names of actions); unknown fields are ignored. The frequent server
frames are put together from ready-made texts, the others are encoded from their structs.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, Union

import msgspec

from mahjong_club.protocol.codec import ACTION_WIRE, BadPayload, encode_actions
from mahjong_club.protocol.viewtypes import ViewWire
from mahjong_club.protocol.wiretypes import mirror_of
from mahjong_club.rules.actions import Action
from mahjong_club.rules.events import EVENT_TYPES
from mahjong_club.rules.scoring import PatternWorth, ReadyRank

PROTOCOL: Final = 1
#: Largest client frame in bytes.
MAX_FRAME: Final = 4096

ShortId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
LeftPolicy = Literal["bot", "pause", "wait"]
#: Why the club's own bot would do something; docs/protocol.md explains each.
HintReason = Literal["win", "ready", "closer", "shape", "value", "wait", "kong", "abort"]
if TYPE_CHECKING:
    ActionWire: TypeAlias = Any
    EventWire: TypeAlias = Any
    PatternWire: TypeAlias = Any
else:
    ActionWire = ACTION_WIRE
    EventWire = Union[tuple(mirror_of(kind) for kind in EVENT_TYPES if not kind.sealed)]  # noqa: UP007
    PatternWire = mirror_of(PatternWorth)


# --- client ------------------------------------------------------------------------------------------------------------
class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first frame of a socket. ``since`` is the number of the last event the client has."""

    protocol: int
    ticket: Annotated[str, msgspec.Meta(max_length=200)]
    match: Annotated[str, msgspec.Meta(max_length=64)]
    since: Count | None = None


class Act(msgspec.Struct, frozen=True, tag="act"):
    """An answer to a prompt. ``id`` is the client's own and makes sending it again harmless; ``seq`` is the last event seen."""

    id: ShortId
    prompt: Count
    seq: Count
    action: ActionWire


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """A question about the own hand; it changes nothing."""

    id: ShortId
    what: Literal["waits", "discards", "why_not", "hint"]
    action: ActionWire | None = None


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """At a practice table: back to one's own last decision. ``id`` is the client's own, as an act's."""

    id: ShortId


class Say(msgspec.Struct, frozen=True, tag="say"):
    """A word to the table: free text or the id of a phrase."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    phrase: Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[a-z0-9_]+$")] | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Asks for a pong."""


ClientFrame = Hello | Act | Ask | Undo | Say | Ping
_client: Final = msgspec.json.Decoder(ClientFrame, strict=True)


def decode_client(text: str | bytes) -> ClientFrame:
    """A client's frame. Raises :class:`BadPayload` for anything that is none."""
    try:
        frame = _client.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadPayload("frame") from None
    if isinstance(frame, Say) and (frame.text is None) == (frame.phrase is None):
        raise BadPayload("say")
    # Not every database keeps such an id whole, and an act is told from another by it.
    if isinstance(frame, Act | Undo) and "\0" in frame.id:
        raise BadPayload("id")
    return frame


# --- server ------------------------------------------------------------------------------------------------------------
class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits where. ``bot`` is the strength of one of the club's own bots, whose name each reader has in his own language."""

    seat: SeatNumber
    name: str
    kind: Literal["person", "bot"]
    present: bool
    bot: Literal["random", "club"] | None = None


class Times(msgspec.Struct, frozen=True):
    """The table's clock in milliseconds."""

    base_ms: int
    bank_ms: int


class Away(msgspec.Struct, frozen=True):
    """What happens when a seat's person is away for ``after_ms``."""

    policy: LeftPolicy
    after_ms: int


class TableFacts(msgspec.Struct, frozen=True):
    """What does not change while the match runs."""

    code: str
    variant: str
    clock: Times | None
    away: Away
    window_ms: int
    practice: bool


class PauseOrder(msgspec.Struct, frozen=True):
    """Who ordered a pause, and why."""

    by: str
    note: str


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot"):
    """Everything a viewer may see now."""

    match: str
    seq: int
    viewer: SeatNumber | None
    view: ViewWire
    people: list[Person]
    table: TableFacts
    pause: PauseOrder | None = None


class Events(msgspec.Struct, frozen=True, tag="events"):
    """Events in order; item k has the number ``from`` + k."""

    from_: int = msgspec.field(name="from")
    items: list[EventWire]


class PromptClock(msgspec.Struct, frozen=True):
    """Time for the answer: after ``grace_ms`` the base runs, then the bank."""

    base_ms: int
    bank_ms: int
    grace_ms: int


class Prompt(msgspec.Struct, frozen=True, tag="prompt"):
    """Asks its seat for one of the actions; the first is what a timeout does."""

    id: int
    seq: int
    legal: list[ActionWire]
    clock: PromptClock | None


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The act is on disk."""

    id: str
    seq: int


class HandVerdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a refused win counts."""

    total: int
    patterns: list[PatternWire]
    reason: str | None = None


class Refused(msgspec.Struct, frozen=True, tag="refused", omit_defaults=True):
    """The act was not done. ``rule`` is an anchor on the variant's rules page."""

    code: str
    seq: int
    id: str | None = None
    rule: str | None = None
    verdict: HandVerdict | None = None


class SelfDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the same tile would be as a self-draw, where that differs."""

    wins: bool
    total: int
    reason: str | None = None


class Wait(msgspec.Struct, frozen=True):
    """A tile that completes the hand: copies the seat cannot see, and what another seat's discard of it would be worth."""

    tile: str
    left: int
    wins: bool
    reason: str | None
    total: int
    self_draw: SelfDraw | None = None


class DiscardWaits(msgspec.Struct, frozen=True):
    """The waits after a discard. Where readiness may be declared with it: the rank, and what the waits are worth then."""

    tile: str
    drawn: bool
    waits: list[Wait]
    ready: ReadyRank | None = None
    declared: list[Wait] | None = None


class Acceptance(msgspec.Struct, frozen=True):
    """A tile that brings the hand nearer to a win, and the copies that the seat cannot see."""

    tile: str
    left: int


class HintWire(msgspec.Struct, frozen=True):
    """What the club's own bot would do, and why; ``shanten`` is the hand's after it, -1 for a win."""

    action: ActionWire
    reason: HintReason
    shanten: int | None
    accepts: list[Acceptance]


class AnswerFrame(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """The answer to an ask; which fields are there depends on ``what``."""

    id: str
    what: Literal["waits", "discards", "why_not", "hint"]
    waits: list[Wait] | None = None
    discards: list[DiscardWaits] | None = None
    code: str | None = None
    rule: str | None = None
    patterns: list[PatternWire] | None = None
    total: int | None = None
    hint: HintWire | None = None


class Present(msgspec.Struct, frozen=True):
    """Whether a seat's person is connected, and who plays for one who left."""

    seat: SeatNumber
    present: bool
    left: LeftPolicy | None


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """All four seats' presence."""

    seats: list[Present]


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """Something to know that is no event; ``code`` is an id."""

    code: str
    params: dict[str, Any]


class Said(msgspec.Struct, frozen=True, tag="said", omit_defaults=True):
    """What a seat (or a spectator: no seat) said."""

    name: str
    seat: SeatNumber | None = None
    text: str | None = None
    phrase: str | None = None


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """Answers a ping."""


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The last frame before the server closes."""

    code: str


ServerFrame = Snapshot | Events | Prompt | Accepted | Refused | AnswerFrame | Presence | Notice | Said | Pong | Bye
_encoder: Final = msgspec.json.Encoder()
PONG: Final = _encoder.encode(Pong())


def encode_frame(frame: ServerFrame) -> bytes:
    """The text of a server frame."""
    return _encoder.encode(frame)


def events_frame(first: int, items: Sequence[bytes]) -> bytes:
    """An ``events`` frame of ready-made texts; ``first`` is the number of the first."""
    return b'{"type":"events","from":%d,"items":[%b]}' % (first, b",".join(items))


def prompt_frame(prompt: int, seq: int, legal: Sequence[Action], clock: PromptClock | None) -> bytes:
    """A ``prompt`` frame."""
    clock_text = b"null" if clock is None else _encoder.encode(clock)
    return b'{"type":"prompt","id":%d,"seq":%d,"legal":[%b],"clock":%b}' % (
        prompt,
        seq,
        encode_actions(legal),
        clock_text,
    )


def snapshot_frame(
    match: str, seq: int, viewer: int | None, view: bytes, people: list[Person], table: TableFacts, pause: PauseOrder | None
) -> bytes:
    """A ``snapshot`` frame around a ready-made view."""
    return b'{"type":"snapshot","match":%b,"seq":%d,"viewer":%b,"view":%b,"people":%b,"table":%b,"pause":%b}' % (
        _encoder.encode(match),
        seq,
        b"null" if viewer is None else b"%d" % viewer,
        view,
        _encoder.encode(people),
        _encoder.encode(table),
        _encoder.encode(pause),
    )


def accepted_frame(act_id: str, seq: int) -> bytes:
    """An ``accepted`` frame."""
    return b'{"type":"accepted","id":%b,"seq":%d}' % (_encoder.encode(act_id), seq)
