"""Bodies of requests and answers of the administration."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from mahjong_club.accounts.schemas import Strict
from mahjong_club.administration.actions import Action

Password = Annotated[str, Field(max_length=1_000)]
Reason = Annotated[str, Field(max_length=2_000)]


class AdminSignIn(Strict):
    """Name and password of an admin."""

    login: Annotated[str, Field(max_length=200)]
    password: Password


class ChangePassword(Strict):
    """One's own password."""

    old: Password
    new: Password


class Grant(Strict):
    """Who is to be an admin: a person's id, or a name; ``login`` to sign in under another name."""

    who: Annotated[str, Field(max_length=200)]
    login: Annotated[str | None, Field(max_length=200)] = None


class SetPassword(Strict):
    """A new password."""

    password: Password


class AdminOut(BaseModel):
    """Somebody who has or had the role."""

    person: str
    login: str
    name: str
    has_password: bool
    granted_by: str
    granted_ms: int
    revoked_ms: int | None


class Wish(Strict):
    """An action to look at before it is done."""

    action: Action


class Order(Strict):
    """An action to do. ``basis`` is what the preview gave; ``reason`` is kept for good, and shown to the people it concerns."""

    action: Action
    reason: Reason = ""
    basis: Annotated[str, Field(max_length=80)] = ""


class ChangeOut(BaseModel):
    """A line of what changes: ``admin.change.<code>`` of the catalogues."""

    code: str
    params: dict[str, Any]


class PreviewOut(BaseModel):
    """What an action would change."""

    subject: str
    changes: list[ChangeOut]
    basis: str
    needs_reason: bool


class DoneOut(BaseModel):
    """What an action changed, and its row in the audit log."""

    row: int
    changes: list[ChangeOut]


class SaveOut(BaseModel):
    """A stored match in the list."""

    match: str
    code: str
    state: Literal["running", "saved", "over"]
    ruleset: str
    people: list[str]
    deals: int
    events: int
    last_ms: int


class DealOut(BaseModel):
    """A deal and the number of the event that began it."""

    number: int
    seq: int


class SeatOfMatch(BaseModel):
    """Who plays a seat."""

    seat: int
    name: str
    person: str | None
    bot: str | None
    left: bool


class OpenedOut(BaseModel):
    """A match to look through: its last event, and where its deals begin."""

    match: str
    code: str
    state: str
    ruleset: str
    seats: list[SeatOfMatch]
    last: int
    last_ms: int
    deals: list[DealOut]
    connections: int


class PositionOut(BaseModel):
    """A match after an event. ``state`` is what the viewer sees; ``wall``, in drawing order, only for who sees everything."""

    seq: int
    kind: str
    at_ms: int
    state: dict[str, Any]
    wall: list[str] | None


class LookFully(Strict):
    """Why everything has to be seen; ``at`` is the number of an event, the last one without it."""

    reason: Reason
    at: Annotated[int | None, Field(ge=1)] = None


class ConnectionOut(BaseModel):
    """A socket at a table."""

    id: int
    name: str
    person: str | None
    seat: int | None
    since_ms: int


class LiveTable(BaseModel):
    """A table that is not closed; ``live``: its match is in memory."""

    code: str
    state: str
    ruleset: str
    listed: bool
    host: str
    seats: list[str]
    match: str | None
    live: bool
    connections: list[ConnectionOut]


class BanOut(BaseModel):
    """A ban that holds."""

    reason: str
    by: str
    made_ms: int
    until_ms: int | None


class PersonOfClub(BaseModel):
    """A person in the list."""

    id: str
    kind: str
    name: str
    owner: str | None
    created_ms: int
    matches: int
    connections: int
    ban: BanOut | None


class AnnouncementOfAdmin(BaseModel):
    """An announcement that is shown."""

    id: str
    text: str
    by: str
    until_ms: int


class AuditOut(BaseModel):
    """A row of the audit log."""

    seq: int
    at_ms: int
    actor: str
    action: str
    subject: str
    reason: str
    details: dict[str, Any]
    hash: str


class SystemOut(BaseModel):
    """What runs here. Secret settings are masked."""

    version: str
    schema_revision: str
    database: str
    python: str
    started_ms: int
    counts: dict[str, int]
    settings: dict[str, Any]
