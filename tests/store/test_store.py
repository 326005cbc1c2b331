"""The store loses nothing: many concurrent writers, crashes, concurrent first starts, unusable locations."""

import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from threading import Barrier

import pytest

from scorekeeper.core.rulebook import Stop
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import changes, games
from scorekeeper.store.connection import DatabaseUnavailable, Reason
from scorekeeper.store.db import Store, notes_beside
from scorekeeper.store.exporting import documents
from scorekeeper.store.games import GameView, NoSuchGame, Refused, StaleRevision, Submission
from scorekeeper.store.settings import set_setting
from tests.agents import agents
from tests.checked import findings

DON_CARLO = all_rulebooks()["don-carlo"]
FOUR = DON_CARLO.table(("Anneli", "Benito", "Carla", "Donny"), {})
THREADS = 8

_keys = count()


def submission(revision=0):
    key = f"entry-key-of-test-{next(_keys)}"
    return Submission(key, f"digest of {key}", revision)


def whole_game():
    """Return the plays of a complete game. They are legal in any order, because no code name occurs twice."""
    return list(agents(FOUR))


def enter_all(service, game_id, plays):
    """Enter plays like one of several phones, retrying after a stale revision; return the number of retries."""
    late = 0
    for play in plays:
        own = submission()
        while True:
            try:
                changes.enter(
                    service, game_id, [play], Submission(own.key, own.digest, service.view(game_id).game.revision)
                )
                break
            except StaleRevision:
                late += 1
    return late


def at_once(*works):
    """Run functions in threads that start together; return what each returned or raised."""
    barrier = Barrier(len(works))

    def work(does):
        barrier.wait(10)
        try:
            return does()
        except Exception as error:  # the outcome under test
            return error

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(work, works))


def trail(store, game_id):
    """Return the stored changes of a game."""
    disk = sqlite3.connect(store.path)
    try:
        return disk.execute(
            "SELECT revision, act, edits, made FROM changes WHERE game_id = ? ORDER BY revision", [game_id]
        ).fetchall()
    finally:
        disk.close()


@pytest.fixture
def dump(store):
    """Yield a function that returns the database content as SQL statements."""
    disk = sqlite3.connect(store.path)
    yield lambda: list(disk.iterdump())
    disk.close()


@pytest.fixture
def game(service):
    return changes.begin(service, DON_CARLO, FOUR, submission())


def test_eight_phones_at_one_table_enter_everything_once(service, store, game):
    plays = whole_game()
    assert len(plays) >= 30
    late = at_once(*(lambda own=plays[n::THREADS]: enter_all(service, game, own) for n in range(THREADS)))
    assert all(isinstance(each, int) for each in late), late
    (document,) = documents(service)
    said = Counter((play.seat, play.code_name) for play in document.plays)
    assert said == Counter((play.seat, play.code_name) for play in plays)
    assert [revision for revision, *_ in trail(store, game)] == list(range(1, len(plays) + 2))
    assert service.view(game).replay.finished
    assert findings(service) == ()


def test_only_one_of_eight_entries_for_one_revision_succeeds(service, game):
    names = [(1,), (2,), (3,), (5,), (6,), (1, 1), (1, 2), (2, 3)]
    outcomes = at_once(
        *(lambda own=name: changes.enter(service, game, [Agent(0, own)], submission(1)) for name in names)
    )
    assert Counter(type(outcome) for outcome in outcomes) == {GameView: 1, StaleRevision: THREADS - 1}
    assert len(service.view(game).game.plays) == 1


def test_form_sent_eight_times_is_stored_once(service, game):
    form = submission(1)
    outcomes = at_once(*[lambda: changes.enter(service, game, [Agent(0, (1, 1))], form)] * THREADS)
    assert Counter(type(outcome) for outcome in outcomes) == {GameView: 1, type(None): THREADS - 1}  # None: it exists
    assert len(service.view(game).game.plays) == 1
    seats = submission()
    ids = at_once(*[lambda: changes.begin(service, DON_CARLO, FOUR, seats)] * THREADS)
    assert len(set(ids)) == 1
    assert len(list(documents(service))) == 2


def test_readers_see_consistent_games_during_writes(service, game):
    plays, done = whole_game(), []

    def write():
        enter_all(service, game, plays)
        done.append(True)

    def read():
        seen = 0
        while not done:
            look = service.view(game)
            assert not look.replay.conflicts
            assert look.game.revision == len(look.game.plays) + 1 >= seen
            seen = look.game.revision
        return seen

    outcomes = at_once(write, *[read] * 3)
    assert outcomes[0] is None
    assert all(isinstance(seen, int) for seen in outcomes[1:]), outcomes


CUT = [
    (change, (games, step))
    for change in ("enter", "stop", "undo")
    for step in ("update_game", "add_change", "add_submission")
]


@pytest.mark.parametrize(("change", "step"), [*CUT, ("stop", (games, "put_projections"))])
def test_crash_during_a_change_leaves_the_store_unchanged(service, game, dump, monkeypatch, step, change):
    changes.enter(service, game, [Agent(0, (1, 1))], submission(1))
    form = submission(2)
    does = {
        "enter": lambda: changes.enter(service, game, [Agent(1, (2, 3))], form),
        "stop": lambda: changes.enter(service, game, [Stop()], form),
        "undo": lambda: changes.undo(service, game, form),
    }[change]
    before, writes = dump(), getattr(*step)

    def crash(*arguments, **named):
        writes(*arguments, **named)
        raise RuntimeError("the battery is empty")

    with monkeypatch.context() as patched:
        patched.setattr(*step, crash)
        with pytest.raises(RuntimeError, match="battery"):
            does()
    assert dump() == before
    does()  # the same form, sent again
    assert service.view(game).game.revision == 3


@pytest.mark.parametrize("step", ["add_game", "write_change"])
def test_crash_during_a_start_leaves_no_game(service, dump, monkeypatch, step):
    before, form = dump(), submission()

    def crash(*arguments):
        raise RuntimeError("the battery is empty")

    with monkeypatch.context() as patched:
        patched.setattr(changes, step, crash)
        with pytest.raises(RuntimeError, match="battery"):
            changes.begin(service, DON_CARLO, FOUR, form)
    assert dump() == before
    assert changes.begin(service, DON_CARLO, FOUR, form)


def test_refused_changes_write_nothing(service, game, dump):
    form = submission(1)
    changes.enter(service, game, [Agent(0, (1, 1))], form)
    before = dump()
    for error, does in (
        (Refused, lambda: changes.enter(service, game, [Agent(1, (1, 1))], submission(2))),
        (StaleRevision, lambda: changes.enter(service, game, [Agent(1, (2, 3))], submission(1))),
        (StaleRevision, lambda: changes.undo(service, game, submission(7))),
        (
            StaleRevision,
            lambda: changes.enter(service, game, [Agent(1, (2, 3))], Submission(form.key, "another digest", 2)),
        ),
        (StaleRevision, lambda: changes.begin(service, DON_CARLO, FOUR, Submission(form.key, "another digest"))),
        (NoSuchGame, lambda: changes.enter(service, "no such id", [Agent(1, (2, 3))], submission(1))),
    ):
        with pytest.raises(error):
            does()
    assert dump() == before


def test_every_connection_writes_safely(store):
    def settings():
        db = store.current()
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert [settings(), *at_once(settings, settings)] == [["wal", 2, 1]] * 3
    assert store.current() is store.current()  # each thread keeps its own


def test_deleting_games_deletes_their_seats(service, store, game, dump):
    with pytest.raises(sqlite3.IntegrityError), store.writing() as db:
        db.execute("INSERT INTO seats (game_id, seat, player_id) VALUES ('no such game', 0, 1)")
    with store.writing() as db:
        db.execute("DELETE FROM games")
    assert not [line for line in dump() if game in line]


def test_reopened_store_is_unchanged(service, store, game, dump):
    changes.enter(service, game, [Agent(0, (1, 1))], submission(1))
    before = dump()
    again = Store(store.path)
    again.close()
    store.close()
    assert dump() == before
    assert len(service.view(game).game.plays) == 1  # a closed store reopens when used


def test_waiting_for_a_writing_thread_has_a_time_limit(store, monkeypatch):
    monkeypatch.setattr("scorekeeper.store.db.BUSY_SECONDS", 0.01)

    def write():
        with store.writing():
            pytest.fail("two write at once")

    with store.writing(), ThreadPoolExecutor(1) as other:
        fault = other.submit(write).exception(timeout=60)
    assert isinstance(fault, DatabaseUnavailable)
    assert fault.reason is Reason.BUSY
    with store.writing() as db:  # the write lock was released
        set_setting(db, "language", "de")


def test_unverifiable_file_counts_as_damaged(store):
    assert store.is_whole()
    with closing(sqlite3.connect(store.path, isolation_level=None)) as disk:
        disk.execute("PRAGMA writable_schema = ON")
        disk.execute("UPDATE sqlite_master SET sql = 'no SQL' WHERE name = 'plays'")
        disk.execute("PRAGMA schema_version = 9999")
    assert not store.is_whole()


def test_database_is_not_vacuumed_while_litestream_replicates(tmp_path):
    with closing(Store(tmp_path / "scorekeeper.db")) as store:
        notes_beside(store.path).mkdir()
        assert not store.vacuum()
        notes_beside(store.path).rmdir()
        assert store.vacuum()


def test_store_leaves_checkpoints_to_litestream(tmp_path):
    """A checkpoint by the app, while Litestream briefly releases the database, damages the replica."""
    with closing(Store(tmp_path / "scorekeeper.db")) as store:
        found = []
        for change in (lambda: None, notes_beside(store.path).mkdir, notes_beside(store.path).rmdir):
            change()
            with store.writing() as db:
                found.append(db.execute("PRAGMA wal_autocheckpoint").fetchone()[0])
        notes_beside(store.path).mkdir()
    with closing(Store(tmp_path / "scorekeeper.db")) as store, store.writing() as db:
        found.append(db.execute("PRAGMA wal_autocheckpoint").fetchone()[0])
    assert found == [1000, 0, 1000, 0]
