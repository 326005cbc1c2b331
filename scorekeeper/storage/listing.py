"""Lists of games, and what forms suggest: recent players and places."""

from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from .connection import column, placeholders
from .people import names_by_game, seated_players
from .projections import plain
from .rows import GameSummary, Person, ResultLine, Shelf, StoredGame

RECENT_GAMES = 40
RECENT_PLACES = 200


def latest(
    db: Database, *, finished: bool, most: int, after: int = 0, shelf: Shelf = Shelf.TABLE
) -> tuple[GameSummary, ...]:
    """Return up to `most` finished or running games on a shelf, latest first; `after` is how many are skipped."""
    return _summaries(
        db,
        "shelf = ? AND finished = ? ORDER BY moment DESC, id DESC LIMIT ? OFFSET ?",
        [shelf, finished, most, after],
    )


def latest_pads(db: Database) -> tuple[str, ...]:
    """Return the slugs of the titles without code of which there are games on the table, latest played first."""
    return column(
        db,
        """SELECT slug FROM definitions JOIN games ON rulebook = slug WHERE shelf = ?
        GROUP BY slug ORDER BY MAX(moment) DESC, slug""",
        [Shelf.TABLE],
    )


def finished_before(db: Database, game: StoredGame, pause: int, most: int) -> tuple[GameSummary, ...]:
    """Return a finished game, and the games of its title before it that share a player with it, latest first.

    They go back to the first gap longer than `pause` (seconds), and are `most` at most. The game itself comes first,
    also among games of the same moment.
    """
    players = seated_players(db, game.id)
    found: set[tuple[int, str]] = set()
    more = [(game.moment, game.id)]
    while more and len(found) < most:
        found.update(more)
        oldest = min(found)[0]
        rows = db.execute(
            f"""SELECT DISTINCT moment, game_id FROM player_results
            WHERE player_id IN ({placeholders(players)}) AND rulebook = ? AND moment BETWEEN ? AND ?""",  # noqa: S608
            [*players, game.rulebook, oldest - pause, oldest],
        ).fetchall()
        more = [each for each in rows if each not in found]
    latest_first = sorted(found, key=lambda each: (each[1] == game.id, *each), reverse=True)
    return summaries(db, [game_id for _, game_id in latest_first[:most]])


def anything_shelved(db: Database) -> bool:
    """Return whether any game is archived or deleted."""
    query = "SELECT 1 FROM games WHERE shelf IN (?, ?) LIMIT 1"
    return db.execute(query, [Shelf.ARCHIVED, Shelf.DELETED]).fetchone() is not None


def last_winner(db: Database, rulebook: str, names: Sequence[str]) -> str | None:
    """Return which of these players won a game of a rulebook most recently, or None."""
    latest_win = """SELECT moment, game_id FROM player_results
        WHERE player_id = (SELECT id FROM players WHERE folded = ?) AND rulebook = ? AND place = 1
        ORDER BY moment DESC, game_id DESC LIMIT 1"""
    wins = [(*win, name) for name in names for win in db.execute(latest_win, [name.casefold(), rulebook]).fetchall()]
    return max(wins)[-1] if wins else None


def recent_players(db: Database, most: int) -> tuple[Person, ...]:
    """Return up to `most` people to suggest when players sit down; who sat at a table most recently comes first."""
    rows = db.execute(
        """SELECT id, name FROM players WHERE suggested = TRUE AND latest IS NOT NULL
        ORDER BY latest DESC, latest_seat, name LIMIT ?""",
        [most],
    ).fetchall()
    return tuple(Person(player_id, name, suggested=True) for player_id, name in rows)


def players_of_latest_games(db: Database) -> tuple[Person, ...]:
    """Return the players of the latest RECENT_GAMES games, those who sat down most recently first."""
    rows = db.execute(
        """SELECT players.id, name, suggested FROM seats JOIN players ON players.id = player_id
        JOIN (SELECT id, moment FROM games WHERE shelf = ? AND finished = 1 ORDER BY moment DESC LIMIT ?) g
        ON g.id = game_id GROUP BY players.id ORDER BY max(moment) DESC, seat, name""",
        [Shelf.TABLE, RECENT_GAMES],
    ).fetchall()
    return tuple(Person(player_id, name, bool(suggested)) for player_id, name, suggested in rows)


def most_played_places(db: Database, most: int) -> tuple[str, ...]:
    """Return up to `most` places, those with the most games first, each in its latest spelling."""
    return column(
        db,
        """SELECT (SELECT games.venue FROM finished_games f JOIN games ON id = game_id
                   WHERE f.venue = counted.place ORDER BY f.moment DESC LIMIT 1)
        FROM (
            SELECT venue AS place, count(*) AS number FROM finished_games WHERE venue != ''
            GROUP BY venue ORDER BY number DESC, place LIMIT ?
        ) counted ORDER BY number DESC, place""",
        [most],
    )


def latest_places(db: Database, most: int) -> tuple[str, ...]:
    """Return up to `most` places where people played most recently, the latest first, each in its latest spelling."""
    query = "SELECT venue FROM games WHERE venue IS NOT NULL AND shelf != ? ORDER BY moment DESC, rowid DESC LIMIT ?"
    places: dict[str, str] = {}
    for place in column(db, query, [Shelf.DELETED, RECENT_PLACES]):
        places.setdefault(plain(place), place)
    return tuple(place for known, place in places.items() if known)[:most]


def last_place(db: Database, since: int) -> str | None:
    """Return the place of the latest game; None if it has none, or its moment (of `StoredGame`) is before `since`."""
    rows = db.execute(
        """SELECT moment, venue FROM games WHERE shelf = ? AND finished IN (?, ?) AND moment >= ?
        ORDER BY moment DESC, rowid DESC LIMIT 1""",
        [Shelf.TABLE, 0, 1, since],
    ).fetchall()
    return rows[0][1] if rows else None


def listed_games(db: Database, game_ids: Sequence[str]) -> Sequence[tuple[str, str, str | None, tuple[str, ...]]]:
    """Return the games with these ids, in this order: the id, the slug of the title, the date, the players' names."""
    rows = db.execute(
        f"SELECT id, rulebook, coalesce(started, ended) FROM games WHERE id IN ({placeholders(game_ids)})",  # noqa: S608
        game_ids,
    ).fetchall()
    names, found = names_by_game(db, game_ids), {row[0]: row for row in rows}
    return [(*found[game_id], names.get(game_id, ())) for game_id in game_ids if game_id in found]


def summaries(db: Database, game_ids: Sequence[str]) -> tuple[GameSummary, ...]:
    """Return the games with these ids in this order; an unknown id is left out."""
    found = (
        {each.id: each for each in _summaries(db, f"id IN ({placeholders(game_ids)})", game_ids)} if game_ids else {}
    )
    return tuple(found[game_id] for game_id in game_ids if game_id in found)


def _summaries(db: Database, which: str, values: Sequence[object]) -> tuple[GameSummary, ...]:
    rows = db.execute(
        f"""SELECT id, rulebook, moment, ended, (SELECT count(*) FROM plays WHERE game_id = games.id), revision,
        started, venue, note, told IS NOT NULL FROM games WHERE {which}""",  # noqa: S608  (no values in it)
        values,
    ).fetchall()
    ids = [row[0] for row in rows]
    names = names_by_game(db, ids)
    results = _results(db, ids, names)
    return tuple(
        GameSummary(game_id, rulebook, names[game_id], plays, moment, ended, results.get(game_id, ()), *others)
        for game_id, rulebook, moment, ended, plays, *others in rows
    )


def _results(
    db: Database, game_ids: Sequence[str], names: Mapping[str, tuple[str, ...]]
) -> Mapping[str, tuple[ResultLine, ...]]:
    results: dict[str, tuple[ResultLine, ...]] = {}
    for game_id, seat, name, place, total in db.execute(
        f"""SELECT game_id, seat, name, place, total FROM results
        WHERE game_id IN ({placeholders(game_ids)}) ORDER BY game_id, line""",  # noqa: S608  (question marks only)
        game_ids,
    ):
        line = ResultLine(seat, name if seat is None else names[game_id][seat], place, total)
        results[game_id] = (*results.get(game_id, ()), line)
    return results
