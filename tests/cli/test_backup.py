"""Everything in one file, and brought back from it."""

from contextlib import closing

import pytest

from scorekeeper.cli import main
from scorekeeper.instance import open_store
from tests.cli.test_command_line import FINISHED, RUNNING, games, put_in, scorekeeper


@pytest.fixture
def instance(tmp_path):
    folder = tmp_path / "instance"
    assert scorekeeper("import", put_in(tmp_path / "games.jsonl", RUNNING, FINISHED), instance=folder)[0] == 0
    return folder


def test_a_backup_there_and_back(tmp_path, instance):
    file, fresh = tmp_path / "backup.db", tmp_path / "fresh"
    status, said = scorekeeper("backup", file, instance=instance)
    assert status == 0
    assert said.startswith(f"{file} has 2 games with ")
    status, said = scorekeeper("restore", file, instance=fresh)
    assert status == 0
    assert said.startswith("Restored 2 games with ")
    assert games(fresh) == games(instance)


def test_a_database_that_is_open_is_not_replaced(tmp_path, instance, capsys):
    file = tmp_path / "backup.db"
    scorekeeper("backup", file, instance=instance)
    with closing(open_store(instance)):
        assert main(["restore", "--instance", str(instance), str(file)]) == 2
        assert "Stop it, then restore." in capsys.readouterr().err
    assert main(["restore", "--instance", str(instance), str(file)]) == 0
