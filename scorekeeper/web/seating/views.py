"""Sitting down to a new game, or to another one of the same players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...core.numbers import small_number
from ...core.rulebook import First, Rulebook
from ...desk import changes
from ...desk.people import CannotRename, NoSuchPerson, SatTogether, can_take_back
from ...desk.transaction import Overtaken
from ...history import games
from ...history.evening import PAUSE
from ...history.past import last_place, latest_places
from ...storage import Database
from ...storage.people import person_called, read_people_change
from ...storage.rows import PeopleChange, Person
from ..access.rights import Right, needs
from ..forms.submission import sent_submission
from ..people.sentences import TOGETHER
from ..shell.page import page
from ..shell.services import desk
from . import addresses, form, suggestions
from .again import seating_after
from .pages import BeginPage

blueprint = Blueprint("seating", __name__)

KNOWN_PLAYERS = 12
PLACES = 8
LONGEST_ADDRESS = 6_000  # what a proxy lets through for certain
TOO_LONG = say("The rules cannot be looked up with so much filled in: no address takes all of it along.")
BEGUN = say("This page has already begun a game. You find it under All games.")
NAMES_CHANGED = say("The names have changed since you opened this page, so nothing was saved. Look at them again.")


@blueprint.get("/new/<slug>")
@needs(Right.HOUSE)
def begin(slug: str) -> Response:
    """Show a table to sit down at: an empty one, or as its address says."""
    rulebook = _rulebook(slug)
    if request.args:
        return _begin_page(form.read_seating(rulebook, request.args))
    options = form.options_form(rulebook, data=changes.remembered(desk(), rulebook))
    return _begin_page(form.Seating(rulebook, options=options))


@blueprint.get("/games/<uuid:game_id>/rematch")
@needs(Right.HOUSE)
def rematch(game_id: UUID) -> AnyResponse:
    """Lead to the table of a game, to sit down to another one: people can leave, join and change seats first."""
    return _seated(seating_after(desk().view(str(game_id))))


@blueprint.post("/new/<slug>")
def sit_down(slug: str) -> AnyResponse:
    """Change who sits there or what is suggested, or begin."""
    seating = form.read_seating(_rulebook(slug), request.form)
    button = request.form.get("do", "begin")
    to_a_name = suggestions.pressed(button, request.form)
    if to_a_name:
        return _change_name(seating, *to_a_name)
    if button == "rules":
        return _looked_up(seating)
    if button != "begin":
        after = form.pressed(seating, button)
        return _seated(after) if after.valid else _begin_page(after, 422)
    if seating.typed:
        seating = form.add(seating, seating.typed)
    after = form.checked(seating, known_names(seating)) if seating.valid else seating
    if not after.valid:
        return _begin_page(after, 422)
    sitting = after.sitting
    told = request.form.get("sitting", sitting.first)  # before the options were changed, perhaps
    if sitting.rule and told != sitting.first:
        return _begin_page(after, 422, sitting.rule)
    try:
        table = form.in_order(after, desk().chance).table()
        game_id = changes.begin(desk(), after.rulebook, table, sent_submission(), after.place or None)
    except Overtaken:
        return _begin_page(after, 409, BEGUN)
    return redirect(url_for("game.table", game_id=game_id, drawn="yes" if after.draws else None), 303)


def _change_name(seating: form.Seating, act: str, number: int) -> AnyResponse:
    """Correct a name that is suggested, take it off the list, or take that back."""
    try:
        change = suggestions.change(desk(), act, number, request.form, sent_submission())
    except CannotRename as error:
        fault = {number: error} if act == "rename" else {}
        return _begin_page(seating, 422, None if fault else error.message, fault)
    except SatTogether:
        return _begin_page(seating, 422, TOGETHER)
    except (NoSuchPerson, Overtaken):
        return _begin_page(seating, 409, NAMES_CHANGED)
    return _seated(seating, change)


def _rulebook(slug: str) -> Rulebook[Any]:
    return desk().rulebooks.get(slug) or abort(404)


def _seated(seating: form.Seating, change: PeopleChange | None = None) -> AnyResponse:
    """Lead to the address of a seating, which a reload keeps; one that is too long for an address is shown."""
    address = f"{url_for('seating.begin', slug=seating.rulebook.slug)}?{_query(seating, change)}"
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else _begin_page(seating, change=change)


def _looked_up(seating: form.Seating) -> AnyResponse:
    """Lead to the rules for a seating, whose address goes along: the way back leads to it."""
    asked = [*addresses.rules_query(seating), ("seating", _query(seating))]
    address = f"{url_for('rules.show', slug=seating.rulebook.slug)}?{urlencode(asked)}"
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else _begin_page(seating, 422, TOO_LONG)


def _query(seating: form.Seating, change: PeopleChange | None = None) -> str:
    """Return what stands behind the question mark in the address of a seating, after what was done to a name."""
    done = [("changed", str(change.id))] if change else []
    changed = f"known-{change.person}" if change else ""
    edited = [(f"known-{number}", name) for number, name in suggestions.edited_names(request.form)]
    return urlencode([*addresses.query_of(seating), *(each for each in edited if each[0] != changed), *done])


def known_names(seating: form.Seating) -> list[str]:
    """Return which of the names at a table are somebody's already."""
    with desk().store.reading() as db:
        return [row.name for row in seating.rows if person_called(db, row.name)]


def known_people(sitting: Sequence[str]) -> list[Person]:
    """Return who is suggested, without those who are `sitting` there."""
    with desk().store.reading() as db:
        known = games.recent_players(db, KNOWN_PLAYERS + len(sitting))
    there = {name.casefold() for name in sitting}
    return [each for each in known if each.name.casefold() not in there][:KNOWN_PLAYERS]


def _begin_page(
    seating: form.Seating,
    status: int = 200,
    notice: Message | None = None,
    faults: Mapping[int, CannotRename] | None = None,
    change: PeopleChange | None = None,
) -> Response:
    names = [row.name for row in seating.rows]
    with desk().store.reading() as db:
        follows = seating.sitting.first is First.WINNER
        winner = games.last_winner(db, seating.rulebook.slug, names) if follows else None
        changed = change or _changed(db)
        places = latest_places(db, PLACES)
        offered = last_place(db, int(desk().clock().timestamp()) - PAUSE) if seating.place is None else None
    seating = replace(seating, place=offered) if offered else seating
    suggested = suggestions.suggested(known_people(names), request.values, faults or {})
    shown = BeginPage(seating, suggested, notice, winner, changed, places, place_offered=bool(offered))
    return page(shown, status)


def _changed(db: Database) -> PeopleChange | None:
    """Return what the address says was done to a name, if nothing was done to it since."""
    number = small_number(request.args.get("changed", ""), suggestions.MOST)
    change = None if number is None else read_people_change(db, number)
    return change if change and can_take_back(db, change) else None
