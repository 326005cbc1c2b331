"""Sitting down to a new game, or to another one of the same players."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...core.rulebook import First, Rulebook
from ...desk import changes
from ...desk.transaction import Overtaken
from ...history import games
from ..page import page
from ..services import desk
from ..submission import sent_submission
from . import form
from .pages import BeginPage

blueprint = Blueprint("seating", __name__)

KNOWN_PLAYERS = 12
LONGEST_ADDRESS = 6_000  # what a proxy lets through for certain
BEGUN = say("This page has already begun a game. You find it under All games.")


@blueprint.get("/new/<slug>")
def begin(slug: str) -> Response:
    """Show a table to sit down at: an empty one, or as its address says."""
    rulebook = _rulebook(slug)
    if request.args:
        return _begin_page(form.read_seating(rulebook, request.args))
    options = form.options_form(rulebook, data=changes.remembered(desk(), rulebook))
    return _begin_page(form.Seating(rulebook, options=options))


@blueprint.get("/games/<uuid:game_id>/rematch")
def rematch(game_id: UUID) -> AnyResponse:
    """Lead to the table of a game, to sit down to another one: people can leave, join and change seats first."""
    return _seated(form.seating_after(desk().view(str(game_id))))


@blueprint.post("/new/<slug>")
def sit_down(slug: str) -> AnyResponse:
    """Change who sits there, or begin."""
    seating = form.read_seating(_rulebook(slug), request.form)
    button = request.form.get("do", "begin")
    if button != "begin":
        after = form.pressed(seating, button)
        return _seated(after) if after.valid else _begin_page(after, 422)
    if seating.typed:
        seating = form.add(seating, seating.typed)
    after = form.checked(seating) if seating.valid else seating
    if not after.valid:
        return _begin_page(after, 422)
    try:
        game_id = changes.begin(desk(), after.rulebook, after.table(), sent_submission())
    except Overtaken:
        return _begin_page(after, 409, BEGUN)
    return redirect(url_for("table.show", game_id=game_id), 303)


def _rulebook(slug: str) -> Rulebook[Any]:
    return desk().rulebooks.get(slug) or abort(404)


def _seated(seating: form.Seating) -> AnyResponse:
    """Lead to the address of a seating, which a reload keeps; one that is too long for an address is shown."""
    address = f"{url_for('seating.begin', slug=seating.rulebook.slug)}?{urlencode(form.query_of(seating))}"
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else _begin_page(seating)


def known_names(sitting: Sequence[str]) -> list[str]:
    """Return the names that are suggested, without those who are `sitting` there."""
    with desk().store.reading() as reader:
        known = games.recent_players(reader, KNOWN_PLAYERS + len(sitting))
    there = {name.casefold() for name in sitting}
    return [name for name in known if name.casefold() not in there][:KNOWN_PLAYERS]


def _begin_page(seating: form.Seating, status: int = 200, notice: Message | None = None) -> Response:
    names = [row.name for row in seating.rows]
    winner = None
    if seating.rulebook.seats.first is First.WINNER:
        with desk().store.reading() as reader:
            winner = games.last_winner(reader, seating.rulebook.slug, names)
    return page(BeginPage(seating, known_names(names), notice, winner), status)
