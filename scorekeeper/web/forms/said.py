"""The place and the note of a game as people type them: cleaned, and checked."""

import unicodedata

from ...core.document import NOTE_LENGTH, VENUE_LENGTH
from ...core.messages import Message, say

UNREADABLE = ("Cc", "Cs")


def clean_place(text: str) -> str:
    """Return a place in one line, without needless spaces, and composed (NFC)."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def clean_note(text: str) -> str:
    """Return a note without spaces around it or at the ends of its lines, and composed (NFC)."""
    lines = (line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return unicodedata.normalize("NFC", "\n".join(lines).strip())


def place_fault(place: str) -> Message | None:
    """Return what is wrong with a place, or None."""
    if len(place) > VENUE_LENGTH:
        return say(
            "A place can have at most {most} characters; this one has {length}.", most=VENUE_LENGTH, length=len(place)
        )
    return _unreadable(place)


def note_fault(note: str) -> Message | None:
    """Return what is wrong with a note, or None."""
    if len(note) > NOTE_LENGTH:
        return say(
            "A note can have at most {most} characters; this one has {length}.", most=NOTE_LENGTH, length=len(note)
        )
    return _unreadable(note.replace("\n", "").replace("\t", ""))


def _unreadable(text: str) -> Message | None:
    if any(unicodedata.category(character) in UNREADABLE for character in text):
        return say("This cannot have control characters or half characters in it.")
    return None
