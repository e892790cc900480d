"""Copies of a whole database, taken while it is served, and the way back. Blocking: not for the event loop.

SQLite's own copying makes an image of one moment, page by page; of PostgreSQL the tables are copied in one snapshot
(:mod:`backup_postgres`). A restore first makes sure of the file, then changes the database in one transaction.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from sqlalchemy import inspect, literal, make_url, select, table
from sqlalchemy.engine import Connection

from mahjong_club import __version__
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.storage import archives, backup_postgres, migrate
from mahjong_club.storage.archives import BackupRefused, Hashed, Kind, Manifest, Progress, unused
from mahjong_club.storage.database import short
from mahjong_club.storage.sqlite import lock_file

#: Pages of one piece (128 KiB), and how many pieces go onto the disk together where nobody plays.
_PAGES, _PIECES = 32, 16
#: Where somebody plays each piece goes by itself, and the next one waits so long: his moves find the disk free.
_REST_S: Final = 0.03
_BUSY_S: Final = 10
#: What a database holds that nobody has used yet.
_UNUSED: Final = frozenset({"alembic_version", "meta"})


def backup(url: str, file: Path, progress: Progress = unused) -> Manifest:
    """Write a consistent copy into a new file; a server may write meanwhile.

    Raises :class:`BackupRefused` (``file_exists``, ``no_database``), ``StorageUnavailable``, ``OSError``.
    """
    if file.exists():
        raise BackupRefused("file_exists", f"{file} is there already, and a backup overwrites nothing")
    partial = file.with_name(file.name + ".partial")
    try:
        with archives.open_new(partial) as out:
            manifest = _sqlite_backup(url, partial, out, progress) if _kind(url) == "sqlite" else _postgres(url, out, progress)
        partial.rename(file)
        return manifest
    except FileExistsError:
        raise BackupRefused("file_exists", f"{partial} is there already: another backup is writing it, or was ended") from None
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def restore(url: str, file: Path, *, replace: bool = False, progress: Progress = unused) -> Manifest:
    """Fill a database from a backup and bring it up to date: all of it, or nothing changes.

    Without ``replace`` the database must be new or unused. It must not be served meanwhile; of SQLite that is made sure.
    Raises :class:`BackupRefused` (``not_a_backup``, ``damaged``, ``too_new``, ``other_database``, ``not_empty``),
    ``StorageUnavailable``, ``OSError``.
    """
    with file.open("rb") as saved:
        manifest = archives.manifest_of(saved)
        if manifest.kind != _kind(url):
            raise BackupRefused("other_database", f"it is of {manifest.kind}, the database is {_kind(url)}")
        if not migrate.is_known(manifest.revision):
            raise BackupRefused("too_new", f"its revision {manifest.revision} is not known to this version of the program")
        if manifest.kind == "sqlite":
            _sqlite_restore(url, saved, manifest, progress, replace=replace)
        else:
            archives.check(saved, manifest, progress)
            backup_postgres.load(url, saved, manifest, None if replace else need_unused)
    return manifest


def need_unused(connection: Connection) -> None:
    """Raises ``not_empty`` where a table holds something beside what a server writes at its first start."""
    for name in sorted(set(inspect(connection).get_table_names()) - _UNUSED):
        if connection.execute(select(literal(1)).select_from(table(name)).limit(1)).first():
            raise BackupRefused("not_empty", f"the database is in use ({name}); --replace throws away what it holds")


def _kind(url: str) -> Kind:
    return "sqlite" if make_url(url).get_backend_name() == "sqlite" else "postgresql"


def _manifest(kind: Kind, revision: str, size: int) -> Manifest:
    return Manifest(kind, revision, size, int(time.time() * 1000), __version__)


def _postgres(url: str, out: BinaryIO, progress: Progress) -> Manifest:
    hashed = Hashed(out)
    revision = backup_postgres.dump(url, hashed, progress)
    manifest = _manifest("postgresql", revision, hashed.written)
    hashed.finish(manifest)
    return manifest


# --- SQLite
class _Pace:
    """How fast a database is copied that may be served: at once, or with rests while its log changes."""

    def __init__(self, source: Path, out: BinaryIO) -> None:
        self._log = source.with_name(source.name + "-wal")
        self._out = out
        self._seen = self._stamp()
        self._pieces = 0

    def _stamp(self) -> int:
        try:
            return self._log.stat().st_mtime_ns
        except OSError:
            return 0

    def piece(self) -> None:
        """A piece is written."""
        self._pieces += 1
        before, self._seen = self._seen, self._stamp()
        if before != self._seen:
            archives.settle(self._out)
            time.sleep(_REST_S)
        elif self._pieces % _PIECES == 0:
            archives.settle(self._out)


def _sqlite_backup(url: str, partial: Path, out: BinaryIO, progress: Progress) -> Manifest:
    source = _file_of(url)
    if not source.exists():
        raise BackupRefused("no_database", f"there is no {source}")
    with _readable(), closing(_open(source)) as raw, closing(sqlite3.connect(partial, isolation_level=None)) as copy:
        # What is written is put onto the disk below, bit by bit and at the end.
        copy.execute("PRAGMA synchronous = OFF")
        # The moment that is copied is this one: without an open transaction each commit would begin the copy anew.
        raw.execute("BEGIN")
        revision = _revision(raw)

        pace = _Pace(source, out)

        def copied(_status: int, left: int, total: int) -> None:
            pace.piece()
            progress(total - left, total)

        raw.backup(copy, pages=_PAGES, progress=copied)
        raw.execute("ROLLBACK")
        # One file, without a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    hashed = Hashed(out)
    out.seek(0)
    while piece := out.read(archives.CHUNK):
        hashed.digest.update(piece)
        hashed.written += len(piece)
    manifest = _manifest("sqlite", revision, hashed.written)
    hashed.finish(manifest)
    return manifest


def _sqlite_restore(url: str, saved: BinaryIO, manifest: Manifest, progress: Progress, *, replace: bool) -> None:
    target = _file_of(url)
    image = target.with_name(target.name + ".restoring")
    with lock_file(target):
        if not replace and target.exists():
            migrate.apart(url, need_unused)
        try:
            image.unlink(missing_ok=True)
            with archives.open_new(image) as out:
                for piece in archives.body(saved, manifest, progress):
                    out.write(piece)
            _sound(image, manifest)
            migrate.upgrade(f"sqlite+aiosqlite:///{image}")
            # Page by page in one transaction: a crash in the middle leaves the database that was there.
            with _readable(), closing(_open(image)) as source, closing(sqlite3.connect(target, timeout=_BUSY_S)) as raw:
                source.backup(raw)
        finally:
            for ending in ("", "-wal", "-shm", "-journal"):
                Path(f"{image}{ending}").unlink(missing_ok=True)


def _sound(image: Path, manifest: Manifest) -> None:
    """Whether SQLite finds no fault in what the file holds."""
    try:
        with closing(_open(image)) as raw:
            found = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
            revision = _revision(raw)
    except sqlite3.DatabaseError as failure:
        raise BackupRefused("damaged", str(failure)) from failure
    if found != "ok" or revision != manifest.revision:
        raise BackupRefused("damaged", found if found != "ok" else f"its database is at revision {revision}")


def _file_of(url: str) -> Path:
    return Path(make_url(url).database or "").absolute()


def _open(file: Path) -> sqlite3.Connection:
    raw = sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=_BUSY_S)
    raw.execute("PRAGMA query_only = ON")
    return raw


def _revision(raw: sqlite3.Connection) -> str:
    if raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is None:
        raise BackupRefused("no_database", "its tables were not made yet")
    return str(raw.execute("SELECT version_num FROM alembic_version").fetchone()[0])


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as failure:
        raise StorageUnavailable(short(failure)) from failure


__all__ = ["BackupRefused", "Manifest", "backup", "need_unused", "restore"]
