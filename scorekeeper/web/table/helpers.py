"""Pages about a game that its title brings: questions at the table (helpers), and further ones, such as the rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, request

from ...core.fields import PLAYER
from ...core.replay import Replay, Step
from ...core.rulebook import Helper
from ...core.table import Summary
from ..common.language import translated
from ..common.page import asked_seat, page, service
from ..forms.fields import FieldsForm, fields_form, values_of
from .lines import Player
from .page import GamePage
from .slots import Position, slot_of

blueprint = Blueprint("helpers", __name__, url_prefix="/games/<uuid:game_id>")


def rounds(replay: Replay, players: Sequence[Player], only: int | None = None) -> list[dict[str, Any]]:
    """Return the rounds of a game, the latest first; with `only` a seat, without the plays of other players.

    A round has its `number` (from 1), `at` (its index among the rounds that have ended, from 0; None for the one that
    goes on), `players` (each with the plays), and the plays that concern the whole `table`. A play is a pair of texts:
    its headline without the player's name, and the detail.
    """

    def told(seat: int | None, name: str) -> list[tuple[str, str]]:
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
            own = [(player, told(player.seat, player.name)) for player in shown]
            at = len(found)
            found.append({"number": at + 1, "at": at if ended else None, "players": own, "table": told(None, "")})
            steps = []
    return found[::-1]


@dataclass(frozen=True, eq=False, kw_only=True)
class HelpPage(GamePage):
    """A question at the table: its form, and the answers (None before it was asked)."""

    frame: str = "table/help.html"
    named: str = "help"
    helper: Helper[Any]
    form: FieldsForm
    answers: Sequence[Summary] | None = None

    def seat_address(self, seat: int, open: str = "") -> str:  # noqa: A002  (as addresses have it)
        """Return the address of the same question about another player."""
        return self.url("helpers.ask", name=self.helper.name, player=seat)

    def play_address(self, play: object) -> str:
        """Return the address of the table with this play filled in."""
        return self.filled(slot_of(self.position, play).fields)


@dataclass(frozen=True, eq=False, kw_only=True)
class FurtherPage(GamePage):
    """A page about a game that its title brings, found by its name; with a `seat` it is about that player alone."""

    @property
    def rounds(self) -> Sequence[Mapping[str, Any]]:
        """What each player changed in each round, the latest round first."""
        return rounds(self.replay, self.players, self.seat)

    def player_address(self, seat: int | None) -> str:
        """Return the address of the same page about one player, or (None) about all."""
        return self.url("helpers.further", name=self.named, player=seat)


@blueprint.get("/<name>")
def further(game_id: UUID, name: str) -> Response:
    """Show a page about the game that its title brings; about one player alone, if the address names one."""
    view = service().view(str(game_id))
    seat = asked_seat(view, "player")
    return (
        page(FurtherPage(Position(view), seat, named=name)) if name in view.rulebook.pages.extra_pages else abort(404)
    )


@blueprint.get("/help/<name>")
def ask(game_id: UUID, name: str) -> Response:
    """Show the form of a question at the table, with the answers once the address has its fields filled in."""
    view = service().view(str(game_id))
    helper = next((helper for helper in view.rulebook.helpers if helper.name == name), None) or abort(404)
    turn = view.replay.turn
    form = fields_form(helper.fields, view.table, request.args or None, {} if turn is None else {PLAYER.name: turn})
    typed = form.data.get(PLAYER.name, request.args.get("seat"))
    seat = next((seat for seat in range(len(view.table.players)) if str(seat) == typed), None)
    shown = HelpPage(Position(view), seat, helper=helper, form=form)
    others = [field.name for field in helper.fields if field.name != PLAYER.name]
    if others and not any(name in request.args for name in others):
        return page(shown)
    if not form.validate():
        return page(shown, 422)
    return page(replace(shown, answers=helper.answer(view.replay.state, values_of(form))))
