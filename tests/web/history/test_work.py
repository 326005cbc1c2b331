"""How much a page or an act has to look through does not grow with the archive: counted in steps of SQLite."""

import pytest

from scorekeeper.desk.changes import begin, enter, lay_on, undo
from scorekeeper.desk.transaction import Submission
from scorekeeper.pairing import pairing_key
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.storage import database
from scorekeeper.storage.rows import Shelf
from tests.apps import open_app
from tests.tools.bench.archive import DON_CARLO, TABLE, fill
from tests.tools.bench.pages import PAGES, Guide

FEW, MANY = (100, 20), (800, 40)
EVERY = 10
"""Steps are counted by tens."""
AT_MOST = 1.5
SPARE = {
    **{f"/new/{slug}": 1_500 for slug in all_rulebooks()},  # up to 200 places are looked at, of which few have so many
    "past games at a place": 5_000,  # up to 600 games are looked through
    "how many games a player has at a place": 10_000,
    "past games with a word in a note": 5_000,
    "past games with a name and a word": 10_000,
    "past games of three, won by little, of a title": 10_000,  # the small archive has not enough for a whole list
    "past games that share a record": 10_000,  # as with the records
    "players": 35_000,  # all of them are compared
    "the busiest player": 60_000,  # all their games for a streak and the medians, up to 600 for each of their places
    "archived and deleted games": 10_000,  # the small archive has not enough for a whole list
    **{f"/records/{slug}": 10_000 for slug in all_rulebooks()},  # the same recorded games share them, again and again
    "a year": 10_000,  # all people of the year are compared
}
"""What a page may need besides."""
A_LITTLE = 800


class Archive:
    """An archive, asked through the pages of an app, and the steps that its database has taken."""

    def __init__(self, folder, games, people, monkeypatch):
        self.steps, connected = 0, database.connected

        def counted(*which):
            db = connected(*which)
            db.conn.set_progress_handler(self.count, EVERY)
            return db

        folder.mkdir()
        fill(folder / "scorekeeper.db", games, people)
        with monkeypatch.context() as patch:
            patch.setattr(database, "connected", counted)
            self.app = open_app(folder)
        self.desk = self.app.extensions["desk"]
        self.client = self.app.test_client()
        self.client.get(f"/pair/{pairing_key(self.desk.store)}")
        self.guide = Guide.to(folder / "scorekeeper.db")

    def count(self):
        self.steps += EVERY

    def taken(self, work):
        """Return how many steps something takes."""
        before = self.steps
        work(self)
        return self.steps - before

    def submission(self, key, game=None):
        return Submission(f"a-key-of-the-test-{key}", "", self.desk.view(game).game.revision if game else 0)


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("archives")
        both = [Archive(folder / str(size[0]), *size, patch) for size in (FEW, MANY)]
        yield both
    for archive in both:
        archive.desk.store.close()


def assert_alike(archives, work, spare=A_LITTLE):
    few, many = (archive.taken(work) for archive in archives)
    assert 0 < many <= few * AT_MOST + spare, (few, many)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_through_as_much_among_many_games_as_among_few(archives, name):
    def ask(archive):
        assert archive.client.get(PAGES[name](archive.guide)).status_code == 200

    assert_alike(archives, ask, SPARE.get(name, A_LITTLE))


def test_so_does_what_is_done_to_a_game(archives):
    games = [begin(each.desk, DON_CARLO, TABLE, each.submission("begin")) for each in archives]
    desks = dict(zip(map(id, archives), games, strict=True))

    def play(archive):
        game = desks[id(archive)]
        enter(archive.desk, game, [Agent(0, (1, 1, 5))], archive.submission("enter", game))

    def take_back(archive):
        game = desks[id(archive)]
        undo(archive.desk, game, archive.submission("undo", game))

    def delete(archive):
        lay_on(archive.desk, archive.guide.latest, Shelf.DELETED, archive.submission("delete", archive.guide.latest))

    def bring_back(archive):
        lay_on(archive.desk, archive.guide.latest, Shelf.TABLE, archive.submission("back", archive.guide.latest))

    for work in (play, take_back, delete, bring_back):
        assert_alike(archives, work)
