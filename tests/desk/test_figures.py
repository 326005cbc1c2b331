"""The figures of the history follow the logs: whatever happens to games, they come to what counting anew comes to."""

import json
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from scorekeeper.core.log import About
from scorekeeper.core.ranking import winners
from scorekeeper.core.replay import replay
from scorekeeper.desk.changes import NothingToUndo, enter, lay_on, redo, set_about, undo
from scorekeeper.desk.exchange import import_documents
from scorekeeper.desk.transaction import Refused, Submission
from scorekeeper.desk.upkeep import faults
from scorekeeper.rulebooks.don_carlo.stop import Stop
from scorekeeper.storage.rows import Shelf
from scorekeeper.storage.terms import terms_of
from tests.documents import read_document

GAMES = Path(__file__).parents[1] / "games"
TABLES = {
    "sittings": "player_id, game_id, rulebook, moment, month, seat, place, total, rated, seconds",
    "player_counts": "player_id, rulebook, year, games, rated, wins",
    "pair_counts": "player_id, other_id, rulebook, games, above, below",
    "game_counts": "month, rulebook, games, timed, seconds",
    "marks": "rulebook, name, value, moment, game_id",
    "terms": "kind, term, moment, game_id",
    "term_counts": "kind, term, games",
}
ABOUT = (About(None, None), About("Bei Zoë", None), About("bei zoe", "Zoë was late."), About(None, "Late, late!"))
"""What is said of games: two of the places are one."""


def recorded():
    """Yield the recorded games that stand, played by people who meet in several."""
    for path in sorted(GAMES.rglob("*.json")):
        found = read_document(json.loads(path.read_text(encoding="utf-8"))["document"])
        if not replay(found.rulebook, found.table, found.plays).conflicts:
            yield found


def stored(desk):
    with desk.store.reading() as reader:
        return {table: sorted(reader.rows(f"SELECT {columns} FROM {table}")) for table, columns in TABLES.items()}  # noqa: S608


def counted(desk):
    """Return who won, and who finished above whom, counted from the replays of the games on the table."""
    wins, above = Counter(), Counter()
    with desk.store.reading() as reader:
        ids = [row[0] for row in reader.rows("SELECT id FROM games WHERE shelf = 'table'")]
    for game_id in ids:
        replayed = desk.view(game_id).replay
        if replayed.finished:
            standings = replayed.sheet().standings
            names = replayed.table.players
            wins.update(line.name for line in winners(standings) if line.seat is not None and len(names) > 1)
            seated = [(each.line.name, each.place) for each in standings if each.line.seat is not None]
            above.update((one, other) for (one, place), (other, last) in permutations(seated, 2) if place < last)
    return wins, above


def in_the_database(desk):
    with desk.store.reading() as reader:
        wins = reader.rows("SELECT name, sum(wins) FROM player_counts JOIN players ON id = player_id GROUP BY id")
        above = reader.rows(
            """SELECT one.name, other.name, sum(above) FROM pair_counts
            JOIN players one ON one.id = player_id JOIN players other ON other.id = other_id GROUP BY 1, 2"""
        )
    return Counter(dict(wins)), Counter({(one, other): count for one, other, count in above})


def said(desk):
    """Return what the finished games on the table are found by, read from what is said of them."""
    with desk.store.reading() as reader:
        ids = [row[0] for row in reader.rows("SELECT id FROM games WHERE shelf = 'table'")]
    games = [view.game for view in map(desk.view, ids) if view.replay.finished]
    return Counter(term for game in games for term in terms_of(game.venue, game.note))


def found_by(desk):
    with desk.store.reading() as reader:
        return Counter({(kind, term): games for kind, term, games in reader.rows("SELECT * FROM term_counts")})


@pytest.mark.parametrize("seed", range(4))
def test_they_are_those_of_the_games_on_the_table_whatever_happens_to_them(desk, seed):
    chance, keys = random.Random(seed), iter(range(10_000))  # noqa: S311
    games = [each.id for each in import_documents(desk, list(recorded()))]

    def submission(game):
        return Submission(f"a-key-of-the-test-{next(keys)}", "", desk.view(game).game.revision)

    for _ in range(60):
        game = chance.choice(games)
        act = chance.choice([undo, redo, *Shelf, "stop", "about"])
        try:
            if isinstance(act, Shelf):
                lay_on(desk, game, act, submission(game))
            elif act == "stop":
                lay_on(desk, game, Shelf.TABLE, submission(game))
                enter(desk, game, Stop(), submission(game))
            elif act == "about":
                lay_on(desk, game, Shelf.TABLE, submission(game))
                set_about(desk, game, chance.choice(ABOUT), submission(game))
            else:
                lay_on(desk, game, Shelf.TABLE, submission(game))
                act(desk, game, submission(game))
        except (NothingToUndo, Refused, StopIteration, ValueError):
            continue
    assert found_by(desk) == said(desk)
    assert +in_the_database(desk)[0] == +counted(desk)[0]
    assert +in_the_database(desk)[1] == +counted(desk)[1]
    before = stored(desk)
    assert all(before.values())
    assert all(fault is None for _, fault in faults(desk, rebuild=True))
    assert stored(desk) == before


def test_what_was_lost_is_counted_anew(desk):
    import_documents(desk, list(recorded()))
    before = stored(desk)
    with desk.store.writing() as writer:
        for table in TABLES:
            writer.rows(f"DELETE FROM {table}")  # noqa: S608
    assert not any(stored(desk).values())
    assert all(fault is None for _, fault in faults(desk, rebuild=True))
    assert stored(desk) == before
