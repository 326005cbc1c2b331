"""What games say of the box: replaced whole, gone with the game, and the latest game has the last word."""

import contextlib
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.storage.database import Store
from scorekeeper.storage.rows import Shelf, StoredGame

DATABASES = Path(__file__).parents[1] / "databases"


@pytest.fixture
def writer(store):
    with store.writing() as writer:
        yield writer


def add(writer, game_id, moment, facts, rulebook="loire"):
    game = StoredGame(game_id, rulebook, ("Anneli",), "{}", (), 1, finished=False, moment=moment)
    writer.add_game(game)
    writer.set_box_facts(game, facts)
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
def test_the_latest_game_has_the_last_word(writer, first, second, expected):
    add(writer, "b", *first)
    add(writer, "a", *second)
    assert writer.box_facts("loire") == expected
    assert writer.box_facts("don-carlo") == {}


def test_what_a_game_says_is_replaced_whole(writer):
    game = add(writer, "a", 1, {"red": "1", "blue": "2"})
    writer.set_box_facts(game, {"blue": "3"})
    assert writer.box_facts("loire") == {"blue": "3"}
    writer.set_box_facts(game, {})
    assert writer.box_facts("loire") == {}


@pytest.mark.parametrize(("shelf", "counts"), [(Shelf.TABLE, True), (Shelf.ARCHIVED, True), (Shelf.DELETED, False)])
def test_a_deleted_game_says_nothing_until_it_is_brought_back(writer, shelf, counts):
    add(writer, "a", 1, {"red": "1"})
    game = add(writer, "b", 2, {"red": "2"})
    writer.set_box_facts(replace(game, shelf=shelf), {"red": "2"})
    assert writer.box_facts("loire") == {"red": "2" if counts else "1"}
    writer.set_box_facts(game, {"red": "2"})
    assert writer.box_facts("loire") == {"red": "2"}


def test_it_goes_with_its_game(store):
    with store.writing() as writer:
        add(writer, "a", 1, {"red": "1"})
        writer._db.execute("DELETE FROM games")
    with contextlib.closing(sqlite3.connect(store.path)) as disk:
        assert disk.execute("SELECT * FROM box_facts").fetchall() == []


def test_a_setting_can_be_removed(writer):
    writer.set_setting("a", "1")
    writer.set_setting("b", "2")
    writer.remove_setting("a")
    writer.remove_setting("never set")
    assert (writer.setting("a"), writer.setting("b")) == (None, "2")


def test_a_new_database_has_nothing_to_make_anew(store):
    with store.reading() as reader:
        assert reader.setting("projections") is None


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
