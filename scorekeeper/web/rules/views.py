"""The rules of a title, for the table of a game or for one that is thought of."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, g, request

from ...core.numbers import small_number
from ...core.rulebook import Option, Rulebook
from ...core.rules import Section
from ...core.table import Table
from ..access.devices import rights_to
from ..access.rights import Right, needs
from ..forms.fields.choices import NO_CHOICE
from ..forms.fields_form import ASKED, FieldsForm, fields_form, values_of
from ..game.links import way_back
from ..shell.page import page
from ..shell.services import desk, titles
from .pages import ALL, RulesPage

blueprint = Blueprint("rules", __name__)

MANY = 4
"""For so many players the page is shown that nobody asked for a number, where so many can play."""
LONGEST_SEATING = 6_000
"""So many characters of an address are taken along; that of no table is longer."""


@blueprint.get("/rules/<slug>")
@needs(Right.NONE)
def show(slug: str) -> Response:
    """Show the rules of a title for so many `players` and the options in the address; anybody may read them."""
    rulebook = _with_rules(titles().rulebooks.get(slug))
    g.rights = rights_to(None)  # the page asks for none, but shows no way to where a device may not go
    asked = _asked_players(rulebook)
    count = _usual(rulebook) if asked is None else asked
    options = [option for option in rulebook.asked_options if option.field.name in rulebook.rules.asks]
    form, readable = _form(options)
    table = _table(rulebook, count, values_of(form) if form and readable else {})
    fault = rulebook.fault(table)
    if fault:
        table = _table(rulebook, count, {})
    sections = rulebook.rules.sections(rulebook.start(table))
    seating = request.args.get("seating", "")
    shown = RulesPage(
        rulebook,
        table,
        sections,
        _opened(sections),
        form,
        count_fault=NO_CHOICE if asked is None else None,
        table_fault=fault,
        seating=seating if len(seating) <= LONGEST_SEATING else "",
    )
    return page(shown, 200 if readable and asked is not None and not fault else 422)


@blueprint.get("/games/<uuid:game_id>/rules")
def of_game(game_id: UUID) -> Response:
    """Show the rules for the table of a game as it stands."""
    view = desk().view(str(game_id))
    rulebook = _with_rules(view.rulebook)
    sections, (back, asked) = rulebook.rules.sections(view.replay.state), way_back(view)
    opened = _opened(sections)
    return page(
        RulesPage(rulebook, view.table, sections, opened, game=view.game.id, back=back, asked_back=asked),
    )


def _with_rules(rulebook: Rulebook[Any] | None) -> Rulebook[Any]:
    """Return a title that has rules to look up; aborts with 404 for any other."""
    return rulebook if rulebook is not None and rulebook.rules.there else abort(404)


def _opened(sections: Sequence[Section]) -> str:
    """Return the name of the section that is to be open, ALL, or "" where the address names none that there is."""
    asked = request.args.get("section", "")
    return asked if asked in (ALL, *(section.name for section in sections)) else ""


def _usual(rulebook: Rulebook[Any]) -> int:
    fewest, most = rulebook.meta.players
    return min(max(fewest, MANY), most)


def _asked_players(rulebook: Rulebook[Any]) -> int | None:
    """Return how many players the address asks for, or usually would; None for a number that cannot play."""
    fewest, most = rulebook.meta.players
    if "players" not in request.args or not rulebook.rules.by_players:
        return _usual(rulebook)
    count = small_number(request.args["players"], most)
    return count if count is not None and count >= fewest else None


def _form(options: Sequence[Option]) -> tuple[FieldsForm | None, bool]:
    """Return the form for some options, as the address fills it in or with what is usual, and whether it can be read.

    There is no form where there are no options.
    """
    if not options:
        return None, True
    fields, table = [option.field for option in options], Table(())
    names = {field.name for field in fields}
    if ASKED in request.args or any(name.split("-")[0] in names for name in request.args):
        form = fields_form(fields, table, request.args)
        return form, form.validate()
    return fields_form(fields, table, data={option.field.name: option.initial for option in options}), True


def _table(rulebook: Rulebook[Any], count: int, chosen: Mapping[str, Any]) -> Table:
    """Return a table of so many players who are nobody, with the options that they chose or are offered first."""
    initial = {option.field.name: option.initial for option in rulebook.options}
    fixed = {option.field.name: option.fixed(count) for option in rulebook.options if option.fixed}
    known = {name: value for name, value in {**initial, **fixed, **chosen}.items() if value is not None}
    return rulebook.table([str(number) for number in range(1, count + 1)], known)
