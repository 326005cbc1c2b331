"""What can be written to the database."""

import json
from collections.abc import Mapping, Sequence

from ..core.log import AboutEdit, StoredTable, TableEdit, TimesEdit
from .erasing import ErasingWriter
from .importing import ImportWriter
from .merging import nobody
from .rows import PeopleAct, PeopleChange, ResultLine, Shelf, StoredChange, StoredGame
from .sharing import SharingWriter


class Writer(ErasingWriter, SharingWriter, ImportWriter):
    """What can be written; it reads, too, inside its transaction."""

    def set_setting(self, name: str, value: str) -> None:
        """Set or replace a setting."""
        self._db.execute(
            "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [name, value],
        )

    def remove_setting(self, name: str) -> None:
        """Forget a setting; one that was never set is no fault."""
        self._db.execute("DELETE FROM settings WHERE name = ?", [name])

    def add_game(self, game: StoredGame, player_ids: Sequence[int] = ()) -> None:
        """Add a game with its seats and log, at which these players sit.

        Without any, names that match a known player (case folded) are that player.
        """
        self._db.execute(
            """INSERT INTO games (id, rulebook, options, revision, finished, started, ended, venue, note, moment, told)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            [
                game.id,
                game.rulebook,
                game.options,
                game.revision,
                game.finished,
                game.started,
                game.ended,
                game.venue,
                game.note,
                game.moment,
                game.told,
            ],
        )
        self.set_seats(game.id, player_ids or [self.player_id(name) for name in game.players])
        self._write_plays(game.id, game.plays, 0)

    def set_log(self, game: StoredGame, kept: int) -> None:
        """Write a game's log from position `kept` on, and all that the log decides."""
        self._db.execute("DELETE FROM plays WHERE game_id = ? AND position >= ?", [game.id, kept])
        self._write_plays(game.id, game.plays, kept)
        self._db.execute(
            "UPDATE games SET revision = ?, finished = ?, ended = ?, moment = ? WHERE id = ?",
            [game.revision, game.finished, game.ended, game.moment, game.id],
        )

    def add_change(self, game_id: str, change: StoredChange) -> None:
        """Add a change to a game's trail."""
        edits = json.dumps([[edit.at, edit.before, edit.after] for edit in change.edits])
        table_edit = change.table_edit and _table_edit_text(change.table_edit)
        about_edit = change.about_edit and _about_edit_text(change.about_edit)
        times_edit = change.times_edit and _times_edit_text(change.times_edit)
        self._db.execute(
            """INSERT INTO changes (
                game_id, revision, act, edits, made, entry_key, digest, table_edit, about_edit, times_edit, import_id
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            [
                game_id,
                change.revision,
                change.act,
                edits,
                change.made,
                change.key,
                change.digest,
                table_edit,
                about_edit,
                times_edit,
                change.import_id,
            ],
        )

    def set_results(self, game_id: str, lines: Sequence[ResultLine]) -> None:
        """Put these lines, best first, in the place of a game's results; none for a game that is not finished."""
        self._db.execute("DELETE FROM results WHERE game_id = ?", [game_id])
        self._db.conn.executemany(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
            [(game_id, index, line.seat, line.name, line.place, line.total) for index, line in enumerate(lines)],
        )

    def set_box_facts(self, game: StoredGame, facts: Mapping[str, str]) -> None:
        """Put these facts (JSON by name) in the place of what a game said of its box; a deleted one says nothing."""
        self._db.execute("DELETE FROM box_facts WHERE game_id = ?", [game.id])
        said = {} if game.shelf is Shelf.DELETED else facts
        self._db.conn.executemany(
            "INSERT INTO box_facts VALUES (?, ?, ?, ?, ?)",
            [(game.rulebook, name, game.moment, game.id, value) for name, value in said.items()],
        )

    def set_shelf(self, game_id: str, shelf: Shelf, revision: int) -> None:
        """Lay a game on a shelf, or back on the table; that makes this revision."""
        self._db.execute("UPDATE games SET shelf = ?, revision = ? WHERE id = ?", [shelf, revision, game_id])

    def set_options(self, game_id: str, options: str) -> None:
        """Put these options (JSON) in the place of a game's."""
        self._db.execute("UPDATE games SET options = ? WHERE id = ?", [options, game_id])

    def set_about(self, game: StoredGame) -> None:
        """Write where a game was played, and its note."""
        self._db.execute("UPDATE games SET venue = ?, note = ? WHERE id = ?", [game.venue, game.note, game.id])

    def set_started(self, game_id: str, started: str | None) -> None:
        """Write when a game began; `set_log` writes when it ended."""
        self._db.execute("UPDATE games SET started = ? WHERE id = ?", [started, game_id])

    def set_finished(self, game_id: str, finished: bool) -> None:
        """Set whether a game is finished, where that alone was written wrongly."""
        self._db.execute("UPDATE games SET finished = ? WHERE id = ?", [finished, game_id])

    def player_id(self, name: str) -> int:
        """Return the player of that name (case folded), who is there from now on."""
        person = self.person_called(name)
        if person:
            return person.id
        values = [name, name.casefold()]
        added = self._db.execute("INSERT INTO players (name, folded) VALUES (?, ?)", values)
        return int(added.lastrowid or 0)

    def set_seats(self, game_id: str, player_ids: Sequence[int]) -> None:
        """Seat these players at a game, in this order; whoever did not sit there is suggested again.

        The seat of somebody who was merged is that of whoever they were merged into, for as long as they are.
        """
        seated = self.player_ids(game_id)
        self._db.execute("DELETE FROM seats WHERE game_id = ?", [game_id])
        for seat, entered in enumerate(player_ids):
            player_id = self.merged(entered)
            self._db.execute(
                "INSERT INTO seats (game_id, seat, player_id, entered_as) VALUES (?, ?, ?, ?)",
                [game_id, seat, player_id, None if entered == player_id else entered],
            )
            if player_id not in seated:
                self._db.execute("UPDATE players SET suggested = TRUE WHERE id = ? AND NOT suggested", [player_id])
        self.set_latest({*seated, *self.player_ids(game_id)})

    def add_person(self, name: str) -> int:
        """Add somebody whose name is not theirs yet: `set_name` gives it to them."""
        (player_id,) = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM players").fetchone()
        values = [player_id, name, nobody(player_id)]
        self._db.execute("INSERT INTO players (id, name, folded) VALUES (?, ?, ?)", values)
        return int(player_id)

    def set_name(self, player_id: int, name: str) -> None:
        """Give a player another name, which nobody else has."""
        self._db.execute("UPDATE players SET name = ?, folded = ? WHERE id = ?", [name, name.casefold(), player_id])

    def set_suggested(self, player_id: int, suggested: bool) -> None:
        """Set whether a player's name is offered when people sit down."""
        self._db.execute("UPDATE players SET suggested = ? WHERE id = ?", [suggested, player_id])

    def add_people_change(
        self,
        player_id: int,
        act: PeopleAct,
        names: tuple[str, str],
        made: str,
        key: str,
        digest: str,
        other: int | None = None,
    ) -> PeopleChange:
        """Add a change to a person to their trail and return it; `names` are the one before and the one after."""
        added = self._db.execute(
            """INSERT INTO people_changes (player_id, act, before, after, made, entry_key, digest, other_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            [player_id, act, *names, made, key, digest, other],
        )
        return PeopleChange(int(added.lastrowid or 0), player_id, act, *names, made, key, digest, other)

    def _write_plays(self, game_id: str, plays: Sequence[str], kept: int) -> None:
        self._db.conn.executemany(
            "INSERT INTO plays VALUES (?, ?, ?)",
            [(game_id, position, body) for position, body in enumerate(plays) if position >= kept],
        )


def _table_edit_text(edit: TableEdit) -> str:
    tables = [_table_parts(edit.before), _table_parts(edit.after)]
    return json.dumps([*tables, [[each.player, each.before, each.after] for each in edit.renames]])


def _about_edit_text(edit: AboutEdit) -> str:
    return json.dumps([[each.venue, each.note] for each in (edit.before, edit.after)])


def _times_edit_text(edit: TimesEdit) -> str:
    return json.dumps([[each.started, each.ended, each.moment] for each in (edit.before, edit.after)])


def _table_parts(table: StoredTable) -> list[object]:
    return [list(table.players), table.options]
