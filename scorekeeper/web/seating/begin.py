"""The page for starting a game or a rematch."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.document import seats_fault
from ...core.durations import PAUSE
from ...core.fields import small_number
from ...core.messages import Message, isolated, say
from ...core.ranking import winners
from ...core.rulebook import Rulebook, StartingPlayer
from ...store import changes, people
from ...store.games import StaleRevision
from ...store.people import CannotRename, NoSuchPerson, SatTogether, can_take_back
from ...store.results import last_place, last_winner, latest_places, recent_players
from ...store.rows import PeopleChange, Person, find_person, read_people_change
from ...store.settings import replaced
from ...titles import ready
from ..common.page import MAX_URL_NUMBER, service, show
from ..common.rights import Right, requires
from ..forms.fields import ASKED, typed_in_field
from ..forms.fixed import PLACES
from ..forms.submission import new_entry_key, sent_submission
from ..people import NAMES_CHANGED, TOGETHER, describe, rename
from . import form

blueprint = Blueprint("seating", __name__)

KNOWN_PLAYERS = 12
MAX_ADDRESS_LENGTH = 6_000  # characters that every proxy accepts
TOO_LONG = say("Too much text to open the rules from here. Clear some fields first.")
BEGUN = say("This page has already started a game. You find it under All games.")


@blueprint.get("/new/<slug>")
@requires(Right.PAIRED)
def begin(slug: str) -> Response:
    rulebook = _rulebook(slug)
    if request.args:
        return _begin_page(form.read_seating(rulebook, request.args))
    options = form.options_form(rulebook, data=changes.remembered(service(), rulebook))
    return _begin_page(form.Seating(rulebook, options=options))


@blueprint.get("/games/<uuid:game_id>/rematch")
@requires(Right.PAIRED)
def rematch(game_id: UUID) -> AnyResponse:
    """Redirect to a new game with the same players and options, the winner first if the seating rule requires it."""
    view = service().view(str(game_id))
    rows = form.seating_of(view).rows
    if view.rulebook.seats.sitting(view.table.options).first is StartingPlayer.WINNER:
        best = winners(view.replay.standings)
        first = best[0].seat or 0 if len(best) == 1 else 0
        rows = (*rows[first:], *rows[:first])
    rulebook = _rulebook(view.rulebook.slug)
    options = form.options_form(rulebook, data=view.table.options)
    return _seated(form.Seating(rulebook, rows, options=options, after=view.game.id))


@blueprint.post("/new/<slug>")
def sit_down(slug: str) -> AnyResponse:
    """Start the game, or apply another button: change the form or a suggested name, or open the rules."""
    seating = form.read_seating(_rulebook(slug), request.form)
    button = request.form.get("do", "begin")
    to_a_name = _pressed_name(button)
    if to_a_name:
        return _change_name(seating, *to_a_name)
    if button == "rules":  # with the seating in the URL, so that the page can link back to this form
        asked = urlencode([*_rules_query(seating), ("seating", _query(seating))])
        url = f"{url_for('rules.show', slug=seating.rulebook.slug)}?{asked}"
        return redirect(url, 303) if len(url) <= MAX_ADDRESS_LENGTH else _begin_page(seating, 422, TOO_LONG)
    if button != "begin":
        after = form.pressed(seating, button)
        return _seated(after) if after.valid else _begin_page(after, 422)
    if seating.typed:
        seating = form.add(seating, seating.typed)
    after = form.checked(seating, known_names(seating)) if seating.valid else seating
    if not after.valid:
        return _begin_page(after, 422)
    sitting = after.sitting
    # The rule shown on the page; an option may have changed the rule since then.
    shown_first = request.form.get("sitting", sitting.first)
    if sitting.rule and shown_first != sitting.first:
        return _begin_page(after, 422, sitting.rule)
    try:
        rows = service().chance.sample(after.rows, len(after.rows)) if after.draws else after.rows
        table = replace(after, rows=tuple(rows)).table()
        submission, place = sent_submission(), after.place or None
        game_id = changes.begin(service(), after.rulebook, table, submission, place, after=after.after)
    except StaleRevision:
        return _begin_page(after, 409, BEGUN)
    return redirect(url_for("game.table", game_id=game_id, drawn="yes" if after.draws else None), 303)


def _edited_names() -> Iterator[tuple[int, str]]:
    for field, seen in request.form.items():
        number = small_number(field.removeprefix("known-").removesuffix("-was"), MAX_URL_NUMBER)
        typed = request.form.get(f"known-{number}", seen)
        if number is not None and field == f"known-{number}-was" and typed != seen:
            yield number, typed


def _pressed_name(button: str) -> tuple[str, int] | None:
    """Return the action of "rename:ID", "hide:ID" (of a person) or "undo:ID" (of a change), and its id; else None.

    The Enter key renames if exactly one name was edited.
    """
    act, _, what = button.partition(":")
    edited = list(_edited_names())
    if button == "enter" and not request.form.get("new") and len(edited) == 1:
        return "rename", edited[0][0]
    number = small_number(what, MAX_URL_NUMBER)
    return (act, number) if act in ("rename", "hide", "undo") and number is not None else None


def _change_name(seating: form.Seating, act: str, number: int) -> AnyResponse:
    seen, submission = request.form.get(f"known-{number}-was"), sent_submission()
    change: PeopleChange | None
    try:
        if act == "undo":
            change = people.take_back(service(), number, submission)
        elif seen is None:
            raise StaleRevision
        elif act == "hide":
            change = people.hide(service(), number, seen, submission)
        else:
            change = rename(number, seen, request.form.get(f"known-{number}", ""), submission)
    except CannotRename as error:
        fault = {number: error} if act == "rename" else {}
        return _begin_page(seating, 422, None if fault else error.message, fault)
    except SatTogether:
        return _begin_page(seating, 422, TOGETHER)
    except (NoSuchPerson, StaleRevision):
        return _begin_page(seating, 409, NAMES_CHANGED)
    return _seated(seating, change)


def _rulebook(slug: str) -> Rulebook[Any]:
    """Return a title, or the pad that replaced it; abort with 404 if there is none."""
    with service().store.reading() as db:
        slug = replaced(db).get(slug, slug)
    return service().rulebooks.get(slug) or ready().get(slug) or abort(404)


def _seated(seating: form.Seating, change: PeopleChange | None = None) -> AnyResponse:
    """Redirect to the URL of a seating, so that a reload keeps it; if the URL is too long, return the page."""
    url = f"{url_for('seating.begin', slug=seating.rulebook.slug)}?{_query(seating, change)}"
    return redirect(url, 303) if len(url) <= MAX_ADDRESS_LENGTH else _begin_page(seating, change=change)


def _rules_query(seating: form.Seating) -> list[tuple[str, str]]:
    count, (fewest, most) = len(seating.rows), seating.rulebook.meta.players
    asked = seating.rulebook.rules.asks
    chosen = [each for each in seating.options or () if each.name.split("-")[0] in asked]
    pairs = [("players", str(count))] if fewest <= count <= most else []
    return [*pairs, *([(ASKED, "yes")] if chosen else []), *(pair for each in chosen for pair in typed_in_field(each))]


def _query(seating: form.Seating, change: PeopleChange | None = None) -> str:
    """Return the query of a seating's URL, including a `change` of a name and other edited names."""
    done = [("changed", str(change.id))] if change else []
    changed = f"known-{change.person}" if change else ""
    edited = [(f"known-{number}", name) for number, name in _edited_names()]
    return urlencode([*form.query_of(seating), *(each for each in edited if each[0] != changed), *done])


def known_names(seating: form.Seating) -> list[str]:
    with service().store.reading() as db:
        return [row.name for row in seating.rows if find_person(db, row.name)]


def known_people(rulebook: Rulebook[Any]) -> tuple[Person, ...]:
    """Return the people to suggest, seated or not, in a stable order: enough for the largest table."""
    with service().store.reading() as db:
        return recent_players(db, max(KNOWN_PLAYERS, rulebook.meta.players[1] + 2))


def _begin_page(
    seating: form.Seating,
    status: int = 200,
    notice: Message | None = None,
    faults: Mapping[int, CannotRename] | None = None,
    change: PeopleChange | None = None,
) -> Response:
    rulebook, sitting, names = seating.rulebook, seating.sitting, [row.name for row in seating.rows]
    number = small_number(request.args.get("changed", ""), MAX_URL_NUMBER)
    with service().store.reading() as db:
        winner = last_winner(db, rulebook.slug, names) if sitting.first is StartingPlayer.WINNER else None
        if change is None and number is not None:
            change = read_people_change(db, number)
            change = change if change and can_take_back(db, change) else None
        places = latest_places(db, PLACES)
        offered = last_place(db, int(service().clock().timestamp()) - PAUSE) if seating.place is None else None
    known: list[dict[str, Any]] = []
    for person in known_people(rulebook):
        cannot = (faults or {}).get(person.id)
        typed = request.values.get(f"known-{person.id}", person.name)
        fault, other = (cannot.message, cannot.other) if cannot else (None, None)
        seated = person.name.casefold() in (name.casefold() for name in names)
        known.append(
            {"id": person.id, "name": person.name, "typed": typed, "fault": fault, "other": other, "seated": seated}
        )
    first, who_begins = _who_begins(names, winner) if winner else (None, None)
    shown = {
        "rulebook": rulebook,
        "seating": replace(seating, place=offered) if offered else seating,
        "options": form.seat_choices(seating),
        "notice": notice,
        "missing": not seating.faults.get("players") and seats_fault(len(names), rulebook),
        "needed": seats_fault(0, rulebook),
        "sitting": sitting,
        "by_options": rulebook.seats.by_options is not None,
        "can_draw": sitting.first is StartingPlayer.DRAWN,
        "drawn_otherwise": seating.kept or rulebook.seats.first is StartingPlayer.DRAWN,
        "winner_begins": sitting.first is StartingPlayer.WINNER,
        **form.for_scripts(seating),
        "first": first,
        "who_begins": who_begins,
        "known": known,
        "editing": any(each["fault"] or each["typed"] != each["name"] for each in known),
        "change_text": describe(change) if change else None,
        "undo": change.id if change else None,
        "places": places,
        "place_offered": bool(offered),  # prefilled from the last game
        "entry_key": new_entry_key(),
    }
    return show([f"rulebooks/{rulebook.slug}/begin.html", "seating/begin.html"], shown, status)


def _who_begins(names: Sequence[str], winner: str) -> tuple[int | None, Message]:
    """Return the row of the latest winner, or None if it is the first, and a sentence about the starting player."""
    first = [name.casefold() for name in names].index(winner.casefold())
    if first == 0:
        return None, say("{player} won most recently and starts.", player=winner)
    order = ", ".join(map(isolated, [*names[first:], *names[:first]]))
    return first, say("{player} won most recently and would start: {players}.", player=winner, players=order)
