"""Page responses, the services for views, the URL parameters that many views read, and the link one level up."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from flask import Response, abort, current_app, make_response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from ...core.fields import small_number
from ...core.messages import Message, say
from ...daily_backup import Daily
from ...store.games import GameService, GameView
from ...titles import Titles
from .rights import rights

MAX_URL_NUMBER = 999_999_999
"""Largest number in a URL."""
BACK, TABLE, RESULT = say("Back"), say("The table"), say("The result")
OF_GAME = re.compile(r"(/[a-z0-9/-]{0,80})?([?#].*)?", re.ASCII)
"""The remainder of a page's URL after the URL of the game."""
PANEL = re.compile(r"[a-z-]{1,32}[0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Link:
    url: str
    label: Message


class Page(Protocol):
    @property
    def template(self) -> Any:
        """The name of the template, or several names; the first existing one is used."""


def page(shown: Page, status: int = 200, **values: object) -> Response:
    """Return the response that shows a page; further `values` are variables of the template."""
    return show(shown.template, shown, status, values)


def show(template: Any, shown: object, status: int = 200, values: Mapping[str, object] | None = None) -> Response:
    """Return the response of a template with `shown` as its `page`; further `values` are variables of the template."""
    text = render_template(template, **{**(values or {}), "page": shown})
    return make_response(text.encode(errors="backslashreplace"), status)  # a lone surrogate cannot be encoded


def service() -> GameService:
    found: GameService = current_app.extensions["service"]
    return found


def daily() -> Daily:
    found: Daily = current_app.extensions["daily"]
    return found


def titles() -> Titles:
    found: Titles = current_app.extensions["titles"]
    return found


def asked_panel(name: str = "open") -> str:
    """Return the panel to open, from the form or URL, or "". A form names the panel to open after it in "then"."""
    asked = request.form.get(name, request.args.get(name, ""))
    return asked if PANEL.fullmatch(asked) else ""


def asked_seat(view: GameView, name: str = "seat", sent: MultiDict[str, str] | None = None) -> int | None:
    """Return the seat of the player or non-player named in the form or URL, or in `sent`; None if it names none.

    Aborts with 404 for a URL that names another person. In a form, such a name is ignored, because it only names the
    open panel.
    """
    url = request.args.get(name) if sent is None or request.method == "POST" else None
    asked = (request.form if sent is None else sent).get(name, url)
    if asked is None:
        return None
    keys = player_keys(view)
    if asked in keys:
        return keys.index(asked)
    return None if request.method == "POST" else abort(404)


def player_keys(view: GameView) -> tuple[str, ...]:
    """Return the keys of the players in forms, URLs and scripts, by seat: "@7" for the person with id 7.

    The keys of `Seats.non_players` follow: "@00", "@01". Devices that may only view get seats instead, because ids
    reveal how many people the database has.
    """
    names = view.rulebook.names(view.table)
    if not rights().may_enter:
        return tuple(str(seat) for seat, _ in enumerate(names))
    others = names[len(view.people) :]
    return (*(f"@{each}" for each in view.people), *(f"@0{number}" for number, _ in enumerate(others)))


def key_of(view: GameView, seat: int | None) -> str | None:
    """Return the key of the player at a seat, or of one of `Seats.non_players`; None without a seat."""
    return None if seat is None else player_keys(view)[seat]


def players_by_key(view: GameView) -> dict[str, str]:
    return dict(zip(player_keys(view), view.table.players, strict=False))


def asked_number(name: str) -> int | None:
    """Return the number in the URL parameter `name`, or None if it is missing; abort with 404 if it is invalid."""
    asked = request.args.get(name)
    if asked is None:
        return None
    number = small_number(asked, MAX_URL_NUMBER)
    return abort(404) if number is None else number


def next_url(view: GameView) -> str:
    """Return the `next` parameter of the request if it is the URL of a page of this game; else "".

    Links to rules and corrections carry the referring page's URL, so that "Back" and a saved correction return there. A
    device that may only view can return to the table, the list of plays and the replay.
    """
    asked, table = request.args.get("next", ""), url_for("game.table", game_id=view.game.id)
    path = urlsplit(asked).path if asked.isprintable() and OF_GAME.fullmatch(asked.removeprefix(table)) else ""
    shown_to_all = path in (table, f"{table}/plays", f"{table}/replay")
    return asked if asked.startswith(table) and path and (shown_to_all or rights().may_enter) else ""


def way_up(view: GameView) -> Link:
    """Return the link one level up: to the page in `next_url`, else to the table or the result."""
    table = Link(url_for("game.table", game_id=view.game.id), RESULT if view.replay.finished else TABLE)
    asked = next_url(view)
    return Link(asked, BACK) if asked else table
