"""Removes a name from the database: from people, trails, results, and what people wrote about their games."""

import json
from collections.abc import Callable, Collection, Sequence

from sqlite_utils import Database

from .changes import read_renames
from .people import standing_behind
from .projections import set_words
from .rows import Shelf

ABOUT = ("venue", "note")
"""The columns of what people write about a game."""

Rewriting = Callable[[str, str], str]
"""Takes a column of ABOUT and a text in it, and returns the text without the name."""


def erase_name(db: Database, player_id: int, names: Collection[str], instead: str, rewritten: Rewriting) -> None:
    """Call a player `instead`, and put that in the place of these `names` (case folded) everywhere.

    `rewritten` does so in places and notes. The trail of the player's names is deleted.
    """
    people = standing_behind(db, player_id)
    for each in people:
        db.execute("DELETE FROM people_changes WHERE player_id = ?", [each])
    _erase_from_trails(db, people, names, instead)
    for each, name in db.execute("SELECT id, name FROM players").fetchall():
        if each in people or name.casefold() in names:
            db.execute("UPDATE players SET name = ? WHERE id = ?", [instead, each])
    db.execute("UPDATE players SET folded = ?, suggested = FALSE WHERE id = ?", [instead.casefold(), player_id])
    db.execute(
        """UPDATE results SET name = ?
        WHERE seat IS NOT NULL AND (game_id, seat) IN (SELECT game_id, seat FROM seats WHERE player_id = ?)""",
        [instead, player_id],
    )
    _erase_from_games(db, rewritten)
    _erase_from_edits(db, rewritten)


def _erase_from_games(db: Database, rewritten: Rewriting) -> None:
    for game_id, finished, shelf, *about in db.execute(
        """SELECT id, finished, shelf, venue, note FROM games
        WHERE venue IS NOT NULL OR note IS NOT NULL"""
    ).fetchall():
        venue, note = _rewritten(about, rewritten)
        if [venue, note] != about:
            db.execute("UPDATE games SET venue = ?, note = ? WHERE id = ?", [venue, note, game_id])
            if finished and shelf == Shelf.TABLE:
                set_words(db, game_id, venue, note)


def _erase_from_edits(db: Database, rewritten: Rewriting) -> None:
    for game_id, revision, text in db.execute(
        "SELECT game_id, revision, about_edit FROM changes WHERE about_edit IS NOT NULL"
    ).fetchall():
        edit = json.loads(text)
        kept = [_rewritten(about, rewritten) for about in edit]
        if kept != edit:
            db.execute(
                "UPDATE changes SET about_edit = ? WHERE game_id = ? AND revision = ?",
                [json.dumps(kept), game_id, revision],
            )


def _erase_from_trails(db: Database, people: Collection[int], names: Collection[str], instead: str) -> None:
    def erased(person: int | None, name: str) -> str:
        return instead if name and (person in people or name.casefold() in names) else name

    for change, person, before, after, other in db.execute(
        "SELECT id, player_id, before, after, other_id FROM people_changes"
    ).fetchall():
        db.execute(
            "UPDATE people_changes SET before = ?, after = ? WHERE id = ?",
            [erased(person, before), erased(other, after), change],
        )
    for game_id, revision, tables, renames in read_renames(db):
        kept = [(each, erased(each, before), erased(each, after)) for each, before, after in renames]
        if kept != renames:
            db.execute(
                "UPDATE changes SET table_edit = ? WHERE game_id = ? AND revision = ?",
                [json.dumps([*tables, kept]), game_id, revision],
            )


def _rewritten(about: Sequence[str | None], rewritten: Rewriting) -> list[str | None]:
    return [text and rewritten(column, text) for column, text in zip(ABOUT, about, strict=True)]
