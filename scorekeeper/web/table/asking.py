"""Questions at the table: helpers, what a play would come to, and the game options."""

from dataclasses import replace
from uuid import UUID

from flask import Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.fields import PLAYER
from ...core.messages import say
from ...desk import changes
from ...desk.transaction import InvalidOptions, Overtaken, Refused
from ..forms import fields_form, values_of
from ..page import page
from ..rights import Right, needs
from ..services import desk
from ..submission import sent_submission
from ..typed import ASKED
from .meanwhile import not_saved
from .pages import HelpPage, OptionsPage
from .views import blueprint, seat_in


@blueprint.get("/help/<name>")
def ask(game_id: UUID, name: str) -> Response:
    """Answer a question at the table."""
    view = desk().view(str(game_id))
    helper = next((helper for helper in view.rulebook.helpers if helper.name == name), None) or abort(404)
    turn = view.replay.turn
    form = fields_form(helper.fields, view.table, request.args or None, {} if turn is None else {PLAYER.name: turn})
    shown = HelpPage(view, seat_in(form, view), helper=helper, form=form)
    others = [field.name for field in helper.fields if field.name != PLAYER.name]
    if others and not any(name in request.args for name in others):
        return page(shown)
    if not form.validate():
        return page(shown, 422)
    return page(replace(shown, answers=helper.answer(view.replay.state, values_of(form))))


@blueprint.route("/options", methods=["GET", "POST"])
@needs(Right.BOOK)
def options(game_id: UUID) -> AnyResponse:
    """Change the game options, or show again what was typed with what is wrong."""
    view = desk().view(str(game_id))
    fields = [option.field for option in view.rulebook.asked_options] or abort(404)
    if request.method == "GET":
        names = {ASKED, *(field.name for field in fields)}
        typed = request.args if any(name.split("-")[0] in names for name in request.args) else None
        return page(OptionsPage(view, form=fields_form(fields, view.table, typed, view.table.options)))
    submission, form = sent_submission(), fields_form(fields, view.table, request.form)
    if not form.validate():
        return page(OptionsPage(view, form=form), 422)
    given = values_of(form)
    try:
        changes.set_options(desk(), str(game_id), {field.name: given.get(field.name) for field in fields}, submission)
    except Overtaken as overtaken:
        notice = not_saved(str(game_id), submission, overtaken)
        return page(OptionsPage(desk().view(str(game_id)), notice=notice, form=form), 409)
    except InvalidOptions as invalid:
        return page(OptionsPage(view, notice=invalid.message, form=form), 422)
    except Refused as refused:
        first = refused.conflicts[0]
        notice = say("Play {number}: {reason}", number=first.number, reason=first.refusal.message)
        return page(OptionsPage(view, notice=notice, code=first.refusal.code, form=form), 422)
    return redirect(OptionsPage(view).table_address, 303)
