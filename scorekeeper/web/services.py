"""What the views work with, found on the running application."""

from flask import current_app

from ..desk import Desk


def desk() -> Desk:
    """Return the desk of the running application."""
    found: Desk = current_app.extensions["desk"]
    return found
