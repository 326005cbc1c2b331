"""What changes from one text to the next, in few characters: so that a file can hold many that are much alike."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

PIECE = re.compile(r"(?=<(?:div|h\d|li|nav|ol|p|section|table|tbody|td|th|thead|tr|ul)\b)")
TOKEN = re.compile(r"(?=<)|(?<=>)|(?<= )")

Edit = tuple[int, int, str]
"""At which character (as scripts count them), how many of them go, and which come."""


def edits(texts: Sequence[str]) -> list[list[Edit]]:
    """Return for each text what makes it of the one before (the first of nothing), the last place first."""
    pairs = zip(("", *texts), texts, strict=False)
    return [list(_edits(before, after, PIECE.split)) for before, after in pairs]


def _edits(before: str, after: str, cut: Callable[[str], list[str]], start: int = 0) -> Iterator[Edit]:
    old, new = cut(before), cut(after)
    for tag, i, j, k, end in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if tag == "equal":
            continue
        gone, come, at = "".join(old[i:j]), "".join(new[k:end]), start + _length("".join(old[:i]))
        if tag == "replace" and cut != TOKEN.split:
            yield from _edits(gone, come, TOKEN.split, at)
        else:
            yield at, _length(gone), come


def _length(text: str) -> int:
    """Return how long a script takes a text to be: it counts what is beyond the first 65,536 characters twice."""
    return len(text) + sum(character > "\uffff" for character in text)
