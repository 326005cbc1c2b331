"""Home, beginning a game, the table, and the end of a game."""

from collections.abc import Callable
from uuid import UUID

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms.form import BaseForm as Form

from ..core.errors import Refusal
from ..core.messages import Message, say
from ..core.rulebook import Kind, Rulebook, Table
from ..desk import SHELVING, KeyReused, Look, NothingToUndo, Refused, Slip, Stale
from ..storage.rows import GameSummary, Shelf
from . import seating
from .forms import errors_of, fields_form, new_entry_key, play_form, play_from, said, sent_slip
from .kept import kept
from .pages import (
    BeginPage,
    CoursePage,
    FinalPage,
    HomeGame,
    HomePage,
    LogPage,
    ShelfPage,
    StopPage,
    TablePage,
    page,
    told,
)
from .services import asked_seat, desk

blueprint = Blueprint("games", __name__)

PAST_GAMES = 20
RUNNING_GAMES = 50
SHELVED_GAMES = 50
KNOWN_PLAYERS = 12

BEGUN = say("This page has begun a game already. It is in the list of games.")
GONE_ON = say("The game has gone on since this page was opened, so nothing was changed.")
UNDO_NOTHING = say("There is nothing left to undo or redo.")


@blueprint.get("/")
def home() -> Response:
    """Show games in progress, the titles, and past games."""
    number = request.args.get("page", "1")
    if not (number.isascii() and number.isdigit() and 0 < len(number) < 5 and int(number) > 0):
        abort(404)
    with desk().store.reading() as reader:
        running = reader.summaries(finished=False, most=RUNNING_GAMES)
        past = reader.summaries(finished=True, most=PAST_GAMES + 1, after=PAST_GAMES * (int(number) - 1))
        shelved = reader.anything_shelved()
    return page(
        HomePage(
            [_listed(game) for game in running],
            list(desk().rulebooks.values()),
            [_listed(game) for game in past[:PAST_GAMES]],
            int(number),
            more=len(past) > PAST_GAMES,
            shelved=shelved,
        )
    )


@blueprint.get("/new/<slug>")
def begin(slug: str) -> Response:
    """Show an empty table to sit down at."""
    rulebook = _rulebook(slug)
    options = fields_form(seating.asked_fields(rulebook), Table(()), data=desk().remembered(rulebook))
    return _begin_page(seating.Seating(rulebook, options=options))


@blueprint.post("/new/<slug>")
def sit_down(slug: str) -> AnyResponse:
    """Change who sits there, or begin."""
    rulebook = _rulebook(slug)
    filled = seating.read_seating(rulebook, request.form)
    button = request.form.get("do", "begin")
    if button != "begin":
        after = seating.pressed(filled, button)
        return _begin_page(after, 200 if after.valid else 422)
    if filled.typed:
        filled = seating.add(filled, filled.typed)
    after = filled if not filled.valid else seating.checked(filled)
    if not after.valid:
        return _begin_page(after, 422)
    try:
        game_id = desk().begin(rulebook, after.table(), sent_slip())
    except KeyReused:
        return _begin_page(after, 409, BEGUN)
    return redirect(url_for("games.show", game_id=game_id), 303)


@blueprint.get("/games/<uuid:game_id>")
def show(game_id: UUID) -> Response:
    """Show the table, or the final scoring."""
    look, seat = desk().look(str(game_id)), asked_seat()
    evening = desk().evening(look.game) if look.replay.finished else None
    shown = (look.game, str(look.undo), str(look.redo), str(look.memory), str(evening), seat)
    return kept(shown, lambda entry_key: _game_page(look, seat, entry_key=entry_key))


@blueprint.post("/games/<uuid:game_id>/plays")
def enter(game_id: UUID) -> AnyResponse:
    """Enter a play."""
    look = desk().look(str(game_id))
    kind = look.rulebook.kind(look.table, request.form.get("kind", "")) or abort(400)
    slip = sent_slip()
    form = play_form(kind, look.table)
    if not form.validate():
        return _again(look, kind, form, " ".join(errors_of(form)), 422)
    play = play_from(form, kind)
    try:
        desk().enter(str(game_id), play, slip)
    except (Stale, KeyReused) as error:
        return _overtaken(desk().look(str(game_id)), kind, form, _meanwhile(str(game_id), slip, error))
    except Refused as refused:
        refusal = refused.conflicts[0].refusal
        return _again(look, kind, form, refusal.message, 422, refusal)
    seat = _seat_in(form, look) if look.replay.turn is None else None
    return _to_game(game_id, None if seat is None else _onward(str(game_id), seat))


@blueprint.post("/games/<uuid:game_id>/undo")
def undo(game_id: UUID) -> AnyResponse:
    """Take back the last change."""
    return _back_or_forth(game_id, desk().undo)


@blueprint.post("/games/<uuid:game_id>/redo")
def redo(game_id: UUID) -> AnyResponse:
    """Make again what was taken back."""
    return _back_or_forth(game_id, desk().redo)


@blueprint.get("/games/<uuid:game_id>/plays")
def log(game_id: UUID) -> Response:
    """Show every play, and the trail of changes behind them."""
    return page(LogPage(desk().look(str(game_id)), new_entry_key(), trail=desk().trail(str(game_id))))


@blueprint.get("/games/<uuid:game_id>/course")
def course(game_id: UUID) -> Response:
    """Show how the game came about, for a title that has a page for that."""
    shown = CoursePage(desk().look(str(game_id)), new_entry_key())
    if shown.template not in current_app.jinja_env.list_templates():
        abort(404)
    return page(shown)


@blueprint.post("/games/<uuid:game_id>/rematch")
def rematch(game_id: UUID) -> AnyResponse:
    """Begin a game of the same players."""
    try:
        return _to_game(desk().rematch(str(game_id), sent_slip()))
    except KeyReused:
        return _game_page(desk().look(str(game_id)), status=409, notice=BEGUN)


@blueprint.post("/games/<uuid:game_id>/shelf")
def shelve(game_id: UUID) -> AnyResponse:
    """Put a game away, delete it, or bring it back."""
    asked = request.form.get("shelf", "?")
    if asked not in SHELVING:
        abort(400)
    shelf = Shelf(asked)
    try:
        desk().shelve(str(game_id), shelf, sent_slip())
    except (Stale, KeyReused):
        return _game_page(desk().look(str(game_id)), status=409, notice=GONE_ON)
    return _to_game(game_id) if shelf is Shelf.TABLE else redirect(url_for("games.shelves"), 303)


@blueprint.get("/shelf")
def shelves() -> Response:
    """Show the games that were put away or deleted."""
    with desk().store.reading() as reader:
        away, deleted = (
            [
                _listed(game)
                for finished in (False, True)
                for game in reader.summaries(finished=finished, most=SHELVED_GAMES, shelf=shelf)
            ]
            for shelf in (Shelf.ARCHIVED, Shelf.DELETED)
        )
    return page(ShelfPage(away, deleted, new_entry_key()))


@blueprint.get("/games/<uuid:game_id>/stop")
def stop(game_id: UUID) -> AnyResponse:
    """Ask whether the game is to end here."""
    look = desk().look(str(game_id))
    if look.replay.finished:
        return _to_game(game_id)
    return page(StopPage(look, new_entry_key()))


def _rulebook(slug: str) -> Rulebook:
    return desk().rulebooks.get(slug) or abort(404)


def _listed(game: GameSummary) -> HomeGame:
    rulebook = desk().rulebooks.get(game.rulebook)
    return HomeGame(game, rulebook.meta.title if rulebook else None)


def _begin_page(seats: seating.Seating, status: int = 200, notice: Message | str | None = None) -> Response:
    with desk().store.reading() as reader:
        known = reader.recent_players(KNOWN_PLAYERS)
        names = [row.name for row in seats.rows]
        winner = reader.last_winner(seats.rulebook.slug, names) if seats.rulebook.meta.winner_begins else None
    sitting = {row.name.casefold() for row in seats.rows}
    free = [name for name in known if name.casefold() not in sitting]
    return page(BeginPage(seats, free, new_entry_key(), notice, winner), status)


def _game_page(
    look: Look,
    seat: int | None = None,
    *,
    forms: dict[str, Form] | None = None,
    notice: Message | str | None = None,
    status: int = 200,
    refused: tuple[str, Refusal | None] = ("", None),
    entry_key: str = "",
) -> Response:
    entry_key = entry_key or new_entry_key()
    if look.replay.finished:
        return page(FinalPage(look, entry_key, notice, evening=desk().evening(look.game)), status)
    if seat is not None and seat >= len(look.table.players):
        abort(404)
    entered = _whose(look) if seat is None else seat
    empty = {
        kind.name: play_form(kind, look.table, _begun(look, kind, entered)) for kind in look.rulebook.kinds(look.table)
    }
    shown = TablePage(look, entry_key, notice, entered, forms=empty | (forms or {}), refused=refused)
    return page(shown, status)


def _whose(look: Look) -> int:
    """Return whose play is entered next: whose turn it is, or the first of whom nothing is known yet."""
    if look.replay.turn is not None:
        return look.replay.turn
    unknown = {
        each.line.seat
        for each in look.replay.sheet().standings
        if all(part is None for part in each.line.parts.values())
    }
    return next((seat for seat in range(len(look.table.players)) if seat in unknown), 0)


def _onward(game_id: str, seat: int) -> int:
    """Return whose plays are entered after one of that seat, where it is nobody's turn."""
    look = desk().look(game_id)
    return look.rulebook.onward(look.replay.state, seat)


def _begun(look: Look, kind: Kind, seat: int) -> dict[str, object]:
    """Return the values that the form for a play begins from."""
    play = look.rulebook.draft(look.replay.state, kind.name, seat, look.memory)
    return {"player": seat} if play is None else {field.name: getattr(play, field.name) for field in kind.fields}


def _again(
    look: Look, kind: Kind, form: Form, notice: Message | str, status: int, refusal: Refusal | None = None
) -> Response:
    """Return the page with what was typed still there, and why it was not taken."""
    seat, refused = _seat_in(form, look), (kind.name, refusal)
    return _game_page(look, seat, forms={kind.name: form}, notice=notice, status=status, refused=refused)


def _seat_in(form: Form, look: Look) -> int | None:
    """Return the seat of the player in a form, or else in the address it was sent to, if either names one."""
    seats = range(len(look.table.players))
    typed = form.data.get("player", request.args.get("seat"))
    return next((seat for seat in seats if str(seat) == typed), None)


def _meanwhile(game_id: str, slip: Slip, error: Stale | KeyReused) -> Message:
    """Return what happened since the page was made: what others did, or what it had sent itself."""
    if isinstance(error, Stale):
        since = desk().trail(game_id, since=slip.revision)
        return say("Meanwhile: {change}", change=told(since[-1])) if since else say("This page is of another game.")
    if error.game_id != game_id:
        return say("This page has been sent for another game.")
    made = next(line for line in desk().trail(game_id) if line.revision == error.revision)
    return say("This page had been sent already: {change}", change=told(made))


def _overtaken(look: Look, kind: Kind, form: Form, meanwhile: Message) -> Response:
    """Return the page as it is now, and say what happened meanwhile and what therefore was not written.

    What was typed goes back into the form only while it is still the same player's turn: otherwise the next tap would
    send it out of turn.
    """
    notice = say("Not written: {typed}. {meanwhile}", typed=said(form) or kind.label, meanwhile=meanwhile)
    seat, turn = _seat_in(form, look), look.replay.turn
    same = turn in (None, seat)
    return _game_page(
        look, seat if same else None, forms={kind.name: form} if same else None, notice=notice, status=409
    )


def _back_or_forth(game_id: UUID, change: Callable[[str, Slip], None]) -> AnyResponse:
    seat = asked_seat()
    try:
        change(str(game_id), sent_slip())
    except (Stale, KeyReused):
        return _game_page(desk().look(str(game_id)), seat, status=409, notice=GONE_ON)
    except NothingToUndo:
        return _game_page(desk().look(str(game_id)), seat, status=422, notice=UNDO_NOTHING)
    except Refused as refused:  # something else was agreed on since
        return _game_page(desk().look(str(game_id)), seat, status=422, notice=refused.conflicts[0].refusal.message)
    return _to_game(game_id, seat)


def _to_game(game_id: UUID | str, seat: int | None = None) -> AnyResponse:
    return redirect(url_for("games.show", game_id=game_id, seat=seat), 303)
