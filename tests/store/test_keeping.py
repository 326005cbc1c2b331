"""Automatic backups: which ones are kept, and which one represents a day."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.store import backups
from scorekeeper.store.backups import (
    DAYS,
    BackupReason,
    automatic_backups,
    back_up_daily,
    newest_daily,
    outdated,
    replace_backups,
)
from scorekeeper.store.connection import DatabaseUnavailable, Reason
from scorekeeper.store.db import Store
from scorekeeper.store.settings import set_setting
from tests.apps import ensure_database
from tests.rows import row_by_row

TODAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FOREIGN = [
    *("2020-01-01.db-wal", "2020-13-01.db", "2020-01-01.sqlite", "x2020-01-01.db", "2020-01-01.db.bak", "lock"),
    *("before-step-7-2020-01-01-99.db", "replaced-2020-01-01.db", "replaced-2020-02-30-101010.db", "٢٠٢٠-01-01.db"),
    *("before-step-2020-01-01-101010.db", "2020-01-01-101010.db", "scorekeeper.db", "scorekeeper-2020-01-01.db"),
]
"""File names not used by our backups."""

ages = st.integers(-40, 1200)
dailies = st.sets(ages, max_size=60)
times = st.sets(st.tuples(ages, st.integers(0, 86_399)), max_size=12)


def daily(age):
    return f"{TODAY - age * DAY}.db"


def timed(prefix, age, second):
    moment = datetime(TODAY.year, TODAY.month, TODAY.day, tzinfo=UTC) - age * DAY + timedelta(seconds=second)
    return f"{prefix}{moment:%Y-%m-%d-%H%M%S}.db"


@settings(max_examples=25)
@given(dailies, times, times)
@example(set(range(1200)), set(), set())
@example({400, 500}, {(900, 0)}, {(900, 0), (800, 0)})
@example({1, 366}, {(365, 0), (366, 0)}, {(1, 0), (366, 0)})
def test_backups_are_kept_and_pruned_by_age(days, steps, replaced):
    names = {daily(age) for age in days}
    before = {timed("before-step-7-", *each) for each in steps}
    aside = {timed("replaced-", *each) for each in replaced}
    gone = outdated([*names, *before, *aside, *FOREIGN], TODAY)
    kept = names - gone
    past = sorted(age for age in days if age >= 0)
    assert gone <= names | before | aside
    assert gone.isdisjoint(daily(age) for age in days if age < 0)
    assert len([each for each in kept if each <= daily(0)]) <= DAYS + 12
    assert kept >= {daily(age) for age in past[:1]} | {daily(age) for age in past[:DAYS] if age <= 365}
    assert {each[:7] for each in kept} >= {daily(age)[:7] for age in past if age <= 365}
    assert all(daily(age) in gone for age in past[1:] if age > 365)
    assert before - gone == {timed("before-step-7-", *each) for each in steps if each[0] <= 365}
    newest = max((each for each in aside if each[: len("replaced-2026-11-22")] <= f"replaced-{TODAY}"), default=None)
    assert aside - gone == {timed("replaced-", *each) for each in replaced if each[0] <= 365} | {newest} - {None}


@row_by_row("played", [[True] * 420, [True, False, False, False, False] * 80], ids=["daily", "seldom"])
def test_daily_pruning_keeps_the_same_files_as_one_pruning(played):
    """A backup deleted on one day is not needed on a later one."""
    first = TODAY - timedelta(days=len(played))
    names = set()
    for number, made in enumerate(played):
        today = first + number * DAY
        names |= {f"{today}.db"} if made else set()
        names -= outdated(names, today)
    every = {f"{first + number * DAY}.db" for number, made in enumerate(played) if made}
    assert names == every - outdated(every, today)


@pytest.fixture
def path(tmp_path):
    return ensure_database(tmp_path / "scorekeeper.db")


def change(path, value):
    with closing(Store(path)) as store, store.writing() as db:
        set_setting(db, "changed", value)


def names(path):
    return {each.name for each in automatic_backups(path)}


def test_one_backup_is_kept_per_day(path):
    for number in range(3):
        change(path, str(number))
        for hour in (0, 5):
            back_up_daily(path, NOON + number * DAY + timedelta(hours=hour))
    assert names(path) == {"2026-11-22.db", "2026-11-23.db", "2026-11-24.db"}
    assert (path.parent / "backups").stat().st_mode & 0o777 == 0o700
    with closing(sqlite3.connect(path.parent / "backups" / "2026-11-23.db")) as db:
        assert db.execute("SELECT value FROM settings WHERE name = 'changed'").fetchall() == [("1",)]


def test_unchanged_database_reuses_the_last_backup(path):
    for number in (0, 1, 500):
        back_up_daily(path, NOON + number * DAY)
    assert names(path) == {"2026-11-22.db"}
    assert newest_daily(path, NOON + 500 * DAY) == NOON + 500 * DAY
    change(path, "new" * 10_000)  # enough to enlarge the file
    back_up_daily(path, NOON + 501 * DAY)
    assert names(path) == {"2028-04-06.db"}  # and the old one is old enough to delete


def test_change_near_the_end_of_the_file_is_noticed(path):
    change(path, "a" * 300_000)
    back_up_daily(path, NOON)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("UPDATE settings SET value = substr(value, 1, 299999) || 'b' WHERE name = 'changed'")
    back_up_daily(path, NOON + DAY)
    assert names(path) == {"2026-11-22.db", "2026-11-23.db"}


def test_temporary_clock_jump_loses_no_backups(path):
    folder = path.parent / "backups"
    for number in range(9):
        change(path, str(number))
        back_up_daily(path, NOON + number * DAY)
    before = names(path)
    change(path, "ahead")
    back_up_daily(path, NOON + 3000 * DAY)
    assert names(path) - before == {"2035-02-08.db"}
    assert len(before - names(path)) <= 1  # the eighth
    for number in (9, 10):
        change(path, str(number))
        back_up_daily(path, NOON + number * DAY)
        assert f"{(NOON + number * DAY).date()}.db" in names(path)
        made = {each.name: each.stat().st_mtime for each in folder.glob("*.db")}
        back_up_daily(path, NOON + number * DAY)
        assert {each.name: each.stat().st_mtime for each in folder.glob("*.db")} == made


def test_daily_backup_removes_leftovers_of_interrupted_copies(path):
    folder = path.parent / "backups"
    folder.mkdir()
    os.link(path, folder / "replaced-2026-11-22-101010.db")
    shutil.copy(path, folder / "replaced-2026-11-22-101011.db")
    for each in (path.parent, folder):
        (each / f"{backups.UNFINISHED}left.db").touch()
    back_up_daily(path, NOON)
    assert names(path) == {"2026-11-22.db", "replaced-2026-11-22-101011.db"}
    assert not [*path.parent.rglob(f"{backups.UNFINISHED}*")]


def test_replacing_backups_keeps_the_new_and_later_files(path):
    folder = path.parent / "backups"
    replace_backups(path, NOON, NOON)
    assert not folder.exists()  # without automatic backups there is nothing to replace
    back_up_daily(path, NOON - 3 * DAY)
    change(path, "x")
    back_up_daily(path, NOON - DAY)
    names_before = "2099-01-01.db", "before-step-6-2026-11-21-101010.db", "replaced-2026-11-22-101010.db"
    later = "replaced-2026-11-22-110001.db", "replaced-2026-11-22-120000.db"
    for name in (*names_before, "replaced-2026-11-22-110000.db", *later, "of-somebody.db"):
        shutil.copy(path, folder / name)
    Path(folder / "replaced-2026-11-22-101010.db-wal").touch()
    until = datetime(2026, 11, 22, 11).astimezone()
    replace_backups(path, until, until.replace(hour=12))
    left = {each.name for each in folder.iterdir()}
    assert left == {"lock", "of-somebody.db", *later, "2026-11-22.db"}


def test_full_disk_deletes_no_backup(path, monkeypatch):
    back_up_daily(path, NOON - DAY)
    monkeypatch.setattr(backups, "snapshot", full)
    with pytest.raises(DatabaseUnavailable):
        replace_backups(path, NOON, NOON)
    assert names(path) == {"2026-11-21.db"}


def full(*_):
    raise DatabaseUnavailable(Reason.DISK_FULL)


def test_backup_gets_an_unused_file_name(path):
    first = backups.backup_path(path, BackupReason.REPLACED, NOON)
    first.parent.mkdir()
    first.touch()
    assert backups.backup_path(path, BackupReason.REPLACED, NOON).name == "replaced-2026-11-22-120001.db"
