"""Views for another game than the titles on home: one that was played before, one that is ready, or a new one."""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import Message
from ...desk.changes import NoRoom, keep_pad
from ...storage.listing import latest_pads
from ...titles import ready
from ..access.rights import Right, requires
from ..shell.page import page
from ..shell.services import desk, titles
from .pad_form import PadForm, made, read_pad_form
from .pages import AnotherPage

blueprint = Blueprint("another", __name__)

MOST_PLAYED = 12


@blueprint.get("/new")
@requires(Right.PAIRED)
def choose() -> Response:
    """Show pads to choose from, and the form for a new one."""
    return _page(PadForm())


@blueprint.post("/new")
def make() -> AnyResponse:
    """Keep the pad that the form comes to, and lead to where its players sit down."""
    form = read_pad_form(request.form)
    pad = made(form)
    if isinstance(pad, PadForm):
        return _page(pad, 422)
    try:
        keep_pad(desk(), pad)
    except NoRoom as error:
        return _page(form, 409, error.message)
    return redirect(url_for("seating.begin", slug=pad.slug), 303)


def _page(form: PadForm, status: int = 200, notice: Message | None = None) -> Response:
    on_home, known = titles().rulebooks, desk().rulebooks
    with desk().store.reading() as db:
        latest = [slug for slug in latest_pads(db) if slug not in on_home and slug in known]
    played = {str(known[slug].meta.title): known[slug] for slug in reversed(latest)}  # of one name, the latest
    pads = sorted(played.values(), key=lambda pad: latest.index(pad.slug))[:MOST_PLAYED]
    names = {each.name for each in on_home.values()}  # the instance may have its own version of one
    offered = [pad for slug, pad in ready().items() if pad.name not in names and slug not in latest]
    return page(AnotherPage(form, pads, offered, notice), status)
