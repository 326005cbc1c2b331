"""Verified copies of a database in use (VACUUM INTO), restoring one, and the automatic backups.

Someone who works with a database shares a lock beside it (`locks`), so a restore notices a running server; SQLite's own
locks are on the file that gets replaced. A copy is checked and on disk before it gets its name. Wherever `put_in_place`
is cut off, one whole database is left, at its place or aside.
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
from tempfile import TemporaryDirectory, mkstemp

from sqlite_utils import Database

from . import locks
from .connection import DatabaseUnavailable, Reason, connected, preflight, refuse_others, translate_errors
from .locks import InUse
from .rows import are_times

STEPS = 10_000
"""After so many instructions of SQLite's machine the progress is reported: some hundred times a second."""
BESIDE = "-wal", "-shm", "-journal"
"""The endings of the files that SQLite keeps beside a database; the latest plays may be in the first one only."""
UNFINISHED = ".scorekeeper-copy-"
"""How the names of copies begin that are still being made."""
HEAD = b"SQLite format 3\0"
"""How every database begins."""
ALONE = b"\1\1"
"""The two bytes after HEAD and the page size in a copy; in a database that is in use, they say that it has a log."""

Progress = Callable[[int, int], None]
"""Called with how much is done (bytes or games), and of how much. An exception that it raises ends the work."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a database: how many games (deleted ones, too) and plays, and when it `changed` last (since 1970)."""

    games: int
    plays: int
    changed: int | None


def silent(done: int, of: int | None) -> None:
    """Report no progress."""


@contextmanager
def snapshot(
    source: Path, folder: Path, progress: Progress = silent, *, still: bool = False
) -> Iterator[tuple[Path, Contents]]:
    """Give a whole copy of the database at `source`, in a file of `folder`, and what is in it.

    The copy is as of one moment, holds nobody up, is checked, and is safely on the disk. It is deleted at the end,
    unless the caller has moved it away. With `still`, nobody works with the source, and nothing is written beside it;
    it may come from anywhere, so it is refused if no page could show what is in it. Raises DatabaseUnavailable, also if
    the source or its copy is not whole; OSError.
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
            with _lying_still(source, folder) if still else closing(connected(source, "rw")) as db:
                _write(db, copy, source.stat().st_size, progress)
            contents = _checked(copy)
            if still:
                _refuse_unreadable(copy)
        fsync(copy)
        yield copy, contents


def back_up(source: Path, target: Path, progress: Progress = silent) -> Contents:
    """Write a copy of the database at `source` to a file, whole or not at all; raises DatabaseUnavailable, OSError."""
    with snapshot(source, target.parent, progress) as (copy, contents):
        copy.replace(target)
        fsync(target.parent)
    return contents


def is_backup(path: Path) -> bool:
    """Return whether a file is a copy of a database of ours, and not one that is in use; raises OSError."""
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
    """Delete the copies in a folder that a program was making when it was killed."""
    for left in sorted(folder.glob(f"{UNFINISHED}*")):  # a copy comes before the files that SQLite put beside it
        of_copy = re.sub(r"-(wal|shm|journal)$", "", left.name)
        if of_copy == left.name or not left.with_name(of_copy).exists():  # what is beside a copy has no lock itself
            locks.remove_left_over(left)


@contextmanager
def naming_full_disk() -> Iterator[None]:
    """Raise DatabaseUnavailable for an OSError that says so."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DatabaseUnavailable(Reason.DISK_FULL) from error
        raise


def fsync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    windows = os.name == "nt"
    if windows and path.is_dir():
        return  # Windows opens no folder
    opened = os.open(path, os.O_RDWR if windows else os.O_RDONLY)  # Windows asks for the right to write
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def private_temp_file(folder: Path) -> Iterator[Path]:
    """Give an empty file that is readable for this user alone, and is gone at the end."""
    while True:
        made, name = mkstemp(dir=folder, prefix=UNFINISHED, suffix=".db")
        if os.name == "nt" or locks.claimed(made):
            break
        os.close(made)
    try:
        if os.name == "nt":  # there, a file that is open cannot be moved, nor deleted by anybody else
            os.close(made)
        yield Path(name)
    finally:
        with suppress(PermissionError):  # on Windows somebody has it open still: it is cleared away later
            Path(name).unlink(missing_ok=True)
        if os.name != "nt":
            os.close(made)


@contextmanager
def _lying_still(source: Path, folder: Path) -> Iterator[Database]:
    """Give a connection to a database that nobody works with, and that may have files beside it.

    Where SQLite would have to write beside it and may not, all of them are copied into `folder` first.
    """
    if not any(sidecar_files(source)):
        with closing(connected(source, "ro&immutable=1")) as db:
            refuse_others(db)
            (page,) = db.execute("PRAGMA page_size").fetchone()
            if source.stat().st_size % page:  # SQLite would take what is missing for zeros
                raise DatabaseUnavailable(Reason.DAMAGED, "its end is missing")
            yield db
        return
    with closing(connected(source, "ro")) as db:
        try:
            refuse_others(db)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise
        else:
            yield db
            return
    with TemporaryDirectory(dir=folder, prefix=UNFINISHED) as apart:
        for each in (source, *sidecar_files(source)):
            if not each.name.endswith("-shm"):
                shutil.copyfile(each, Path(apart) / each.name)
        with closing(connected(Path(apart) / source.name, "rw")) as db:
            refuse_others(db)
            yield db


def sidecar_files(path: Path) -> Iterator[Path]:
    """Yield the files that SQLite has put beside a database and that are there."""
    yield from (each for end in BESIDE if (each := path.with_name(path.name + end)).exists())


def _write(db: Database, copy: Path, size: int, progress: Progress) -> None:
    raised: list[BaseException] = []

    def tell() -> int:
        try:
            progress(min(copy.stat().st_size, size), size)
        except BaseException as error:  # SQLite would lose it
            raised.append(error)
        return len(raised)

    db.conn.set_progress_handler(tell, STEPS)
    try:
        _refuse_damage(db)  # the copy would lack what no page leads to, and nobody would notice
        db.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.OperationalError:
        if raised:
            raise raised[0] from None
        raise
    progress(size, size)


def _checked(path: Path) -> Contents:
    """Return what is in a database; raises DatabaseUnavailable if it is not ours, newer, or not whole."""
    with closing(connected(path, "ro&immutable=1")) as db:
        refuse_others(db)
        if not db.table_names():
            raise DatabaseUnavailable(Reason.DAMAGED, "it is empty")
        _refuse_damage(db)
        if db.execute("PRAGMA foreign_key_check").fetchone():
            raise DatabaseUnavailable(Reason.DAMAGED, "rows refer to others that are missing")
        counts = """SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM plays),
            max(CAST(strftime('%s', made) AS INTEGER)) FROM changes"""
        return Contents(*db.execute(counts).fetchone())


def _refuse_unreadable(path: Path) -> None:
    """Raise DatabaseUnavailable for texts or times that cannot be read, and for games without players.

    SQLite finds nothing wrong with these, but no page could show them.
    """
    with closing(connected(path, "ro&immutable=1")) as db:
        for table in db.table_names():
            for _ in db[table].rows:
                pass
        if not all(are_times(*each) for each in db.execute("SELECT started, ended, moment FROM games")):
            raise DatabaseUnavailable(Reason.DAMAGED, "the times of a game are none")
        if db.execute("SELECT 1 FROM games WHERE id NOT IN (SELECT game_id FROM seats)").fetchone():
            raise DatabaseUnavailable(Reason.DAMAGED, "nobody plays one of its games")


def _refuse_damage(db: Database) -> None:
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DatabaseUnavailable(Reason.DAMAGED, " ".join(found.split()))


# Restore

PATIENCE_MS = 1000
"""How long SQLite waits for programs that have the old database open without a lock of ours: an older version, say."""

STAYING = "SELECT name, value FROM settings WHERE name IN ('pairing_key', 'looking_key')"
"""The settings that are copied from the old database: the keys may have been replaced since the backup."""


def put_in_place(copy: Path, path: Path, aside: Path | None) -> None:
    """Move a checked copy to `path`; the database that is there is kept at `aside` (None: there is none).

    The copy gets the settings STAYING of the old database, as far as these can be read, and no game in it is shared:
    that may have ended since the backup. The caller holds the lock `alone`. Cut short at any point, `path` has the old
    database or the new one, and the old one is whole at its place or at `aside`. Raises InUse if somebody has it open
    all the same, and DatabaseUnavailable, OSError.
    """
    path = path.resolve()
    _delete_watch_keys(copy)
    if aside:
        _fold_log(path)
        _copy_settings(path, copy)
        with naming_full_disk():
            _keep(path, aside)
        for each in sidecar_files(path):  # written for the old one: SQLite would take it for the new one's
            each.unlink()
        fsync(path.parent)
    copy.replace(path)
    fsync(path.parent)


def _fold_log(path: Path) -> None:
    """Write the write-ahead log into the database, so that one file has all of it; a damaged database stays as it is.

    Raises InUse if others have it open: SQLite does this only for a connection that is alone.
    """
    with path.open("rb") as file:
        if file.read(len(HEAD)) != HEAD:  # SQLite would delete the log beside such a file, and the last plays with it
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
    if [*sidecar_files(path)]:
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


def _delete_watch_keys(copy: Path) -> None:
    with translate_errors(), closing(connected(copy, "rw")) as db:
        # An early backup has no such table; and one without anything to delete stays unchanged to the byte.
        found = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'watch_keys'").fetchone()
        if found and db.execute("SELECT 1 FROM watch_keys").fetchone():
            db.execute("DELETE FROM watch_keys")


def _keep(path: Path, aside: Path) -> None:
    """Keep the database at another place: by a second name, or as a copy of it and of the files beside it."""
    aside.parent.mkdir(exist_ok=True)
    left = [*sidecar_files(path)]
    if not left and _linked(path, aside):
        fsync(aside.parent)
        return
    for old in (*left, path):  # the database last: where it is, the others are too
        kept = aside.with_name(aside.name + old.name.removeprefix(path.name))
        with private_temp_file(path.parent) as copy:  # each is there whole, or not at all
            shutil.copyfile(old, copy)
            shutil.copystat(old, copy)
            fsync(copy)
            copy.replace(kept)
    fsync(aside.parent)


def _linked(path: Path, aside: Path) -> bool:
    try:
        os.link(path, aside)
    except OSError:  # a file system without links
        return False
    return True


# Automatic backups: names and retention


FOLDER = "backups"
"""Their folder, beside the database."""
DAYS = 7
"""How many daily ones are kept; of older ones, only one a month."""
YEAR = timedelta(days=366)
MAX_JUMP_LENGTH = timedelta(days=31)
"""When the clock is further than this from the newest backup, it may be wrong: backups are deleted as if it were no
further."""
HEADER = 100
"""How many bytes at the beginning of a database count how often it was written, and say nothing of what is in it."""


class BackupReason(StrEnum):
    """Why a backup was made, as its name says."""

    DAILY = ""
    BEFORE_STEP = "before-step-"
    REPLACED = "replaced-"


NAMES = re.compile(
    r"(?P<sort>|before-step-\d+-|replaced-)(?P<day>\d{4}-\d\d-\d\d)(-(?P<time>\d{6}))?\.db",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Backup:
    """An automatic backup: its file's name, why it was made, and when (a daily one: when its day began)."""

    name: str
    sort: BackupReason
    moment: datetime

    @property
    def day(self) -> date:
        return self.moment.date()


def read_name(name: str) -> Backup | None:
    """Return the backup that a file's name tells of, or None if it is not the name of an automatic backup."""
    found = NAMES.fullmatch(name)
    if not found or bool(found["sort"]) != bool(found["time"]):
        return None
    try:
        moment = datetime.fromisoformat(f"{found['day']}T{found['time'] or '000000'}").astimezone()
    except (ValueError, OverflowError, OSError):  # a day that is in no calendar, or before there were time zones
        return None
    return Backup(name, next(sort for sort in reversed(BackupReason) if found["sort"].startswith(sort)), moment)


def backup_path(path: Path, sort: BackupReason, now: datetime, step: int | None = None) -> Path:
    """Return where a backup of the database at `path` goes; `step` is the number of the step before which it is made.

    A daily one takes the place of an earlier one of the same day; all others get a name that is free.
    """
    folder = path.parent / FOLDER
    if sort is BackupReason.DAILY:
        return folder / f"{now:%Y-%m-%d}.db"
    names = (
        f"{sort}{'' if step is None else f'{step}-'}{now + timedelta(seconds=more):%Y-%m-%d-%H%M%S}.db"
        for more in count()
    )
    return next(folder / name for name in names if not (folder / name).exists())


def outdated(names: Iterable[str], today: date) -> frozenset[str]:
    """Return which of these files may be deleted.

    Of the daily ones the last seven are kept, and for a year the last one of each month; all others are kept for a
    year. The newest daily one and the last database that was replaced are kept however old they are. Files dated after
    today stay, since some clock was wrong, and so do files with other names.
    """
    kept = [each for each in map(read_name, names) if each and each.day <= today]
    kept.sort(key=lambda each: (each.moment, each.name), reverse=True)
    of_sort = {sort: [each for each in kept if each.sort is sort] for sort in BackupReason}
    newest = {each.name for sort in (BackupReason.DAILY, BackupReason.REPLACED) for each in of_sort[sort][:1]}
    last_of_month = {f"{each.day:%Y-%m}": each.name for each in reversed(of_sort[BackupReason.DAILY])}
    wanted = {*(each.name for each in islice(of_sort[BackupReason.DAILY], DAYS)), *last_of_month.values()}
    return frozenset(
        each.name
        for each in kept
        if each.name not in newest
        and (today - each.day >= YEAR or (each.sort is BackupReason.DAILY and each.name not in wanted))
    )


def automatic_backups(path: Path) -> Collection[Backup]:
    """Return the automatic backups of the database at `path`; raises OSError."""
    folder = path.parent / FOLDER
    if not folder.is_dir():
        return ()
    return tuple(found for each in os.listdir(folder) if (found := read_name(each)))


def newest_daily(path: Path, now: datetime) -> datetime | None:
    """Return the moment as of which the newest daily backup has everything; None if there is none. Raises OSError."""
    return max(_dailies(path, now).values(), default=None)


def back_up_daily(path: Path, now: datetime, progress: Progress = silent) -> None:
    """Make the backup of this day, unless there is one; if nothing has changed, only set the newest one's time to now.

    Outdated backups are deleted. Raises DatabaseUnavailable, OSError.
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
    """Make a backup of the database before a step of its schema; raises DatabaseUnavailable, OSError."""
    target = backup_path(path, BackupReason.BEFORE_STEP, now, step)
    with naming_full_disk():
        target.parent.mkdir(mode=0o700, exist_ok=True)
        back_up(path, target)


def replace_backups(path: Path, until: datetime, now: datetime) -> None:
    """Make a backup, then delete every other automatic one that was made up to `until`: they hold what was erased.

    One that is dated after `now` is deleted as well: nobody knows when it was made. Raises DatabaseUnavailable,
    OSError.
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
    """Return the daily backups, each with the moment as of which it has everything; none that is dated after `now`."""
    files = (path.parent / FOLDER / each.name for each in automatic_backups(path) if each.sort is BackupReason.DAILY)
    moments = {each: datetime.fromtimestamp(each.stat().st_mtime, now.tzinfo) for each in files}
    return {each: moment for each, moment in moments.items() if moment <= now}


def _put(copy: Path, target: Path, now: datetime) -> None:
    _stamp(copy, now)
    copy.replace(target)
    fsync(target.parent)


def _stamp(backup: Path, now: datetime) -> None:
    os.utime(backup, (now.timestamp(), now.timestamp()))


def _clear_second_names(path: Path) -> None:
    """Delete replaced databases that are only a second name of the database, left by a restore that was cut short."""
    for each in automatic_backups(path):
        aside = path.parent / FOLDER / each.name
        if each.sort is BackupReason.REPLACED and path.exists() and aside.exists() and path.samefile(aside):
            aside.unlink()


def _delete(backup: Path) -> None:
    for each in (*sidecar_files(backup), backup):
        each.unlink(missing_ok=True)


def _same(backup: Path, copy: Path) -> bool:
    """Return whether two copies of a database have the same content."""
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
