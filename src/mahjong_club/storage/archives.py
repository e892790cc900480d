"""A backup's file: the body of its kind, then what it is as a line of JSON, that line's length, a SHA-256 and a mark.

All that stands before the digest is covered by it, so that a file that was cut, changed or joined is known as damaged before
anything is done with it. The body comes first: a body that is a SQLite database can be opened as one where it lies.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, Final, Literal

FORMAT: Final = 1
MARK: Final = b"MJCLUB\x00\x01"
SQLITE_HEAD: Final = b"SQLite format 3\x00"
POSTGRES_HEAD: Final = b"Mono Mahjong Club: tables of PostgreSQL, as COPY writes them\n"
CHUNK: Final = 1 << 20
_LENGTH: Final = 4
_TAIL: Final = _LENGTH + hashlib.sha256().digest_size + len(MARK)
_MOST_JSON: Final = 10_000

Kind = Literal["sqlite", "postgresql"]
#: Told how much is done, of how much; the unit is the caller's own.
Progress = Callable[[int, int], None]


class BackupRefused(Exception):
    """Nothing was changed. ``code`` is for programs; operations.md lists the codes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself. ``body`` is its body's length in bytes, ``revision`` its schema's."""

    kind: Kind
    revision: str
    body: int
    made_ms: int
    version: str
    format: int = FORMAT


def unused(progress: int, total: int) -> None:
    """Where nobody wants to know how far it is."""


class Hashed:
    """A binary file that is written and hashed at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.digest = hashlib.sha256()
        self.written = 0
        self._loose = 0

    def write(self, data: bytes) -> None:
        """Write all of it."""
        self._file.write(data)
        self.digest.update(data)
        self.written += len(data)
        self._loose += len(data)
        if self._loose >= CHUNK:
            self._loose = 0
            settle(self._file)

    def finish(self, manifest: Manifest) -> None:
        """Write what follows the body, onto the disk."""
        line = json.dumps(asdict(manifest)).encode()
        self.write(line)
        self.write(len(line).to_bytes(_LENGTH, "big"))
        self._file.write(self.digest.digest() + MARK)
        self._file.flush()
        os.fsync(self._file.fileno())


def settle(file: BinaryIO) -> None:
    """Put what was written onto the disk. Done often, a server beside it never waits long for its own small writes; at the end
    all at once, its players would."""
    file.flush()
    getattr(os, "fdatasync", os.fsync)(file.fileno())


def open_new(file: Path) -> BinaryIO:
    """A new file that only its owner may read. Raises ``FileExistsError``."""
    return os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "r+b")


def manifest_of(file: BinaryIO) -> Manifest:
    """What the file says of itself; whether it is whole, only :func:`body` knows. Raises :class:`BackupRefused`."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    head = file.read(len(POSTGRES_HEAD))
    known = head.startswith(SQLITE_HEAD) or head == POSTGRES_HEAD
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    if len(tail) < _TAIL or not tail.endswith(MARK):
        if known:
            raise BackupRefused("damaged", "its end is missing or changed")
        raise BackupRefused("not_a_backup", "`mahjong-club backup` did not make it")
    length = int.from_bytes(tail[:_LENGTH], "big")
    if not known or length > min(_MOST_JSON, size - _TAIL):
        raise BackupRefused("damaged", "its beginning or its description is changed")
    file.seek(size - _TAIL - length)
    manifest = _manifest(file.read(length))
    if manifest.body != size - _TAIL - length:
        raise BackupRefused("damaged", "its length is not what it says")
    if (manifest.kind == "sqlite") is not head.startswith(SQLITE_HEAD):
        raise BackupRefused("damaged", "it is not of the kind it says")
    return manifest


def _manifest(line: bytes) -> Manifest:
    try:
        said = json.loads(line)
        if isinstance(said, dict) and isinstance(made := said.get("format"), int) and made > FORMAT:
            raise BackupRefused("too_new", f"format {made} is not known to this version of the program")
        manifest = Manifest(**said)
    except (ValueError, TypeError, RecursionError):
        raise BackupRefused("damaged", "its description cannot be read") from None
    texts = (manifest.revision, manifest.version)
    numbers = (manifest.body, manifest.made_ms, manifest.format)
    if manifest.kind not in ("sqlite", "postgresql") or not all(type(text) is str for text in texts):
        raise BackupRefused("damaged", "its description cannot be read")
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise BackupRefused("damaged", "its description cannot be read")
    return manifest


def body(file: BinaryIO, manifest: Manifest, progress: Progress = unused) -> Iterator[bytes]:
    """The body, in pieces; at its end :class:`BackupRefused` is raised where the digest is another."""
    digest = hashlib.sha256()
    file.seek(0)
    left = manifest.body
    while left:
        piece = file.read(min(CHUNK, left))
        if not piece:
            raise BackupRefused("damaged", "it became shorter while it was read")
        digest.update(piece)
        left -= len(piece)
        progress(manifest.body - left, manifest.body)
        yield piece
    end = file.read()
    digest.update(end[: -len(MARK) - digest.digest_size])
    if digest.digest() != end[-len(MARK) - digest.digest_size : -len(MARK)]:
        raise BackupRefused("damaged", "its checksum is wrong")


def check(file: BinaryIO, manifest: Manifest, progress: Progress = unused) -> None:
    """Raises :class:`BackupRefused` where a byte is not as it was written."""
    for _ in body(file, manifest, progress):
        pass
