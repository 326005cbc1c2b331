"""Differences between similar texts, written so short that one file can hold the boards of all positions."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

PIECE = re.compile(r"(?=<(?:div|h\d|li|nav|ol|p|section|table|tbody|td|th|thead|tr|ul)\b)")
TOKEN = re.compile(r"(?=<)|(?<=>)|(?<= )")

Edit = tuple[int, int, str]
"""The offset, how many characters go, and the text that comes; counted as scripts do, in UTF-16."""


def edits(texts: Sequence[str]) -> list[list[Edit]]:
    """Return for each text the edits that make it of the one before (the first: of ""), the last offset first."""
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
    """Return the length of a text in a script (UTF-16): a character above U+FFFF counts twice."""
    return len(text) + sum(character > "\uffff" for character in text)
