"""Verified copies of a database in use (VACUUM INTO), restore, and automatic backups.

Every program that uses a database shares a lock file beside it (`locks`), so a restore detects a running server.
SQLite's own locks are not enough: they are on the file that a restore replaces. A copy is checked and synced to disk
before it gets its final name. An interrupted restore always leaves a complete database behind (`put_in_place`).
"""

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import count, islice
from pathlib import Path
from tempfile import mkstemp

from sqlite_utils import Database

from . import locks
from .connection import DatabaseUnavailable, Reason, connected, preflight, refuse_others, translate_errors
from .locks import InUse
from .rows import are_times

STEPS = 10_000
"""Number of SQLite virtual machine instructions between progress reports: several hundred reports a second."""
BESIDE = "-wal", "-shm", "-journal"
"""Suffixes of SQLite's sidecar files of a database. The newest plays may be only in the -wal file."""
UNFINISHED = ".scorekeeper-copy-"
"""Prefix of the file names of unfinished copies."""
HEAD = b"SQLite format 3\0"
"""First bytes of every SQLite database."""
ALONE = b"\1\1"
"""Write and read versions in a copy's header, after HEAD and the page size; a database in use has 2 (WAL)."""

Progress = Callable[[int, int], None]
"""Callback with the amount done and the total (bytes or games). An exception raised by it aborts the operation."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Numbers of games (including deleted ones) and plays, and the time of the last change (seconds since 1970)."""

    games: int
    plays: int
    changed: int | None


def silent(done: int, of: int | None) -> None:
    """Ignore progress; the default callback."""


@contextmanager
def snapshot(
    source: Path, folder: Path, progress: Progress = silent, *, still: bool = False
) -> Iterator[tuple[Path, Contents]]:
    """Yield a verified copy of the database at `source`, as a temporary file in `folder`, and its contents.

    The copy is consistent, blocks no other program, and is synced to disk. It is deleted at the end unless the caller
    has moved it away. Pass `still` if no program uses the source and it has no log: then nothing is written beside it.
    The source may come from anywhere, so it is refused if no page could show its contents.

    Raises DatabaseUnavailable, also if the source or its copy is damaged, and OSError.
    """
    clear(folder)
    if not source.exists():
        raise DatabaseUnavailable(Reason.NOT_THERE)
    if not source.is_file():
        raise DatabaseUnavailable(Reason.NOT_A_FILE)
    with naming_full_disk(), private_temp_file(folder) as copy:
        with translate_errors():
            if not still:
                preflight(source)
            with _unused_database(source) if still else closing(connected(source, "rw")) as db:
                write_copy(db, copy, source.stat().st_size, progress)
            contents = _checked(copy)
            if still:
                _refuse_unreadable(copy)
        fsync(copy)
        yield copy, contents


def back_up(source: Path, target: Path, progress: Progress = silent) -> Contents:
    """Atomically write a copy of the database at `source` to a file; raises DatabaseUnavailable, OSError."""
    with snapshot(source, target.parent, progress) as (copy, contents):
        copy.replace(target)
        fsync(target.parent)
    return contents


def is_backup(path: Path) -> bool:
    """Return whether a file is a copy of a Scorekeeper database, not a database in use; raises OSError."""
    with path.open("rb") as file:
        head = file.read(len(HEAD) + 4)
    if not head.startswith(HEAD) or not head.endswith(ALONE):
        return False
    try:
        with translate_errors(), closing(connected(path, "ro&immutable=1")) as db:
            refuse_others(db)
            return bool(db.table_names())
    except DatabaseUnavailable:
        return False


def clear(folder: Path) -> None:
    """Delete the unfinished copies that killed programs left in a directory."""
    for left in sorted(folder.glob(f"{UNFINISHED}*")):  # sorted: each copy before its sidecar files
        of_copy = re.sub(r"-(wal|shm|journal)$", "", left.name)
        if of_copy == left.name or not left.with_name(of_copy).exists():  # a sidecar file has no lock itself
            locks.remove_left_over(left)


@contextmanager
def naming_full_disk() -> Iterator[None]:
    """Raise DatabaseUnavailable for an OSError caused by a full disk."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DatabaseUnavailable(Reason.DISK_FULL) from error
        raise


def fsync(path: Path) -> None:
    """Wait until a file, or the entries of a directory, are on disk."""
    windows = os.name == "nt"
    if windows and path.is_dir():
        return  # Windows cannot open a directory
    opened = os.open(path, os.O_RDWR if windows else os.O_RDONLY)  # on Windows, fsync requires write access
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def private_temp_file(folder: Path) -> Iterator[Path]:
    """Yield an empty file readable only by this user, and delete it at the end."""
    while True:
        made, name = mkstemp(dir=folder, prefix=UNFINISHED, suffix=".db")
        if os.name == "nt" or locks.claimed(made):  # another program's `clear` may delete it before it is claimed
            break
        os.close(made)
    try:
        if os.name == "nt":  # Windows cannot move an open file, and no other program can delete it
            os.close(made)
        yield Path(name)
    finally:
        with suppress(PermissionError):  # still open in another program on Windows: `clear` deletes it later
            Path(name).unlink(missing_ok=True)
        if os.name != "nt":
            os.close(made)


@contextmanager
def _unused_database(source: Path) -> Iterator[Database]:
    """Yield a connection to a database without sidecar files that no program uses."""
    with closing(connected(source, "ro&immutable=1")) as db:
        (page,) = db.execute("PRAGMA page_size").fetchone()
        if source.stat().st_size % page:  # SQLite would read the missing part as zeros
            raise DatabaseUnavailable(Reason.DAMAGED, "its end is missing")
        refuse_others(db)
        yield db


def sidecar_files(path: Path) -> Iterator[Path]:
    yield from (each for end in BESIDE if (each := path.with_name(path.name + end)).exists())


def write_copy(db: Database, copy: Path, size: int, progress: Progress) -> None:
    """Write a compact copy of an open database to the new file `copy`; `size` is that of the original in bytes.

    Raises DatabaseUnavailable, sqlite3.Error, and whatever `progress` raises, which stops the copy.
    """
    raised: list[BaseException] = []

    def report() -> int:
        try:
            progress(min(copy.stat().st_size, size), size)
        except BaseException as error:  # SQLite would discard it
            raised.append(error)
        return len(raised)

    db.conn.set_progress_handler(report, STEPS)
    try:
        _refuse_damage(db)  # a copy leaves out unreachable pages, and with them the evidence of damage
        db.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.OperationalError:
        if raised:
            raise raised[0] from None
        raise
    progress(size, size)


def _checked(path: Path) -> Contents:
    """Return the contents of a copy; raises DatabaseUnavailable if it is foreign, newer or damaged."""
    with closing(connected(path, "ro&immutable=1")) as db:
        refuse_others(db)
        if not db.table_names():
            raise DatabaseUnavailable(Reason.DAMAGED, "it is empty")
        _refuse_damage(db)
        if db.execute("PRAGMA foreign_key_check").fetchone():
            raise DatabaseUnavailable(Reason.DAMAGED, "rows refer to missing rows")
        counts = """SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM plays),
            max(CAST(strftime('%s', made) AS INTEGER)) FROM changes"""
        return Contents(*db.execute(counts).fetchone())


def _refuse_unreadable(path: Path) -> None:
    """Raise DatabaseUnavailable for contents that SQLite accepts but no page can show."""
    with closing(connected(path, "ro&immutable=1")) as db:
        for table in db.table_names():
            for _ in db[table].rows:  # reading a row decodes its texts
                pass
        if not all(are_times(*each) for each in db.execute("SELECT started, ended, moment FROM games")):
            raise DatabaseUnavailable(Reason.DAMAGED, "a game has invalid times")
        if db.execute("SELECT 1 FROM games WHERE id NOT IN (SELECT game_id FROM seats)").fetchone():
            raise DatabaseUnavailable(Reason.DAMAGED, "a game has no players")


def _refuse_damage(db: Database) -> None:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DatabaseUnavailable(Reason.DAMAGED, " ".join(found.split()))


# Restore

PATIENCE_MS = 1000
"""Milliseconds to wait for programs that have the old database open without our lock, such as an older version."""

STAYING = "SELECT name, value FROM settings WHERE name IN ('pairing_key', 'looking_key')"
"""Selects the settings to copy from the old database, because its keys may be newer than those of the backup."""


def put_in_place(copy: Path, path: Path, aside: Path | None) -> None:
    """Move a checked copy to `path`, and keep the old database, if there is one, at `aside`.

    The copy gets the settings STAYING of the old database if they can be read. Its watch keys are deleted, because
    sharing may have ended since the backup. The caller holds `exclusive_lock`.

    After an interruption at any point, `path` has the old or the new database, and the old one is complete there or at
    `aside`. Raises InUse if a program has the database open despite the lock, DatabaseUnavailable, and OSError.
    """
    path = path.resolve()
    with translate_errors(), closing(connected(copy, "rw")) as db:
        if db.execute("SELECT 1 FROM watch_keys").fetchone():  # a backup without any stays unchanged, byte for byte
            db.execute("DELETE FROM watch_keys")
    if aside:
        _fold_log(path)
        _copy_settings(path, copy)
        with naming_full_disk():
            _keep(path, aside)
        for each in sidecar_files(path):  # SQLite would apply the log of the old database to the new one
            each.unlink()
        fsync(path.parent)
    copy.replace(path)
    fsync(path.parent)


def _fold_log(path: Path) -> None:
    """Write the write-ahead log into the database, to have everything in one file; skip a damaged database.

    Raises InUse if another program has the database open: SQLite leaves WAL mode only for its only connection.
    """
    with path.open("rb") as file:
        if file.read(len(HEAD)) != HEAD:  # SQLite would delete the log of such a file, with the newest plays
            return
    try:
        with closing(connected(path, "rw")) as db:
            db.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise InUse from None
    except sqlite3.Error:
        pass


def _copy_settings(path: Path, copy: Path) -> None:
    """Copy the settings STAYING from the old database, unless its log could not be written into it."""
    if [*sidecar_files(path)]:  # the log is still there
        return
    try:
        with closing(connected(path, "ro")) as db:
            kept = db.execute(STAYING).fetchall()
    except sqlite3.Error:
        return
    if kept:
        with translate_errors(), closing(connected(copy, "rw")) as db:
            for each in kept:
                db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", each)


def _keep(path: Path, aside: Path) -> None:
    """Keep the database at `aside`: as a hard link, or as a copy with its sidecar files."""
    aside.parent.mkdir(exist_ok=True)
    left = [*sidecar_files(path)]
    if not left and _hard_linked(path, aside):
        fsync(aside.parent)
        return
    for old in (*left, path):  # the database last: once it exists, so do its sidecar files
        kept = aside.with_name(aside.name + old.name.removeprefix(path.name))
        with private_temp_file(path.parent) as copy:  # each file appears complete or not at all
            shutil.copyfile(old, copy)
            shutil.copystat(old, copy)
            fsync(copy)
            copy.replace(kept)
    fsync(aside.parent)


def _hard_linked(path: Path, aside: Path) -> bool:
    try:
        os.link(path, aside)
    except OSError:  # the file system does not support hard links
        return False
    return True


# Automatic backups: names and retention


FOLDER = "backups"
DAYS = 7
"""Number of daily backups to keep. Of older daily backups, one per month is kept."""
YEAR = timedelta(days=366)
MAX_JUMP_LENGTH = timedelta(days=31)
"""Longest plausible time since the newest backup.

After a longer time the clock may be wrong, and backups are deleted as if only this much time had passed.
"""
HEADER = 100
"""Size in bytes of a database header. It contains write counters, so comparisons of content skip it."""


class BackupReason(StrEnum):
    """Reason for a backup; the value is the prefix of its file name."""

    DAILY = ""
    BEFORE_STEP = "before-step-"
    REPLACED = "replaced-"


NAMES = re.compile(
    r"(?P<reason>|before-step-\d+-|replaced-)(?P<day>\d{4}-\d\d-\d\d)(-(?P<time>\d{6}))?\.db",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Backup:
    """An automatic backup: file name, reason, and time, which for a daily one is the start of the day."""

    name: str
    reason: BackupReason
    moment: datetime

    @property
    def day(self) -> date:
        return self.moment.date()


def read_name(name: str) -> Backup | None:
    found = NAMES.fullmatch(name)
    if not found or bool(found["reason"]) != bool(found["time"]):
        return None
    try:
        moment = datetime.fromisoformat(f"{found['day']}T{found['time'] or '000000'}").astimezone()
    except (ValueError, OverflowError, OSError):  # not a calendar day, or too early for a time zone
        return None
    # Reversed, because every name starts with the empty value of DAILY.
    return Backup(name, next(reason for reason in reversed(BackupReason) if found["reason"].startswith(reason)), moment)


def backup_path(path: Path, reason: BackupReason, now: datetime, step: int | None = None) -> Path:
    """Return the path for a backup before migration `step`, if given.

    A daily backup replaces an earlier one of that day; the paths of all others are new.
    """
    folder = path.parent / FOLDER
    if reason is BackupReason.DAILY:
        return folder / f"{now:%Y-%m-%d}.db"
    names = (
        f"{reason}{'' if step is None else f'{step}-'}{now + timedelta(seconds=more):%Y-%m-%d-%H%M%S}.db"
        for more in count()
    )
    return next(folder / name for name in names if not (folder / name).exists())


def outdated(names: Iterable[str], today: date) -> frozenset[str]:
    """Return the names of the backups to delete.

    Of the daily backups, the last seven and the last one of each month are kept. All backups expire after a year,
    except the newest daily backup and the newest replaced database. Files dated after today are kept, because a clock
    was wrong; so are files with other names.
    """
    kept = [each for each in map(read_name, names) if each and each.day <= today]
    kept.sort(key=lambda each: (each.moment, each.name), reverse=True)
    by_reason = {reason: [each for each in kept if each.reason is reason] for reason in BackupReason}
    newest = {each.name for reason in (BackupReason.DAILY, BackupReason.REPLACED) for each in by_reason[reason][:1]}
    last_of_month = {f"{each.day:%Y-%m}": each.name for each in reversed(by_reason[BackupReason.DAILY])}
    wanted = {*(each.name for each in islice(by_reason[BackupReason.DAILY], DAYS)), *last_of_month.values()}
    return frozenset(
        each.name
        for each in kept
        if each.name not in newest
        and (today - each.day >= YEAR or (each.reason is BackupReason.DAILY and each.name not in wanted))
    )


def automatic_backups(path: Path) -> Collection[Backup]:
    folder = path.parent / FOLDER
    if not folder.is_dir():
        return ()
    return tuple(found for each in os.listdir(folder) if (found := read_name(each)))


def newest_daily(path: Path, now: datetime) -> datetime | None:
    """Return the time until which the newest daily backup has all changes, or None without one; raises OSError."""
    return max(_dailies(path, now).values(), default=None)


def back_up_daily(path: Path, now: datetime, progress: Progress = silent) -> None:
    """Make today's backup unless it exists; without changes, only set the newest backup's file time to now.

    Deletes outdated backups. Raises DatabaseUnavailable, OSError.
    """
    folder = path.parent / FOLDER
    with naming_full_disk():
        folder.mkdir(mode=0o700, exist_ok=True)
        with locks.mutex(folder / "lock"):
            clear(path.parent)
            _clear_second_names(path)
            there = _dailies(path, now)
            newest = max(there, key=lambda each: there[each], default=None)
            if newest and there[newest].date() == now.date():
                return
            with snapshot(path, folder, progress) as (copy, _):
                if newest and _same(newest, copy):
                    _stamp(newest, now)
                else:
                    _put(copy, backup_path(path, BackupReason.DAILY, now), now)
            believed = min(now, there[newest] + MAX_JUMP_LENGTH) if newest else now
            for name in outdated(os.listdir(folder), believed.date()):
                _delete(folder / name)


def back_up_before_step(path: Path, step: int, now: datetime) -> None:
    """Make a backup of the database before a migration; raises DatabaseUnavailable, OSError."""
    target = backup_path(path, BackupReason.BEFORE_STEP, now, step)
    with naming_full_disk():
        target.parent.mkdir(mode=0o700, exist_ok=True)
        back_up(path, target)


def replace_backups(path: Path, until: datetime, now: datetime) -> None:
    """Make a backup, then delete every other automatic backup made up to `until`, because it contains erased data.

    Backups dated after `now` are also deleted, because their true date is unknown. Does nothing without automatic
    backups. Raises DatabaseUnavailable, OSError.
    """
    folder, target = path.parent / FOLDER, backup_path(path, BackupReason.DAILY, now)
    if not automatic_backups(path):
        return
    with naming_full_disk(), locks.mutex(folder / "lock"):
        _clear_second_names(path)
        with snapshot(path, folder) as (copy, _):
            _put(copy, target, now)
        for each in automatic_backups(path):
            if each.name != target.name and (each.moment <= until or each.moment > now):
                _delete(folder / each.name)
        fsync(folder)


def _dailies(path: Path, now: datetime) -> dict[Path, datetime]:
    """Return the daily backups and their times (see `newest_daily`), at most `now`."""
    files = (path.parent / FOLDER / each.name for each in automatic_backups(path) if each.reason is BackupReason.DAILY)
    moments = {each: datetime.fromtimestamp(each.stat().st_mtime, now.tzinfo) for each in files}
    return {each: moment for each, moment in moments.items() if moment <= now}


def _put(copy: Path, target: Path, now: datetime) -> None:
    _stamp(copy, now)
    copy.replace(target)
    fsync(target.parent)


def _stamp(backup: Path, now: datetime) -> None:
    os.utime(backup, (now.timestamp(), now.timestamp()))


def _clear_second_names(path: Path) -> None:
    """Delete hard links to the database among the replaced databases, left by an interrupted restore."""
    for each in automatic_backups(path):
        aside = path.parent / FOLDER / each.name
        if each.reason is BackupReason.REPLACED and path.exists() and aside.exists() and path.samefile(aside):
            aside.unlink()


def _delete(backup: Path) -> None:
    for each in (*sidecar_files(backup), backup):
        each.unlink(missing_ok=True)


def _same(backup: Path, copy: Path) -> bool:
    if backup.stat().st_size != copy.stat().st_size:
        return False
    with backup.open("rb") as one, copy.open("rb") as other:
        one.seek(HEADER)
        other.seek(HEADER)
        while True:
            parts = one.read(2**16), other.read(2**16)
            if parts[0] != parts[1]:
                return False
            if not parts[0]:
                return True
