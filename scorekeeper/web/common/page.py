"""Pages and their responses, the services that views use, and the parameters that many of them read."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from flask import Response, abort, current_app, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from ...core.fields import small_number
from ...daily_backup import Daily
from ...store.games import GameService, GameView
from ...titles import Titles

MOST = 999_999_999
"""The largest number in an address."""
MAX_SEATS = 99
PANEL = re.compile(r"[a-z-]{1,32}", re.ASCII)


class Page(Protocol):
    """What a template shows, under the name `page`."""

    @property
    def template(self) -> Any:
        """The name of the template, or several names of which the first that exists is used."""


def page(shown: Page, status: int = 200, **values: object) -> Response:
    """Return the response that shows a page; further `values` are in the template by their own names."""
    return show(shown.template, shown, status, values)


def show(template: Any, shown: object, status: int = 200, values: Mapping[str, object] | None = None) -> Response:
    """Return the response of a template, in which `page` is what is `shown`: an object, or a dict of values.

    Further `values` are in the template by their own names.
    """
    text = render_template(template, **{**(values or {}), "page": shown})
    return make_response(text.encode(errors="backslashreplace"), status)  # a lone surrogate cannot be encoded


def service() -> GameService:
    """Return the game service of the running application."""
    found: GameService = current_app.extensions["service"]
    return found


def daily() -> Daily:
    """Return the daily backup of the running application."""
    found: Daily = current_app.extensions["daily"]
    return found


def titles() -> Titles:
    """Return the titles that are installed, and those that could not be loaded."""
    found: Titles = current_app.extensions["titles"]
    return found


def asked_panel(name: str = "open") -> str:
    """Return the name of the panel that the form or the address wants open; "" if neither names one.

    A form can also name the panel to open after it is entered, under the `name` "then".
    """
    asked = request.form.get(name, request.args.get(name, ""))
    return asked if PANEL.fullmatch(asked) else ""


def asked_seat(view: GameView, name: str = "seat", sent: MultiDict[str, str] | None = None) -> int | None:
    """Return the seat in the form or URL (or in `sent`), a player's or one of `Seats.non_players`; None without one.

    A seat that does not exist aborts with 404 in an address; with a form, which says only which panel was open, it is
    None.
    """
    address = request.args.get(name) if sent is None or request.method == "POST" else None
    asked = (request.form if sent is None else sent).get(name, address)
    if asked is None:
        return None
    seat = small_number(asked, MAX_SEATS)
    if seat is not None and seat < len(view.rulebook.names(view.table)):
        return seat
    return None if request.method == "POST" else abort(404)


def asked_number(name: str) -> int | None:
    """Return the number in the address under this name; None without one. Aborts with 404 if it cannot be read."""
    asked = request.args.get(name)
    if asked is None:
        return None
    number = small_number(asked, MOST)
    return abort(404) if number is None else number
