"""`mahjong-club admin audit`: the log read straight from the database, since a check must not have to believe the server."""

import json
from datetime import UTC, datetime
from typing import Final

from rich.markup import escape
from rich.table import Table

from mahjong_club.commands.console import OUT, fail
from mahjong_club.commands.migrate import checked
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.settings import Settings
from mahjong_club.storage import audit
from mahjong_club.storage.audit import AuditLine, Chain, Fault
from mahjong_club.storage.offline import Offline

_FAULTS: Final[dict[Fault, str]] = {
    "changed": "row {seq} is not as it was written, or does not follow from the row before it",
    "missing": "row {seq} is missing",
    "cut": "the log ends before row {seq}, which was written",
    "no_head": "the number and hash of the last row are gone",
    "unknown_hash": "no row has the hash that was given: the log is not the one it was noted of",
}


def check(settings: Settings, known: str | None) -> None:
    """Walk the chain; exit status 1 with the first broken row."""
    found = _read(settings, known)
    if found.fault is not None:
        fail(f"the audit log is broken: {_FAULTS[found.fault].format(seq=found.seq)}; {found.rows} rows before it hold")
    OUT.print(f"{found.rows} rows, each follows from the one before it; the last hash is {found.head}", markup=False)


def show(settings: Settings, *, limit: int, before: int | None, action: str, as_json: bool) -> None:
    """Rows, the newest first."""
    try:
        checked(settings)
        with Offline(settings.url, writing=False) as offline:
            lines = offline.run(lambda session: audit.lines(session, before=before, limit=limit, action=action))
    except StorageUnavailable as failure:
        fail(f"the database cannot be used: {failure}")
    if as_json:
        for line in lines:
            OUT.print(json.dumps(_json(line), ensure_ascii=False), markup=False)
        return
    table = Table("row", "time (UTC)", "who", "did", "to", "reason", "details")
    for line in lines:
        at = datetime.fromtimestamp(line.at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        table.add_row(str(line.seq), at, *map(escape, (line.actor, line.action, line.subject, line.reason, line.details)))
    OUT.print(table)


def _read(settings: Settings, known: str | None) -> Chain:
    try:
        checked(settings)
        with Offline(settings.url, writing=False) as offline:
            return offline.run(lambda session: audit.check(session, known))
    except StorageUnavailable as failure:
        fail(f"the database cannot be used: {failure}")


def _json(line: AuditLine) -> dict[str, object]:
    return {
        "seq": line.seq,
        "at_ms": line.at_ms,
        "actor": line.actor,
        "action": line.action,
        "subject": line.subject,
        "reason": line.reason,
        "details": json.loads(line.details),
        "previous": line.previous,
        "hash": line.hash,
    }
