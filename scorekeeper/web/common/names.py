"""Short labels for names, distinct within a table, and soft hyphens in long words."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile

MAX_WIDTH = 12.5
"""Maximum width of a label if there is some room, in average characters."""
IN_STRIP = {1: MAX_WIDTH, 2: MAX_WIDTH, 3: 9, 4: 7.2}
"""Maximum width of a label in the strip, by the number of players; NARROW_WIDTH for more players, and beside keys."""
NARROW_WIDTH = 5.7
"""Maximum width of a label in the narrowest places."""
LONG, PIECE = 8, 7
"""Maximum length of a word without soft hyphens, and of a piece between two of them, in characters."""
NARROW, BROAD = "fijlrtI.,'’|:;!-() ", "mwMWQ@%&"
WORD = re.compile(r"\w+")
SYLLABLE = re.compile(
    r"(?=(?:schw?|[^\W\daeiouyäöü])[aeiouyäöü]\w)(?!(?<=sch)w)(?!(?<=[cpst])h(?!(?<=[st]h)(?:öch|eit|aus)))",
    re.IGNORECASE,
)
"""Start of a syllable: a consonant, "sch" or "schw" before a vowel and another character.

The "h" of "ch", "ph", "sh" and "th" does not start a syllable, except in German compounds such as "zweit-höchste" and
"Beliebt-heit".
"""
VOWEL = re.compile("[aeiouyäöü]", re.IGNORECASE)


def short_names(names: Sequence[str], most: float = MAX_WIDTH) -> Sequence[str]:
    """Return a label for each name, distinct from all other labels and at most `most` average characters wide.

    The label is the first form of the name that fits and is distinct: the first name, the first name with the initial
    of the last ("Anna K."), the full name, the first name cut with an ellipsis ("Alexand…"), the last name after the
    initial of the first, both initials, the full name cut. If other names begin alike, the name is cut in the middle
    ("Chri…er").
    """
    labels: dict[str, str] = {}
    for name in dict.fromkeys(names):  # the players of a team have the same name
        others = [other for other in names if other != name]
        taken = {label.casefold() for label in labels.values()}
        labels[name] = next(each for each in _labels(name, others, most) if each.casefold() not in taken)
    return [labels[name] for name in names]


def strip_names(names: Sequence[str]) -> Sequence[str]:
    return short_names(names, IN_STRIP.get(len(set(names)), NARROW_WIDTH))


def breakable(text: str, most: int = 6) -> str:
    """Return a text with a soft hyphen near the middle of each word of more than `most` characters."""
    return WORD.sub(lambda found: _broken(found[0]) if len(found[0]) > most else found[0], text)


def hyphenated(text: str) -> str:
    """Return a text with soft hyphens in each word of more than LONG characters, at most PIECE characters apart."""
    return WORD.sub(lambda found: "\u00ad".join(_pieces(found[0])) if len(found[0]) > LONG else found[0], text)


def _pieces(word: str) -> Iterator[str]:
    """Yield the parts of a word between soft hyphens: its syllables, in equal pieces if they are longer than PIECE."""
    for start, end in pairwise((0, *_breaks(word), len(word))):
        count = -(-(end - start) // PIECE)
        places = [start + (end - start) * each // count for each in range(count + 1)]
        yield from (word[one:other] for one, other in pairwise(places))


def _broken(word: str) -> str:
    places = _breaks(word)
    if not places:
        return word
    middle = min(places, key=lambda place: abs(2 * place - len(word)))
    return f"{word[:middle]}\u00ad{word[middle:]}"


def _breaks(word: str) -> list[int]:
    """Return the possible breaks in a word as indexes: each syllable with two characters and a vowel before it."""
    return [found.start() for found in SYLLABLE.finditer(word, 2) if VOWEL.search(word, 0, found.start())]


def width(text: str) -> float:
    """Return the approximate width of a text, in average characters."""
    return sum(map(_character_width, text))


def _labels(name: str, others: Sequence[str], most: float) -> Iterator[str]:
    """Yield labels for a name, best first, that no name in `others` would get; the last labels may be too wide."""
    team, there = name.split(" & "), {other.casefold() for other in others}
    if len(team) > 1:  # "Anna+Ben", "Alex…+Chri…", or "A+B" if there is little room
        firsts, room = [_first(each) for each in team], (most + 1) / len(team) - 1
        full = "+".join(firsts)
        yield (
            full if width(full) <= most else "+".join(_cut(each, room) if room >= 4 else each[:1] for each in firsts)
        )
    shapes: tuple[Callable[[str], str], ...] = (
        _first,
        _with_initial,
        str,
        lambda each: _cut(_first(each), most),
        _with_last,
        _initials,
        lambda each: _cut(each, most),
    )
    for shape in shapes:
        label = shape(name)
        if width(label) <= most and label.casefold() not in there | {shape(other).casefold() for other in others}:
            yield label
    pairs = (zip(name.casefold(), other, strict=False) for other in there)
    differs = {len([*takewhile(lambda pair: pair[0] == pair[1], each)]) for each in pairs} - {0}
    ends = [name[start : start + length] for start in sorted(differs, reverse=True) for length in (4, 3, 2, 1)]
    labels = [_cut(name.removesuffix(end), most, end) for end in [*ends, name[-1]] if end]
    yield from (label for label in labels if width(label) <= most)
    yield from (_cut(name, most, str(number)) for number in range(2, 100))


def _first(name: str) -> str:
    first = name.split()[0]
    return name if first.endswith(".") else first


def _with_initial(name: str) -> str:
    first, *more = name.split()
    return f"{first} {_initial(more[-1])}" if more and not first.endswith(".") else name


def _with_last(name: str) -> str:
    first, *more = name.split()
    return f"{_initial(first)} {more[-1]}" if more else first


def _initials(name: str) -> str:
    first, *more = name.split()
    return f"{_initial(first)} {_initial(more[-1])}" if more else first


def _initial(word: str) -> str:
    return f"{word[0]}." if word[0].isalpha() and len(word) > 1 else word


def _cut(name: str, most: float, end: str = "") -> str:
    """Return the beginning of a name, an ellipsis and `end`, as long as `most` allows."""
    if not end and width(name) <= most:
        return name
    fits = (name[:at] for at in range(len(name), 1, -1) if width(f"{name[:at]}…{end}") <= most)
    beginning = next(fits, name[:1])
    return f"{beginning.rstrip(' -') or beginning}…{end}"


def _character_width(character: str) -> float:
    if character in NARROW:
        return 0.6
    if character in BROAD:
        return 1.6
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 1.2 if character.isupper() or character == "…" else 0 if unicodedata.combining(character) else 1
