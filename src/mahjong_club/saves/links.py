"""Claim links: with one, somebody in a browser becomes the guest of a seat, once.

The guests of an imported match have never been in a browser of this club, so nobody has their cookie. Whoever runs
the club makes a link and hands it to the person meant.
"""

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import digest_of, new_id, now_ms
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.storage import links
from mahjong_club.storage.links import LinkRecord
from mahjong_club.storage.matches import load_match
from mahjong_club.storage.people import PersonRecord, find_person

PREFIX: Final = "mcl_"
DAYS: Final = 30
_DAY_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Claim:
    """What a link is good for: a seat of a match, and its person. ``code`` is the table's."""

    person: PersonRecord
    match_id: str
    code: str
    seat: int


def new_link(session: Session, match_id: str, seat: int, days: int = DAYS) -> str:
    """A token for the seat, shown only now; the seat's older links are revoked.

    Raises :class:`SaveRefused`: ``match_not_found``, ``match_over``, ``no_guest``.
    """
    record = load_match(session, match_id)
    if record is None:
        raise SaveRefused("match_not_found", "$", f"there is no match {match_id[:40]}")
    if record.state == "over":
        raise SaveRefused("match_over", "$", "nobody plays it on")
    seating = next((each for each in record.seatings if each.seat == seat), None)
    person = None if seating is None or seating.person_id is None else find_person(session, seating.person_id)
    if person is None or person.kind != "guest":
        raise SaveRefused("no_guest", f"$.seats[{seat}]", "a bot plays this seat")
    now = now_ms()
    links.revoke_links(session, match_id, seat, now)
    token = PREFIX + secrets.token_urlsafe(32)
    link = LinkRecord(new_id(), match_id, seat, person.id, now, now + days * _DAY_MS)
    links.add_link(session, link, digest_of(token))
    return token


def look_at(session: Session, match_id: str, token: str) -> Claim:
    """What the link is good for. Raises :class:`Problem`: ``link_unknown``, ``link_used``, ``link_expired``, ``match_over``."""
    return _valid(session, match_id, token)[1]


def redeem(session: Session, match_id: str, token: str) -> Claim:
    """Use the link up. Raises like :func:`look_at`."""
    link, claim = _valid(session, match_id, token)
    if not links.use_link(session, link.id, now_ms()):
        raise Problem("link_used", "this link has been used")
    return claim


def _valid(session: Session, match_id: str, token: str) -> tuple[LinkRecord, Claim]:
    link = links.find_link(session, match_id, digest_of(token))
    record = None if link is None else load_match(session, match_id)
    if link is None or record is None or link.revoked_ms is not None:
        raise Problem("link_unknown", "no such link was made for this match, or it was revoked")
    if link.used_ms is not None:
        raise Problem("link_used", "this link has been used")
    if link.expires_ms <= now_ms():
        raise Problem("link_expired", "this link is too old")
    if record.state == "over":
        raise Problem("match_over", "this match is over")
    person = find_person(session, link.person_id)
    seating = record.seat_of(link.person_id)
    if person is None or seating is None or seating.seat != link.seat:
        raise Problem("link_unknown", "somebody else plays this seat now")
    return link, Claim(person, match_id, record.setup.code, link.seat)
