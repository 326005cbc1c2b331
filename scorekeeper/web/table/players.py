"""The page that changes a game's players: rename, recolour, move, add, remove; and enters joins, leaves and deals."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from ...core.fields import PLAYER
from ...core.messages import Message, say
from ...core.rulebook import Kind
from ...store.changes import NewSeat, enter, set_players
from ...store.games import GameView, NotSaved
from ..common.errors import status_of
from ..common.page import key_of, page, players_by_key, service
from ..common.rights import Right, requires
from ..forms.fields import FieldsForm, fields_form, values_of
from ..forms.fixed import one_line
from ..forms.submission import sent_submission
from ..seating import form
from ..seating.begin import known_names, known_people
from .enter import answered
from .page import GamePage
from .slots import Position, name_of

blueprint = Blueprint("seats", __name__)

BUTTONS = ("add", "seat", "remove", "up", "down")
"""Buttons that only change the form; others save it."""
UNSAVED = say("Save the changed players first.")
NOBODY_MISSED = say(
    "Points for missed rounds are for a player who joins or leaves: add a name, or use one of the buttons."
)


@blueprint.get("/games/<uuid:game_id>/players")
@requires(Right.PAIRED)
def players(game_id: UUID) -> Response:
    view = service().view(str(game_id))
    return _players_page(view, form.seating_of(view))


@blueprint.post("/games/<uuid:game_id>/players")
def update_players(game_id: UUID) -> AnyResponse:
    view = service().view(str(game_id))
    seating = form.read_seating(view.rulebook, request.form, asks_options=False)
    button = request.form.get("do", "")
    if button.partition(":")[0] in BUTTONS:
        after = form.pressed(seating, button)
        return _players_page(view, after, 200 if after.valid else 422)
    missed = _missed_form(view)
    if missed is not None and not missed.validate():
        return _players_page(view, seating, 422)
    given, (act, _, what) = values_of(missed) if missed else {}, button.partition(":")
    if act == "enter":
        return _entered(view, seating, what, given)
    if seating.typed:
        seating = form.add(seating, seating.typed)
    after = form.checked_rows(seating, known_names(seating)) if seating.valid else seating
    if after.valid and given and all(_previous_players(after, view.table.players)):
        return _players_page(view, after, 422, NOBODY_MISSED)
    return _saved(view, after, given) if after.valid else _players_page(view, after, 422)


def _saved(view: GameView, seating: form.Seating, missed: Mapping[str, Any]) -> AnyResponse:
    previous = _previous_players(seating, view.table.players)
    seats = [NewSeat(row.name, before, _here_only()) for row, before in zip(seating.rows, previous, strict=True)]
    submission, points = sent_submission(), next(iter(missed.values()), None)

    def change() -> None:
        set_players(service(), view.game.id, seats, seating.seat_words(), submission, points)

    def again(now: GameView, reason: NotSaved) -> Response:
        still_seated = {row.had for row in seating.rows} <= {*now.table.players, ""}
        plays = {step.number: now.rulebook.title(now.table, step.play) for step in now.replay.steps}
        in_the_way = [
            {"number": each.number, "label": plays[each.number], "refusal": each.refusal}
            for each in reason.conflicts
            if each.number in plays
        ]
        notice = None if in_the_way else reason.message
        shown = seating if still_seated else form.seating_of(now)
        return _players_page(now, shown, status_of(reason), notice, in_the_way)

    return answered(view.game.id, submission, change, again)


def _entered(view: GameView, seating: form.Seating, what: str, missed: Mapping[str, Any]) -> AnyResponse:
    """Enter the play of a player who joins, leaves or deals; `what` is its kind and player, such as "leave.@7"."""
    name, _, key = what.partition(".")
    kind = next((each for each in _attendance_kinds(view) if each.name == name), None) or abort(400)
    players, submission = list(players_by_key(view)), sent_submission()
    if key not in players:
        abort(400)
    stored, sent = ([(one_line(row.name), row.words) for row in each.rows] for each in (form.seating_of(view), seating))
    if submission.revision == view.game.revision and (seating.typed or sent != stored):
        return _players_page(view, seating, 422, UNSAVED)

    if missed and len(kind.fields) == 1:
        return _players_page(view, seating, 422, NOBODY_MISSED)

    def change() -> None:
        enter(service(), view.game.id, [kind.play({PLAYER.name: players.index(key), **missed})], submission)

    def again(now: GameView, reason: NotSaved) -> Response:
        return _players_page(now, form.seating_of(now), status_of(reason), reason.message)

    return answered(view.game.id, submission, change, again)


def _attendance_kinds(view: GameView) -> list[Kind[Any, Any]]:
    """Return the kinds of play that enter joining, leaving and dealing in a running game; [] before its first play."""
    if view.replay.finished or not view.replay.steps:
        return []
    return [kind for kind in view.rulebook.kinds(view.table) if kind.has_player and not kind.on_table]


def _attendance(view: GameView) -> list[tuple[str, Message]]:
    plays = [
        (name_of(kind.name, key_of(view, seat)), kind.play({PLAYER.name: seat}))
        for kind in _attendance_kinds(view)
        for seat in view.rulebook.scorers(view.table)
    ]
    possible = ((name, play) for name, play in plays if view.replay.preview(play).refusal is None)
    return [(name, view.rulebook.title(view.table, play)) for name, play in possible]


def _missed_form(view: GameView) -> FieldsForm | None:
    """Return the form for further fields of `_attendance_kinds`, such as points for missed rounds, or None."""
    fields = [field for kind in _attendance_kinds(view)[:1] for field in kind.fields if field.name != PLAYER.name]
    return fields_form(fields, {}, request.form or None, prefix="missed-") if fields else None


def _previous_players(seating: form.Seating, players: Sequence[str]) -> list[str]:
    """Return each row's previous player, or "" for a new one; a player removed and added again is matched by name."""
    claimed = [row.had for row in seating.rows if row.had]
    if len(set(claimed)) < len(claimed):
        abort(400)
    left = {name.casefold(): name for name in players if name not in claimed}
    return [row.had or left.get(row.name.casefold(), "") for row in seating.rows]


def _players_page(
    view: GameView,
    seating: form.Seating,
    status: int = 200,
    notice: Message | str | None = None,
    in_the_way: Sequence[Mapping[str, object]] = (),
) -> Response:
    missed = _missed_form(view)
    if missed is not None and status != 200:
        missed.validate()
    return page(
        GamePage(Position(view), notice=notice, frame="table/players.html"),
        status,
        seating=seating,
        seat_choices=form.seat_choices(seating),
        known=[each.name for each in known_people(view.rulebook)],
        scripts=form.for_scripts(seating),
        here_only=_here_only(),
        in_the_way=in_the_way,
        attendance=_attendance(view),
        missed=missed,
    )


def _here_only() -> bool:
    """Return whether a new name is a different person; otherwise it renames the person in all their games."""
    return request.form.get("new-names") == "here"
