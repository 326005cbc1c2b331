"""What is kept is kept whole: many writers at once, a crash in the middle, several starters, places unfit for it."""

import contextlib
import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import count
from pathlib import Path
from threading import Barrier

import pytest

from scorekeeper import instance
from scorekeeper.desk import KeyReused, NoSuchGame, NothingToUndo, Refused, Slip, Stale
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.rulebooks.don_carlo.stop import Stop
from scorekeeper.store import Store, Writer

DON_CARLO = all_rulebooks()["don-carlo"]
FOUR = DON_CARLO.table(("Anneli", "Benito", "Carla", "Donny"), {})
THREADS = 8
NOBODY = 65534  # the user that root becomes to be refused something

_keys = count()


def slip(revision=0):
    key = f"entry-key-of-test-{next(_keys)}"
    return Slip(key, f"digest of {key}", revision)


def whole_game():
    """Return a game that everybody plays to its end. Its plays can stand in any order: no code name comes twice."""
    state, plays = DON_CARLO.start(FOUR), []
    while not DON_CARLO.finished(state):
        seat = DON_CARLO.turn(state)
        names = DON_CARLO.entry(state, seat).verdicts[0].names
        plays.append(Agent(seat, tuple(map(int, names.split()[0]))))
        state = DON_CARLO.apply(state, plays[-1], len(plays))
    return plays


def enter_all(desk, game_id, plays):
    """Enter plays as a table of devices would, looking again whenever another was faster; return how often that was."""
    late = 0
    for play in plays:
        own = slip()
        while True:
            try:
                desk.enter(game_id, play, Slip(own.key, own.digest, desk.look(game_id).game.revision))
                break
            except Stale:
                late += 1
    return late


def at_once(*works):
    """Do all this in threads of their own that begin together; return what each returned or raised."""
    barrier = Barrier(len(works))

    def work(does):
        barrier.wait(10)
        try:
            return does()
        except Exception as error:  # it is what the test asks about
            return error

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(work, works))


def trail(store, game_id):
    """Return the changes of a game as they are written."""
    disk = sqlite3.connect(store.path)
    try:
        return disk.execute(
            "SELECT revision, act, edits, made FROM changes WHERE game_id = ? ORDER BY revision", [game_id]
        ).fetchall()
    finally:
        disk.close()


@pytest.fixture
def dump(store):
    """Everything that is written, as text."""
    disk = sqlite3.connect(store.path)
    yield lambda: list(disk.iterdump())
    disk.close()


@pytest.fixture
def game(desk):
    return desk.begin(DON_CARLO, FOUR, slip())


def test_eight_devices_at_one_table_lose_nothing_and_double_nothing(desk, store, game):
    plays = whole_game()
    assert len(plays) >= 30
    late = at_once(*(lambda own=plays[n::THREADS]: enter_all(desk, game, own) for n in range(THREADS)))
    assert all(isinstance(each, int) for each in late), late
    (document,) = desk.documents()
    said = Counter((play.player, play.code_name) for play in document.plays)
    assert said == Counter((play.player, play.code_name) for play in plays)
    assert [revision for revision, *_ in trail(store, game)] == list(range(1, len(plays) + 2))
    assert desk.look(game).replay.finished
    assert list(desk.faults()) == [(game, None)]


def test_eight_tables_at_once_lose_nothing_and_double_nothing(desk, store):
    plays = whole_game()
    games = [desk.begin(DON_CARLO, FOUR, slip()) for _ in range(THREADS)]
    late = at_once(*(lambda game=game: enter_all(desk, game, plays) for game in games))
    assert late == [0] * THREADS
    assert {document.id: document.plays for document in desk.documents()} == dict.fromkeys(games, tuple(plays))
    with store.reading() as reader:
        assert {summary.id for summary in reader.summaries(finished=True, most=99)} == set(games)


def test_of_eight_that_saw_the_same_page_one_is_taken(desk, game):
    names = [(1,), (2,), (3,), (5,), (6,), (1, 1), (1, 2), (2, 3)]
    outcomes = at_once(*(lambda own=name: desk.enter(game, Agent(0, own), slip(1)) for name in names))
    assert Counter(type(outcome) for outcome in outcomes) == {type(None): 1, Stale: THREADS - 1}
    assert len(desk.look(game).game.plays) == 1


def test_of_eight_times_the_same_form_one_is_written_and_all_are_answered_the_same(desk, game):
    form = slip(1)
    assert at_once(*[lambda: desk.enter(game, Agent(0, (1, 1)), form)] * THREADS) == [None] * THREADS
    assert len(desk.look(game).game.plays) == 1
    seats = slip()
    ids = at_once(*[lambda: desk.begin(DON_CARLO, FOUR, seats)] * THREADS)
    assert len(set(ids)) == 1
    assert len(list(desk.documents())) == 2


def test_readers_see_a_whole_game_while_it_is_written(desk, game):
    plays, done = whole_game(), []

    def write():
        enter_all(desk, game, plays)
        done.append(True)

    def read():
        seen = 0
        while not done:
            look = desk.look(game)
            assert not look.replay.conflicts
            assert look.game.revision == len(look.game.plays) + 1 >= seen
            seen = look.game.revision
        return seen

    outcomes = at_once(write, *[read] * 3)
    assert outcomes[0] is None
    assert all(isinstance(seen, int) for seen in outcomes[1:]), outcomes


@pytest.mark.parametrize("step", ["set_log", "add_change", "set_results"])
@pytest.mark.parametrize("change", ["enter", "stop", "undo"])
def test_a_crash_in_the_middle_of_a_change_leaves_everything_as_it_was(desk, game, dump, monkeypatch, step, change):
    desk.enter(game, Agent(0, (1, 1)), slip(1))
    form = slip(2)
    does = {
        "enter": lambda: desk.enter(game, Agent(1, (2, 3)), form),
        "stop": lambda: desk.enter(game, Stop(), form),
        "undo": lambda: desk.undo(game, form),
    }[change]
    before, writes = dump(), getattr(Writer, step)

    def crash(*arguments, **named):
        writes(*arguments, **named)
        raise RuntimeError("the battery is empty")

    with monkeypatch.context() as patched:
        patched.setattr(Writer, step, crash)
        with pytest.raises(RuntimeError, match="battery"):
            does()
    assert dump() == before
    does()  # the same form, sent again
    assert desk.look(game).game.revision == 3


@pytest.mark.parametrize("step", ["add_game", "add_change"])
def test_a_crash_in_the_middle_of_a_beginning_leaves_no_game_behind(desk, dump, monkeypatch, step):
    before, form = dump(), slip()

    def crash(*arguments):
        raise RuntimeError("the battery is empty")

    with monkeypatch.context() as patched:
        patched.setattr(Writer, step, crash)
        with pytest.raises(RuntimeError, match="battery"):
            desk.begin(DON_CARLO, FOUR, form)
    assert dump() == before
    assert desk.begin(DON_CARLO, FOUR, form)


def test_what_is_refused_writes_nothing(desk, game, dump):
    form = slip(1)
    desk.enter(game, Agent(0, (1, 1)), form)
    before = dump()
    for error, does in (
        (Refused, lambda: desk.enter(game, Agent(1, (1, 1)), slip(2))),
        (Stale, lambda: desk.enter(game, Agent(1, (2, 3)), slip(1))),
        (Stale, lambda: desk.undo(game, slip(7))),
        (KeyReused, lambda: desk.enter(game, Agent(1, (2, 3)), Slip(form.key, "another digest", 2))),
        (KeyReused, lambda: desk.begin(DON_CARLO, FOUR, Slip(form.key, "another digest"))),
        (NoSuchGame, lambda: desk.enter("no such id", Agent(1, (2, 3)), slip(1))),
    ):
        with pytest.raises(error):
            does()
    assert dump() == before


def test_the_trail_keeps_what_was_entered_and_what_was_taken_back(desk, store, game):
    desk.enter(game, Agent(0, (1, 1)), slip(1))
    desk.undo(game, slip(2))
    changes = trail(store, game)
    assert [(revision, act) for revision, act, *_ in changes] == [(1, "begin"), (2, "enter"), (3, "undo")]
    nothing, ((at, before, entered),), ((back_at, taken_out, after),) = (
        json.loads(edits) for _, _, edits, _ in changes
    )
    assert nothing == []
    assert (at, before, json.loads(entered)["cards"]) == (0, None, [1, 1])
    assert (back_at, taken_out, after) == (0, entered, None)
    times = [datetime.fromisoformat(made) for *_, made in changes]
    assert times == sorted(set(times))
    assert all(time.tzinfo for time in times)
    with pytest.raises(NothingToUndo):
        desk.undo(game, slip(3))


def test_every_connection_writes_safely(store):
    def settings():
        db = store._connection()
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert [settings(), *at_once(settings, settings)] == [["wal", 2, 1]] * 3


def test_a_seat_needs_its_game_and_a_game_takes_its_rows_with_it(desk, store, game, dump):
    with pytest.raises(sqlite3.IntegrityError), store.writing() as writer:
        writer._db.execute("INSERT INTO seats VALUES ('no such game', 0, 1)")
    with store.writing() as writer:
        writer._db.execute("DELETE FROM games")
    assert not [line for line in dump() if game in line]


START = """
import sys
from pathlib import Path
from scorekeeper.instance import open_store, secret
from scorekeeper.pairing import pairing_key

def key(folder):
    store = open_store(folder)
    try:
        return pairing_key(store)
    finally:
        store.close()

wanted = {"key": key, "secret": secret}[sys.argv[1]]
print("ready", flush=True)
for line in sys.stdin:
    try:
        print(wanted(Path(line.strip())) or "nothing", flush=True)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", flush=True)
"""
ROUNDS = 25


@pytest.mark.parametrize("wanted", ["key", "secret"])
def test_several_starters_at_once_all_find_the_same(tmp_path, wanted):
    starters = [
        subprocess.Popen(
            [sys.executable, "-c", START, wanted], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        for _ in range(4)
    ]
    found = []
    try:
        assert [starter.stdout.readline() for starter in starters] == ["ready\n"] * 4
        for number in range(ROUNDS):
            folder = tmp_path / str(number)
            folder.mkdir()
            for starter in starters:
                starter.stdin.write(f"{folder}\n")
            found.append({starter.stdout.readline().strip() for starter in starters})
    finally:
        for starter in starters:
            starter.communicate(timeout=20)
    assert [each for each in found if len(each) != 1] == []
    assert len(set.union(*found)) == ROUNDS
    assert all(re.fullmatch(r"[0-9A-Za-z]{10,}", word) for each in found for word in each)


def test_a_store_that_is_opened_again_is_as_it_was(desk, store, game, dump):
    desk.enter(game, Agent(0, (1, 1)), slip(1))
    before = dump()
    again = Store(store.path)
    again.close()
    store.close()
    assert dump() == before
    assert len(desk.look(game).game.plays) == 1  # a closed store opens itself when it is asked


def assert_is_a_sentence(fault, path):
    said = str(fault.value)
    assert str(path) in said
    assert said.endswith(".")
    assert "--instance" in said
    assert "\n" not in said


def no_folder(place):
    place.write_text("a file")
    return place


def folder_below_a_file(place):
    place.write_text("a file")
    return place / "instance"


def no_database(place):
    place.mkdir()
    (place / "scorekeeper.db").write_bytes(b"this is no database at all. " * 100)
    return place


def cut_off_database(place):
    Store(place.with_suffix(".db")).close()
    place.mkdir()
    (place / "scorekeeper.db").write_bytes(place.with_suffix(".db").read_bytes()[:5000])
    return place


def somebody_elses_database(place):
    place.mkdir()
    disk = sqlite3.connect(place / "scorekeeper.db")
    disk.execute("CREATE TABLE players (shirt_number)")
    disk.close()
    return place


def folder_for_a_database(place):
    (place / "scorekeeper.db").mkdir(parents=True)
    return place


@pytest.mark.parametrize(
    "spoil",
    [
        no_folder,
        folder_below_a_file,
        no_database,
        cut_off_database,
        somebody_elses_database,
        folder_for_a_database,
    ],
)
def test_a_place_that_is_no_instance_is_refused_with_a_sentence(tmp_path, spoil):
    place = spoil(tmp_path / "place")
    with pytest.raises(instance.Unusable) as fault:
        instance.open_store(place)
    assert_is_a_sentence(fault, place)


@pytest.fixture
def public_folder():
    """A folder that every user of this machine reaches."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def powerless():
    """Give up root's power over files, where the tests have it."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    yield
    os.seteuid(before)


def locked(folder, how):
    """Take away what may be written: the folder alone, all in it, or the database file alone."""
    folder.mkdir()
    if how != "empty":
        Store(folder / "scorekeeper.db").close()
        (folder / "scorekeeper.db").chmod(0o444)
    folder.chmod(0o555 if how != "file" else 0o777)
    return folder


@pytest.mark.parametrize("how", ["empty", "folder", "file"])
def test_what_cannot_be_written_is_refused_with_a_sentence(public_folder, request, how):
    folder = locked(public_folder / "instance", how)
    request.getfixturevalue("powerless")
    with pytest.raises(instance.Unusable) as fault:
        instance.open_store(folder).close()
    assert_is_a_sentence(fault, folder)


def test_the_secret_is_for_the_owner_alone_and_stays(tmp_path):
    made = instance.secret(tmp_path)
    assert len(made) >= 64
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert instance.secret(tmp_path) == made


def test_a_secret_that_was_never_written_to_its_end_is_no_secret(tmp_path):
    (tmp_path / "secret_key").touch(mode=0o600)  # the power went between making the file and writing it
    with contextlib.suppress(instance.Unusable):
        assert len(instance.secret(tmp_path)) >= 64


@pytest.mark.parametrize("how", ["unreadable", "unwritable", "a folder"])
def test_a_secret_out_of_reach_is_refused_with_a_sentence(public_folder, request, how):
    secret = public_folder / "secret_key"
    if how == "a folder":
        secret.mkdir()
    elif how == "unreadable":
        secret.touch(mode=0o600)
        secret.chmod(0o600 if os.geteuid() == 0 else 0o000)
    else:
        public_folder.chmod(0o555)
    request.getfixturevalue("powerless")
    with pytest.raises(instance.Unusable) as fault:
        instance.secret(public_folder)
    assert_is_a_sentence(fault, secret)
