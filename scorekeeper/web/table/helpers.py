"""Extra pages of a game from its rulebook: questions at the table (helpers), and others such as the list of rounds."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, request

from ...core.fields import PLAYER
from ...core.replay import Replay, Step
from ..common.language import translated
from ..common.page import asked_seat, page, players_by_key, service
from ..forms.fields import fields_form, values_of
from .lines import Player
from .page import GamePage
from .slots import Position, slot_of

blueprint = Blueprint("helpers", __name__, url_prefix="/games/<uuid:game_id>")


def rounds(replay: Replay, players: Sequence[Player], only: int | None = None) -> list[dict[str, Any]]:
    """Return the rounds of a game, latest first; with a seat in `only`, without the plays of other players.

    A round has its `number` (from 1), `at` (its index among the finished rounds, from 0; None for the round in
    progress), `players` (pairs of a player and their plays), and the plays that concern the entire `table`. A play is a
    pair of texts: its headline without the player's name, and its detail.
    """

    def described(seat: int | None, name: str) -> list[tuple[str, str]]:
        found = (replay.describe(step) for step in steps if step.seat == seat)
        return [(translated(each.headline).removeprefix(f"{name} "), translated(each.detail)) for each in found]

    shown = [player for player in players if only in (None, player.seat)]
    found: list[dict[str, Any]] = []
    steps: list[Step] = []
    states = [*(step.before for step in replay.steps), replay.state][1:]
    for step, after in zip(replay.steps, states, strict=True):
        steps.append(step)
        ended = replay.rulebook.history.round(step.before, after)
        if ended or step is replay.steps[-1]:
            own = [(player, described(player.seat, player.name)) for player in shown]
            at = len(found)
            found.append({"number": at + 1, "at": at if ended else None, "players": own, "table": described(None, "")})
            steps = []
    return found[::-1]


@blueprint.get("/<name>")
def further(game_id: UUID, name: str) -> Response:
    """Show an extra page of the rulebook; if the URL names a player, it is limited to that player."""
    view = service().view(str(game_id))
    seat = asked_seat(view, "player")
    if name not in view.rulebook.pages.extra_pages:
        abort(404)
    shown = GamePage(Position(view), seat, named=name)
    return page(shown, rounds=rounds(shown.replay, shown.players, seat))


@blueprint.get("/help/<name>")
def ask(game_id: UUID, name: str) -> Response:
    view = service().view(str(game_id))
    helper = next((helper for helper in view.rulebook.helpers if helper.name == name), None) or abort(404)
    turn = view.replay.turn
    players, initial = players_by_key(view), {} if turn is None else {PLAYER.name: turn}
    form = fields_form(helper.fields, players, request.args or None, initial)
    typed = form.data.get(PLAYER.name, request.args.get("seat"))
    seat = list(players).index(typed) if typed in players else None
    shown = GamePage(Position(view), seat, frame="table/help.html", named="help")
    others = [field.name for field in helper.fields if field.name != PLAYER.name]
    asked = not others or any(name in request.args for name in others)
    status = 422 if asked and not form.validate() else 200
    found = helper.answer(view.replay.state, values_of(form)) if asked and status == 200 else ()
    answers = [(each, shown.filled(slot_of(shown.position, each.play).fields) if each.play else None) for each in found]
    return page(shown, status, helper=helper, form=form, answers=answers if asked and status == 200 else None)
