"""Projections match the logs after any change of a game."""

from threading import Thread

from scorekeeper.core.rulebook import Stop
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import check
from scorekeeper.store.changes import begin, enter
from scorekeeper.store.check import rebuild
from scorekeeper.store.games import Submission
from scorekeeper.store.results import latest
from tests.checked import findings

DON_CARLO = all_rulebooks()["don-carlo"]


def submission(key, revision=0):
    return Submission(f"a-key-of-the-test-{key}", str(key), revision)


def results(service):
    with service.store.reading() as db:
        return {
            game.id: [(line.name, line.place) for line in game.results] for game in latest(db, finished=True, most=9)
        }


def test_play_entered_during_a_rebuild_is_counted(service, monkeypatch):
    table = DON_CARLO.table(("Anneli", "Benito"), {})
    game = begin(service, DON_CARLO, table, submission("begin"))
    enter(service, game, [Agent(0, (1, 1, 5))], submission("enter", 1))
    other = Thread(target=enter, args=(service, game, [Stop()], submission("stop", 2)))
    replayed = check.replayed

    def meanwhile(rulebook, stored):
        if other.ident is None:
            other.start()
            other.join(0.3)  # it has finished by then, or waits for the write lock
        return replayed(rulebook, stored)

    monkeypatch.setattr(check, "replayed", meanwhile)
    rebuild(service)
    assert findings(service) == ()
    other.join()
    assert results(service) == {game: [("Anneli", 1), ("Benito", 2)]}


def test_checking_games_writes_nothing(service, monkeypatch):
    begin(service, DON_CARLO, DON_CARLO.table(("Anneli", "Benito"), {}), submission("begin"))
    monkeypatch.delattr(type(service.store), "writing")
    assert findings(service) == ()
