"""What the views work with, found on the running application and in the address."""

import re

from flask import abort, current_app, request

from ...core.numbers import small_number
from ...daily import Daily
from ...desk.games import Desk, GameView
from ...replica.state import ReplicaState
from ...replica.watch import Replica
from ...titles import Titles

MOST_SEATS = 99
PANEL = re.compile(r"[a-z-]{1,32}", re.ASCII)


def desk() -> Desk:
    """Return the desk of the running application."""
    found: Desk = current_app.extensions["desk"]
    return found


def daily() -> Daily:
    """Return who makes the backup of each day."""
    found: Daily = current_app.extensions["daily"]
    return found


def titles() -> Titles:
    """Return the titles that are installed, and those that could not be loaded."""
    found: Titles = current_app.extensions["titles"]
    return found


def replica_state() -> ReplicaState | None:
    """Return how the replica of the database stands; None where none is kept."""
    replica: Replica | None = current_app.extensions.get("replica")
    return replica.state if replica else None


def asked_panel(name: str = "open") -> str:
    """Return which panel of a page is to be open, as the form or the address says; "" where neither names one.

    A form can say what is to be open `then`, once it is entered.
    """
    asked = request.form.get(name, request.args.get(name, ""))
    return asked if PANEL.fullmatch(asked) else ""


def asked_seat(view: GameView, name: str = "seat") -> int | None:
    """Return the seat that the form or the address has under a name; None if neither has one.

    It is a player's, or that of one of the others at the table. Aborts with 404 for junk in an address that is opened:
    a form is taken whatever panel was open around it.
    """
    asked = request.form.get(name, request.args.get(name))
    if asked is None:
        return None
    seat = small_number(asked, MOST_SEATS)
    if seat is not None and seat < len(view.rulebook.names(view.table)):
        return seat
    return None if request.method == "POST" else abort(404)
