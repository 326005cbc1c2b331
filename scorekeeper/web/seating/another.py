"""The page for games not on the home page: pads played before, pads that ship with the app, and new pads."""

import re
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import ValidationError

from ...core.errors import Unreadable
from ...core.messages import Message, say
from ...core.rulebook import MAX_PLAYERS, Rulebook
from ...pads.factory import named
from ...pads.reader import MAX_ROWS
from ...store.changes import NoRoom, keep_pad
from ...store.results import latest_pads
from ...titles import ready
from ..access.rights import Right, requires
from ..common.language import translated
from ..common.page import service, show, titles
from ..common.titles import MAX_FOUND, matching
from ..forms.fields import MINUS, NO_CHOICE, NO_NUMBER, sentence, whole
from ..forms.fixed import FixedForm, Text, needed
from .form import clean

blueprint = Blueprint("another", __name__)

MAX_PLAYED = 12
ROUNDS, ROWS, WINNER, COOPERATIVE = "rounds", "rows", "winner", "cooperative"
WITHOUT_POINTS = {WINNER: "only_winner", COOPERATIVE: "cooperative"}
"""Sorts without points, with their key in a definition."""
FIELDS = {"title": "name", "rows": "rows", "wins": "wins", "limit": "limit", "rounds": "most", "tie_breaks": "ties"}
"""The form field for each key that the pad reader can refuse."""
SHARED = "shared"
NO_NAME, NO_ROWS = say("A game needs a name."), say("Enter the categories, one per line.")
NO_SUCH_ROW = say("Enter the name of one of the categories above.")
TOO_MANY_ROWS = say("There can be at most {most} categories.", most=MAX_ROWS)
NUMBER = re.compile(rf"\s*{MINUS}?[0-9]{{1,7}}\s*", re.ASCII)


class PadForm(FixedForm):
    """The form for a new pad.

    `sort` is ROUNDS, ROWS, WINNER or COOPERATIVE; fields of other sorts are ignored, and the last two also ignore
    `wins`. With ROUNDS,
    the game ends at `limit` points or after `most` rounds, `deals` is "yes" if the dealer rotates, and `ties` is the
    round that breaks ties ("last round" or "best round"). With ROWS, `rows` has a category name per line, and `decides`
    is the category that breaks ties. If `ties` is SHARED or `decides` is empty, tied players share the win.
    """

    name = Text(check=needed(NO_NAME))
    sort = Text(check=lambda sort: None if sort in (ROUNDS, ROWS, *WITHOUT_POINTS) else NO_CHOICE)
    rows = Text()
    wins = Text()
    limit = Text()
    most = Text()
    deals = Text()
    ties = Text()
    decides = Text()

    @property
    def categories(self) -> list[str]:
        return [row for row in map(clean, self.rows.data.splitlines()) if row]

    @property
    def deciding(self) -> str:
        """The category that breaks ties, in the spelling used in `rows`."""
        typed = clean(self.decides.data)
        return next((row for row in self.categories if row.casefold() == typed.casefold()), typed)

    def validate_rows(self, field: Text) -> None:
        count = len(self.categories)
        if self.sort.data == ROWS and not 1 <= count <= MAX_ROWS:
            raise ValidationError(translated(TOO_MANY_ROWS if count else NO_ROWS))

    def validate_limit(self, field: Text) -> None:
        if self.sort.data == ROUNDS and field.data.strip() and not NUMBER.fullmatch(field.data):
            raise ValidationError(translated(NO_NUMBER))

    validate_most = validate_limit

    def validate_decides(self, field: Text) -> None:
        if self.sort.data == ROWS and not self.rows.errors and self.deciding not in ("", *self.categories):
            raise ValidationError(translated(NO_SUCH_ROW))

    def facts(self) -> dict[str, Any]:
        """Return the definition in a valid form without the name, in the format of the pad reader."""
        if self.sort.data in WITHOUT_POINTS:
            return {WITHOUT_POINTS[self.sort.data]: True}
        facts: dict[str, Any]
        if self.sort.data == ROWS:
            facts, decides = {"rows": self.categories}, self.deciding
        else:
            ends = {"limit": self.limit.data, "rounds": self.most.data}
            end = {key: whole(text) for key, text in ends.items() if text.strip()}
            facts = {"rounds": {"deals": True} if self.deals.data else {}, "end": end}
            decides = "" if self.ties.data == SHARED else self.ties.data
        return {"wins": self.wins.data} | facts | ({"tie_breaks": [decides]} if decides else {})


@blueprint.get("/new")
@requires(Right.PAIRED)
def choose() -> Response:
    """Show existing pads, or those whose name contains `find`, and the form for a new one."""
    return _page(PadForm(sort=ROUNDS, wins="highest", ties=SHARED))


@blueprint.post("/new")
def make() -> AnyResponse:
    """Save the new pad and redirect to the form for a game with it."""
    form = PadForm()
    if not form.validate():
        return _page(form, 422)
    name = clean(form.name.data)
    try:
        pad = named(name, {"title": name, "players": [1, MAX_PLAYERS]} | form.facts())
        keep_pad(service(), pad)
    except Unreadable as error:
        faulty = FIELDS[str([key for key in error.path if key in FIELDS][-1])]
        form[faulty].errors = [sentence(translated(error.message))]
        return _page(form, 422)
    except NoRoom as error:
        return _page(form, 409, error.message)
    return redirect(url_for("seating.begin", slug=pad.slug), 303)


def _page(form: PadForm, status: int = 200, notice: Message | None = None) -> Response:
    on_home, known = titles().rulebooks, dict(service().rulebooks.items())
    with service().store.reading() as db:
        latest = [slug for slug in latest_pads(db) if slug not in on_home and slug in known]
    played: dict[str, Rulebook[Any]] = {}
    for slug in latest:
        played.setdefault(str(known[slug].meta.title), known[slug])  # of pads with the same name, the latest
    pads = [*played.values()]
    names = {each.name for each in on_home.values()}  # the instance can have its own version of a pad
    offered = [pad for slug, pad in ready().items() if pad.name not in names and slug not in latest]
    asked = clean(request.args.get("find", ""))
    found = matching({pad.slug: pad for pad in [*pads, *offered, *on_home.values()]}, asked) if asked else []
    shown = {
        "form": form,
        "played": [] if asked else pads[:MAX_PLAYED],
        "ready": [] if asked else offered,
        "found": [known.get(slug) or ready()[slug] for slug in found[:MAX_FOUND]],
        "search": {"address": url_for("another.choose"), "typed": asked, "more": len(found[MAX_FOUND:])}
        if asked or len(pads) > MAX_PLAYED
        else None,
        "notice": notice,
    }
    return show("seating/another.html", shown, status)
