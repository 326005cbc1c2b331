"""Questions that can be asked of the database."""

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile

from sqlite_utils import Database

from ..core.log import Act, Edit
from .rows import Earlier, GameSummary, ResultLine, Shelf, StoredChange, StoredGame


class Reader:
    """Answers from one moment of the database, inside a transaction that `Store` began."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def setting(self, name: str) -> str | None:
        """Return a setting, or None if it was never set."""
        row = self._db.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def settings(self, beginning: str) -> tuple[tuple[str, str], ...]:
        """Return the settings whose names begin like this: name and value."""
        rows = self._db.execute("SELECT name, value FROM settings WHERE name >= ? ORDER BY name", [beginning])
        return tuple(takewhile(lambda row: row[0].startswith(beginning), rows))

    def earlier(self, key: str) -> Earlier | None:
        """Return what this entry key was used for, or None if it is new."""
        row = self._db.execute("SELECT game_id, revision, digest FROM changes WHERE entry_key = ?", [key]).fetchone()
        return row and Earlier(*row)

    def game(self, game_id: str) -> StoredGame | None:
        """Return a game with its whole log, or None if there is none with that id."""
        row = self._db.execute(
            """SELECT rulebook, options, revision, finished, moment, started, ended, venue, note, shelf
            FROM games WHERE id = ?""",
            [game_id],
        ).fetchone()
        if row is None:
            return None
        rulebook, options, revision, finished, moment, started, ended, venue, note, shelf = row
        plays = self._db.execute("SELECT body FROM plays WHERE game_id = ? ORDER BY position", [game_id])
        return StoredGame(
            game_id,
            rulebook,
            self._names([game_id])[game_id],
            options,
            tuple(body for (body,) in plays),
            revision,
            bool(finished),
            moment,
            started,
            ended,
            venue,
            note,
            Shelf(shelf),
        )

    def game_ids(self, *, deleted: bool = False) -> tuple[str, ...]:
        """Return the id of every game, oldest first; those that were deleted only if they are asked for, too."""
        rows = self._db.execute(
            "SELECT id FROM games WHERE ? OR shelf != ? ORDER BY moment, id", [deleted, Shelf.DELETED]
        )
        return tuple(game_id for (game_id,) in rows)

    def acts(self, game_id: str) -> tuple[tuple[int, Act], ...]:
        """Return the changes of a game in order: the revision each made, and what was done."""
        rows = self._db.execute("SELECT revision, act FROM changes WHERE game_id = ? ORDER BY revision", [game_id])
        return tuple((revision, Act(act)) for revision, act in rows)

    def change(self, game_id: str, revision: int) -> StoredChange:
        """Return the change that made this revision of a game."""
        act, edits, made, key, digest = self._db.execute(
            "SELECT act, edits, made, entry_key, digest FROM changes WHERE game_id = ? AND revision = ?",
            [game_id, revision],
        ).fetchone()
        return StoredChange(revision, Act(act), tuple(Edit(*edit) for edit in json.loads(edits)), made, key, digest)

    def summaries(
        self, *, finished: bool, most: int, after: int = 0, shelf: Shelf = Shelf.TABLE
    ) -> tuple[GameSummary, ...]:
        """Return up to `most` games on a shelf that are finished (or not), latest first, without the first `after`."""
        return self._summaries(
            "shelf = ? AND finished = ? ORDER BY moment DESC, id LIMIT ? OFFSET ?", [shelf, finished, most, after]
        )

    def finished_until(self, rulebook: str, moment: int, most: int) -> tuple[GameSummary, ...]:
        """Return up to `most` finished games of a rulebook that had ended by a `moment`, latest first."""
        return self._summaries(
            "shelf = ? AND finished AND rulebook = ? AND moment <= ? ORDER BY moment DESC, rowid DESC LIMIT ?",
            [Shelf.TABLE, rulebook, moment, most],
        )

    def last_winner(self, rulebook: str, names: Sequence[str]) -> str | None:
        """Return which of these players won a game of a rulebook most recently, or None."""
        folded = {name.casefold(): name for name in names}
        row = self._db.execute(
            f"""SELECT folded FROM games JOIN results ON results.game_id = games.id AND place = 1
            JOIN seats ON seats.game_id = games.id AND seats.seat = results.seat JOIN players ON players.id = player_id
            WHERE shelf = ? AND finished AND rulebook = ? AND folded IN ({_marks(list(folded))})
            ORDER BY moment DESC, games.rowid DESC LIMIT 1""",  # noqa: S608  (question marks only)
            [Shelf.TABLE, rulebook, *folded],
        ).fetchone()
        return row and folded[row[0]]

    def box_facts(self, rulebook: str) -> Mapping[str, str]:
        """Return what the games of a rulebook say of its box (JSON), by name; the latest says it last.

        Games that were deleted say nothing.
        """
        rows = self._db.execute(
            """SELECT name, value FROM box_facts JOIN games ON games.id = game_id
            WHERE rulebook = ? AND shelf != ? ORDER BY moment, games.rowid""",
            [rulebook, Shelf.DELETED],
        )
        return dict(rows.fetchall())

    def _summaries(self, which: str, values: Sequence[object]) -> tuple[GameSummary, ...]:
        rows = self._db.execute(
            f"""SELECT id, rulebook, moment, ended, (SELECT count(*) FROM plays WHERE game_id = games.id), revision
            FROM games WHERE {which}""",  # noqa: S608  (no values in it)
            values,
        ).fetchall()
        ids = [row[0] for row in rows]
        names = self._names(ids)
        results = self._results(ids, names)
        return tuple(
            GameSummary(game_id, rulebook, names[game_id], plays, moment, ended, results.get(game_id, ()), revision)
            for game_id, rulebook, moment, ended, plays, revision in rows
        )

    def anything_shelved(self) -> bool:
        """Return whether any game is put away or deleted."""
        return self._db.execute("SELECT 1 FROM games WHERE shelf != ? LIMIT 1", [Shelf.TABLE]).fetchone() is not None

    def recent_players(self, most: int) -> tuple[str, ...]:
        """Return the names of known players, whoever sat at a table most recently first."""
        rows = self._db.execute(
            # With max(), SQLite takes the seat from the same row: the player's latest game.
            """SELECT name, max(moment), seat FROM players
            LEFT JOIN seats ON player_id = players.id LEFT JOIN games ON games.id = game_id
            GROUP BY players.id ORDER BY 2 DESC, seat, name LIMIT ?""",
            [most],
        )
        return tuple(name for name, *_ in rows)

    def _names(self, game_ids: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        names: dict[str, tuple[str, ...]] = {}
        for game_id, name in self._db.execute(
            f"""SELECT game_id, name FROM seats JOIN players ON players.id = player_id
            WHERE game_id IN ({_marks(game_ids)}) ORDER BY game_id, seat""",  # noqa: S608  (question marks only)
            game_ids,
        ):
            names[game_id] = (*names.get(game_id, ()), name)
        return names

    def _results(
        self, game_ids: Sequence[str], names: Mapping[str, tuple[str, ...]]
    ) -> Mapping[str, tuple[ResultLine, ...]]:
        results: dict[str, tuple[ResultLine, ...]] = {}
        for game_id, seat, name, place, total in self._db.execute(
            f"""SELECT game_id, seat, name, place, total FROM results
            WHERE game_id IN ({_marks(game_ids)}) ORDER BY game_id, line""",  # noqa: S608  (question marks only)
            game_ids,
        ):
            line = ResultLine(seat, name if seat is None else names[game_id][seat], place, total)
            results[game_id] = (*results.get(game_id, ()), line)
        return results


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
