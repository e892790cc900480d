"""Format 2: a match with its whole log. docs/saves.md specifies the file.

What was never shown to everybody (the match's secret, and everything from the beginning of the running deal on) is in the
file only as the instance's own cipher text, or not at all.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from cryptography.fernet import Fernet, InvalidToken

from mahjong_club.protocol.codec import BadPayload, encode_event, place_of
from mahjong_club.protocol.entries import Banks, BotStrength, Entry
from mahjong_club.protocol.standing import REWOUND, counting
from mahjong_club.protocol.upcasts import lift_stored, stored
from mahjong_club.rules.events import Event
from mahjong_club.saves.container import canonical, checksum_of
from mahjong_club.saves.positions import Four, Name, Number, Score, SeatNumber
from mahjong_club.saves.problems import SaveRefused

FORMAT: Final = "mahjong-club/save"
VERSION: Final = 2
Id = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,32}$")]
Hex64 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Millis = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Short = Annotated[str, msgspec.Meta(max_length=120)]
OptionText = bool | int | Short | Annotated[list[int], msgspec.Meta(max_length=64)]
Options = Annotated[dict[Short, OptionText], msgspec.Meta(max_length=200)]


class ClockPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time for a decision."""

    base_ms: Millis
    bank_ms: Millis


class AwayPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens after a person left."""

    policy: Literal["bot", "pause", "wait"]
    after_ms: Millis


class MatchPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the match was set up. ``secret`` is there once the match is over."""

    id: Id
    table_id: Id
    code: Annotated[str, msgspec.Meta(pattern="^[A-Z]{6}$")]
    state: Literal["running", "saved", "over"]
    ruleset: Short
    options: Options
    pinned: bool
    clock: ClockPart | None
    away: AwayPart
    window_ms: Millis
    first_dealer: SeatNumber
    entropy: Four[Annotated[str, msgspec.Meta(max_length=400)]]
    lot: dict[Short, Short | SeatNumber | list[SeatNumber | Short]]
    commitment: Hex64
    secret: Hex64 | None
    created_ms: Millis
    finished_ms: Millis | None
    practice: bool = False


class SeatPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat; ``left``: the person gave it up."""

    name: Name
    person: Id | None
    bot: BotStrength | None
    left: bool


class NextPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a deal begins with: the running one, or else the next."""

    number: Number
    ruleset: Short
    options: Options
    dealer: SeatNumber
    round_wind: SeatNumber
    repeat: Number
    deposits: Number
    scores: Four[Score]


class LogLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the log. ``sealed``: an answer, numbered like the last event before it."""

    seq: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    kind: Annotated[str, msgspec.Meta(max_length=32)]
    event: msgspec.Raw
    sealed: bool
    seat: SeatNumber | None
    act: Annotated[str, msgspec.Meta(max_length=64)] | None
    banks: Four[Millis] | None
    at_ms: Millis


class File2(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    format: Literal["mahjong-club/save"]
    version: Literal[2]
    match: MatchPart
    seats: Four[SeatPart]
    next: NextPart
    log: Annotated[list[LogLine], msgspec.Meta(max_length=100_000)]
    running: str | None
    checksum: Hex64


class Running(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the cipher text holds: the secret, the rows that follow those in the file, and the digest of what is beside it."""

    secret: Hex64
    beside: Hex64
    log: list[LogLine]


_BEGINS: Final = frozenset(("deal_started", "position_restored"))


class _Begins(msgspec.Struct, frozen=True):
    number: int


class _Back(msgspec.Struct, frozen=True):
    to: int


# --- writing -----------------------------------------------------------------------------------------------------------
def line_of(entry: Entry) -> dict[str, Any]:
    """A row as it stands in a file."""
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "event": msgspec.json.decode(entry.payload),
        "sealed": entry.sealed,
        "seat": entry.seat,
        "act": entry.act_id,
        "banks": None if entry.banks is None else list(entry.banks),
        "at_ms": entry.at_ms,
    }


def first_hidden(entries: Sequence[Entry]) -> int:
    """Index of the first row of a deal whose wall nobody has been shown yet, or that is still played; their number where none is.

    A deal that was taken back before its end comes again with the same wall, so that it stays hidden until it has ended.
    """
    number, after, ended = 0, {0: 0}, set[int]()
    begins: dict[int, int] = {}
    for i, entry in enumerate(entries):
        if entry.kind in _BEGINS:
            number = msgspec.json.decode(entry.payload, type=_Begins).number
            begins[i] = number
        elif entry.kind == REWOUND:
            number = after[msgspec.json.decode(entry.payload, type=_Back).to]
        elif entry.kind == "deal_ended":
            ended.add(number)
        after[entry.seq] = number
    last_end = max((i for i, entry in enumerate(entries) if entry.kind == "deal_ended"), default=-1)
    hidden = [i for i, begun in begins.items() if begun not in ended and (entries[i].kind == "deal_started" or i > last_end)]
    return min([*hidden, *_running(entries)], default=len(entries))


def _running(entries: Sequence[Entry]) -> list[int]:
    """Index of the first row of the deal that is played, where one is."""
    counts = counting(entries)
    at = {entry.seq: i for i, entry in enumerate(entries) if entry.seq in counts and entry.kind in _BEGINS}
    ended = max((entry.seq for entry in entries if entry.seq in counts and entry.kind == "deal_ended"), default=0)
    return [at[max(at)]] if at and max(at) > ended else []


def seal(key: str, secret: str, hidden: Sequence[Entry], content: dict[str, Any]) -> str:
    """The cipher text that belongs beside ``content``."""
    inner = {"secret": secret, "beside": checksum_of(content), "log": [line_of(entry) for entry in hidden]}
    return Fernet(key.encode()).encrypt(canonical(inner)).decode()


# --- reading -----------------------------------------------------------------------------------------------------------
def read_file2(content: dict[str, Any]) -> File2:
    """The file's content, its checksum verified. Raises :class:`SaveRefused` with the place of the fault."""
    if content.get("checksum") != _checksum(content):
        raise SaveRefused("checksum_mismatch", "$.checksum", "the file was changed after it was written")
    file: File2 = _convert(canonical(content), File2, "$")
    return file


def _checksum(content: dict[str, Any]) -> str:
    try:
        return checksum_of(content)
    except (RecursionError, UnicodeEncodeError) as wrong:
        raise SaveRefused("not_a_save", "$", "it has no canonical form") from wrong


def _convert(text: bytes, kind: Any, at: str) -> Any:
    try:
        return msgspec.json.decode(text, type=kind, strict=True)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise SaveRefused("bad_field", at + place_of(wrong)[1:], str(wrong).partition(" - at")[0][:200]) from wrong


def unseal(file: File2, content: dict[str, Any], key: str) -> Running:
    """What only this instance can read. Raises ``sealed_elsewhere`` for another's, ``running_left_out`` where there is none."""
    if file.running is None:
        raise SaveRefused(
            "running_left_out", "$.running", "the file was written without its running deal; --without-running-deal deals it anew"
        )
    try:
        inner = Fernet(key.encode()).decrypt(file.running.encode())
    except (InvalidToken, ValueError) as wrong:
        raise SaveRefused(
            "sealed_elsewhere",
            "$.running",
            "only the instance that wrote it can read it; --without-running-deal deals that deal anew",
        ) from wrong
    running: Running = _convert(inner, Running, "$.running")
    if running.beside != checksum_of({name: value for name, value in content.items() if name != "running"}):
        raise SaveRefused("checksum_mismatch", "$.running", "it does not belong to the rest of the file")
    return running


def entries_of(lines: Sequence[LogLine], at: str, after: int = 0) -> tuple[list[Entry], list[Event]]:
    """Rows and their events, numbered without a gap from ``after`` on. Raises :class:`SaveRefused`."""
    entries: list[Entry] = []
    events: list[Event] = []
    for i, line in enumerate(lines):
        place = f"{at}[{i}]"
        try:
            event, _ = lift_stored(line.kind, bytes(line.event))
        except (BadPayload, RecursionError) as wrong:
            raise SaveRefused("bad_event", f"{place}.event", f"{line.kind[:32]!r} cannot be read at {wrong}"[:200]) from wrong
        if event.sealed != line.sealed or line.seq != (after if event.sealed else after + 1):
            raise SaveRefused("bad_event", f"{place}.seq", "the rows are not numbered one after the other")
        after = line.seq
        banks: Banks | None = line.banks
        payload = stored(line.kind, encode_event(event))
        entries.append(Entry(line.seq, line.kind, payload, line.sealed, line.seat, line.act, banks, line.at_ms))
        events.append(event)
    return entries, events
