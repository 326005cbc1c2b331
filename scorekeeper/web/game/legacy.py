"""Forms of the previous version, which an open page on a phone may still send; they are read for one more version."""

from uuid import UUID

from flask import Blueprint, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from ...core.numbers import small_number
from ...desk.changes import NoSuchPlay
from ...desk.games import GameView
from ..shell.services import MOST_SEATS, desk
from .act import acted
from .position import Position
from .slots import MAKE_ROOM, NOTHING, name_of

blueprint = Blueprint("legacy", __name__, url_prefix="/games/<uuid:game_id>")


@blueprint.post("/plays/<int:number>")
def amend(game_id: UUID, number: int) -> AnyResponse:
    """Put another play in the place of this one."""
    view = desk().view(str(game_id))
    return acted(view, slots_in(view, request.form, f"at-{number}"))


@blueprint.post("/plays/<int:number>/before")
def insert(game_id: UUID, number: int) -> AnyResponse:
    """Put a play in before this one."""
    view = desk().view(str(game_id))
    return acted(view, slots_in(view, request.form, f"before-{number}"))


@blueprint.post("/plays/<int:number>/strike")
def strike(game_id: UUID, number: int) -> AnyResponse:
    """Take this play out."""
    view = desk().view(str(game_id))
    position = Position(view, number)
    if not 0 < number <= len(view.replay.steps):
        raise NoSuchPlay
    step = view.replay.steps[number - 1]
    name = name_of(step.kind.name, step.seat, position.where)
    return acted(view, MultiDict([*request.form.items(multi=True), ("play", name), (f"{name}-{NOTHING}", "yes")]))


def slots_in(view: GameView, sent: MultiDict[str, str], where: str = "") -> MultiDict[str, str]:
    """Return the form with a slot made of its old fields: `kind`, `player`, and fields without a slot in their names.

    A form that has slots, or names no kind of this table, is returned unchanged.
    """
    kind = view.rulebook.kind(view.table, sent.get("kind", ""))
    if kind is None or "play" in sent:
        return sent
    name = name_of(kind.name, small_number(sent.get("player", ""), MOST_SEATS) if kind.has_player else None, where)
    own = {MAKE_ROOM, *(field.name for field in kind.fields)}
    fields = [
        (each if {each, each.split("-")[0]}.isdisjoint(own) else f"{name}-{each}", value)
        for each, value in sent.items(multi=True)
    ]
    return MultiDict([("play", name), *fields])
