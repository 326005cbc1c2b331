"""Names where there is little room: short ones of which no two look alike, and words that can break."""

import re
from collections.abc import Sequence

MOST = 12
"""The most letters of a name in a narrow column."""
WORD = re.compile(r"\w+")
SYLLABLE = re.compile(r"(?=[^\W\daeiouyäöü][aeiouyäöü]\w)(?!(?<=[cpst])h)", re.IGNORECASE)
"""Where a word can break: before a consonant with a vowel behind it, but not in "ch" or "ph"."""
VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)


def short_names(names: Sequence[str]) -> Sequence[str]:
    """Return the first names, each with as many letters of the last ("Anna K.") as it takes to tell them apart."""
    return [_short(name, [other for other in names if other != name]) for name in names]


def breakable(text: str, most: int = 6) -> str:
    """Return a text with a soft hyphen near the middle of each word of more than `most` letters."""
    return WORD.sub(lambda found: _broken(found[0]) if len(found[0]) > most else found[0], text)


def _broken(word: str) -> str:
    places = [found.start() for found in SYLLABLE.finditer(word) if VOWEL.search(word, 0, found.start())]
    if not places:
        return word
    middle = min(places, key=lambda place: abs(2 * place - len(word)))
    return f"{word[:middle]}\u00ad{word[middle:]}"


def _short(name: str, others: Sequence[str]) -> str:
    for letters in range(len(name)):
        short = _shortened(name, letters)
        if short.casefold() not in (_shortened(other, letters).casefold() for other in others):
            return short
    return name


def _shortened(name: str, letters: int) -> str:
    """Return the first of somebody's names, shortened if it is long, and this many letters of the last."""
    first, *more = name.split()
    if len(first) > MOST and (parts := re.findall("[^-]+", first)):
        first, more = parts[0], [*parts[1:], *more]
    if len(first) > MOST:
        return first if len(first) <= MOST + letters else f"{first[: MOST - 1 + letters]}."
    last = more[-1] if more and letters else ""
    return f"{first} {last[:letters]}{'.' * (letters < len(last))}" if last else first
