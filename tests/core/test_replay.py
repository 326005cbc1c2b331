"""Replays can be continued: a log in two parts has the same result as in one."""

import json
from pathlib import Path

import pytest

from scorekeeper.core.replay import replay
from tests.documents import game_document, read_document
from tests.rows import row_by_row

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*/*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_replay_in_two_parts_equals_complete_replay(path):
    document = read_document(json.loads(path.read_text())["document"])
    whole = replay(document.rulebook, document.table, document.plays)
    assert not whole.conflicts
    for cut in range(len(document.plays) + 1):
        earlier = replay(document.rulebook, document.table, document.plays[:cut])
        assert replay(document.rulebook, document.table, document.plays[cut:], earlier) == whole


@row_by_row("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_preview_of_the_last_play_equals_its_result(path):
    document = read_document(json.loads(path.read_text())["document"])
    whole = replay(document.rulebook, document.table, document.plays)
    if document.plays:
        earlier = replay(document.rulebook, document.table, document.plays[:-1])
        preview = earlier.preview(document.plays[-1])
        assert (preview.before, preview.after, preview.refusal) == (earlier.state, whole.state, None)


def test_tally_replaces_only_earlier_tally_of_the_same_player():
    tallies = [{"kind": "tally", "player": name} for name in ("Anneli", "Benito", "Anneli", "Benito", "Anneli")]
    document = read_document(game_document("loire", ["Anneli", "Benito"], tallies, {"triple_values": {}}))
    whole, anneli = replay(document.rulebook, document.table, document.plays), document.plays[0]
    numbers = range(1, 7)
    replaced = [whole.replaced(anneli, number) for number in numbers]
    assert [step and step.number for step in replaced] == [None, 1, 1, 3, 3, 5]
    replacing = [whole.replacing(anneli, number) for number in (0, *numbers)]
    assert [step and step.number for step in replacing] == [1, 3, 3, 5, 5, None, None]
    won = read_document(
        json.loads((GAMES[0].parents[1] / "don-carlo/two-players-to-the-end.json").read_text())["document"]
    )
    agents = replay(won.rulebook, won.table, won.plays)
    assert (agents.replaced(won.plays[0], 5), agents.replacing(won.plays[0], 1)) == (None, None)
