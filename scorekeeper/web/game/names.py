"""Names where there is little room: short ones of which no two look alike, and words that can break."""

import re
from collections.abc import Sequence

MOST = 12
"""The most letters of a name in a narrow column."""
IN_STRIP = {1: MOST, 2: MOST, 3: 10, 4: 8}
"""The most letters of a name in the strip, by how many players are beside each other; with more there are six."""
WORD = re.compile(r"\w+")
SYLLABLE = re.compile(r"(?=[^\W\daeiouyäöü][aeiouyäöü]\w)(?!(?<=[cpst])h)", re.IGNORECASE)
"""Where a word can break: before a consonant with a vowel behind it, but not in "ch" or "ph"."""
VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)


def short_names(names: Sequence[str], most: int = MOST) -> Sequence[str]:
    """Return the first names, each with as many letters of the last ("Anna K.") as it takes to tell them apart.

    First names of more than `most` letters are shortened; with less than `MOST` ("Alex. Ma."), so that all of it fits.
    """
    return [_short(name, [other for other in names if other != name], most) for name in names]


def most_in_strip(players: int) -> int:
    """Return how many letters of a name fit in the strip, with so many of them beside each other."""
    return IN_STRIP.get(players, 6)


def breakable(text: str, most: int = 6) -> str:
    """Return a text with a soft hyphen near the middle of each word of more than `most` letters."""
    return WORD.sub(lambda found: _broken(found[0]) if len(found[0]) > most else found[0], text)


def _broken(word: str) -> str:
    places = [found.start() for found in SYLLABLE.finditer(word) if VOWEL.search(word, 0, found.start())]
    if not places:
        return word
    middle = min(places, key=lambda place: abs(2 * place - len(word)))
    return f"{word[:middle]}\u00ad{word[middle:]}"


def _short(name: str, others: Sequence[str], most: int) -> str:
    for letters in range(len(name)):
        short = _shortened(name, letters, most)
        if short.casefold() not in (_shortened(other, letters, most).casefold() for other in others):
            return short
    return name


def _shortened(name: str, letters: int, most: int) -> str:
    """Return the first of somebody's names, shortened if it is long, and this many letters of the last."""
    first, *more = name.split()
    if len(first) > most and (parts := re.findall("[^-]+", first)):
        first, more = parts[0], [*parts[1:], *more]
    last = more[-1] if more and letters else ""
    if not last or len(first) > MOST:
        return first if len(first) <= most + letters else f"{first[: most - 1 + letters]}."
    of_last = f" {last[:letters]}{'.' * (letters < len(last))}"
    room = MOST if most == MOST else max(most - len(of_last), 2)
    return (first if len(first) <= room else f"{first[: room - 1]}.") + of_last
