"""Lifting stored payloads to the newest form, a match at a time, and telling beforehand what that would change."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.orm import Session

from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.statedump import load_state
from mahjong_club.protocol.upcasts import LIFTS, Lift, lift_stored
from mahjong_club.rules.errors import RulesError
from mahjong_club.rules.events import DealStarted, MatchEnded, MatchStarted, PositionRestored
from mahjong_club.rules.variants import registry
from mahjong_club.storage import saves as store
from mahjong_club.storage.matches import read_setup
from mahjong_club.storage.rows import read_snapshot

Lifts = Mapping[str, Sequence[Lift]]
_RULES: Final = (MatchStarted, DealStarted, PositionRestored)


@dataclass(frozen=True, slots=True)
class Report:
    """What migrating a match changes: payloads lifted now by kind, whether its cached state goes, and the ruleset of the next
    deal where that is another. ``reason`` says why the match cannot be lifted; then nothing of it changes."""

    match_id: str
    lifted: Mapping[str, int]
    drops_snapshot: bool
    ruleset: str
    next_ruleset: str | None
    reason: str | None = None

    @property
    def changes_now(self) -> bool:
        """Whether anything stored changes."""
        return self.reason is None and bool(self.lifted or self.drops_snapshot)


def migrate_match(session: Session, match_id: str, *, write: bool, lifts: Lifts = LIFTS) -> Report:
    """Lift a match in the session's transaction, reading each row once; without ``write`` only say what would change."""
    setup = read_setup(session.connection(), match_id)
    if setup is None:
        return _unliftable(match_id, "", "there is no such match")
    changes: list[tuple[store.Stored, bytes]] = []
    ruleset, options, over = setup.ruleset_key, setup.options, False
    for row in store.stored_rows(session, match_id):
        try:
            event, newer = lift_stored(row.kind, row.payload, lifts)
        except BadPayload as wrong:
            return _unliftable(match_id, ruleset, f"event {row.seq} ({row.kind}) cannot be read: {wrong}")
        if newer is not None:
            changes.append((row, newer))
        if isinstance(event, _RULES):
            ruleset, options = event.ruleset, event.options
        over = over or isinstance(event, MatchEnded)
    try:
        registry.rules_for(ruleset, options)
    except (RulesError, TypeError) as wrong:
        return _unliftable(match_id, ruleset, f"its rules are not known here: {wrong}")
    newest = None if over or setup.pinned else registry.upgraded(ruleset, options)
    drops = _is_stale(session, match_id)
    if write:
        store.rewrite(session, changes)
        if drops:
            store.drop_snapshot(session, match_id)
    lifted = Counter(row.kind for row, _ in changes)
    return Report(match_id, lifted, drops, ruleset, None if newest is None else newest[0])


def _unliftable(match_id: str, ruleset: str, reason: str) -> Report:
    return Report(match_id, {}, drops_snapshot=False, ruleset=ruleset, next_ruleset=None, reason=reason[:200])


def _is_stale(session: Session, match_id: str) -> bool:
    """Whether the cached state is of another version, and so of no use."""
    found = read_snapshot(session.connection(), match_id)
    if found is None:
        return False
    try:
        load_state(found[1], registry.rules_for)
    except (BadPayload, RulesError):
        return True
    return False


def report_json(report: Report) -> dict[str, Any]:
    """A report for programs."""
    return {
        "match": report.match_id,
        "lifted": dict(report.lifted),
        "drops_snapshot": report.drops_snapshot,
        "ruleset": report.ruleset,
        "next_ruleset": report.next_ruleset,
        "reason": report.reason,
    }
