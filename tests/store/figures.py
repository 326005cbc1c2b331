"""Recorded games, and the derived tables of a database."""

from scorekeeper.core.replay import replay
from tests.documents import read_document
from tests.recorded import HERE, TITLES, document_of

GAMES = HERE / "games"

TABLES = {
    "finished_games": "game_id, rulebook, moment, day, size, margin, ifnull(seconds, -1), venue",
    "player_results": "player_id, game_id, rulebook, moment, day, size, venue, seat, place, rated, ifnull(total, -99)",
    "search_words": "word, game_id",
    "marks": "rulebook, name, value, moment, game_id, seats, ifnull(number, 0), ifnull(what, '')",
}


def recorded():
    """Yield the valid recorded games, whose players meet in several games."""
    for path in TITLES:
        found = read_document(document_of(path))
        if not replay(found.rulebook, found.table, found.plays).conflicts:
            yield found
