"""People of several archives, changed in any order."""

from itertools import count

from scorekeeper.core.rulebook import Stop
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import changes
from scorekeeper.store.changes import NewSeat, set_players
from scorekeeper.store.games import GameService, Submission
from scorekeeper.store.people import (
    merge,
    remove_name,
    rename,
    take_back,
)
from scorekeeper.store.results import recent_players
from scorekeeper.store.rows import find_person, names_by_game
from tests.conftest import EVENING
from tests.documents import import_documents
from tests.store.figures import TABLES

RULEBOOKS = all_rulebooks()


class Town:
    """A database with people and games; each change has a new key."""

    def __init__(self, store):
        self.service, self.keys = GameService(store, RULEBOOKS, lambda: EVENING), count()
        self.games = []

    def submission(self, game=None):
        key = f"a-key-of-the-test-{next(self.keys)}"
        return Submission(key, key, self.service.view(game).game.revision if game else 0)

    def importing(self, documents):
        self.games += [each.id for each in import_documents(self.service, documents)]

    def begin(self, *names, slug="carta-nostra", **options):
        rulebook = RULEBOOKS[slug]
        self.games.append(changes.begin(self.service, rulebook, rulebook.table(names, options), self.submission()))
        return self.games[-1]

    def finished(self, *names):
        """Return a game of Don Carlo won by the first player."""
        game = self.begin(*names, slug="don-carlo")
        for play in (Agent(0, (1, 1, 5)), Stop()):
            changes.enter(self.service, game, [play], self.submission(game))
        return game

    def seat(self, game, *seats, families=None):
        """Set the players: each seat is a name, the name that the player had there, and whether it is of this game."""
        own = {}
        if self.service.view(game).rulebook.slug == "don-carlo":
            own = {"families": families or ("blue", "green", "grey")[: len(seats)]}
        set_players(self.service, game, [NewSeat(*each) for each in seats], own, self.submission(game))

    def undo(self, game):
        changes.undo(self.service, game, self.submission(game))

    def redo(self, game):
        changes.redo(self.service, game, self.submission(game))

    def person(self, name):
        with self.service.store.reading() as db:
            return find_person(db, name)

    def merge(self, name, into):
        person, other = self.person(name), self.person(into)
        return merge(self.service, person.id, other.id, (person.name, other.name), self.submission())

    def rename(self, name, after):
        return rename(self.service, self.person(name).id, name, after, self.submission())

    def remove(self, name):
        return remove_name(self.service, self.person(name).id, name, self.submission())

    def back(self, change):
        return take_back(self.service, change.id, self.submission())

    def players(self, game):
        return self.service.view(game).table.players

    def named(self, games=None):
        """Return the names of people seated in one of these games, or in any."""
        with self.service.store.reading() as db:
            return {name for game in games or self.games for name in names_by_game(db, [game])[game]}

    def suggested(self):
        with self.service.store.reading() as db:
            return {each.name for each in recent_players(db, 99)}

    def counted(self, name):
        """Return a person's numbers of games and wins."""
        person = self.person(name).id
        with self.service.store.reading() as db:
            return db.execute(
                "SELECT count(*), sum(rated AND place = 1) FROM player_results WHERE player_id = ?", [person]
            ).fetchall()[0]

    def found_by(self):
        """Return the venues and search words of the games."""
        with self.service.store.reading() as db:
            places = db.execute("SELECT venue FROM finished_games WHERE venue != ''").fetchall()
            return places, db.execute("SELECT word FROM search_words").fetchall()

    def content(self):
        """Return the seats and all figures, with numbers for the games' ids."""
        numbers = {game: number for number, game in enumerate(self.games)}
        with self.service.store.reading() as db:
            asked = TABLES | {
                "players": "id, name, folded, merged_into, latest",
                "seats": "game_id, seat, player_id, entered_as",
                "results": "game_id, line, seat, place, total",
            }
            rows = {table: db.execute(f"SELECT {columns} FROM {table}").fetchall() for table, columns in asked.items()}  # noqa: S608
        return {
            name: sorted([numbers.get(each, each) for each in row] for row in found) for name, found in rows.items()
        }
