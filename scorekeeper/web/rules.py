"""The rules page of a title, for a game's table or for a hypothetical one."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from flask import Blueprint, Response, abort, g, request, url_for

from ..core.fields import Choice, Field, Flag, Integer, Many, Word, small_number
from ..core.messages import Message, joined, listed, many, say
from ..core.rulebook import Option, Rulebook
from ..core.rules import Section
from ..core.table import Table
from .access.devices import rights_to
from .common.page import Link, next_url, service, titles, way_up
from .common.page import show as show_page
from .common.rights import Right, requires, rights
from .forms.fields import ASKED, NO_CHOICE, FieldsForm, fields_form, values_of

blueprint = Blueprint("rules", __name__)

ALL = "all"
"""Value of the query parameter `section` that opens all sections, not a name of any section."""
MANY = 4
"""Default number of players, within the limits of the title."""
MAX_SEATING_LENGTH = 6_000
"""Maximum length of the query parameter `seating` in characters; longer values are dropped."""


@blueprint.get("/rules/<slug>")
@requires(Right.NONE)
def show(slug: str) -> Response:
    rulebook = _with_rules(titles().rulebooks.get(slug))
    g.rights = rights_to(None)  # the page requires no right, but its links do
    fewest, most = rulebook.meta.players
    count, count_fault = min(max(fewest, MANY), most), None
    if "players" in request.args and rulebook.rules.by_players:
        asked = small_number(request.args["players"], most)
        if asked is None or asked < fewest:
            count_fault = NO_CHOICE
        else:
            count = asked
    form, readable = _form([option for option in rulebook.asked_options if option.field.name in rulebook.rules.asks])
    table = _table(rulebook, count, values_of(form) if form and readable else {})
    table_fault = rulebook.fault(table)
    if table_fault:
        table = _table(rulebook, count, {})
    state = rulebook.start(table)
    seating = request.args.get("seating", "")
    if len(seating) > MAX_SEATING_LENGTH:
        seating = ""
    parameters = {
        "section": _opened(rulebook.rules.sections_in(state)),
        "seating": seating,
        ASKED: "yes" if form else "",
    }
    carried = {name: value for name, value in parameters.items() if value}
    counts: Sequence[int] = range(fewest, most + 1) if rulebook.rules.by_players else ()
    all_sections = {"players": count if counts else None, **(form.data if form else {}), **carried, "section": ALL}
    own = {
        "up": _up(rulebook, seating),
        "all_url": url_for("rules.show", slug=rulebook.slug, **all_sections),
        "counts": counts,
        "count": count,
        "count_fault": count_fault,
        "form": form,
        "asked": listed([node.field.label for node in form.nodes] if form else []),
        "table_fault": table_fault,
        "carried": carried,
    }
    status = 422 if count_fault or table_fault or not readable else 200
    return _rules_page(rulebook, table, state, own, status)


@blueprint.get("/games/<uuid:game_id>/rules")
def of_game(game_id: UUID) -> Response:
    view = service().view(str(game_id))
    rulebook = _with_rules(view.rulebook)
    all_url = url_for("rules.of_game", game_id=game_id, section=ALL, next=next_url(view) or None)
    return _rules_page(rulebook, view.table, view.replay.state, {"up": way_up(view), "all_url": all_url})


def _with_rules(rulebook: Rulebook[Any] | None) -> Rulebook[Any]:
    return rulebook if rulebook is not None and rulebook.rules.sections else abort(404)


def _opened(sections: Sequence[Section[Any]]) -> str:
    """Return the query parameter `section` if it names one of the sections or is ALL, else ""."""
    asked = request.args.get("section", "")
    return asked if asked in (ALL, *(section.name for section in sections)) else ""


def _form(options: Sequence[Option]) -> tuple[FieldsForm | None, bool]:
    """Return the form for the options, filled from the query or with `initial` values, and whether it is valid."""
    if not options:
        return None, True
    fields = [option.field for option in options]
    names = {field.name for field in fields}
    if ASKED in request.args or any(name.split("-")[0] in names for name in request.args):
        form = fields_form(fields, {}, request.args)
        return form, form.validate()
    return fields_form(fields, {}, data={option.field.name: option.initial for option in options}), True


def _table(rulebook: Rulebook[Any], count: int, chosen: Mapping[str, Any]) -> Table:
    """Return a table of `count` players named "1", "2", ..., with the `chosen` options, else initial values."""
    initial = {option.field.name: option.initial for option in rulebook.options}
    known = {name: value for name, value in {**initial, **rulebook.fixed(count), **chosen}.items() if value is not None}
    return rulebook.table([str(number) for number in range(1, count + 1)], known)


def _up(rulebook: Rulebook[Any], seating: str) -> Link | None:
    """Return the link back to the new game with the query `seating`, or to all games if it is empty."""
    if seating and rights().may_enter:
        query = urlencode(parse_qsl(seating, keep_blank_values=True))
        return Link(f"{url_for('seating.begin', slug=rulebook.slug)}?{query}", say("New game"))
    return Link(url_for("history.home"), say("All games")) if rights().may_view_all else None


def _rules_page(
    rulebook: Rulebook[Any], table: Table, state: object, own: Mapping[str, object], status: int = 200
) -> Response:
    sections = rulebook.rules.sections_in(state)
    opened, half = _opened(sections), (len(sections) + 1) // 2
    shown = {
        "rulebook": rulebook,
        "for_whom": _table_text(rulebook, table),
        "columns": (sections[:half], sections[half:]),  # on a narrow screen they follow each other
        "open": [section.name for section in sections if opened in (section.name, ALL)],
        **own,
    }
    return show_page(f"rulebooks/{rulebook.slug}/rules.html", shown, status, rulebook.rules.values(state))


def _table_text(rulebook: Rulebook[Any], table: Table) -> Message:
    fewest, most = rulebook.meta.players
    seats_text = say("For {fewest}–{most} players", fewest=fewest, most=most)
    if rulebook.rules.by_players or fewest == most:
        seats_text = many("For one player", "For {count} players", len(table.players))
    asked = [option.field for option in rulebook.options if option.field.name in rulebook.rules.asks]
    chosen = [each for field in asked for each in _value_labels(field, table.options.get(field.name))]
    return joined([seats_text, listed(chosen)], ": ") if chosen else seats_text


def _value_labels(field: Field, value: Any) -> Sequence[object]:
    """Return the labels of an option's value; empty if nothing was chosen or the shape has no short labels."""
    match field.shape:
        case Many(item=Choice() | Word() as words) if value:
            return [words.labels[words.words.index(each)] for each in value]
        case Choice() | Word() as words if value:
            return [words.labels[words.words.index(value)]]
        case Flag() if value:
            return [field.label]
        case Integer() if value is not None:
            return [joined([field.label, value], " ")]
    return []
