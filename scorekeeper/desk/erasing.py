"""Removes a person's name from games, trails, notes and from the database file itself. There is no way back."""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import cache
from typing import Any

from ..core.document import NOTE_LENGTH, VENUE_LENGTH
from ..storage import Database
from ..storage.changes import read_deltas, set_delta
from ..storage.connection import DatabaseUnavailable
from ..storage.games import texts_about_games
from ..storage.keeping import begin_anew
from ..storage.people import folded_names, names_ever, person_called, standing_behind
from ..storage.projections import set_words
from ..storage.rows import PeopleAct, PeopleChange, Person, Shelf
from ..storage.settings import read_setting, remove_setting, set_setting
from .games import Desk, forget_labels
from .people import add_change, done_before, seen_person
from .transaction import Submission

LEFT_OVER = "erased"
"""The setting that is there while the letters of a removed name may still be in the file."""
IN_BACKUPS = "erased in backups"
"""The setting that is there while backups with a removed name have to be deleted: those made up to its value, in
seconds since 1970."""
MOST = {"venue": VENUE_LENGTH, "note": NOTE_LENGTH}
"""The columns of what people write about a game, and how many characters each can have."""
Rewriting = Callable[[str, str], str]
"""Takes a column of MOST and a text in it, and returns the text without the name."""


def remove_name(
    desk: Desk, person_id: int, seen: str, submission: Submission, *, backups: bool = False
) -> PeopleChange:
    """Remove a person's name, which the form showed as `seen`, for good; their games stay, with another name in them.

    Their former names are removed too, and the names of everybody who was merged into them. With `backups`, the
    automatic backups made so far are deleted as soon as there is a new one. Raises NoSuchPerson, Overtaken.
    """
    with desk.store.writing() as db:
        done = done_before(db, submission)
        if done:
            return done
        seen_person(db, person_id, seen)
        names, others = _folded(names_ever(db, person_id)), folded_names(db)
        instead = name_instead(db, person_id)

        @cache  # many games have the same place
        def rewritten(column: str, text: str) -> str:
            return without(text, names, others, instead)[: MOST[column]]

        _erase_name(db, person_id, names, instead, rewritten)
        set_setting(db, LEFT_OVER, "yes")
        if backups:
            set_setting(db, IN_BACKUPS, str(int(desk.clock().timestamp())))
        person = Person(person_id, instead, suggested=False)
        change = add_change(desk, db, person, PeopleAct.REMOVE, instead, submission)
    finish_erasing(desk)
    return change


def _erase_name(db: Database, player_id: int, names: Collection[str], instead: str, rewritten: Rewriting) -> None:
    """Call a player `instead`, and put that in the place of these `names` (case folded) everywhere.

    `rewritten` does so in places and notes. The trail of the player's names is deleted.
    """
    people = standing_behind(db, player_id)
    for each in people:
        db.execute("DELETE FROM people_changes WHERE player_id = ?", [each])
    _erase_from_trails(db, people, names, instead, rewritten)
    for each, name in db.execute("SELECT id, name FROM players").fetchall():
        if each in people or name.casefold() in names:
            db.execute("UPDATE players SET name = ? WHERE id = ?", [instead, each])
    db.execute("UPDATE players SET folded = ?, suggested = FALSE WHERE id = ?", [instead.casefold(), player_id])
    db.execute(
        """UPDATE results SET name = ?
        WHERE seat IS NOT NULL AND (game_id, seat) IN (SELECT game_id, seat FROM seats WHERE player_id = ?)""",
        [instead, player_id],
    )
    query = "SELECT id, finished, shelf, venue, note FROM games WHERE venue IS NOT NULL OR note IS NOT NULL"
    for game_id, finished, shelf, *before in db.execute(query).fetchall():
        about = [text and rewritten(column, text) for column, text in zip(MOST, before, strict=True)]
        if about != before:
            db.execute("UPDATE games SET venue = ?, note = ? WHERE id = ?", [*about, game_id])
            if finished and shelf == Shelf.TABLE:
                set_words(db, game_id, *about)
    _erase_from_imports(db, rewritten)


def _erase_from_trails(
    db: Database, people: Collection[int], names: Collection[str], instead: str, rewritten: Rewriting
) -> None:
    def erased(person: int | None, name: str) -> str:
        return instead if name and (person in people or name.casefold() in names) else name

    for change, person, before, after, other in db.execute(
        "SELECT id, player_id, before, after, other_id FROM people_changes"
    ).fetchall():
        db.execute(
            "UPDATE people_changes SET before = ?, after = ? WHERE id = ?",
            [erased(person, before), erased(other, after), change],
        )
    for game_id, revision, delta in read_deltas(db, "names", *MOST):
        kept = {**delta}
        for part, both in delta.items():
            if part in MOST:
                before, after = (text and rewritten(part, text) for text in both)
                kept[part] = before, after
            elif part == "names":
                before, after = ([[player, erased(player, name)] for player, name in each] for each in both)
                kept[part] = before, after
        if kept != delta:
            set_delta(db, game_id, revision, kept)


def _erase_from_imports(db: Database, rewritten: Rewriting) -> None:
    """Remove the name from names of files, and from the values of sentences about games."""

    def kept(part: Any) -> Any:
        match part:
            case str():
                return rewritten("note", part)
            case list():
                return [kept(each) for each in part]
            case dict():
                return {key: each if key in ("template", "plural") else kept(each) for key, each in part.items()}
        return part

    for import_id, text in db.execute("SELECT id, details FROM imports WHERE details IS NOT NULL").fetchall():
        details = json.loads(text)
        if kept(details) != details:
            db.execute("UPDATE imports SET details = ? WHERE id = ?", [json.dumps(kept(details)), import_id])


def finish_erasing(desk: Desk) -> None:
    """Write the file anew if the letters of a removed name may still be in it, and delete backups where asked for.

    What cannot be done now is tried again when the database is opened the next time.
    """
    forget_labels()
    with desk.store.reading() as db:
        left_over, in_backups = read_setting(db, LEFT_OVER), read_setting(db, IN_BACKUPS)
    if left_over and desk.store.write_anew():
        with desk.store.writing() as db:
            remove_setting(db, LEFT_OVER)
    if in_backups:
        try:
            until = datetime.fromtimestamp(int(in_backups)).astimezone()
            begin_anew(desk.store.path, until, desk.clock())
        except (DatabaseUnavailable, OSError, ValueError, OverflowError):  # the last two: the setting is no moment
            return
        with desk.store.writing() as db:
            remove_setting(db, IN_BACKUPS)


def name_instead(db: Database, person_id: int) -> str:
    """Return the name that takes the place of a removed one, the same in every language: "NN 7"."""
    number = person_id
    while (called := person_called(db, f"NN {number}")) and called.id != person_id:
        number += 1
    return f"NN {number}"


def is_without_name(db: Database, person: Person) -> bool:
    """Return whether a person's name was removed: they are called what `name_instead` gives."""
    return person.name == name_instead(db, person.id)


def written_with(db: Database, person_id: int) -> tuple[str, ...]:
    """Return the notes and places of games that contain a name that the person has or had."""
    names, others = _folded(names_ever(db, person_id)), folded_names(db)
    return tuple(text for text in texts_about_games(db) if without(text, names, others, "") != text)


def without(text: str, names: Collection[str], others: Collection[str], instead: str) -> str:
    """Return `text` with `instead` in the place of these `names`, in whatever case they are written.

    `names` and `others` are case folded. Only whole words are replaced; one that goes on with an s ("Annas") keeps the
    s, unless it is one of the `others`: then it stays.
    """
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
