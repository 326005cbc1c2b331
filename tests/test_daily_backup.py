"""The daily backup runs while the app is running, and reports when it cannot be made."""

import logging
import os
from contextlib import closing
from datetime import UTC, datetime, timedelta
from threading import Event
from time import monotonic, sleep

import pytest

from scorekeeper import daily_backup
from scorekeeper.daily_backup import Daily
from scorekeeper.store import backups
from scorekeeper.store.connection import DatabaseUnavailable, Reason
from scorekeeper.store.db import Store
from scorekeeper.store.settings import set_setting
from tests.apps import ensure_database

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class Clock:
    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def path(tmp_path):
    return ensure_database(tmp_path / "scorekeeper.db")


@pytest.fixture
def made(path):
    clock = Clock()
    made = Daily(path, clock)
    made.clock = clock
    return made


def names(made):
    return {each.name for each in made.kept()}


def failing(error):
    def back_up_daily(*_):
        raise error

    return back_up_daily


FAILURES = {
    "disk full": (
        DatabaseUnavailable(Reason.DISK_FULL),
        "Free disk space and try again. Scorekeeper will retry.",
    ),
    "damaged": (DatabaseUnavailable(Reason.DAMAGED, "row 7"), "is damaged. Stop Scorekeeper and restore a backup"),
    "no folder": (PermissionError(13, "Permission denied"), "Permission denied. Make the directory backups"),
}


@pytest.mark.parametrize(("error", "said"), FAILURES.values(), ids=FAILURES)
def test_failed_daily_backup_is_logged_once_and_retried(made, monkeypatch, caplog, error, said):
    with monkeypatch.context() as patched:
        patched.setattr(daily_backup, "back_up_daily", failing(error))
        for _ in range(3):
            made.look()
        assert made.error is error
    (record,) = caplog.records
    assert (record.name, record.levelno) == ("scorekeeper", logging.ERROR)
    assert said in record.getMessage()
    made.look()
    assert made.error is None
    assert names(made) == {"2026-11-22.db"}


def test_failure_after_a_success_is_logged_again(made, monkeypatch, caplog):
    for _ in range(2):
        with monkeypatch.context() as patched:
            patched.setattr(daily_backup, "back_up_daily", failing(DatabaseUnavailable(Reason.DISK_FULL)))
            made.look()
        made.look()
    assert len(caplog.records) == 2


def test_daily_backup_is_late_after_two_days(made):
    assert (made.last(), made.is_late) == (None, False)
    made.look()
    assert made.last() == NOON
    made.clock.now += 2 * DAY
    assert not made.is_late
    made.clock.now += timedelta(seconds=1)
    assert made.is_late
    made.look()  # no change since the last backup counts as a current backup
    assert not made.is_late
    assert names(made) == {"2026-11-22.db"}


def test_daily_backup_repeats_until_stopped(made, monkeypatch):
    looked, again = [], Event()

    def look(*_):
        looked.append(made.clock.now)
        made.clock.now += DAY
        if len(looked) == 3:
            again.set()

    monkeypatch.setattr(daily_backup, "SECONDS", 0)
    monkeypatch.setattr(daily_backup, "back_up_daily", look)
    with made.running():
        assert again.wait(60)
    assert looked[:3] == [NOON, NOON + DAY, NOON + 2 * DAY]


def test_stopped_backup_leaves_no_file(path, made, monkeypatch):
    begun = Event()
    copying = backups.write_copy

    def write(db, copy, size, progress):
        def wait(*how_far):
            begun.set()
            until = monotonic() + 60
            while monotonic() < until:
                progress(*how_far)  # raises once the app stops
                sleep(0.01)

        copying(db, copy, size, wait)

    monkeypatch.setattr(backups, "STEPS", 1)
    monkeypatch.setattr(backups, "write_copy", write)
    with made.running():
        assert begun.wait(60)
    assert made.error is None
    assert [each.name for each in (path.parent / "backups").iterdir()] == ["lock"]


def test_daily_backup_allows_concurrent_writes(path, made, monkeypatch):
    copying = backups.write_copy

    def write(db, copy, size, progress):
        db.execute("BEGIN")
        db.execute("SELECT * FROM settings").fetchall()
        with closing(Store(path)) as store, store.writing() as other:
            set_setting(other, "during", "x")
        db.execute("COMMIT")
        copying(db, copy, size, progress)

    monkeypatch.setattr(backups, "write_copy", write)
    made.look()
    assert made.error is None
    assert names(made) == {"2026-11-22.db"}


def test_unreadable_backup_directory_does_not_stop_the_app(made, monkeypatch):
    monkeypatch.setattr(os, "listdir", lambda _: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    made.look()
    assert made.error
    assert (made.last(), made.kept()) == (None, ())
