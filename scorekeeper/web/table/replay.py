"""The replay of a game: its positions one by one, its story, and the plays behind a figure of the score sheet."""

from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...core.points import TOTAL, changes
from ...core.story import story
from ...store.games import GameView
from ...store.rows import GameStatus
from ..common.page import asked_number, page, service
from ..common.rights import rights
from .page import GamePage, looking_back
from .result import race_chart
from .slots import Position

blueprint = Blueprint("replay", __name__, url_prefix="/games/<uuid:game_id>")

Figure = tuple[int, str]
"""A figure of the score sheet: the index of its line in `Rulebook.lines`, and the part of the score or TOTAL."""


@blueprint.get("/replay")
def replay(game_id: UUID) -> AnyResponse:
    """Show the game after play `at`, by default the last; 0 is the position before the first play.

    With `line` and `part`, the page lists the plays that changed this figure, and `at` defaults to the last of them. If
    only one play did and `at` is missing, redirect to this play: to its correction on a device that may correct it,
    otherwise to its replay.
    """
    view = service().view(str(game_id))
    line, part, asked = asked_number("line"), request.args.get("part", TOTAL), asked_number("at")
    if line is None:
        return abort(404) if part else _replay_page(view, asked)
    lines = view.rulebook.lines(view.replay.state)
    known = line < len(lines) and (part == TOTAL or part in lines[line].parts)
    if not known:
        abort(404)
    made = [change.number for change in changes(view.replay, line, part) if change.number]
    if asked is None and len(made) == 1:
        corrects = rights().may_enter and view.game.status is GameStatus.ACTIVE
        play = url_for("game.play", game_id=game_id, number=made[0])
        return redirect(play if corrects else url_for("replay.replay", game_id=game_id, at=made[0]))
    return _replay_page(view, asked, (line, part))


def _replay_page(view: GameView, asked: int | None, figure: Figure | None = None) -> Response:
    """Return the replay after play `asked` (default: the last that changed the `figure`, or the last of all)."""
    full, count = view.replay, len(view.replay.steps)
    found = changes(full, *figure) if figure else []
    if asked is None and figure:
        asked = found[-1].number
    at = count if asked is None else min(asked, count)
    shown = looking_back(GamePage(Position(view), frame="table/replay.html", named="replay"), at, at - 1)
    heading = say("Entry {number} of {count}", number=at, count=count) if at else say("Before the first entry")
    sources = [(each, shown.log.line(full.steps[each.number - 1]) if each.number else None) for each in found[::-1]]
    return page(
        shown,
        at=at,
        heading=heading,
        figure=figure,
        figure_label=_label(shown, *figure) if figure else None,
        sources=sources,
        story=story(full),
        race=race_chart(full, shown.players),
    )


def _label(shown: GamePage, line: int, part: str) -> Message:
    meta = shown.rulebook.meta
    labels = {column.name: column.label for column in meta.parts}
    names = {each.number: each.name for each in shown.score_sheet.lines}
    return say("{player}: {figure}", player=names[line], figure=labels.get(part, meta.total))
