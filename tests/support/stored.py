"""Matches that are stored as if they had been played: the golden records of whole deals, with people of the test's own."""

import gzip
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import Entry, MatchSetup, SeatSetup
from mahjong_club.rules.events import MatchEnded, Standing
from mahjong_club.storage.database import Database
from mahjong_club.storage.matches import add_match
from tools.make_golden import SEEDS

RECORDS = Path(__file__).resolve().parents[1] / "golden" / "records"
Json = dict[str, Any]


def golden(name: str) -> Json:
    """A golden record: two deals, and the match is not over."""
    record: Json = json.loads(gzip.decompress((RECORDS / f"{name}.json.gz").read_bytes()))
    return record


def secret_of(record: Json) -> str:
    """The secret that the walls of a golden match were made with."""
    return random.Random(SEEDS[record["match"]]).randbytes(32).hex()


def entries(record: Json) -> list[Entry]:
    """The record's events as the log has them."""
    found = []
    for event in record["events"]:
        rest = {name: value for name, value in event.items() if name != "seq"}
        found.append(Entry(event["seq"], event["type"], json.dumps(rest, separators=(",", ":")).encode(), at_ms=event["seq"]))
    return found


def ended(record: Json, places: Sequence[int] = (1, 2, 3, 4), at_ms: int = 1_000_000) -> list[Entry]:
    """The same with an end behind it: ``places`` are those of seats 0-3."""
    kept = entries(record)
    scores = next(event["scores"] for event in reversed(record["events"]) if event["type"] == "deal_ended")
    lines = sorted((Standing(seat, place, scores[seat]) for seat, place in enumerate(places)), key=lambda line: line.place)
    return [*kept, Entry(len(kept) + 1, "match_ended", encode_event(MatchEnded(tuple(lines), 0, secret_of(record))), at_ms=at_ms)]


async def store(database: Database, match_id: str, record: Json, people: Sequence[str | None], *, practice: bool = False) -> None:
    """A match of these people (ids; a club bot where there is none) without events; ``database.append`` gives it some."""
    seats = [
        SeatSetup("bot", None, f"club-{seat}", "club") if person is None else SeatSetup("person", person, f"Guest {seat}")
        for seat, person in enumerate(people)
    ]
    setup = MatchSetup(
        match_id,
        "0",
        record["ruleset"],
        {},
        (seats[0], seats[1], seats[2], seats[3]),
        secret_of(record),
        code="GOLDEN",
        practice=practice,
    )
    # Nobody drew the seats of a golden match.
    no_lot: Any = None
    await database.transact(lambda session: add_match(session, setup, no_lot, 0))
