"""Who is an admin: granting and revoking at the command line, signing in with a password on the web."""

import time
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy.orm import Session

from mahjong_club.accounts.limits import Buckets, Rate
from mahjong_club.accounts.names import clean_name
from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import new_id, now_ms
from mahjong_club.administration.actors import Actor, web_actor
from mahjong_club.administration.ledger import Ledger, note
from mahjong_club.administration.passwords import Passwords
from mahjong_club.storage.administrators import AdminRecord, all_admins, find_admin, persons_named, put_admin
from mahjong_club.storage.database import Database
from mahjong_club.storage.people import PersonRecord, add_person, find_person

COOKIE: Final = "mahjong_club_admin"
#: A session ends after so long, whatever is done in it.
SESSION_S: Final = 8 * 3600
_REFUSALS_TOLD: Final = Rate(1, 1)


def folded(login: str) -> str:
    """The form in which names to sign in with are compared."""
    return unicodedata.normalize("NFKC", clean_name(login)).casefold()[:80]


class Roles:
    """Admins of one installation."""

    def __init__(
        self, database: Database, ledger: Ledger, key: str, *, by_address: Rate, by_login: Rate,
        now: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._database = database
        self._ledger = ledger
        self._passwords = Passwords()
        self._signer = URLSafeTimedSerializer(key, salt="mahjong-club/admin/1")
        self._addresses = Buckets(by_address, now)
        self._logins = Buckets(by_login, now)
        self._told = Buckets(_REFUSALS_TOLD, now)

    # --- at the command line
    async def all(self) -> list[AdminRecord]:
        """Everybody who has or had the role."""
        return await self._database.query(all_admins)

    async def grant(self, actor: Actor, who: str, login: str | None = None) -> AdminRecord:
        """Give a person the role; a name nobody has makes a person of that name. A password has to be set after it.

        Raises ``already_admin``, ``ambiguous_person``, ``login_taken``, ``bad_name``.
        """

        def work(session: Session) -> AdminRecord:
            person = _person(session, who)
            known = find_admin(session, person_id=person.id)
            if known is not None and known.active:
                raise Problem("already_admin", f"{known.login} is an admin already", login=known.login)
            key = folded(login or (known.login if known is not None else person.name))
            other = find_admin(session, login=key)
            if other is not None and other.person_id != person.id:
                raise Problem("login_taken", f"another person signs in as {key}; give --login", login=key)
            generation = 1 if known is None else known.generation + 1
            record = AdminRecord(person.id, key, person.name, None, generation, actor.name, now_ms(), None)
            put_admin(session, record)
            note(session, actor, "grant", person.id, details={"login": key, "name": person.name})
            return record

        return await self._database.transact(work)

    async def revoke(self, actor: Actor, who: str) -> AdminRecord:
        """Take the role away; sessions end with it. Raises ``not_an_admin``."""

        def work(session: Session) -> AdminRecord:
            admin = _admin(session, who)
            record = replace(admin, password=None, generation=admin.generation + 1, revoked_ms=now_ms())
            put_admin(session, record)
            note(session, actor, "revoke", admin.person_id, details={"login": admin.login})
            return record

        return await self._database.transact(work)

    async def set_password(self, actor: Actor, who: str, password: str) -> AdminRecord:
        """A new password, which signs the admin out everywhere. Raises ``not_an_admin``, ``bad_password``."""
        hashed = await self._passwords.hash(password)

        def work(session: Session) -> AdminRecord:
            admin = _admin(session, who)
            record = replace(admin, password=hashed, generation=admin.generation + 1)
            put_admin(session, record)
            note(session, actor, "password", admin.person_id, details={"login": admin.login})
            return record

        return await self._database.transact(work)

    # --- on the web
    async def sign_in(self, login: str, password: str, address: str) -> tuple[AdminRecord, str]:
        """The admin and the cookie of a new session. Raises ``wrong_password``, ``too_many_requests``; both are written down."""
        key = unicodedata.normalize("NFKC", login).casefold().strip()[:80]
        try:
            self._addresses.take(address)
            self._logins.take(key)
        except Problem:
            await self._tell_limit(key, address)
            raise
        admin = await self._database.query(lambda session: find_admin(session, login=key))
        stored = admin.password if admin is not None and admin.active else None
        if not await self._passwords.matches(stored, password) or admin is None:
            await self._refused(key, address, "wrong_password")
            raise Problem("wrong_password", "name or password is wrong")
        await self._ledger.write(web_actor(admin), "sign_in", admin.person_id, details={"address": address})
        return admin, str(self._signer.dumps([admin.person_id, admin.generation]))

    async def change_password(self, admin: AdminRecord, old: str, new: str) -> str:
        """One's own new password; gives the cookie of a new session, as all others end. Raises ``wrong_password``."""
        self._logins.take(admin.login)
        if not await self._passwords.matches(admin.password, old):
            await self._refused(admin.login, "", "wrong_password")
            raise Problem("wrong_password", "the password is wrong")
        changed = await self.set_password(web_actor(admin), admin.person_id, new)
        return str(self._signer.dumps([changed.person_id, changed.generation]))

    async def by_cookie(self, cookie: str) -> AdminRecord | None:
        """The admin of a session; ``None`` for one that is forged, too old, or of an older password."""
        try:
            said = self._signer.loads(cookie, max_age=SESSION_S)
        except BadSignature:
            return None
        match said:
            case [str() as person_id, int() as generation]:
                admin = await self._database.query(lambda session: find_admin(session, person_id=person_id))
            case _:
                return None
        return admin if admin is not None and admin.active and admin.generation == generation else None

    async def _tell_limit(self, login: str, address: str) -> None:
        """A flood must not fill the log: one row a minute for each name and address."""
        try:
            self._told.take(f"{address} {login}")
        except Problem:
            return
        await self._refused(login, address, "too_many_requests")

    async def _refused(self, login: str, address: str, code: str) -> None:
        shown = "".join(sign for sign in login if sign.isprintable())
        details = {"login": shown, "address": address, "code": code}
        await self._ledger.write(Actor("nobody", ""), "sign_in_refused", shown, details=details)


def _person(session: Session, who: str) -> PersonRecord:
    person = find_person(session, who)
    if person is not None and person.kind == "guest":
        return person
    name = clean_name(who)
    found = persons_named(session, name)
    if len(found) > 1:
        raise Problem("ambiguous_person", f"several people are called {name}; give an id: {', '.join(found)}", ids=found)
    person = find_person(session, found[0]) if found else None
    if person is None:
        person = PersonRecord(new_id(), "guest", name, None, None, now_ms())
        add_person(session, person)
    return person


def _admin(session: Session, who: str) -> AdminRecord:
    admin = find_admin(session, person_id=who)
    if admin is None:
        admin = find_admin(session, login=unicodedata.normalize("NFKC", who).casefold().strip())
    if admin is None or not admin.active:
        raise Problem("not_an_admin", f"{who} is no admin")
    return admin
