"""Error pages with a sentence about the cause and the remedy."""

from flask import Flask, Response, current_app, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from ...core.messages import Message, say
from ...instance import explain, explain_in_full
from ...logs import Faults
from ...store.changes import NoSuchPlay
from ...store.connection import DatabaseUnavailable, Reason
from ...store.games import GameNotActive, NoSuchGame, NotSaved, StaleRevision, UnreadableLog
from .page import service, show

SENTENCES: dict[int, Message] = {
    400: say("The form could not be read. Go back, reload the page and try again."),
    403: say("This phone may not do that. Pair it first."),
    404: say("Page not found. Check the URL, or look for the game under All games."),
    405: say("This URL cannot be opened directly. Start from All games."),
    409: say("The game has changed since you opened this page, so nothing was saved. Open it again."),
    413: say("That is too long to be sent. Shorten it and try again."),
}
OTHERWISE = say("Something went wrong, and nothing was saved. Go back and try again.")
UNREADABLE_GAME = say(
    "This game cannot be read: the database is damaged. Run scorekeeper check on the server for details."
)
OUTDATED = say(
    "You opened this page before pairing this phone, so nothing was saved. Open it again, then send the form."
)

PASSING = (Reason.BUSY, Reason.LOCKED, Reason.DISK_FULL, Reason.UNWRITABLE)
"""Temporary faults; the next successful write ends them."""


def init_app(app: Flask) -> None:
    app.register_error_handler(CSRFError, lambda error: sentence(OUTDATED, 400))
    app.register_error_handler(HTTPException, lambda error: sentence(SENTENCES.get(error.code, OTHERWISE), error.code))
    app.register_error_handler(NoSuchGame, lambda error: sentence(SENTENCES[404], 404))
    app.register_error_handler(NotSaved, lambda error: sentence(error.message, status_of(error)))
    app.register_error_handler(UnreadableLog, lambda error: sentence(UNREADABLE_GAME, 503))
    app.register_error_handler(DatabaseUnavailable, _unavailable)
    app.register_error_handler(Exception, _unexpected)
    app.extensions["faults"], app.extensions["damaged"] = Faults(), False


def status_of(reason: NotSaved) -> int:
    if isinstance(reason, NoSuchPlay):
        return 404
    return 409 if isinstance(reason, StaleRevision | GameNotActive) else 422


def sentence(message: Message, status: int) -> Response:
    """Return an error page with this message, and a link to the game if the URL contains one."""
    shown = {"message": message, "game": (request.view_args or {}).get("game_id")}
    return show("error.html", shown, status)


def tell_fault(fault: DatabaseUnavailable) -> None:
    """Log once why the database cannot be used; log a temporary fault again after a successful write."""
    store = service().store
    since = store.written if fault.reason in PASSING else 0
    _faults().tell(fault.reason, f"Cannot use the database {store.path}: {explain_in_full(fault)}", since)


def _unavailable(fault: DatabaseUnavailable) -> Response:
    tell_fault(fault)
    return sentence(say("Cannot use the database: {reason} Nothing was saved.", reason=explain(fault)), 503)


def _unexpected(error: Exception) -> Response:
    """Return the page for an unexpected error: a damaged database can cause any, otherwise it is a bug."""
    extensions = current_app.extensions
    if _faults().tell_error(error):  # once for each place in the code, because checking a large database takes long
        extensions["damaged"] = isinstance(error, UnicodeDecodeError) or not service().store.is_whole()
    if extensions["damaged"]:
        return _unavailable(DatabaseUnavailable(Reason.DAMAGED, type(error).__name__))
    return sentence(OTHERWISE, 500)


def _faults() -> Faults:
    faults: Faults = current_app.extensions["faults"]
    return faults
