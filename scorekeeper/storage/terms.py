"""The terms by which finished games are found: their place, and each word of the place and of the note."""

import re
import unicodedata
from functools import lru_cache

PLACE, WORD = "place", "word"
"""The kinds of terms: a whole place, and a word."""
PIECES = re.compile(r"\w+")
LONGEST = 80
"""So many characters of a word count; the rest of a longer one is left out."""

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
    """Return a word without the punctuation before and after it."""
    return re.sub(r"^\W+|\W+$", "", word)


def terms_of(venue: str | None, note: str | None) -> frozenset[Term]:
    """Return the terms by which a game with this place and this note is found."""
    words = words_of(f"{venue or ''} {note or ''}")
    place = plain(venue or "")
    return frozenset({(WORD, word) for word in words} | ({(PLACE, place)} if place else set()))
