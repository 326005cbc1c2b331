"""The replay: a position of a game, by its address."""

from uuid import UUID

from flask import Blueprint, Response, abort, request

from ...core.numbers import small_number
from ...core.points import TOTAL
from ...desk.games import GameView
from ..page import page
from ..services import desk
from .pages import Figure, ReplayPage, replay_page

blueprint = Blueprint("replay", __name__)

MOST = 999_999_999  # what an address can ask for; after the last play there is nothing more to see


@blueprint.get("/games/<uuid:game_id>/replay")
def show(game_id: UUID) -> Response:
    """Show a game as it stood after the play that `at` names (0: before the first; without it the last).

    With `line` and `part` the plays that made that figure are listed, and without `at` the last of them is shown.
    """
    return page(_asked(desk().view(str(game_id))))


def _asked(view: GameView) -> ReplayPage:
    """Return the page that the address asks for; aborts with 404 for junk."""
    return replay_page(view, _asked_number("at"), _asked_figure(view))


def _asked_number(name: str) -> int | None:
    asked = request.args.get(name)
    if asked is None:
        return None
    number = small_number(asked, MOST)
    return abort(404) if number is None else number


def _asked_figure(view: GameView) -> Figure | None:
    line, part = _asked_number("line"), request.args.get("part", TOTAL)
    if line is None:
        return abort(404) if part else None
    paper = view.rulebook.lines(view.replay.state)
    known = line < len(paper) and (part == TOTAL or part in paper[line].parts)
    return Figure(line, part) if known else abort(404)
