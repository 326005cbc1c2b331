"""Views for beginning a game, or another one with the same players."""

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
from ...storage import Database
from ...storage.listing import last_place, last_winner, latest_places, recent_players
from ...storage.people import person_called, read_people_change
from ...storage.rows import PeopleChange, Person
from ...titles import ready
from ..access.rights import Right, requires
from ..forms.submission import sent_submission
from ..game.evening import PAUSE
from ..people.sentences import TOGETHER
from ..shell.page import page
from ..shell.services import desk
from . import addresses, form, suggestions
from .again import seating_after
from .pages import BeginPage

blueprint = Blueprint("seating", __name__)

KNOWN_PLAYERS = 12
PLACES = 8
LONGEST_ADDRESS = 6_000  # characters that every proxy accepts
TOO_LONG = say("The rules cannot be looked up with so much filled in: no address takes all of it along.")
BEGUN = say("This page has already begun a game. You find it under All games.")
NAMES_CHANGED = say("The names have changed since you opened this page, so nothing was saved. Look at them again.")


@blueprint.get("/new/<slug>")
@requires(Right.PAIRED)
def begin(slug: str) -> Response:
    """Show the form for a new game: empty, or filled in from the address."""
    rulebook = _rulebook(slug)
    if request.args:
        return _begin_page(form.read_seating(rulebook, request.args))
    options = form.options_form(rulebook, data=changes.remembered(desk(), rulebook))
    return _begin_page(form.Seating(rulebook, options=options))


@blueprint.get("/games/<uuid:game_id>/rematch")
@requires(Right.PAIRED)
def rematch(game_id: UUID) -> AnyResponse:
    """Redirect to the form for a new game with the players of this one, who can still change."""
    return _seated(seating_after(desk().view(str(game_id))))


@blueprint.post("/new/<slug>")
def sit_down(slug: str) -> AnyResponse:
    """Change the form or a suggested name by a button, open the rules, or begin the game."""
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
    told = request.form.get("sitting", sitting.first)  # what the page said, perhaps before the options were changed
    if sitting.rule and told != sitting.first:
        return _begin_page(after, 422, sitting.rule)
    try:
        table = form.in_order(after, desk().chance).table()
        submission, place = sent_submission(), after.place or None
        game_id = changes.begin(desk(), after.rulebook, table, submission, place, after=after.after)
    except Overtaken:
        return _begin_page(after, 409, BEGUN)
    return redirect(url_for("game.table", game_id=game_id, drawn="yes" if after.draws else None), 303)


def _change_name(seating: form.Seating, act: str, number: int) -> AnyResponse:
    """Correct or hide a suggested name, or undo that."""
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
    return desk().rulebooks.get(slug) or ready().get(slug) or abort(404)


def _seated(seating: form.Seating, change: PeopleChange | None = None) -> AnyResponse:
    """Redirect to the address of a seating, so that a reload keeps it; if the address is too long, show the page."""
    address = f"{url_for('seating.begin', slug=seating.rulebook.slug)}?{_query(seating, change)}"
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else _begin_page(seating, change=change)


def _looked_up(seating: form.Seating) -> AnyResponse:
    """Redirect to the rules for a seating, with the seating in the address for the way back."""
    asked = [*addresses.rules_query(seating), ("seating", _query(seating))]
    address = f"{url_for('rules.show', slug=seating.rulebook.slug)}?{urlencode(asked)}"
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else _begin_page(seating, 422, TOO_LONG)


def _query(seating: form.Seating, change: PeopleChange | None = None) -> str:
    """Return the query of the address of a seating, with the `change` of a name and other edited names."""
    done = [("changed", str(change.id))] if change else []
    changed = f"known-{change.person}" if change else ""
    edited = [(f"known-{number}", name) for number, name in suggestions.edited_names(request.form)]
    return urlencode([*addresses.query_of(seating), *(each for each in edited if each[0] != changed), *done])


def known_names(seating: form.Seating) -> list[str]:
    """Return those names in a seating that somebody in the database has."""
    with desk().store.reading() as db:
        return [row.name for row in seating.rows if person_called(db, row.name)]


def known_people(sitting: Sequence[str]) -> list[Person]:
    """Return the people who are suggested, without the names that are `sitting` there."""
    with desk().store.reading() as db:
        known = recent_players(db, KNOWN_PLAYERS + len(sitting))
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
        winner = last_winner(db, seating.rulebook.slug, names) if follows else None
        changed = change or _changed(db)
        places = latest_places(db, PLACES)
        offered = last_place(db, int(desk().clock().timestamp()) - PAUSE) if seating.place is None else None
    seating = replace(seating, place=offered) if offered else seating
    suggested = suggestions.suggested(known_people(names), request.values, faults or {})
    shown = BeginPage(seating, suggested, notice, winner, changed, places, place_offered=bool(offered))
    return page(shown, status)


def _changed(db: Database) -> PeopleChange | None:
    """Return the change of a name that the address names, if it can still be undone."""
    number = small_number(request.args.get("changed", ""), suggestions.MOST)
    change = None if number is None else read_people_change(db, number)
    return change if change and can_take_back(db, change) else None
