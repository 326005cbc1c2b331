"""Databases of past schemas are migrated, keep all their games, and get the schema of a new database."""

import errno
import json
import shutil
import sqlite3
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.core.log import ChangeKind
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store import backups, changes
from scorekeeper.store.check import rebuild, rebuild_stale
from scorekeeper.store.connection import DatabaseUnavailable, Reason, column
from scorekeeper.store.db import Store
from scorekeeper.store.exporting import documents
from scorekeeper.store.external import ExternalResult
from scorekeeper.store.games import GameService, Submission
from scorekeeper.store.migrations import BASE, STEPS, VERSION
from scorekeeper.store.rows import read_game
from tests.checked import findings

DATABASES = sorted((Path(__file__).parents[1] / "databases").glob("*.db"))
EVERY_STEP = [BASE, *(step.__name__ for step in STEPS)]


def applied(path):
    """Return the applied migrations of a database, beginning with BASE."""
    disk = sqlite3.connect(path)
    try:
        names = [name for (name,) in disk.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
        return names[names.index(BASE) :]
    finally:
        disk.close()


def rows(path):
    """Return all rows of a database's tables, except the migrations."""
    disk = sqlite3.connect(path)
    try:
        tables = disk.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlite%'")
        return {name: disk.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}  # noqa: S608
    finally:
        disk.close()


@pytest.fixture(params=DATABASES, ids=lambda path: path.stem)
def path(tmp_path, request):
    """A copy, so that the original stays unchanged."""
    return Path(shutil.copy(request.param, tmp_path))


@pytest.fixture
def service(path):
    store = Store(path)
    yield GameService(store, all_rulebooks())
    store.close()


def test_each_migration_has_a_test_database():
    reached = [applied(path) for path in DATABASES]
    assert all(each == EVERY_STEP[: len(each)] for each in reached)
    assert {len(each) for each in reached} == set(range(1, len(EVERY_STEP) + 1))


def test_migration_keeps_every_row(path):
    before = rows(path)
    assert before["games"]
    assert before["plays"]
    Store(path).close()
    assert applied(path) == EVERY_STEP
    after = rows(path)
    for table in ("games", "plays", "changes", "players"):
        assert len(after[table]) == len(before[table])


def test_every_migrated_game_is_valid(service, path):
    before = rows(path)["results"]
    assert before
    assert findings(service) == ()
    rebuild(service)
    assert findings(service) == ()
    assert rows(path)["results"] == before


def test_last_play_of_a_migrated_game_can_be_undone(service):
    with service.store.reading() as db:
        imported = column(db, "SELECT game_id FROM changes WHERE act = 'import'")
    entered = [document for document in documents(service) if document.id not in imported]
    assert len(entered) > 1
    for number, document in enumerate(entered):
        game = service.view(document.id).game
        changes.undo(service, document.id, Submission(f"another-key-of-a-test-{number}", "", game.revision))
        assert service.view(document.id).game.plays == game.plays[:-1]


def schema(path):
    """Return the tables of a database with their columns, keys and indexes, without the wording of their SQL."""
    disk = sqlite3.connect(path)
    try:
        tables = [row[1:] for row in disk.execute("PRAGMA table_list") if not row[1].startswith("sqlite_")]
        return {
            table: {
                "kind": kind,
                "columns": disk.execute(f"PRAGMA table_xinfo({table[0]})").fetchall(),
                "references": sorted(row[1:] for row in disk.execute(f"PRAGMA foreign_key_list({table[0]})")),
                "indexes": {
                    name: (rest, disk.execute(f"PRAGMA index_xinfo({name})").fetchall())
                    for _, name, *rest in disk.execute(f"PRAGMA index_list({table[0]})")
                },
            }
            for table in tables
            for kind in [table[1:]]
        }
    finally:
        disk.close()


def test_migrated_schema_equals_schema_file(path, tmp_path):
    Store(path).close()
    new = tmp_path / "new.db"
    Store(new).close()
    assert schema(path) == schema(new)
    conditions = "SELECT name, substr(sql, instr(sql, 'WHERE')) FROM sqlite_master WHERE sql LIKE '%INDEX%WHERE%'"
    partial = [dict(sqlite3.connect(each).execute(conditions)) for each in (path, new)]
    assert {name: " ".join(text.split()) for name, text in partial[0].items()} == {
        name: " ".join(text.split()) for name, text in partial[1].items()
    }


def test_new_database_with_litestreams_tables_gets_the_schema(tmp_path):
    """Litestream may open the file that a starting server has created before the server does."""
    disk = sqlite3.connect(tmp_path / "new.db")
    disk.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    disk.close()
    Store(tmp_path / "new.db").close()
    assert applied(tmp_path / "new.db") == EVERY_STEP


def test_migration_keeps_status_and_external_results(old):
    disk = sqlite3.connect(old)
    disk.execute("UPDATE games SET told = '[]' WHERE shelf = 'away'")
    disk.commit()
    before = dict(disk.execute("SELECT id, shelf FROM games"))
    told = dict(disk.execute("SELECT id, told FROM games"))
    disk.close()
    assert {*before.values()} == {"table", "away", "deleted"}
    Store(old).close()
    disk = sqlite3.connect(old)
    renamed = {"table": "active", "away": "archived", "deleted": "deleted"}
    assert dict(disk.execute("SELECT id, status FROM games")) == {game: renamed[each] for game, each in before.items()}
    results = {game: each and ExternalResult((*json.loads(each),)).text() for game, each in told.items()}
    assert dict(disk.execute("SELECT id, external_result FROM games")) == results
    acts = {act for (act,) in disk.execute("SELECT act FROM changes")}
    assert {*ChangeKind} >= acts >= {ChangeKind.ARCHIVE}
    disk.close()


BEFORE_OBJECTS = """
    INSERT INTO games SELECT 'imported', 'loire', '{}', 3, 1, :began, :ended, NULL, NULL, 1743631200, 'active',
        '[[2, 30], [1, 31]]';
    INSERT INTO seats SELECT 'imported', row_number() OVER (ORDER BY id) - 1, id, NULL FROM players LIMIT 2;
    INSERT INTO changes VALUES ('imported', 1, 'import', '[]', '2026-01-01T12:00:00+01:00', NULL, NULL);
    INSERT INTO changes VALUES ('imported', 2, 'replace', '[]', '2026-01-01T12:00:00+01:00', :first, NULL);
    INSERT INTO changes VALUES ('imported', 3, 'replace', '[]', '2026-01-01T12:00:00+01:00', :second, NULL);
"""
MIDNIGHT, EVENING = "2025-04-03T00:00:00+02:00", "2025-04-03T20:00:00+02:00"


def with_result(path, began, ended, *deltas):
    """Add an external result, as stored by earlier versions, with these changes."""
    values = {"began": began, "ended": ended, **dict(zip(("first", "second"), map(json.dumps, deltas), strict=True))}
    disk = sqlite3.connect(path)
    for statement in BEFORE_OBJECTS.split(";")[:-1]:
        disk.execute(statement, {name: each for name, each in values.items() if f":{name}" in statement})
    disk.commit()
    disk.close()


@pytest.fixture
def before_objects(tmp_path):
    return Path(shutil.copy(next(each for each in DATABASES if each.stem.startswith("25")), tmp_path))


@pytest.mark.parametrize(
    ("times", "became"),
    [
        ((MIDNIGHT, None), ("2025-04-03", None, None)),
        ((MIDNIGHT, "2025-04-03T01:30:00+02:00"), ("2025-04-03", None, 90)),
        ((EVENING, "2025-04-03T21:30:00+02:00"), (EVENING, "2025-04-03T21:30:00+02:00", None)),
        ((None, MIDNIGHT), (None, MIDNIGHT, None)),
        ((None, None), (None, None, None)),
    ],
)
def test_migration_makes_seats_and_midnight_of_results_unknown(before_objects, times, became):
    with_result(before_objects, *times, {"note": [None, "a"]}, {"note": ["a", None]})
    plays_before = [row for row in rows(before_objects)["games"] if row[0] != "imported"]
    store = Store(before_objects)
    with store.reading() as db:
        game = read_game(db, "imported")
    assert (game.started, game.ended, game.external.minutes) == became
    assert game.external == ExternalResult(((2, 30), (1, 31)), minutes=became[2])
    assert game.moment == 1743631200
    assert [row for row in rows(before_objects)["games"] if row[0] != "imported"] == plays_before
    rebuild_stale(GameService(store, all_rulebooks()))
    assert findings(GameService(store, all_rulebooks())) == ()
    seats = {row[0] for row in store.current().execute("SELECT seat FROM player_results WHERE game_id = 'imported'")}
    assert seats == {None}
    store.close()


def test_migration_converts_changes_of_results(before_objects):
    """Undoing each change leads back to the converted result before it."""
    lines = {"external_result": ["[[1, 30], [2, 31]]", "[[2, 30], [1, 31]]"]}
    moved = {"started": [MIDNIGHT, EVENING], "ended": ["2025-04-03T00:45:00+02:00", "2025-04-03T20:45:00+02:00"]}
    with_result(before_objects, moved["started"][1], moved["ended"][1], lines, moved)
    store = Store(before_objects)
    service = GameService(store, all_rulebooks())
    rebuild_stale(service)
    assert findings(service) == ()
    states = []
    for revision in (3, 4):
        changes.undo(service, "imported", Submission(f"key-of-undo-{revision}", "", revision))
        with store.reading() as db:
            states.append(read_game(db, "imported"))
    told = [(each.started, each.ended, each.external) for each in states]
    assert told == [
        ("2025-04-03", None, ExternalResult(((2, 30), (1, 31)), minutes=45)),
        ("2025-04-03", None, ExternalResult(((1, 30), (2, 31)), minutes=45)),
    ]
    assert findings(service) == ()
    store.close()


def test_database_of_development_version_is_refused_unchanged(old):
    disk = sqlite3.connect(old)
    disk.execute("DELETE FROM _sqlite_migrations WHERE name = ?", [BASE])
    disk.execute("PRAGMA user_version = 23")
    disk.commit()
    disk.close()
    before = rows(old)
    with pytest.raises(DatabaseUnavailable) as raised:
        Store(old)
    assert raised.value.reason is Reason.TOO_OLD
    assert rows(old) == before
    assert not backup_files(old)


# Backups before a migration


def backup_files(path):
    return sorted((path.parent / "backups").glob("*.db"))


def test_migration_first_backs_up_the_unchanged_database(path):
    steps, before = applied(path), rows(path)
    Store(path).close()
    if steps == EVERY_STEP:
        assert not backup_files(path)
        return
    (kept,) = backup_files(path)
    assert kept.match(f"before-step-{VERSION}-2*.db")
    assert applied(kept) == steps
    assert rows(kept) == before
    Store(path).close()
    assert backup_files(path) == [kept]


@pytest.fixture
def old(tmp_path):
    return Path(shutil.copy(DATABASES[0], tmp_path))


def test_concurrent_starts_make_one_backup(old):
    starters = [Thread(target=lambda: Store(old).close()) for _ in range(4)]
    for each in starters:
        each.start()
    for each in starters:
        each.join()
    assert applied(old) == EVERY_STEP
    assert len(backup_files(old)) == 1


def no_room(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def no_folder(*_, **__):
    raise OSError(errno.EACCES, "Permission denied")


@pytest.mark.parametrize(("fails", "reason"), [(no_room, "the disk is full"), (no_folder, "Permission denied")])
def test_failed_backup_prevents_the_migration(old, monkeypatch, fails, reason):
    before = rows(old)
    with monkeypatch.context() as patched:
        patched.setattr(backups, "mkstemp", fails)
        with pytest.raises(DatabaseUnavailable, match=reason) as raised:
            Store(old)
        assert raised.value.reason is Reason.CANNOT_BACK_UP
    assert (applied(old), rows(old)) == (EVERY_STEP[:1], before)
    assert not backup_files(old)
    Store(old).close()
    assert applied(old) == EVERY_STEP


def test_damaged_database_is_not_migrated(old):
    with sqlite3.connect(old) as disk:
        disk.execute("PRAGMA writable_schema = ON")
        disk.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'plays'")
    disk.close()
    with pytest.raises(DatabaseUnavailable) as raised:
        Store(old)
    assert raised.value.reason is Reason.DAMAGED
    assert not backup_files(old)
