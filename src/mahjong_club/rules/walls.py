"""Walls from seeds: the documented, versioned shuffle and the commitments that prove it. See docs/fairness.md.

Version 1. ``SHUFFLE`` names it in records.

* A match has a 32-byte secret; its SHA-256 is published before any seat adds entropy.
* Deal ``n`` (from 1) has the secret ``HMAC-SHA256(match secret, "deal:" + n)``; its SHA-256 is published with the deal.
* The seed of the wall is ``SHA-256("mahjong-club/wall/1" | deal secret | entropy of seats 0-3)``, every part preceded by its
  length as four bytes, big-endian.
* Numbers come from SHA-256 in counter mode over the seed; ``below(n)`` takes 64-bit words and rejects those from the last
  incomplete multiple of n. Fisher-Yates runs from the last index down to 1.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final

from mahjong_club.rules.tiles import Tile

SHUFFLE: Final = "mahjong-club/wall/1"


def commitment_of(secret: str) -> str:
    """SHA-256 (hex) of a secret given in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def deal_secret(match_secret: str, number: int) -> str:
    """The secret (hex) of deal ``number`` of a match."""
    return hmac.new(bytes.fromhex(match_secret), f"deal:{number}".encode(), hashlib.sha256).hexdigest()


def wall_seed(secret: str, entropy: Sequence[str]) -> bytes:
    """The 256-bit seed of a deal's wall, from its secret and what the seats added."""
    digest = hashlib.sha256()
    for part in (SHUFFLE.encode(), bytes.fromhex(secret), *(text.encode() for text in entropy)):
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.digest()


def shuffle(tiles: Sequence[Tile], seed: bytes) -> tuple[Tile, ...]:
    """The tiles in drawing order for a seed."""
    words = _words(seed)
    wall = list(tiles)
    for i in range(len(wall) - 1, 0, -1):
        n = i + 1
        limit = (1 << 64) - (1 << 64) % n
        word = next(words)
        while word >= limit:
            word = next(words)
        j = word % n
        wall[i], wall[j] = wall[j], wall[i]
    return tuple(wall)


def _words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1


def pack_wall(wall: Sequence[Tile]) -> str:
    """A wall as text, two characters a tile."""
    return "".join(wall)


def unpack_wall(text: str) -> tuple[Tile, ...]:
    """The wall of :func:`pack_wall`."""
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))
