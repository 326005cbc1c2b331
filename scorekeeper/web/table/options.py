"""Pages that edit the options of a game, its pad and categories, and its time, place and note."""

from uuid import UUID

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.errors import Unreadable
from ...core.messages import Message, say
from ...pads.factory import takes_rows
from ...pads.words import changeable
from ...store import changes
from ...store.changes import add_row
from ...store.games import GameView
from ...store.results import latest_places
from ..access.rights import Right, requires
from ..common.language import translated
from ..common.page import page, service
from ..forms.fields import ASKED, FieldsForm, fields_form, sentence, values_of
from ..forms.fixed import DetailsForm, FixedForm, Text, clean_place, details_of, needed
from ..forms.submission import sent_submission
from ..seating.another import PadForm, pad_values
from .enter import Rejection, answered
from .page import GamePage
from .slots import Position

blueprint = Blueprint("options", __name__, url_prefix="/games/<uuid:game_id>")

NO_CATEGORY = say("A category needs a name.")
PLACES = 8
"""Maximum number of recent places offered."""


class CategoryForm(FixedForm):
    """The form for a new category of a sheet."""

    category = Text(clean=clean_place, check=needed(NO_CATEGORY))


class AboutForm(DetailsForm):
    """The form for time, place and note of a game; `tapped` is the offered place on the tapped button, if any."""

    tapped = Text(clean=clean_place)


@blueprint.route("/options", methods=["GET", "POST"])
@requires(Right.PAIRED)
def options(game_id: UUID) -> AnyResponse:
    """Show the form for the game options and save it; errors appear beside the fields."""
    view = service().view(str(game_id))
    fields = [option.field for option in view.rulebook.asked_options] or abort(404)

    def shown(
        now: GameView, form: FieldsForm, status: int = 200, notice: Message | str | None = None, code: str = ""
    ) -> Response:
        frame = "table/options.html"
        return page(GamePage(Position(now), None, notice, code=code, frame=frame, named="options"), status, form=form)

    if request.method != "POST":
        names = {ASKED, *(field.name for field in fields)}
        typed = request.args if any(name.split("-")[0] in names for name in request.args) else None
        return shown(view, fields_form(fields, view.table, typed, view.table.options))
    submission, form = sent_submission(), fields_form(fields, view.table, request.form)
    if not form.validate():
        return shown(view, form, 422)

    def change() -> str:
        given = values_of(form)
        changes.set_options(
            service(), view.game.id, {field.name: given.get(field.name) for field in fields}, submission
        )
        return url_for("game.table", game_id=game_id)

    return answered(
        view.game.id,
        submission,
        change,
        lambda now, rejection: shown(now, form, rejection.status, rejection.message, rejection.code),
    )


@blueprint.route("/category", methods=["GET", "POST"])
@requires(Right.PAIRED)
def category(game_id: UUID) -> AnyResponse:
    """Show the form for a new category of the sheet, and add the category."""
    view = service().view(str(game_id))
    if not takes_rows(view.rulebook):
        abort(404)

    form = CategoryForm()

    def shown(now: GameView, status: int = 200, notice: str | None = None) -> Response:
        frame = "table/category.html"
        return page(GamePage(Position(now), None, notice, frame=frame, named="category"), status, form=form)

    if request.method != "POST":
        return shown(view)
    submission = sent_submission()
    if not form.validate():
        return shown(view, 422)

    def change() -> str:
        add_row(service(), view.game.id, form.category.data, submission)
        return url_for("game.table", game_id=game_id)

    def again(now: GameView, rejection: Rejection) -> Response:
        said = sentence(translated(rejection.message))
        if rejection.status != 422:
            return shown(now, rejection.status, said)
        form.category.errors = [said]
        return shown(now, 422)

    return answered(view.game.id, submission, change, again)


@blueprint.route("/pad", methods=["GET", "POST"])
@requires(Right.PAIRED)
def pad(game_id: UUID) -> AnyResponse:
    """Show the form that changes the pad of a running game, and save it once its effect is confirmed."""
    view = service().view(str(game_id))
    fields = changeable(view.rulebook) or abort(404)
    facts = view.rulebook.definition or {}
    stored = pad_values(facts)
    form = PadForm(**stored)
    for name in stored:
        if name not in fields:
            form[name].data = stored[name]
        elif request.method == "POST" and name not in request.form:
            form[name].data = ""  # a box without a tick

    def shown(now: GameView, status: int = 200, rejection: Rejection | None = None, asked: str = "") -> Response:
        notice = rejection.message if rejection else None
        shown_page = GamePage(Position(now), None, notice, frame="table/pad.html", named="pad")
        return page(shown_page, status, form=form, fields=fields, asked=asked)

    if request.method != "POST":
        return shown(view)
    submission = sent_submission()
    if not form.validate():
        return shown(view, 422)
    try:
        edited = form.pad(facts)
    except Unreadable:
        return shown(view, 422)

    def change() -> str:
        sure = request.form.get("sure") == edited.slug  # what was confirmed is what is saved
        changes.change_pad(service(), view.game.id, edited.definition or {}, submission, sure=sure)
        return url_for("game.table", game_id=game_id)

    def again(now: GameView, rejection: Rejection) -> Response:
        return shown(now, rejection.status, rejection, edited.slug if rejection.asked else "")

    return answered(view.game.id, submission, change, again)


@blueprint.route("/about", methods=["GET", "POST"])
@requires(Right.PAIRED)
def about(game_id: UUID) -> AnyResponse:
    """Show the form for time, place and note and save it; errors appear beside the fields."""
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

    def change() -> str:
        changes.set_about(service(), view.game.id, form.about(view.game.about), submission, times)
        return url_for("game.table", game_id=game_id)

    return answered(
        view.game.id,
        submission,
        change,
        lambda now, rejection: _about_page(now, form, rejection.status, rejection.message),
    )


def _about_page(view: GameView, form: AboutForm, status: int = 200, notice: Message | str | None = None) -> Response:
    """Return the page for time, place and note, as stored or typed, with recent places to choose from."""
    with service().store.reading() as db:
        places = [each for each in latest_places(db, PLACES + 1) if each != view.game.venue][:PLACES]
    return page(
        GamePage(Position(view), None, notice, frame="table/about.html"),
        status,
        form=form,
        places=places,
        stored=(stored := details_of(view.game)),
        unsent=any(form[name].data != stored[name] for name in stored),
    )
