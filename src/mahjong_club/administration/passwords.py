"""Passwords of admins, kept as argon2id hashes. Hashing is slow on purpose: it is done on threads, few at a time."""

import asyncio
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from mahjong_club.accounts.problems import Problem

SHORTEST: Final = 10
LONGEST: Final = 256
#: Each takes tens of megabytes while it runs.
_AT_ONCE: Final = 2


class Passwords:
    """Makes and checks hashes, with the library's recommended parameters."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """What is stored of a new password. Raises ``bad_password``."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise Problem(
                "bad_password", f"a password has {SHORTEST} to {LONGEST} characters", shortest=SHORTEST, longest=LONGEST
            )
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def matches(self, stored: str | None, password: str) -> bool:
        """Whether it is the password. Without a stored one the answer, ``False``, takes as long."""
        async with self._turns:
            return await asyncio.to_thread(self._matches, stored, password[: LONGEST + 1])

    def _matches(self, stored: str | None, password: str) -> bool:
        if stored is None and self._nobody is None:
            self._nobody = self._hasher.hash("a password that nobody has")
        try:
            self._hasher.verify(stored or self._nobody or "", password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None
