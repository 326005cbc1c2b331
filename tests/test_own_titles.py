"""A title that fails to load is left out and reported, and `scorekeeper.testing` finds the errors in a title."""

import logging

import pytest

from scorekeeper import logs
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.testing import check_rulebook, check_title
from scorekeeper.titles import installed
from tests.own_titles import SMALL, install, small, write
from tests.rows import row_by_row

GAME = {
    "format": "scorekeeper-game",
    "version": 1,
    "rulebook": "marbles",
    "players": ["Ada", "Bo"],
    "options": {},
    "plays": [{"kind": "roll", "player": "Ada", "marbles": 2}, {"kind": "roll", "player": "Bo", "marbles": 5}],
}


# Loading


def test_directory_named_like_a_built_in_title_is_separate(tmp_path):
    write(tmp_path, "don_carlo", SMALL)
    assert set(installed(tmp_path).rulebooks) == {*all_rulebooks(), "marbles"}


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"before": "1 / 0"}, "ZeroDivisionError: division by zero"),
        ({"before": "def"}, "SyntaxError: "),
        ({"before": "import sys\nsys.exit()"}, "SystemExit"),
        ({"name": "RULES"}, "RULEBOOK is missing: add RULEBOOK = Rulebook(...)"),
        ({"slug": "my marbles"}, "the slug 'my marbles' is used in URLs"),
        ({"slug": "don-carlo"}, "the slug 'don-carlo' belongs to another title: choose another"),
        ({"players": "4"}, "TypeError: "),
    ],
    ids=str,
)
def test_failing_title_is_skipped_and_its_traceback_logged(tmp_path, capsys, parts, says):
    logs.set_up()
    write(tmp_path, "marbles", small(**parts))
    titles = installed(tmp_path)
    assert set(titles.rulebooks) == set(all_rulebooks())
    ((title),) = titles.failed
    assert says in title.reason
    first, *more = capsys.readouterr().err.splitlines()
    assert f" ERROR {title}"[:60] in first
    assert bool(more) == ("Error" in says or "Exit" in says)
    if more:
        assert more[0] == "Traceback (most recent call last):"
        assert any("marbles/__init__.py" in line for line in more) or "TypeError" in says


@pytest.mark.parametrize(
    ("name", "content"), [("board.py", "def ("), ("locale/de/LC_MESSAGES/messages.mo", "no catalogue")]
)
def test_faults_in_additional_title_files_are_found(tmp_path, caplog, name, content):
    folder = write(tmp_path, "marbles", f"{SMALL}\nfrom . import board\n" if name == "board.py" else SMALL)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content)
    ((title),) = installed(tmp_path).failed
    assert str(title) in caplog.text


def test_invalid_title_directory_is_named(tmp_path, caplog):
    (tmp_path / "rulebooks" / "my-title").mkdir(parents=True)
    ((title),) = installed(tmp_path).failed
    assert "use letters, digits and underscores" in str(title)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


# Checking


@row_by_row("slug", sorted(all_rulebooks()))
def test_built_in_titles_pass_the_check(slug):
    check_rulebook(all_rulebooks()[slug])


@pytest.mark.parametrize("name", ["pebbles", "thorns"])
def test_sample_titles_pass_the_check(tmp_path, name):
    check_title(install(tmp_path, name) / "rulebooks" / name)


def test_check_title_names_a_refused_play(tmp_path):
    plays = [*GAME["plays"], {"kind": "roll", "player": "Ada", "marbles": 1}]
    with pytest.raises(AssertionError, match="play 3 is refused: The game is over"):
        check_title(write(tmp_path, "marbles", SMALL), GAME | {"plays": plays})


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"players": "(4, 2)"}, r"players is \(4, 2\): use two numbers"),
        ({"title": '"Marbles"'}, r"'Marbles' is not a message: use say\('Marbles'\)"),
        ({"meta": ', sole_winner="wins"'}, "sole_winner needs {player}"),
        ({"kinds": "(ROLL, ROLL)"}, "two kinds of play have the same name"),
        ({"field": "stones: int"}, "Roll takes {'stones'}: add fields to the kind 'roll'"),
        ({"field": "stones: int = 1"}, "Roll does not take {'marbles'}, which are fields of the kind 'roll'"),
        ({"label": '"Marbles"'}, "the label of 'marbles' is not a message"),
        ({"finished": "True"}, "a game of 2 is finished before the first play"),
        ({"seats": "state[1:]"}, r"lines have the seats \[0\]: return one for each seat"),
        ({"line": "Line(seat, each / 2)"}, "total is 0.0: use a whole number, or None"),
        ({"line": 'Line(seat, each, {"left": 1})'}, "a line has {'left'}: add a Column"),
        ({"more": "turn=lambda state: 7,"}, "turn returns 7: use a seat from 0 to 1, or None"),
        ({"finished": 'state["x"]'}, "tuple indices"),
    ],
    ids=str,
)
def test_check_title_names_the_fault(tmp_path, parts, says):
    with pytest.raises((AssertionError, TypeError), match=says):
        check_title(write(tmp_path, "marbles", small(**parts)))
