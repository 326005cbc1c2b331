"""Lists of games, and who played them."""

from collections.abc import Mapping, Sequence

from ..storage.reader import Reader, marks
from ..storage.rows import GameSummary, Person, ResultLine, Shelf


def latest(
    reader: Reader, *, finished: bool, most: int, after: int = 0, shelf: Shelf = Shelf.TABLE
) -> tuple[GameSummary, ...]:
    """Return up to `most` games on a shelf that are finished (or not), latest first, without the first `after`."""
    return _summaries(
        reader, "shelf = ? AND finished = ? ORDER BY moment DESC, id LIMIT ? OFFSET ?", [shelf, finished, most, after]
    )


def finished_until(reader: Reader, rulebook: str, moment: int, most: int) -> tuple[GameSummary, ...]:
    """Return up to `most` finished games of a rulebook that had ended by a `moment`, latest first."""
    return _summaries(
        reader,
        "shelf = ? AND finished AND rulebook = ? AND moment <= ? ORDER BY moment DESC, rowid DESC LIMIT ?",
        [Shelf.TABLE, rulebook, moment, most],
    )


def anything_shelved(reader: Reader) -> bool:
    """Return whether any game is archived or deleted."""
    return bool(reader.rows("SELECT 1 FROM games WHERE shelf != ? LIMIT 1", [Shelf.TABLE]))


def last_winner(reader: Reader, rulebook: str, names: Sequence[str]) -> str | None:
    """Return which of these players won a game of a rulebook most recently, or None."""
    folded = {name.casefold(): name for name in names}
    rows = reader.rows(
        f"""SELECT folded FROM games JOIN results ON results.game_id = games.id AND place = 1
        JOIN seats ON seats.game_id = games.id AND seats.seat = results.seat JOIN players ON players.id = player_id
        WHERE shelf = ? AND finished AND rulebook = ? AND folded IN ({marks(list(folded))})
        ORDER BY moment DESC, games.rowid DESC LIMIT 1""",  # noqa: S608  (question marks only)
        [Shelf.TABLE, rulebook, *folded],
    )
    return folded[rows[0][0]] if rows else None


def recent_players(reader: Reader, most: int) -> tuple[Person, ...]:
    """Return who is suggested when people sit down, whoever sat at a table most recently first."""
    rows = reader.rows(
        # With max(), SQLite takes the seat from the same row: the player's latest game.
        """SELECT players.id, name, max(moment), seat FROM players
        JOIN seats ON player_id = players.id JOIN games ON games.id = game_id
        WHERE suggested AND shelf != ? GROUP BY players.id ORDER BY 3 DESC, seat, name LIMIT ?""",
        [Shelf.DELETED, most],
    )
    return tuple(Person(player_id, name, suggested=True) for player_id, name, *_ in rows)


def summaries(reader: Reader, game_ids: Sequence[str]) -> tuple[GameSummary, ...]:
    """Return these games in this order, without those that are not there."""
    found = {each.id: each for each in _summaries(reader, f"id IN ({marks(game_ids)})", game_ids)} if game_ids else {}
    return tuple(found[game_id] for game_id in game_ids if game_id in found)


def _summaries(reader: Reader, which: str, values: Sequence[object]) -> tuple[GameSummary, ...]:
    rows = reader.rows(
        f"""SELECT id, rulebook, moment, ended, (SELECT count(*) FROM plays WHERE game_id = games.id), revision,
        started, venue, note FROM games WHERE {which}""",  # noqa: S608  (no values in it)
        values,
    )
    ids = [row[0] for row in rows]
    names = reader.names(ids)
    results = _results(reader, ids, names)
    return tuple(
        GameSummary(game_id, rulebook, names[game_id], plays, moment, ended, results.get(game_id, ()), *others)
        for game_id, rulebook, moment, ended, plays, *others in rows
    )


def _results(
    reader: Reader, game_ids: Sequence[str], names: Mapping[str, tuple[str, ...]]
) -> Mapping[str, tuple[ResultLine, ...]]:
    results: dict[str, tuple[ResultLine, ...]] = {}
    for game_id, seat, name, place, total in reader.rows(
        f"""SELECT game_id, seat, name, place, total FROM results
        WHERE game_id IN ({marks(game_ids)}) ORDER BY game_id, line""",  # noqa: S608  (question marks only)
        game_ids,
    ):
        line = ResultLine(seat, name if seat is None else names[game_id][seat], place, total)
        results[game_id] = (*results.get(game_id, ()), line)
    return results
