"""The projections: what the history has of a game, made from its log and written with it.

All of it can be rebuilt from the logs, by writing each game's projections again.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlite_utils import Database

from .connection import column
from .people import seated_players, set_latest
from .rows import ResultLine, Shelf, StoredGame

Mark = tuple[int, str, int | None, str | None]
"""A candidate for a record: its value, seats, play number and text, as in the columns of the table `marks`."""


@dataclass(frozen=True, slots=True)
class Projections:
    """What the history has of a game.

    `lines` are its result, best first (none while it runs), `marks` its candidates for records, by the mark's name.
    `day` is that of its date ("2026-11-21", or NO_DAY), `seconds` its duration (None: not known).
    """

    lines: tuple[ResultLine, ...]
    marks: Mapping[str, Mark]
    day: str
    seconds: int | None


OF_GAMES = ("results", "finished_games", "player_results", "search_words", "marks")
"""The projections, as tables; each row is about one game."""


def put_projections(db: Database, game: StoredGame, made: Projections) -> None:
    """Replace a game's projections; all but the result are for finished games on the table."""
    players = seated_players(db, game.id)
    before = column(db, "SELECT player_id FROM player_results WHERE game_id = ?", [game.id])
    for table in OF_GAMES:
        db.execute(f"DELETE FROM {table} WHERE game_id = ?", [game.id])  # noqa: S608  (names of ours)
    db.conn.executemany(
        "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)",
        [(game.id, index, line.seat, line.name, line.place, line.total) for index, line in enumerate(made.lines)],
    )
    if made.lines and game.shelf is Shelf.TABLE:
        size, of_game = len(players), (game.rulebook, game.moment, made.day)
        of_size = made.day[:4], size, made.seconds
        db.execute(
            "INSERT INTO finished_games VALUES (?, ?, ?, ?, ?, ?, ?, '')",
            [game.id, *of_game, size, margin_of(made.lines), made.seconds],
        )
        db.conn.executemany(
            "INSERT INTO player_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?)",
            [
                (players[each.seat], game.id, *of_game, *of_size, each.seat, each.place, each.total, size > 1)
                for each in made.lines
                if each.seat is not None
            ],
        )
        db.conn.executemany(
            "INSERT INTO marks VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(game.rulebook, name, value, game.moment, game.id, *more) for name, (value, *more) in made.marks.items()],
        )
        set_words(db, game.id, game.venue, game.note)
    set_latest(db, {*players, *before})


def set_words(db: Database, game_id: str, venue: str | None, note: str | None) -> None:
    """Replace the venue and the words by which a finished game on the table is found."""
    for table in ("finished_games", "player_results"):
        db.execute(f"UPDATE {table} SET venue = ? WHERE game_id = ?", [plain(venue or ""), game_id])  # noqa: S608
    db.execute("DELETE FROM search_words WHERE game_id = ?", [game_id])
    words = words_of(f"{venue or ''} {note or ''}")
    db.conn.executemany("INSERT INTO search_words VALUES (?, ?)", [(word, game_id) for word in words])


# By how much games were won, and the words by which they are found

MARGINS: Mapping[str, int | None] = {"0": 0, "1-3": 3, "4-10": 10, "11-20": 20, "21-": None}
"""The ranges of points by which games are won: the name of each, and its most points.

A database has the names: after a change it needs a rebuild.
"""
PIECES = re.compile(r"\w+")
MAX_LENGTH = 80
"""Characters of a word that count; the rest of a longer one is left out."""


def margin_of(lines: Sequence[ResultLine]) -> str:
    """Return by how much a game was won, as it is stored; `lines` are its results, best first."""
    match [line.total for line in lines[:2]]:
        case [int(first), int(second)]:
            return next(name for name, most in MARGINS.items() if most is None or abs(first - second) <= most)
    return ""  # there are no points, or nobody to compare them with


@lru_cache(4096)
def plain(text: str) -> str:
    """Return a text as it is searched for: without case, accents and needless spaces."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(unicodedata.normalize("NFKC", bare.casefold()).split())


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text as they are searched for; "o'brien" is found by "brien", too."""
    complete = (trimmed(word) for word in plain(text).split())
    return frozenset(each[:MAX_LENGTH] for word in complete for each in (word, *PIECES.findall(word)) if each)


def trimmed(word: str) -> str:
    """Return a word without the punctuation before and after it."""
    return re.sub(r"^\W+|\W+$", "", word)
