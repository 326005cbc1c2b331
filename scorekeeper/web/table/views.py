"""The table: showing a game, entering plays, undo and redo, where it lies, and how it ends."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.fields import PLAYER
from ...core.messages import Message, say
from ...core.rulebook import First, Kind
from ...desk import changes
from ...desk.changes import NothingToUndo
from ...desk.games import GameView
from ...desk.people import CannotRename
from ...desk.transaction import Overtaken, Refused
from ...history.evening import evening_of
from ...storage.rows import Shelf
from ..access import only_look
from ..forms import FieldsForm
from ..freshness import tagged
from ..game.position import Position
from ..game.slots import Attempt, sent_attempt
from ..page import page
from ..rights import Right, needs, rights
from ..services import asked_panel, asked_seat, desk
from ..submission import sent_submission
from .final import FinalPage
from .meanwhile import not_saved
from .pages import FurtherPage, StopPage, TablePage
from .watch_pages import watch_page

blueprint = Blueprint("table", __name__, url_prefix="/games/<uuid:game_id>")

NOT_READABLE = say("Something here cannot be read, so nothing was saved. It is marked.")
NOTHING_CHANGED = say("Nothing was changed, so there is nothing to save.")
UNDO_NOTHING = say("There is nothing left to undo or redo.")


@blueprint.get("")
@tagged
def show(game_id: UUID) -> Response:
    """Show the table, with a play filled in if the address has one, or the final scoring.

    Who may only look gets a page to watch the game.
    """
    view = desk().view(str(game_id))
    if not (rights().book or view.replay.finished):
        return page(watch_page(view, still="still" in request.args))
    attempt = None if view.replay.finished else sent_attempt(view, request.args)
    if attempt:
        attempt = attempt.judged() if attempt.readable else attempt
    return page(_game_page(view, asked_seat(view), attempt=attempt, drawn=bool(request.args.get("drawn"))))


@blueprint.post("/undo")
def undo(game_id: UUID) -> AnyResponse:
    """Take back the last change."""
    return _undo_or_redo(game_id, changes.undo)


@blueprint.post("/redo")
def redo(game_id: UUID) -> AnyResponse:
    """Make again what was taken back."""
    return _undo_or_redo(game_id, changes.redo)


@blueprint.post("/shelf")
def shelve(game_id: UUID) -> AnyResponse:
    """Archive a game, delete it, or bring it back; one that is deleted is a matter of the house."""
    try:
        shelf = Shelf(request.form.get("shelf", "?"))
    except ValueError:
        abort(400)
    view = desk().view(str(game_id))
    if Shelf.DELETED in (shelf, view.game.shelf) and not rights().house:
        return only_look(view.game.id)
    submission = sent_submission()
    try:
        changes.lay_on(desk(), str(game_id), shelf, submission)
    except Overtaken as overtaken:
        notice = not_saved(str(game_id), submission, overtaken)
        return page(_game_page(desk().view(str(game_id)), notice=notice), 409)
    if shelf is Shelf.TABLE or not rights().house:
        return _to_game(game_id)
    return redirect(url_for("history.shelves", done=game_id), 303)


@blueprint.get("/stop")
@needs(Right.BOOK)
def stop(game_id: UUID) -> AnyResponse:
    """Ask whether the game is to end here."""
    view = desk().view(str(game_id))
    if view.replay.finished:
        return _to_game(game_id)
    ending = next((kind for kind in view.rulebook.kinds(view.table) if kind.ends_game), None)
    return page(StopPage(view, ending=ending))


@blueprint.get("/<name>")
def further(game_id: UUID, name: str) -> Response:
    """Show a page about the game that its title brings; of one player alone, if the address names one."""
    view = desk().view(str(game_id))
    seat = asked_seat(view, "player")
    return page(FurtherPage(view, seat, name=name)) if name in view.rulebook.pages.further else abort(404)


def _game_page(
    view: GameView,
    seat: int | None = None,
    *,
    notice: Message | str | None = None,
    code: str = "",
    attempt: Attempt | None = None,
    drawn: bool = False,
) -> TablePage | FinalPage:
    """Return the page that shows a game as it stands: the table, or the final scoring."""
    if view.replay.finished:
        return _final_page(view, notice, code)
    if seat is None:
        seat = _whose(view) if attempt is None or attempt.first.whose is None else attempt.first.whose
    panel = asked_panel()
    drawn = drawn and view.rulebook.seats.sitting(view.table.options).first is First.DRAWN
    return TablePage(view, seat, notice, code=code, position=Position(view), attempt=attempt, open=panel, drawn=drawn)


def _final_page(view: GameView, notice: Message | str | None, code: str) -> FinalPage:
    """Return the final scoring; the evening and the people are for those who may see other games."""
    if not rights().everywhere:
        return FinalPage(view, notice=notice, code=code)
    with desk().store.reading() as reader:
        people = reader.player_ids(view.game.id)
    return FinalPage(view, notice=notice, code=code, evening=evening_of(desk().store, view.game), player_ids=people)


def _whose(view: GameView) -> int | None:
    """Return whose play is entered next: whose turn it is, or the first of whom nothing is known yet.

    None where every play concerns the whole table.
    """
    if not any(kind.has_player for kind in view.rulebook.kinds(view.table)):
        return None
    if view.replay.turn is not None:
        return view.replay.turn
    following = view.rulebook.seats.next_to_enter(view.replay.state, None)
    if following is not None:
        return following
    unknown = {
        each.line.seat
        for each in view.replay.sheet().standings
        if each.line.parts and all(part is None for part in each.line.parts.values())
    }
    return next((seat for seat in range(len(view.table.players)) if seat in unknown), 0)


def seat_in(form: FieldsForm, view: GameView, kind: Kind[Any, Any] | None = None) -> int | None:
    """Return the seat of whom a form is about: of the other that its `kind` says, or of the player in it.

    Or else the seat in the address it was sent to; None if nothing names one.
    """
    seats = range(len(view.table.players))
    if kind and kind.other is not None:
        return len(seats) + kind.other
    typed = form.data.get(PLAYER.name, request.args.get("seat"))
    return next((seat for seat in seats if str(seat) == typed), None)


def _undo_or_redo(game_id: UUID, change: Callable[..., None]) -> AnyResponse:
    seat, submission = asked_seat(desk().view(str(game_id))), sent_submission()
    try:
        change(desk(), str(game_id), submission, renaming=rights().house)
    except Overtaken as overtaken:
        notice = not_saved(str(game_id), submission, overtaken)
        return page(_game_page(desk().view(str(game_id)), seat, notice=notice), 409)
    except NothingToUndo:
        return page(_game_page(desk().view(str(game_id)), seat, notice=UNDO_NOTHING), 422)
    except CannotRename as cannot:
        return page(_game_page(desk().view(str(game_id)), seat, notice=cannot.message), 422)
    except Refused as refused:  # the options have been changed since
        why = refused.conflicts[0].refusal
        return page(_game_page(desk().view(str(game_id)), seat, notice=why.message, code=why.code), 422)
    after = desk().view(str(game_id))
    gone = seat is not None and seat >= len(after.rulebook.names(after.table))  # whoever sat there has just left
    return _to_game(game_id, None if gone else seat, asked_panel())


def _to_game(game_id: UUID | str, seat: int | None = None, panel: str = "") -> AnyResponse:
    return redirect(url_for("table.show", game_id=game_id, seat=seat, open=panel or None), 303)
