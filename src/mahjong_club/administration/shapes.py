"""Records of the administration as the bodies of answers."""

import json
from collections.abc import Iterable

from mahjong_club.accounts.service import now_ms
from mahjong_club.administration import schemas
from mahjong_club.administration.browsing import DAY_MS, STATES, OpenedMatch, Position, day_ms
from mahjong_club.administration.connections import Connection, Connections
from mahjong_club.administration.plans import Change
from mahjong_club.storage.administrators import AdminRecord
from mahjong_club.storage.audit import AuditLine
from mahjong_club.storage.bans import PersonLine
from mahjong_club.storage.saves import Filter, SaveLine

__all__ = [
    "admin_out", "audit_out", "changes_out", "connection_out", "filter_from", "now_ms", "opened_out", "person_out",
    "position_out", "save_out",
]  # fmt: skip
#: A state that no match has: what is asked for does not exist.
_NOTHING = Filter(states=("-",))


def filter_from(
    *, state: str, keys: tuple[str, ...], known: bool, person: str, code: str, since: str, until: str, page: int, size: int
) -> Filter:
    """The filter of a query; one match more than a page is asked for, which says that there is another page."""
    first, last = day_ms(since) if since else None, day_ms(until) if until else None
    wrong = (state and state not in STATES) or (since and first is None) or (until and last is None)
    if wrong or not known:
        return _NOTHING
    return Filter(
        states=(state,) if state else (),
        rulesets=keys,
        person=person,
        code=code,
        since_ms=first,
        until_ms=None if last is None else last + DAY_MS,
        limit=size + 1,
        offset=(page - 1) * size,
    )


def admin_out(admin: AdminRecord) -> schemas.AdminOut:
    """An admin, without the password's hash."""
    return schemas.AdminOut(
        person=admin.person_id,
        login=admin.login,
        name=admin.name,
        has_password=admin.password is not None,
        granted_by=admin.granted_by,
        granted_ms=admin.granted_ms,
        revoked_ms=admin.revoked_ms,
    )


def changes_out(changes: Iterable[Change]) -> list[schemas.ChangeOut]:
    """Lines of what changes."""
    return [schemas.ChangeOut(code=change.code, params=change.params) for change in changes]


def save_out(line: SaveLine) -> schemas.SaveOut:
    """A match of the list."""
    return schemas.SaveOut(
        match=line.id,
        code=line.code,
        state=line.state,  # type: ignore[arg-type]
        ruleset=line.ruleset,
        people=list(line.people),
        deals=line.deals,
        events=line.events,
        last_ms=line.last_ms,
    )


def opened_out(opened: OpenedMatch, connections: int) -> schemas.OpenedOut:
    """A match to look through."""
    record = opened.record
    return schemas.OpenedOut(
        match=record.setup.id,
        code=record.setup.code,
        state=record.state,
        ruleset=record.setup.ruleset_key,
        seats=[
            schemas.SeatOfMatch(seat=s.seat, name=s.name, person=s.person_id, bot=s.bot, left=s.left) for s in record.seatings
        ],
        last=opened.last,
        last_ms=opened.last_ms,
        deals=[schemas.DealOut(number=deal.number, seq=deal.seq) for deal in opened.deals],
        connections=connections,
    )


def position_out(position: Position) -> schemas.PositionOut:
    """A position."""
    return schemas.PositionOut(
        seq=position.seq, kind=position.kind, at_ms=position.at_ms, state=position.state, wall=position.wall
    )


def connection_out(connection: Connection) -> schemas.ConnectionOut:
    """A socket."""
    ticket = connection.ticket
    return schemas.ConnectionOut(
        id=connection.id, name=ticket.name, person=ticket.person_id or None, seat=ticket.seat, since_ms=connection.since_ms
    )


def person_out(line: PersonLine, connections: Connections) -> schemas.PersonOfClub:
    """A person of the list."""
    ban = line.ban
    return schemas.PersonOfClub(
        id=line.id,
        kind=line.kind,
        name=line.name,
        owner=line.owner_id,
        created_ms=line.created_ms,
        matches=line.matches,
        connections=len(connections.of((line.id,))),
        ban=None
        if ban is None
        else schemas.BanOut(reason=ban.reason, by=ban.made_by, made_ms=ban.made_ms, until_ms=ban.until_ms),
    )


def audit_out(line: AuditLine) -> schemas.AuditOut:
    """A row of the audit log."""
    return schemas.AuditOut(
        seq=line.seq,
        at_ms=line.at_ms,
        actor=line.actor,
        action=line.action,
        subject=line.subject,
        reason=line.reason,
        details=json.loads(line.details),
        hash=line.hash,
    )
