"""Recorded games: complete games with their final score sheet and story, compared exactly."""

import json
from pathlib import Path

from scorekeeper.rulebooks import all_rulebooks
from tests.documents import score_document
from tests.rows import row_by_row
from tests.stories import told

GAMES = sorted((Path(__file__).parent / "games").glob("*/*.json"))


@row_by_row("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_games_have_their_sheet_and_story(path):
    recorded = json.loads(path.read_text())
    answer, _ = score_document(recorded["document"])
    assert answer == recorded["sheet"]
    found = [f"{moment.number or '-'}: {sentence}" for sentence, moment in told(recorded["document"])]
    assert found == recorded["story"]


@row_by_row("slug", sorted(all_rulebooks()))
def test_every_rulebook_has_recorded_games(slug):
    assert any(path.parent.name == slug for path in GAMES)
