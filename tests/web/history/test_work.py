"""Database work of pages and changes as the archive grows, counted in steps of SQLite."""

import pytest

from scorekeeper.pairing import pairing_key
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import db as database
from scorekeeper.store.changes import begin, enter, set_status, undo
from scorekeeper.store.games import Submission
from scorekeeper.store.rows import GameStatus
from tests.apps import open_app
from tests.tools.bench import DON_CARLO, FOUR, PAGES, fill, ids

FEW, MANY = (100, 20), (400, 30)
EVERY = 10
"""SQLite reports every tenth step."""
A_LITTLE = 800
"""Additional steps allowed for a page with many games, because the small archive does not fill all lists."""
AT_ALL = {f"/new/{slug}": 1_500 for slug in all_rulebooks()}  # reads up to 200 venues
AT_ALL |= dict.fromkeys(("home", "the result of the oldest game", "the result of the latest game"), A_LITTLE)
AT_ALL |= {"archived and deleted games": 10_000}
"""The pages that do not count games, and the additional steps allowed for each."""
FOR_A_GAME = 150
"""Steps that a page which counts games may need per game."""


class Archive:
    """An archive with a client for its pages, counting the steps of its database."""

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
        self.service = self.app.extensions["service"]
        self.client = self.app.test_client()
        self.client.get(f"/pair/{pairing_key(self.service.store)}")
        self.ids = ids(folder / "scorekeeper.db")

    def count(self):
        self.steps += EVERY

    def taken(self, work):
        """Return the number of steps of some work."""
        before = self.steps
        work(self)
        return self.steps - before

    def submission(self, key, game=None):
        return Submission(f"a-key-of-the-test-{key}", "", self.service.view(game).game.revision if game else 0)


@pytest.fixture(scope="module")
def archives(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("archives")
        both = [Archive(folder / str(size[0]), *size, patch) for size in (FEW, MANY)]
        yield both
    for archive in both:
        archive.service.store.close()


def assert_alike(archives, work, more=A_LITTLE):
    few, many = (archive.taken(work) for archive in archives)
    assert 0 < many <= few * 1.5 + more, (few, many)


@pytest.mark.parametrize("name", PAGES)
def test_page_work_per_game_is_limited(archives, name):
    def ask(archive):
        assert archive.client.get(PAGES[name].format_map(archive.ids)).status_code == 200

    if name in AT_ALL:
        assert_alike(archives, ask, AT_ALL[name])
    else:
        few, many = (archive.taken(ask) for archive in archives)
        assert 0 < many <= few + FOR_A_GAME * (MANY[0] - FEW[0]), (few, many)


def test_work_of_a_change_is_independent_of_other_games(archives):
    games = [begin(each.service, DON_CARLO, DON_CARLO.table(FOUR, {}), each.submission("begin")) for each in archives]
    desks = dict(zip(map(id, archives), games, strict=True))

    def play(archive):
        game = desks[id(archive)]
        enter(archive.service, game, [Agent(0, (1, 1, 5))], archive.submission("enter", game))

    def take_back(archive):
        game = desks[id(archive)]
        undo(archive.service, game, archive.submission("undo", game))

    def delete(archive):
        game = archive.ids["latest"]
        set_status(archive.service, game, GameStatus.DELETED, archive.submission("delete", game))

    def bring_back(archive):
        game = archive.ids["latest"]
        set_status(archive.service, game, GameStatus.ACTIVE, archive.submission("back", game))

    for work in (play, take_back, delete, bring_back):
        assert_alike(archives, work)
