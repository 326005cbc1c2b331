"""Texts of recorded games in both languages as snapshots: log, oddities, possible mistakes, story and headline."""

import json
from pathlib import Path

import pytest

from scorekeeper.core.document import read
from scorekeeper.core.replay import replay
from scorekeeper.core.story import story
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.titles import installed

GAMES = Path(__file__).parents[1] / "games"
RECORDED = {
    "carta-nostra": (
        "out-of-turn",
        "three-players-nothing-happens",
        "four-players-the-winner-alone",
        "five-players-to-the-end",
        "two-players-taken-out-and-come-again",
        "two-players-the-same-mafioso-again",
        "three-players-won-out-of-turn",
        "three-players-won-with-a-hitman-in-the-same-turn",
    ),
    "don-carlo": ("two-players-to-the-end", "out-of-turn", "stopped-early"),
    "loire": (
        "three-players-to-the-end",
        "four-players-a-printed-value-is-missing",
        "solo-aaron-is-ahead-after-round-c",
        "solo-level-is-not-ahead",
        "solo-held-out-to-the-end",
        "two-players-cards-in-storage-decide",
    ),
    "prodigals-club": ("two-players-all-three-competitions", "last-will-with-both-of-4", "corrected-start"),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", RECORDED)
def test_recorded_games_have_the_accepted_texts(tmp_path, snapshot, slug, language):
    catalogue = installed(tmp_path).catalogue(language)
    lines = []

    def add(mark, *messages):
        lines.append(f"{mark} {' | '.join(each.translated(catalogue) for each in messages if each)}")

    for name in RECORDED[slug]:
        document = json.loads((GAMES / slug / f"{name}.json").read_text())["document"]
        found = read(json.dumps(document).encode(), all_rulebooks())
        played = replay(found.rulebook, found.table, found.plays)
        lines.append(f"# {name}")
        for step in played.steps:
            summary = played.describe(step)
            earned = "-" if summary.points is None else f"- {summary.points}:"
            add(earned, found.rulebook.title(found.table, step.play), summary.headline, summary.detail)
            for note in (*summary.remarks, *summary.slips):
                add("  ?", note.message)
        for moment in story(played):
            add("*", moment.message)
        if headline := found.rulebook.headline(played.state):
            add("=", headline)
    assert "\n".join(dict.fromkeys(lines)) == snapshot
