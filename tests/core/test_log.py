"""The log: edits, reversing them, and the change that undo or redo applies to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.log import (
    EDITING,
    ChangeKind,
    Edit,
    UndoRedo,
    differing,
    edited,
    inserted_by,
    reversed_edits,
    undo_redo,
)
from tests.rows import row_by_row

plays = st.sampled_from("abc")


@row_by_row(
    ("log", "edits", "expected"),
    [
        ("", [], ""),
        ("ab", [], "ab"),
        ("", [(0, None, "a")], "a"),
        ("ab", [(2, None, "c")], "abc"),
        ("ab", [(0, None, "c")], "cab"),
        ("ab", [(1, None, "c")], "acb"),
        ("abc", [(0, "a", None)], "bc"),
        ("abc", [(1, "b", None)], "ac"),
        ("abc", [(2, "c", None)], "ab"),
        ("a", [(0, "a", None)], ""),
        ("abc", [(1, "b", "x")], "axc"),
        ("abc", [(1, "b", "b")], "abc"),
        ("aa", [(0, "a", "b"), (1, "a", "c")], "bc"),
        ("abc", [(0, "a", None), (0, "b", None)], "c"),
        ("abc", [(0, "a", None), (2, None, "a")], "bca"),
        ("", [(0, None, "a"), (1, None, "b"), (1, None, "c")], "acb"),
    ],
)
def test_edits_change_the_log(log, edits, expected):
    assert edited(tuple(log), [Edit(*edit) for edit in edits]) == tuple(expected)


@row_by_row(
    ("log", "edits"),
    [
        ("", [(0, "a", None)]),
        ("", [(1, None, "a")]),
        ("ab", [(3, None, "c")]),
        ("ab", [(2, "b", None)]),
        ("ab", [(0, "b", None)]),
        ("ab", [(0, "b", "a")]),
        ("ab", [(1, "a", "b")]),
        ("ab", [(0, "a", None), (1, "b", None)]),
    ],
)
def test_mismatched_edit_raises_an_error(log, edits):
    with pytest.raises(ValueError, match="does not fit"):
        edited(tuple(log), [Edit(*edit) for edit in edits])


@st.composite
def changes(draw, log):
    """Return edits that fit the log, and the log after them."""
    after, edits = list(log), []
    for _ in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(["insert", "strike", "amend"] if after else ["insert"]))
        at = draw(st.integers(0, len(after) - (kind != "insert")))
        before = None if kind == "insert" else after[at]
        new = None if kind == "strike" else draw(plays)
        edits.append(Edit(at, before, new))
        if kind == "insert":
            after.insert(at, new)
        elif kind == "strike":
            after.pop(at)
        else:
            after[at] = new
    return tuple(edits), tuple(after)


@settings(max_examples=50)
@given(st.data(), st.lists(plays, max_size=8).map(tuple))
def test_reversed_edits_restore_the_log(data, log):
    edits, after = data.draw(changes(log))
    assert edited(log, edits) == after
    assert edited(after, reversed_edits(edits)) == log
    assert reversed_edits(reversed_edits(edits)) == edits


@row_by_row(
    ("acts", "undo", "redo"),
    [
        ("", None, None),
        ("begin", None, None),
        ("import", None, None),
        ("begin enter", 2, None),
        ("import enter", 2, None),
        ("begin amend", 2, None),
        ("begin insert", 2, None),
        ("begin strike", 2, None),
        ("begin enter enter", 3, None),
        ("begin enter undo", None, 2),
        ("begin enter enter undo", 2, 3),
        ("begin enter enter undo undo", None, 2),
        ("begin enter undo enter", 4, None),
        ("begin enter enter undo enter", 5, None),
        ("begin enter enter undo strike", 5, None),
        ("begin enter enter undo enter undo", 2, 5),
        ("begin enter enter undo enter undo undo", None, 2),
        ("begin enter undo redo", 2, None),
        ("begin enter undo redo undo", None, 2),
        ("begin enter amend undo undo redo", 2, 3),
        ("begin enter amend undo undo redo redo", 3, None),
        ("begin enter amend undo undo redo insert", 7, None),
        ("begin enter amend undo undo redo insert undo undo", None, 2),
    ],
)
def test_undo_and_redo_find_their_changes(acts, undo, redo):
    kinds = [ChangeKind(each) for each in acts.split()]
    changes = [(revision, act, act in EDITING) for revision, act in enumerate(kinds, 1)]
    assert undo_redo(changes) == UndoRedo(undo, redo)


def test_undo_covers_table_changes_and_skips_unrecorded_ones():
    changes = [
        (1, ChangeKind.BEGIN, False),
        (2, ChangeKind.ENTER, True),
        (3, ChangeKind.PLAYERS, True),
        (4, ChangeKind.OPTIONS, False),
    ]
    assert undo_redo(changes) == UndoRedo(3, None)
    assert undo_redo([*changes, (5, ChangeKind.UNDO, True)]) == UndoRedo(2, 3)


TWO = (Edit(0, None, "a"), Edit(1, None, "b"))
ONE_MORE = (Edit(2, None, "c"),)
ENTERED = [(ChangeKind.BEGIN, ()), (ChangeKind.ENTER, TWO)]
DELETED = [*ENTERED, (ChangeKind.DELETE_PLAY, (Edit(0, "a", None),))]


@row_by_row(
    ("count", "changes", "expected"),
    [
        (0, [], ()),
        (2, [(ChangeKind.IMPORT, ())], (None, None)),
        (2, ENTERED, (2, 2)),
        (3, [*ENTERED, (ChangeKind.ENTER, ONE_MORE)], (2, 2, 3)),
        (3, [(ChangeKind.IMPORT, ()), (ChangeKind.ENTER, ONE_MORE)], (None, None, 2)),
        # An edited play stays with the plays of its change; a play inserted before it belongs to another change.
        (2, [*ENTERED, (ChangeKind.EDIT_PLAY, (Edit(1, "b", "x"),))], (2, 2)),
        (3, [*ENTERED, (ChangeKind.INSERT, (Edit(1, None, "x"),))], (2, 3, 2)),
        (1, DELETED, (2,)),
        # Undo and redo restore a play at its former position.
        (0, [*ENTERED, (ChangeKind.UNDO, reversed_edits(TWO))], ()),
        (2, [*ENTERED, (ChangeKind.UNDO, reversed_edits(TWO)), (ChangeKind.REDO, TWO)], (2, 2)),
        (2, [*DELETED, (ChangeKind.UNDO, (Edit(0, None, "a"),))], (2, 2)),
        # Changed seats, together with an edited play.
        (2, [*ENTERED, (ChangeKind.PLAYERS, (Edit(0, "a", "x"),))], (2, 2)),
    ],
)
def test_inserting_change_of_each_play_is_found(count, changes, expected):
    trail = [
        (revision, act, act in EDITING or act is ChangeKind.PLAYERS, edits)
        for revision, (act, edits) in enumerate(changes, 1)
    ]
    assert inserted_by(count, trail) == expected


@settings(max_examples=40)
@given(st.data())
def test_every_undo_and_redo_moves_by_one_change(data):
    """Undo restores the log before a change, and redo the log after it. The trail only grows.

    Each play again belongs to the change that entered it.
    """
    log, before, later = (), [], []
    acts, trail, entered = [(1, ChangeKind.BEGIN, False)], {1: ()}, {(): {()}}
    changes_made = [(1, ChangeKind.BEGIN, False, ())]
    for revision in range(2, 2 + data.draw(st.integers(0, 14))):
        possible = [*EDITING, *[ChangeKind.UNDO] * 4 * bool(before), *[ChangeKind.REDO] * 4 * bool(later)]
        act, found = data.draw(st.sampled_from(possible)), undo_redo(acts)
        if act == ChangeKind.UNDO:
            edits, after = reversed_edits(trail[found.undo]), before.pop()
            later.append(log)
        elif act == ChangeKind.REDO:
            edits, after = trail[found.redo], later.pop()
            before.append(log)
        else:
            edits, after = data.draw(changes(log))
            before.append(log)
            later.clear()
        log = edited(log, edits)
        assert log == after
        acts.append((revision, act, True))
        trail[revision] = edits
        changes_made.append((revision, act, True, edits))
        together = inserted_by(len(log), changes_made)
        assert len(together) == len(log)
        assert act not in (ChangeKind.UNDO, ChangeKind.REDO) or together in entered[log]
        entered.setdefault(log, set()).add(together)
    assert (undo_redo(acts).undo is None, undo_redo(acts).redo is None) == (not before, not later)


@row_by_row(
    ("before", "after", "expected"),
    [
        ("abc", "abc", ()),
        ("abc", "axc", (Edit(1, "b", "x"),)),
        ("abcd", "axyd", (Edit(1, "b", "x"), Edit(2, "c", "y"))),
        ("abcd", "ad", (Edit(1, "b", None), Edit(1, "c", None))),
        ("ad", "abcd", (Edit(1, None, "b"), Edit(2, None, "c"))),
        ("axcb", "aycb", (Edit(1, "x", "y"),)),
        ("aab", "ab", (Edit(1, "a", None),)),
        ("ab", "aab", (Edit(1, None, "a"),)),
        ("", "a", (Edit(0, None, "a"),)),
    ],
)
def test_differing_edits_only_the_middle_of_two_logs(before, after, expected):
    assert differing(before, after) == expected
    assert edited(tuple(before), expected) == tuple(after)
