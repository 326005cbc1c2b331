"""Questions at the table (helpers), the page of the game options, and further pages that titles bring."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.fields import PLAYER
from ...core.messages import Message, say
from ...core.rulebook import Helper
from ...core.table import Summary
from ...pads.making import takes_rows
from ...store import changes
from ...store.changes import add_row
from ...store.games import GameView
from ..access.rights import Right, requires
from ..forms.fields import sentence
from ..forms.fields_form import ASKED, FieldsForm, fields_form, values_of
from ..forms.said import clean_place
from ..forms.submission import sent_submission
from ..shell.language import translated
from ..shell.page import page
from ..shell.services import asked_seat, service
from .answer import No, answered
from .links import Links
from .page import GamePage
from .position import Position
from .rounds import Round, rounds
from .slots import slot_of

blueprint = Blueprint("asking", __name__, url_prefix="/games/<uuid:game_id>")

NO_CATEGORY = say("A category needs a name.")


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
        return self.links.help(self.helper.name, seat)

    def play_address(self, play: object) -> str:
        """Return the address of the table with this play filled in."""
        return self.links.filled(slot_of(self.position, play).fields)


@dataclass(frozen=True, eq=False, kw_only=True)
class OptionsPage(GamePage):
    """The page on which the game options are changed."""

    frame: str = "table/options.html"
    named: str = "options"
    form: FieldsForm


@dataclass(frozen=True, eq=False, kw_only=True)
class CategoryPage(GamePage):
    """The page on which a category is added to a sheet: the `name` as it was typed, and the `fault` in it."""

    frame: str = "table/category.html"
    named: str = "category"
    name: str = ""
    fault: Message | str | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class FurtherPage(GamePage):
    """A page about a game that its title brings, found by its name; with a `seat` it is about that player alone."""

    @property
    def rounds(self) -> Sequence[Round]:
        """What each player changed in each round, the latest round first."""
        return rounds(self.replay, self.players, self.seat)

    def player_address(self, seat: int | None) -> str:
        """Return the address of the same page about one player, or (None) about all."""
        return self.links.further(self.named, seat)


@blueprint.get("/<name>")
def further(game_id: UUID, name: str) -> Response:
    """Show a page about the game that its title brings; about one player alone, if the address names one."""
    view = service().view(str(game_id))
    seat = asked_seat(view, "player")
    return page(FurtherPage(Position(view), seat, named=name)) if name in view.rulebook.pages.further else abort(404)


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


@blueprint.route("/options", methods=["GET", "POST"])
@requires(Right.PAIRED)
def options(game_id: UUID) -> AnyResponse:
    """Show the form for the game options, and save what is sent; what is wrong with it is shown beside it."""
    view = service().view(str(game_id))
    fields = [option.field for option in view.rulebook.asked_options] or abort(404)
    if request.method != "POST":
        names = {ASKED, *(field.name for field in fields)}
        typed = request.args if any(name.split("-")[0] in names for name in request.args) else None
        return page(OptionsPage(Position(view), form=fields_form(fields, view.table, typed, view.table.options)))
    submission, form = sent_submission(), fields_form(fields, view.table, request.form)
    if not form.validate():
        return page(OptionsPage(Position(view), form=form), 422)

    def change() -> str:
        given = values_of(form)
        changes.set_options(
            service(), view.game.id, {field.name: given.get(field.name) for field in fields}, submission
        )
        return Links(view).table

    return answered(
        view.game.id,
        submission,
        change,
        lambda now, no: page(OptionsPage(Position(now), None, no.message, code=no.code, form=form), no.status),
    )


@blueprint.route("/category", methods=["GET", "POST"])
@requires(Right.PAIRED)
def category(game_id: UUID) -> AnyResponse:
    """Show the form for another category of the sheet, and add the one that is sent."""
    view = service().view(str(game_id))
    if not takes_rows(view.rulebook):
        abort(404)
    if request.method != "POST":
        return page(CategoryPage(Position(view)))
    submission, name = sent_submission(), clean_place(request.form.get("category", ""))
    if not name:
        return page(CategoryPage(Position(view), fault=NO_CATEGORY), 422)

    def change() -> str:
        add_row(service(), view.game.id, name, submission)
        return Links(view).table

    def again(now: GameView, no: No) -> Response:
        said, wrong = sentence(translated(no.message)), no.status == 422
        shown = CategoryPage(Position(now), None, None if wrong else said, name=name, fault=said if wrong else None)
        return page(shown, no.status)

    return answered(view.game.id, submission, change, again)
