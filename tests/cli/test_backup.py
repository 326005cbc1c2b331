"""Backup and restore of one file. Files other than backups are refused without changing anything."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import pytest

from scorekeeper.cli import main
from scorekeeper.instance import open_store
from scorekeeper.pairing import ensure_watch_key, new_pairing_key, new_viewer_key, pairing_key, viewer_key, watch_key
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store import backups
from scorekeeper.store.backups import put_in_place
from scorekeeper.store.games import GameService
from scorekeeper.store.locks import exclusive_lock
from scorekeeper.store.rows import all_game_ids
from tests.apps import empty_database
from tests.cli.commands import FINISHED, RUNNING, games
from tests.cli.terminal import terminal
from tests.documents import import_documents, read_document

DATABASES = Path(__file__).parents[1] / "databases"


def play(folder, *given):
    """Enter games into the database of a directory."""
    store = open_store(folder)
    import_documents(GameService(store, all_rulebooks()), [read_document(each) for each in given])
    store.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """An instance directory with two games, and a backup of it; tests do not change them."""
    folder = tmp_path_factory.mktemp("made")
    play(folder / "instance", RUNNING, FINISHED)
    backups.back_up(folder / "instance" / "scorekeeper.db", folder / "backup.db")
    return folder


@pytest.fixture
def instance(tmp_path):
    """A directory with a game missing from the backup."""
    folder = tmp_path / "instance"
    folder.mkdir()
    (folder / "scorekeeper.db").write_bytes(empty_database())
    play(folder, FINISHED)
    return folder


@pytest.fixture
def said(capsys):
    """Return a function that runs a command for a directory and returns exit status, output and error output."""

    def said(command, *arguments, instance):
        status = main([command, "--instance", str(instance), *map(str, arguments)])
        return status, *capsys.readouterr()

    return said


def files(folder):
    """Return all files of a directory, without locks and the index of an open database's log."""
    found = (each for each in folder.rglob("*") if each.is_file() and not each.name.endswith(("-lock", "-shm")))
    return {each.relative_to(folder): each.read_bytes() for each in found}


def no_temporary(*folders):
    return not [each for folder in folders for each in folder.glob(".*")]


# backup


def test_backup_can_be_restored(tmp_path, made, said):
    file, fresh = tmp_path / "backup.db", tmp_path / "deep" / "fresh"
    status, out, errors = said("backup", file, instance=made / "instance")
    assert (status, errors) == (0, "")
    assert out.startswith(f"{file} has 2 games with 5 entries, last changed 20")
    assert file.stat().st_mode & 0o077 == 0
    status, out, errors = said("restore", file, instance=fresh)
    assert (status, errors) == (0, "")
    assert out.startswith("Restored 2 games with 5 entries, last changed 20")
    assert "kept as" not in out
    assert out.endswith("2 games replayed, 2 valid.\n")
    assert games(fresh) == games(made / "instance")
    assert no_temporary(tmp_path, fresh)


def test_unnamed_backup_has_the_date_and_is_overwritten(tmp_path, made, said, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert said("backup", instance=made / "instance")[0] == 0
    (file,) = tmp_path.iterdir()
    assert file.match("scorekeeper-2[0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9].db")


def test_backup_of_a_running_app_includes_latest_entries(tmp_path, instance, said):
    store = open_store(instance)
    with closing(store):
        import_documents(GameService(store, all_rulebooks()), [read_document(RUNNING)])
        assert said("backup", tmp_path / "backup.db", instance=instance)[0] == 0
    assert said("restore", tmp_path / "backup.db", instance=tmp_path / "fresh")[0] == 0
    assert len(games(tmp_path / "fresh")) == 2


def no_backup(path):
    path.write_text("an essay")


def other_database(path):
    path.write_bytes(empty_database())  # a user's file, as created by the app


def other_table(path):
    with closing(sqlite3.connect(path)) as disk:
        disk.execute("CREATE TABLE recipes (name)")


def folder(path):
    path.mkdir()


def circle(path):
    path.symlink_to(path)


@pytest.mark.parametrize("make", [no_backup, other_database, other_table, folder, os.mkfifo, circle])
def test_backup_does_not_overwrite_other_files(tmp_path, made, said, make):
    file = tmp_path / "file"
    make(file)
    before = files(tmp_path) if file.is_file() else None
    status, out, errors = said("backup", file, instance=made / "instance")
    assert (status, out) == (2, "")
    assert "Choose another name" in errors
    assert before is None or files(tmp_path) == before
    assert no_temporary(tmp_path)


def test_backup_does_not_overwrite_the_database(tmp_path, instance, said):
    before, link = files(instance), tmp_path / "link"
    link.symlink_to(instance / "scorekeeper.db")
    for file in (link, *(instance / f"scorekeeper.db{end}" for end in ("", "-wal", "-shm", "-journal", "-lock"))):
        assert said("backup", file, instance=instance)[0] == 2
    assert files(instance) == before


@pytest.mark.parametrize("place", ["missing/backup.db", "file/backup.db", "x" * 300, "/dev/null"])
def test_backup_at_an_unusable_path_is_refused(tmp_path, made, said, place):
    (tmp_path / "file").touch()
    status, out, errors = said("backup", tmp_path / place, instance=made / "instance")
    assert (status, out) == (2, "")
    assert errors.endswith("Choose another name.\n")


def full_disk(monkeypatch):
    """Make each copy of a database fail on a full disk, after part of it was written."""
    original = backups.write_copy

    def write(db, copy, size, progress):
        original(db, copy, size, progress)
        os.truncate(copy, 4096)
        raise sqlite3_full()

    monkeypatch.setattr(backups, "write_copy", write)


def sqlite3_full():
    """Return SQLite's error for a full disk."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as raised:
            db.executescript("CREATE TABLE a (b); CREATE TABLE c (d);")
    return raised.value


def test_backup_on_a_full_disk_leaves_no_file(tmp_path, made, said, monkeypatch):
    full_disk(monkeypatch)
    status, out, errors = said("backup", tmp_path / "backup.db", instance=made / "instance")
    assert (status, out) == (2, "")
    assert "Cannot write" in errors
    assert "the disk is full" in errors
    assert [*tmp_path.iterdir()] == []


def test_backup_removes_leftovers_but_not_files_being_written(tmp_path, made, said):
    source = made / "instance" / "scorekeeper.db"
    (tmp_path / f"{backups.UNFINISHED}left.db").write_text("half")
    (tmp_path / f"{backups.UNFINISHED}left.db-journal").touch()
    (tmp_path / ".copy-of-somebody.db").touch()
    with backups.snapshot(source, tmp_path) as (copy, _):
        journal = copy.with_name(f"{copy.name}-journal")
        journal.touch()
        assert said("backup", tmp_path / "backup.db", instance=made / "instance")[0] == 0
        kept = {copy.name, journal.name, "backup.db", ".copy-of-somebody.db"}
        assert {each.name for each in tmp_path.iterdir()} == kept


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_backup_and_restore_show_progress_on_a_terminal(tmp_path, made, command):
    folder, file = (made / "instance", tmp_path / "new.db") if command == "backup" else (tmp_path, made / "backup.db")
    source = made / ("instance/scorekeeper.db" if command == "backup" else "backup.db")
    size = f"{source.stat().st_size:,}"
    errors, everything = terminal()
    with errors, patch.multiple(sys, stderr=errors, stdout=TextIOWrapper(BytesIO())):
        assert main([command, "--instance", str(folder), str(file)]) == 0
    assert f"\r{command}: {size} of {size} bytes\x1b[K" in everything()


# Files that cannot be restored


def changed(made, tmp_path, *statements):
    """Return a backup modified by SQL."""
    file = Path(shutil.copy(made / "backup.db", tmp_path / "file.db"))
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for each in statements:
            db.execute(each)
    return file


def cut(made, tmp_path, size):
    file = tmp_path / "file.db"
    file.write_bytes((made / "backup.db").read_bytes()[:size])
    return file


def overwritten(made, tmp_path, table):
    """Return a backup with zeros in the first page of a table or an index."""
    file = Path(shutil.copy(made / "backup.db", tmp_path / "file.db"))
    with closing(sqlite3.connect(file)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(bytes(size))
    return file


def index_amiss(made, tmp_path):
    """Return a backup whose index contradicts its table, although each page is valid."""
    blind = "replace(sql, '(suggested', '(1 + suggested')", "replace(sql, '(1 + suggested', '(suggested')"
    written = [f"UPDATE sqlite_master SET sql = {each} WHERE name = 'players_suggested'" for each in blind]  # noqa: S608
    open_schema, read_schema = "PRAGMA writable_schema = ON", "PRAGMA writable_schema = RESET"
    unseen = open_schema, written[0], read_schema, "REINDEX players_suggested", open_schema, written[1], read_schema
    return changed(made, tmp_path, *unseen)


def page_of_nothing(made, tmp_path):
    """Return a backup with unreachable pages: a copy would be valid without them."""
    lost = "DELETE FROM sqlite_master WHERE name = 'players_suggested'"
    return changed(made, tmp_path, "PRAGMA writable_schema = ON", lost)


def written(content):
    def write(made, tmp_path):
        (tmp_path / "file.db").write_bytes(content)
        return tmp_path / "file.db"

    return write


def missing_file(made, tmp_path):
    return tmp_path / "file.db"


def a_folder(made, tmp_path):
    (tmp_path / "file.db").mkdir()
    return tmp_path / "file.db"


OF_OTHERS = (
    *("DELETE FROM _sqlite_migrations", "DROP TABLE _sqlite_migrations"),
    "PRAGMA user_version = 0",
)
DAMAGED = "the file is damaged. Choose another backup."
NO_BACKUP = "it is not a backup. Import game documents with `scorekeeper import`."
REFUSED = {
    "not there": (missing_file, "no such file. Check the path. Nothing was changed."),
    "folder": (a_folder, "is not a file"),
    "empty": (written(b""), f"{DAMAGED} Details: it is empty. Nothing was changed."),
    "text": (written(b"Dear diary, " * 100), f"{DAMAGED} Details: it is not a database. Nothing was changed."),
    "zip": (written(b"PK\3\4" + bytes(999)), NO_BACKUP),
    "document": (written(b'\n{"format": "scorekeeper-game"}'), NO_BACKUP),
    "other program's": (lambda *at: changed(*at, *OF_OTHERS), "belongs to another program"),
    "no tables": (written(backups.HEAD + bytes(4080)), DAMAGED),
    "newer by its number": (lambda *at: changed(*at, "PRAGMA user_version = 99"), "newer version"),
    "head alone": (lambda *at: cut(*at, 100), DAMAGED),
    "half": (lambda made, at: cut(made, at, (made / "backup.db").stat().st_size // 2), DAMAGED),
    "all but a byte": (lambda made, at: cut(made, at, (made / "backup.db").stat().st_size - 1), DAMAGED),
    "damaged table": (lambda *at: overwritten(*at, "plays"), DAMAGED),
    "damaged index": (lambda *at: overwritten(*at, "seats_by_player"), DAMAGED),
    "index that lacks rows": (index_amiss, DAMAGED),
    "lost page": (page_of_nothing, DAMAGED),
    "table missing": (
        lambda *at: changed(*at, "DROP TABLE results"),
        "the file is not a valid database of Scorekeeper. Choose another backup.",
    ),
    "view for a table": (
        lambda *at: changed(*at, "ALTER TABLE marks RENAME TO marks_", "CREATE VIEW marks AS SELECT * FROM marks_"),
        "the file is not a valid database of Scorekeeper. Choose another backup.",
    ),
    "steps in a view": (
        lambda *at: changed(
            *at,
            "ALTER TABLE _sqlite_migrations RENAME TO steps",
            "CREATE VIEW _sqlite_migrations AS SELECT * FROM steps",
        ),
        "belongs to another program",
    ),
    "no text": (
        lambda *at: changed(*at, "UPDATE players SET name = CAST(x'1b5b324aff' AS TEXT)"),
        "Details: it contains invalid text.",
    ),
    "no time": (lambda *at: changed(*at, "UPDATE games SET ended = 'late'"), "Details: a game has invalid times."),
    "nobody": (lambda *at: changed(*at, "DELETE FROM seats"), "Details: a game has no players."),
    "players missing": (
        lambda *at: changed(*at, "DELETE FROM players WHERE id = (SELECT min(id) FROM players)"),
        "rows refer to missing rows.",
    ),
}


@pytest.mark.parametrize(("make", "reason"), REFUSED.values(), ids=REFUSED)
def test_restore_refuses_foreign_and_incomplete_files(tmp_path, made, instance, said, make, reason):
    file = make(made, tmp_path)
    before = files(tmp_path)
    status, out, errors = said("restore", file, instance=instance)
    assert (status, out) == (2, "")
    assert str(file) in errors
    assert reason in errors
    assert len(errors.splitlines()) == 1
    assert files(tmp_path) == before
    assert no_temporary(instance)


def test_restore_refuses_the_database_itself(tmp_path, instance, said):
    (tmp_path / "link").symlink_to(instance / "scorekeeper.db")
    for file in (instance / "scorekeeper.db", tmp_path / "link"):
        status, _, errors = said("restore", file, instance=instance)
        assert (status, "is the database itself" in errors) == (2, True)


def test_restore_does_not_replace_an_open_database(made, instance, said):
    with closing(open_store(instance)):
        status, _, errors = said("restore", made / "backup.db", instance=instance)
    assert (status, errors.endswith("Stop the server, then retry.\n")) == (2, True)
    assert said("restore", made / "backup.db", instance=instance)[0] == 0


def test_restore_does_not_replace_a_database_being_read(made, instance, said, monkeypatch):
    monkeypatch.setattr("scorekeeper.store.backups.PATIENCE_MS", 1)
    with closing(sqlite3.connect(instance / "scorekeeper.db")) as other:
        other.execute("SELECT * FROM games").fetchall()
        before = (instance / "scorekeeper.db").read_bytes()
        status, _, errors = said("restore", made / "backup.db", instance=instance)
    assert (status, errors.endswith("Stop the server, then retry.\n")) == (2, True)
    assert (instance / "scorekeeper.db").read_bytes() == before
    assert no_temporary(instance)


def test_restore_locks_out_other_commands(made, instance, said):
    with exclusive_lock(instance / "scorekeeper.db"):
        assert said("restore", made / "backup.db", instance=instance)[0] == 2
        status, _, errors = said("check", instance=instance)
        assert status in (0, 2)
        status, _, errors = said("link", instance=instance)
        assert (status, "a backup is being restored. Wait until the restore is done." in errors) == (2, True)
        status, _, errors = said("backup", instance / "file.db", instance=instance)
        assert (status, "a backup is being restored. Wait until the restore is done." in errors) == (2, True)


def test_restore_on_a_full_disk_changes_nothing(made, instance, said, monkeypatch):
    before = files(instance)
    full_disk(monkeypatch)
    status, _, errors = said("restore", made / "backup.db", instance=instance)
    assert (status, "the disk is full. Free disk space and try again. " in errors) == (2, True)
    assert files(instance) == before
    assert no_temporary(instance)


# The restored database


def test_restore_keeps_the_complete_previous_database(tmp_path, made, instance, said):
    (before,) = games(instance)
    status, out, _ = said("restore", made / "backup.db", instance=instance)
    assert status == 0
    (kept,) = (instance / "backups").iterdir()
    assert f"The previous database was kept as {kept}." in out
    assert len(games(instance)) == 2
    assert said("restore", kept, instance=tmp_path / "fresh")[0] == 0
    assert games(tmp_path / "fresh") == [before]


def test_restore_keeps_the_current_pairing_key(tmp_path, instance, said):
    with closing(open_store(instance)) as store:
        pairing_key(store)
    assert said("backup", tmp_path / "backup.db", instance=instance)[0] == 0
    with closing(open_store(instance)) as store:
        new = new_pairing_key(store)
    assert said("restore", tmp_path / "backup.db", instance=instance)[0] == 0
    with closing(open_store(instance)) as store:
        assert pairing_key(store) == new


def test_restored_games_are_not_shared(tmp_path, instance, said):
    """Watching may have been ended since the backup; the link to all games stays valid."""
    with closing(open_store(instance)) as store:
        with store.reading() as db:
            game = all_game_ids(db)[0]
        ensure_watch_key(store, game)
        looking = viewer_key(store)
    saved = tmp_path / "shared.db"
    assert said("backup", saved, instance=instance)[0] == 0
    with closing(open_store(instance)) as store:
        new = new_viewer_key(store, looking)
    assert said("restore", saved, instance=instance)[0] == 0
    with closing(open_store(instance)) as store:
        assert watch_key(store, game) is None
        assert viewer_key(store) == new


def test_restore_replaces_a_damaged_database_and_keeps_a_copy(made, instance, said):
    path = instance / "scorekeeper.db"
    path.write_bytes(b"no database " * 1000)
    Path(f"{path}-wal").write_bytes(b"its log")
    assert said("restore", made / "backup.db", instance=instance)[0] == 0
    (kept,) = (instance / "backups").glob("*.db")
    assert kept.read_bytes() == b"no database " * 1000
    assert Path(f"{kept}-wal").read_bytes() == b"its log"
    assert len(games(instance)) == 2


def raw_copy(instance, folder):
    """Copy the files of an open database without the backup command; return the copied database."""
    store = open_store(instance)
    with closing(store):
        import_documents(GameService(store, all_rulebooks()), [read_document(RUNNING)])
        for each in instance.glob("scorekeeper.db*"):
            if not each.name.endswith(("-shm", "-lock")):
                Path(shutil.copy(each, folder)).chmod(0o644)
    return folder / "scorekeeper.db"


def test_restore_refuses_database_with_a_log(tmp_path, instance, said):
    (tmp_path / "copy").mkdir()
    file, path = raw_copy(instance, tmp_path / "copy"), tmp_path / "fresh" / "scorekeeper.db"
    assert Path(f"{file}-wal").stat().st_size
    before = files(tmp_path / "copy")
    status, _, errors = said("restore", file, instance=path.parent)
    assert (status, "scorekeeper.db-wal beside it has newer entries" in errors, str(path) in errors) == (2, True, True)
    assert files(tmp_path / "copy") == before
    assert not path.parent.exists()
    shutil.copytree(tmp_path / "copy", path.parent)  # as the message says
    assert len(games(path.parent)) == 2


def test_restore_accepts_database_with_an_empty_log(tmp_path, instance, said):
    Path(f"{instance / 'scorekeeper.db'}-wal").touch()
    assert said("restore", instance / "scorekeeper.db", instance=tmp_path / "fresh")[0] == 0
    assert len(games(tmp_path / "fresh")) == 1


def test_restore_reads_a_raw_copy_on_a_read_only_medium(public_folder, instance, said, request):
    (public_folder / "copy").mkdir()
    file = Path(shutil.copy(instance / "scorekeeper.db", public_folder / "copy"))
    file.chmod(0o644)
    assert file.read_bytes()[18:20] == b"\2\2"
    (public_folder / "copy").chmod(0o555)
    request.getfixturevalue("powerless")
    assert said("restore", file, instance=public_folder / "fresh")[0] == 0
    assert [*(public_folder / "copy").iterdir()] == [file]


def test_restore_reports_an_unreadable_file(public_folder, made, said, request):
    file = Path(shutil.copy(made / "backup.db", public_folder))
    file.chmod(0o600 if os.geteuid() == 0 else 0o000)
    request.getfixturevalue("powerless")
    status, _, errors = said("restore", file, instance=public_folder / "fresh")
    assert (status, ": Permission denied. Nothing was changed." in errors) == (2, True)


def test_backup_and_restore_follow_links(tmp_path, made, said, instance):
    (tmp_path / "elsewhere").mkdir()
    (instance / "scorekeeper.db").rename(tmp_path / "elsewhere" / "real.db")
    (instance / "scorekeeper.db").symlink_to(tmp_path / "elsewhere" / "real.db")
    (tmp_path / "link").symlink_to(made / "backup.db")
    assert said("restore", tmp_path / "link", instance=instance)[0] == 0
    assert (instance / "scorekeeper.db").is_symlink()
    assert len(games(instance)) == 2
    assert not (tmp_path / "elsewhere" / "backups").exists()


def test_restored_backup_of_an_older_version_is_migrated(tmp_path, said):
    status, out, errors = said("restore", DATABASES / "24-living-pads.db", instance=tmp_path)
    assert (status, errors) == (0, "")
    assert out.startswith("Restored ")
    assert games(tmp_path)


def test_restore_reports_findings_of_check(tmp_path, made, said):
    file = changed(made, tmp_path, "UPDATE games SET rulebook = 'chess'")
    status, out, _ = said("restore", file, instance=tmp_path / "fresh")
    assert status == 1
    assert out.startswith("Restored 2 games")
    assert "there is no game 'chess' here" in out


# Interruptions


class Cut(BaseException):
    """A power failure."""


def readable(path):
    """Return the number of games in a database."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT count(*) FROM games").fetchone()[0]


CALLS = [(os, "link"), (os, "unlink"), (os, "replace"), (os, "rename"), (os, "fsync"), (shutil, "copyfile")]


def interrupted(monkeypatch, at):
    """Interrupt disk writes before the call with that number, or after it for a number with a half."""
    calls = iter(range(1000))

    def cut_short(original):
        def call(*arguments, **named):
            number = next(calls)
            if number == at:
                raise Cut
            try:
                return original(*arguments, **named)
            finally:
                if number + 0.5 == at:
                    raise Cut

        return call

    for module, name in CALLS:
        monkeypatch.setattr(module, name, cut_short(getattr(module, name)))


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "damaged"])
def test_interrupted_restore_keeps_one_database_active_and_the_old_one(tmp_path, made, instance, whole):
    instance_bytes = (instance / "scorekeeper.db").read_bytes()
    for step in range(100):
        place = tmp_path / str(step)
        place.mkdir()
        path, aside, copy = place / "scorekeeper.db", place / "backups" / "replaced.db", place / "copy.db"
        if whole:
            path.write_bytes(instance_bytes)
        else:
            path.write_bytes(b"no database")
            Path(f"{path}-wal").write_bytes(b"its log")
            Path(f"{path}-journal").write_bytes(b"its journal")
        old, new = path.read_bytes(), (made / "backup.db").read_bytes()
        copy.write_bytes(new)
        with pytest.MonkeyPatch.context() as patched:
            interrupted(patched, step / 2)
            try:
                put_in_place(copy, path, aside)
                finished = True
            except Cut:
                finished = False
        there = path.read_bytes()
        if whole:
            assert there == new or readable(path) == 1
        else:
            assert there in (old, new)
            logs = [Path(f"{each}-wal") for each in (path, aside)]
            assert any(each.exists() and each.read_bytes() == b"its log" for each in logs)
            assert there == old or aside.read_bytes() == old
        if there == new:
            assert not [*backups.sidecar_files(path)]
            assert aside.exists()
        if finished:
            break
    assert step > 8
    assert path.read_bytes() == new
