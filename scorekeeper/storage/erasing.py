"""A name that is to be nowhere any more: not in the trails, nor in what people wrote about their games."""

import json
from collections.abc import Callable, Collection, Sequence

from .merging import MergingWriter
from .rows import Shelf, StoredGame
from .terms import TermsWriter

ABOUT = ("venue", "note")
"""What people write about a game."""

Rewriting = Callable[[str, str], str]
"""Given a column and the text in it: that text without a name."""


class ErasingWriter(MergingWriter, TermsWriter):
    """Takes a player's names out of the whole database, and puts one that says nothing in their place."""

    def erase(self, player_id: int, names: Collection[str], instead: str, rewritten: Rewriting) -> None:
        """Call a player `instead`, and put that in the place of these `names` (case folded) wherever they stand.

        `rewritten` does so in what people wrote, column by column. What was done to the player's names is forgotten.
        """
        people = self.standing_behind(player_id)
        for each in people:
            self._db.execute("DELETE FROM people_changes WHERE player_id = ?", [each])
        self._erase_from_trails(people, names, instead)
        for each, name in self.rows("SELECT id, name FROM players"):
            if each in people or name.casefold() in names:
                self._db.execute("UPDATE players SET name = ? WHERE id = ?", [instead, each])
        self._db.execute(
            "UPDATE players SET folded = ?, suggested = FALSE WHERE id = ?", [instead.casefold(), player_id]
        )
        self._db.execute(
            """UPDATE results SET name = ?
            WHERE seat IS NOT NULL AND (game_id, seat) IN (SELECT game_id, seat FROM seats WHERE player_id = ?)""",
            [instead, player_id],
        )
        self._erase_from_games(rewritten)
        self._erase_from_edits(rewritten)

    def _erase_from_games(self, rewritten: Rewriting) -> None:
        for game_id, rulebook, revision, finished, moment, shelf, *about in self.rows(
            """SELECT id, rulebook, revision, finished, moment, shelf, venue, note FROM games
            WHERE venue IS NOT NULL OR note IS NOT NULL"""
        ):
            venue, note = _rewritten(about, rewritten)
            if [venue, note] != about:
                self._db.execute("UPDATE games SET venue = ?, note = ? WHERE id = ?", [venue, note, game_id])
                game = StoredGame(game_id, rulebook, (), "", (), revision, finished, moment, venue=venue, note=note)
                self.set_terms(game, counts=finished and shelf == Shelf.TABLE)

    def _erase_from_edits(self, rewritten: Rewriting) -> None:
        for game_id, revision, text in self.rows(
            "SELECT game_id, revision, about_edit FROM changes WHERE about_edit IS NOT NULL"
        ):
            edit = json.loads(text)
            kept = [_rewritten(about, rewritten) for about in edit]
            if kept != edit:
                self._db.execute(
                    "UPDATE changes SET about_edit = ? WHERE game_id = ? AND revision = ?",
                    [json.dumps(kept), game_id, revision],
                )

    def _erase_from_trails(self, people: Collection[int], names: Collection[str], instead: str) -> None:
        def erased(person: int | None, name: str) -> str:
            return instead if name and (person in people or name.casefold() in names) else name

        for change, person, before, after, other in self.rows(
            "SELECT id, player_id, before, after, other_id FROM people_changes"
        ):
            self._db.execute(
                "UPDATE people_changes SET before = ?, after = ? WHERE id = ?",
                [erased(person, before), erased(other, after), change],
            )
        for game_id, revision, tables, renames in self.renames():
            kept = [(each, erased(each, before), erased(each, after)) for each, before, after in renames]
            if kept != renames:
                self._db.execute(
                    "UPDATE changes SET table_edit = ? WHERE game_id = ? AND revision = ?",
                    [json.dumps([*tables, kept]), game_id, revision],
                )


def _rewritten(about: Sequence[str | None], rewritten: Rewriting) -> list[str | None]:
    """Return a venue and a note without the name."""
    return [text and rewritten(column, text) for column, text in zip(ABOUT, about, strict=True)]
