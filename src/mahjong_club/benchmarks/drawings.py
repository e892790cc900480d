"""What drawings of the page cost, read from a trace in which ``table_probe.js`` has left its marks.

A trace has two times for each mark: the clock, and how long the page's own thread has had the processor. Where the server, the
bots and the threads that paint share the machine's cores, the first tells what a player waits, the second what the page takes.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

_MARK: Final = "cost "


@dataclass(slots=True)
class Drawing:
    """One drawing, with the handling of its messages before and what was put off until after it."""

    #: How many events it shows.
    events: int
    clock_ms: float
    processor_ms: float


@dataclass(frozen=True, slots=True)
class _Piece:
    what: str
    clock_ms: float
    processor_ms: float


def drawings_in(trace: bytes) -> list[Drawing]:
    """The drawings of events after the page was playable, in order."""
    found: list[Drawing] = []
    heard_clock = heard_processor = 0.0
    playable = False
    for piece in _pieces(trace):
        kind, _, count = piece.what.partition(" ")
        if kind == "message":
            heard_clock += piece.clock_ms
            heard_processor += piece.processor_ms
            continue
        if kind == "drawing" and playable:
            found.append(Drawing(int(count), heard_clock + piece.clock_ms, heard_processor + piece.processor_ms))
        elif found:
            found[-1].clock_ms += heard_clock + piece.clock_ms
            found[-1].processor_ms += heard_processor + piece.processor_ms
        heard_clock = heard_processor = 0.0
        playable = playable or kind == "playable"
    return found


def _pieces(trace: bytes) -> Iterator[_Piece]:
    begun: dict[str, Any] | None = None
    for mark in sorted(_marks(trace), key=lambda each: each["ts"]):
        what = mark["name"].removeprefix(_MARK)
        if what == "playable":
            yield _Piece(what, 0.0, 0.0)
        elif what != "end":
            begun = mark
        elif begun is not None:
            clock, processor = (mark[key] - begun[key] for key in ("ts", "tts"))
            yield _Piece(begun["name"].removeprefix(_MARK), clock / 1000, processor / 1000)
            begun = None


def _marks(trace: bytes) -> Iterator[dict[str, Any]]:
    for event in json.loads(trace)["traceEvents"]:
        if event.get("cat") == "blink.user_timing" and event["name"].startswith(_MARK):
            yield event
