"""Initial values of a form: plays of the same kind from the title's last games."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.prodigals_club.election import HydePark
from scorekeeper.store.changes import begin, set_status
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import GameStatus
from tests.documents import import_documents, read_document
from tests.recorded import document_of

PRODIGALS = all_rulebooks()["prodigals-club"]


@pytest.fixture
def document():
    return read_document(document_of("prodigals-club/corrected-start"))


def submission(key, revision=0):
    return Submission(f"a-key-of-the-test-{key}", str(key), revision)


@pytest.fixture
def recalled(service):
    """Return a function that returns Hyde Park's initial rewards in a game begun before all others."""
    table = PRODIGALS.table(("Anneli", "Benito", "Carla"), {"competitions": ("election", "society")})
    game, kind = begin(service, PRODIGALS, table, submission("begin")), PRODIGALS.kind(table, "hyde-park")
    return lambda: [play.rewards for _, play in service.view(game).recalled(kind)]


def said(document):
    return [play.rewards for play in document.plays if isinstance(play, HydePark)]


def test_recalled_values_come_from_undeleted_recent_games(service, recalled, document):
    assert recalled() == []
    assert said(document)
    import_documents(service, [document])
    assert recalled() == said(document)
    (game,) = import_documents(service, [replace(document, plays=document.plays[:-1])])  # a running game
    assert recalled() == said(document) * 2
    set_status(service, game.id, GameStatus.DELETED, submission("delete", 1))
    assert recalled() == said(document)


def test_unreadable_game_gives_no_recalled_values(service, recalled, document):
    import_documents(service, [document])
    with closing(sqlite3.connect(service.store.path)) as disk:
        disk.execute("UPDATE plays SET body = 'nothing'")
        disk.commit()
    assert recalled() == []
