"""The automatic backups: what they are called, which of them are kept, and for how long."""

import os
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import count, islice
from pathlib import Path

from . import lock
from .backup import Progress, back_up, beside, clear, copied, naming_full_disk, on_disk, silent

FOLDER = "backups"
"""Their folder, beside the database."""
DAYS = 7
"""How many daily ones are kept; of older ones, only one a month."""
YEAR = timedelta(days=366)
AT_ONCE = timedelta(days=31)
"""When the clock is further than this from the newest backup, it may be wrong: backups are deleted as if it were no
further."""
HEADER = 100
"""How many bytes at the beginning of a database count how often it was written, and say nothing of what is in it."""


class Sort(StrEnum):
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
    sort: Sort
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
    return Backup(name, next(sort for sort in reversed(Sort) if found["sort"].startswith(sort)), moment)


def backup_path(path: Path, sort: Sort, now: datetime, step: int | None = None) -> Path:
    """Return where a backup of the database at `path` goes; `step` is the number of the step before which it is made.

    A daily one takes the place of an earlier one of the same day; all others get a name that is free.
    """
    folder = path.parent / FOLDER
    if sort is Sort.DAILY:
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
    of_sort = {sort: [each for each in kept if each.sort is sort] for sort in Sort}
    newest = {each.name for sort in (Sort.DAILY, Sort.REPLACED) for each in of_sort[sort][:1]}
    last_of_month = {f"{each.day:%Y-%m}": each.name for each in reversed(of_sort[Sort.DAILY])}
    wanted = {*(each.name for each in islice(of_sort[Sort.DAILY], DAYS)), *last_of_month.values()}
    return frozenset(
        each.name
        for each in kept
        if each.name not in newest
        and (today - each.day >= YEAR or (each.sort is Sort.DAILY and each.name not in wanted))
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
        with lock.in_turn(folder / "lock"):
            clear(path.parent)
            _clear_second_names(path)
            there = _dailies(path, now)
            newest = max(there, key=lambda each: there[each], default=None)
            if newest and there[newest].date() == now.date():
                return
            with copied(path, folder, progress) as (copy, _):
                if newest and _same(newest, copy):
                    _stamp(newest, now)
                else:
                    _put(copy, backup_path(path, Sort.DAILY, now), now)
            believed = min(now, there[newest] + AT_ONCE) if newest else now
            for name in outdated(os.listdir(folder), believed.date()):
                _delete(folder / name)


def back_up_before_step(path: Path, step: int, now: datetime) -> None:
    """Make a backup of the database before a step of its schema; raises DatabaseUnavailable, OSError."""
    target = backup_path(path, Sort.BEFORE_STEP, now, step)
    with naming_full_disk():
        target.parent.mkdir(mode=0o700, exist_ok=True)
        back_up(path, target)


def begin_anew(path: Path, until: datetime, now: datetime) -> None:
    """Make a backup, then delete every other automatic one that was made up to `until`: they hold what was erased.

    One that is dated after `now` is deleted as well: nobody knows when it was made. Raises DatabaseUnavailable,
    OSError.
    """
    folder, target = path.parent / FOLDER, backup_path(path, Sort.DAILY, now)
    if not automatic_backups(path):
        return
    with naming_full_disk(), lock.in_turn(folder / "lock"):
        _clear_second_names(path)
        with copied(path, folder) as (copy, _):
            _put(copy, target, now)
        for each in automatic_backups(path):
            if each.name != target.name and (each.moment <= until or each.moment > now):
                _delete(folder / each.name)
        on_disk(folder)


def _dailies(path: Path, now: datetime) -> dict[Path, datetime]:
    """Return the daily backups, each with the moment as of which it has everything; none that is dated after `now`."""
    files = (path.parent / FOLDER / each.name for each in automatic_backups(path) if each.sort is Sort.DAILY)
    moments = {each: datetime.fromtimestamp(each.stat().st_mtime, now.tzinfo) for each in files}
    return {each: moment for each, moment in moments.items() if moment <= now}


def _put(copy: Path, target: Path, now: datetime) -> None:
    _stamp(copy, now)
    copy.replace(target)
    on_disk(target.parent)


def _stamp(backup: Path, now: datetime) -> None:
    os.utime(backup, (now.timestamp(), now.timestamp()))


def _clear_second_names(path: Path) -> None:
    """Delete replaced databases that are only a second name of the database, left by a restore that was cut short."""
    for each in automatic_backups(path):
        aside = path.parent / FOLDER / each.name
        if each.sort is Sort.REPLACED and path.exists() and aside.exists() and path.samefile(aside):
            aside.unlink()


def _delete(backup: Path) -> None:
    for each in (*beside(backup), backup):
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
