"""Where the rules of a game were looked up: the page to go back to, with what was typed there."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import current_app, url_for
from werkzeug.exceptions import HTTPException

from ...core.messages import Message, say
from ...desk.games import GameView
from ..rights import needed, rights
from ..table.lines import Link

OF_TABLE = ("seat", "open")
"""What the address of a table says besides a play: whose page it is, and which panel is open."""
PATH = re.compile(r"[a-z0-9/-]{1,80}", re.ASCII)
TABLE, RESULT = say("The table"), say("The result")
LABELS: dict[str, Message] = {
    "corrections.log": say("Every play"),
    "corrections.play": say("The correction"),
    "corrections.before": say("The correction"),
    "replay.show": say("Replay"),
    "table.ask": say("The question"),
    "table.options": say("Game options"),
    "table.about": say("Place and note"),
    "table.further": say("The page before"),
}
"""The pages of a game that the rules lead back to, besides its table, and what they are called."""


def back_in_game(view: GameView, asked: str) -> Link:
    """Return the way back that was `asked` for, behind the address of the game: "plays/5?back=log".

    It leads to a page of this very game that the device may see; what cannot be one leads to the table.
    """
    table = url_for("table.show", game_id=view.game.id)
    label = RESULT if view.replay.finished else TABLE
    path, found, query = asked.partition("?")
    if not path:
        return Link(f"{table}{found}{query}", label)
    known = _known(view, f"{table}/{path}") if PATH.fullmatch(path) else None
    return Link(f"{table}/{path}{found}{query}", known) if known else Link(table, label)


def place_at_table(view: GameView, came_from: str | None) -> str:
    """Return what `back_in_game` is asked for where the rules were opened at the table, by the address of that page.

    A link in a preview cannot say which panel is open around it; the browser tells where it was tapped. It returns ""
    for any other page, and where the browser tells nothing.
    """
    try:
        parts = urlsplit(came_from or "")
    except ValueError:  # "http://[", which no browser sends
        return ""
    if parts.path != url_for("table.show", game_id=view.game.id):
        return ""
    kept = [(name, value) for name, value in parse_qsl(parts.query) if name in OF_TABLE]
    return f"?{urlencode(kept)}" if kept else ""


def _known(view: GameView, address: str) -> Message | None:
    """Return what the page at an address is called; None where the rules do not lead back to it."""
    try:
        endpoint, values = current_app.url_map.bind("").match(address, "GET")
    except HTTPException:
        return None
    if endpoint == "table.further" and values["name"] not in view.rulebook.pages.further:
        return None
    asks = needed(current_app.view_functions[endpoint], "GET", of_a_game=True)
    return LABELS.get(endpoint) if rights().include(asks) else None
