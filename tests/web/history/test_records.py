"""Records and years include the active games, but no deleted ones."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.core.records import kept
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.changes import set_status
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import GameStatus
from scorekeeper.web.history.records import best
from scorekeeper.web.history.year import year_of
from tests.documents import import_documents, read_document

pytestmark = pytest.mark.ids_of_the_store

GAMES = Path(__file__).parents[2] / "games"
TO_THE_END = "don-carlo/two-players-to-the-end"  # 59 to 45
SHARED = "don-carlo/shared-victory-of-2"  # 41 each
STOPPED = "don-carlo/stopped-early"  # 23 to 20
SOLO = "loire/solo-held-out-to-the-end"
CARTA = "carta-nostra/two-players-five-cards-one-by-one"


def play(service, path, ended, minutes=None):
    """Import a recorded game that ended at that time, and return its id."""
    document = read_document(json.loads((GAMES / path).with_suffix(".json").read_text())["document"])
    end = datetime.fromisoformat(ended).replace(tzinfo=UTC)
    started = None if minutes is None else (end - timedelta(minutes=minutes)).isoformat()
    (game,) = import_documents(service, [replace(document, started=started, ended=end.isoformat())])
    return game.id


def change_status(service, game_id, status, key):
    set_status(service, game_id, status, Submission(key, "", service.view(game_id).game.revision))


def record(service, label, slug="don-carlo"):
    """Return a record by its label: the value, the first game, and the number of other games that reached it."""
    rulebook = all_rulebooks()[slug]
    which = next(each for each in kept(rulebook) if str(each.label) == label)
    with service.store.reading() as db:
        found = best(db, slug, which)
    return found and (found.value, found.games[0][0], found.games_with_it - 1)


def named(players):
    """Return the counts of players, with their names."""
    return [(name, each.games, each.rated, each.wins) for _, name, each in players]


def year(service, number):
    with service.store.reading() as db:
        return year_of(db, number)


def test_earliest_game_with_the_value_holds_the_record(service):
    play(service, TO_THE_END, "2026-03-03")
    first = play(service, TO_THE_END, "2026-03-01")
    play(service, TO_THE_END, "2026-03-02")
    shared = play(service, SHARED, "2026-02-01")
    assert record(service, "Highest winning score") == (59, first, 2)
    assert record(service, "Lowest winning score") == (41, shared, 0)
    assert record(service, "Closest game") == (0, shared, 0)


def test_early_end_is_neither_lowest_closest_nor_shortest(service):
    early = play(service, STOPPED, "2026-01-01", minutes=5)
    assert record(service, "Highest winning score") == (23, early, 0)
    assert [record(service, label) for label in ("Lowest winning score", "Closest game", "Shortest game")] == [None] * 3
    whole = play(service, TO_THE_END, "2026-02-01", minutes=50)
    assert record(service, "Highest winning score") == (59, whole, 0)
    assert record(service, "Lowest winning score") == (59, whole, 0)
    assert record(service, "Shortest game") == (3000, whole, 0)
    assert record(service, "Longest game") == (3000, whole, 0)


def test_deleted_game_leaves_records_and_years_until_restored(service):
    game, other = play(service, TO_THE_END, "2026-03-01", minutes=60), play(service, SHARED, "2026-03-02")
    before = (record(service, "Highest winning score"), year(service, 2026))
    change_status(service, game, GameStatus.DELETED, "a-key-of-the-test-1")
    assert record(service, "Highest winning score") == (41, other, 0)
    assert year(service, 2026).games == {(3, "don-carlo"): 1}
    assert (year(service, 2026).timed, year(service, 2026).seconds) == (0, 0)
    assert named(year(service, 2026).winners) == [("Anneli", 1, 1, 1), ("Benito", 1, 1, 1)]
    change_status(service, other, GameStatus.ARCHIVED, "a-key-of-the-test-2")
    assert (record(service, "Highest winning score"), year(service, 2026)) == (None, None)
    change_status(service, game, GameStatus.ACTIVE, "a-key-of-the-test-3")
    change_status(service, other, GameStatus.ACTIVE, "a-key-of-the-test-4")
    assert (record(service, "Highest winning score"), year(service, 2026)) == before


def test_year_counts_games_players_and_time(service):
    play(service, CARTA, "2026-01-01T00:10", minutes=20)  # Anneli wins; it began at 23:50
    play(service, TO_THE_END, "2026-01-01T01:00", minutes=60)  # Anneli wins
    play(service, TO_THE_END, "2026-01-31", minutes=30)
    play(service, STOPPED, "2026-11-30")  # Anja wins, against Anneli and Benito
    play(service, SOLO, "2026-06-01T00:45", minutes=45)  # Anneli, alone
    found = year(service, 2026)
    assert found.games == {(1, "don-carlo"): 2, (6, "loire"): 1, (11, "don-carlo"): 1}
    assert found.titles == {"don-carlo": 3, "loire": 1}
    assert (found.timed, found.seconds) == (3, 135 * 60)
    assert found.players == 3
    assert named(found.winners) == [("Anneli", 4, 3, 2), ("Anja", 1, 1, 1)]
    assert {slug: named(each) for slug, each in found.winners_of.items()} == {
        "don-carlo": [("Anneli", 3, 3, 2), ("Anja", 1, 1, 1)],
        "loire": [],
    }
    assert [(name, each.games) for _, name, each in found.active] == [("Anneli", 4), ("Benito", 3), ("Anja", 1)]
    assert found.newcomers == ["Anja"]
    assert year(service, 2025).newcomers == ["Anneli", "Benito"]
