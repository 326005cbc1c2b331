"""The place and the note of a game, running or over."""

from collections.abc import Mapping
from uuid import UUID

from flask import abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.log import About
from ...core.messages import Message
from ...desk import changes
from ...desk.games import GameView
from ...desk.transaction import Overtaken, Shelved
from ...history.past import latest_places
from ..errors import SHELVED
from ..page import page
from ..rights import Right, needs, rights
from ..said import clean_note, clean_place, note_fault, place_fault
from ..services import desk
from ..submission import sent_submission
from .meanwhile import not_saved
from .pages import AboutPage
from .views import blueprint

PLACES = 8


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
    try:
        changes.set_about(desk(), str(game_id), _said(view.game.about, place, note), submission)
    except Overtaken as overtaken:
        notice = not_saved(str(game_id), submission, overtaken)
        return _about_page(desk().view(str(game_id)), place, note, 409, notice)
    except Shelved:
        return _about_page(view, place, note, 409, SHELVED)
    return redirect(AboutPage(view).table_address, 303)


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
    notice: Message | None = None,
    faults: Mapping[str, Message] | None = None,
) -> AnyResponse:
    if not rights().everywhere:  # they say where others play
        return page(AboutPage(view, notice=notice, place=place, note=note, faults=faults or {}), status)
    with desk().store.reading() as reader:
        places = [each for each in latest_places(reader, PLACES + 1) if each != view.game.venue][:PLACES]
    return page(AboutPage(view, notice=notice, place=place, note=note, faults=faults or {}, places=places), status)
