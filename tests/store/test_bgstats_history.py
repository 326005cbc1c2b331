"""An export of BG Stats with the oddities of real ones: every play comes in as expected, in every time zone."""

import json
import time
from pathlib import Path

import pytest

from scorekeeper.store.exporting import bgstats_file
from scorekeeper.store.importing import ImportOutcome
from scorekeeper.store.results import GameQuery, matching_ids, summaries
from tests.documents import import_file

DATA = Path(__file__).resolve().parents[1] / "data"
HISTORY = (DATA / "bgstats-history.json").read_bytes()
EXPECTED = json.loads((DATA / "bgstats-history.expected.json").read_text())


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
def time_zone(request, monkeypatch):
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def known(service):
    """Return each game as in the expected file: title, day, and each player's name, total and win; by day."""
    with service.store.reading() as db:
        games = summaries(db, matching_ids(db, GameQuery()))
    return sorted(
        [
            str(service.rulebooks[game.rulebook].meta.title),
            game.dated[:10],
            sorted([line.name, line.total, line.place == 1] for line in game.results),
        ]
        for game in games
    )


def test_every_play_is_imported_as_expected(service, time_zone):
    assert import_file(service, HISTORY) == ({ImportOutcome.NEW: 18}, ["1 game that BG Stats ignores."])
    names = iter(("Anonymous 1", "Anonymous 2"))
    expected = [
        [title, day, sorted([next(names) if "Anonymous" in name else name, *rest] for name, *rest in players)]
        for title, day, players in EXPECTED
    ]
    assert known(service) == sorted(expected)


def test_reimporting_file_or_export_adds_nothing(service):
    import_file(service, HISTORY)
    with service.store.reading() as db:
        exported = b"".join(bgstats_file(db, service.rulebooks, str, matching_ids(db, GameQuery())))
    for again in (HISTORY, exported):
        assert import_file(service, again)[0] == {ImportOutcome.SAME: 18}
