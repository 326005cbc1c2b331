"""Projections follow the logs: results and what plays say of the box, whatever happens to a game."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.core.document import Document
from scorekeeper.core.replay import replay
from scorekeeper.core.rulebook import Stop
from scorekeeper.desk import upkeep
from scorekeeper.desk.changes import begin, enter, lay_on, undo
from scorekeeper.desk.exchange import documents, import_documents
from scorekeeper.desk.transaction import Submission
from scorekeeper.desk.upkeep import faults
from scorekeeper.history.games import latest
from scorekeeper.instance import open_desk
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.storage.projections import read_box_facts
from scorekeeper.storage.rows import Shelf
from scorekeeper.storage.settings import read_setting
from tests.documents import read_document

TESTS = Path(__file__).parents[1]
DON_CARLO = all_rulebooks()["don-carlo"]
PRODIGALS = all_rulebooks()["prodigals-club"]
TEACHING = TESTS / "games" / "prodigals-club" / "corrected-start.json"


def submission(key, revision=0):
    return Submission(f"a-key-of-the-test-{key}", str(key), revision)


def results(desk):
    with desk.store.reading() as db:
        return {
            game.id: [(line.name, line.place) for line in game.results] for game in latest(db, finished=True, most=9)
        }


def test_a_play_that_comes_while_projections_are_rebuilt_is_not_forgotten(desk, monkeypatch):
    table = DON_CARLO.table(("Anneli", "Benito"), {})
    game = begin(desk, DON_CARLO, table, submission("begin"))
    enter(desk, game, [Agent(0, (1, 1, 5))], submission("enter", 1))
    other = Thread(target=enter, args=(desk, game, [Stop()], submission("stop", 2)))
    replayed = upkeep.replayed

    def meanwhile(rulebook, stored):
        if other.ident is None:
            other.start()
            other.join(0.3)  # it is through by then, or waits for its turn to write
        return replayed(rulebook, stored)

    monkeypatch.setattr(upkeep, "replayed", meanwhile)
    assert list(faults(desk, rebuild=True)) == [(game, None)]
    other.join()
    assert results(desk) == {game: [("Anneli", 1), ("Benito", 2)]}


def box_facts(desk):
    """Return what a game that begins now would know of the box."""
    table = PRODIGALS.table(("Anneli", "Benito", "Carla"), {"competitions": ("election", "society")})
    known = [document.id for document in documents(desk)]
    game = begin(desk, PRODIGALS, table, submission(f"asks-{len(known)}"))
    return dict(desk.view(game).box_facts)


@pytest.fixture
def taught(desk):
    """The id of an imported game whose plays say something of the box, and what they say."""
    document = read_document(json.loads(TEACHING.read_text())["document"])
    (game,) = import_documents(desk, [document])
    said = dict(replay(document.rulebook, document.table, document.plays).box_facts())
    assert len(said) > 1
    return game.id, said


def test_an_imported_game_says_what_it_says_of_the_box(desk, taught):
    assert box_facts(desk) == taught[1]


def test_what_is_undone_is_not_said(desk, taught):
    game, _ = taught
    document = next(iter(documents(desk, [game])))
    (half,) = import_documents(desk, [Document(document.rulebook, document.table, ())])
    lay_on(desk, game, Shelf.DELETED, submission("delete", 1))
    assert box_facts(desk) == {}
    said = {}
    for revision, play in enumerate(document.plays, 1):
        enter(desk, half.id, [play], submission(f"enter-{revision}", revision))
        said = dict(desk.view(half.id).box_facts)
        if said:
            break
    assert said
    undo(desk, half.id, submission("undo", revision + 1))
    assert desk.view(half.id).box_facts == {}


def test_a_deleted_game_says_nothing_until_it_is_brought_back(desk, taught):
    game, said = taught
    lay_on(desk, game, Shelf.DELETED, submission("delete", 1))
    assert box_facts(desk) == {}
    lay_on(desk, game, Shelf.TABLE, submission("back", 2))
    assert box_facts(desk) == said


def test_what_is_lost_is_written_anew_from_the_plays(desk, store, taught):
    before = results(desk)
    with closing(sqlite3.connect(store.path)) as disk:
        for table in ("box_facts", "results"):
            disk.execute(f"DELETE FROM {table}")  # noqa: S608
        disk.commit()
    assert box_facts(desk) == {}
    assert set(dict(faults(desk, rebuild=True)).values()) == {None}
    assert results(desk) == before
    assert box_facts(desk) == taught[1]


def test_a_database_of_before_says_what_its_plays_say(tmp_path):
    shutil.copy(TESTS / "databases" / "0004-prodigals-club.db", tmp_path / "scorekeeper.db")
    for _ in range(2):
        desk = open_desk(tmp_path)
        said = {}
        for each in documents(desk):
            if each.rulebook is PRODIGALS:
                said |= replay(PRODIGALS, each.table, each.plays).box_facts()
        with desk.store.reading() as db:
            found = {name: json.loads(text) for name, text in read_box_facts(db, "prodigals-club").items()}
            assert read_setting(db, "projections") is None
        desk.store.close()
        assert found == said
        assert len(said) > 3
