"""Error pages for a damaged database and for programming errors."""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.cli import main
from tests.helpers import begin, send, slip
from tests.pages import Page


@pytest.fixture
def game(client):
    url = begin(client, "Anneli", "Benito")
    assert send(client, url, "6").status_code == 303
    return url


def spoil(app, statement):
    with closing(sqlite3.connect(app.extensions["service"].store.path, isolation_level=None)) as disk:
        disk.execute(statement)


@pytest.mark.parametrize("body", ["{", "[]"], ids=["no JSON", "no entry"])
def test_unreadable_entries_are_reported_on_page_and_by_export(app, client, game, capsys, body):
    spoil(app, f"UPDATE plays SET body = '{body}'")  # noqa: S608
    answer = client.get(game)
    assert answer.status_code == 503
    assert "cannot be read: the database is damaged" in Page(answer).alert
    assert main(["export", "--instance", str(app.extensions["service"].store.path.parent)]) == 2
    assert "Cannot read a stored game: " in capsys.readouterr().err


def test_missing_rows_count_as_damage(app, client, game):
    spoil(app, "DELETE FROM players")
    answer = client.get(game)
    assert answer.status_code == 503
    assert "the database is damaged" in Page(answer).alert


@pytest.mark.parametrize("table", ["changes", "results"])
def test_missing_table_is_not_recreated_by_writing(app, client, game, table):
    stop = slip(client.get(game)) | {"play": "stop"}
    spoil(app, f"DROP TABLE {table}")
    assert client.post(f"{game}/plays", data=stop).status_code == 503
    with app.extensions["service"].store.reading() as db:
        assert table not in db.table_names()


def test_error_with_intact_database_is_a_programming_error(app, client, game, monkeypatch):
    def fail(*_):
        raise KeyError("nobody thought of this")

    monkeypatch.setitem(app.view_functions, "game.table", fail)
    answer = client.get(game)
    assert answer.status_code == 500
    assert "Something went wrong" in Page(answer).alert
