"""Similar names: one of them may be misspelt, or both may belong to the same person."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, combinations

FEW_LETTERS, MANY_LETTERS = 4, 7
"""Minimum number of letters in the shorter of two names for one typo between them, and for two."""
MAX_COMPARED = 3_000


def alike(names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of similar names by index; the pairs with the fewest typos come first.

    A typo is a wrong, missing or extra letter, or two swapped neighbours. Case, accents and punctuation do not count.
    Names with different digits are never similar.
    """
    bare = [_bare(name) for name in names]
    typos = {(one, other): _typos(bare[one][0], bare[other][0]) for one, other in _candidates(bare)}
    found = [pair for pair, count in typos.items() if count <= _allowed(*(bare[each][0] for each in pair))]
    return tuple(sorted(found, key=lambda pair: (typos[pair], pair)))


def alike_to(name: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the indexes of the names similar to `name`; names with the fewest typos come first."""
    letters, digits = _bare(name)
    typos: dict[int, int] = {}
    for at, (theirs, numbers) in enumerate(map(_bare, names)):
        allowed = _allowed(letters, theirs)
        if numbers == digits and abs(len(theirs) - len(letters)) <= allowed:
            count = _typos(letters, theirs)
            typos |= {at: count} if count <= allowed else {}
    return tuple(sorted(typos, key=lambda at: (typos[at], at)))


def _bare(name: str) -> tuple[str, str]:
    """Return the letters of a name, without case and accents, and its digits."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(filter(str.isalpha, plain)), "".join(filter(str.isdigit, plain))


def _allowed(*names: str) -> int:
    shorter = min(map(len, names))
    return (shorter >= FEW_LETTERS) + (shorter >= MANY_LETTERS)


def _candidates(bare: Sequence[tuple[str, str]]) -> Iterable[tuple[int, int]]:
    """Return up to MAX_COMPARED index pairs of possibly similar names, the most likely first, without comparing all.

    Two names may be similar if they become equal after removing letters from both, at most one per allowed typo.
    """
    pairs: dict[tuple[int, int], None] = {}
    for most in range(3):
        same = defaultdict(list)
        for at, (letters, digits) in enumerate(bare):
            for less in _with_less(letters, min(most, _allowed(letters))):
                same[less, digits].append(at)
        for pair in chain.from_iterable(combinations(places, 2) for places in same.values()):
            pairs[pair] = None
            if len(pairs) == MAX_COMPARED:
                return pairs
    return pairs


def _with_less(letters: str, typos: int) -> set[str]:
    found = last = {letters}
    for _ in range(typos):
        last = {each[:at] + each[at + 1 :] for each in last for at in range(len(each))}
        found = found | last
    return found


def _typos(one: str, other: str) -> int:
    """Return the minimum number of typos between two texts (optimal string alignment distance)."""
    rows = [list(range(len(other) + 1))]
    for at, letter in enumerate(one, 1):
        row = [at]
        for place, theirs in enumerate(other, 1):
            least = min(rows[-1][place - 1] + (letter != theirs), rows[-1][place] + 1, row[-1] + 1)
            if min(at, place) > 1 and letter == other[place - 2] and one[at - 2] == theirs:
                least = min(least, rows[-2][place - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]
