"""Pages that edit the options of a game, its pad and categories, and its time, location and note."""

from uuid import UUID

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...pads.factory import takes_rows
from ...pads.words import changeable
from ...store import changes
from ...store.games import GameView, NotSaved
from ...store.pads import add_row, change_pad
from ...store.results import latest_places
from ..common.errors import status_of
from ..common.language import translated
from ..common.page import page, service, way_up
from ..common.rights import Right, requires
from ..forms.fields import ASKED, fields_form, sentence, values_of
from ..forms.fixed import PLACES, DetailsForm, FixedForm, Text, details_of, needed, one_line
from ..forms.submission import sent_submission
from ..seating.pad_form import PadForm, pad_values
from .enter import answered
from .page import GamePage
from .slots import Position

blueprint = Blueprint("options", __name__, url_prefix="/games/<uuid:game_id>")

NO_CATEGORY = say("A category needs a name.")


class CategoryForm(FixedForm):
    category = Text(clean=one_line, check=needed(NO_CATEGORY))


class AboutForm(DetailsForm):
    """The form for time, location and note of a game; `tapped` is the location offered on the tapped button, if any."""

    tapped = Text(clean=one_line)


@blueprint.route("/options", methods=["GET", "POST"])
@requires(Right.PAIRED)
def options(game_id: UUID) -> AnyResponse:
    view = service().view(str(game_id))
    fields = [option.field for option in view.rulebook.asked_options] or abort(404)

    if request.method != "POST":
        names = {ASKED, *(field.name for field in fields)}
        typed = request.args if any(name.split("-")[0] in names for name in request.args) else None
        return _form_page("options", view, form=fields_form(fields, {}, typed, view.table.options))
    submission, form = sent_submission(), fields_form(fields, {}, request.form)
    if not form.validate():
        return _form_page("options", view, 422, form=form)

    def change() -> str:
        given = values_of(form)
        changes.set_options(
            service(), view.game.id, {field.name: given.get(field.name) for field in fields}, submission
        )
        return way_up(view).url

    return answered(
        view.game.id,
        submission,
        change,
        lambda now, reason: _form_page("options", now, status_of(reason), reason.message, reason.code, form=form),
    )


@blueprint.route("/category", methods=["GET", "POST"])
@requires(Right.PAIRED)
def category(game_id: UUID) -> AnyResponse:
    view = service().view(str(game_id))
    if not takes_rows(view.rulebook):
        abort(404)
    form = CategoryForm()
    if request.method != "POST":
        return _form_page("category", view, form=form)
    submission = sent_submission()
    if not form.validate():
        return _form_page("category", view, 422, form=form)

    def again(now: GameView, reason: NotSaved) -> Response:
        message = sentence(translated(reason.message))
        if status_of(reason) != 422:
            return _form_page("category", now, status_of(reason), message, form=form)
        form.category.errors = [message]
        return _form_page("category", now, 422, form=form)

    return answered(
        view.game.id, submission, lambda: add_row(service(), view.game.id, form.category.data, submission), again
    )


@blueprint.route("/pad", methods=["GET", "POST"])
@requires(Right.PAIRED)
def pad(game_id: UUID) -> AnyResponse:
    """Show the form that changes the pad of a running game, and save it once its effect is confirmed."""
    view = service().view(str(game_id))
    fields = changeable(view.rulebook) or abort(404)
    facts = view.rulebook.definition or {}
    stored, form = pad_values(facts), PadForm()
    sent = request.form if request.method == "POST" else stored
    form.process(data={name: sent.get(name, "") if name in fields else stored[name] for name in stored})

    if request.method != "POST":
        return _form_page("pad", view, form=form, fields=fields)
    submission = sent_submission()
    edited = form.pad(facts)
    if edited is None:
        return _form_page("pad", view, 422, form=form, fields=fields)
    sure = request.form.get("sure") == edited.slug  # save only the confirmed change

    def change() -> None:
        change_pad(service(), view.game.id, edited.definition or {}, submission, sure=sure)

    def again(now: GameView, reason: NotSaved) -> Response:
        asked = edited.slug if reason.asks else ""
        return _form_page("pad", now, status_of(reason), reason.message, form=form, fields=fields, asked=asked)

    return answered(view.game.id, submission, change, again)


@blueprint.route("/about", methods=["GET", "POST"])
@requires(Right.PAIRED)
def about(game_id: UUID) -> AnyResponse:
    view = service().view(str(game_id))
    form = AboutForm(**details_of(view.game))
    if request.method != "POST":
        return _about_page(view, form)
    submission = sent_submission()
    if not (form.venue.raw_data and form.note.raw_data):
        abort(400)
    if form.tapped.data:  # only fill in the field; nothing is saved yet
        form.venue.data = form.tapped.data
        return _about_page(view, form)
    is_valid, times = form.validate(), form.times(view.game, service().clock())
    if not is_valid or form.errors:
        return _about_page(view, form, 422)

    return answered(
        view.game.id,
        submission,
        lambda: changes.set_about(service(), view.game.id, form.about(view.game.about), submission, times),
        lambda now, reason: _about_page(now, form, status_of(reason), reason.message),
    )


def _about_page(view: GameView, form: AboutForm, status: int = 200, notice: Message | str | None = None) -> Response:
    with service().store.reading() as db:
        places = [each for each in latest_places(db, PLACES + 1) if each != view.game.venue][:PLACES]
    stored = details_of(view.game)
    unsent = any(form[name].data != stored[name] for name in stored)
    return _form_page("about", view, status, notice, form=form, places=places, stored=stored, unsent=unsent)


def _form_page(
    name: str, view: GameView, status: int = 200, notice: Message | str | None = None, code: str = "", **values: object
) -> Response:
    shown = GamePage(Position(view), None, notice, code=code, frame=f"table/{name}.html", named=name)
    return page(shown, status, **values)
