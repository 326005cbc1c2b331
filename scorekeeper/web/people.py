"""Pages to rename and merge people, hide them from suggestions, undo these changes, and remove a name for good.

Each person has a page; `all_names` lists similar names and names unused for long.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, redirect, request, url_for
from sqlite_utils import Database
from werkzeug.wrappers import Response as AnyResponse

from ..core.fields import small_number
from ..core.messages import N_, Count, Message, listed, many, say
from ..core.names import hidden_fault, name_fault
from ..store import people
from ..store.backups import BackupReason
from ..store.games import StaleRevision, Submission
from ..store.people import CannotRename, NoSuchPerson, SatTogether
from ..store.results import summaries
from ..store.rows import (
    GameSummary,
    PeopleAct,
    PeopleChange,
    Person,
    find_person,
    has_name,
    last_people_change,
    merged_ids,
    merged_player,
    names_ever,
    read_people_change,
    read_person,
    sat_together,
)
from ..store.settings import read_setting
from .common.page import MAX_URL_NUMBER, Link, daily, service, show
from .common.rights import Right, requires
from .forms.fixed import FixedForm, Text, one_line
from .forms.submission import new_entry_key, sent_submission
from .history.home import ListedGame, meta_of

blueprint = Blueprint("people", __name__, url_prefix="/players")

PLAYER = f"<int(max={MAX_URL_NUMBER}):player_id>"
LIKE, GAMES, SHOWN_TEXTS, SHOWN_NAMES = 10, 5, 5, 50
LONG = 365 * 24 * 3600  # seconds without a game, at least, for a name to count as unused
SAID = {
    PeopleAct.RENAME: N_("{before} is now called {after}."),
    PeopleAct.HIDE: N_("{before} is no longer suggested."),
    PeopleAct.SHOW: N_("{before} is suggested again."),
    PeopleAct.MERGE: N_("{before} and {after} are one person now: {after}."),
    PeopleAct.SPLIT: N_("{before} and {after} are two people again."),
    PeopleAct.REMOVE: N_("The name was removed. Games now show {after}."),
}
TOGETHER = say("They played in the same game, so they are two people.")
LATE = say("The name has changed since you opened this page, so nothing was saved. Look at it again.")
NAMES_CHANGED = say("The names have changed since you opened this page, so nothing was saved. Look at them again.")
NOBODY = say("No player by that name. Check the spelling.")
THEMSELVES = say("That is the same name. Choose another one.")
TICK = say("Tick the box first: this can't be undone.")
KEPT_FOR_A_YEAR = say("They contain the name for a year. Without them, nothing from before today can be restored.")
KEPT_FOR_GOOD = say(
    "They contain the name for a year, and a database replaced by a restore for longer. Without them, nothing from "
    "before today can be restored."
)


class RemoveForm(FixedForm):
    seen = Text(name="name-was")
    sure = Text(check=lambda sure: None if sure == "yes" else TICK)
    backups = Text()


def describe(change: PeopleChange) -> Message:
    return say(SAID[change.act], before=change.before, after=change.after)


def played(games: int) -> Message:
    return many("{count} game", "{count} games", Count(games))


def rename(player_id: int, seen: str, typed: str, submission: Submission) -> PeopleChange | None:
    """Rename a person to the typed name; return the change, or None if the name is the same.

    Raises NoSuchPerson, StaleRevision, CannotRename (also for an invalid name).
    """
    name = one_line(typed)
    fault = name_fault(name) or (hidden_fault(name) if name != seen else None)
    if fault:
        raise CannotRename(fault)
    return people.rename(service(), player_id, seen, name, submission) if name != seen else None


@blueprint.get(f"/{PLAYER}/edit")
@requires(Right.PAIRED)
def edit(player_id: int) -> AnyResponse:
    return _redirect_if_merged(player_id, "people.edit") or _edit_page(player_id)


@blueprint.post(f"/{PLAYER}/edit")
def change(player_id: int) -> AnyResponse:
    act, _, what = request.form.get("do", "").partition(":")
    number, seen, sent = small_number(what, MAX_URL_NUMBER), request.form.get("name-was", ""), sent_submission()
    done: PeopleChange | None
    try:
        match act:
            case "undo" if number is not None:
                done = people.take_back(service(), number, sent)
            case "hide":
                done = people.hide(service(), player_id, seen, sent)
            case "show":
                done = people.show(service(), player_id, seen, sent)
            case _:
                done = rename(player_id, seen, request.form.get("name", ""), sent)
    except CannotRename as error:
        at_field = act != "undo"
        return _edit_page(player_id, 422, None if at_field else error.message, error if at_field else None)
    except SatTogether:
        return _edit_page(player_id, 422, TOGETHER)
    except (NoSuchPerson, StaleRevision):
        return _edit_page(player_id, 409, LATE)
    return _done(done) if done else redirect(url_for("people.edit", player_id=player_id), 303)


def _edit_page(
    player_id: int, status: int = 200, notice: Message | None = None, cannot: CannotRename | None = None
) -> Response:
    number = small_number(request.args.get("changed", ""), MAX_URL_NUMBER)
    with service().store.reading() as db:
        person = _person(db, player_id)
        behind = sorted(merged_ids(db, person.id))
        last = (last_people_change(db, each) for each in behind)
        done = [each for each in last if each and people.can_take_back(db, each)]
        changed = None if number is None else read_people_change(db, number)
        if changed and (changed.person not in behind or last_people_change(db, changed.person) != changed):
            changed = None
        earlier = [each for each in done if each.act in (PeopleAct.RENAME, PeopleAct.MERGE) and each != changed]
        shown = {
            "person": person,
            "up": Link(url_for("players.player", player_id=person.id), listed([person.name])),
            "typed": request.form.get("name", person.name),
            "fault": cannot.message if cannot else None,
            "other": cannot.other if cannot else None,  # the person who has that name, possibly the same one
            "notice": notice,
            "change_text": describe(changed) if changed else None,
            "undo": changed.id if changed in done else None,
            "ways_back": [{"id": each.id, "text": describe(each)} for each in earlier],
            "left_over": read_setting(db, people.LEFT_OVER) is not None,
            "in_backups": read_setting(db, people.IN_BACKUPS) is not None,
            "nameless": people.is_without_name(db, person),
            "games_text": many(
                "{player} is in {count} game.",
                "{player} is in {count} games.",
                Count(people.games_of(db, person.id)),
                player=person.name,
            ),
            "entry_key": new_entry_key(),
        }
    return show("people/edit.html", shown, status)


@blueprint.get(f"/{PLAYER}/merge")
@requires(Right.PAIRED)
def merging(player_id: int) -> AnyResponse:
    """Show the choice of a person to merge with; with `into`, show both people and ask for confirmation."""
    asked, typed = request.args.get("into"), one_line(request.args.get("name", ""))
    if asked is not None:
        into = small_number(asked, MAX_URL_NUMBER)
        if into is None:
            abort(404)
        return _redirect_if_merged(player_id, "people.merging", into=into) or _merge_page(player_id, into)
    with service().store.reading() as db:
        person = _person(db, player_id)
        other = find_person(db, typed) if typed else None
        if other and other != person:
            return redirect(url_for("people.merging", player_id=player_id, into=other.id))
        like = people.like(db, people.everybody(db), person.id, LIKE)
    fault = (THEMSELVES if other else NOBODY) if typed else None
    shown = {
        "person": person,
        "up": _to_the_form(person),
        "typed": typed,
        "fault": fault,
        "names": [(each, played(each.games)) for each in like],
    }
    return show("people/choose.html", shown, 422 if fault else 200)


@blueprint.post(f"/{PLAYER}/merge")
def merge(player_id: int) -> AnyResponse:
    into = small_number(request.form.get("into", ""), MAX_URL_NUMBER)
    if into is None:
        abort(404)
    seen = (request.form.get("name-was", ""), request.form.get("into-was", ""))
    try:
        return _done(people.merge(service(), player_id, into, seen, sent_submission()))
    except SatTogether:
        return _merge_page(player_id, into, 422)
    except (NoSuchPerson, StaleRevision):
        return _edit_page(player_id, 409, LATE)


def _merge_page(player_id: int, into: int, status: int = 200) -> Response:
    with service().store.reading() as db:
        person, other = _person(db, player_id), _person(db, into)
        if person == other:
            abort(404)
        ids = sat_together(db, person.id, other.id, GAMES + 1)
        together = summaries(db, ids[:GAMES])
        both = [(each.name, played(people.games_of(db, each.id))) for each in (person, other)]
    shown = {
        "person": person,
        "other": other,
        "up": _to_the_form(person),
        "both": both,
        "together": _listed(together),  # games with both at the table, which prevent a merge
        "more": len(ids) > GAMES,
        "entry_key": new_entry_key(),
    }
    return show("people/merge.html", shown, status)


@blueprint.get(f"/{PLAYER}/remove")
@requires(Right.PAIRED)
def removing(player_id: int) -> AnyResponse:
    return _redirect_if_merged(player_id, "people.removing") or _remove_page(player_id, RemoveForm())


@blueprint.post(f"/{PLAYER}/remove")
def remove(player_id: int) -> AnyResponse:
    form = RemoveForm()
    if not form.validate():
        return _remove_page(player_id, form, 422)
    try:
        seen, backups = form.seen.data, form.backups.data == "yes"
        return _done(people.remove_name(service(), player_id, seen, sent_submission(), backups=backups))
    except (NoSuchPerson, StaleRevision):
        return _edit_page(player_id, 409, LATE)


def _remove_page(player_id: int, form: RemoveForm, status: int = 200) -> Response:
    with service().store.reading() as db:
        person = _person(db, player_id)
        games, instead = people.games_of(db, person.id), people.name_instead(db, person.id)
        former = sorted(names_ever(db, person.id) - {person.name})
        texts = people.written_with(db, person.id)
        running = summaries(db, people.running_games_of(db, person.id, GAMES))
    backups = {each.reason for each in daily().kept()}
    shown = {
        "person": person,
        "up": _to_the_form(person),
        "form": form,
        "games_text": many(
            "{player} becomes {instead} in {count} game.",
            "{player} becomes {instead} in all {count} games.",
            Count(games),
            player=person.name,
            instead=instead,
        ),
        "former_text": say("Former names are removed as well: {names}.", names=tuple(former)) if former else None,
        "texts_text": many(
            "It is also replaced in {count} text about a game:",
            "It is also replaced in {count} texts about games:",
            len(texts),
        ),
        "texts": texts[:SHOWN_TEXTS],
        "running": _listed(running),
        "backups_text": (KEPT_FOR_GOOD if BackupReason.REPLACED in backups else KEPT_FOR_A_YEAR) if backups else None,
        "has_replica": service().store.is_replicated(),
        "entry_key": new_entry_key(),
    }
    return show("people/remove.html", shown, status)


def _done(change: PeopleChange) -> AnyResponse:
    with service().store.reading() as db:
        player_id = merged_player(db, change.person)
    return redirect(url_for("people.edit", player_id=player_id, changed=change.id), 303)


def _redirect_if_merged(player_id: int, endpoint: str, **values: int) -> AnyResponse | None:
    """Return a redirect to the same page with the ids that remain after merges, or None if no id was merged."""
    with service().store.reading() as db:
        asked = {"player_id": player_id, **values}
        now = {name: _person(db, each).id for name, each in asked.items()}
    return None if now == asked else redirect(url_for(endpoint, **now))  # type: ignore[arg-type]


def _person(db: Database, player_id: int) -> Person:
    """Return a person, after a merge the remaining one; abort with 404 if there is none or the name was removed."""
    person = read_person(db, player_id)
    return person if person and has_name(db, person.id, person.name) else abort(404)


def _to_the_form(person: Person) -> Link:
    return Link(url_for("people.edit", player_id=person.id), say("Name"))


def _listed(found: Iterable[GameSummary]) -> list[ListedGame]:
    return [ListedGame(each, meta_of(each.rulebook)) for each in found]


@blueprint.get("/names")
@requires(Right.PAIRED)
def all_names() -> Response:
    return _names_page()


@blueprint.post("/names")
def hide() -> AnyResponse:
    act, _, what = request.form.get("do", "").partition(":")
    number, seen = small_number(what, MAX_URL_NUMBER), request.form.get(f"name-{what}-was", "")
    try:
        if act == "undo":
            done = people.take_back(service(), number or 0, sent_submission())
        else:
            done = people.hide(service(), number or 0, seen, sent_submission())
    except (NoSuchPerson, StaleRevision, CannotRename, SatTogether):
        return _names_page(409, NAMES_CHANGED)
    return redirect(url_for("people.all_names", changed=done.id), 303)


def _names_page(status: int = 200, notice: Message | None = None) -> Response:
    number = small_number(request.args.get("changed", ""), MAX_URL_NUMBER)
    with service().store.reading() as db:
        everybody = people.everybody(db)
        unused = people.long_unused(everybody, int(service().clock().timestamp()) - LONG)
        alike = people.look_alike(db, everybody, SHOWN_NAMES)
        changed = None if number is None else read_people_change(db, number)
        if changed and not people.can_take_back(db, changed):
            changed = None
    pairs = [
        {
            "person": one,  # the person with the rarer name
            "other": other,
            "label": say(
                "Merge {one} ({games}) and {other} ({more})",
                one=one.name,
                games=played(one.games),
                other=other.name,
                more=played(other.games),
            ),
        }
        for one, other in alike
    ]
    shown = {
        "up": Link(url_for("players.all_players"), say("Players")),
        "notice": notice,
        "undo": changed.id if changed else None,
        "change_text": describe(changed) if changed else None,
        "pairs": pairs,
        "unused": [(each, datetime.fromtimestamp(each.moment or 0, UTC).astimezone()) for each in unused[:SHOWN_NAMES]],
        "entry_key": new_entry_key(),
    }
    return show("people/names.html", shown, status)
