"""Views for changing the players of a game: rename, recolour, move, add and remove."""

from collections.abc import Sequence
from uuid import UUID

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message
from ...core.replay import Conflict
from ...desk.games import GameView
from ...desk.players import NewSeat, set_players
from ..access.rights import Right, requires
from ..forms.submission import sent_submission
from ..game.answer import No, answered
from ..game.position import Position
from ..shell.page import page
from ..shell.services import desk
from . import form
from .again import seating_of
from .pages import InTheWay, PlayersPage
from .views import known_names, known_people

blueprint = Blueprint("seats", __name__)

BUTTONS = ("add", "seat", "remove", "up", "down")
"""Buttons that only change the form; any other saves it."""


@blueprint.get("/games/<uuid:game_id>/players")
@requires(Right.PAIRED)
def players(game_id: UUID) -> Response:
    """Show the form for the players of a game."""
    view = desk().view(str(game_id))
    return _players_page(view, seating_of(view))


@blueprint.post("/games/<uuid:game_id>/players")
def put_right(game_id: UUID) -> AnyResponse:
    """Change the form by one of its buttons, or save it: change the players of the game."""
    view = desk().view(str(game_id))
    seating = form.read_seating(view.rulebook, request.form, asks_options=False)
    button = request.form.get("do", "")
    if button.partition(":")[0] in BUTTONS:
        after = form.pressed(seating, button)
        return _players_page(view, after, 200 if after.valid else 422)
    if seating.typed:
        seating = form.add(seating, seating.typed)
    after = form.checked_rows(seating, known_names(seating)) if seating.valid else seating
    return _saved(view, after) if after.valid else _players_page(view, after, 422)


def _saved(view: GameView, seating: form.Seating) -> AnyResponse:
    had = _had(seating, view.table.players)
    seats = [NewSeat(row.name, before, _here_only()) for row, before in zip(seating.rows, had, strict=True)]
    submission = sent_submission()

    def change() -> str:
        set_players(desk(), view.game.id, seats, seating.seat_words(), submission)
        return url_for("game.table", game_id=view.game.id)

    def again(now: GameView, no: No) -> Response:
        there = {row.had for row in seating.rows} <= {*now.table.players, ""}
        in_the_way = _in_the_way(now, no.conflicts)
        return _players_page(
            now, seating if there else seating_of(now), no.status, None if in_the_way else no.message, in_the_way
        )

    return answered(view.game.id, submission, change, again)


def _had(seating: form.Seating, players: Sequence[str]) -> list[str]:
    """Return who had each seat before, "" for a new player; whoever was removed and added again has their own.

    Aborts with 400 if two rows claim the same player.
    """
    claimed = [row.had for row in seating.rows if row.had]
    if len(set(claimed)) < len(claimed):
        abort(400)
    left = {name.casefold(): name for name in players if name not in claimed}
    return [row.had or left.get(row.name.casefold(), "") for row in seating.rows]


def _in_the_way(view: GameView, conflicts: Sequence[Conflict]) -> list[InTheWay]:
    plays = {step.number: view.rulebook.title(view.table, step.play) for step in view.replay.steps}
    return [InTheWay(each.number, plays[each.number], each.refusal.message, each.refusal.code) for each in conflicts]


def _players_page(
    view: GameView,
    seating: form.Seating,
    status: int = 200,
    notice: Message | str | None = None,
    in_the_way: list[InTheWay] | None = None,
) -> Response:
    seated = [*(row.name for row in seating.rows), *view.table.players]
    shown = PlayersPage(
        Position(view),
        notice=notice,
        seating=seating,
        known=[each.name for each in known_people(seated)],
        here_only=_here_only(),
        in_the_way=in_the_way or (),
    )
    return page(shown, status)


def _here_only() -> bool:
    """Return whether a new name is another person; otherwise it renames the same person in all their games."""
    return request.form.get("new-names") == "here"
