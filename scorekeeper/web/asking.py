"""Questions at the table: helpers, what a play would come to, and what was agreed on before the first one."""

from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ..core.errors import IllegalPlay
from ..core.messages import say
from ..desk import KeyReused, Refused, Stale, Unfit
from . import seating
from .forms import fields_form, new_entry_key, play_form, play_from, sent_slip, values_of
from .pages import HelpPage, OptionsPage, PreviewPage, page
from .services import desk

blueprint = Blueprint("asking", __name__)

GONE_ON = say("The game has gone on since this page was opened, so nothing was changed.")


@blueprint.get("/games/<uuid:game_id>/help/<name>")
def ask(game_id: UUID, name: str) -> Response:
    """Answer a question at the table."""
    look = desk().look(str(game_id))
    helper = next((helper for helper in look.rulebook.helpers if helper.name == name), None) or abort(404)
    if not any(field.name in request.args for field in helper.fields):
        turn = look.replay.turn
        form = fields_form(helper.fields, look.table, data={} if turn is None else {"player": turn})
        return page(HelpPage(look, new_entry_key(), helper=helper, form=form))
    form = fields_form(helper.fields, look.table, request.args)
    if not form.validate():
        return page(HelpPage(look, new_entry_key(), helper=helper, form=form), 422)
    answers = helper.answer(look.replay.state, values_of(form, helper.fields))
    return page(HelpPage(look, new_entry_key(), helper=helper, form=form, answers=answers))


@blueprint.post("/games/<uuid:game_id>/preview")
def preview(game_id: UUID) -> Response:
    """Show what a play comes to while it is filled in, and why it could not stand; nothing is written."""
    look = desk().look(str(game_id))
    kind = look.rulebook.kind(look.table, request.form.get("kind", "")) or abort(400)
    if look.rulebook.sketch is None or not kind.fields:
        abort(404)
    form = play_form(kind, look.table)
    if not form.validate():
        return page(PreviewPage(look, "", form=form), 422)
    play = play_from(form, kind)
    refusal = None
    try:
        look.rulebook.apply(look.replay.state, play, len(look.replay.steps) + 1)
    except IllegalPlay as illegal:
        refusal = illegal.refusal
    sketch = look.rulebook.sketch(look.replay.state, play)
    return page(PreviewPage(look, "", form=form, kind=kind, sketch=sketch, refusal=refusal))


@blueprint.route("/games/<uuid:game_id>/options", methods=["GET", "POST"])
def options(game_id: UUID) -> AnyResponse:
    """Correct what was agreed on before the first play."""
    look = desk().look(str(game_id))
    fields = seating.asked_fields(look.rulebook) or abort(404)
    if request.method == "GET":
        return page(OptionsPage(look, new_entry_key(), form=fields_form(fields, look.table, data=look.table.options)))
    slip, form = sent_slip(), fields_form(fields, look.table, request.form)
    if not form.validate():
        return page(OptionsPage(look, new_entry_key(), form=form), 422)
    try:
        values = values_of(form, fields)
        desk().set_options(str(game_id), {field.name: values.get(field.name) for field in fields}, slip)
    except (Stale, KeyReused):
        return page(OptionsPage(look, new_entry_key(), GONE_ON, form=form), 409)
    except Unfit as unfit:
        return page(OptionsPage(look, new_entry_key(), unfit.message, form=form), 422)
    except Refused as refused:
        first = refused.conflicts[0]
        notice = say("Play {number}: {reason}", number=first.number, reason=first.refusal.message)
        return page(OptionsPage(look, new_entry_key(), notice, form=form), 422)
    return redirect(url_for("games.show", game_id=game_id), 303)
