"""Sentences for everything that goes wrong, in place of bare status codes."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Flask, Response
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from ..core.messages import Message, say
from ..desk.changes import NoSuchPlay, Shelved
from ..desk.games import NoSuchGame
from ..storage.database import OutOfReach
from .page import page

SENTENCES: dict[int, Message] = {
    400: say("This request could not be read. Go back, open the page again and try once more."),
    403: say("This device may not do that."),
    404: say("There is nothing at this address. It may have been mistyped, or the game was taken away."),
    405: say("This address takes no request of that kind. Go to the start page and begin from there."),
    409: say("The game has changed since you opened this page. Nothing was written: open it again and try once more."),
    413: say("That is more than a form of this app ever sends. Shorten it and try once more."),
    503: say("The database cannot be written just now, and nothing was changed. Try again in a moment."),
}
OTHERWISE = say("Something went wrong, and nothing was written. Go back and try once more.")
SHELVED = say("This game was archived or deleted, so nothing was written. Bring it back first.")
NO_SUCH_PLAY = say(
    "The game has no play of that number, so nothing was written. Go back to every play and correct it there."
)
OUTDATED = say("This page was opened before the device was paired. Nothing was written: open it again, then send.")


@dataclass(frozen=True)
class ErrorPage:
    """Something went wrong: what, and what to do."""

    template: ClassVar[str] = "errors/error.html"
    message: Message
    status: int


def init_app(app: Flask) -> None:
    """Answer every error with a page that says what to do."""
    app.register_error_handler(CSRFError, lambda error: sentence(OUTDATED, 400))
    app.register_error_handler(HTTPException, lambda error: sentence(SENTENCES.get(error.code, OTHERWISE), error.code))
    app.register_error_handler(NoSuchGame, lambda error: sentence(SENTENCES[404], 404))
    app.register_error_handler(NoSuchPlay, lambda error: sentence(NO_SUCH_PLAY, 404))
    app.register_error_handler(Shelved, lambda error: sentence(SHELVED, 409))
    app.register_error_handler(OutOfReach, lambda error: sentence(SENTENCES[503], 503))
    app.register_error_handler(500, lambda error: sentence(OTHERWISE, 500))


def sentence(message: Message, status: int) -> Response:
    """Return a page that says `message`."""
    return page(ErrorPage(message, status), status)
