"""What finished games are found by: their place, and the words of the place and the note; written with the game."""

import re
import unicodedata
from functools import lru_cache

from .reader import Reader
from .rows import StoredGame

PLACE, WORD = "place", "word"
"""The kinds of terms: a whole place, and a word."""
PIECES = re.compile(r"\w+")
LONGEST = 80
"""Of a longer word only the beginning counts."""

Term = tuple[str, str]
"""A kind, and the text as it is searched for."""


@lru_cache(4096)
def plain(text: str) -> str:
    """Return a text as it is searched for: without case, accents and needless spaces."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(unicodedata.normalize("NFKC", bare.casefold()).split())


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text as they are searched for; "o'brien" is found by "brien", too."""
    whole = (trimmed(word) for word in plain(text).split())
    return frozenset(each[:LONGEST] for word in whole for each in (word, *PIECES.findall(word)) if each)


def trimmed(word: str) -> str:
    """Return a word without the signs before and after it."""
    return re.sub(r"^\W+|\W+$", "", word)


def terms_of(venue: str | None, note: str | None) -> frozenset[Term]:
    """Return what a game is found by that was played there and has that note."""
    words = words_of(f"{venue or ''} {note or ''}")
    place = plain(venue or "")
    return frozenset({(WORD, word) for word in words} | ({(PLACE, place)} if place else set()))


class TermsWriter(Reader):
    """Writes what games are found by; the counts are always those of the terms."""

    def set_terms(self, game: StoredGame, *, counts: bool) -> None:
        """Put what a game is found by in the place of what it was found by; nothing for one that does not count."""
        rows = self.rows("SELECT kind, term, moment FROM terms WHERE game_id = ?", [game.id])
        before = {((kind, term), moment) for kind, term, moment in rows}
        after = {(term, game.moment) for term in terms_of(game.venue, game.note)} if counts else set()
        if before == after:
            return
        gone, new = before - after, after - before
        self._db.conn.executemany(
            "DELETE FROM terms WHERE kind = ? AND term = ? AND moment = ? AND game_id = ?",
            [(*term, moment, game.id) for term, moment in gone],
        )
        self._db.conn.executemany(
            "INSERT INTO terms VALUES (?, ?, ?, ?)", [(*term, moment, game.id) for term, moment in new]
        )
        self._count_terms([term for term, _ in new], 1)
        self._count_terms([term for term, _ in gone], -1)

    def _count_terms(self, terms: list[Term], sign: int) -> None:
        self._db.conn.executemany(
            "INSERT INTO term_counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET games = games + excluded.games",
            [(*term, sign) for term in terms],
        )
        if sign < 0:
            self._db.conn.executemany("DELETE FROM term_counts WHERE kind = ? AND term = ? AND games = 0", terms)
