"""The pages of pads: make, copy, rename, edit, merge and hide them. Changes can be undone."""

from collections.abc import Mapping
from datetime import date as calendar_date
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Count, Message, joined, many, say
from ...core.rulebook import Rulebook
from ...pads.words import counting, fact_texts
from ...store.games import NotSaved
from ...store.pads import CannotReplace, NoRoom, edit_pad, hide_pad, keep_pad, merge_pads, split_pad
from ...store.settings import hidden_pads, replaced, successors
from ...titles import entry_of, has_house_rules, house_rules_name, ready
from ..common.language import alphabetical, date, translated
from ..common.page import Link, service, show
from ..common.rights import Right, requires
from ..common.titles import matching
from ..forms.fixed import one_line
from .another import Offers
from .pad_form import PadForm, help_of, notes_of, pad_values

blueprint = Blueprint("pads", __name__, url_prefix="/pads")

MAX_SHOWN = 200
ANOTHER = say("Another game")
UNCHANGED = say("This is the same pad. Change its name or a rule.")


class Pads(Offers):
    """All pads except replaced ones, as `current` by slug. `direct` and `ends` are direct and last successors."""

    def __init__(self) -> None:
        super().__init__()
        with service().store.reading() as db:
            self.ends, self.direct = replaced(db), successors(db)
        self.current = {slug: pad for slug, pad in self.titles.items() if pad.definition is not None}

    def facts(self, slug: str) -> Mapping[str, Any]:
        return (self.current[slug].definition if slug in self.current else None) or abort(404)

    def in_words(self, slug: str) -> Message:
        found = service().rulebooks[slug]
        title = pad_values(found.definition or {})["name"]
        return joined([title, joined([*fact_texts(found).values()], ", ")], ": ")

    def line(self, slug: str) -> dict[str, Any]:
        games, day = self.played.get(slug, (0, ""))
        last = [say("last on {day}", day=date(calendar_date.fromisoformat(day)))] if day else []
        number = many("{count} game", "{count} games", Count(games))
        played = joined([number, *last], ", ") if games else say("No finished games")
        facts = translated(joined([*fact_texts(self.current[slug]).values()], ", "))
        facts = facts[:1].upper() + facts[1:]
        return {"slug": slug, "name": self.names[slug], "facts": facts, "games": games, "played": played}


@blueprint.get("/new")
@requires(Right.PAIRED)
def new() -> Response:
    return _new_page(PadForm(**pad_values({"title": one_line(request.args.get("name", ""))})))


@blueprint.post("/new")
def make() -> AnyResponse:
    form = PadForm()
    pad = form.pad()
    if pad is None:
        return _new_page(form, 422)
    try:
        keep_pad(service(), pad)
    except NoRoom as error:
        return _new_page(form, 409, error.message)
    return _begin(pad)


def _new_page(form: PadForm, status: int = 200, notice: Message | None = None) -> Response:
    shown = {"form": form, "notice": notice, "up": Link(url_for("another.choose"), ANOTHER)}
    return show("seating/new_pad.html", shown, status)


def _begin(pad: Rulebook[Any]) -> AnyResponse:
    """Redirect to the start of a game with a new pad, or to the successor's page if an equal pad was replaced."""
    with service().store.reading() as db:
        end, hidden = replaced(db).get(pad.slug), pad.slug in hidden_pads(db)
    if hidden:  # the same pad was hidden before
        hide_pad(service(), pad, hidden=False)
    if end and {**(service().rulebooks[end].definition or {}), "title": ""} != {**(pad.definition or {}), "title": ""}:
        return redirect(url_for("pads.pad", slug=end), 303)  # its page can restore the replaced pad
    return redirect(url_for("seating.begin", slug=pad.slug), 303)


@blueprint.get("/<slug>/copy")
@requires(Right.PAIRED)
def copying(slug: str) -> AnyResponse:
    """Show the form of a copy with house rules, filled in from the pad."""
    pads = Pads()
    if slug in pads.ends:
        return redirect(url_for("pads.copying", slug=pads.ends[slug]), 303)
    values = pad_values(pads.facts(slug))
    values["name"] = translated(say("{title} (house rules)", title=values["name"]))
    return _copy_page(pads, slug, PadForm(**values))


@blueprint.post("/<slug>/copy")
def copy(slug: str) -> AnyResponse:
    pads, form = Pads(), PadForm()
    old = pads.current.get(slug) or service().rulebooks.get(slug)  # replaced since the form was opened
    if old is None or old.definition is None:
        abort(404)
    shown, pad = pads.ends.get(slug, slug), form.pad(old.definition, house_rules_name(old.name))
    if pad is None:
        return _copy_page(pads, shown, form, 422)
    if pad.definition == old.definition:
        form.name.errors = [translated(UNCHANGED)]
        return _copy_page(pads, shown, form, 422)
    try:
        keep_pad(service(), pad)
    except NoRoom as error:
        return _copy_page(pads, shown, form, 409, error.message)
    return _begin(pad)


def _copy_page(pads: Pads, slug: str, form: PadForm, status: int = 200, notice: Message | None = None) -> Response:
    up = Link(url_for("pads.pad", slug=slug), pads.names[slug])
    shown = {"pad": pads.line(slug), "form": form, "notice": notice, "up": up}
    return show("seating/copy.html", shown, status)


@blueprint.get("/<slug>")
@requires(Right.PAIRED)
def pad(slug: str) -> AnyResponse:
    """Show the facts of a pad, and the forms that edit, merge or hide it; `changed` is a pad replaced by it."""
    pads = Pads()
    if slug in pads.ends:
        return redirect(url_for("pads.pad", slug=pads.ends[slug]), 303)
    return _pad_page(pads, slug, PadForm(**pad_values(pads.facts(slug))))


@blueprint.post("/<slug>")
def change(slug: str) -> AnyResponse:
    pads, (act, _, what) = Pads(), request.form.get("do", "").partition(":")
    end, form = pads.ends.get(slug, slug), PadForm()
    facts = pads.facts(end)
    if act == "split":
        split_pad(service(), what)
        return redirect(url_for("pads.pad", slug=what if what in pads.direct else end), 303)
    if act in ("hide", "show"):
        hide_pad(service(), pads.current[end], hidden=act == "hide")
        return redirect(url_for("pads.pad", slug=end), 303)
    if act != "save":
        abort(400)
    old = pads.current.get(slug) or service().rulebooks.get(slug) or abort(404)  # replaced if it is a repeated form
    edited = form.pad(old.definition, old.name if entry_of(old.slug) or has_house_rules(old.slug) else "")
    if edited is None:
        return _pad_page(pads, end, form, 422)
    try:
        edit_pad(service(), old, edited)
    except CannotReplace as error:
        before = pad_values(facts)
        faulty = next((name for name in ("sort", "wins") if form[name].data != before[name]), "name")
        form[faulty].errors = [translated(error.message)]
        return _pad_page(pads, end, form, 422)
    except NotSaved as error:
        return _pad_page(Pads(), end, form, 409, error.message)
    return redirect(url_for("pads.pad", slug=edited.slug, changed=None if edited.slug == slug else slug), 303)


def _pad_page(pads: Pads, slug: str, form: PadForm, status: int = 200, notice: Message | None = None) -> Response:
    changed = request.args.get("changed", "")
    behind = [each for each, successor in pads.direct.items() if successor == slug and each in service().rulebooks]
    replaced_now = say("This pad replaced “{pad}”.", pad=pads.in_words(changed)) if changed in behind else None
    shown = {
        "pad": pads.line(slug),
        "form": form,
        "notice": notice,
        "help": help_of(pads.facts(slug)),
        "notes": notes_of(pads.facts(slug)),
        "folded": slug in ready() and not form.errors,
        "hidden": slug in pads.hidden,
        "undo": changed if changed in behind else None,
        "before": [(each, pads.in_words(each)) for each in behind if each != changed],
        "changed_text": replaced_now,
        "up": Link(url_for("another.choose"), ANOTHER),
    }
    return show("seating/pad.html", shown, status)


@blueprint.get("/<slug>/merge")
@requires(Right.PAIRED)
def merging(slug: str) -> AnyResponse:
    """Show the pads to merge with; with `into`, show both and ask for confirmation."""
    pads, into = Pads(), request.args.get("into")
    if slug in pads.ends:
        return redirect(url_for("pads.pad", slug=pads.ends[slug]), 303)
    pads.facts(slug)
    if into is not None and (into == slug or into not in pads.current):
        abort(404)
    own = pads.current[slug]
    alike = {each: other for each, other in pads.current.items() if each != slug and counting(other) == counting(own)}
    asked = one_line(request.args.get("find", ""))
    found = matching(alike, asked)

    def order(other: str) -> tuple[object, ...]:
        is_same_title = str(alike[other].meta.title) == str(own.meta.title)
        return not is_same_title, other not in pads.played, alphabetical(translated(pads.names[other]))

    found.sort(key=order)
    shown = {
        "pad": pads.line(slug),
        "into": pads.line(into) if into else None,
        "others": [*map(pads.line, found[:MAX_SHOWN])],
        "left_out": len(alike) < len(pads.current) - 1,
        "search": {"url": url_for("pads.merging", slug=slug), "typed": asked, "more": len(found[MAX_SHOWN:])},
        "up": Link(url_for("pads.pad", slug=slug), pads.names[slug]),
    }
    return show("seating/merge.html", shown)


@blueprint.post("/<slug>/merge")
def merge(slug: str) -> AnyResponse:
    pads, into = Pads(), request.form.get("into", "")
    end = pads.ends.get(slug, slug)
    facts = pads.facts(end)
    if pads.ends.get(into, into) not in pads.current:
        abort(400)
    try:
        if slug != into != end:  # not sent before
            merge_pads(service(), pads.current[end], pads.current[pads.ends.get(into, into)])
    except NotSaved as error:
        return _pad_page(pads, end, PadForm(**pad_values(facts)), 409, error.message)
    return redirect(url_for("pads.pad", slug=into, changed=slug), 303)
