"""Recorded games: whole sittings with their final sheet and their story, compared exactly."""

import json
from pathlib import Path

import pytest

from scorekeeper.rulebooks import all_rulebooks
from tests.documents import score_document
from tests.stories import told

GAMES = sorted((Path(__file__).parent / "games").glob("*/*.json"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_comes_to_its_sheet_and_has_its_story(path):
    recorded = json.loads(path.read_text())
    answer, _ = score_document(recorded["document"])
    assert answer == recorded["sheet"]
    found = [f"{moment.number or '-'}: {sentence}" for sentence, moment in told(recorded["document"])]
    assert found == recorded["story"]


@pytest.mark.parametrize("slug", sorted(all_rulebooks()))
def test_every_rulebook_has_recorded_games(slug):
    assert any(path.parent.name == slug for path in GAMES)
