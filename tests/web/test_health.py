"""Health checks, and messages for the server's administrator: each fault once, without user data."""

import errno
import re
import shutil
import sqlite3
from contextlib import closing, contextmanager
from io import BytesIO
from threading import Event, Thread

import pytest

from scorekeeper.store import connection
from scorekeeper.store import db as database
from scorekeeper.store.connection import DatabaseUnavailable, Reason
from scorekeeper.store.games import GameService
from scorekeeper.web.common import health
from tests.helpers import begin, send


@contextmanager
def deleted(path):
    path.rename(path.with_name("away"))
    yield
    path.with_name("away").rename(path)


@contextmanager
def replaced(path):
    with deleted(path):
        shutil.copy(path.with_name("away"), path)
        yield


@contextmanager
def locked(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def without_room(path):
    """Make the disk full for SQLite and for every other write."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "TemporaryFile", lambda **_: open("/dev/full", "wb", buffering=0))  # noqa: SIM115
        yield


class AlmostFull(BytesIO):
    """A file on a disk with little room: it takes the first bytes without an error, and refuses all others."""

    def write(self, data):
        if self.tell():
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(data[:4096])


@contextmanager
def almost_without_room(path):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "TemporaryFile", lambda **_: AlmostFull())
        yield


@contextmanager
def unwritable(path):
    """Make the database file read-only, also for root."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "connected", lambda path, _: connection.connected(path, "ro"))
        yield


@contextmanager
def damaged(path):
    whole = path.read_bytes()
    log = path.with_name(f"{path.name}-wal")
    kept = log.read_bytes()
    path.write_bytes(b"no database at all. " * (len(whole) // 20))
    log.write_bytes(b"")
    yield
    path.write_bytes(whole)
    log.write_bytes(kept)


LOCKED = (
    "Cannot use the database {}: another program has locked the database. Stop that program, or try again in a moment. "
    "Details: database is locked."
)
STATES = {
    deleted: "the database was deleted or replaced while in use. Stop Scorekeeper and put the file back.",
    replaced: "the database was deleted or replaced while in use. Stop Scorekeeper and put the file back.",
    locked: "another program has locked the database. Stop that program, or try again in a moment. Details: database",
    without_room: "the disk is full. Free disk space and try again.",
    almost_without_room: "the disk is full. Free disk space and try again.",
    unwritable: "no write access. Make the file and its directory writable. Details: attempt to write a",
    damaged: "the database is damaged. Stop Scorekeeper and restore a backup with “scorekeeper restore”. "
    "Details: file is not a",
}


@pytest.fixture(autouse=True)
def at_once(app, monkeypatch):
    monkeypatch.setattr(health, "FRESH", 0)
    app.extensions["health"] = health.Health(lambda: app.extensions["service"].store.probe(0.01))


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_health_check_fails_while_the_database_is_unusable(stranger, app, caplog, state):
    path = app.extensions["service"].store.path
    before = contents(path.parent)
    assert said(stranger) == (200, "ok")
    with state(path):
        assert [said(stranger) for _ in range(3)] == [(503, "not ok")] * 3
    assert said(stranger) == (200, "ok")
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("scorekeeper", "ERROR")
    assert f"Cannot use the database {path}: {STATES[state]}" in record.message
    assert contents(path.parent) == before


def contents(folder):
    """Return the content of each file, except for the log's index, in which SQLite tracks its readers."""
    return {each.name: each.read_bytes() for each in folder.iterdir() if not each.match("*-shm")}


def said(client, **more):
    answer = client.get("/health", **more)
    assert answer.mimetype == "text/plain"
    assert "Set-Cookie" not in answer.headers
    return answer.status_code, answer.get_data(as_text=True)


def test_concurrent_health_checks_do_not_wait(app, stranger):
    looking, go_on = Event(), Event()

    def slow():
        looking.set()
        assert go_on.wait(20)
        raise DatabaseUnavailable(Reason.LOCKED)

    app.extensions["health"] = health.Health(slow)
    answers = []
    first = Thread(target=lambda: answers.append(said(app.test_client())))
    first.start()
    assert looking.wait(20)
    assert [said(stranger) for _ in range(50)] == [(200, "ok")] * 50
    go_on.set()
    first.join()
    assert answers == [(503, "not ok")]


def test_health_check_result_is_cached_briefly(app, stranger, monkeypatch):
    monkeypatch.setattr(health, "FRESH", 60)
    with app.app_context():
        looked = []
        app.extensions["health"] = health.Health(lambda: looked.append(1))
        assert [said(stranger) for _ in range(5)] == [(200, "ok")] * 5
    assert looked == [1]


# Reports


def test_fault_is_logged_again_only_after_a_successful_write(client, app, caplog, monkeypatch):
    store = app.extensions["service"].store
    url = begin(client, "Kaspar", "Lotte")
    store.close()
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.01)
    for _ in range(2):
        with locked(store.path):
            assert [send(client, url, "1/1", player=0).status_code for _ in range(3)] == [503] * 3
        send(client, url, "1/1", player=0)
    assert [record.message for record in caplog.records] == [LOCKED.format(store.path)] * 2


def test_unexpected_error_is_logged_once_without_user_data(client, app, caplog, monkeypatch):
    url = begin(client, "Kaspar", "Lotte")

    def fail(*_):
        raise KeyError("Kaspar, whose key is ABCDE-FGHJK")

    monkeypatch.setattr(GameService, "view", fail)
    assert [client.get(url).status_code for _ in range(3)] == [500] * 3
    (record,) = caplog.records
    assert re.fullmatch(
        r"Cannot answer a request: KeyError in \S+test_health.py line \d+, called from scorekeeper/web/\S+ line \d+, .*"
        r"Nothing was saved. Please report this bug.",
        record.message,
    )
    assert not {"Kaspar", "ABCDE"} & {*re.findall(r"\w+", caplog.text.replace("test_health", ""))}


def test_entry_into_a_replaced_database_file_is_refused(client, app):
    url = begin(client, "Kaspar", "Lotte")
    with replaced(app.extensions["service"].store.path):
        answer = send(client, url, 1)
        assert answer.status_code == 503
        assert "Stop Scorekeeper and put the file back. Nothing was saved." in answer.get_data(as_text=True)
    assert send(client, url, 1).status_code == 303
