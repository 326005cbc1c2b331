"""Views for correcting one person: rename, merge, suggest or not, remove the name."""

from collections.abc import Callable, Iterable

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message, say
from ...core.names import hidden_fault, name_fault
from ...core.numbers import small_number
from ...desk import erasing, people
from ...desk.people import CannotRename, NoSuchPerson, SatTogether
from ...desk.transaction import Overtaken
from ...storage import Database
from ...storage.listing import summaries
from ...storage.people import (
    has_name,
    last_people_change,
    merged_player,
    names_ever,
    person_called,
    read_people_change,
    read_person,
    sat_together,
    standing_behind,
)
from ...storage.rows import GameSummary, PeopleAct, PeopleChange, Person
from ...storage.settings import read_setting
from ..access.rights import Right, requires
from ..forms.submission import sent_submission
from ..history.home import ListedGame
from ..seating.form import clean
from ..seating.suggestions import MOST
from ..shell.page import page
from ..shell.services import daily, desk
from .pages import ChoosePage, EditPage, MergePage, RemovePage
from .sentences import TOGETHER, kept_in

blueprint = Blueprint("people", __name__, url_prefix="/players")

PLAYER = f"<int(max={MOST}):player_id>"
LIKE = 10
GAMES = 5
LATE = say("The name has changed since you opened this page, so nothing was saved. Look at it again.")
NOBODY = say("Nobody is called so. Look at the spelling.")
THEMSELVES = say("That is the same name. Choose another one.")
TICK = say("Tick the box first: this can't be undone.")


@blueprint.get(f"/{PLAYER}/edit")
@requires(Right.PAIRED)
def edit(player_id: int) -> AnyResponse:
    """Show the form for a person's name."""
    return _of(player_id, "people.edit") or _edit_page(player_id)


@blueprint.post(f"/{PLAYER}/edit")
def change(player_id: int) -> AnyResponse:
    """Rename a person, suggest them or not, or undo a change."""
    act, _, what = request.form.get("do", "").partition(":")
    try:
        done = _change(player_id, act, small_number(what, MOST))
    except CannotRename as error:
        at_field = act != "undo"
        return _edit_page(player_id, 422, None if at_field else error.message, error if at_field else None)
    except SatTogether:
        return _edit_page(player_id, 422, TOGETHER)
    except (NoSuchPerson, Overtaken):
        return _edit_page(player_id, 409, LATE)
    return _done(done) if done else redirect(url_for("people.edit", player_id=player_id), 303)


@blueprint.get(f"/{PLAYER}/merge")
@requires(Right.PAIRED)
def merging(player_id: int) -> AnyResponse:
    """Ask with whom a person is to be merged; once that is known, show both, and ask."""
    asked, typed = request.args.get("into"), clean(request.args.get("name", ""))
    if asked is not None:
        into = small_number(asked, MOST)
        return (
            abort(404) if into is None else _of(player_id, "people.merging", into=into) or _merge_page(player_id, into)
        )
    with desk().store.reading() as db:
        person = _person(db, player_id)
        other = person_called(db, typed) if typed else None
        if other and other != person:
            return redirect(url_for("people.merging", player_id=player_id, into=other.id))
        like = people.like(db, people.everybody(db), person.id, LIKE)
    fault = (THEMSELVES if other else NOBODY) if typed else None
    return page(ChoosePage(person, like, typed, fault), 422 if fault else 200)


@blueprint.post(f"/{PLAYER}/merge")
def merge(player_id: int) -> AnyResponse:
    """Merge a person with another."""
    into = small_number(request.form.get("into", ""), MOST)
    if into is None:
        abort(404)
    seen = (request.form.get("name-was", ""), request.form.get("into-was", ""))
    try:
        return _done(people.merge(desk(), player_id, into, seen, sent_submission()))
    except SatTogether:
        return _merge_page(player_id, into, 422)
    except (NoSuchPerson, Overtaken):
        return _edit_page(player_id, 409, LATE)


@blueprint.get(f"/{PLAYER}/remove")
@requires(Right.PAIRED)
def removing(player_id: int) -> AnyResponse:
    """Show what removing a name does, and ask."""
    return _of(player_id, "people.removing") or _remove_page(player_id)


@blueprint.post(f"/{PLAYER}/remove")
def remove(player_id: int) -> AnyResponse:
    """Remove a name for good."""
    if request.form.get("sure") != "yes":
        return _remove_page(player_id, 422, TICK)
    try:
        seen, backups = request.form.get("name-was", ""), request.form.get("backups") == "yes"
        return _done(erasing.remove_name(desk(), player_id, seen, sent_submission(), backups=backups))
    except (NoSuchPerson, Overtaken):
        return _edit_page(player_id, 409, LATE)


def _change(player_id: int, act: str, number: int | None) -> PeopleChange | None:
    """Do what a button says, and return the change; None if the name is the same. Raises what the desk raises."""
    seen, name = request.form.get("name-was", ""), clean(request.form.get("name", ""))
    if act == "undo" and number is not None:
        return people.take_back(desk(), number, sent_submission())
    acts: dict[str, Callable[..., PeopleChange]] = {"hide": people.hide, "show": people.show}
    if act in acts:
        return acts[act](desk(), player_id, seen, sent_submission())
    fault = name_fault(name) or (hidden_fault(name) if name != seen else None)
    if fault:
        raise CannotRename(fault)
    return people.rename(desk(), player_id, seen, name, sent_submission()) if name != seen else None


def _done(change: PeopleChange) -> AnyResponse:
    """Redirect to the page of the changed person, where the change is named and can be undone."""
    with desk().store.reading() as db:
        player_id = merged_player(db, change.person)
    return redirect(url_for("people.edit", player_id=player_id, changed=change.id), 303)


def _person(db: Database, player_id: int) -> Person:
    """Return a person, or whoever they were merged into. Aborts with 404 if there is nobody with a name."""
    person = read_person(db, player_id)
    return person if person and has_name(db, person.id, person.name) else abort(404)


def _of(player_id: int, endpoint: str, **values: int) -> AnyResponse | None:
    """Redirect to the same page about whoever these people were merged into; None if nobody was."""
    with desk().store.reading() as db:
        asked = {"player_id": player_id, **values}
        now = {name: _person(db, each).id for name, each in asked.items()}
    return None if now == asked else redirect(url_for(endpoint, **now))  # type: ignore[arg-type]


def _edit_page(
    player_id: int, status: int = 200, notice: Message | None = None, cannot: CannotRename | None = None
) -> Response:
    number = small_number(request.args.get("changed", ""), MOST)
    with desk().store.reading() as db:
        person = _person(db, player_id)
        behind = sorted(standing_behind(db, person.id))
        last = (last_people_change(db, each) for each in behind)
        done = [each for each in last if each and people.can_take_back(db, each)]
        changed = None if number is None else read_people_change(db, number)
        if changed and (changed.person not in behind or last_people_change(db, changed.person) != changed):
            changed = None
        shown = EditPage(
            person,
            people.games_of(db, person.id),
            typed=request.form.get("name", person.name),
            fault=cannot.message if cannot else None,
            other=cannot.other if cannot else None,
            notice=notice,
            changed=changed,
            undoable=changed in done,
            earlier=[each for each in done if each.act in (PeopleAct.RENAME, PeopleAct.MERGE)],
            left_over=read_setting(db, erasing.LEFT_OVER) is not None,
            in_backups=read_setting(db, erasing.IN_BACKUPS) is not None,
            nameless=erasing.is_without_name(db, person),
        )
    return page(shown, status)


def _merge_page(player_id: int, into: int, status: int = 200) -> Response:
    with desk().store.reading() as db:
        person, other = _person(db, player_id), _person(db, into)
        if person == other:
            abort(404)
        ids = sat_together(db, person.id, other.id, GAMES + 1)
        together = summaries(db, ids[:GAMES])
        games = people.games_of(db, person.id), people.games_of(db, other.id)
    listed = _listed(together)
    return page(MergePage(person, other, games, listed, more=len(ids) > GAMES), status)


def _remove_page(player_id: int, status: int = 200, fault: Message | None = None) -> Response:
    with desk().store.reading() as db:
        person = _person(db, player_id)
        shown = RemovePage(
            person,
            people.games_of(db, person.id),
            erasing.name_instead(db, person.id),
            sorted(names_ever(db, person.id) - {person.name}),
            erasing.written_with(db, person.id),
            _listed(summaries(db, people.running_games_of(db, person.id, GAMES))),
            kept_in({each.sort for each in daily().kept()}),
            desk().store.is_replicated(),
            fault,
        )
    return page(shown, status)


def _listed(found: Iterable[GameSummary]) -> list[ListedGame]:
    titles = {slug: rulebook.meta.title for slug, rulebook in desk().rulebooks.items()}
    return [ListedGame(each, titles.get(each.rulebook)) for each in found]
