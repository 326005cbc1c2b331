"""Sources of points: every change of a figure is found, and nothing else."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.points import TOTAL, Change, changes, figure, gains
from scorekeeper.core.replay import replay
from scorekeeper.core.sheet import Line
from tests.documents import game_document, read_document

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*/*.json"))


def replayed(document):
    found = read_document(document)
    return replay(found.rulebook, found.table, found.plays)


def agents(*sent):
    plays = [{"kind": "agent", "player": player, "cards": cards} for player, cards in sent]
    return replayed(game_document("don-carlo", ["Ada", "Bo"], plays, {"families": ["blue", "green"]}))


def test_changes_of_a_figure_include_plays_of_all_players():
    game = agents(("Ada", [3, 3]), ("Bo", [6]), ("Bo", [2, 4]), ("Bo", [1, 5]))
    assert changes(game, 0, "countries") == (Change(0, None, 0), Change(1, 0, 6), Change(3, 6, 0))
    assert changes(game, 1, "countries") == (Change(0, None, 0), Change(3, 0, 6))
    assert [change.by for change in changes(game, 0, "countries")] == [None, 6, -6]


def test_unchanged_figure_has_only_its_initial_value():
    assert changes(agents(), 0, TOTAL) == (Change(0, None, 0),)
    assert changes(agents(("Ada", [3, 3])), 1, "influence") == (Change(0, None, 0),)


def test_later_line_has_no_earlier_value():
    game = agents(("Ada", [3, 3]))
    lines = game.rulebook.lines
    later = replace(game.rulebook, lines=lambda state: lines(state)[: 2 if lines(state)[0].total else 1])
    assert changes(replace(game, rulebook=later), 1, TOTAL) == (Change(0, None, None), Change(1, None, 0))


def test_change_from_an_unknown_value_has_no_difference():
    assert [Change(1, None, 4).by, Change(1, 4, None).by, Change(1, 4, 2).by] == [None, None, -2]
    before = [Line(0, None, {"a": 1, "b": 2}), Line(1, 5, {"a": None})]
    after = [Line(0, 3, {"a": 1, "b": 4}), Line(1, 4, {"a": 2})]
    assert gains(before, after) == {(0, "b"): 2, (1, TOTAL): -1}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_changes_of_every_figure_lead_to_its_final_value(path):
    game = replayed(json.loads(path.read_text())["document"])
    for number, line in enumerate(game.rulebook.lines(game.state)):
        for part in (TOTAL, *line.parts):
            found = changes(game, number, part)
            assert found[-1].value == figure(line, part)
            assert all(before.value == after.before != after.value for before, after in itertools.pairwise(found))
            assert [each.number for each in found] == sorted({each.number for each in found})
