"""The place and the note of a game, running or over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.log import About
from ...core.messages import Message
from ...desk import changes
from ...desk.games import GameView
from ...history.past import latest_places
from ..access.rights import Right, needs, rights
from ..forms.said import clean_note, clean_place, note_fault, place_fault
from ..forms.submission import sent_submission
from ..shell.page import page
from ..shell.services import desk
from .answer import answered
from .links import Links
from .page import GamePage
from .position import Position

blueprint = Blueprint("about", __name__, url_prefix="/games/<uuid:game_id>")

PLACES = 8


@dataclass(frozen=True, eq=False, kw_only=True)
class AboutPage(GamePage):
    """The place and the note of a game, as they are or as they were typed; `places` are offered."""

    frame: str = "table/about.html"
    place: str
    note: str
    faults: Mapping[str, Message] = field(default_factory=dict)
    places: Sequence[str] = ()

    @property
    def unsent(self) -> bool:
        """Whether something else stands there than is saved."""
        return (self.place, self.note) != (self.view.game.venue or "", self.view.game.note or "")


@blueprint.route("/about", methods=["GET", "POST"])
@needs(Right.BOOK)
def about(game_id: UUID) -> AnyResponse:
    """Say where a game was played and what there is to note, or show again what was typed with what is wrong."""
    view = desk().view(str(game_id))
    if request.method == "GET":
        return _about_page(view, view.game.venue or "", view.game.note or "")
    submission = sent_submission()
    if not {"venue", "note"} <= request.form.keys():
        abort(400)
    place, note = clean_place(request.form["venue"]), clean_note(request.form["note"])
    if "tapped" in request.form:  # a place from before goes into the field, as if it had been typed
        return _about_page(view, clean_place(request.form["tapped"]), note)
    faults = {name: fault for name, fault in (("venue", place_fault(place)), ("note", note_fault(note))) if fault}
    if faults:
        return _about_page(view, place, note, 422, faults=faults)

    def change() -> str:
        changes.set_about(desk(), view.game.id, _said(view.game.about, place, note), submission)
        return Links(view).table

    return answered(
        view.game.id, submission, change, lambda now, no: _about_page(now, place, note, no.status, no.message)
    )


def _said(before: About, place: str, note: str) -> About:
    """Return what is said now; what was not touched stays as it was written, to the letter."""
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
    places: list[str] = []
    if rights().everywhere:  # they say where others play
        with desk().store.reading() as db:
            places = [each for each in latest_places(db, PLACES + 1) if each != view.game.venue][:PLACES]
    position = Position(view)
    return page(AboutPage(position, None, notice, place=place, note=note, faults=faults or {}, places=places), status)
