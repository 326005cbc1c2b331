"""A definition file in the instance directory is a title; errors in it are reported with their line."""

import json

import pytest

from scorekeeper.cli import main
from scorekeeper.titles import READY, DefinitionError, installed, read_pad
from tests.own_titles import PLAIN, SMALL, write

YATZY, HEARTS = READY["yatzy"].read_text(), PLAIN["hearts"].read_text()
BLOCKS = 'title = "Farm"\nplayers = 2\n[[rows]]\nname = "Gold"\n[[rows]]\nname = "Corn"\nmin = "x"\n'


def put(folder, name, source):
    """Write a file into the instance directory, and return it."""
    path = folder / "rulebooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return path


def changed(source, part, by):
    assert source.count(part) == 1
    return source.replace(part, by)


@pytest.mark.parametrize(
    ("source", "line", "says"),
    [
        (changed(YATZY, "max = 22, step", "max = 22, stepp"), 13, "rows, item 8, stepp: unknown key"),
        (
            changed(YATZY, '"Sixes"]', '"Sevens"]'),
            1 + YATZY[: YATZY.index('"Sixes"]')].count("\n"),
            "bonuses, item 1, rows, item 6: there is no category 'Sevens'",
        ),
        (changed(HEARTS, "sum = 26", 'sum = "26 * 2"'), 11, "rounds, sum: a whole number is needed here"),
        (changed(HEARTS, "default = 100", "default = 1"), 16, "end, limit, default: a number from 25 to 500"),
        (BLOCKS, 7, "rows, item 2, min: a whole number is needed here"),
        ("players = 2", 1, "title is missing"),
        ('title = "x"\nplayers = ', 2, "this is not valid TOML: Invalid value"),
        ('title = "x"\nplayers = [2', 2, "this is not valid TOML: Unclosed array"),
        ('title = "x"\nplayers = 2026-02-01', 2, "players: a whole number is needed here"),
        (b'players = 2\ntitle = "\xff"', 2, "the file is not UTF-8"),
        ("a = " + "[" * 5000, 1, "this is not readable TOML"),
        ("a = " + "9" * 5000, 1, "this is not readable TOML"),
        ("#" * 70_000, 1, "the file is too large: a title has at most 64 kB"),
    ],
)
def test_errors_of_a_file_are_reported_with_their_line(tmp_path, source, line, says):
    with pytest.raises(DefinitionError) as raised:
        read_pad(put(tmp_path, "farm.toml", source))
    assert (raised.value.line, raised.value.message[: len(says)]) == (line, says)


def test_valid_files_and_directories_become_titles_despite_broken_ones(tmp_path):
    write(tmp_path, "marbles", SMALL)
    names = ("hearts", "marbles", "don-carlo", "Hearts")
    for name in names:
        put(tmp_path, f"{name}.toml", HEARTS)
    put(tmp_path, "notes.txt", "nothing")
    titles = installed(tmp_path)
    assert [each.name for each in titles.rulebooks.values()][-2:] == ["hearts", "marbles"]
    assert set(titles.folders) == {"marbles"}
    assert titles.rulebooks["hearts"].slug.startswith("hearts~")
    assert [each.folder.name for each in titles.failed] == ["Hearts.toml", "don-carlo.toml", "marbles.toml"]
    path = tmp_path / "rulebooks" / "don-carlo.toml"
    assert f"{path}, line 1: the slug 'don-carlo' belongs to another title: choose another" in str(titles.failed[1])


def test_score_command_needs_the_file_or_an_embedded_definition(tmp_path, capsys):
    put(tmp_path, "farm.toml", 'title = "Farm"\nplayers = [1, 4]\nrows = ["Gold", "Corn"]\n')
    document = {"format": "scorekeeper-game", "version": 1, "players": ["Ada"], "options": {}}
    document["plays"] = [{"kind": "row", "player": "Ada", "row": "corn", "number": [5, -2]}]
    of_file = document | {"rulebook": "farm"}
    of_its_own = document | {"rulebook": "field", "definition": {"title": "Field", "players": 1, "rows": ["Corn"]}}
    of_none = document | {"rulebook": "field"}
    for given, status, total in ((of_file, 0, 3), (of_its_own, 0, 3), (of_none, 2, None)):
        (tmp_path / "game.json").write_text(json.dumps(given))
        assert main(["score", "--instance", str(tmp_path), str(tmp_path / "game.json")]) == status
        answer = json.loads(capsys.readouterr().out)
        assert [each["total"] for each in answer.get("standings", [])] == ([] if total is None else [total])
