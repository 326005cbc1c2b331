"""The page on which the place and the note of a game are changed, while it goes on or when it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.log import About
from ...core.messages import Message
from ...store import changes
from ...store.games import GameView
from ...store.results import latest_places
from ..access.rights import Right, requires
from ..forms.said import clean_note, clean_place, note_fault, place_fault
from ..forms.submission import sent_submission
from ..shell.page import page
from ..shell.services import service
from .answer import answered
from .links import Links
from .page import GamePage
from .position import Position

blueprint = Blueprint("about", __name__, url_prefix="/games/<uuid:game_id>")

PLACES = 8


@dataclass(frozen=True, eq=False, kw_only=True)
class AboutPage(GamePage):
    """The place and the note of a game, as stored or as typed; `places` are recent places to choose from.

    `faults` say what is wrong with `venue` or `note`, the names of the form fields.
    """

    frame: str = "table/about.html"
    place: str
    note: str
    faults: Mapping[str, Message] = field(default_factory=dict)
    places: Sequence[str] = ()

    @property
    def unsent(self) -> bool:
        """Whether the form differs from what is saved."""
        return (self.place, self.note) != (self.view.game.venue or "", self.view.game.note or "")


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
        return Links(view).table

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
    with service().store.reading() as db:
        places = [each for each in latest_places(db, PLACES + 1) if each != view.game.venue][:PLACES]
    position = Position(view)
    return page(AboutPage(position, None, notice, place=place, note=note, faults=faults or {}, places=places), status)
