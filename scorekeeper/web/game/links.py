"""Where everything about a game is, and the one way back to a page of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from flask import current_app, request, url_for
from werkzeug.exceptions import HTTPException

from ...core.course import Moment
from ...core.messages import Message, say
from ...core.points import TOTAL
from ...desk.games import GameView
from ..access.rights import needed, rights
from ..forms.fields_form import ASKED
from .attempt import Attempt
from .lines import Link
from .position import Position

OF_TABLE = ("seat", "open")
"""What the address of a table says besides plays: whose panel is open, and which."""
ENVELOPE = ("csrf_token", "entry_key", "revision")
"""What a form says besides what is typed in it."""
PATH = re.compile(r"[a-z0-9/-]{0,80}", re.ASCII)
TABLE, RESULT = say("The table"), say("The result")
LABELS: dict[str, Message] = {
    "game.log": say("Every play"),
    "game.play": say("The correction"),
    "game.before": say("The correction"),
    "game.replay": say("Replay"),
    "asking.ask": say("The question"),
    "asking.options": say("Game options"),
    "about.about": say("Place and note"),
    "asking.further": say("The page before"),
}
"""The pages of a game that others lead back to, besides its table, and what they are called."""


def _leading_to(view: str, says: str) -> str:
    """Return an attribute that has the address of a page of the game."""
    return property(lambda self: url_for(view, game_id=self.view.game.id), doc=says)  # type: ignore[return-value]


@dataclass(frozen=True)
class Links:
    """Where everything about a game is; `here` is the page that leads there, behind the address of the game."""

    view: GameView
    here: str = ""

    table = _leading_to("game.table", "Where the table is shown, or the result.")
    players = _leading_to("seats.players", "Where the players are put right.")
    options = _leading_to("asking.options", "Where the game options are changed.")
    about = _leading_to("about.about", "Where the place and the note are changed.")
    share = _leading_to("sharing.share", "Where the game is shared with other phones.")
    screen = _leading_to("game.screen", "Where the game is shown in letters for a whole room.")
    log = _leading_to("game.log", "Where every play is shown.")
    file = _leading_to("file.file", "Where the game is as one file.")
    stop = _leading_to("game.stop", "Where the game is ended before its end, archived or deleted.")

    def panel(self, seat: int | None, open: str = "") -> str:  # noqa: A002  (as addresses have it)
        """Return where a panel of somebody's is open, or of nobody's."""
        return self._to("game.table", seat=seat, open=open or None)

    def place(self, position: Position, **values: Any) -> str:
        """Return where plays are entered at a position; the way back stays."""
        if position.number is None:
            return self._to("game.table", **values)
        view = "game.before" if position.before else "game.play"
        return self._to(view, number=position.number, back=back_from(position), **values)

    def before(self, number: int) -> str:
        """Return where a play is put in before one that is corrected."""
        return self.place(Position(self.view, number, before=True))

    def correct(self, number: int) -> str:
        """Return where a play is corrected, so that the correction ends on this page."""
        back = f"{self.here}#play-{number}" if self.here == "plays" else self.here
        return self._to("game.play", number=number, back=back or None)

    def filled(self, fields: Sequence[tuple[str, str]], **values: Any) -> str:
        """Return where the table has slots filled in with these fields."""
        return self._to("game.table", **values) + ("&" if values else "?") + urlencode(fields)

    def replay(self, number: int | None = None) -> str:
        """Return where a position of the game is shown: after that play, or after the last."""
        return self._to("game.replay", at=number)

    def moment(self, moment: Moment) -> str:
        """Return where the position is that a moment of the story is about, "" for none."""
        return "" if moment.number is None else self.replay(moment.number)

    def figure(self, line: int, part: str = TOTAL, at: int | None = None) -> str:
        """Return where the plays are listed that made a figure of the score paper."""
        return self._to("game.replay", at=at, line=line, part=part or None)

    def rules(self, section: str | None = None) -> str:
        """Return where the rules are for this table; of a section, where it is open."""
        game = self.view.game.id
        return url_for("rules.of_game", game_id=game, section=section, back=self.here or None, _anchor=section)

    def help(self, name: str, player: int | None = None) -> str:
        """Return where a question is asked at the table."""
        return self._to("asking.ask", name=name, player=player)

    def further(self, name: str, player: int | None = None) -> str:
        """Return where a page is that the title brings; of one player alone, or of all."""
        return self._to("asking.further", name=name, player=player)

    def _to(self, view: str, **values: Any) -> str:
        return url_for(view, game_id=self.view.game.id, **values)


def here(position: Position, attempt: Attempt | None) -> str:
    """Return where the page is that is being made, behind the address of its game, with what was typed in it.

    The table says nothing of itself while nothing is typed: which panel is open there, the browser tells. It tells a
    correction the way back, too.
    """
    table, sent = url_for("game.table", game_id=position.view.game.id), request.form
    if not request.path.startswith(table):
        return ""
    path = request.path.removeprefix(table).removeprefix("/")
    back = {"back": asked} if (asked := back_from(position)) else {}
    if request.method != "POST":
        if path == "" and "play" not in request.args:
            return ""
        told = "" if "back" in request.args else urlencode(back)
        query = "&".join(filter(None, (request.query_string.decode("ascii", "replace"), told)))
        return f"{path}?{query}" if query else path
    panel = [(name, sent[name]) for name in OF_TABLE if name in sent]
    if attempt:
        path, typed = attempt.first.position.path, attempt.fields
        if request.endpoint == "game.preview":  # a script asks, and that keeps what is typed
            typed = []
    elif ASKED in sent:
        typed = [(name, word) for name, word in sent.items(multi=True) if name not in ENVELOPE and word]
    else:
        return path if path == "about" else ""
    said = [*typed, *panel, *back.items()]
    return f"{path}?{urlencode(said)}" if said else path


def way_back(view: GameView) -> tuple[Link, str]:
    """Return the way back that the address asks for, and how an address asks for it: "plays/5?seat=2".

    It leads to a page of this very game that the device may see; what cannot be one leads to the table.
    """
    asked = request.args.get("back") or _opened_at_table(view)
    table = url_for("game.table", game_id=view.game.id)
    at_table = Link(table, RESULT if view.replay.finished else TABLE)
    try:
        parts = urlsplit(asked)
    except ValueError:  # "http://[", which nobody's page has
        return at_table, ""
    if parts.scheme or parts.netloc or not PATH.fullmatch(parts.path):
        return at_table, ""
    address = f"{table}/{parts.path}" if parts.path else table
    label = _known(view, address) if parts.path else at_table.label
    found = urlunsplit(("", "", address, parts.query, parts.fragment))
    return (Link(found, label), asked) if label else (at_table, "")


def back_from(position: Position) -> str | None:
    """Return how an address asks for the way back from a correction; None where that is the table, as it opens."""
    return None if position.number is None else way_back(position.view)[1] or None


def _opened_at_table(view: GameView) -> str:
    """Return which panel was open where the browser comes from, if that is the table."""
    try:
        came_from = urlsplit(request.referrer or "")
    except ValueError:
        return ""
    if came_from.path != url_for("game.table", game_id=view.game.id):
        return ""
    kept = [(name, value) for name, value in parse_qsl(came_from.query) if name in OF_TABLE]
    return f"?{urlencode(kept)}" if kept else ""


def _known(view: GameView, address: str) -> Message | None:
    """Return what the page at an address is called; None where nothing leads back to it."""
    try:
        endpoint, values = current_app.url_map.bind("").match(address, "GET")
    except HTTPException:
        return None
    if endpoint == "asking.further" and values["name"] not in view.rulebook.pages.further:
        return None
    asks = needed(current_app.view_functions[endpoint], "GET", of_a_game=True)
    return LABELS.get(endpoint) if rights().include(asks) else None


def all_games() -> Link | None:
    """Return the way to all games, for whoever may see them."""
    return Link(url_for("history.home"), say("All games")) if rights().everywhere else None
