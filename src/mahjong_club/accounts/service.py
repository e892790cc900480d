"""Guests and bot accounts."""

import hashlib
import secrets
import time
from datetime import UTC, datetime
from typing import Final

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy.orm import Session

from mahjong_club.accounts.names import clean_name
from mahjong_club.accounts.problems import Problem
from mahjong_club.storage import bans, people
from mahjong_club.storage.database import Database
from mahjong_club.storage.people import PersonRecord

COOKIE: Final = "mahjong_club"
TOKEN_PREFIX: Final = "mcb_"
MOST_BOTS: Final = 20


def now_ms() -> int:
    """The time of day in milliseconds."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_hex(12)


def digest_of(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so a plain hash is as good as a slow one."""
    return hashlib.sha256(token.encode()).hexdigest()


class Accounts:
    """People of one installation. ``key`` signs the cookies."""

    def __init__(self, database: Database, key: str) -> None:
        self._database = database
        self._signer = URLSafeSerializer(key, salt="mahjong-club/person/1")

    @classmethod
    async def open(cls, database: Database) -> "Accounts":
        """With the installation's own key, made at its first start."""
        fresh = secrets.token_hex(32)
        return cls(database, await database.transact(lambda session: people.meta_value(session, "signing_key", fresh)))

    # --- guests
    async def sign_in(self, raw_name: str, language: str | None) -> PersonRecord:
        """A new guest. Raises ``bad_name``."""
        record = PersonRecord(new_id(), "guest", clean_name(raw_name), language, None, now_ms())
        await self._database.transact(lambda session: people.add_person(session, record))
        return record

    async def change(self, person: PersonRecord, raw_name: str | None, language: str | None) -> PersonRecord:
        """A new name or language. Raises ``bad_name``."""
        name = None if raw_name is None else clean_name(raw_name)
        changed = await self._database.transact(
            lambda session: people.change_person(session, person.id, name=name, language=language)
        )
        if changed is None:
            raise Problem("not_signed_in", "this account no longer exists")
        return changed

    def cookie_of(self, person: PersonRecord) -> str:
        """The signed cookie of a guest."""
        return str(self._signer.dumps(person.id))

    async def by_cookie(self, cookie: str) -> PersonRecord | None:
        """The guest of a cookie; ``None`` for a forged one. Raises ``banned``."""
        try:
            person_id = self._signer.loads(cookie)
        except BadSignature:
            return None
        if not isinstance(person_id, str):
            return None
        return await self._database.query(lambda session: _let_in(session, people.find_person(session, person_id)))

    # --- bots
    async def by_token(self, token: str) -> PersonRecord | None:
        """The bot account of a token; ``None`` where it is unknown or revoked. Raises ``banned``."""
        digest = digest_of(token)
        return await self._database.query(lambda session: _let_in(session, people.person_of_token(session, digest)))

    async def create_bot(self, owner: PersonRecord, raw_name: str) -> tuple[PersonRecord, str]:
        """A bot account and its token, which is shown only now. Raises ``bad_name``, ``guests_only``."""
        if owner.kind != "guest":
            raise Problem("guests_only", "a bot cannot make bots")
        now = now_ms()
        bot = PersonRecord(new_id(), "bot", clean_name(raw_name), owner.language, owner.id, now)
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)

        def add(session: Session) -> None:
            if len(people.bots_of(session, owner.id)) >= MOST_BOTS:
                raise Problem("too_many_requests", f"a guest has at most {MOST_BOTS} bots", seconds=0)
            people.add_person(session, bot)
            people.add_token(session, new_id(), bot.id, digest_of(token), now)

        await self._database.transact(add)
        return bot, token

    async def bots_of(self, owner: PersonRecord) -> list[PersonRecord]:
        """The bot accounts of a guest that are not revoked."""
        return await self._database.query(lambda session: people.bots_of(session, owner.id))

    async def revoke_bot(self, owner: PersonRecord, bot_id: str) -> None:
        """Make the bot's token invalid. Raises ``bot_not_found``."""

        def revoke(session: Session) -> None:
            if bot_id not in {bot.id for bot in people.bots_of(session, owner.id)}:
                raise Problem("bot_not_found", "you have no bot with this id")
            people.revoke_tokens(session, bot_id, now_ms())

        await self._database.transact(revoke)


def _let_in(session: Session, person: PersonRecord | None) -> PersonRecord | None:
    """The person, unless he, or the guest who made him, is banned. The reason stays with the admins."""
    if person is None:
        return None
    held = bans.ban_of(session, [each for each in (person.id, person.owner_id) if each is not None], now_ms())
    if held is None:
        return person
    if held.until_ms is None:
        raise Problem("banned", "you are banned from this club")
    until = datetime.fromtimestamp(held.until_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    raise Problem("banned_until", f"you are banned from this club until {until}", until=until)
