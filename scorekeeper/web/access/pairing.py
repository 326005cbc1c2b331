"""Pairing a device, with a link or by typing the key."""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...core.messages import say
from ..common.language import local_address
from ..common.rights import Right, requires
from .devices import pair, pair_page

blueprint = Blueprint("pairing", __name__)

WRONG = say("Wrong key. Scorekeeper printed the key below the links when it started.")


@blueprint.get("/pair/<key>")
@requires(Right.NONE)
def by_link(key: str) -> AnyResponse:
    """Pair the device and redirect to the start page, which removes the key from the address bar."""
    return redirect(url_for("history.home"), 303) if pair(key) else _wrong(key, "/")


@blueprint.route("/pair", methods=["GET", "POST"])
@requires(Right.NONE)
def by_hand() -> AnyResponse:
    """Show the form for the key, or pair the device if the sent key is correct."""
    after = local_address(request.values.get("after", "/"))
    if request.method == "GET":
        return pair_page(after)
    typed = request.form.get("key", "")
    return redirect(after, 303) if pair(typed) else _wrong(typed, after)


def _wrong(typed: str, after: str) -> Response:
    return pair_page(after, 403, typed, WRONG)
