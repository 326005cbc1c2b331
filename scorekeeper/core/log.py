"""The log and how it is edited: every change is a list of edits, and every edit has a reverse.

An undo is a change like any other, made of the reversed edits. So the trail of all changes only ever grows, and what to
undo or redo next is read from it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class ChangeKind(StrEnum):
    """What a change did; the values are stored in databases."""

    BEGIN = "begin"
    IMPORT = "import"
    REPLACE = "replace"
    ENTER = "enter"
    EDIT_PLAY = "amend"
    INSERT = "insert"
    DELETE_PLAY = "strike"
    SHIFT = "shift"
    UNDO = "undo"
    REDO = "redo"
    OPTIONS = "options"
    PLAYERS = "players"
    ABOUT = "about"
    ARCHIVE = "put away"
    DELETE = "delete"
    BRING_BACK = "bring back"


CORRECTING = (ChangeKind.EDIT_PLAY, ChangeKind.INSERT, ChangeKind.DELETE_PLAY, ChangeKind.SHIFT)
"""The acts that edit what was entered earlier."""
EDITING = (ChangeKind.ENTER, *CORRECTING)
"""The acts that edit the log."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of a log at index `at` (from 0): the play `before` is taken out, the play `after` is put in.

    Both are plays as they are stored. An insertion has no `before` (None), a deletion has no `after`.
    """

    at: int
    before: str | None
    after: str | None

    def reversed(self) -> "Edit":
        """Return the edit that undoes this one."""
        return Edit(self.at, self.after, self.before)


@dataclass(frozen=True, slots=True)
class Placed:
    """A play and where it goes in a log.

    Without a `number` it goes to the end; with one (from 1) it takes the place of that play or, with `before`, goes
    before it. If `play` is None, play `number` is deleted. `room` are plays that go before it: those with which others
    give up what it claims of theirs (`Kind.displaced_plays`).
    """

    play: object | None
    number: int | None = None
    before: bool = False
    room: tuple[object, ...] = ()

    @property
    def act(self) -> ChangeKind:
        """What it does to the log: ENTER, INSERT, STRIKE or AMEND."""
        if self.number is None:
            return ChangeKind.ENTER
        return (
            ChangeKind.INSERT if self.before else ChangeKind.DELETE_PLAY if self.play is None else ChangeKind.EDIT_PLAY
        )


@dataclass(frozen=True, slots=True)
class PlacementStep:
    """A step by which a Placed gets into a log: at index `at` (from 0), `play` is put in, if it is not None.

    With `takes`, the play that stands there is taken out first. `of` is the Placed that the step belongs to.
    """

    at: int
    takes: bool
    play: object | None
    of: Placed


@dataclass(frozen=True, slots=True)
class Rename:
    """A new name for the player with the id `player`, in all their games.

    `before` is "" for somebody who was not known before the change, `after` for somebody who sits in no game after it.
    """

    player: int
    before: str
    after: str


Delta = Mapping[str, tuple[Any, Any]]
"""What a change did besides its edits of the log: for each part of the game, the value before and after.

"rulebook", "options", "venue", "note", "started", "ended" and "moment" are as in the stored game. "players" are the
ids of the players as they sat down, by seat. "names" are names that people got in all their games: pairs of an id and
a name.
"""


def reversed_delta(delta: Delta) -> Delta:
    """Return the delta that undoes this one."""
    return {part: (after, before) for part, (before, after) in delta.items()}


def renames(delta: Delta) -> tuple[Rename, ...]:
    """Return the new names that a change gave."""
    before, after = delta.get("names", ((), ()))
    return tuple(Rename(player, old, new) for (player, old), (_, new) in zip(before, after, strict=True))


def named(given: Sequence[Rename]) -> Delta:
    """Return the part "names" of a delta."""
    return {"names": ([(each.player, each.before) for each in given], [(each.player, each.after) for each in given])}


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a game besides its log: where it was played, and a note (None: nothing)."""

    venue: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class UndoRedo:
    """Which changes an undo would take back and a redo would make again: the revisions that they made, or None."""

    undo: int | None
    redo: int | None


def reversed_edits(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return the edits that undo `edits`."""
    return tuple(edit.reversed() for edit in reversed(edits))


def edited(log: Sequence[str], edits: Iterable[Edit]) -> tuple[str, ...]:
    """Return `log` (plays as they are stored) after `edits`.

    Raises ValueError if an edit takes out a play that is not at its index.
    """
    entries = list(log)
    for edit in edits:
        taken = 0 if edit.before is None else 1
        if entries[edit.at : edit.at + taken] != ([edit.before] if taken else []) or edit.at > len(entries):
            raise ValueError("the edit does not fit the log")
        entries[edit.at : edit.at + taken] = [] if edit.after is None else [edit.after]
    return tuple(entries)


def differing(before: Sequence[str], after: Sequence[str]) -> tuple[Edit, ...]:
    """Return the edits that turn `before` into `after`; the plays with which both begin and end alike stay."""
    start = next((at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
    if start is None:
        start = min(len(before), len(after))
    alike = 0
    while alike < min(len(before), len(after)) - start and before[-1 - alike] == after[-1 - alike]:
        alike += 1
    old, new = before[start : len(before) - alike], after[start : len(after) - alike]
    amended = [Edit(start + at, *pair) for at, pair in enumerate(zip(old, new, strict=False))]
    at = start + len(amended)
    gone = [Edit(at, each, None) for each in old[len(amended) :]]
    return (*amended, *gone, *(Edit(at + more, None, each) for more, each in enumerate(new[len(amended) :])))


def placement_steps(count: int, placed: Iterable[Placed]) -> Iterator[PlacementStep]:
    """Yield the steps by which plays get to their places in a log of `count` plays, one after the other.

    `number` in each Placed counts the plays of the log before the first step. Raises IndexError for a number that this
    log does not have.
    """
    grown: list[tuple[int, int]] = []
    for each in placed:
        at = count if each.number is None else each.number - 1
        takes = each.act in (ChangeKind.EDIT_PLAY, ChangeKind.DELETE_PLAY)
        if at < 0 or at > count or (at == count and each.number is not None):
            raise IndexError(each.number)
        now = at + sum(by for where, by in grown if where <= at)
        yield PlacementStep(now, takes, each.play, each)
        yield from (PlacementStep(now + number, False, play, each) for number, play in enumerate(each.room))
        grown += [(at, len(each.room) + (not takes)), (at + 1, -(each.play is None))]


def laid_out(count: int, placed: Iterable[Placed]) -> list[int | PlacementStep]:
    """Return a log of `count` plays after `placement_steps`: the number of each play that was there, or its step."""
    entries: list[int | PlacementStep] = [*range(1, count + 1)]
    for put in placement_steps(count, placed):
        entries[put.at : put.at + put.takes] = [] if put.play is None else [put]
    return entries


def number_after(number: int, edits: Iterable[Edit]) -> int | None:
    """Return the number that play `number` has after `edits`; None if it was taken out."""
    for edit in edits:
        grows = (edit.after is not None) - (edit.before is not None)
        if grows < 0 and edit.at == number - 1:
            return None
        number += grows if edit.at < number else 0
    return number


def put_in(count: int, changes: Sequence[tuple[int, ChangeKind, bool, Sequence[Edit]]]) -> tuple[int | None, ...]:
    """Return for each play of a log of `count` plays the revision that was made by the change that put it in.

    `changes` are those of the game in order, as for `undo_redo`, each with its edits. Amending a play keeps its
    revision, and so does an undo or a redo that brings it back. Plays with which an imported game began have None.
    """
    edits = [edit for *_, own in changes for edit in own]
    grown = sum((edit.after is not None) - (edit.before is not None) for edit in edits)
    now: tuple[int | None, ...] = (None,) * (count - grown)
    done: list[tuple[int | None, ...]] = []
    undone: list[tuple[int | None, ...]] = []
    for revision, act, undoable, own in changes:
        if act is ChangeKind.UNDO:
            undone.append(now)
            now = done.pop()
        elif act is ChangeKind.REDO:
            done.append(now)
            now = undone.pop()
        elif undoable:
            done.append(now)
            undone.clear()
            now = _put_in(now, own, revision)
    return now


def _put_in(before: Sequence[int | None], edits: Iterable[Edit], revision: int) -> tuple[int | None, ...]:
    entries = list(before)
    for edit in edits:
        if edit.before is None and edit.after is not None:
            entries.insert(edit.at, revision)
        elif edit.after is None:
            del entries[edit.at]
    return tuple(entries)


def undo_redo(changes: Iterable[tuple[int, ChangeKind, bool]]) -> UndoRedo:
    """Return which changes an undo and a redo would concern now.

    `changes` are those of a game in order: the revision each made, what it did, and whether it can be undone.
    """
    done: list[int] = []
    undone: list[int] = []
    for revision, act, undoable in changes:
        if act is ChangeKind.UNDO:
            undone.append(done.pop())
        elif act is ChangeKind.REDO:
            done.append(undone.pop())
        elif undoable:
            done.append(revision)
            undone.clear()
    return UndoRedo(done[-1] if done else None, undone[-1] if undone else None)
