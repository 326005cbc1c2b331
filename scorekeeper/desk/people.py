"""People by themselves: a name that is corrected in every game, and one that is not suggested any more.

A change is told apart by its entry key, like those of games; in place of a revision it carries the name that was seen.
"""

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


def give_name(writer: Writer, person_id: int, seen: str, name: str) -> None:
    """Give the person who was `seen` under one name another that is theirs alone; raises CannotRename."""
    person, other = writer.person(person_id), writer.person_called(name)
    if person is None or person.name != seen:
        raise CannotRename(say("{player} has been given another name meanwhile.", player=seen))
    if other and other.id != person_id:
        raise CannotRename(say("Somebody else is called {player} already. Choose another name.", player=other.name))
    writer.set_name(person_id, name)


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
            give_name(writer, person_id, seen, name)
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
