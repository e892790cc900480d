"""Match records: what anybody may keep, replay and verify. The format is described in docs/records.md.

Only deals that are over are in a record, and those with everything: nothing of a running deal can be told from it.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.standing import standing
from mahjong_club.protocol.upcasts import LIFTS, decode_stored
from mahjong_club.rules.events import Seated
from mahjong_club.rules.walls import SHUFFLE, commitment_of
from mahjong_club.storage.matches import MatchRecord

VERSION: Final = 1
FORMAT: Final = "mahjong-club/record"
SEATED: Final = "seated"


def record_json(match: MatchRecord, entries: Sequence[Entry]) -> bytes:
    """The record of a match from its whole log. A long match has many thousands of events: not for the event loop."""
    kept = public_part(entries)
    over = bool(kept) and kept[-1].kind == "match_ended"
    setup = match.setup
    head: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "shuffle": SHUFFLE,
        "match": setup.id,
        "table": setup.code,
        "state": match.state,
        "ruleset": setup.ruleset_key,
        "options": setup.options,
        "practice": setup.practice,
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
    }
    opened = json.dumps(head, ensure_ascii=False).encode()[:-1]
    return b'%b, "events": [\n%b\n]}\n' % (opened, b",\n".join([_event(number, entry) for number, entry in enumerate(kept, 1)]))


def public_part(entries: Sequence[Entry]) -> list[Entry]:
    """The events up to the end of the last finished deal and what followed before the next one began."""
    numbered = standing(entries)
    ends = [place for place, entry in enumerate(numbered) if entry.kind == "deal_ended"]
    begins = [place for place, entry in enumerate(numbered) if entry.kind in ("deal_started", "position_restored")]
    running = next((place for place in begins if not ends or place > ends[-1]), len(numbered))
    return numbered[:running]


def _event(number: int, entry: Entry) -> bytes:
    """The event's text in today's form, with its number in front: counted in what stands, so that there is no gap."""
    text = entry.payload
    if entry.kind == SEATED or LIFTS.get(entry.kind):
        event = decode_stored(entry.kind, text)
        # Whose account it is stays between him and the club.
        text = encode_event(event.seen_by(None) if isinstance(event, Seated) else event)
    return b'{"seq":%d,%b' % (number, text[1:])
