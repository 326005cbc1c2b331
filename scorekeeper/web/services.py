"""What the views work with, found on the running application."""

from flask import abort, current_app, request

from ..desk import Desk


def desk() -> Desk:
    """Return the desk of the running application."""
    found: Desk = current_app.extensions["desk"]
    return found


def asked_seat() -> int | None:
    """Return the seat in the address, whose play is entered; None if there is none. Aborts with 404 for junk."""
    asked = request.args.get("seat")
    if asked is None:
        return None
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else abort(404)
