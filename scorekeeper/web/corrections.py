"""Putting right what was entered wrong: earlier plays amended, put in or struck, in running and in finished games."""

from collections.abc import Mapping
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms.form import BaseForm as Form

from ..core.log import Act
from ..core.messages import Message, say
from ..core.rulebook import Kind, Play
from ..desk import Correction, KeyReused, Look, NoSuchPlay, Refused, Stale
from .forms import errors_of, new_entry_key, play_form, play_from, sent_slip
from .pages import ConflictPage, CorrectPage, MendLine, page
from .services import asked_seat, desk

blueprint = Blueprint("corrections", __name__)

ACTS = (Act.AMEND, Act.INSERT, Act.STRIKE)
MOST_MENDED = 200
GONE_ON = say("The game has gone on since this page was opened, so nothing was written. Look again, then correct it.")


@blueprint.get("/games/<uuid:game_id>/plays/<int:number>")
def correct(game_id: UUID, number: int) -> Response:
    """Show a play as it was entered, to be changed or struck."""
    return _page(desk().look(str(game_id)), number, Act.AMEND, asked_seat())


@blueprint.get("/games/<uuid:game_id>/plays/<int:number>/before")
def before(game_id: UUID, number: int) -> Response:
    """Show an empty form for a play that was forgotten before this one."""
    return _page(desk().look(str(game_id)), number, Act.INSERT, asked_seat())


@blueprint.post("/games/<uuid:game_id>/plays/<int:number>")
def put_right(game_id: UUID, number: int) -> AnyResponse:
    """Amend or strike a play, or put one in before it."""
    look = desk().look(str(game_id))
    asked = request.form.get("act", "")
    if asked not in ACTS or not 0 < number <= len(look.replay.steps):
        abort(404)
    act = Act(asked)
    slip = sent_slip()
    kind = _kind(look, request.form.get("kind", "")) if act is not Act.STRIKE else None
    form = play_form(kind, look.table) if kind else None
    if kind and form and not form.validate():
        return _page(look, number, act, _seat(form, look), {kind.name: form}, " ".join(errors_of(form)), 422)
    play = play_from(form, kind) if kind and form else None
    mended, faults = _mended(look)
    correction = Correction(act, number, play, mended)
    try:
        if faults:
            raise Refused((), ())
        desk().correct(str(game_id), correction, slip)
    except (Stale, KeyReused):
        return _page(look, number, act, None, notice=GONE_ON, status=409)
    except NoSuchPlay:
        abort(404)
    except Refused as refused:
        reasons = _by_number(refused, mended) | faults
        own = reasons.get(number) if act is not Act.STRIKE else None
        if kind and form and own:
            return _page(look, number, act, _seat(form, look), {kind.name: form}, own, 422)
        return _conflicts(look, correction, reasons, refused)
    return redirect(url_for("games.log", game_id=game_id), 303)


def _page(
    look: Look,
    number: int,
    act: Act,
    seat: int | None,
    forms: Mapping[str, Form] | None = None,
    notice: Message | str | None = None,
    status: int = 200,
) -> Response:
    if not 0 < number <= len(look.replay.steps):
        abort(404)
    if seat is not None and seat >= len(look.table.players):
        abort(404)
    play = look.replay.steps[number - 1].play
    entered = seat if seat is not None else getattr(play, "player", None)
    if entered is None:
        entered = look.rulebook.turn(look.replay.steps[number - 1].before)
    kinds = look.rulebook.kinds(look.table)
    shown = {kind.name: play_form(kind, look.table, {} if entered is None else {"player": entered}) for kind in kinds}
    if act is Act.AMEND:
        kinds = tuple(kind for kind in kinds if kind.name == play.kind)
        values = {field.name: getattr(play, field.name) for field in kinds[0].fields} | (
            {"player": entered} if entered is not None and hasattr(play, "player") else {}
        )
        shown = {kinds[0].name: play_form(kinds[0], look.table, values)}
    filled = {**shown, **(forms or {})}
    return page(CorrectPage(look, new_entry_key(), notice, entered, forms=filled, number=number, act=act), status)


def _kind(look: Look, name: str) -> Kind:
    return look.rulebook.kind(look.table, name) or abort(400)


def _seat(form: Form, look: Look) -> int | None:
    typed = form.data.get("player")
    return int(typed) if typed in [str(seat) for seat in range(len(look.table.players))] else None


def _mended(look: Look) -> tuple[dict[int, Play | None], dict[int, Message | str]]:
    """Return what the form says of later plays, by number; and what cannot be read in it."""
    mended: dict[int, Play | None] = {}
    faults: dict[int, Message | str] = {}
    everything = request.form.get("do") == "strike-all"
    for number in request.form.getlist("conflict"):
        if not (number.isascii() and number.isdigit() and len(number) < 6) or len(mended) >= MOST_MENDED:
            abort(400)
        if everything or f"strike-{number}" in request.form:
            mended[int(number)] = None
            continue
        kind = _kind(look, request.form.get(f"kind-{number}", ""))
        form = play_form(kind, look.table, prefix=f"play{number}-")
        if form.validate():
            mended[int(number)] = play_from(form, kind)
        else:
            faults[int(number)] = " ".join(errors_of(form))
    return mended, faults


def _by_number(refused: Refused, mended: Mapping[int, Play | None]) -> dict[int, Message | str]:
    """Return why each play is refused, by its number in the log before any was struck to mend it."""
    struck = [number for number, play in mended.items() if play is None]
    numbers = [number for number in range(1, len(refused.log) + len(struck) + 1) if number not in struck]
    return {numbers[conflict.number - 1]: conflict.refusal.message for conflict in refused.conflicts}


def _conflicts(look: Look, correction: Correction, reasons: Mapping[int, Message | str], refused: Refused) -> Response:
    """Return the page that names every later play that would not stand, and offers what can be done."""
    plays = _after(look, correction)
    lines = []
    for number in sorted({*reasons, *correction.mended}):
        play = correction.mended.get(number) or plays[number - 1]
        kind = _kind(look, play.kind)
        form = play_form(kind, look.table, _values(play, kind), prefix=f"play{number}-")
        label = look.rulebook.label(look.table, plays[number - 1])
        struck = number in correction.mended and correction.mended[number] is None
        lines.append(MendLine(number, label, reasons.get(number), kind, form, struck))
    return page(ConflictPage(look, new_entry_key(), None, None, correction, _own_values(look, correction), lines), 409)


def _after(look: Look, correction: Correction) -> list[Play]:
    """Return the log with the correction, before anything was mended."""
    plays = [step.play for step in look.replay.steps]
    at = correction.number - 1
    taken = 0 if correction.act is Act.INSERT else 1
    plays[at : at + taken] = [] if correction.play is None else [correction.play]
    return plays


def _own_values(look: Look, correction: Correction) -> list[tuple[str, str]]:
    """Return the fields of the correction itself, as they are sent again with what mends the others."""
    if correction.play is None:
        return []
    kind = _kind(look, correction.play.kind)
    form = play_form(kind, look.table, _values(correction.play, kind))
    sent = [("kind", kind.name)]
    for field in form:
        words = field.data if isinstance(field.data, list) else [field.data]
        sent += [(field.name, word) for word in words if word is not None]
    return sent


def _values(play: Play, kind: Kind) -> dict[str, object]:
    return {field.name: getattr(play, field.name) for field in kind.fields}
