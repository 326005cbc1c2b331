"""The two kinds of error: what cannot be read, and what the rules refuse."""

from dataclasses import dataclass

from .messages import Message

MAX_QUOTED_LENGTH = 100


def shortened(text: str) -> str:
    """Return a text of a document, cut for a message that quotes it: a document may have a key of a million letters."""
    return text if len(text) <= MAX_QUOTED_LENGTH else f"{text[:MAX_QUOTED_LENGTH]}…"


class Unreadable(Exception):
    """A value that is not what its field takes: a wrong type, an unknown key, a number out of bounds.

    `path` says where in the document it is: keys and numbers (from 1), from the outside in.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message
        self.path: tuple[str | int, ...] = ()

    def within(self, key: str | int) -> "Unreadable":
        """Put `key` before the path, and return the error: each level that reads a part of a document adds its own."""
        self.path = (shortened(key) if isinstance(key, str) else key, *self.path)
        return self


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the rules refuse a play: a `code` for programs, a `message` for people, and the `field` that it is about.

    The field is named as in its kind of play; "" is the play as a whole. With a `seat`, it is about what that player
    has in the field.
    """

    code: str
    message: Message
    field: str = ""
    seat: int | None = None


class IllegalPlay(Exception):
    """A play that can be read, but that the rules refuse."""

    def __init__(self, code: str, message: Message, field: str = "", seat: int | None = None) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, message, field, seat)
