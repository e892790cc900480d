"""Match records: what anybody may keep, replay and verify. The format is described in docs/records.md.

Only deals that are over are in a record, and those with everything: nothing of a running deal can be told from it.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.walls import SHUFFLE, commitment_of
from mahjong_club.storage.matches import MatchRecord

VERSION: Final = 1
FORMAT: Final = "mahjong-club/record"


def record_of(match: MatchRecord, entries: Sequence[Entry]) -> dict[str, Any]:
    """The record of a match from its whole log."""
    setup = match.setup
    over = any(entry.kind == "match_ended" for entry in entries)
    return {
        "format": FORMAT,
        "version": VERSION,
        "shuffle": SHUFFLE,
        "match": setup.id,
        "table": setup.code,
        "state": match.state,
        "ruleset": setup.ruleset_key,
        "options": setup.options,
        "clock": None if setup.clock is None else {"base_ms": setup.clock.base_ms, "bank_ms": setup.clock.bank_ms},
        "people": [
            {"seat": each.seat, "name": each.name, "kind": "bot" if each.person_id is None else "person", "bot": each.bot}
            for each in match.seatings
        ],
        "commitment": commitment_of(setup.secret),
        "secret": setup.secret if over else None,
        "lot": match.lot,
        "started_ms": match.created_ms,
        "finished_ms": match.finished_ms,
        "complete": over,
        "events": [{"seq": entry.seq, **_event(entry)} for entry in public_part(entries)],
    }


def public_part(entries: Sequence[Entry]) -> list[Entry]:
    """The events up to the end of the last finished deal and what followed before the next one began."""
    numbered = [entry for entry in entries if not entry.sealed]
    ends = [place for place, entry in enumerate(numbered) if entry.kind == "deal_ended"]
    begins = [place for place, entry in enumerate(numbered) if entry.kind == "deal_started"]
    running = next((place for place in begins if not ends or place > ends[-1]), len(numbered))
    return numbered[:running]


def _event(entry: Entry) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(encode_event(decode_stored(entry.kind, entry.payload)))
    return event
