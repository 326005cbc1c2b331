"""Settings: writing, removing, and the settings of an old database."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

from scorekeeper.store.db import Store
from scorekeeper.store.settings import read_setting, remove_setting, set_setting

DATABASES = Path(__file__).parents[1] / "databases"


def test_a_setting_can_be_removed(store):
    with store.writing() as db:
        set_setting(db, "a", "1")
        set_setting(db, "b", "2")
        remove_setting(db, "a")
        remove_setting(db, "never set")
        assert (read_setting(db, "a"), read_setting(db, "b")) == (None, "2")


def test_a_new_database_needs_no_rebuild(store):
    with store.reading() as db:
        assert read_setting(db, "projections") is None


def test_settings_learned_by_old_versions_are_removed_and_rebuilt(tmp_path):
    path = shutil.copy(DATABASES / "0004-prodigals-club.db", tmp_path)
    with contextlib.closing(sqlite3.connect(path)) as disk:
        before = dict(disk.execute("SELECT name, value FROM settings"))
    kept = {name: value for name, value in before.items() if not name.startswith("learned ")}
    assert 0 < len(kept) < len(before)
    for _ in range(2):
        Store(Path(path)).close()
        with contextlib.closing(sqlite3.connect(path)) as disk:
            after = dict(disk.execute("SELECT name, value FROM settings"))
        assert after == kept | {"projections": "stale"}
