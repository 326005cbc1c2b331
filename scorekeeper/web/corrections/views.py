"""Correcting: the log, an earlier play amended or struck, one inserted before it. Each has an address of its own."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.errors import Refusal
from ...core.fields import PLAYER
from ...core.log import Act
from ...core.messages import Message, say
from ...core.replay import Step
from ...core.rulebook import Kind
from ...core.turns import Shift
from ...desk import changes
from ...desk.changes import Correction, NoSuchPlay
from ...desk.games import GameView
from ...desk.trail import trail
from ...desk.transaction import Overtaken, Refused
from ..errors import NO_SUCH_PLAY
from ..forms import FieldsForm, asked_form, errors_of, sent_form, typed_summary, values_of
from ..page import page
from ..rights import Right, needs
from ..services import asked_kind, asked_seat, desk, sent_kind
from ..submission import sent_submission
from ..table.entry import Entered
from ..table.meanwhile import GONE_ON, meanwhile, not_saved
from .back import Back, address_of, asked_back, back_link
from .conflicts import conflict_page, sent_repairs
from .pages import CorrectPage, LogPage, ShiftPage
from .shifting import shift_in, shift_with

blueprint = Blueprint("corrections", __name__, url_prefix="/games/<uuid:game_id>/plays")


@blueprint.get("")
def log(game_id: UUID) -> Response:
    """Show every play, and the trail of changes behind them."""
    return _log_page(desk().view(str(game_id)))


@blueprint.get("/<int:number>")
@needs(Right.BOOK)
def play(game_id: UUID, number: int) -> Response:
    """Show a play as it was entered, to be amended or struck."""
    return _begun(desk().view(str(game_id)), number, Act.AMEND)


@blueprint.get("/<int:number>/before")
@needs(Right.BOOK)
def before(game_id: UUID, number: int) -> Response:
    """Show an empty form for a play that was forgotten before this one."""
    return _begun(desk().view(str(game_id)), number, Act.INSERT)


@blueprint.post("/<int:number>")
def amend(game_id: UUID, number: int) -> AnyResponse:
    """Put another play in the place of this one."""
    return _entered(str(game_id), number, Act.AMEND)


@blueprint.post("/<int:number>/before")
def insert(game_id: UUID, number: int) -> AnyResponse:
    """Put a play in before this one."""
    return _entered(str(game_id), number, Act.INSERT)


@blueprint.post("/<int:number>/preview")
def preview_amended(game_id: UUID, number: int) -> Response:
    """Show what another play in the place of this one comes to; nothing is written."""
    return _previewed(desk().view(str(game_id)), number, number)


@blueprint.post("/<int:number>/before/preview")
def preview_inserted(game_id: UUID, number: int) -> Response:
    """Show what a play before this one comes to; nothing is written."""
    return _previewed(desk().view(str(game_id)), number, number - 1)


@blueprint.post("/<int:number>/strike")
def strike(game_id: UUID, number: int) -> AnyResponse:
    """Take this play out."""
    return _corrected(desk().view(str(game_id)), Act.STRIKE, number)


@blueprint.get("/<int:number>/shift")
@needs(Right.BOOK)
def ask_shift(game_id: UUID, number: int) -> AnyResponse:
    """Ask whether the plays after this one, which was forgotten, each move one seat on."""
    view = desk().view(str(game_id))
    _step(view, number)
    found = shift_in(view, number)
    return page(ShiftPage(view, number=number, back=asked_back(), shift=found)) if found else _go_back(view, number)


@blueprint.post("/<int:number>/shift")
def shift(game_id: UUID, number: int) -> AnyResponse:
    """Move them."""
    view, submission = desk().view(str(game_id)), sent_submission()
    found = shift_in(view, number)
    try:
        changes.correct(desk(), view.game.id, Correction(Act.SHIFT, number, repairs=_moved(found)), submission)
    except Overtaken as overtaken:
        fresh, notice = desk().view(view.game.id), not_saved(view.game.id, submission, overtaken)
        found = shift_in(fresh, number)
        if not found:
            return _log_page(fresh, notice, 409)
        return page(ShiftPage(fresh, notice=notice, number=number, back=asked_back(), shift=found), 409)
    except Refused:  # the page has said so
        return page(ShiftPage(view, number=number, back=asked_back(), shift=found), 409)
    return _go_back(view, number + 1)


def _begun(view: GameView, number: int, act: Act) -> Response:
    """Return the page on which a correction begins, with a play filled in if the address has one."""
    kind = asked_kind(view)
    if kind is None:
        return _correct_page(view, number, act, asked_seat(view))
    if act is Act.AMEND and kind != _step(view, number).kind:
        abort(404)
    form = asked_form(kind, view.table)
    sent = Entered(kind.name, form, form.validate(), make_room="make-room" in request.args)
    return _correct_page(view, number, act, _seat(form, view), sent)


def _previewed(view: GameView, number: int, last: int) -> Response:
    """Return the preview of a play in that place, where play `last` is the last that does not come after it."""
    abort(404)


def _entered(game_id: str, number: int, act: Act) -> AnyResponse:
    view = desk().view(game_id)
    kind = sent_kind(view)
    form = sent_form(kind, view.table)
    if not form.validate():
        if act is Act.AMEND and kind != _step(view, number).kind:  # another play has that number by now
            return _overtaken(view, number, act, GONE_ON)
        sent = Entered(kind.name, form, readable=False)
        return _correct_page(view, number, act, _seat(form, view), sent, errors_of(form), 422)
    try:
        return _corrected(view, act, number, kind, form)
    except NoSuchPlay:  # a later one, that was to be repaired
        sent = Entered(kind.name, form, readable=True)
        return _correct_page(view, number, act, _seat(form, view), sent, NO_SUCH_PLAY, 404)


def _corrected(
    view: GameView, act: Act, number: int, kind: Kind[Any, Any] | None = None, form: FieldsForm | None = None
) -> AnyResponse:
    """Carry out a correction, whose play is in a valid form, and go back to where it was begun."""
    submission = sent_submission()
    repairs, faults = sent_repairs(view)
    play = kind.play(values_of(form)) if kind and form else None
    make_room = play is not None and "make-room" in request.form
    room = view.replay.at(number - 1).making_room(play) if make_room else ()
    correction, placed = Correction(act, number, play, room, repairs), number + len(room)
    if act is Act.INSERT and request.form.get("do") == "shift":
        correction, faults = replace(correction, repairs=_moved(shift_with(view, number, correction.play))), {}
    if faults:
        return conflict_page(view, correction, faults)
    try:
        changes.correct(desk(), view.game.id, correction, submission)
    except Overtaken as overtaken:
        if act is Act.STRIKE or not (kind and form):
            notice = not_saved(view.game.id, submission, overtaken)
            return _overtaken(desk().view(view.game.id), number, Act.AMEND if act is Act.STRIKE else act, notice)
        what = typed_summary(form) or kind.label
        notice = say(
            "Not saved: {typed}. {meanwhile}", typed=what, meanwhile=meanwhile(view.game.id, submission, overtaken)
        )
        return _overtaken(desk().view(view.game.id), number, act, notice, Entered(kind.name, form, readable=True))
    except Refused as refused:
        reasons = _by_number(refused, repairs)
        own = reasons.get(placed) if act is not Act.STRIKE else None
        if kind and form and own:
            refusal = next((each.refusal for each in refused.conflicts if each.number == placed), None)
            sent = Entered(kind.name, form, readable=True, refusal=refusal, make_room=make_room)
            return _correct_page(view, number, act, _seat(form, view), sent, own.message, 422)
        return conflict_page(view, correction, reasons)
    after = desk().view(view.game.id)
    if act is Act.INSERT and shift_in(after, placed):
        return redirect(address_of("ask_shift", view.game.id, placed, asked_back()), 303)
    return _go_back(after, number - 1 if act is Act.STRIKE and asked_back() is Back.REPLAY else placed)


def _moved(found: Shift | None) -> Mapping[int, object]:
    return found.moved if found else {}


def _go_back(view: GameView, number: int) -> AnyResponse:
    """Go back to where the correction was begun: to one of the plays, or to the last."""
    return redirect(back_link(view, asked_back(), min(number, len(view.replay.steps))).address, 303)


def _log_page(view: GameView, notice: Message | None = None, status: int = 200) -> Response:
    return page(LogPage(view, None, notice, trail=trail(desk(), view.game.id)), status)


def _overtaken(view: GameView, number: int, act: Act, notice: Message, sent: Entered | None = None) -> Response:
    """Return the page as it is now, with what was sent; where its play is gone meanwhile, every play.

    What was sent is filled in only where it can stand in the place of the play that has the number now.
    """
    if number > len(view.replay.steps):
        return _log_page(view, notice, 409)
    fits = sent and (act is Act.INSERT or _step(view, number).kind.name == sent.kind)
    seat = _seat(sent.form, view) if sent and fits else None
    return _correct_page(view, number, act, seat, sent if fits else None, notice, 409)


def _correct_page(
    view: GameView,
    number: int,
    act: Act,
    seat: int | None,
    sent: Entered | None = None,
    notice: Message | str | None = None,
    status: int = 200,
) -> Response:
    step = _step(view, number)
    entered = view.rulebook.seat_of(view.table, step.play) if seat is None else seat
    if act is Act.AMEND and step.kind not in view.rulebook.kinds_of(view.table, entered):
        abort(404)
    if entered is None:
        entered = view.rulebook.turn(step.before)
    if entered is None and act is Act.INSERT:
        entered = view.rulebook.seats.next_to_enter(step.before, None)
    code = sent.refusal.code if sent and sent.refusal else ""
    shown = CorrectPage(view, entered, notice, code=code, sent=sent, number=number, act=act, back=asked_back())
    return page(shown, status)


def _step(view: GameView, number: int) -> Step:
    """Return play `number` of a game; aborts with 404 if there is none."""
    return view.replay.steps[number - 1] if 0 < number <= len(view.replay.steps) else abort(404)


def _seat(form: FieldsForm, view: GameView) -> int | None:
    typed = form.data.get(PLAYER.name)
    return next((seat for seat in range(len(view.table.players)) if str(seat) == typed), None)


def _by_number(refused: Refused, repairs: Mapping[int, object]) -> dict[int, Refusal]:
    """Return why each play is refused, by its number in the log before any was struck to repair it."""
    struck = [number for number, play in repairs.items() if play is None]
    numbers = [number for number in range(1, len(refused.log) + len(struck) + 1) if number not in struck]
    return {numbers[conflict.number - 1]: conflict.refusal for conflict in refused.conflicts}
