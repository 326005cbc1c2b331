"""One address takes plays, wherever they go; another previews them."""

from dataclasses import replace
from uuid import UUID

from flask import Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...desk import changes
from ...desk.games import GameView
from ...desk.questions import Questioned
from ...desk.transaction import InvalidOptions, Overtaken, Refused
from ..page import page
from ..services import asked_panel, asked_seat, desk
from ..submission import sent_submission
from ..table.meanwhile import not_saved
from ..table.pages import PreviewPage
from ..table.views import _game_page, _to_game, blueprint
from .legacy import slots_in
from .slots import Attempt, sent_attempt

NOT_READABLE = say("Something here cannot be read, so nothing was saved. It is marked.")
NOTHING_CHANGED = say("Nothing was changed, so there is nothing to save.")


@blueprint.post("/plays")
def enter(game_id: UUID) -> AnyResponse:
    """Enter plays."""
    view, submission = desk().view(str(game_id)), sent_submission()
    form = slots_in(view, request.form)
    attempt = sent_attempt(view, form) or abort(400)
    if not attempt.readable:
        return _again(view, attempt, NOT_READABLE if len(attempt.slots) > 1 else attempt.faults)
    if not attempt.changed:
        if changes.made_before(desk(), submission):
            return _to_game(game_id, asked_seat(view), asked_panel())
        return _again(view, attempt, NOTHING_CHANGED)
    room = [play for slot in attempt.changed for play in slot.room]
    try:
        plays = [slot.play for slot in attempt.changed]
        entered = changes.enter(
            desk(),
            str(game_id),
            plays,
            submission,
            room=room,
            options=attempt.agreed.options,
            sure="sure" in form,
            seen=form.getlist("seen"),
        )
    except Questioned as questioned:
        return _again(view, attempt.to_be_asked(), questioned.question)
    except Overtaken as overtaken:
        fresh, notice = desk().view(str(game_id)), not_saved(str(game_id), submission, overtaken)
        return _again(fresh, sent_attempt(fresh, form), notice, 409)
    except InvalidOptions as invalid:
        return _again(view, attempt, invalid.message)
    except Refused as refused:
        first = refused.conflicts[0].refusal
        return _again(view, attempt.judged(), first.message, code=first.code)
    after = entered or desk().view(str(game_id)).replay
    seat = asked_seat(view)
    seat = attempt.first.whose if seat is None else seat
    if after.turn is not None or after.finished or seat is None:
        seat = None
    else:
        seat = view.rulebook.seats.next_to_enter(after.state, seat)
    return _to_game(game_id, seat, asked_panel("then") or asked_panel())


@blueprint.post("/preview")
def preview(game_id: UUID) -> Response:
    """Show what plays come to while they are filled in, and why they could not stand; nothing is written."""
    view = desk().view(str(game_id))
    attempt = sent_attempt(view, slots_in(view, request.form)) or abort(400)
    seat, position = asked_seat(view), attempt.first.position
    seat = attempt.first.whose if seat is None else seat
    attempt = attempt.judged()
    return page(PreviewPage(replace(view, replay=attempt.after), seat, position=position, attempt=attempt))


def _again(
    view: GameView, attempt: Attempt | None, notice: Message | str, status: int = 422, code: str = ""
) -> Response:
    return page(_game_page(view, asked_seat(view), notice=notice, code=code, attempt=attempt), status)
