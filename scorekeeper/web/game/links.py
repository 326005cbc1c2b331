"""The addresses of all pages of a game, and the way back from one of them to another."""

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
from ...store.games import GameView
from ..access.rights import required, rights
from ..forms.fields_form import ASKED
from ..forms.submission import SEATED
from .attempt import Attempt
from .lines import Link
from .position import Position

OF_TABLE = ("seat", "open")
"""Query parameters of the table besides plays: whose panel is open, and which one."""
ENVELOPE = ("csrf_token", "entry_key", "revision", SEATED)
"""Form fields that nobody types."""
PATH = re.compile(r"[a-z0-9/-]{0,80}", re.ASCII)
TABLE, RESULT = say("The table"), say("The result")
LABELS: dict[str, Message] = {
    "game.log": say("Every play"),
    "game.play": say("The correction"),
    "game.before": say("The correction"),
    "game.replay": say("Replay"),
    "asking.ask": say("The question"),
    "asking.options": say("Game options"),
    "asking.category": say("Add a category"),
    "about.about": say("Place and note"),
    "asking.further": say("The page before"),
}
"""The pages of a game, besides the table, that a way back can lead to, and what the link is called."""


def _leading_to(view: str, says: str) -> str:
    """Return a property with the address of the page of the game that this view shows."""
    return property(lambda self: url_for(view, game_id=self.view.game.id), doc=says)  # type: ignore[return-value]


@dataclass(frozen=True)
class Links:
    """The addresses of all pages of a game; `here` is the page they stand on, relative to the address of the game."""

    view: GameView
    here: str = ""

    table = _leading_to("game.table", "Where the table is shown, or the result.")
    players = _leading_to("seats.players", "Where the players are put right.")
    options = _leading_to("asking.options", "Where the game options are changed.")
    category = _leading_to("asking.category", "Where a category is added to a sheet.")
    more = _leading_to("game.more", "Where all ways on from the game are.")
    about = _leading_to("about.about", "Where the place and the note are changed.")
    share = _leading_to("sharing.share", "The page with the codes for other phones.")
    finale = _leading_to("game.finale", "Where the end of the game is shown stage by stage.")
    screen = _leading_to("game.screen", "Where the game is shown in letters for a whole room.")
    log = _leading_to("game.log", "Where every play is shown.")
    stop = _leading_to("game.stop", "Where the game is ended before its end, archived or deleted.")

    def panel(self, seat: int | None, open: str = "") -> str:  # noqa: A002  (as addresses have it)
        """Return the address of the table with the panel `open` of this seat (None: of nobody)."""
        return self._to("game.table", seat=seat, open=open or None)

    def place(self, position: Position, **values: Any) -> str:
        """Return the address at which plays are entered at a position, with the way back that this page has."""
        if position.number is None:
            return self._to("game.table", **values)
        view = "game.before" if position.before else "game.play"
        return self._to(view, number=position.number, back=back_from(position), **values)

    def before(self, number: int) -> str:
        """Return the address at which a forgotten play is inserted before play `number`."""
        return self.place(Position(self.view, number, before=True))

    def correct(self, number: int) -> str:
        """Return the address at which a play is corrected, with the way back to this page."""
        back = f"{self.here}#play-{number}" if self.here == "plays" else self.here
        return self._to("game.play", number=number, back=back or None)

    def filled(self, fields: Sequence[tuple[str, str]], **values: Any) -> str:
        """Return the address of the table with slots filled in with these form fields (name, value)."""
        return (
            self._to("game.table", **values)
            + ("&" if values else "?")
            + urlencode([*fields, (SEATED, self.view.seated)])
        )

    def replay(self, number: int | None = None) -> str:
        """Return the address of the replay after play `number` (None: after the last)."""
        return self._to("game.replay", at=number)

    def finale_at(self, step: int, *, screen: bool) -> str:
        """Return the address of stage `step` of the end, as the big `screen` shows it if asked."""
        return self._to("game.finale", step=step, screen="yes" if screen else None)

    def moment(self, moment: Moment) -> str:
        """Return the address of the replay at a moment of the story, "" if it belongs to no position."""
        return "" if moment.number is None else self.replay(moment.number)

    def figure(self, line: int, part: str = TOTAL, at: int | None = None) -> str:
        """Return the address of the replay that lists the plays behind a figure, at play `at` (None: the last)."""
        return self._to("game.replay", at=at, line=line, part=part or None)

    def rules(self, section: str | None = None) -> str:
        """Return the address of the rules for this table, with one section open if it is named."""
        game = self.view.game.id
        return url_for("rules.of_game", game_id=game, section=section, back=self.here or None, _anchor=section)

    def help(self, name: str, player: int | None = None) -> str:
        """Return the address of a question at the table, about this player if one is given."""
        return self._to("asking.ask", name=name, player=player)

    def further(self, name: str, player: int | None = None) -> str:
        """Return the address of a page that the title brings, about one player or (None) about all."""
        return self._to("asking.further", name=name, player=player)

    def _to(self, view: str, **values: Any) -> str:
        return url_for(view, game_id=self.view.game.id, **values)


def here(position: Position, attempt: Attempt | None) -> str:
    """Return the address of the page that is being made, relative to its game, with what was typed in it.

    It becomes the `back` of links on this page. A correction includes its own way back. For the table with nothing
    typed it is "": which panel was open there is read from the referrer (`_opened_at_table`).
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
        path, typed = attempt.first.position.path, [*attempt.fields, (SEATED, attempt.first.position.view.seated)]
        if request.endpoint == "game.preview":  # the script that asked keeps what is typed
            typed = []
    elif ASKED in sent:
        typed = [(name, word) for name, word in sent.items(multi=True) if name not in ENVELOPE and word]
    else:
        return path if path == "about" else ""
    said = [*typed, *panel, *back.items()]
    return f"{path}?{urlencode(said)}" if said else path


def way_back(view: GameView) -> tuple[Link, str]:
    """Return the way back that the address asks for in `back`, and the value of `back` for it: "plays/5?seat=2".

    The way back is a page of this game that the device may see. Anything else leads to the table, with "".
    """
    asked = request.args.get("back") or _opened_at_table(view)
    table = url_for("game.table", game_id=view.game.id)
    at_table = Link(table, RESULT if view.replay.finished else TABLE)
    try:
        parts = urlsplit(asked)
    except ValueError:  # such as "http://["
        return at_table, ""
    if parts.scheme or parts.netloc or not PATH.fullmatch(parts.path):
        return at_table, ""
    address = f"{table}/{parts.path}" if parts.path else table
    label = _known(view, address) if parts.path else at_table.label
    found = urlunsplit(("", "", address, parts.query, parts.fragment))
    return (Link(found, label), asked) if label else (at_table, "")


def back_from(position: Position) -> str | None:
    """Return the value of `back` for the way back from a correction; None if that is the table as it opens."""
    return None if position.number is None else way_back(position.view)[1] or None


def _opened_at_table(view: GameView) -> str:
    """Return the query that opens the panel from which the browser came, if it came from the table; else ""."""
    try:
        came_from = urlsplit(request.referrer or "")
    except ValueError:
        return ""
    if came_from.path != url_for("game.table", game_id=view.game.id):
        return ""
    kept = [(name, value) for name, value in parse_qsl(came_from.query) if name in OF_TABLE]
    return f"?{urlencode(kept)}" if kept else ""


def _known(view: GameView, address: str) -> Message | None:
    """Return what the page at an address is called; None if it is not in LABELS or the device may not see it."""
    try:
        endpoint, values = current_app.url_map.bind("").match(address, "GET")
    except HTTPException:
        return None
    if endpoint == "asking.further" and values["name"] not in view.rulebook.pages.further:
        return None
    asks = required(current_app.view_functions[endpoint], "GET", of_a_game=True)
    return LABELS.get(endpoint) if rights() >= asks else None


def all_games() -> Link | None:
    """Return the link to all games, or None for a device that may not see them."""
    return Link(url_for("history.home"), say("All games")) if rights().may_view_all else None
