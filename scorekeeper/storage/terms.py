"""What finished games are found by: their place, and the words of the place and the note; written with the game."""

import re
import unicodedata
from functools import lru_cache

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
