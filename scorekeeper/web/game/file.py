"""A game as one HTML file that needs no server, with every position of the game in it."""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from flask import Blueprint, Response, current_app, render_template
from markupsafe import Markup

from ...core.messages import isolated
from ...desk.games import GameView
from ..shell.assets import AROUND, LOOKING_BACK, STYLE, Asset, title_style
from ..shell.language import number
from ..shell.page import Page
from ..shell.services import desk
from ..shell.styles import used
from .edits import edits
from .lines import LogLine
from .outcome import when_played
from .page import GamePage
from .pages import position_page
from .position import Position

blueprint = Blueprint("file", __name__, url_prefix="/games/<uuid:game_id>")

MOST_BYTES = 64_000
"""The largest size of the file; if the boards of all positions would exceed it, only the last one is in it."""
MOST_BOARDS = 300
"""With this many plays or more only the last board is drawn: the file would be too large with all of them."""
SCRIPT = "js/history/file.js"
PLAIN = re.compile(r'(?<==)"([\w-]+)"(?=[ >])')
"""An attribute value that needs no quotes. Text between tags cannot match: there, quotes are escaped."""
CLASSES = re.compile(r'\bclass=(?:\\?"([^"\\]*)|([\w-]+))')
DATA = re.compile(r"\bdata-[\w-]+")


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A play (None: the position before the first), and the `standings` after it as one line of text."""

    number: int
    play: LogLine | None
    standings: str


@dataclass(frozen=True, eq=False, kw_only=True)
class FilePage(GamePage):
    """A game as one file; `board_then` is the HTML of the last board."""

    frame: str = "replay/file.html"
    leads: bool = False
    board_then: Markup

    @property
    def when(self) -> str:
        """When the game began, and where, if that is known."""
        game = self.view.game
        return ", ".join(filter(None, (game.dated and when_played(game.started, game.ended), game.venue)))

    @property
    def plays(self) -> Sequence[PlayLine]:
        """A line for every position, from the one before the first play on."""
        lines = [PlayLine(each.number, each, self._stood(each.number)) for each in self.log.lines]
        return [PlayLine(0, None, self._stood(0)), *lines]

    def _stood(self, at: int) -> str:
        names = self.view.table.players
        return ", ".join(
            f"{isolated(line.name if line.seat is None else names[line.seat])} {number(line.current)}"
            for line in self.rulebook.lines(self.view.replay.at(at).state)
        )


@blueprint.get("/file")
def file(game_id: UUID) -> Response:
    """Send a game as one file."""
    view = desk().view(str(game_id))
    response = Response(file_of(view), mimetype="text/html")
    response.headers["Content-Disposition"] = f'attachment; filename="{name_of(view)}"'
    return response


def name_of(view: GameView) -> str:
    """Return the name of the file, from the title and the day of the game."""
    written = view.game.dated
    day = datetime.fromisoformat(written).date().isoformat() if written else ""
    return "-".join(filter(None, (view.rulebook.slug, day))) + ".html"


def file_of(view: GameView) -> str:
    """Return a game as one HTML page that needs no server, in the reader's language."""
    count = len(view.replay.steps)
    boards = [_drawn(position_page(view, at)) for at in range(0 if count < MOST_BOARDS else count, count + 1)]
    whole = _file(view, boards)
    return whole if len(whole.encode()) <= MOST_BYTES else _file(view, boards[-1:])


def _file(view: GameView, boards: list[str]) -> str:
    """Return the file with these boards: one for each position, or only the last."""
    files: dict[str, Asset] = current_app.extensions["assets"]
    script = _lines(files[SCRIPT].body.decode())
    board = Markup(boards[-1])  # noqa: S704  (a template has drawn it, in which all that people wrote is escaped)
    text = _drawn(FilePage(Position(view), board_then=board))
    positions = _json(edits(boards) if len(boards) > 1 else [])
    shown = text + positions
    sheets = (STYLE, AROUND, title_style(view.rulebook.slug), LOOKING_BACK)
    styles = b"".join(files[name].body for name in sheets if name in files).decode(errors="replace")
    classes = {name for names in CLASSES.findall(shown) for each in names for name in each.split()}
    style = used(styles, classes | {*DATA.findall(shown)})
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'"
    text = text.replace("{policy}", policy, 1).replace("{style}", style, 1)  # both stand before all that people typed
    data = f'<script type="application/json" id="positions">{positions}</script>'
    return f"<!doctype html>{text}{data}<script>{script}</script>"


def _drawn(page: Page) -> str:
    return PLAIN.sub(r"\1", _lines(render_template(page.template, page=page)).replace("\n", " "))


def _lines(text: str) -> str:
    """Return a text without empty lines and without spaces around its lines."""
    return "\n".join(filter(None, (line.strip() for line in text.splitlines())))


def _json(value: object) -> str:
    """Return a value as JSON that can stand in a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/").replace("<!", "<\\u0021")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
