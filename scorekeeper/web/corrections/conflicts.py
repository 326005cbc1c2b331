"""Later plays that a correction conflicts with: what the form says of them, and the page that asks."""

from collections.abc import Mapping
from typing import Any

from flask import Response, abort, request

from ...core.document import MOST_PLAYS
from ...core.errors import Refusal
from ...core.log import Act
from ...core.numbers import small_number
from ...core.rulebook import Kind
from ...core.turns import Shift
from ...desk.changes import Correction, NoSuchPlay
from ...desk.games import GameView
from ..forms import errors_of, play_form, sent_form, values_of
from ..page import page
from ..services import sent_kind
from .back import address_of, asked_back
from .pages import ConflictPage, Repair
from .shifting import shift_with

MOST_REPAIRS = 200
VIEWS = {Act.AMEND: "amend", Act.INSERT: "insert", Act.STRIKE: "strike"}

Reasons = Mapping[int, Refusal] | Mapping[int, str]
"""Why plays cannot stand, by number, or what cannot be read of them."""


def sent_repairs(view: GameView) -> tuple[dict[int, object], dict[int, str]]:
    """Return what the form says of later plays, by number, and what cannot be read in it.

    None stands for a play that is to be struck. Raises NoSuchPlay; aborts with 400 for more than a game can have.
    """
    repairs: dict[int, object] = {}
    faults: dict[int, str] = {}
    for text in request.form.getlist("conflict"):
        number = small_number(text, MOST_PLAYS)
        if number is None or number == 0:
            raise NoSuchPlay
        if len(repairs) >= MOST_REPAIRS:
            abort(400)
        if request.form.get("do") == "strike-all" or f"strike-{number}" in request.form:
            repairs[number] = None
            continue
        kind = sent_kind(view, f"kind-{number}")
        form = sent_form(kind, view.table, prefix=_prefix(number))
        if form.validate():
            repairs[number] = kind.play(values_of(form))
        else:
            faults[number] = errors_of(form)
    return repairs, faults


def conflict_page(view: GameView, correction: Correction, reasons: Reasons) -> Response:
    """Return the page that names every later play that would not stand, and offers what can be done.

    Raises NoSuchPlay where a play that is to be repaired is not there.
    """
    plays = _corrected_plays(view, correction)
    numbers = sorted({*reasons, *correction.repairs})
    if numbers and numbers[-1] > len(plays):
        raise NoSuchPlay
    number, back = correction.number, asked_back()
    address = address_of(VIEWS[correction.act], view.game.id, number, back)
    repairs = [_repair(view, correction, each, plays[each - 1], reasons) for each in numbers]
    fields, shift = _own_fields(view, correction), _shift(view, correction)
    shown = ConflictPage(view, shift=shift, number=number, back=back, address=address, fields=fields, repairs=repairs)
    return page(shown, 409)


def _shift(view: GameView, correction: Correction) -> Shift | None:
    """Return what would move on after a play that is put in, where everything stands then."""
    found = shift_with(view, correction.number, correction.play) if correction.act is Act.INSERT else None
    return None if found and found.conflicts else found


def _repair(view: GameView, correction: Correction, number: int, play: Any, reasons: Reasons) -> Repair:
    """Return a line for a later play, with the form as it was sent where that could not be read."""
    repaired = correction.repairs.get(number)
    shown = play if repaired is None else repaired
    kind = view.rulebook.kind_of(view.table, shown)
    form = play_form(kind, view.table, shown, prefix=_prefix(number))
    if number in reasons and number not in correction.repairs and f"kind-{number}" in request.form:
        kind = sent_kind(view, f"kind-{number}")
        form = sent_form(kind, view.table, prefix=_prefix(number))
        form.validate()
    label = view.rulebook.title(view.table, play)
    struck = number in correction.repairs and repaired is None
    reason = reasons.get(number)
    if isinstance(reason, Refusal):
        return Repair(number, label, reason.message, kind, form, struck, reason.code)
    return Repair(number, label, reason, kind, form, struck)


def _corrected_plays(view: GameView, correction: Correction) -> list[object]:
    """Return the log with the correction, before anything was repaired."""
    plays = [step.play for step in view.replay.steps]
    at = correction.number - 1
    taken = 0 if correction.act is Act.INSERT else 1
    plays[at : at + taken] = [] if correction.play is None else [*correction.room, correction.play]
    return plays


def _own_fields(view: GameView, correction: Correction) -> list[tuple[str, str]]:
    """Return the fields of the correction itself, as they are sent again with what repairs the others."""
    if correction.play is None:
        return []
    kind: Kind[Any, Any] = view.rulebook.kind_of(view.table, correction.play)
    sent = [("kind", kind.name)]
    for field in play_form(kind, view.table, correction.play):
        words = field.data if isinstance(field.data, list) else [field.data]
        sent += [(field.name, word) for word in words if word is not None]
    return [*sent, ("make-room", "yes")] if correction.room else sent


def _prefix(number: int) -> str:
    return f"play{number}-"
