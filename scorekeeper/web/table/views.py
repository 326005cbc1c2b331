"""The table: showing a game, entering plays, undo and redo, where it lies, and how it ends."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.fields import PLAYER
from ...core.messages import Message, many, say
from ...core.replay import Replay
from ...core.rulebook import First, Kind
from ...desk import changes
from ...desk.changes import NothingToUndo
from ...desk.games import GameView
from ...desk.people import CannotRename
from ...desk.questions import Questioned
from ...desk.transaction import InvalidOptions, Overtaken, Refused, Submission
from ...history.evening import evening_of
from ...storage.rows import Shelf
from ..access import only_look
from ..forms import FieldsForm, address_of, asked_form, errors_of, sent_form, typed_summary, values_of
from ..freshness import tagged
from ..page import page
from ..rights import Right, needs, rights
from ..services import asked_kind, asked_panel, asked_seat, desk, sent_kind
from ..submission import sent_submission
from .agreed import sent_options
from .entry import Entered
from .final import FinalPage
from .gathered import Gathered, sent_gathered
from .lines import Link
from .meanwhile import meanwhile, not_saved
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
    gathered, kind = sent_gathered(view, request.args), asked_kind(view)
    if gathered and not view.replay.finished:
        return page(_game_page(view, asked_seat(view), gathered=gathered.judged()))
    if kind is None:
        return page(_game_page(view, asked_seat(view), drawn=bool(request.args.get("drawn"))))
    form, agreed = asked_form(kind, view.table), sent_options(view, request.args)
    sent = Entered(kind.name, form, form.validate(), make_room="make-room" in request.args, agreed=agreed)
    if not sent.readable:
        return _again(view, sent, errors_of(form))
    return page(_game_page(view, seat_in(form, view, kind), sent=sent))


@blueprint.post("/plays")
def enter(game_id: UUID) -> AnyResponse:
    """Enter a play, or several that were gathered on the page."""
    view, submission = desk().view(str(game_id)), sent_submission()
    gathered = sent_gathered(view)
    if gathered:
        return _enter_gathered(view, gathered, submission)
    kind = sent_kind(view)
    form, agreed = sent_form(kind, view.table), sent_options(view)
    sent = Entered(kind.name, form, form.validate(), make_room="make-room" in request.form, agreed=agreed)
    if not (sent.readable and agreed.readable):
        return _again(view, replace(sent, readable=False), f"{errors_of(form)} {errors_of(agreed.form)}".strip())
    play = kind.play(values_of(form))
    said: dict[str, Any] = {"sure": "sure" in request.form, "seen": request.form.getlist("seen")}
    room = view.replay.making_room(play) if sent.make_room else ()
    try:
        entered = changes.enter(desk(), str(game_id), [play], submission, room=room, options=agreed.options, **said)
    except Questioned as questioned:
        return _again(view, replace(sent, asked=True), questioned.question)
    except Overtaken as overtaken:
        return _overtaken(desk().view(str(game_id)), kind, sent, meanwhile(str(game_id), submission, overtaken))
    except InvalidOptions as invalid:
        return _again(view, sent, invalid.message)
    except Refused as refused:
        refusal = refused.conflicts[0].refusal
        return _again(view, replace(sent, refusal=refusal), refusal.message)
    after = entered or desk().view(str(game_id)).replay
    return _to_game(game_id, _next_to_enter(after, view, form, kind), asked_panel("then"))


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


def _enter_gathered(view: GameView, gathered: Gathered, submission: Submission) -> AnyResponse:
    """Enter what was gathered as one change, and go back to where the page was."""
    game_id, seat = view.game.id, asked_seat(view)
    if not gathered.readable:
        return page(_game_page(view, seat, notice=NOT_READABLE, gathered=gathered.judged()), 422)
    if not gathered.plays:
        if changes.made_before(desk(), submission):  # so it stands already, for this very form has entered it
            return _to_game(game_id, seat, asked_panel())
        return page(_game_page(view, seat, notice=NOTHING_CHANGED, gathered=gathered), 422)
    try:
        sure, seen = "sure" in request.form, request.form.getlist("seen")
        changes.enter(desk(), game_id, gathered.plays, submission, sure=sure, seen=seen)
    except Questioned as questioned:
        asked = replace(gathered, asked=True)
        return page(_game_page(view, seat, notice=questioned.question, gathered=asked), 422)
    except Overtaken as overtaken:
        notice = many(
            "Not saved: {count} change. {meanwhile}",
            "Not saved: {count} changes. {meanwhile}",
            len(gathered.plays),
            meanwhile=meanwhile(game_id, submission, overtaken),
        )
        now = desk().view(game_id)
        return page(_game_page(now, seat, notice=notice, gathered=sent_gathered(now)), 409)
    except Refused as refused:
        first = refused.conflicts[0].refusal
        judged = gathered.judged(refused.conflicts)
        return page(_game_page(view, seat, notice=first.message, code=first.code, gathered=judged), 422)
    return _to_game(game_id, seat, asked_panel("then") or asked_panel())


def _game_page(
    view: GameView,
    seat: int | None = None,
    *,
    notice: Message | str | None = None,
    code: str = "",
    sent: Entered | None = None,
    gathered: Gathered | None = None,
    drawn: bool = False,
) -> TablePage | FinalPage:
    """Return the page that shows a game as it stands: the table, or the final scoring."""
    if view.replay.finished:
        return _final_page(view, notice, code)
    whose, panel = _whose(view) if seat is None else seat, asked_panel()
    drawn = drawn and view.rulebook.seats.sitting(view.table.options).first is First.DRAWN
    return TablePage(view, whose, notice, code=code, sent=sent, gathered=gathered, open=panel, drawn=drawn)


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


def _next_to_enter(after: Replay, view: GameView, form: FieldsForm, kind: Kind[Any, Any]) -> int | None:
    """Return whose plays are entered after that of a form, where it is nobody's turn: as the table is with it.

    So a form that arrives twice is led to where it was the first time.
    """
    seat = seat_in(form, view, kind) if after.turn is None and not after.finished else None
    return None if seat is None else view.rulebook.seats.next_to_enter(after.state, seat)


def _again(view: GameView, sent: Entered, notice: Message | str) -> Response:
    """Return the page with what was typed still there, and why it was not taken."""
    kind = view.rulebook.kind(view.table, sent.kind)
    code = sent.refusal.code if sent.refusal else ""
    return page(_game_page(view, seat_in(sent.form, view, kind), notice=notice, code=code, sent=sent), 422)


def seat_in(form: FieldsForm, view: GameView, kind: Kind[Any, Any] | None = None) -> int | None:
    """Return the seat of whom a form is about: of the other that its `kind` says, or of the player in it.

    Or else the seat in the address it was sent to; None if nothing names one.
    """
    seats = range(len(view.table.players))
    if kind and kind.other is not None:
        return len(seats) + kind.other
    typed = form.data.get(PLAYER.name, request.args.get("seat"))
    return next((seat for seat in seats if str(seat) == typed), None)


def _overtaken(view: GameView, kind: Kind[Any, Any], sent: Entered, meanwhile: Message) -> Response:
    """Return the page as it is now, and say what happened meanwhile and what therefore was not written.

    What was typed goes back into the form only while it is still the same player's turn: otherwise the next tap would
    send it out of turn, and a link leads to where it is filled in.
    """
    typed = typed_summary(sent.form) or kind.label
    notice = say("Not entered: {typed}. {meanwhile}", typed=typed, meanwhile=meanwhile)
    seat = seat_in(sent.form, view, kind)
    if view.replay.turn not in (None, seat):
        filled = address_of(kind, view.table, kind.play(values_of(sent.form)))
        way = Link(url_for("table.show", game_id=view.game.id, **filled), say("Back to {typed}", typed=typed))
        shown = _game_page(view, notice=notice)
        return page(replace(shown, typed=way) if isinstance(shown, TablePage) else shown, 409)
    again = replace(sent, make_room=False)  # what would be given up can be something else by now
    return page(_game_page(view, seat, notice=notice, sent=again), 409)


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
