"""Errors explained to people: unreadable values, and plays that the rules refuse."""

from dataclasses import dataclass

from .messages import Message, say

MAX_QUOTED_LENGTH = 100


def shortened(text: str) -> str:
    """Return a text from a document, cut for use in a message, because a key can have a million characters."""
    return text if len(text) <= MAX_QUOTED_LENGTH else f"{text[:MAX_QUOTED_LENGTH]}…"


class Explained(Exception):
    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Unreadable(Explained):
    """Raised for a value that does not fit its field: a wrong type, an unknown key, a number out of bounds.

    `path` is its place in the document: keys, and positions in lists (from 1), outermost first.
    """

    path: tuple[str | int, ...] = ()

    def within(self, key: str | int) -> "Unreadable":
        """Put `key` before the path, and return the error; each level that reads a part of a document adds its key."""
        self.path = (shortened(key) if isinstance(key, str) else key, *self.path)
        return self


def unknown_key(key: str) -> Unreadable:
    return Unreadable(say('unknown key "{key}"', key=shortened(key)))


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal of a play by the rules: a `code` for programs, a `message`, and the `field` concerned.

    An empty `field` means the complete play. With a `seat`, the refusal is about that player's value in the field;
    `part` names one of several values in it.
    """

    code: str
    message: Message
    field: str = ""
    seat: int | None = None
    part: str = ""


class IllegalPlay(Exception):
    """Raised for a readable play that the rules refuse."""

    def __init__(self, code: str, message: Message, field: str = "", seat: int | None = None, part: str = "") -> None:
        super().__init__(code)
        self.refusal = Refusal(code, message, field, seat, part)
