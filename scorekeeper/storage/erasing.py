"""Removes a name from the database: from people, trails, results, and what people wrote about their games."""

import json
from collections.abc import Callable, Collection
from typing import Any

from sqlite_utils import Database

from .changes import read_deltas, set_delta
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
    _erase_from_deltas(db, rewritten)
    _erase_from_imports(db, rewritten)


def _erase_from_games(db: Database, rewritten: Rewriting) -> None:
    query = "SELECT id, finished, shelf, venue, note FROM games WHERE venue IS NOT NULL OR note IS NOT NULL"
    for game_id, finished, shelf, *before in db.execute(query).fetchall():
        about = [text and rewritten(column, text) for column, text in zip(ABOUT, before, strict=True)]
        if about != before:
            venue, note = about
            db.execute("UPDATE games SET venue = ?, note = ? WHERE id = ?", [venue, note, game_id])
            if finished and shelf == Shelf.TABLE:
                set_words(db, game_id, venue, note)


def _erase_from_deltas(db: Database, rewritten: Rewriting) -> None:
    for game_id, revision, delta in read_deltas(db, *ABOUT):
        kept = {**delta}
        for part, (before, after) in delta.items():
            if part in ABOUT:
                kept[part] = before and rewritten(part, before), after and rewritten(part, after)
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
    for game_id, revision, delta in read_deltas(db, "names"):
        before, after = ([[player, erased(player, name)] for player, name in each] for each in delta["names"])
        kept = {**delta, "names": (before, after)}
        if kept != delta:
            set_delta(db, game_id, revision, kept)
