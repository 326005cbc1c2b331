"""What games say of the box: replaced whole, gone with the game, and the latest game has the last word."""

import contextlib
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.storage.database import Store
from scorekeeper.storage.games import add_game
from scorekeeper.storage.projections import read_box_facts, set_box_facts
from scorekeeper.storage.rows import Shelf, StoredGame
from scorekeeper.storage.settings import read_setting, remove_setting, set_setting

DATABASES = Path(__file__).parents[1] / "databases"


@pytest.fixture
def db(store):
    with store.writing() as db:
        yield db


def add(db, game_id, moment, facts, rulebook="loire"):
    game = StoredGame(game_id, rulebook, ("Anneli",), "{}", (), 1, finished=False, moment=moment)
    add_game(db, game)
    set_box_facts(db, game, facts)
    return game


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((1, {"red": "1"}), (2, {}), {"red": "1"}),
        ((1, {"red": "1"}), (2, {"blue": "2"}), {"red": "1", "blue": "2"}),
        ((1, {"red": "1"}), (2, {"red": "2"}), {"red": "2"}),
        ((2, {"red": "1"}), (1, {"red": "2"}), {"red": "1"}),
        ((1, {"red": "1"}), (1, {"red": "2"}), {"red": "1"}),
    ],
    ids=[
        "one speaks",
        "of two things",
        "the later game",
        "added first, but later",
        "at one moment: the last id",
    ],
)
def test_the_latest_game_has_the_last_word(db, first, second, expected):
    add(db, "b", *first)
    add(db, "a", *second)
    assert read_box_facts(db, "loire") == expected
    assert read_box_facts(db, "don-carlo") == {}


def test_what_a_game_says_is_replaced_whole(db):
    game = add(db, "a", 1, {"red": "1", "blue": "2"})
    set_box_facts(db, game, {"blue": "3"})
    assert read_box_facts(db, "loire") == {"blue": "3"}
    set_box_facts(db, game, {})
    assert read_box_facts(db, "loire") == {}


@pytest.mark.parametrize(("shelf", "counts"), [(Shelf.TABLE, True), (Shelf.ARCHIVED, True), (Shelf.DELETED, False)])
def test_a_deleted_game_says_nothing_until_it_is_brought_back(db, shelf, counts):
    add(db, "a", 1, {"red": "1"})
    game = add(db, "b", 2, {"red": "2"})
    set_box_facts(db, replace(game, shelf=shelf), {"red": "2"})
    assert read_box_facts(db, "loire") == {"red": "2" if counts else "1"}
    set_box_facts(db, game, {"red": "2"})
    assert read_box_facts(db, "loire") == {"red": "2"}


def test_it_goes_with_its_game(store):
    with store.writing() as db:
        add(db, "a", 1, {"red": "1"})
        db.execute("DELETE FROM games")
    with contextlib.closing(sqlite3.connect(store.path)) as disk:
        assert disk.execute("SELECT * FROM box_facts").fetchall() == []


def test_a_setting_can_be_removed(db):
    set_setting(db, "a", "1")
    set_setting(db, "b", "2")
    remove_setting(db, "a")
    remove_setting(db, "never set")
    assert (read_setting(db, "a"), read_setting(db, "b")) == (None, "2")


def test_a_new_database_has_nothing_to_make_anew(store):
    with store.reading() as db:
        assert read_setting(db, "projections") is None


def test_what_was_learned_of_old_goes_and_is_to_be_made_anew(tmp_path):
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
