"""The views of one game: table, plays, corrections, scoreboard, undo and status."""

from collections.abc import Callable
from uuid import UUID

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ...store import changes
from ...store.games import GameView, NotSaved, ResultAlone
from ...store.rows import GameStatus
from ..common.errors import status_of
from ..common.page import asked_panel, asked_seat, page, service
from ..common.rights import Right, requires, rights
from ..forms.submission import sent_submission
from .enter import answered, submit_plays, table_answer
from .etags import tagged
from .last_points import last_kind, last_plays, last_points_form
from .page import (
    GamePage,
    correct_page,
    log_page,
    opened_page,
    preview_page,
    screen_page,
    watch_page,
)
from .result import set_status_of_result
from .sent import read_sent
from .slots import Position

blueprint = Blueprint("game", __name__, url_prefix="/games/<uuid:game_id>")


@blueprint.get("")
@tagged
def table(game_id: UUID) -> Response:
    """Show the table with plays from the URL, or the result; a watching device gets a page that follows the game."""
    view = service().view(str(game_id))
    if not (rights().may_enter or view.replay.finished):
        return page(watch_page(view))
    sent = read_sent(view, MultiDict() if view.replay.finished else request.args).judged()
    faults = "" if sent.readable else sent.faults
    status = 409 if sent.left else 422 if faults else 200
    seat, filled = asked_seat(view, sent=sent.form), sent if sent.slots else None
    return page(opened_page(view, seat, sent.left or faults, sent=filled), status)


@blueprint.post("/plays")
def act(game_id: UUID) -> AnyResponse:
    view = service().view(str(game_id))
    return submit_plays(view, request.form)


@blueprint.post("/preview")
def preview(game_id: UUID) -> Response:
    view = service().view(str(game_id))
    revision = str(view.game.revision)
    if "seated" in request.form or request.form.get("revision", revision) != revision:
        abort(409)  # the figures of the page may now belong to other players
    sent = read_sent(view, request.form)
    if not sent.slots:
        abort(400)
    if not all(slot.kind.fields for slot in sent.slots):
        abort(404)
    return page(preview_page(sent, asked_seat(view), refused="refused" in request.form))


@blueprint.get("/plays")
def log(game_id: UUID) -> Response:
    return page(log_page(service().view(str(game_id))))


@blueprint.get("/plays/<int:number>")
@requires(Right.PAIRED)
def play(game_id: UUID, number: int) -> Response:
    return _correcting(Position(service().view(str(game_id)), number))


@blueprint.get("/plays/<int:number>/before")
@requires(Right.PAIRED)
def before(game_id: UUID, number: int) -> Response:
    """Show the form for a forgotten play before play `number`."""
    return _correcting(Position(service().view(str(game_id)), number, before=True))


@blueprint.get("/screen")
@tagged
def screen(game_id: UUID) -> Response:
    """Show the scoreboard and the last play in large type, dark or light if the URL has a `shade`."""
    return page(screen_page(service().view(str(game_id))))


@blueprint.post("/undo")
def undo(game_id: UUID) -> AnyResponse:
    return _undo_or_redo(str(game_id), changes.undo)


@blueprint.post("/redo")
def redo(game_id: UUID) -> AnyResponse:
    return _undo_or_redo(str(game_id), changes.redo)


@blueprint.post("/status")
def set_status(game_id: UUID) -> AnyResponse:
    status = request.form.get("status", type=GameStatus) or abort(400)
    try:
        view, submission = service().view(str(game_id)), sent_submission()
    except ResultAlone:
        return set_status_of_result(str(game_id), status)

    def change() -> str:
        changes.set_status(service(), view.game.id, status, submission)
        if status is GameStatus.ACTIVE:
            return url_for("game.table", game_id=game_id)
        return url_for("history.archive", done=game_id)

    return answered(
        view.game.id,
        submission,
        change,
        lambda now, reason: page(opened_page(now, None, reason.message), status_of(reason)),
    )


@blueprint.get("/more")
def more(game_id: UUID) -> Response:
    return page(GamePage(Position(service().view(str(game_id))), frame="table/more.html"))


@blueprint.get("/how")
def how(game_id: UUID) -> Response:
    """Show how a pad counts."""
    game = GamePage(Position(service().view(str(game_id))), frame="table/how.html")
    return page(game) if game.explained else abort(404)


@blueprint.get("/stop")
@requires(Right.PAIRED)
def stop(game_id: UUID) -> Response:
    """Ask whether to end the game here, archive it or delete it."""
    view = service().view(str(game_id))
    return page(GamePage(Position(view), frame="table/stop.html"), last=last_points_form(view))


@blueprint.post("/stop")
def end(game_id: UUID) -> AnyResponse:
    """End the game with the last points of each player."""
    view = service().view(str(game_id))
    kind, form, submission = last_kind(view), last_points_form(view, request.form), sent_submission()
    if kind is None or form is None:
        abort(409)
    if not form.validate():
        return page(GamePage(Position(view), frame="table/stop.html"), 422, last=form)

    def change() -> None:
        changes.enter(service(), view.game.id, last_plays(view, kind, form), submission, sure=True, known=view)

    def again(now: GameView, reason: NotSaved) -> Response:
        shown = GamePage(Position(now), notice=reason.message, frame="table/stop.html")
        return page(shown, status_of(reason), last=form)

    return answered(view.game.id, submission, change, again)


def _correcting(position: Position) -> Response:
    sent = read_sent(position.view, request.args).judged()
    seat = asked_seat(position.view, sent=sent.form)
    if sent.slots and sent.first.position.where != position.where:
        abort(404)
    filled = sent if sent.slots else None
    whose = filled.first.whose if filled and seat is None else seat
    return page(correct_page(position, whose, sent.left or None, sent=filled), 409 if sent.left else 200)


def _undo_or_redo(game_id: str, change: Callable[..., GameView | None]) -> AnyResponse:
    view = service().view(game_id)
    submission = sent_submission()

    def changed() -> AnyResponse:
        after = change(service(), game_id, submission, view) or service().view(game_id)
        return table_answer(after, asked_seat(after), asked_panel())  # the undo may have moved or removed that player

    return answered(
        game_id,
        submission,
        changed,
        lambda now, reason: page(opened_page(now, asked_seat(now), reason.message, reason.code), status_of(reason)),
    )
