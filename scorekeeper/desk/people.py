"""People by themselves: a name that is corrected in every game, and one that is not suggested any more.

A change is told apart by its entry key, like those of games; in place of a revision it carries the name that was seen.
"""

from collections.abc import Sequence

from ..core.log import Rename
from ..core.messages import Message, say
from ..storage.reader import Reader
from ..storage.rows import PeopleAct, PeopleChange
from ..storage.writer import Writer
from .games import Desk, stamp
from .transaction import Overtaken, Submission


class NoSuchPerson(Exception):
    """Nobody has that id, or nothing was done to them."""


class CannotRename(Exception):
    """A person cannot be called so: `message` says why, and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


REVERSED = {PeopleAct.HIDE: PeopleAct.SHOW, PeopleAct.SHOW: PeopleAct.HIDE, PeopleAct.RENAME: PeopleAct.RENAME}


def rename(desk: Desk, person_id: int, seen: str, name: str, submission: Submission) -> PeopleChange:
    """Give a person another name, in all their games. Raises NoSuchPerson, Overtaken, CannotRename."""
    return _change(desk, person_id, PeopleAct.RENAME, seen, name, submission)


def hide(desk: Desk, person_id: int, seen: str, submission: Submission) -> PeopleChange:
    """Suggest a person no more until they sit down again. Raises NoSuchPerson, Overtaken."""
    return _change(desk, person_id, PeopleAct.HIDE, seen, seen, submission)


def take_back(desk: Desk, change_id: int, submission: Submission) -> PeopleChange:
    """Take a change to a person back, if nothing else was done to their name since.

    Raises NoSuchPerson, Overtaken, CannotRename.
    """
    with desk.store.reading() as reader:
        change = reader.people_change(change_id)
        last = change and reader.last_people_change(change.person)
    if change is None:
        raise NoSuchPerson
    if last != change and (last is None or last.key != submission.key):
        raise Overtaken
    return _change(desk, change.person, REVERSED[change.act], change.after, change.before, submission)


def give_names(writer: Writer, renames: Sequence[Rename]) -> tuple[Rename, ...]:
    """Give people their names, all at once, and return what was given.

    Who has been given another name since keeps that, and who cannot have theirs back, because somebody else has it
    now, keeps what they have. Raises CannotRename if somebody who comes in would be left without a name.
    """
    due = [each for each in renames if not each.before or writer.has_name(each.player, each.before)]
    due = [each for each in due if each.after or not writer.sits_somewhere(each.player)]
    for each in due:
        writer.free_name(each.player)
    free = [each for each in due if each.after and not writer.person_called(each.after)]
    for each in free:
        writer.set_name(each.player, each.after)
    for each in due:
        if each.after and each not in free:
            _refuse_taken(writer, each.before or each.after)
            writer.set_name(each.player, each.before)
    return tuple(each for each in due if each in free or not each.after)


def _refuse_taken(writer: Writer, name: str) -> None:
    other = writer.person_called(name)
    if other:
        raise CannotRename(say("Somebody else is called {player} already. Choose another name.", player=other.name))


def _change(desk: Desk, person_id: int, act: PeopleAct, seen: str, name: str, submission: Submission) -> PeopleChange:
    with desk.store.writing() as writer:
        done = _done(writer, submission)
        if done:
            return done
        person = writer.person(person_id)
        if person is None:
            raise NoSuchPerson
        if person.name != seen:
            raise Overtaken
        if act is PeopleAct.RENAME:
            if name.casefold() != seen.casefold():
                _refuse_taken(writer, name)
            writer.set_name(person_id, name)
        else:
            writer.set_suggested(person_id, act is PeopleAct.SHOW)
        made = stamp(desk.clock())
        return writer.add_people_change(person_id, act, (seen, name), made, submission.key, submission.digest)


def _done(reader: Reader, submission: Submission) -> PeopleChange | None:
    """Return what this submission did before, or None if its key is new; raises Overtaken if that was another."""
    earlier = reader.earlier_people_change(submission.key)
    if reader.earlier(submission.key) or (earlier and earlier.digest != submission.digest):
        raise Overtaken
    return earlier
