"""Records and years: what the games on the table come to, and nothing of those that were deleted."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.core.records import kept
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.store.changes import lay_on
from scorekeeper.store.exchange import import_documents
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import Shelf
from scorekeeper.web.history.records import best, titles_played
from scorekeeper.web.history.year import year_of, years_played
from tests.documents import read_document

GAMES = Path(__file__).parents[2] / "games"
TO_THE_END = "don-carlo/two-players-to-the-end"  # 59 to 45
SHARED = "don-carlo/shared-victory-of-2"  # 41 each
STOPPED = "don-carlo/stopped-early"  # 23 to 20
SOLO = "loire/solo-held-out-to-the-end"
CARTA = "carta-nostra/two-players-five-cards-one-by-one"
RUNNING = "don-carlo/still-running"


def play(desk, path, ended, minutes=None):
    """Put a recorded game on the table that ended at that time, and return its id."""
    document = read_document(json.loads((GAMES / path).with_suffix(".json").read_text())["document"])
    end = datetime.fromisoformat(ended).replace(tzinfo=UTC)
    started = None if minutes is None else (end - timedelta(minutes=minutes)).isoformat()
    (game,) = import_documents(desk, [replace(document, started=started, ended=end.isoformat())])
    return game.id


def shelve(desk, game_id, shelf, key):
    lay_on(desk, game_id, shelf, Submission(key, "", desk.view(game_id).game.revision))


def record(desk, label, slug="don-carlo"):
    """Return a record by its heading: its value, the first game, and how many others reached it."""
    rulebook = all_rulebooks()[slug]
    which = next(each for each in kept(rulebook) if str(each.label) == label)
    with desk.store.reading() as db:
        found = best(db, slug, which)
    return found and (found.value, found.games[0][0], found.games_with_it - 1)


def named(players):
    """Return what was counted of players, by name."""
    return [(name, each.games, each.rated, each.wins) for _, name, each in players]


def year(desk, number):
    with desk.store.reading() as db:
        return year_of(db, number)


def test_the_first_to_have_reached_it_holds_a_record(desk):
    play(desk, TO_THE_END, "2026-03-03")
    first = play(desk, TO_THE_END, "2026-03-01")
    play(desk, TO_THE_END, "2026-03-02")
    shared = play(desk, SHARED, "2026-02-01")
    assert record(desk, "Highest winning score") == (59, first, 2)
    assert record(desk, "Lowest winning score") == (41, shared, 0)
    assert record(desk, "Closest game") == (0, shared, 0)


def test_a_game_that_ended_early_is_neither_lowest_nor_closest_nor_shortest(desk):
    early = play(desk, STOPPED, "2026-01-01", minutes=5)
    assert record(desk, "Highest winning score") == (23, early, 0)
    assert [record(desk, label) for label in ("Lowest winning score", "Closest game", "Shortest game")] == [None] * 3
    whole = play(desk, TO_THE_END, "2026-02-01", minutes=50)
    assert record(desk, "Highest winning score") == (59, whole, 0)
    assert record(desk, "Lowest winning score") == (59, whole, 0)
    assert record(desk, "Shortest game") == (3000, whole, 0)
    assert record(desk, "Longest game") == (3000, whole, 0)


def test_who_plays_alone_holds_no_record(desk):
    play(desk, SOLO, "2026-01-01", minutes=90)
    assert record(desk, "Longest game", "loire") is None
    assert record(desk, "Most triples", "loire") is None


def test_a_deleted_game_leaves_records_and_years_and_comes_back(desk):
    game, other = play(desk, TO_THE_END, "2026-03-01", minutes=60), play(desk, SHARED, "2026-03-02")
    before = (record(desk, "Highest winning score"), year(desk, 2026))
    shelve(desk, game, Shelf.DELETED, "a-key-of-the-test-1")
    assert record(desk, "Highest winning score") == (41, other, 0)
    assert year(desk, 2026).games == {(3, "don-carlo"): 1}
    assert (year(desk, 2026).timed, year(desk, 2026).seconds) == (0, 0)
    assert named(year(desk, 2026).winners) == [("Anneli", 1, 1, 1), ("Benito", 1, 1, 1)]
    shelve(desk, other, Shelf.ARCHIVED, "a-key-of-the-test-2")
    assert (record(desk, "Highest winning score"), year(desk, 2026)) == (None, None)
    shelve(desk, game, Shelf.TABLE, "a-key-of-the-test-3")
    shelve(desk, other, Shelf.TABLE, "a-key-of-the-test-4")
    assert (record(desk, "Highest winning score"), year(desk, 2026)) == before


def test_titles_of_which_there_are_finished_games(desk):
    play(desk, CARTA, "2025-12-31")
    play(desk, RUNNING, "2026-01-01")
    with desk.store.reading() as db:
        assert titles_played(db) == ("carta-nostra",)
    for day in (1, 2):
        play(desk, TO_THE_END, f"2026-02-0{day}")
    with desk.store.reading() as db:
        assert titles_played(db) == ("don-carlo", "carta-nostra")


def test_a_year_is_counted(desk):
    play(desk, CARTA, "2026-01-01T00:10", minutes=20)  # Anneli wins; it began at 23:50
    play(desk, TO_THE_END, "2026-01-01T01:00", minutes=60)  # Anneli wins
    play(desk, TO_THE_END, "2026-01-31", minutes=30)
    play(desk, STOPPED, "2026-11-30")  # Anja wins, against Anneli and Benito
    play(desk, SOLO, "2026-06-01T00:45", minutes=45)  # Anneli, alone
    found = year(desk, 2026)
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
    assert year(desk, 2025).newcomers == ["Anneli", "Benito"]


def test_the_years_with_games_are_those_that_can_be_chosen(desk):
    with desk.store.reading() as db:
        assert years_played(db) == ()
    for day in ("2025-01-01", "2027-12-31", "2025-12-31", "0999-05-05"):
        play(desk, TO_THE_END, day)
    with desk.store.reading() as db:
        assert years_played(db) == (2027, 2025, 999)
    assert year(desk, 2026) is None
