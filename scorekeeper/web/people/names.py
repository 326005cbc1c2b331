"""The page for tidying the suggestions: names unused for long, and similar names."""

from datetime import UTC, datetime

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.fields import small_number
from ...core.messages import Message, say
from ...store import people
from ...store.games import StaleRevision
from ...store.people import CannotRename, NoSuchPerson, SatTogether
from ...store.rows import read_people_change
from ..common.page import MOST, Link, service, show
from ..common.rights import Right, requires
from ..forms.submission import new_entry_key, sent_submission
from .edit import describe, played

blueprint = Blueprint("suggested", __name__, url_prefix="/players")

LONG = 365 * 24 * 3600  # seconds
SHOWN = 50
LATE = say("The names have changed since you opened this page, so nothing was saved. Look at them again.")


@blueprint.get("/names")
@requires(Right.PAIRED)
def all_names() -> Response:
    """Show unused and similar names."""
    return _names_page()


@blueprint.post("/names")
def hide() -> AnyResponse:
    """Hide a name from the suggestions, or undo a change."""
    act, _, what = request.form.get("do", "").partition(":")
    number, seen = small_number(what, MOST), request.form.get(f"name-{what}-was", "")
    try:
        if act == "undo":
            done = people.take_back(service(), number or 0, sent_submission())
        else:
            done = people.hide(service(), number or 0, seen, sent_submission())
    except (NoSuchPerson, StaleRevision, CannotRename, SatTogether):
        return _names_page(409, LATE)
    return redirect(url_for("suggested.all_names", changed=done.id), 303)


def _names_page(status: int = 200, notice: Message | None = None) -> Response:
    number = small_number(request.args.get("changed", ""), MOST)
    with service().store.reading() as db:
        everybody = people.everybody(db)
        unused = people.long_unused(everybody, int(service().clock().timestamp()) - LONG)
        alike = people.look_alike(db, everybody, SHOWN)
        changed = None if number is None else read_people_change(db, number)
        if changed and not people.can_take_back(db, changed):
            changed = None
    pairs = [
        {
            "person": one,  # the person with the rarer name
            "other": other,
            "said": say(
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
        "unused": [(each, datetime.fromtimestamp(each.moment or 0, UTC).astimezone()) for each in unused[:SHOWN]],
        "entry_key": new_entry_key(),
    }
    return show("people/names.html", shown, status)
