"""Views of a title's rules: for the table of a game, or for an imagined one."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, abort, g, request

from ...core.numbers import small_number
from ...core.rulebook import Option, Rulebook
from ...core.rules import Section
from ...core.table import Table
from ..access.devices import rights_to
from ..access.rights import Right, requires
from ..forms.fields.choices import NO_CHOICE
from ..forms.fields_form import ASKED, FieldsForm, fields_form, values_of
from ..game.links import way_back
from ..shell.page import page
from ..shell.services import desk, titles
from .pages import ALL, RulesPage

blueprint = Blueprint("rules", __name__)

MANY = 4
"""The number of players if the address names none, as far as the title can be played by so many."""
LONGEST_SEATING = 6_000
"""The longest `seating` (characters) that is carried along; no real one is longer."""


@blueprint.get("/rules/<slug>")
@requires(Right.NONE)
def show(slug: str) -> Response:
    """Show the rules of a title for the number of `players` and the options in the address; anybody may read them."""
    rulebook = _with_rules(titles().rulebooks.get(slug))
    g.rights = rights_to(None)  # the page needs no right, but its links do
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
    """Show the rules for the table of a game in its present state."""
    view = desk().view(str(game_id))
    rulebook = _with_rules(view.rulebook)
    sections, (back, asked) = rulebook.rules.sections(view.replay.state), way_back(view)
    opened = _opened(sections)
    return page(
        RulesPage(rulebook, view.table, sections, opened, game=view.game.id, back=back, asked_back=asked),
    )


def _with_rules(rulebook: Rulebook[Any] | None) -> Rulebook[Any]:
    """Return a title if it has rules to look up; aborts with 404 if not."""
    return rulebook if rulebook is not None and rulebook.rules.there else abort(404)


def _opened(sections: Sequence[Section]) -> str:
    """Return the `section` of the address: the name of one of these, ALL, or "" for anything else."""
    asked = request.args.get("section", "")
    return asked if asked in (ALL, *(section.name for section in sections)) else ""


def _usual(rulebook: Rulebook[Any]) -> int:
    fewest, most = rulebook.meta.players
    return min(max(fewest, MANY), most)


def _asked_players(rulebook: Rulebook[Any]) -> int | None:
    """Return the number of players in the address, by default the usual one; None if so many cannot play."""
    fewest, most = rulebook.meta.players
    if "players" not in request.args or not rulebook.rules.by_players:
        return _usual(rulebook)
    count = small_number(request.args["players"], most)
    return count if count is not None and count >= fewest else None


def _form(options: Sequence[Option]) -> tuple[FieldsForm | None, bool]:
    """Return the form for these options, and whether it can be read; None without options.

    It is filled in from the address, or else with `initial` values.
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
    """Return a table of `count` players called "1", "2", ..., with the `chosen` options; the rest are initial."""
    initial = {option.field.name: option.initial for option in rulebook.options}
    known = {name: value for name, value in {**initial, **rulebook.fixed(count), **chosen}.items() if value is not None}
    return rulebook.table([str(number) for number in range(1, count + 1)], known)
