"""Changes of a game: labels of undo and redo, the trail, and the effects."""

import json
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from scorekeeper.core.log import About, ChangeKind, Edit, Placed, edited, log_after
from scorekeeper.core.rulebook import Stop
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.rulebooks.don_carlo.agent import Agent
from scorekeeper.store import changes
from scorekeeper.store.changes import NoSuchPlay, NothingChanged, NothingToUndo
from scorekeeper.store.db import Store
from scorekeeper.store.games import (
    GameService,
    Refused,
    StaleRevision,
    Submission,
    commit_change,
    forget_labels,
    play_text,
)
from scorekeeper.store.people import rename
from scorekeeper.store.trail import number_now, trail
from tests.checked import findings
from tests.conftest import EVENING
from tests.documents import read_document

GAMES = Path(__file__).parents[1] / "games"
DON_CARLO = all_rulebooks()["don-carlo"]
FIRST, SECOND, THIRD, FOURTH = Agent(0, (1, 1, 5)), Agent(1, (0, 0, 2)), Agent(0, (3,)), Agent(1, (5,))
FIFTH = Agent(0, (2,))


class Playing:
    """A game with two players, and changes of it, each with a new key."""

    def __init__(self, service):
        self.service, self.keys = service, 0
        self.game = changes.begin(service, DON_CARLO, DON_CARLO.table(("Anna", "Ben"), {}), self.submission(0))

    def submission(self, revision=None):
        self.keys += 1
        seen = self.view.game.revision if revision is None else revision
        return Submission(f"a-key-of-the-test-{self.keys}", str(self.keys), seen)

    @property
    def view(self):
        return self.service.view(self.game)

    def enter(self, *plays, sure=True):
        changes.enter(self.service, self.game, plays, self.submission(), sure=sure)

    def shift(self, number, play):
        """Shift a play by one seat, as an earlier version did after a forgotten play."""
        after, submission = play_text(play, DON_CARLO, self.view.table), self.submission()
        with self.service.store.writing() as db:
            game = self.service.game(db, self.game)
            edit = Edit(number - 1, game.plays[number - 1], after)
            moved = replace(game, plays=edited(game.plays, [edit]))
            commit_change(self.service, db, game, moved, ChangeKind.SHIFT, submission, (edit,))

    def about(self, venue, note):
        changes.set_about(self.service, self.game, About(venue, note), self.submission())

    def set_status(self, status):
        changes.set_status(self.service, self.game, status, self.submission())

    def undo(self):
        changes.undo(self.service, self.game, self.submission())

    def redo(self):
        changes.redo(self.service, self.game, self.submission())

    def plays(self):
        return [step.play for step in self.view.replay.steps]

    def called(self):
        """Return the labels of undo and redo."""
        return tuple(each and str(each) for each in (self.view.undo, self.view.redo))

    def told(self):
        """Return the last change in the trail, and the play it corrected."""
        line = trail(self.service, self.game)[-1]
        return str(line.message), line.corrected


@pytest.fixture
def at(service):
    return Playing(service)


def test_undo_and_redo_keep_the_ending_time(at):
    at.enter(FIRST, SECOND)
    at.enter(Stop())
    ended = at.view.game
    at.service = replace(at.service, clock=lambda: datetime(2030, 1, 1, tzinfo=UTC))
    at.undo()
    assert (at.view.game.ended, at.called()) == (None, ("2 changes", "the early end"))
    at.redo()
    at.enter(Placed(None, 3))
    assert (at.view.game.ended, at.told()[0]) == (None, "the early end was deleted.")
    at.undo()
    now = at.view.game
    assert (now.ended, now.moment, now.finished) == (ended.ended, ended.moment, True)
    assert findings(at.service) == ()


def test_every_change_is_labelled_undone_and_redone(at):
    assert (at.called(), at.told()) == ((None, None), ("The game was started.", None))
    before = [[]]
    for change, called, told, corrected in (
        (lambda: at.enter(FIRST), "Anna's 1/1/5", "Anna's 1/1/5 was entered.", None),
        (lambda: at.enter(SECOND, THIRD), "2 changes", "Entered together: Ben's 0/0/2 and Anna's 3.", None),
        (
            lambda: at.enter(Placed(Agent(0, (2,)), 3)),
            "the change to Anna's 2",
            "Anna's 3 was changed to Anna's 2.",
            3,
        ),
        (lambda: at.enter(Placed(FOURTH, 2, before=True)), "the insertion of Ben's 5", "Ben's 5 was inserted.", 2),
        (lambda: at.enter(Placed(None, 1)), "the deletion of Anna's 1/1/5", "Anna's 1/1/5 was deleted.", 1),
        (
            lambda: at.enter(Placed(None, 1), Placed(None, 2)),
            "the deletion of Ben's 5",
            "Ben's 5 was deleted. Along with it: Ben's 0/0/2.",
            1,
        ),
        (
            lambda: at.shift(1, Agent(1, (2,))),
            "the move of 1 entry",
            "1 entry moved to the next player.",
            1,
        ),
        (lambda: at.about("Club", None), "the location", "The location is Club now.", None),
        (lambda: at.about("Club", "rain"), "the note", "The note was changed.", None),
        (lambda: at.about("Club", None), "the note", "The note was deleted.", None),
        (lambda: at.about(None, None), "the location", "The location was deleted.", None),
        (lambda: at.about("Home", "sun"), "the location and the note", "Changed: the location and the note.", None),
    ):
        change()
        assert (at.called(), at.told()) == ((called, None), (told, corrected))
        after, about = at.plays(), at.view.game.about
        at.undo()
        assert at.plays() == before[-1]
        assert at.called()[1] == called
        at.redo()
        assert (at.plays(), at.view.game.about, at.called()) == (after, about, (called, None))
        before.append(after)
    assert before[2:8] == [
        [FIRST, SECOND, THIRD],
        [FIRST, SECOND, Agent(0, (2,))],
        [FIRST, FOURTH, SECOND, Agent(0, (2,))],
        [FOURTH, SECOND, Agent(0, (2,))],
        [Agent(0, (2,))],
        [Agent(1, (2,))],
    ]
    for _ in range(12):
        at.undo()
    assert at.plays() == []
    with pytest.raises(NothingToUndo):
        at.undo()


def test_message_counts_entries_undone_together(at):
    at.enter(FIRST, SECOND)
    at.undo()
    assert at.told() == ("2 entries were changed back.", None)
    at.redo()
    assert at.told() == ("2 entries were changed again.", None)
    at.enter(THIRD)
    at.undo()
    assert at.told() == ("Anna's 3 was undone.", None)
    at.redo()
    assert at.told() == ("Anna's 3 was redone.", None)


def test_removed_conflicts_precede_the_corrected_entry(at):
    at.enter(FIRST, SECOND)
    at.enter(Placed(SECOND, 2, displaced=(FOURTH, THIRD)))
    assert at.plays() == [FIRST, FOURTH, THIRD, SECOND]
    at.undo()
    assert at.plays() == [FIRST, SECOND]


PLACED = [
    # the placed plays in a log of three, and the resulting log
    ([Placed(FOURTH)], [FIRST, SECOND, THIRD, FOURTH]),
    ([Placed(FOURTH, 1, before=True)], [FOURTH, FIRST, SECOND, THIRD]),
    ([Placed(FOURTH, 3, before=True), Placed(FIFTH, 1, before=True)], [FIFTH, FIRST, SECOND, FOURTH, THIRD]),
    ([Placed(FOURTH, 2, before=True), Placed(FIFTH, 2)], [FIRST, FOURTH, FIFTH, THIRD]),
    ([Placed(FIFTH, 2), Placed(FOURTH, 2, before=True)], [FIRST, FOURTH, FIFTH, THIRD]),
    ([Placed(None, 1), Placed(FOURTH, 3)], [SECOND, FOURTH]),
    ([Placed(None, 3), Placed(None, 1), Placed(FIFTH)], [SECOND, FIFTH]),
    ([Placed(None, 2), Placed(FOURTH, 2, before=True)], [FIRST, FOURTH, THIRD]),
    ([Placed(FIFTH, 2, displaced=(FOURTH,)), Placed(None, 3)], [FIRST, FOURTH, FIFTH]),
    ([Placed(FIFTH, displaced=(FOURTH,)), Placed(None, 1)], [SECOND, THIRD, FOURTH, FIFTH]),
]


def _entry_id(entry):
    """Identify an entry of a log: by its former number, or as (number of its place, before, whether it is the placed
    play)."""
    if isinstance(entry, int):
        return entry
    return entry.of.number, entry.of.before, entry.play is entry.of.play


@pytest.mark.parametrize(("placed", "after"), PLACED)
def test_entries_keep_original_numbers_within_one_change(at, placed, after):
    at.enter(FIRST, SECOND, THIRD)
    at.enter(*placed)
    assert at.plays() == after
    laid = [_entry_id(each) for each in log_after(3, placed)]
    for number in (1, 2, 3):  # its own position, or that of its replacement; none once it was deleted
        found = [at for at, each in enumerate(laid, 1) if each in (number, (number, False, True))]
        assert number_now(at.service, at.game, 2, number) == (found[0] if found else None)
    at.undo()
    assert at.plays() == [FIRST, SECOND, THIRD]


@pytest.mark.parametrize("number", [0, 3, -1, 99])
@pytest.mark.parametrize("play", [None, THIRD])
@pytest.mark.parametrize("before", [False, True])
def test_unknown_entry_cannot_be_corrected(at, number, play, before):
    at.enter(FIRST, SECOND)
    with pytest.raises(NoSuchPlay):
        at.enter(Placed(play, number, before))
    with pytest.raises(NoSuchPlay):
        at.enter(Placed(None, 1), Placed(play, number, before))
    assert at.plays() == [FIRST, SECOND]


def test_correction_applies_to_the_revision_its_form_saw(at):
    first = at.submission()
    changes.enter(at.service, at.game, [FIRST], first)
    changes.enter(at.service, at.game, [SECOND], replace(at.submission(1), after=first.key))
    last = at.submission(2)
    changes.enter(at.service, at.game, [Placed(None, 1)], replace(last, revision=3))
    with pytest.raises(StaleRevision):
        changes.enter(at.service, at.game, [Placed(None, 1)], replace(at.submission(3), after=last.key))
    assert at.plays() == [SECOND]


def test_illegal_correction_is_refused_with_the_attempted_log(at):
    at.enter(FIRST, SECOND)
    with pytest.raises(Refused) as refused:
        at.enter(Placed(Agent(1, (0, 0, 2)), 1))
    assert [conflict.number for conflict in refused.value.conflicts] == [2]
    assert list(refused.value.log) == [Agent(1, (0, 0, 2)), SECOND]


def test_entry_key_counts_for_one_change_at_the_current_revision(at):
    own = at.submission()
    for _ in range(2):  # the second time gets the first response
        changes.enter(at.service, at.game, [FIRST], own)
    assert at.plays() == [FIRST]
    with pytest.raises(StaleRevision) as used:
        changes.enter(at.service, at.game, [SECOND], Submission(own.key, "another digest", own.revision))
    assert used.value.earlier.game_id == at.game
    with pytest.raises(StaleRevision) as late:
        changes.enter(at.service, at.game, [SECOND], at.submission(revision=1))
    assert late.value.earlier is None
    assert at.plays() == [FIRST]
    with pytest.raises(NothingChanged):
        at.enter()
    changes.enter(at.service, at.game, [], own)  # gets the first response


@pytest.mark.parametrize(
    "name",
    [
        "don-carlo/four-players-to-the-end",
        "prodigals-club/three-players-election-and-society-to-0",
        "loire/two-players-share-the-victory",
    ],
)
def test_change_returns_the_view_read_afterwards(service, name):
    document, keys = read_document(json.loads((GAMES / f"{name}.json").read_text())["document"]), count()

    def submission(view=None):
        key = f"a-key-of-the-test-{next(keys)}"
        return Submission(key, key, view.game.revision if view else 0)

    def compare(found):
        other = GameService(Store(service.store.path), all_rulebooks())
        forget_labels()
        read = other.view(view.game.id)
        other.store.close()
        assert found == read
        assert found.games_before == read.games_before
        assert found.replay.standings == read.replay.standings
        return found

    for _ in range(2):  # forms of the second game can start from the plays of the first
        game = changes.begin(service, document.rulebook, document.table, submission())
        view = service.view(game)
        for number, play in enumerate(document.plays, 1):
            view = compare(changes.enter(service, game, [play], submission(view), sure=True, known=view))
            if number % 5 == 0:
                view = compare(changes.undo(service, game, submission(view), view))
                view = compare(changes.redo(service, game, submission(view), view))
    corrected = Placed(document.plays[-1], len(document.plays))
    view = compare(changes.enter(service, game, [corrected], submission(view), sure=True, known=view))
    view = compare(changes.undo(service, game, submission(view), view))
    assert view.replay.finished


def test_change_reads_names_changed_since_the_known_view(at):
    known = at.view
    rename(at.service, known.people[0], "Anna", "Anneli", at.submission())
    view = changes.enter(at.service, at.game, [FIRST], at.submission(), known=known)
    assert view.table.players == ("Anneli", "Ben")
    assert view == at.view


def test_stale_known_view_is_refused(at):
    known = at.view
    at.enter(FIRST)
    with pytest.raises(StaleRevision):
        changes.enter(at.service, at.game, [FIRST], at.submission(known.game.revision), known=known)
    assert at.plays() == [FIRST]


def test_failed_commit_leaves_no_labels(service, monkeypatch):
    at = Playing(replace(service, clock=lambda: EVENING))
    at.enter(FIRST)
    at.undo()
    made = GameService.view_of

    def view_of(self, db, *given):
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute("INSERT INTO seats (game_id, seat, player_id) VALUES ('no game', 0, 0)")  # the commit fails
        return made(self, db, *given)

    with monkeypatch.context() as patched:
        patched.setattr(GameService, "view_of", view_of)
        with pytest.raises(sqlite3.IntegrityError):
            at.redo()
    at.enter(FIRST)
    assert at.view.news is None
