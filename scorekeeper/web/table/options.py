"""The pages on which the game options, the categories of a sheet, and the place and the note of a game are changed."""

from collections.abc import Mapping
from uuid import UUID

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.log import About
from ...core.messages import Message, say
from ...pads.making import takes_rows
from ...store import changes
from ...store.changes import add_row
from ...store.games import GameView
from ...store.results import latest_places
from ..access.rights import Right, requires
from ..forms.fields import sentence
from ..forms.fields_form import ASKED, FieldsForm, fields_form, values_of
from ..forms.said import clean_note, clean_place, note_fault, place_fault
from ..forms.submission import sent_submission
from ..shell.language import translated
from ..shell.page import page
from ..shell.services import service
from .enter import Rejection, answered
from .page import GamePage
from .slots import Position

blueprint = Blueprint("options", __name__, url_prefix="/games/<uuid:game_id>")

NO_CATEGORY = say("A category needs a name.")
PLACES = 8


@blueprint.route("/options", methods=["GET", "POST"])
@requires(Right.PAIRED)
def options(game_id: UUID) -> AnyResponse:
    """Show the form for the game options, and save what is sent; what is wrong with it is shown beside it."""
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

    return answered(view.game.id, submission, change, lambda now, no: shown(now, form, no.status, no.message, no.code))


@blueprint.route("/category", methods=["GET", "POST"])
@requires(Right.PAIRED)
def category(game_id: UUID) -> AnyResponse:
    """Show the form for another category of the sheet, and add the one that is sent."""
    view = service().view(str(game_id))
    if not takes_rows(view.rulebook):
        abort(404)

    def shown(
        now: GameView,
        name: str = "",
        wrong: Message | str | None = None,
        status: int = 200,
        notice: str | None = None,
    ) -> Response:
        frame = "table/category.html"
        return page(
            GamePage(Position(now), None, notice, frame=frame, named="category"), status, name=name, wrong=wrong
        )

    if request.method != "POST":
        return shown(view)
    submission, name = sent_submission(), clean_place(request.form.get("category", ""))
    if not name:
        return shown(view, wrong=NO_CATEGORY, status=422)

    def change() -> str:
        add_row(service(), view.game.id, name, submission)
        return url_for("game.table", game_id=game_id)

    def again(now: GameView, no: Rejection) -> Response:
        said = sentence(translated(no.message))
        if no.status == 422:
            return shown(now, name, said, 422)
        return shown(now, name, None, no.status, said)

    return answered(view.game.id, submission, change, again)


@blueprint.route("/about", methods=["GET", "POST"])
@requires(Right.PAIRED)
def about(game_id: UUID) -> AnyResponse:
    """Show the form for the place and the note, and save what is sent; what is wrong with it is shown beside it."""
    view = service().view(str(game_id))
    if request.method != "POST":
        return _about_page(view, view.game.venue or "", view.game.note or "")
    submission = sent_submission()
    if not {"venue", "note"} <= request.form.keys():
        abort(400)
    place, note = clean_place(request.form["venue"]), clean_note(request.form["note"])
    if "tapped" in request.form:  # one of the offered places: it fills the field, and nothing is saved yet
        return _about_page(view, clean_place(request.form["tapped"]), note)
    faults = {name: fault for name, fault in (("venue", place_fault(place)), ("note", note_fault(note))) if fault}
    if faults:
        return _about_page(view, place, note, 422, faults=faults)

    def change() -> str:
        changes.set_about(service(), view.game.id, _said(view.game.about, place, note), submission)
        return url_for("game.table", game_id=game_id)

    return answered(
        view.game.id, submission, change, lambda now, no: _about_page(now, place, note, no.status, no.message)
    )


def _said(before: About, place: str, note: str) -> About:
    """Return the new place and note; what was not changed keeps its stored text, even where cleaning alters it."""
    return About(
        before.venue if place == clean_place(before.venue or "") else place or None,
        before.note if note == clean_note(before.note or "") else note or None,
    )


def _about_page(
    view: GameView,
    place: str,
    note: str,
    status: int = 200,
    notice: Message | str | None = None,
    faults: Mapping[str, Message] | None = None,
) -> Response:
    """Return the page of the place and the note, as stored or typed, with recent places to choose from.

    `faults` are those of the form fields `venue` and `note`.
    """
    with service().store.reading() as db:
        places = [each for each in latest_places(db, PLACES + 1) if each != view.game.venue][:PLACES]
    return page(
        GamePage(Position(view), None, notice, frame="table/about.html"),
        status,
        place=place,
        note=note,
        faults=faults or {},
        places=places,
        unsent=(place, note) != (view.game.venue or "", view.game.note or ""),
    )
