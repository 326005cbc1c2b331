"""Changes of people, in all their games: rename them, suggest their name or not, merge two names of one person.

Like a change of a game, each has an entry key. In the place of a revision it has `seen`, the name that the form showed.
"""

from collections.abc import Sequence

from ..core.log import Rename
from ..core.messages import Message, say
from ..storage import Database
from ..storage.changes import change_by_key
from ..storage.people import (
    add_people_change,
    free_name,
    has_name,
    last_people_change,
    merge_players,
    people_change_by_key,
    person_called,
    read_people_change,
    read_person,
    set_name,
    set_suggested,
    split_player,
)
from ..storage.rows import PeopleAct, PeopleChange, Person
from ..storage.seats import sat_together, sits_somewhere
from .games import Desk, stamp
from .transaction import Overtaken, Submission


class NoSuchPerson(Exception):
    """There is no person, or no change of a person, with that id."""


class CannotRename(Exception):
    """A person cannot be called so: `message` says why, and what to do; `other`, if anybody, has that name already."""

    def __init__(self, message: Message, other: Person | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.other = other


class SatTogether(Exception):
    """Two names cannot be one person: both sat in one game."""


REVERSED = {
    PeopleAct.HIDE: PeopleAct.SHOW,
    PeopleAct.SHOW: PeopleAct.HIDE,
    PeopleAct.RENAME: PeopleAct.RENAME,
    PeopleAct.MERGE: PeopleAct.SPLIT,
    PeopleAct.SPLIT: PeopleAct.MERGE,
}
"""The act that takes back each act; a name that was removed does not come back."""


def rename(desk: Desk, person_id: int, seen: str, name: str, submission: Submission) -> PeopleChange:
    """Give a person another name, in all their games. Raises NoSuchPerson, Overtaken, CannotRename."""
    return _change(desk, person_id, PeopleAct.RENAME, seen, name, submission)


def hide(desk: Desk, person_id: int, seen: str, submission: Submission) -> PeopleChange:
    """Suggest a person no more until they sit down again. Raises NoSuchPerson, Overtaken."""
    return _change(desk, person_id, PeopleAct.HIDE, seen, seen, submission)


def show(desk: Desk, person_id: int, seen: str, submission: Submission) -> PeopleChange:
    """Suggest a person again. Raises NoSuchPerson, Overtaken."""
    return _change(desk, person_id, PeopleAct.SHOW, seen, seen, submission)


def merge(desk: Desk, person_id: int, into: int, seen: tuple[str, str], submission: Submission) -> PeopleChange:
    """Give all games of a person to another, who is the same; `seen` has the names of both, as the form showed them.

    Raises NoSuchPerson, Overtaken, SatTogether.
    """
    with desk.store.writing() as db:
        done = done_before(db, submission)
        if done:
            return done
        person, other = seen_person(db, person_id, seen[0]), seen_person(db, into, seen[1])
        if person == other:
            raise Overtaken
        return _merge(desk, db, person, other, submission)


def take_back(desk: Desk, change_id: int, submission: Submission) -> PeopleChange:
    """Take back a change of a person, if nothing else was done to their name since.

    Raises NoSuchPerson, Overtaken, CannotRename, SatTogether.
    """
    with desk.store.writing() as db:
        done = done_before(db, submission)
        if done:
            return done
        change = read_people_change(db, change_id)
        if change is None:
            raise NoSuchPerson
        if last_people_change(db, change.person) != change or change.act not in REVERSED:
            raise Overtaken
        match change.act:
            case PeopleAct.MERGE:
                return _split(desk, db, change, submission)
            case PeopleAct.SPLIT:
                person, other = read_person(db, change.person), read_person(db, change.other or 0)
                if person is None or other is None or person == other or person.name != change.before:
                    raise Overtaken
                return _merge(desk, db, person, other, submission)
        person = seen_person(db, change.person, change.after)
        return _apply(desk, db, person, REVERSED[change.act], change.before, submission)


def give_names(db: Database, renames: Sequence[Rename]) -> tuple[Rename, ...]:
    """Give people their new names, all at once (so that two can swap theirs); return the renames that were made.

    A rename is left out if its person is called something else by now, or if somebody else has the new name. Raises
    CannotRename if such a person cannot keep the old name either, because somebody else gets it.
    """
    due = [each for each in renames if not each.before or has_name(db, each.player, each.before)]
    due = [each for each in due if each.after or not sits_somewhere(db, each.player)]
    for each in due:
        free_name(db, each.player)
    free = [each for each in due if each.after and not person_called(db, each.after)]
    for each in free:
        set_name(db, each.player, each.after)
    for each in due:
        if each.after and each not in free:
            _refuse_taken(db, each.before or each.after)
            set_name(db, each.player, each.before)
    return tuple(each for each in due if each in free or not each.after)


def _refuse_taken(db: Database, name: str) -> None:
    other = person_called(db, name)
    if other:
        message = say("Somebody else is called {player} already. Choose another name.", player=other.name)
        raise CannotRename(message, other)


def can_take_back(db: Database, change: PeopleChange) -> bool:
    """Return whether a change of a person can be taken back: nothing was done to their name since."""
    if change.act not in REVERSED or last_people_change(db, change.person) != change:
        return False
    return change.act is PeopleAct.MERGE or has_name(
        db, change.person, change.before if change.act is PeopleAct.SPLIT else change.after
    )


def done_before(db: Database, submission: Submission) -> PeopleChange | None:
    """Return what this submission did before, or None if its key is new; raises Overtaken if another used the key."""
    earlier = people_change_by_key(db, submission.key)
    if change_by_key(db, submission.key) or (earlier and earlier.digest != submission.digest):
        raise Overtaken
    return earlier


def seen_person(db: Database, person_id: int, seen: str) -> Person:
    """Return the person with that id; raises NoSuchPerson, and Overtaken if their name is not `seen` any more."""
    person = read_person(db, person_id)
    if person is None:
        raise NoSuchPerson
    if person.id != person_id or not has_name(db, person_id, seen):
        raise Overtaken
    return person


def add_change(
    desk: Desk,
    db: Database,
    person: Person,
    act: PeopleAct,
    after: str,
    submission: Submission,
    other: int | None = None,
) -> PeopleChange:
    """Write a change into a person's trail: `person` is as before it, `after` the new name, `other` who was merged."""
    names, made = (person.name, after), stamp(desk.clock())
    return add_people_change(db, person.id, act, names, made, submission.key, submission.digest, other)


def _change(desk: Desk, person_id: int, act: PeopleAct, seen: str, name: str, submission: Submission) -> PeopleChange:
    with desk.store.writing() as db:
        done = done_before(db, submission)
        return done or _apply(desk, db, seen_person(db, person_id, seen), act, name, submission)


def _apply(desk: Desk, db: Database, person: Person, act: PeopleAct, name: str, submission: Submission) -> PeopleChange:
    if act is PeopleAct.RENAME:
        if name.casefold() != person.name.casefold():
            _refuse_taken(db, name)
        set_name(db, person.id, name)
    else:
        set_suggested(db, person.id, act is PeopleAct.SHOW)
    return add_change(desk, db, person, act, name, submission)


def _merge(desk: Desk, db: Database, person: Person, other: Person, submission: Submission) -> PeopleChange:
    if sat_together(db, person.id, other.id, 1):
        raise SatTogether
    merge_players(db, person.id, other.id)
    return add_change(desk, db, person, PeopleAct.MERGE, other.name, submission, other.id)


def _split(desk: Desk, db: Database, change: PeopleChange, submission: Submission) -> PeopleChange:
    other = read_person(db, change.person)
    if other is None:
        raise NoSuchPerson
    _refuse_taken(db, change.before)
    split_player(db, change.person)
    set_name(db, change.person, change.before)
    person = seen_person(db, change.person, change.before)
    return add_change(desk, db, person, PeopleAct.SPLIT, other.name, submission, other.id)
