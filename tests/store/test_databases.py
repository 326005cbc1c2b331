"""Databases of all past schemas are migrated, and all their games stay the same."""

import errno
import shutil
import sqlite3
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.core.replay import replay
from scorekeeper.pairing import watch_key
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store import backups, changes, exchange
from scorekeeper.store.check import faults
from scorekeeper.store.connection import DatabaseUnavailable, Reason
from scorekeeper.store.db import Store
from scorekeeper.store.exchange import documents
from scorekeeper.store.games import GameService, Submission
from scorekeeper.store.migrations import STEPS
from scorekeeper.store.results import latest
from scorekeeper.store.rows import UNDATED, last_people_change, latest_imports, read_import

DATABASES = sorted((Path(__file__).parents[1] / "databases").glob("*.db"))
EVERY_STEP = [step.__name__ for step in STEPS]


def applied(path):
    """Return the applied migrations of a database."""
    disk = sqlite3.connect(path)
    try:
        return [name for (name,) in disk.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
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


def test_there_is_a_database_for_each_step_of_the_schema():
    reached = [applied(path) for path in DATABASES]
    assert all(each == EVERY_STEP[: len(each)] for each in reached)
    assert {len(each) for each in reached} == set(range(1, len(EVERY_STEP) + 1))


def test_it_is_brought_up_to_date_and_loses_nothing(path):
    before = rows(path)
    assert before["games"]
    assert before["plays"]
    Store(path).close()
    assert applied(path) == EVERY_STEP
    after = rows(path)
    for table in ("games", "plays", "changes", "players"):
        assert len(after[table]) == len(before[table])


def test_every_game_in_it_stands(service):
    found = dict(faults(service))
    assert len(found) >= 2
    assert set(found.values()) == {None}


def test_its_finished_games_are_found_with_their_results(service):
    replays = {each.id: replay(each.rulebook, each.table, each.plays) for each in documents(service)}
    with service.store.reading() as db:
        finished, running = (latest(db, finished=finished, most=99) for finished in (True, False))
    assert {game.id for game in finished} == {game_id for game_id, replayed in replays.items() if replayed.finished}
    assert {game.id for game in running} == {game_id for game_id, replayed in replays.items() if not replayed.finished}
    assert finished
    assert running
    for game in finished:
        standings = replays[game.id].sheet().standings
        lines = [(line.seat, line.name, line.place, line.total) for line in game.results]
        assert lines == [(each.line.seat, each.line.name, each.place, each.line.total) for each in standings]
        assert game.ended


def test_its_results_are_those_that_its_plays_come_to(service, path):
    before = rows(path)["results"]
    assert before
    assert set(dict(faults(service, rebuild=True)).values()) == {None}
    assert rows(path)["results"] == before


def test_its_last_play_can_be_taken_back(service):
    for number, document in enumerate(list(documents(service))):
        game = service.view(document.id).game
        changes.undo(service, document.id, Submission(f"another-key-of-a-test-{number}", "", game.revision))
        assert service.view(document.id).game.plays == game.plays[:-1]


@pytest.mark.parametrize(
    ("times", "moment"),
    [
        ("started = '2026-01-31T23:50:00+01:00', ended = '2026-02-01T00:40:00+01:00'", 1769899800),
        ("started = '2026-W05-6T23:50:00+01:00', ended = NULL", 7),
        ("started = '0001-01-01T00:00:00+14:00'", UNDATED + 1),
        ("started = NULL, ended = '2026-02-01T00:40:00.5+01:00'", 1769902800),
        ("started = NULL, ended = NULL", UNDATED),
    ],
)
def test_its_finished_games_are_sorted_by_their_beginnings(old, times, moment):
    with sqlite3.connect(old) as disk:
        disk.execute(f"UPDATE games SET moment = 7, {times}")  # noqa: S608
    disk.close()
    Store(old).close()
    with sqlite3.connect(old) as disk:
        assert dict(disk.execute("SELECT finished, moment FROM games")) == {0: 7, 1: moment}
    disk.close()


# Backups before a migration


def backup_files(path):
    return sorted((path.parent / "backups").glob("*.db"))


def test_before_its_schema_changes_it_is_kept_as_it_is(path):
    steps, before = applied(path), rows(path)
    Store(path).close()
    if steps == EVERY_STEP:
        assert not backup_files(path)
        return
    (kept,) = backup_files(path)
    assert kept.match(f"before-step-{len(STEPS)}-2*.db")
    assert applied(kept) == steps
    assert rows(kept) == before
    Store(path).close()
    assert backup_files(path) == [kept]


@pytest.fixture
def old(tmp_path):
    return Path(shutil.copy(DATABASES[0], tmp_path))


def test_several_starters_make_one(old):
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
def test_without_it_the_schema_stays_as_it_is(old, monkeypatch, fails, reason):
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


def test_a_damaged_one_is_not_brought_up_to_date(old):
    with sqlite3.connect(old) as disk:
        disk.execute("PRAGMA writable_schema = ON")
        disk.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'plays'")
    disk.close()
    with pytest.raises(DatabaseUnavailable) as raised:
        Store(old)
    assert raised.value.reason is Reason.DAMAGED
    assert not backup_files(old)


def test_what_was_imported_before_imports_were_kept_is_an_import_whose_games_can_be_deleted(tmp_path):
    old = Path(shutil.copy(DATABASES[10], tmp_path))
    key = "key-of-a-form-of-before"
    with sqlite3.connect(old) as disk:
        for number, (game,) in enumerate(disk.execute("SELECT id FROM games ORDER BY id").fetchall()):
            own = f"{key}.{number}" if number else key
            disk.execute("DELETE FROM changes WHERE game_id = ? AND revision > 1", [game])
            disk.execute("UPDATE games SET revision = 1 WHERE id = ?", [game])
            disk.execute(
                "UPDATE changes SET act = 'import', entry_key = ?, digest = 'x' WHERE game_id = ?", [own, game]
            )
    disk.close()
    service = GameService(Store(old), all_rulebooks())
    with service.store.reading() as db:
        (found,) = latest_imports(db, 10)
    assert (found.key, found.new) == (key, 2)
    exchange.delete_imported(service, key, Submission("another-key-of-a-test", "x"))
    assert list(exchange.documents(service)) == []
    service.store.close()


def test_a_game_stays_shared_and_what_single_devices_might_do_with_it_goes(tmp_path):
    old = Path(shutil.copy(DATABASES[10], tmp_path))
    with sqlite3.connect(old) as disk:
        ((game,),) = disk.execute("SELECT id FROM games LIMIT 1").fetchall()
        disk.execute("INSERT OR REPLACE INTO watch_keys VALUES (?, 'the key')", [game])
        disk.execute("INSERT OR REPLACE INTO hand_overs VALUES (?, 'another', 'a device', 1)", [game])
        disk.execute("INSERT OR REPLACE INTO books VALUES (?, 'a device', 1)", [game])
    disk.close()
    store = Store(old)
    assert watch_key(store, game) == "the key"
    store.close()
    assert {"hand_overs", "books"} & rows(old).keys() == set()


def test_what_an_import_said_of_single_games_is_still_known(tmp_path):
    (kept,) = [each for each in DATABASES if each.stem.endswith("details-of-imports")]
    store = Store(Path(shutil.copy(kept, tmp_path)))
    with store.reading() as db:
        details = exchange.details_of(read_import(db, "key-of-an-import-with-details"))
    store.close()
    assert [[str(each) for each in differs] for differs in details.kept.values()] == [["the note"]]
    left_out = [(file, str(reason)) for file, reason in details.left_out]
    assert left_out == [("games.json", "2 games of Catan: this title is not installed here.")]


def test_a_key_that_an_import_and_a_name_shared_stays_with_the_import(tmp_path):
    (earlier,) = [each for each in DATABASES if each.stem.endswith("flat-history")]
    path, key = Path(shutil.copy(earlier, tmp_path)), "key-of-an-import-and-a-name"
    with sqlite3.connect(path) as disk:
        disk.execute(
            """INSERT INTO imports (entry_key, digest, made, new, same, back, ours, theirs, left_out)
            VALUES (?, 'x', '2026-02-01T20:00:00+01:00', 3, 0, 0, 0, 0, 0)""",
            [key],
        )
        disk.execute(
            """INSERT INTO people_changes (player_id, act, before, after, made, entry_key, digest)
            VALUES (1, 'rename', 'Before', 'After', '2026-02-01T20:00:00+01:00', ?, 'y')""",
            [key],
        )
    disk.close()
    store = Store(path)
    with store.reading() as db:
        found, change = read_import(db, key), last_people_change(db, 1)
    store.close()
    assert (found.new, change.after) == (3, "After")


def test_an_import_that_was_undone_by_an_earlier_version_has_its_report(tmp_path):
    (earlier,) = [each for each in DATABASES if each.stem.endswith("one-lead")]
    path = Path(shutil.copy(earlier, tmp_path))
    with sqlite3.connect(path) as disk:
        disk.execute(
            """INSERT INTO imports (entry_key, digest, made, new, same, back, ours, theirs, left_out, stayed)
            VALUES ('key-of-an-earlier-import', 'x', '2026-02-01T20:00:00+01:00', 3, 0, 0, 0, 1, 0, 1)"""
        )
    disk.close()
    store = Store(path)
    with store.reading() as db:
        found, *_ = latest_imports(db, 10)
    store.close()
    assert (found.new, found.theirs, exchange.details_of(found)) == (3, 1, exchange.ImportDetails({}, []))
