"""People: who has a name and whose names look alike; and changes of people, in all their games.

Like a change of a game, each has an entry key. In the place of a revision it has `seen`, the name that the form showed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from ..core.alike import alike, alike_to
from ..core.log import Rename
from ..core.messages import Message, say
from ..storage import Database
from ..storage.changes import change_by_key
from ..storage.connection import column
from ..storage.people import (
    free_name,
    has_name,
    last_people_change,
    merge_players,
    people_change_by_key,
    person_called,
    read_people_change,
    read_person,
    sat_together,
    set_name,
    set_suggested,
    sits_somewhere,
    split_player,
)
from ..storage.rows import UNDATED, PeopleAct, PeopleChange, Person, Shelf
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
    row: dict[str, Any] = {
        "player_id": person.id,
        "act": act,
        "before": person.name,
        "after": after,
        "made": stamp(desk.clock()),
        "entry_key": submission.key,
        "digest": submission.digest,
        "other_id": other,
    }
    added = db.table("people_changes").insert(row)
    return PeopleChange(int(added.last_pk or 0), *row.values())


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


# Names


@dataclass(frozen=True, slots=True)
class Named:
    """A person: their name, whether it is `suggested` when people sit down, and how many `games` they have.

    `games` counts finished games, or all games where a function says so. `moment` (seconds since 1970) is that of their
    latest game; None: they have no game, or only deleted ones.
    """

    id: int
    name: str
    suggested: bool
    games: int
    moment: int | None


def everybody(db: Database) -> tuple[Named, ...]:
    """Return everybody who has a name, sorted by name; `games` counts finished games."""
    rows = db.execute(
        """SELECT id, name, suggested, coalesce(played, 0), latest FROM players LEFT JOIN (
            SELECT player_id, count(*) AS played FROM games JOIN seats ON game_id = games.id
            WHERE shelf = ? AND finished = 1 GROUP BY player_id
        ) ON player_id = id WHERE folded >= ' ' ORDER BY folded""",
        [Shelf.TABLE],
    ).fetchall()
    return tuple(Named(each, name, bool(suggested), *figures) for each, name, suggested, *figures in rows)


def long_unused(people: Sequence[Named], before: int) -> tuple[Named, ...]:
    """Return who is suggested but has not sat at a table since the moment `before`; who has been away longest is first.

    People without any dated game are left out: nobody knows when they played.
    """
    found = [each for each in people if each.suggested and UNDATED < (each.moment or UNDATED) < before]
    return tuple(sorted(found, key=lambda each: (each.moment, each.id)))


def look_alike(db: Database, people: Sequence[Named], most: int) -> tuple[tuple[Named, Named], ...]:
    """Return up to `most` pairs whose names look alike and who may be one person, as they never sat together.

    In each pair who sits at fewer games comes first; `games` counts all games.
    """
    found = []
    for one, other in _alike(tuple(each.name for each in people)):
        pair = sorted((people[one], people[other]), key=lambda each: each.games)
        if not sat_together(db, pair[0].id, pair[1].id, 1):
            found.append(sorted(_with_all_games(db, pair), key=lambda each: (each.games, -each.id)))
        if len(found) == most:
            break
    return tuple((rarer, other) for rarer, other in found)


def like(db: Database, people: Sequence[Named], player_id: int, most: int) -> tuple[Named, ...]:
    """Return up to `most` people whose names look like a player's, and who never sat with them; with all games."""
    others = [each for each in people if each.id != player_id]
    one = next(each for each in people if each.id == player_id)
    found = (others[at] for at in alike_to(one.name, [each.name for each in others]))
    return tuple(
        _with_all_games(db, islice((each for each in found if not sat_together(db, each.id, one.id, 1)), most))
    )


def games_of(db: Database, player_id: int) -> int:
    """Return at how many games somebody sits, finished or not, on any shelf."""
    (count,) = db.execute("SELECT count(*) FROM seats WHERE player_id = ?", [player_id]).fetchone()
    return int(count)


def running_games_of(db: Database, player_id: int, most: int) -> tuple[str, ...]:
    """Return the ids of up to `most` games in progress at which somebody sits, latest first."""
    return column(
        db,
        """SELECT id FROM games WHERE shelf = ? AND NOT finished
        AND EXISTS (SELECT 1 FROM seats WHERE game_id = id AND player_id = ?) ORDER BY moment DESC, id LIMIT ?""",
        [Shelf.TABLE, player_id, most],
    )


def _with_all_games(db: Database, people: Iterable[Named]) -> list[Named]:
    return [replace(each, games=games_of(db, each.id)) for each in people]


@lru_cache(2)
def _alike(names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    return alike(names)
