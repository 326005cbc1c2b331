"""The words by which finished games are found, without case and accents."""

import re
import unicodedata
from functools import lru_cache

PIECES = re.compile(r"\w+")
MAX_LENGTH = 80
"""Characters of a word that count; the rest of a longer one is left out."""


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
