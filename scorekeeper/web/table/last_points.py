"""The last step of a game with single entries of points: each player's last points, or remaining tiles or letters."""

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from ...core.fields import PLAYER, ByPlayer, Field, Flag, Sum
from ...core.messages import say
from ...core.numbers import rounded
from ...core.rulebook import Kind
from ...store.games import GameView
from ..common.page import players_by_key
from ..forms.fields import FieldsForm, fields_form, values_of

LAST, LEFT = "last", "left"
"""Fields of the form: the number of each player, and whether the numbers count remaining tiles or letters."""


def last_kind(view: GameView) -> Kind[Any, Any] | None:
    """Return the kind of play with only a number of one player, in a game that the players end; otherwise None."""
    kinds = view.rulebook.kinds(view.table)
    if not any(kind.ends_game and kind.on_table for kind in kinds):
        return None
    shapes = {kind.name: [field.shape for field in kind.fields if field.name != PLAYER.name] for kind in kinds}
    single = (kind for kind in kinds if kind.has_player and kind.on_table and len(shapes[kind.name]) == 1)
    return next((kind for kind in single if isinstance(shapes[kind.name][0], Sum)), None)


def last_points_form(view: GameView, sent: MultiDict[str, str] | None = None) -> FieldsForm | None:
    """Return the form for the last points of each player; None if the game has no such step.

    If numbers can be negative, the form can also count remaining things, such as letters.
    """
    kind = last_kind(view)
    if kind is None:
        return None
    shape = kind.fields[-1].shape
    numbers = Field(
        LAST,
        ByPlayer(shape),
        say("Points at the end"),
        required=False,
        hint=say("Such as the final scoring. Leave empty what nobody gets."),
    )
    label = say("Letters or tiles left: they count as minus, and a player with none gets those of the others")
    left = [Field(LEFT, Flag(), label, required=False)] if isinstance(shape, Sum) and shape.least < 0 else []
    away = view.rulebook.seats.away(view.replay.state)
    scorers = [seat for seat in view.rulebook.scorers(view.table) if seat not in away]
    data = None if sent else {LEFT: True}
    return fields_form([numbers, *left], players_by_key(view), sent, data, scorers=scorers)


def last_plays(view: GameView, kind: Kind[Any, Any], form: FieldsForm) -> list[object]:
    """Return the plays of the last points, beginning with the player whose turn it is, and the end of the game."""
    values = values_of(form)
    given: Mapping[int, tuple[float, ...]] = values.get(LAST, {})
    if values.get(LEFT):
        given = _without_what_is_left(given, view.rulebook.scorers(view.table))
    seats = sorted(given, key=lambda seat: (seat < (view.replay.turn or 0), seat))
    ending = next(each for each in view.rulebook.kinds(view.table) if each.ends_game)
    number = kind.fields[-1].name
    return [*(kind.play({PLAYER.name: seat, number: given[seat]}) for seat in seats), ending.play({})]


def _without_what_is_left(
    given: Mapping[int, tuple[float, ...]], scorers: tuple[int, ...]
) -> dict[int, tuple[float, ...]]:
    """Return the points for remaining things: each loses their number, and a sole player without any gains the sum."""
    left = {seat: terms if sum(terms) < 0 else tuple(-each for each in terms) for seat, terms in given.items()}
    lost = {seat: terms for seat, terms in left.items() if sum(terms)}
    out = [seat for seat in scorers if seat not in lost]
    return lost | ({out[0]: (rounded(-sum(map(sum, lost.values()))),)} if lost and len(out) == 1 else {})
