"""The instance directory: concurrent first starts, and advice for each kind of unusable location."""

import contextlib
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from scorekeeper import instance
from scorekeeper.commands.check import verified_at
from scorekeeper.pairing import pairing_key
from scorekeeper.store import connection
from scorekeeper.store.connection import DatabaseUnavailable, Reason
from scorekeeper.store.db import Store

START = """
import sys
from pathlib import Path
from scorekeeper.instance import open_store, secret
from scorekeeper.pairing import pairing_key

def key(folder):
    store = open_store(folder)
    try:
        return pairing_key(store)
    finally:
        store.close()

print("ready", flush=True)
for line in sys.stdin:
    wanted, folder = line.split(maxsplit=1)
    try:
        print({"key": key, "secret": secret}[wanted](Path(folder.strip())) or "nothing", flush=True)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", flush=True)
"""
ROUNDS = 12


def test_concurrent_starts_share_one_key_and_secret(tmp_path):
    starters = [
        subprocess.Popen(
            [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        for _ in range(3)
    ]
    found = []
    try:
        assert [starter.stdout.readline() for starter in starters] == ["ready\n"] * 3
        for number in range(2 * ROUNDS):
            folder = tmp_path / str(number)
            folder.mkdir()
            for starter in starters:
                starter.stdin.write(f"{('key', 'secret')[number % 2]} {folder}\n")
            found.append({starter.stdout.readline().strip() for starter in starters})
    finally:
        for starter in starters:
            starter.communicate(timeout=20)
    assert [each for each in found if len(each) != 1] == []
    assert len(set.union(*found)) == 2 * ROUNDS
    assert all(re.fullmatch(r"[0-9A-Za-z]{10,}", word) for each in found for word in each)


def assert_is_a_sentence(fault, path):
    said = str(fault.value)
    assert str(path) in said
    assert said.endswith(".")
    assert "--instance" in said
    assert "\n" not in said


def no_folder(place):
    place.write_text("a file")
    return place


def folder_below_a_file(place):
    place.write_text("a file")
    return place / "instance"


@pytest.mark.parametrize("spoil", [no_folder, folder_below_a_file])
def test_unusable_instance_directory_is_refused_with_a_sentence(tmp_path, spoil):
    place = spoil(tmp_path / "place")
    with pytest.raises(instance.Unusable) as fault:
        instance.open_store(place)
    assert_is_a_sentence(fault, place)


BRING_BACK = "restore a backup with “scorekeeper restore”"


def no_database(path):
    path.write_bytes(b"this is no database at all. " * 100)


def cut_off(path):
    Store(path).close()
    path.write_bytes(path.read_bytes()[:5000])


def somebody_elses(path):
    with contextlib.closing(sqlite3.connect(path)) as disk:
        disk.execute("CREATE TABLE players (shirt_number)")


def with_a_later_number(path):
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as disk:
        (version,) = disk.execute("PRAGMA user_version").fetchone()
        disk.execute(f"PRAGMA user_version = {version + 1}")


def later_in_the_log_alone(path):
    """A newer database left by an interrupted program: only the write-ahead log holds the newer version."""
    left = path.parent / "left.db"
    Store(left).close()
    with contextlib.closing(sqlite3.connect(left, isolation_level=None)) as disk:
        disk.execute("PRAGMA user_version = 99")
        shutil.copy(left, path)
        shutil.copy(f"{left}-wal", f"{path}-wal")
    left.unlink()


def without_write_ahead_log(path):
    """A newer database whose rollback journal mode would change on opening."""
    with_a_later_number(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as disk:
        assert disk.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)


NEWER = [with_a_later_number, later_in_the_log_alone, without_write_ahead_log]


@pytest.mark.parametrize(
    ("spoil", "advice"),
    [
        *((each, "newer version of Scorekeeper wrote the database. Use that version") for each in NEWER),
        (
            no_database,
            f"is damaged. Stop Scorekeeper and {BRING_BACK}. Details: file is not a database.",
        ),
        (
            cut_off,
            f"is damaged. Stop Scorekeeper and {BRING_BACK}. Details: database disk image is malformed.",
        ),
        (somebody_elses, "belongs to another program. Use a file of Scorekeeper."),
        (Path.mkdir, "is not a file. Move it away"),
        (os.mkfifo, "is not a file. Move it away"),
    ],
)
def test_unusable_database_is_left_unchanged_with_specific_advice(tmp_path, spoil, advice):
    path = tmp_path / "scorekeeper.db"
    spoil(path)
    before = contents(tmp_path)
    with pytest.raises(instance.Unusable) as fault:
        instance.open_store(tmp_path)
    assert_is_a_sentence(fault, path)
    assert advice in str(fault.value)
    assert contents(tmp_path) == before


def contents(folder):
    """Return the content of a database's files, without an empty log and without the log's index."""
    files = [each for each in folder.iterdir() if each.is_file() and not each.match("*.db-shm")]
    return {each.name: each.read_bytes() for each in files if each.stat().st_size}


def test_database_locked_by_another_program_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "scorekeeper.db"
    Store(path).close()
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.05)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(instance.Unusable, match="another program has locked the database") as fault:
            instance.open_store(tmp_path)
    assert_is_a_sentence(fault, path)
    assert "Stop that program" in str(fault.value)
    instance.open_store(tmp_path).close()


def test_start_waits_for_another_writing_program(tmp_path):
    path = tmp_path / "scorekeeper.db"
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN IMMEDIATE")
        Timer(0.2, other.execute, ["ROLLBACK"]).start()
        instance.open_store(tmp_path).close()


CUT_OFF = """
import os, sqlite3, sys
disk = sqlite3.connect(sys.argv[1], isolation_level=None)
disk.execute("PRAGMA journal_mode = DELETE")
disk.execute("PRAGMA cache_size = 1")
disk.execute("BEGIN")
disk.execute("CREATE TABLE half (written)")
disk.executemany("INSERT INTO half VALUES (zeroblob(3000))", [()] * 500)
os._exit(0)
"""
"""A program interrupted while writing, which leaves its rollback journal behind."""


def cut_off_while_writing(path):
    subprocess.run([sys.executable, "-c", CUT_OFF, path], check=True)
    assert Path(f"{path}-journal").stat().st_size


def test_start_rolls_back_a_half_written_transaction(tmp_path):
    path = tmp_path / "scorekeeper.db"
    Store(path).close()
    cut_off_while_writing(path)
    instance.open_store(tmp_path).close()
    with contextlib.closing(sqlite3.connect(path)) as disk:
        assert not disk.execute("SELECT * FROM sqlite_master WHERE name = 'half'").fetchall()


def test_interrupted_database_of_a_newer_version_is_refused(tmp_path):
    with_a_later_number(tmp_path / "scorekeeper.db")
    cut_off_while_writing(tmp_path / "scorekeeper.db")
    with pytest.raises(instance.Unusable, match="newer version"):
        instance.open_store(tmp_path)


def test_every_reason_has_a_message():
    assert set(instance.SENTENCES) == set(Reason)


def locked(folder, how):
    """Make the directory, everything in it, or only the database file read-only."""
    folder.mkdir()
    if how != "empty":
        Store(folder / "scorekeeper.db").close()
        (folder / "scorekeeper.db").chmod(0o444)
    folder.chmod(0o555 if how != "file" else 0o777)
    return folder


@pytest.mark.parametrize("how", ["empty", "folder", "file"])
def test_unwritable_instance_is_refused_with_a_sentence(public_folder, request, how):
    folder = locked(public_folder / "instance", how)
    request.getfixturevalue("powerless")
    with pytest.raises(instance.Unusable) as fault:
        instance.open_store(folder).close()
    assert_is_a_sentence(fault, folder)
    assert "Make the file and its directory writable" in str(fault.value)


def test_secret_is_private_and_permanent(tmp_path):
    made = instance.secret(tmp_path)
    assert len(made) >= 64
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert instance.secret(tmp_path) == made


@pytest.fixture
def generous():
    """Set a umask that lets all users read new files, as on most systems."""
    before = os.umask(0o022)
    yield
    assert os.umask(before) == 0o022  # unchanged by the test


def rights(folder):
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in (folder, *folder.iterdir())}


def test_instance_files_are_readable_by_their_owner_only(tmp_path, generous):
    """The database contains the pairing key."""
    folder = tmp_path / "club" / "instance"
    store = instance.open_store(folder)
    instance.secret(folder)
    assert pairing_key(store)
    found = rights(folder)
    assert found.keys() >= {"scorekeeper.db", "scorekeeper.db-wal", "secret_key"}
    assert found == {"instance": 0o700} | dict.fromkeys(found.keys() - {"instance"}, 0o600)
    store.close()


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o666, 0o600), (0o640, 0o640)])
def test_start_removes_world_access_but_keeps_group_access(tmp_path, generous, before, after):
    instance.open_store(tmp_path).close()
    (tmp_path / "secret_key").write_text("x" * 64)
    for name in ("scorekeeper.db", "secret_key"):
        (tmp_path / name).chmod(before)
    with contextlib.closing(instance.open_store(tmp_path)) as store:
        pairing_key(store)
        found = rights(tmp_path)
        assert {found[name] for name in ("scorekeeper.db", "scorekeeper.db-wal", "secret_key")} == {after}


def test_read_only_secret_stays_readable_for_its_owner(tmp_path, generous):
    secret = tmp_path / "secret_key"
    secret.write_text("x" * 64)
    secret.chmod(0o444)
    instance.open_store(tmp_path).close()
    assert rights(tmp_path)["secret_key"] == 0o400


def test_empty_secret_file_is_not_accepted(tmp_path):
    (tmp_path / "secret_key").touch(mode=0o600)  # the power failed between creating the file and writing to it
    with contextlib.suppress(instance.Unusable):
        assert len(instance.secret(tmp_path)) >= 64


@pytest.mark.parametrize("how", ["unreadable", "unwritable", "a folder"])
def test_unreadable_secret_is_refused_with_a_sentence(public_folder, request, how):
    secret = public_folder / "secret_key"
    if how == "a folder":
        secret.mkdir()
    elif how == "unreadable":
        secret.touch(mode=0o600)
        secret.chmod(0o600 if os.geteuid() == 0 else 0o000)
    else:
        public_folder.chmod(0o555)
    request.getfixturevalue("powerless")
    with pytest.raises(instance.Unusable) as fault:
        instance.secret(public_folder)
    assert_is_a_sentence(fault, secret)


@pytest.mark.parametrize("how", ["closed", "killed"])
def test_check_reads_a_read_only_instance(public_folder, request, how):
    folder = public_folder / "instance"
    folder.mkdir()
    Store(folder / "live.db").close()
    with contextlib.closing(sqlite3.connect(folder / "live.db", isolation_level=None)) as live:
        live.execute("INSERT INTO players (name, folded, latest, latest_seat) VALUES ('Ann', 'Ben', 7, 1)")
        if how == "closed":
            live.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for beside in ("", "-wal", "-shm") if how == "killed" else ("",):
            shutil.copy(folder / f"live.db{beside}", folder / f"scorekeeper.db{beside}")
    for each in folder.iterdir():
        each.chmod(0o444)
    folder.chmod(0o555)
    request.getfixturevalue("powerless")
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    verified = verified_at(folder / "scorekeeper.db", {})
    assert ["latest games of the players" in each.message for each in verified.findings] == [False, True]
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


def test_check_reports_and_leaves_half_written_transactions(tmp_path):
    path = tmp_path / "scorekeeper.db"
    Store(path).close()
    cut_off_while_writing(path)
    before = contents(tmp_path)
    with pytest.raises(DatabaseUnavailable) as raised:
        verified_at(path, {})
    assert raised.value.reason is Reason.CUT_OFF
    assert contents(tmp_path) == before
