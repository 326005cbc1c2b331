"""The log and its edits: every change is a list of edits, and every edit can be reversed.

An undo is a change like any other, made of reversed edits. The trail of all changes therefore only grows, and the next
undo or redo is derived from it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class ChangeKind(StrEnum):
    """The kind of a change. The values are stored in databases: a new value needs a migration."""

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
    ARCHIVE = "archive"
    DELETE = "delete"
    BRING_BACK = "bring back"


CORRECTING = (ChangeKind.EDIT_PLAY, ChangeKind.INSERT, ChangeKind.DELETE_PLAY, ChangeKind.SHIFT)
"""Changes that edit earlier plays."""
EDITING = (ChangeKind.ENTER, *CORRECTING)


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit at index `at` (from 0): `before` becomes `after`, both as stored; None for an insertion or a deletion."""

    at: int
    before: str | None
    after: str | None

    def reversed(self) -> "Edit":
        return Edit(self.at, self.after, self.before)


@dataclass(frozen=True, slots=True)
class Placed:
    """A play and its place in a log.

    Without a `number`, the play is appended. With a number (from 1), it replaces that play, or goes before that play if
    `before` is true. If `play` is None, play `number` is deleted. `displaced` are other players' plays, inserted
    before `play`, that give up what `play` claims (`Kind.displaced_plays`).
    """

    play: object | None
    number: int | None = None
    before: bool = False
    displaced: tuple[object, ...] = ()

    @property
    def act(self) -> ChangeKind:
        if self.number is None:
            return ChangeKind.ENTER
        return (
            ChangeKind.INSERT if self.before else ChangeKind.DELETE_PLAY if self.play is None else ChangeKind.EDIT_PLAY
        )


@dataclass(frozen=True, slots=True)
class PlacementStep:
    """A step of placing `of`: removes the play at index `at` (from 0) if it `takes`, then inserts `play`, if any."""

    at: int
    takes: bool
    play: object | None
    of: Placed


@dataclass(frozen=True, slots=True)
class Rename:
    """A new name of a player in all their games; `before` is "" for a new player, `after` "" without games left."""

    player: int
    before: str
    after: str


Delta = Mapping[str, tuple[Any, Any]]
"""A change apart from its edits of the log: each changed part of the game, with the values before and after.

"rulebook", "options", "venue", "note", "started", "ended" and "moment" are as in the stored game. "players" are the ids
of the players by seat, regardless of merges. "names" are new names of players in all their games: pairs of id and name.
"""


def reversed_delta(delta: Delta) -> Delta:
    return {part: (after, before) for part, (before, after) in delta.items()}


def renames(delta: Delta) -> tuple[Rename, ...]:
    before, after = delta.get("names", ((), ()))
    return tuple(Rename(player, old, new) for (player, old), (_, new) in zip(before, after, strict=True))


def named(given: Sequence[Rename]) -> Delta:
    return {"names": ([(each.player, each.before) for each in given], [(each.player, each.after) for each in given])}


@dataclass(frozen=True, slots=True)
class About:
    """Details of a game outside its log: the venue and a note, None if not given."""

    venue: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class UndoRedo:
    """The changes that the next undo and redo concern, by the revisions that they created; None if there is none."""

    undo: int | None
    redo: int | None


def reversed_edits(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    return tuple(edit.reversed() for edit in reversed(edits))


def edited(log: Sequence[str], edits: Iterable[Edit]) -> tuple[str, ...]:
    """Return `log` (plays as stored) after `edits`; raises ValueError if an edit does not match the log."""
    entries = list(log)
    for edit in edits:
        taken = 0 if edit.before is None else 1
        if entries[edit.at : edit.at + taken] != ([edit.before] if taken else []) or edit.at > len(entries):
            raise ValueError("the edit does not fit the log")
        entries[edit.at : edit.at + taken] = [] if edit.after is None else [edit.after]
    return tuple(entries)


def differing(before: Sequence[str], after: Sequence[str]) -> tuple[Edit, ...]:
    """Return the edits that turn `before` into `after`; common plays at the beginning and end are kept."""
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
    """Yield the steps that place plays in a log of `count` plays, in order.

    Each `number` refers to the log before the first step. Raises IndexError for a number not in this log.
    """
    grown: list[tuple[int, int]] = []  # from this index of the first log on, plays moved back by this many
    for each in placed:
        at = count if each.number is None else each.number - 1
        takes = each.act in (ChangeKind.EDIT_PLAY, ChangeKind.DELETE_PLAY)
        if at < 0 or at > count or (at == count and each.number is not None):
            raise IndexError(each.number)
        now = at + sum(by for where, by in grown if where <= at)
        yield PlacementStep(now, takes, each.play, each)
        # Inserted after their play, but at its index, so they end up before it.
        yield from (PlacementStep(now + number, False, play, each) for number, play in enumerate(each.displaced))
        grown += [(at, len(each.displaced) + (not takes)), (at + 1, -(each.play is None))]


def log_after(count: int, placed: Iterable[Placed]) -> list[int | PlacementStep]:
    """Return a log of `count` plays after `placement_steps`: the numbers of old plays, and the steps of new ones."""
    entries: list[int | PlacementStep] = [*range(1, count + 1)]
    for put in placement_steps(count, placed):
        entries[put.at : put.at + put.takes] = [] if put.play is None else [put]
    return entries


def number_after(number: int, edits: Iterable[Edit]) -> int | None:
    """Return the number of play `number` after `edits`; None if it was removed."""
    for edit in edits:
        grows = (edit.after is not None) - (edit.before is not None)
        if grows < 0 and edit.at == number - 1:
            return None
        number += grows if edit.at < number else 0
    return number


def inserted_by(count: int, changes: Sequence[tuple[int, ChangeKind, bool, Sequence[Edit]]]) -> tuple[int | None, ...]:
    """Return, for each play of a log of `count` plays, the revision created by the change that inserted it.

    `changes` are a game's changes in order, as for `undo_redo`, each with its edits. A play keeps its revision when it
    is edited, and when an undo or redo restores it. The initial plays of an imported game have None.
    """
    edits = [edit for *_, own in changes for edit in own]
    grown = sum((edit.after is not None) - (edit.before is not None) for edit in edits)
    now: tuple[int | None, ...] = (None,) * (count - grown)  # the initial plays of an imported game
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
    """Return the changes that an undo and a redo would concern now.

    `changes` are a game's changes in order: the revision created, the kind, and whether the change can be undone.
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
