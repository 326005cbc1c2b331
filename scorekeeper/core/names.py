"""Validation of names, and detection of invisible characters in them."""

import unicodedata

from .messages import Message, say

NAME_LENGTH = 40
JOINERS = "\u200c\u200d"
"""Characters that join or separate the characters of some scripts, or the parts of an emoji."""
FIRST_JOINED = "\u0590"
"""First character of the scripts with joiners. Latin, Greek, Cyrillic and others before it use none."""
VARIATIONS = "\ufe0e\ufe0f"
"""Characters that choose between the text and the emoji of the symbol before them."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Invisible characters that Unicode does not classify as format characters."""


def name_fault(name: str, most: int = NAME_LENGTH) -> Message | None:
    """Return what is wrong with a name: it has 1 to `most` characters, no outer spaces or controls, and is in NFC."""
    if not name.strip():
        return say("A player needs a name.")
    if len(name) > most:
        return name_length_fault(len(name), most)
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in name):
        return say("A name cannot contain control characters or incomplete characters.")
    if name != name.strip():
        return say("A name cannot begin or end with a space.")
    if not unicodedata.is_normalized("NFC", name):
        return say("A name must be in the composed form (NFC).")
    return None


def name_length_fault(length: int | str, most: int = NAME_LENGTH) -> Message:
    return say("A name can have at most {most} characters; this one has {length}.", most=most, length=length)


def hidden_fault(name: str) -> Message | None:
    """Return the fault of a typed name with invisible characters or direction marks, which documents may contain."""
    around = zip(f" {name}", name, f"{name[1:]} ", strict=False)
    if any(_is_hidden(*letters) for letters in around):
        return say("A name cannot contain invisible characters or direction marks. Type it again.")
    return None


def visible(text: str) -> str:
    """Return a text without invisible characters, direction marks and control characters.

    Joiners in the scripts that have them, and in emojis, stay.
    """
    if text.isascii() and text.isprintable():
        return text
    around = zip(f" {text}", text, f"{text[1:]} ", strict=False)
    kept = "".join(letters[1] for letters in around if not _is_hidden(*letters))
    return "".join(each for each in kept if unicodedata.category(each) not in ("Cc", "Cs")).strip()


def _is_hidden(before: str, character: str, after: str) -> bool:
    if character in VARIATIONS:  # hidden unless they follow a symbol, such as an emoji
        return before.isspace() or before.isalpha()
    if character in JOINERS:  # hidden unless both neighbours are of a script with joiners, or parts of an emoji
        return min(before, after) < FIRST_JOINED
    return character in BLANK or unicodedata.category(character) in ("Cf", "Zl", "Zp")
