"""The fold goes on where it stopped: a log in two parts comes to what it comes to whole."""

import json
from pathlib import Path

import pytest

from scorekeeper.core.replay import replay
from tests.documents import read_document

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*/*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_log_in_two_parts_comes_to_the_same(path):
    document = read_document(json.loads(path.read_text())["document"])
    whole = replay(document.rulebook, document.table, document.plays)
    assert not whole.conflicts
    for cut in range(len(document.plays) + 1):
        earlier = replay(document.rulebook, document.table, document.plays[:cut])
        assert replay(document.rulebook, document.table, document.plays[cut:], earlier) == whole


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_a_play_would_come_to_is_what_it_comes_to(path):
    document = read_document(json.loads(path.read_text())["document"])
    whole = replay(document.rulebook, document.table, document.plays)
    if document.plays:
        earlier = replay(document.rulebook, document.table, document.plays[:-1])
        preview = earlier.preview(document.plays[-1])
        assert (preview.before, preview.after, preview.refusal) == (earlier.state, whole.state, None)
