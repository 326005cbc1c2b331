"""The page for another game than the titles on home: one that was played before, one that is ready, or a new pad."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.errors import Unreadable
from ...core.messages import Message, say
from ...core.rulebook import COLOURS, Rulebook
from ...pads.making import named
from ...pads.reader import MOST_ROWS
from ...store.changes import NoRoom, keep_pad
from ...store.results import latest_pads
from ...titles import ready
from ..access.rights import Right, requires
from ..forms.fields import MINUS, NO_CHOICE, NO_NUMBER, sentence, whole
from ..shell.language import translated
from ..shell.page import show
from ..shell.services import service, titles
from .form import clean

blueprint = Blueprint("another", __name__)

MOST_PLAYED = 12
ROUNDS, ROWS, WINNER = "rounds", "rows", "winner"
FIELDS = {"title": "name", "rows": "rows", "wins": "wins", "limit": "limit", "rounds": "most", "tie_breaks": "ties"}
"""The field of the form for what the reader finds fault with."""
SHARED = "shared"
NO_NAME, NO_ROWS, NO_SORT = say("A game needs a name."), say("Name the categories, one a line."), NO_CHOICE
NO_SUCH_ROW = say("Write the name of one of the categories above.")
TOO_MANY_ROWS = say("There can be at most {most} categories.", most=MOST_ROWS)
NUMBER = re.compile(rf"\s*{MINUS}?[0-9]{{1,7}}\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class PadForm:
    """The form as it was filled in: all texts as typed. `faults` are by field.

    `sort` is ROUNDS, ROWS or WINNER. `rows` has a name in each line. `limit` and `most`, how many rounds there are, say
    when a game of rounds ends. `deals` is "yes" where the deal goes round. At a tie, the round that `ties` names ("last
    round", "best round") decides, or the category that `decides` names; with SHARED or "" they share the win. What
    belongs to another sort says nothing, nor does `wins` where only the winner counts.
    """

    name: str = ""
    sort: str = ROUNDS
    rows: str = ""
    wins: str = "highest"
    limit: str = ""
    most: str = ""
    deals: str = ""
    ties: str = SHARED
    decides: str = ""
    faults: Mapping[str, Message | str] = field(default_factory=dict)


@blueprint.get("/new")
@requires(Right.PAIRED)
def choose() -> Response:
    """Show pads to choose from, and the form for a new one."""
    return _page(PadForm())


@blueprint.post("/new")
def make() -> AnyResponse:
    """Keep the pad that the form comes to, and lead to where its players sit down."""
    typed: dict[str, Any] = {each.name: request.form.get(each.name, "") for each in fields(PadForm)}
    form = PadForm(**typed | {"faults": {}})
    pad = made(form)
    if isinstance(pad, PadForm):
        return _page(pad, 422)
    try:
        keep_pad(service(), pad)
    except NoRoom as error:
        return _page(form, 409, error.message)
    return redirect(url_for("seating.begin", slug=pad.slug), 303)


def _page(form: PadForm, status: int = 200, notice: Message | None = None) -> Response:
    on_home, known = titles().rulebooks, service().rulebooks
    with service().store.reading() as db:
        latest = [slug for slug in latest_pads(db) if slug not in on_home and slug in known]
    played = {str(known[slug].meta.title): known[slug] for slug in reversed(latest)}  # of one name, the latest
    pads = sorted(played.values(), key=lambda pad: latest.index(pad.slug))[:MOST_PLAYED]
    names = {each.name for each in on_home.values()}  # the instance may have its own version of one
    offered = [pad for slug, pad in ready().items() if pad.name not in names and slug not in latest]
    return show("seating/another.html", {"form": form, "played": pads, "ready": offered, "notice": notice}, status)


def made(form: PadForm) -> Rulebook[Any] | PadForm:
    """Return the pad that a form comes to, or the form with what is wrong with it."""
    name, rows = clean(form.name), [row for row in map(clean, form.rows.splitlines()) if row]
    faults = dict(_faults(form, name, rows))
    if faults:
        return replace(form, faults=faults)
    try:
        return named(name, {"title": name, "players": [1, len(COLOURS)]} | _counted(form, rows))
    except Unreadable as error:
        keys = [key for key in error.path if key in FIELDS]
        return replace(form, faults={FIELDS[str(keys[-1])]: sentence(translated(error.message))})


def _counted(form: PadForm, rows: list[str]) -> dict[str, Any]:
    """Return the facts of what is counted, when it ends and what decides at a tie."""
    if form.sort == WINNER:
        return {"only_winner": True}
    facts: dict[str, Any]
    if form.sort == ROWS:
        facts, decides = {"rows": rows}, _category(form, rows)
    else:
        end = {key: whole(text) for key, text in _ends(form) if text.strip()}
        facts = {"rounds": {"deals": True} if form.deals else {}, "end": end}
        decides = "" if form.ties == SHARED else form.ties
    return {"wins": form.wins} | facts | ({"tie_breaks": [decides]} if decides else {})


def _faults(form: PadForm, name: str, rows: list[str]) -> list[tuple[str, Message]]:
    """Return what is wrong that facts cannot show, or that is said better here."""
    wrong = [("name", NO_NAME)] if not name else []
    if form.sort not in (ROUNDS, ROWS, WINNER):
        wrong.append(("sort", NO_SORT))
    if form.sort == ROWS and not 1 <= len(rows) <= MOST_ROWS:
        wrong.append(("rows", TOO_MANY_ROWS if rows else NO_ROWS))
    elif form.sort == ROWS and _category(form, rows) not in ("", *rows):
        wrong.append(("decides", NO_SUCH_ROW))
    if form.sort == ROUNDS:
        typed = [(key, text) for key, text in _ends(form) if text.strip()]
        wrong += [(FIELDS[key], NO_NUMBER) for key, text in typed if not NUMBER.fullmatch(text)]
    return wrong


def _category(form: PadForm, rows: list[str]) -> str:
    """Return the category that decides, as it is written among the categories."""
    typed = clean(form.decides)
    return next((row for row in rows if row.casefold() == typed.casefold()), typed)


def _ends(form: PadForm) -> tuple[tuple[str, str], ...]:
    """Return what says when a game of rounds ends, by its key in the facts."""
    return ("limit", form.limit), ("rounds", form.most)
