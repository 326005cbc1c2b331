"""The rules of a title, for the table of a game or for one that is thought of."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, request

from ...core.numbers import small_number
from ...core.rulebook import Rulebook
from ...core.table import Table
from ..forms import FieldsForm, fields_form, values_of
from ..page import page
from ..rights import Right, needs
from ..services import desk, titles
from .back import back_in_game
from .pages import RulesPage

blueprint = Blueprint("rules", __name__)

MANY = 4
"""For so many players the page is shown that nobody asked for a number, where so many can play."""


@blueprint.get("/rules/<slug>")
@needs(Right.NONE)
def show(slug: str) -> Response:
    """Show the rules of a title for so many `players` and the options in the address; anybody may read them."""
    rulebook = titles().rulebooks.get(slug) or abort(404)
    if not rulebook.rules.there:
        abort(404)
    count, options = _asked_players(rulebook), _asked_options(rulebook)
    readable = options is None or not request.args or options.validate()
    table = _table(rulebook, count, values_of(options) if options and readable else {})
    fault = rulebook.seats.fault(table)
    if fault:
        table = _table(rulebook, count, {})
    sections = rulebook.rules.sections(rulebook.start(table))
    opened = request.args.get("section", "")
    return page(RulesPage(rulebook, sections, count, opened, options, fault), 200 if readable and not fault else 422)


@blueprint.get("/games/<uuid:game_id>/rules")
def of_game(game_id: UUID) -> Response:
    """Show the rules for the table of a game as it stands."""
    view = desk().view(str(game_id))
    if not view.rulebook.rules.there:
        abort(404)
    sections = view.rulebook.rules.sections(view.replay.state)
    opened = request.args.get("section", "")
    asked = request.args.get("back", "")
    back = back_in_game(view, asked)
    shown = RulesPage(view.rulebook, sections, len(view.table.players), opened, game=view.game.id)
    return page(replace(shown, back=back, asked_back=asked))


def _asked_players(rulebook: Rulebook[Any]) -> int:
    """Return how many players the address asks for; aborts with 404 for junk."""
    fewest, most = rulebook.meta.players
    asked = request.args.get("players")
    if asked is None:
        return min(max(fewest, MANY), most)
    count = small_number(asked, most)
    return count if count is not None and count >= fewest else abort(404)


def _asked_options(rulebook: Rulebook[Any]) -> FieldsForm | None:
    """Return the form for the options that the rules depend on, as the address fills it in; None if there are none."""
    options = [option for option in rulebook.options if option.field.name in rulebook.rules.asks]
    if not options:
        return None
    table = Table(_nobody(1))
    initial = {option.field.name: option.initial for option in options}
    asked = any(name.split("-")[0] in initial for name in request.args)
    fields = [option.field for option in options]
    return fields_form(fields, table, request.args) if asked else fields_form(fields, table, data=initial)


def _table(rulebook: Rulebook[Any], count: int, chosen: Mapping[str, Any]) -> Table:
    """Return a table of so many players who are nobody, with the options that they chose or are offered first."""
    initial = {option.field.name: option.initial for option in rulebook.options}
    fixed = {option.field.name: option.fixed(count) for option in rulebook.options if option.fixed}
    known = {name: value for name, value in {**initial, **fixed, **chosen}.items() if value is not None}
    return rulebook.table(_nobody(count), known)


def _nobody(count: int) -> tuple[str, ...]:
    """Return names for so many players whom there are not."""
    return tuple(str(number) for number in range(1, count + 1))
