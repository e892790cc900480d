"""A stored match into a save file."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from cryptography.fernet import Fernet
from sqlalchemy.orm import Session

from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.entries import Entry, MatchSetup
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.errors import RulesError
from mahjong_club.rules.events import DealStarted, PositionRestored
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants import registry
from mahjong_club.rules.walls import commitment_of
from mahjong_club.saves import files
from mahjong_club.saves.container import pack
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.storage import saves as store
from mahjong_club.storage.matches import MatchRecord, load_match
from mahjong_club.storage.people import find_meta, meta_value

KEY: Final = "save_key"


def instance_key(session: Session) -> str:
    """The key this instance seals running deals with, made when it is first asked for."""
    return meta_value(session, KEY, Fernet.generate_key().decode())


def known_key(session: Session) -> str | None:
    """The key, where there is one already: for looking only."""
    return find_meta(session, KEY)


def export_match(session: Session, match_id: str, key: str | None) -> bytes:
    """The save file of a match; without ``key`` the running deal is left out.

    Raises :class:`SaveRefused` with ``match_not_found``, or ``bad_event`` where its log cannot be read.
    """
    record = load_match(session, match_id)
    if record is None:
        raise SaveRefused("match_not_found", "$", f"there is no match {match_id[:40]}")
    try:
        return _file_of(session, record, key)
    except (BadPayload, RulesError, msgspec.DecodeError) as wrong:
        raise SaveRefused("bad_event", "$.log", f"the stored log cannot be read: {wrong}"[:200]) from wrong


def _file_of(session: Session, record: MatchRecord, key: str | None) -> bytes:
    setup, entries = record.setup, store.read_everything(session, record.setup.id)
    over = record.state == "over"
    cut = len(entries) if over else files.first_hidden(entries)
    content: dict[str, Any] = {
        "format": files.FORMAT,
        "version": files.VERSION,
        "match": {
            "id": setup.id,
            "table_id": setup.table_id,
            "code": setup.code,
            "state": record.state,
            "ruleset": setup.ruleset_key,
            "options": setup.options,
            "pinned": setup.pinned,
            "practice": setup.practice,
            "clock": None if setup.clock is None else {"base_ms": setup.clock.base_ms, "bank_ms": setup.clock.bank_ms},
            "away": {"policy": setup.away.policy, "after_ms": setup.away.after_ms},
            "window_ms": setup.window_ms,
            "first_dealer": setup.first_dealer,
            "entropy": list(setup.entropy),
            "lot": record.lot,
            "commitment": commitment_of(setup.secret),
            "secret": setup.secret if over else None,
            "created_ms": record.created_ms,
            "finished_ms": record.finished_ms,
        },
        "seats": [
            {"name": each.name, "person": each.person_id, "bot": setup.seats[each.seat].bot, "left": each.left}
            for each in record.seatings
        ],
        "next": _next_of(setup, entries, cut),
        "log": [files.line_of(entry) for entry in entries[:cut]],
    }
    running = None if over or key is None else files.seal(key, setup.secret, entries[cut:], content)
    return pack({**content, "running": running})


def _next_of(setup: MatchSetup, entries: Sequence[Entry], cut: int) -> dict[str, Any]:
    state = MatchState(registry.rules_for)
    for entry in entries[:cut]:
        evolve(state, decode_stored(entry.kind, entry.payload))
    begins = decode_stored(entries[cut].kind, entries[cut].payload) if cut < len(entries) else None
    if isinstance(begins, DealStarted | PositionRestored):
        number, ruleset, options, scores = begins.number, begins.ruleset, begins.options, begins.scores
        dealer, wind, repeat, deposits = begins.dealer, begins.round_wind, begins.repeat, begins.deposits
    else:
        number, ruleset, options = state.number + 1, state.ruleset or setup.ruleset_key, state.options or setup.options
        (dealer, wind, repeat), deposits = state.upcoming, state.deposits
        a, b, c, d = state.scores
        scores = (a, b, c, d)
    return {
        "number": number,
        "ruleset": ruleset,
        "options": options,
        "dealer": dealer,
        "round_wind": wind,
        "repeat": repeat,
        "deposits": deposits,
        "scores": list(scores),
    }
