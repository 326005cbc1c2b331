"""Names: changes of a name in all games, similar names, and removal of a name from the database.

Like a change of a game, each change has an idempotency key. Instead of a revision, a change has `seen`, the name in the
form.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache, partial
from itertools import islice
from typing import Any

from sqlite_utils import Database

from ..core.document import NOTE_LENGTH, VENUE_LENGTH
from ..core.log import Rename
from ..core.messages import Message, say
from ..core.similar_names import alike, alike_to
from .backups import replace_backups
from .connection import DatabaseUnavailable, column
from .external import ExternalResult
from .games import GameService, NotSaved, StaleRevision, Submission, done_before, forget_labels, stamp
from .results import set_words
from .rows import (
    UNDATED,
    GameStatus,
    PeopleAct,
    PeopleChange,
    Person,
    SubmissionEffect,
    add_submission,
    find_person,
    folded_names,
    free_name,
    has_name,
    last_people_change,
    merge_players,
    merged_ids,
    names_ever,
    read_deltas,
    read_people_change,
    read_person,
    sat_together,
    set_delta,
    set_name,
    set_suggested,
    sits_somewhere,
    split_player,
    texts_about_games,
)
from .settings import OF_TABLES, read_setting, remove_setting, set_setting, settings_named
from .uploads import remove_old_uploads


class NoSuchPerson(Exception):
    """No person, or no change of a person, has that id."""


class CannotRename(NotSaved):
    """A player cannot get a name: `message` has the reason and the fix; `other` is the player who has the name."""

    def __init__(self, message: Message, other: Person | None = None) -> None:
        super().__init__(message)
        self.other = other


class SatTogether(Exception):
    """Raised for a merge of two players who played in the same game."""


REVERSED = {
    PeopleAct.HIDE: PeopleAct.SHOW,
    PeopleAct.SHOW: PeopleAct.HIDE,
    PeopleAct.RENAME: PeopleAct.RENAME,
    PeopleAct.MERGE: PeopleAct.SPLIT,
    PeopleAct.SPLIT: PeopleAct.MERGE,
}
"""For each kind of change, the kind that undoes it; the removal of a name cannot be undone."""


def rename(service: GameService, person_id: int, seen: str, name: str, submission: Submission) -> PeopleChange:
    """Rename a person in all their games; raises NoSuchPerson, StaleRevision, CannotRename."""
    return _change(service, person_id, PeopleAct.RENAME, seen, name, submission)


def hide(service: GameService, person_id: int, seen: str, submission: Submission) -> PeopleChange:
    """Stop suggesting a person until their next game; raises NoSuchPerson, StaleRevision."""
    return _change(service, person_id, PeopleAct.HIDE, seen, seen, submission)


def show(service: GameService, person_id: int, seen: str, submission: Submission) -> PeopleChange:
    """Suggest a person again; raises NoSuchPerson, StaleRevision."""
    return _change(service, person_id, PeopleAct.SHOW, seen, seen, submission)


def merge(
    service: GameService, person_id: int, into: int, seen: tuple[str, str], submission: Submission
) -> PeopleChange:
    """Merge a person into another; `seen` has both names shown. Raises NoSuchPerson, StaleRevision, SatTogether."""
    with service.store.writing() as db:
        done = _made_before(db, submission)
        if done:
            return done
        person, other = seen_person(db, person_id, seen[0]), seen_person(db, into, seen[1])
        if person == other:
            raise StaleRevision
        return _merge(service, db, person, other, submission)


def take_back(service: GameService, change_id: int, submission: Submission) -> PeopleChange:
    """Undo a change of a person; raises NoSuchPerson, StaleRevision (changed since), CannotRename, SatTogether."""
    with service.store.writing() as db:
        done = _made_before(db, submission)
        if done:
            return done
        change = read_people_change(db, change_id)
        if change is None:
            raise NoSuchPerson
        if last_people_change(db, change.person) != change or change.act not in REVERSED:
            raise StaleRevision
        match change.act:
            case PeopleAct.MERGE:
                return _split(service, db, change, submission)
            case PeopleAct.SPLIT:
                person, other = read_person(db, change.person), read_person(db, change.other or 0)
                if person is None or other is None or person == other or person.name != change.before:
                    raise StaleRevision
                return _merge(service, db, person, other, submission)
        person = seen_person(db, change.person, change.after)
        return _apply(service, db, person, REVERSED[change.act], change.before, submission)


def give_names(db: Database, renames: Sequence[Rename]) -> tuple[Rename, ...]:
    """Rename people, all at once so that two can swap names; return the renames carried out.

    Skips a rename if the player's name has changed since, or if another player has the new name. Raises CannotRename if
    such a player cannot keep the old name either, because another player gets it.
    """
    due = [each for each in renames if not each.before or has_name(db, each.player, each.before)]
    due = [each for each in due if each.after or not sits_somewhere(db, each.player)]
    for each in due:
        free_name(db, each.player)
    free = [each for each in due if each.after and not find_person(db, each.after)]
    for each in free:
        set_name(db, each.player, each.after)
    for each in due:
        if each.after and each not in free:
            _refuse_taken(db, each.before or each.after)
            set_name(db, each.player, each.before)
    return tuple(each for each in due if each in free or not each.after)


def _refuse_taken(db: Database, name: str) -> None:
    other = find_person(db, name)
    if other:
        message = say("{player} is already another player's name. Choose another one.", player=other.name)
        raise CannotRename(message, other)


def can_take_back(db: Database, change: PeopleChange) -> bool:
    """Return whether a change of a person can be undone: their name was not changed again since."""
    if change.act not in REVERSED or last_people_change(db, change.person) != change:
        return False
    return change.act is PeopleAct.MERGE or has_name(
        db, change.person, change.before if change.act is PeopleAct.SPLIT else change.after
    )


def _made_before(db: Database, submission: Submission) -> PeopleChange | None:
    earlier = done_before(db, submission, "name_change")
    return read_people_change(db, earlier.name_change or 0) if earlier else None


def seen_person(db: Database, person_id: int, seen: str) -> Person:
    """Return the person with that id; raises NoSuchPerson, or StaleRevision if their name is no longer `seen`."""
    person = read_person(db, person_id)
    if person is None:
        raise NoSuchPerson
    if person.id != person_id or not has_name(db, person_id, seen):
        raise StaleRevision
    return person


def add_change(
    service: GameService,
    db: Database,
    person: Person,
    act: PeopleAct,
    after: str,
    submission: Submission,
    other: int | None = None,
) -> PeopleChange:
    """Add a change to a person's trail: `person` before the change, the name `after` it, the id of a merged `other`."""
    row: dict[str, Any] = {
        "player_id": person.id,
        "act": act,
        "before": person.name,
        "after": after,
        "made": stamp(service.clock()),
        "other_id": other,
    }
    change = PeopleChange(int(db.table("people_changes").insert(row).last_pk or 0), *row.values())
    add_submission(db, submission.key, SubmissionEffect(submission.digest, name_change=change.id))
    return change


def _change(
    service: GameService, person_id: int, act: PeopleAct, seen: str, name: str, submission: Submission
) -> PeopleChange:
    with service.store.writing() as db:
        done = _made_before(db, submission)
        return done or _apply(service, db, seen_person(db, person_id, seen), act, name, submission)


def _apply(
    service: GameService, db: Database, person: Person, act: PeopleAct, name: str, submission: Submission
) -> PeopleChange:
    if act is PeopleAct.RENAME:
        if name.casefold() != person.name.casefold():
            _refuse_taken(db, name)
        set_name(db, person.id, name)
    else:
        set_suggested(db, person.id, act is PeopleAct.SHOW)
    return add_change(service, db, person, act, name, submission)


def _merge(service: GameService, db: Database, person: Person, other: Person, submission: Submission) -> PeopleChange:
    if sat_together(db, person.id, other.id, 1):
        raise SatTogether
    merge_players(db, person.id, other.id)
    return add_change(service, db, person, PeopleAct.MERGE, other.name, submission, other.id)


def _split(service: GameService, db: Database, change: PeopleChange, submission: Submission) -> PeopleChange:
    other = read_person(db, change.person)
    if other is None:
        raise NoSuchPerson
    _refuse_taken(db, change.before)
    split_player(db, change.person)
    set_name(db, change.person, change.before)
    person = seen_person(db, change.person, change.before)
    return add_change(service, db, person, PeopleAct.SPLIT, other.name, submission, other.id)


# Names


@dataclass(frozen=True, slots=True)
class Named:
    """A person with their number of `games`; `suggested`: their name is suggested for new games.

    `games` counts finished games, unless a function specifies all games. `moment` (seconds since 1970) is the time of
    the latest game, None without games or with only deleted ones.
    """

    id: int
    name: str
    suggested: bool
    games: int
    moment: int | None


def everybody(db: Database) -> tuple[Named, ...]:
    rows = db.execute(
        """SELECT id, name, suggested, coalesce(played, 0), latest FROM players LEFT JOIN (
            SELECT player_id, count(*) AS played FROM games JOIN seats ON game_id = games.id
            WHERE status = ? AND finished = 1 GROUP BY player_id
        ) ON player_id = id WHERE folded >= ' ' ORDER BY folded""",
        [GameStatus.ACTIVE],
    ).fetchall()
    return tuple(Named(each, name, bool(suggested), *figures) for each, name, suggested, *figures in rows)


def long_unused(people: Sequence[Named], before: int) -> tuple[Named, ...]:
    """Return suggested players whose last game was before the moment `before`, longest absence first."""
    found = [each for each in people if each.suggested and UNDATED < (each.moment or UNDATED) < before]
    return tuple(sorted(found, key=lambda each: (each.moment, each.id)))


def look_alike(db: Database, people: Sequence[Named], most: int) -> tuple[tuple[Named, Named], ...]:
    """Return up to `most` pairs of players with similar names who never played together, and so may be one person.

    In each pair the player with fewer games comes first; `games` counts all games.
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
    """Return up to `most` players with similar names who never played with a player; `games` counts all games."""
    others = [each for each in people if each.id != player_id]
    one = next(each for each in people if each.id == player_id)
    found = (others[at] for at in alike_to(one.name, [each.name for each in others]))
    return tuple(
        _with_all_games(db, islice((each for each in found if not sat_together(db, each.id, one.id, 1)), most))
    )


def games_of(db: Database, player_id: int) -> int:
    """Return a player's number of games, finished or not, of any status."""
    return db.table("seats").count_where("player_id = ?", [player_id])


def running_games_of(db: Database, player_id: int, most: int) -> tuple[str, ...]:
    return column(
        db,
        """SELECT id FROM games WHERE status = ? AND NOT finished
        AND EXISTS (SELECT 1 FROM seats WHERE game_id = id AND player_id = ?) ORDER BY moment DESC, id LIMIT ?""",
        [GameStatus.ACTIVE, player_id, most],
    )


def _with_all_games(db: Database, people: Iterable[Named]) -> list[Named]:
    return [replace(each, games=games_of(db, each.id)) for each in people]


@lru_cache(2)
def _alike(names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    return alike(names)


# Removing a name from games, trails, notes and the database file; it cannot be undone


LEFT_OVER = "erased"
"""Name of the setting that exists while the file may still contain a removed name."""
IN_BACKUPS = "erased in backups"
"""Name of the setting that exists while backups with a removed name must be deleted.

The value is the time of the last such backup, in seconds since 1970.
"""
TEXTS = ("venue", "note", "external_result")
"""Columns with free text about a game."""
MAX_TEXT_LENGTHS = {"venue": VENUE_LENGTH, "note": NOTE_LENGTH}
"""Maximum length of the texts in TEXTS, in characters."""
Rewriting = Callable[[str, str], str]
"""Function that takes the name of a column (or "") and a text in it, and returns the text without the name."""


def remove_name(
    service: GameService, person_id: int, seen: str, submission: Submission, *, backups: bool = False
) -> PeopleChange:
    """Permanently remove a person's name, shown in the form as `seen`; their games stay, with a placeholder name.

    Their former names, and the names of players merged into them, are also removed. With `backups`, the automatic
    backups made so far are deleted as soon as there is a new one. Raises NoSuchPerson, StaleRevision.
    """
    with service.store.writing() as db:
        done = _made_before(db, submission)
        if done:
            return done
        seen_person(db, person_id, seen)
        names, others = _folded(names_ever(db, person_id)), folded_names(db)
        instead = name_instead(db, person_id)

        @cache  # many games have the same place
        def rewritten(column: str, text: str) -> str:
            if column == "external_result":
                result = ExternalResult.read(text)
                changed = result.with_texts(partial(rewritten, ""))
                return text if changed == result else changed.text()
            return without(text, names, others, instead)[: MAX_TEXT_LENGTHS.get(column)]

        # Insert before deleting, so that no deleted id is reused and an old undo form cannot match.
        person = Person(person_id, instead, suggested=False)
        change = add_change(service, db, person, PeopleAct.REMOVE, instead, submission)
        _erase_name(db, person_id, names, instead, rewritten, before=change.id)
        set_setting(db, LEFT_OVER, "yes")
        if backups:
            set_setting(db, IN_BACKUPS, str(int(service.clock().timestamp())))
    finish_erasing(service)
    return change


def _erase_name(
    db: Database, player_id: int, names: Collection[str], instead: str, rewritten: Rewriting, *, before: int
) -> None:
    """Rename a player to `instead`, and replace these `names` (case folded) everywhere.

    `rewritten` replaces names in texts about games. The player's name changes with an id below `before` are deleted.
    """
    people = merged_ids(db, player_id)
    for each in people:
        db.table("people_changes").delete_where("player_id = ? AND id < ?", [each, before])
    _erase_from_trails(db, people, names, instead, rewritten)
    for person in list(db.table("players").rows):
        if person["id"] in people or person["name"].casefold() in names:
            db.table("players").update(person["id"], {"name": instead})
    db.table("players").update(player_id, {"folded": instead.casefold(), "suggested": False})
    db.execute(
        """UPDATE results SET name = ?
        WHERE seat IS NOT NULL AND (game_id, seat) IN (SELECT game_id, seat FROM seats WHERE player_id = ?)""",
        [instead, player_id],
    )
    for game in list(db.table("games").rows_where(" OR ".join(f"{each} IS NOT NULL" for each in TEXTS))):
        about = {each: game[each] and rewritten(each, game[each]) for each in TEXTS}
        if about != {each: game[each] for each in TEXTS}:
            db.table("games").update(game["id"], about)
            if game["finished"] and game["status"] == GameStatus.ACTIVE:
                set_words(db, game["id"], **about)
    _erase_from_imports(db, rewritten)
    for setting, value in settings_named(db, OF_TABLES).items():  # a heading can be a name
        choices = json.dumps(json.loads(value), ensure_ascii=False)
        if rewritten("", choices) != choices:
            remove_setting(db, setting)


def _erase_from_trails(
    db: Database, people: Collection[int], names: Collection[str], instead: str, rewritten: Rewriting
) -> None:
    def erased(person: int | None, name: str) -> str:
        return instead if name and (person in people or name.casefold() in names) else name

    for change in list(db.table("people_changes").rows):
        left = {
            "before": erased(change["player_id"], change["before"]),
            "after": erased(change["other_id"], change["after"]),
        }
        db.table("people_changes").update(change["id"], left)
    for game_id, revision, delta in read_deltas(db, "names", *TEXTS):
        kept = {**delta}
        for part, both in delta.items():
            if part in TEXTS:
                before, after = (text and rewritten(part, text) for text in both)
                kept[part] = before, after
            elif part == "names":
                before, after = ([[player, erased(player, name)] for player, name in each] for each in both)
                kept[part] = before, after
        if kept != delta:
            set_delta(db, game_id, revision, kept)


def _erase_from_imports(db: Database, rewritten: Rewriting) -> None:
    """Remove the name from the names of imported files, and from the values of messages about games."""

    def kept(part: Any) -> Any:
        match part:
            case str():
                return rewritten("", part)
            case list():
                return [kept(each) for each in part]
            case dict():
                return {key: each if key in ("template", "plural") else kept(each) for key, each in part.items()}
        return part

    for each in list(db.table("imports").rows_where("details IS NOT NULL")):
        details = json.loads(each["details"])
        if kept(details) != details:
            db.table("imports").update(each["id"], {"details": json.dumps(kept(details))})


def finish_erasing(service: GameService) -> None:
    """Rewrite the file if it may still contain a removed name, and delete uploads, and backups if requested.

    Anything that fails is retried the next time the database is opened.
    """
    forget_labels()
    with service.store.reading() as db:
        left_over, in_backups = read_setting(db, LEFT_OVER), read_setting(db, IN_BACKUPS)
    if left_over:
        remove_old_uploads(service.store.path.parent, 0)
    if left_over and service.store.vacuum():
        with service.store.writing() as db:
            remove_setting(db, LEFT_OVER)
    if in_backups:
        try:
            until = datetime.fromtimestamp(int(in_backups)).astimezone()
            replace_backups(service.store.path, until, service.clock())
        except (DatabaseUnavailable, OSError, ValueError, OverflowError):  # the last two: not a valid time
            return
        with service.store.writing() as db:
            remove_setting(db, IN_BACKUPS)


def name_instead(db: Database, person_id: int) -> str:
    """Return the placeholder for a removed name, the same in every language: "NN 7"."""
    number = person_id
    while (called := find_person(db, f"NN {number}")) and called.id != person_id:
        number += 1
    return f"NN {number}"


def is_without_name(db: Database, person: Person) -> bool:
    return person.name == name_instead(db, person.id)


def written_with(db: Database, person_id: int) -> tuple[str, ...]:
    names, others = _folded(names_ever(db, person_id)), folded_names(db)
    return tuple(text for text in texts_about_games(db) if without(text, names, others, "") != text)


def without(text: str, names: Collection[str], others: Collection[str], instead: str) -> str:
    """Return `text` with these `names` replaced by `instead`, ignoring case. `names` and `others` are case folded.

    Only complete words are replaced; an appended s ("Annas") stays. A word in `others`, such as another player called
    Annas, is not replaced.
    """
    # Case folding can change the number of characters: `at` maps each folded character to an index of `composed`.
    composed = unicodedata.normalize("NFC", text)
    if not any(name in composed.casefold() for name in names):
        return text
    folded = [(at, letter) for at, each in enumerate(composed) for letter in each.casefold()]
    at = [*(place for place, _ in folded), len(composed)]
    kept, done = [], 0
    for found in _pattern(names, others).finditer("".join(letter for _, letter in folded)):
        kept += [composed[done : at[found.start()]], instead]
        done = at[found.end()]
    return "".join([*kept, composed[done:]]) if kept else text


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)


def _pattern(names: Collection[str], others: Collection[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    words = (re.escape(name) + (r"(?!\w)" if f"{name}s" in others else r"(?=s?(?!\w))") for name in longest_first)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})")
